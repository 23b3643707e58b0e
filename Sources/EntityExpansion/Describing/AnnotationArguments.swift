package import EntityModel
import SwiftReader

/// What the annotation of an attribute says.
package struct AttributeArguments: Sendable {
  package let options: [AttributeOption]

  /// How the attribute's words are found by a search, or nil if they are not.
  package let search: SearchTokenizer?

  /// The rules that values obey, in the order in which they are written.
  package let rules: [AttributeRule]

  /// The time that the attribute keeps by itself, or nil for none.
  package let timestamp: Attribute.Timestamp?
  /// The type that makes stored values of the attribute's, as written before `.self`, or nil for
  /// none.
  package let transform: String?

  package let column: String?
  package let originalName: String?

  /// Which member of JSON the attribute is, as written, or nil for that of its name.
  package let json: String?

  /// Takes what `annotation` of a property of `type` says rightly; an attribute without annotation
  /// says nothing.
  init(_ annotation: PropertyAnnotation?, of type: TypeSyntax) {
    var options: [AttributeOption] = []
    for argument in annotation?.unlabeled ?? [] {
      guard let option = AttributeOption(argument: argument.value), !options.contains(option) else {
        continue
      }
      options.append(option)
    }
    self.options = options
    search = options.lazy.compactMap(\.tokenizer).first
    timestamp = options.lazy.compactMap(\.timestamp).first
    rules = (annotation?.unlabeled ?? []).compactMap { argument in
      WrittenRule(argument.value).flatMap { try? $0.meaning(for: type) }
    }
    transform = annotation?.transform
    column = annotation?.string("column")
    originalName = annotation?.string("originalName")
    json = annotation?.jsonName
  }
}

/// What the annotation of a relationship says.
package struct RelationshipArguments: Sendable {
  package let inverse: String

  /// The other end, where the entity there has no property for it.
  package let implicitInverse: ImplicitInverse?
  package let deleteRule: DeleteRule
  package let column: String?
  package let originalName: String?
  package let minimumCount: Int?
  package let maximumCount: Int?

  /// Which member of JSON the relationship is, as written, or nil for that of its name.
  package let json: String?

  /// Takes what `annotation` says rightly.
  init(_ annotation: PropertyAnnotation?) {
    inverse = annotation?.string("inverse") ?? ""
    implicitInverse = annotation?.implicitInverse
    // A relationship with an implicit inverse is nothing that a deletion has to do with.
    deleteRule =
      annotation?.argument(labelled: "deleteRule")
      .flatMap { DeleteRule(argument: $0.value) }
      ?? (implicitInverse == nil ? .noAction : .nullify)
    column = annotation?.string("column")
    originalName = annotation?.string("originalName")
    minimumCount = annotation?.integer("minimumCount")
    maximumCount = annotation?.integer("maximumCount")
    json = annotation?.jsonName
  }
}

/// What a fetched property holds of the objects that its fetch finds.
package enum FetchedForm: String, CaseIterable, Sendable {
  case objects
  case count
  case identifiers
  case dictionaries

  /// Reads the form from the label of the first argument of `annotation`.
  init(_ annotation: PropertyAnnotation) {
    let label = annotation.arguments.first?.label
    self = Self.allCases.first { $0.label == label } ?? .objects
  }

  /// The label of the argument that names the entity.
  var label: String? {
    switch self {
    case .objects: nil
    case .count: "countOf"
    case .identifiers: "identifiersOf"
    case .dictionaries: "dictionariesOf"
    }
  }
}

extension PropertyAnnotation {
  /// The class whose objects a fetched property finds, as written before `.self`.
  var fetchedEntity: String? {
    guard case .member(let base?, "self")? = arguments.first?.value.form else { return nil }
    return base.spelling
  }

  /// The type that makes stored values of an attribute's, as written before `.self`.
  var transform: String? {
    guard let argument = argument(labelled: "transform"),
      case .member(let base?, "self") = argument.value.form
    else { return nil }
    return base.spelling
  }

  /// `true` if the arguments of a fetched property make a fetch, as far as they can be seen.
  var isFetch: Bool {
    fetchedEntity != nil
      && (FetchedForm(self) != .count || argument(labelled: "sortedBy") == nil)
  }

