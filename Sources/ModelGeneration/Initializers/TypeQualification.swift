import EntityExpansion
import SwiftReader

/// How an extension of a class, in a file of its own, names the types of properties that the class
/// and those that it extends declare.
struct TypeQualification {
  private let variant: ModuleVariant

  /// The classes, the root first; the last one is the class that is extended.
  private let lineage: [ModuleEntity]

  /// What has to be imported for the types named so far.
  private(set) var imports = InitializerImports()

  /// `true` if a type has been named that no module declares whose sources are read, and that is
  /// none of the standard library or Foundation.
  private(set) var namesForeignTypes = false

  /// Names types for an extension of the last class of `lineage`.
  init(_ variant: ModuleVariant, lineage: [ModuleEntity]) {
    self.variant = variant
    self.lineage = lineage
  }

  /// Returns `text`, a type as `owner` names it, as the extension does; nil where that cannot.
  mutating func name(of text: String, in owner: ModuleEntity) -> String? {
    guard let type = TypeSyntax(parsing: text), type.spelling == text else { return nil }
    let tree = type.tree
    var result = ""
    var brackets: [Token.Kind] = []
    var token = type.tokens.lowerBound
    while token < type.tokens.upperBound {
      let start = token
      var names = [tree.tokenText(token)]
      switch tree.tokens[token].kind {
      case .leftParen, .leftSquare: brackets.append(tree.tokens[token].kind)
      case .rightParen, .rightSquare: _ = brackets.popLast()
      default: break
      }
      token += 1
      // A name before a colon is a label in a tuple, and a key in a dictionary.
      guard tree.tokens[start].kind == .identifier, !Self.words.contains(names[0]),
        tree.tokens[token].kind != .colon || brackets.last != .leftParen
      else {
        result += Self.separator(before: start, in: tree, type) + names[0]
        continue
      }
      while token + 1 < type.tokens.upperBound, tree.tokens[token].kind == .period,
        tree.tokens[token + 1].kind == .identifier
      {
        names.append(tree.tokenText(token + 1))
        token += 2
      }
      guard let name = name(of: names, in: owner) else { return nil }
      result += Self.separator(before: start, in: tree, type) + name
    }
    return result
  }

  /// Words before or within types that are no names of types.
  private static let words: Set<String> = [
    "any", "some", "Any", "sending", "borrowing", "consuming",
  ]

  /// Returns what stands between the token at `index` of `type` and the one before it.
  private static func separator(before index: Int, in tree: SyntaxTree, _ type: TypeSyntax)
    -> String
  {
    index == type.tokens.lowerBound ? "" : tree.text.string(in: tree.triviaRange(index))
  }

  // MARK: Names

  /// Returns what the extension calls the type that `owner` calls by `names`, with dots between
  /// them.
  private mutating func name(of names: [String], in owner: ModuleEntity) -> String? {
    let first = names[0].withoutBackticks
    let whole = names.joined(separator: ".")
    guard let found = resolved(first, for: owner) else {
      return foreignName(whole, first, owner)
    }
    var type = found
    for name in names.dropFirst() {
      guard let member = variant.types.member(name.withoutBackticks, of: type, for: owner.declared)
      else { break }
      type = member
    }
    guard isVisible(found), isVisible(type) else { return nil }
    let spelling = (found.spelling + names.dropFirst()).joined(separator: ".")
    let module = variant.modules[found.module].name
    let isHidden = isHidden(found.path[0], meaning: found)
    if found.module != 0 { imports.modules.insert(module) }
    if variant.types.declares(module) { return isHidden ? nil : spelling }
    return isHidden || found.module != 0 ? "\(module).\(spelling)" : spelling
  }

  /// Returns the type that `name` means in `owner`: one within it, one that a class has which it
  /// extends, or one further out.
  private func resolved(_ name: String, for owner: ModuleEntity) -> DeclaredType? {
    let place = lineage.firstIndex { $0.declared.place == owner.declared.place } ?? 0
    for entity in lineage[...place].reversed() {
      if let member = variant.types.member(name, of: entity.declared, for: owner.declared) {
        return member
      }
    }
    return variant.types.type(named: name, for: owner.declared)
  }

  /// `true` if `name` in the extension means a type within one of the classes, other than `type`.
  private func isHidden(_ name: String, meaning type: DeclaredType?) -> Bool {
    lineage.contains { entity in
      guard let member = variant.types.member(name, of: entity.declared, for: entity.declared)
      else { return false }
      return member.place != type?.place
    }
  }

  private func isVisible(_ type: DeclaredType) -> Bool {
    let access = variant.types.access(of: type)
    return switch variant.modules[type.module].relation {
    case .own: access >= .internal
    case .samePackage: access >= .package
    case .otherPackage: access >= .public
    }
  }

  /// Returns `name`, of a type that no module declares whose sources are read.
  private mutating func foreignName(
    _ name: String, _ first: String, _ owner: ModuleEntity
  ) -> String? {
    if isHidden(first, meaning: nil) { return nil }
    if Self.standardNames.contains(first) { return name }
    if Self.foundationNames.contains(first) {
      let isWhole = variant.imports(of: owner.declared)?.contains("Foundation") ?? false
      imports.foundation.insert(isWhole ? ["Foundation"] : ["FoundationEssentials", "Foundation"])
      return name
    }
    guard owner.declared.module == 0, let modules = variant.imports(of: owner.declared)
    else { return nil }
    namesForeignTypes = true
    imports.modules.formUnion(modules.filter { $0 != "EntityGraph" && $0 != "Swift" })
    return name
  }

  private static let standardNames: Set<String> = [
    "Array", "Bool", "Character", "ClosedRange", "Dictionary", "Double", "Duration", "Float", "Int",
    "Int8", "Int16", "Int32", "Int64", "Optional", "Range", "Set", "String", "Substring", "Swift",
    "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "EntityGraph", "ObjectID",
  ]

  private static let foundationNames: Set<String> = [
    "Data", "Date", "DateComponents", "DateInterval", "Decimal", "Foundation",
    "FoundationEssentials", "IndexSet", "Locale", "Measurement", "TimeInterval", "TimeZone", "URL",
    "UUID",
  ]
}

/// The modules that an initialiser needs beside the library.
struct InitializerImports {
  /// Those of Foundation: of each list the first that there is.
  var foundation: Set<[String]> = []

  /// The others.
  var modules: Set<String> = []
}

extension ModuleVariant {
  /// Returns the names of the modules that the file of `declared` imports; nil where one is
  /// imported in a way that is not repeated: under a condition, with an attribute, or a part of
  /// it alone.
  fileprivate func imports(of declared: DeclaredType) -> [String]? {
    var names: [String] = []
    for declaration in modules[declared.module].files[declared.file].tree.declarations {
      switch declaration {
      case .other(let other) where other.kind == .import:
        guard let name = other.name, !name.contains("."), other.attributes.isEmpty else {
          return nil
        }
        names.append(name)
      case .conditional(let block):
        if block.clauses.flatMap(\.declarations).contains(where: \.isImport) { return nil }
      default: break
      }
    }
    return names
  }
}

extension Declaration {
  fileprivate var isImport: Bool {
    if case .other(let other) = self { other.kind == .import } else { false }
  }
}
