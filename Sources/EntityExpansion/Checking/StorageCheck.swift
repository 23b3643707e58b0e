import SwiftReader

/// What is wrong with a type marked `@DictionaryStorage`, and with properties marked `@Stored`.
struct StorageCheck {
  let declaration: StorageDeclaration

  /// Everything that is wrong.
  var diagnostics: [TextDiagnostic] {
    if declaration.header.syntax.kind != .struct {
      return [.storageNotStruct(declaration.header)]
    }
    return declaration.others.flatMap(diagnostics(ofOther:))
      + declaration.properties.flatMap(diagnostics(of:)) + duplicates + codingKeys
  }

  /// Reports names of members for coders, which a storage does not have.
  private var codingKeys: [TextDiagnostic] {
    declaration.header.syntax.flattenedMembers.compactMap(\.asType)
      .filter { $0.identifier == "CodingKeys" }.map { .storageCodingKeys($0) }
  }

  /// Returns what is wrong with a property that is to be in JSON.
  private func diagnostics(of property: PropertyDeclaration) -> [TextDiagnostic] {
    if let obstacle = StorageObstacle(property) { return [.storage(property, is: obstacle)] }
    guard let name = property.storedAnnotation?.argument(labelled: "json")?.value, !name.isNil,
      !name.isMemberPath
    else { return [] }
    return [.storageMemberName(at: name.range)]
  }

  /// Returns what is wrong with a property that is left alone.
  private func diagnostics(ofOther property: PropertyDeclaration) -> [TextDiagnostic] {
    if property.storedAnnotation == nil, property.isWithoutValue {
      return [.storageOtherWithoutValue(property)]
    }
    return []
  }

  /// Reports properties that are one member of JSON, or one inside of the other.
  private var duplicates: [TextDiagnostic] {
    var earlier: [(path: [Substring], name: String)] = []
    return declaration.properties.compactMap { property in
      guard StorageObstacle(property) == nil, let member = StorageMember(property) else {
        return nil
      }
      let path = member.path.split(separator: ".", omittingEmptySubsequences: false)
      let name = member.name.withoutBackticks
      defer { earlier.append((path, name)) }
      guard let other = earlier.first(where: { $0.path.overlaps(path) }) else { return nil }
      return .storageMemberTwice(property, at: member.path, asWellAs: other.name)
    }
  }

  /// Returns what is wrong with `@Stored` on `declared`, which stands inside the declarations that
  /// `context` holds, innermost first.
  static func diagnostics(ofStored declared: Declaration, in context: [String]) -> [TextDiagnostic]
  {
    let property = declared.asVariable.map(PropertyDeclaration.init)
    let header = EntityHeader.around(context)
    let isStorage = header.map { StorageDeclaration.isAnnotated($0.syntax) } == true
    if isStorage, let property, !property.isOutsideStorage { return [] }
    let annotation = declared.attributes.first { CompositionDeclaration.isNamed("Stored", $0) }
    let range = annotation?.range ?? declared.range
    return [
      .storedOutside(at: range, isInside: isStorage, removing: annotation?.removalRange)
    ]
  }
}

extension Collection where Element: StringProtocol {
  /// `true` if one of the paths leads to the other or to something on the way there.
  func overlaps(_ other: Self) -> Bool {
    zip(self, other).allSatisfy { $0 == $1 }
  }
}