  /// The arguments of a fetched property as written, without the parentheses around them; what is
  /// made of a condition goes by the form of its closure.
  var fetchText: String {
    guard let first = arguments.first, let last = arguments.last else { return "" }
    let text = syntax.tree.text
    let start = first.range.lowerBound
    let end = max(start, last.range.upperBound)
    guard let condition = argument(labelled: "where")?.value.range else {
      return text.string(in: start..<end)
    }
    return text.string(in: start..<condition.lowerBound) + ".init("
      + text.string(in: condition) + ")" + text.string(in: condition.upperBound..<end)
  }
}

extension AttributeOption {
  /// The option that `argument` names, written `.unique` or `AttributeOption.unique`, or
  /// `.searchable(.porter)`, `.indexed(.ignoringCase)` or `.undecodable(.keep)`.
  init?(argument: Expression) {
    if case .call(let callee, let arguments, let closures) = argument.form {
      guard closures.isEmpty, arguments.count == 1, let first = arguments.first,
        first.label == nil
      else { return nil }
      let comparison = first.value.memberName(of: "TextComparison")
        .flatMap(TextComparison.init(rawValue:))
      let policy = first.value.memberName(of: "UndecodablePolicy")
        .flatMap(UndecodablePolicy.init(rawValue:))
      let tokenizer = first.value.memberName(of: "SearchTokenizer")
        .flatMap(SearchTokenizer.init(rawValue:))
      if callee.memberName(of: "AttributeOption") == "undecodable" {
        guard let policy else { return nil }
        self = .undecodable(policy)
        return
      }
      switch (callee.memberName(of: "AttributeOption"), comparison, tokenizer) {
      case ("unique", let comparison?, _): self = .unique(comparison)
      case ("indexed", let comparison?, _): self = .indexed(comparison)
      case ("searchable", _, let tokenizer?): self = .searchable(tokenizer)
      default: return nil
      }
      return
    }
    guard let name = argument.memberName(of: "AttributeOption"),
      let option = Self.allCases.first(where: { $0.spelling == name }), option != .ruled
    else { return nil }
    self = option
  }

  /// The option as it is written after the dot.
  var spelling: String {
    if let undecodable { return "undecodable(.\(undecodable.rawValue))" }
    if let comparison { return "\(plainName)(.\(comparison.rawValue))" }
    guard let tokenizer, tokenizer != .unicode else { return rawValue }
    return "searchable(.\(tokenizer.rawValue))"
  }

  /// The name of the option without an argument.
  var plainName: String { String(rawValue.prefix { $0 != "." }) }
}

extension PropertyAnnotation {
  /// The implicit inverse that the annotation of a relationship says rightly.
  var implicitInverse: ImplicitInverse? {
    guard let arguments = argument(labelled: "inverse")?.value.implicitInverseArguments else {
      return nil
    }
    var inverse = ImplicitInverse.implicit
    for argument in arguments {
      switch argument.label {
      case "deleteRule": inverse.deleteRule = DeleteRule(argument: argument.value)
      case "minimumCount": inverse.minimumCount = max(0, argument.value.signedInteger ?? 0)
      case "maximumCount":
        inverse.maximumCount = argument.value.signedInteger.flatMap { $0 < 1 ? nil : $0 }
      default: break
      }
    }
    return inverse
  }
}

extension Expression {
  /// The arguments of an implicit inverse, written `.implicit` or `.implicit(deleteRule: .deny)`;
  /// nil for other expressions.
  var implicitInverseArguments: [Argument]? {
    if memberName(of: "ImplicitInverse") == "implicit" { return [] }
    guard case .call(let callee, let arguments, let closures) = form, closures.isEmpty,
      callee.memberName(of: "ImplicitInverse") == "implicit"
    else { return nil }
    return arguments
  }
}

extension DeleteRule {
  /// The rule that `argument` names, written `.cascade` or `DeleteRule.cascade`.
  init?(argument: Expression) {
    guard let name = argument.memberName(of: "DeleteRule") else { return nil }
    self.init(rawValue: name)
  }
}

extension Expression {
  /// The name after the dot of `.name`, `type.name` or `EntityGraph.type.name`, nil for others.
  func memberName(of type: String) -> String? {
    guard case .member(let base, let name) = form else { return nil }
    guard let base else { return name }
    return [type, "EntityGraph." + type].contains(base.spelling) ? name : nil
  }
}
