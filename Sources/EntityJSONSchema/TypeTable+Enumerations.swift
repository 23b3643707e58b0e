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
    if EnumerationDeclaration.isAnnotated(declaration) {
      let open = EnumerationDeclaration(EntityHeader(declaration, inside: type.surroundings))
      let cases = open.namedTexts.map { (name: $0.name, value: JSON($0.text)) }
      return cases.isEmpty ? nil : ("string", cases)
    }
    guard declaration.kind == .enum, let raw = declaration.inheritedTypes.first,
      let storage = storageType(of: raw, for: type), storage == .string || storage.isWhole
    else { return nil }
    let declarations = [declaration] + extensions(of: type)
    let members = declarations.flatMap(\.flattenedMembers)
    let codings: Set =
      switch form {
      case .attribute: ["storedValue", "storageType", "primitive", "encode"]
      case .coded: ["encode"]
      case .stored: ["json", "encode"]
      }
    let names = members.flatMap { member in
      (member.asVariable?.bindings.compactMap(\.name) ?? [])
        + [member.asFunction?.name].compactMap(\.self)
    }
    guard codings.isDisjoint(with: names) else { return nil }
    var cases: [(name: String, value: JSON)] = []
    var next: Int64? = 0
    for element in declaration.flattenedMembers.compactMap(\.asEnumCase).flatMap(\.elements) {
      guard let name = element.identifier, element.payload == nil else { return nil }
      if storage == .string {
        let raw = element.rawValue.map(\.stringValue) ?? name
        guard let raw else { return nil }
        cases.append((name, JSON(raw)))
        continue
      }
      if let raw = element.rawValue {
        guard case .integer(let number)? = raw.storedValue(as: .int64) else { return nil }
        next = number
      }
      guard let number = next else { return nil }
      cases.append((name, JSON(number)))
      next = number == .max ? nil : number + 1
    }
    return cases.isEmpty ? nil : (storage == .string ? "string" : "integer", cases)
  }
}

extension StorageType {
  /// `true` if values of the type are whole numbers.
  fileprivate var isWhole: Bool { self == .int64 || integerRange != nil }
}
