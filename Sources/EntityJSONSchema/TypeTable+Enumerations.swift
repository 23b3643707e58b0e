import EntityExpansion
import EntityJSON
import EntityModel
import ModelGeneration
import SwiftReader

extension TypeTable {
  /// An enumeration with raw values: the kind of these as schemas name it, and its cases.
  typealias Enumeration = (kind: String, cases: [(name: String, value: JSON)])

  /// Returns the enumeration that `declaration` declares; nil for other types, and where the
  /// sources do not show that what is written are the raw values.
  func enumeration(
    _ declaration: TypeDeclaration, _ type: DeclaredType, _ form: TypeSchemas.Form
  ) -> Enumeration? {
    let codings: Set =
      switch form {
      case .attribute: Self.attributeCodings
      case .coded: ["encode"]
      case .stored: ["json", "encode"]
      }
    let found = rawValues(of: declaration, type, unlessDeclared: codings) ?? []
    guard let first = found.first else { return nil }
    let kind = if case .text = first.value { "string" } else { "integer" }
    let type: StorageType = kind == "string" ? .string : .int64
    return (kind, found.compactMap { name, value in JSON(value, as: type).map { (name, $0) } })
  }
}
