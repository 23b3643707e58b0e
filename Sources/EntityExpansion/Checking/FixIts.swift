import EntityModel
import SwiftReader

extension EntityHeader {
  /// The bytes of the type's name, or of what stands in its place.
  package var nameRange: Range<Int> {
    syntax.nameRange ?? syntax.introducerRange ?? syntax.rangeWithoutAttributes
  }
}

extension TypeDeclaration.Kind {
  /// The indefinite article that goes before the kind.
  var article: String { self == .enum || self == .actor || self == .extension ? "an" : "a" }
}

extension DeleteRule {
  /// All the rules, the most usual first.
  static let suggested: [DeleteRule] = [.nullify, .cascade, .deny, .noAction]

  /// All the rules in words.
  static let list = "'.nullify', '.cascade', '.deny' or '.noAction'"
}

extension AnnotationKind {
  /// The arguments that the annotation takes, in words.
  var argumentList: String {
    switch self {
    case .attribute:
      "'.unique', '.indexed', '.secret', '.external', '.searchable', '.createdAt', '.updatedAt', "
        + "'.deletedAt', '.identity', '.preserveValueOnDeletion', '.undecodable', '.range', "
        + "'.length', '.pattern', '.rule', '.derived', 'transform:', 'originalName:', 'column:' "
        + "and 'json:'"
    case .relationship:
      "'inverse:', 'deleteRule:', 'originalName:', 'column:', 'minimumCount:', 'maximumCount:' "
        + "and 'json:'"
    case .fetched:
      "an entity, 'where:', 'sortedBy:' with a direction, 'limit:', 'offset:', "
        + "'includesSubentities:', 'includesPendingChanges:' and, for dictionaries, 'properties:'"
    case .entity:
      "'.values', '.codable', '.observable', '.abstract', 'originalName:', 'unique:' and 'indexes:'"
    case .transient, .ignore: "none"
    }
  }
}

extension PropertyDeclaration {
  /// The property's name in quotes.
  var title: String { "'\(identifier ?? binding?.pattern?.text ?? syntax.introducer ?? "")'" }

  /// The bytes that say which column the property is stored in.
  var columnRange: Range<Int> {
    annotations.first?.argument(labelled: "column")?.value.range ?? nameRange
  }

  /// The fix-it that takes the annotation away.
  var withoutAnnotation: [TextDiagnostic.FixIt] {
    annotations.prefix(1).map {
      TextDiagnostic.FixIt("remove '\($0.kind.spelling)'", removing: $0.syntax.removalRange)
    }
  }

  /// The fix-it that leaves the property alone.
  var ignoring: [TextDiagnostic.FixIt] {
    let message = "mark it '@Ignore'"
    if let annotation = annotations.first {
      return [.init(message, replacing: annotation.syntax.range, by: "@Ignore")]
    }
    return [.init(message, inserting: "@Ignore ", at: syntax.range.lowerBound)]
  }

  /// The fix-it that takes the initial value away, with the `=` before it.
  var removingValue: TextDiagnostic.FixIt {
    let start = type?.range.upperBound ?? nameRange.upperBound
    let end = initializer?.range.upperBound ?? start
    return .init("remove the value", removing: start..<max(start, end))
  }

  /// The declaration with a `var` for each binding, nil where one of them would have no type.
  ///
  /// A binding without type has that of the next one that has one and no value in between.
  var splitDeclaration: String? {
    let text = syntax.tree.text
    let whole = syntax.range
    guard let first = syntax.bindings.first else { return nil }
    let head = text.string(in: whole.lowerBound..<max(whole.lowerBound, first.range.lowerBound))
    var pending = ""
    var lines: [String] = []
    for binding in syntax.bindings.reversed() {
      if let type = binding.type {
        pending = type.text
        lines.append(head + binding.text)
      } else {
        guard let name = binding.pattern?.text, binding.accessors == nil else { return nil }
        let type = binding.initializer.map(\.evidentType) ?? pending
        guard let type, !type.isEmpty else { return nil }
        lines.append(
          head + name + ": " + type + (binding.initializer.map { " = " + $0.text } ?? ""))
      }
    }
    let line = text.line(at: whole.lowerBound)
    let indentation = text.string(in: text.lineStarts[line - 1]..<whole.lowerBound)
      .prefix { $0 == " " || $0 == "\t" }
    return lines.reversed().joined(separator: "\n" + indentation)
  }
}

extension Annotation {
  /// The bytes of the annotation and of the space after it.
  var removalRange: Range<Int> {
    let next = tree.tokenRange(min(tokens.upperBound, tree.tokens.count - 1)).lowerBound
    return range.lowerBound..<max(range.upperBound, next)
  }
}

extension PropertyAnnotation {
  /// The fix-it that adds `argument` to the annotation, before or after those that are there.
  func adding(_ argument: String, first: Bool) -> TextDiagnostic.FixIt {
    let message = "add '\(argument)'"
    guard let clause = syntax.argumentRange else {
      let end = syntax.nameRange?.upperBound ?? syntax.range.upperBound
      return .init(message, inserting: "(\(argument))", at: end)
    }
    guard let leading = syntax.arguments.first, let trailing = syntax.arguments.last else {
      return .init(message, replacing: clause, by: "(\(argument))")
    }
    return first
      ? .init(message, inserting: argument + ", ", at: leading.range.lowerBound)
      : .init(message, inserting: ", " + argument, at: trailing.range.upperBound)
  }
}

extension Expression {
  /// The type that Swift gives to a literal of this form by itself, or that a call such as `Date()`
  /// makes; nil for other expressions.
  package var evidentType: String? {
    guard isShort else { return nil }
    switch form {
    case .string: return "String"
    case .integer: return "Int"
    case .float: return "Double"
    case .boolean: return "Bool"
    case .array(let elements):
      guard let type = common(elements) else { return nil }
      return "[\(type)]"
    case .dictionary(let elements):
      guard let key = common(elements.map(\.key)), let value = common(elements.map(\.value)) else {
        return nil
      }
      return "[\(key): \(value)]"
    case .call(let callee, let arguments, let closures):
      guard case .identifier(let name) = callee.form, arguments.isEmpty, closures.isEmpty,
        name.first?.isUppercase == true, !["Array", "Dictionary", "Optional", "Set"].contains(name)
      else { return nil }
      return callee.text
    default:
      guard isSignedNumber else { return nil }
      return signedInteger == nil ? "Double" : "Int"
    }
  }

  /// The type that all of `elements` have by themselves, nil where there is no such one.
  private func common(_ elements: [Expression]) -> String? {
    let types = Set(elements.map(\.evidentType))
    return types.count == 1 ? types.first.flatMap(\.self) : nil
  }
}
