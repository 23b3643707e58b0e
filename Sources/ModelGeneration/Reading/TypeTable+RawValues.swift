import EntityExpansion
package import EntityModel
package import SwiftReader

extension TypeTable {
  /// The members by which a type says itself what is stored of it.
  package static let attributeCodings: Set = ["storedValue", "storageType", "primitive", "encode"]

  /// Returns the raw values of the cases of the enumeration that `declaration` declares, in their
  /// order; nil for other types, and where the sources do not show that these are what is written,
  /// since a member of the type is one of `codings`.
  package func rawValues(
    of declaration: TypeDeclaration, _ type: DeclaredType, unlessDeclared codings: Set<String>
  ) -> [(name: String, value: StoredValue)]? {
    if EnumerationDeclaration.isAnnotated(declaration) {
      let open = EnumerationDeclaration(EntityHeader(declaration, inside: type.surroundings))
      return open.namedTexts.map { ($0.name, .text($0.text)) }
    }
    guard declaration.kind == .enum, let raw = declaration.inheritedTypes.first,
      let storage = storageType(of: raw, for: type), storage == .string || storage.isWhole
    else { return nil }
    let declarations = [declaration] + extensions(of: type)
    let members = declarations.flatMap(\.flattenedMembers)
    let names = members.flatMap { member in
      (member.asVariable?.bindings.compactMap(\.name) ?? [])
        + [member.asFunction?.name].compactMap(\.self)
    }
    guard codings.isDisjoint(with: names) else { return nil }
    var cases: [(name: String, value: StoredValue)] = []
    var next: Int64? = 0
    for element in declaration.flattenedMembers.compactMap(\.asEnumCase).flatMap(\.elements) {
      guard let name = element.identifier, element.payload == nil else { return nil }
      if storage == .string {
        let raw = element.rawValue.map(\.stringValue) ?? name
        guard let raw else { return nil }
        cases.append((name, .text(raw)))
        continue
      }
      if let raw = element.rawValue {
        guard case .integer(let number)? = raw.storedValue(as: .int64) else { return nil }
        next = number
      }
      guard let number = next else { return nil }
      cases.append((name, .integer(number)))
      next = number == .max ? nil : number + 1
    }
    return cases
  }

  /// Returns what an attribute of `type`, written where `user` stands and stored as `storage`, has
  /// where `value` is its initial one; nil where the sources do not show.
  func constant(
    _ value: Expression, of type: TypeSyntax, as storage: StorageType, for user: DeclaredType
  ) -> StoredValue? {
    guard let found = self.type(named: type.spelling, for: user) else {
      switch (value.form, storage) {
      case (.integer, .decimal): return value.storedValue(as: .int64).map { .text($0.digits) }
      case (.array(let elements), .json) where elements.isEmpty: return .text("[]")
      case (.dictionary(let elements), .json) where elements.isEmpty: return .text("{}")
      default: return value.storedValue(as: storage)
      }
    }
    guard case .type(let declaration) = found.syntax else { return nil }
    if StorageDeclaration.isAnnotated(declaration) {
      return value.evidentType == type.spelling ? .text("{}") : nil
    }
    guard case .member(_, let name) = value.form else { return nil }
    return rawValues(of: declaration, found, unlessDeclared: Self.attributeCodings)?
      .first { $0.name == name }?.value
  }
}

extension StoredValue {
  /// The digits of a whole number.
  fileprivate var digits: String { if case .integer(let number) = self { "\(number)" } else { "" } }
}

extension StorageType {
  /// `true` if values of the type are whole numbers.
  fileprivate var isWhole: Bool { self == .int64 || integerRange != nil }
}
