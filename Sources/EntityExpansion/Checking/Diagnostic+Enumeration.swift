import SwiftReader

// Open enumerations and their cases: what can be wrong with them, by the rule that is broken.
//
// Docs/Diagnostics.md shows an example and the fix of each, and a test compares the two.

extension Diagnostic where Location == Range<Int> {
  /// `@OpenEnumeration` on what is no enum.
  static func notAnEnumeration(_ header: EntityHeader) -> Self {
    let kind = header.syntax.kind
    return Self(
      "enumeration.not-an-enum",
      "'@OpenEnumeration' applies to enums, and '\(header.identifier)' is "
        + (kind == .extension ? "extended here" : "\(kind.article) \(kind.rawValue)"),
      at: header.syntax.introducerRange ?? header.nameRange)
  }

  /// An open enumeration with a type of raw values.
  static func enumerationRawType(_ header: EntityHeader, _ type: TypeSyntax) -> Self {
    let isAlone = header.syntax.inheritedTypes.count == 1
    let removal = header.nameRange.upperBound..<type.range.upperBound
    return Self(
      "enumeration.raw-type",
      "the raw values of an open enumeration are generated, since those of '\(type.spelling)' admit "
        + "no 'unknown(String)'; remove ': \(type.spelling)'",
      at: type.range,
      fixIts: isAlone ? [FixIt("remove it", removing: removal)] : [])
  }

  /// An open enumeration without a case for what it does not know.
  static func enumerationWithoutUnknown(_ declaration: EnumerationDeclaration) -> Self {
    let header = declaration.header
    let last = declaration.cases.last?.declaration
    let fixIt = last.map { last -> FixIt in
      let text = last.tree.text
      let line = text.line(at: last.range.lowerBound)
      let margin = text.string(in: text.lineStarts[line - 1]..<last.range.lowerBound)
        .prefix { $0 == " " || $0 == "\t" }
      return FixIt(
        "add 'case unknown(String)'", inserting: "\n\(margin)case unknown(String)",
        at: last.range.upperBound)
    }
    return Self(
      "enumeration.unknown-missing",
      "open enumeration '\(header.identifier)' needs a case for texts that it does not know: "
        + "'case unknown(String)'",
      at: header.nameRange, fixIts: fixIt.map { [$0] } ?? [])
  }

  /// A case that cannot have the texts that it is for.
  static func enumerationCase(_ item: EnumerationCase, is obstacle: EnumerationObstacle) -> Self {
    let range = item.element.range
    switch obstacle {
    case .conditional:
      return Self(
        "enumeration.conditional",
        "case '\(item.identifier)' is there in every build; move it out of '#if'", at: range)
    case .severalNames:
      return Self(
        "enumeration.several-in-one",
        "'@CaseName' is about one case; write a 'case' for '\(item.identifier)' alone", at: range)
    case .nameNotLiteral:
      return Self(
        "enumeration.name-not-literal",
        "'@CaseName' takes a string literal that is not empty, '\"select-one\"' or "
          + "'prefix: \"x-\"'",
        at: item.argument?.value.range ?? range)
    case .rawValue:
      let value = item.element.rawValue
      let start = item.element.range.lowerBound + item.name.utf8.count
      let text = value?.text ?? "\"\(item.identifier)\""
      return Self(
        "enumeration.raw-value",
        "the text of case '\(item.identifier)' is written '@CaseName(\(text))', since enums with "
          + "associated values have no raw values",
        at: value?.range ?? range,
        fixIts: item.declaration.elements.count == 1 && value?.stringValue != nil
          ? [
            FixIt(
              message: "write '@CaseName(\(text))'",
              edits: [
                .init(
                  location: item.declaration.range.lowerBound..<item.declaration.range.lowerBound,
                  text: "@CaseName(\(text)) "),
                .init(location: start..<item.element.range.upperBound, text: ""),
              ])
          ] : [])
    case .associatedValue:
      return Self(
        "enumeration.associated-value",
        "case '\(item.identifier)' has one text, which gives no associated value; mark it "
          + "'@CaseName(prefix:)' for all texts that begin so, or remove the value",
        at: range)
    case .noText:
      return Self(
        "enumeration.no-text",
        "case '\(item.identifier)' takes a text, as in 'case \(item.identifier)(String)'",
        at: range)
    case .namedUnknown:
      return Self(
        "enumeration.unknown-named",
        "case 'unknown' is for all other texts; remove '@CaseName'",
        at: item.annotation?.range ?? range,
        fixIts: item.annotation.map { [FixIt("remove it", removing: $0.removalRange)] } ?? [])
    }
  }

  /// Two cases for one text or prefix.
  static func enumerationNameTwice(_ item: EnumerationCase, asWellAs other: String) -> Self {
    Self(
      "enumeration.name-twice",
      "case '\(item.identifier)' is for a text that case '\(other)' is for; give it another "
        + "'@CaseName'",
      at: item.element.range)
  }

  /// `@CaseName` on what is no case of an open enumeration.
  static func caseNameOutside(at range: Range<Int>, removing removal: Range<Int>?) -> Self {
    Self(
      "enumeration.case-name-outside",
      "'@CaseName' applies to cases of enums marked '@OpenEnumeration'; remove it here",
      at: range, fixIts: removal.map { [FixIt("remove '@CaseName'", removing: $0)] } ?? [])
  }
}
