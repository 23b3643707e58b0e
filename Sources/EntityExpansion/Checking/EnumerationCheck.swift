import SwiftReader

/// What is wrong with a type marked `@OpenEnumeration`, and with cases marked `@CaseName`.
struct EnumerationCheck {
  let declaration: EnumerationDeclaration

  /// Everything that is wrong.
  var diagnostics: [TextDiagnostic] {
    let header = declaration.header
    if header.syntax.kind != .enum { return [.notAnEnumeration(header)] }
    var found: [TextDiagnostic] = []
    if let type = header.firstInherited, Self.rawTypes.contains(type.spelling) {
      found.append(.enumerationRawType(header, type))
    }
    found += declaration.cases.compactMap { item in
      item.obstacle.map { .enumerationCase(item, is: $0) }
    }
    if !declaration.cases.contains(where: { $0.identifier == "unknown" }) {
      found.append(.enumerationWithoutUnknown(declaration))
    }
    return found + duplicates
  }

  /// Reports cases that are for texts of others.
  private var duplicates: [TextDiagnostic] {
    var earlier: [EnumerationCase.Texts: String] = [:]
    return declaration.cases.compactMap { item in
      guard item.obstacle == nil, item.texts != .unknown else { return nil }
      if let other = earlier[item.texts] {
        return .enumerationNameTwice(item, asWellAs: other)
      }
      earlier[item.texts] = item.identifier
      return nil
    }
  }

  /// Returns what is wrong with `@CaseName` on `declared`, which stands inside the declarations
  /// that `context` holds, innermost first.
  static func diagnostics(
    ofCaseName declared: Declaration, in context: [String]
  ) -> [TextDiagnostic] {
    if let header = EntityHeader.around(context), declared.asEnumCase != nil,
      EnumerationDeclaration.isAnnotated(header.syntax)
    {
      return []
    }
    let annotation = declared.attributes.first { CompositionDeclaration.isNamed("CaseName", $0) }
    return [
      .caseNameOutside(
        at: annotation?.range ?? declared.range, removing: annotation?.removalRange)
    ]
  }

  /// Types of raw values that authors write from habit.
  private static let rawTypes: Set<String> = [
    "String", "Swift.String", "Character", "Substring", "StaticString", "Int", "Int8", "Int16",
    "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
  ]
}
