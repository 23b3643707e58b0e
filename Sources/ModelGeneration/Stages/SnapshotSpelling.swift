import EntityExpansion
import EntityModel
import SwiftReader

/// How code that is generated for snapshots spells the types of attributes, such that nothing that
/// a module declares is taken for them.
struct SnapshotSpelling {
  private let types: TypeTable
  private let moduleName: String

  /// What types of Foundation begin with: nothing where their plain names mean them.
  let foundationPrefix: String

  /// How far the generated code can be seen.
  private let access: Access

  /// `true` if something else has the name of the module, so that it cannot qualify a type.
  private let hidesModule: Bool

  /// Creates the spelling for types of `snapshots` in the module of `variant`, which can be seen as
  /// far as `access`.
  init(_ variant: ModuleVariant, _ snapshots: [SchemaSnapshot], access: Access) {
    types = variant.types
    moduleName = variant.modules[0].name
    self.access = access
    let declared = Set(variant.types.declarations.filter { $0.path.count == 1 }.map { $0.path[0] })
    let names = declared.union(snapshots.flatMap { $0.model.entities.map(\.name) })
    foundationPrefix = names.isDisjoint(with: Self.foundationTypes.values) ? "" : "Foundation."
    hidesModule = names.contains(variant.modules[0].name)
  }

  // MARK: Attributes

  /// Returns the type of values of `type`; for JSON that of its text.
  func name(of type: StorageType) -> String {
    if let name = Self.foundationTypes[type] { return foundationPrefix + name }
    return "Swift." + (Self.swiftTypes[type] ?? "String")
  }

  /// `true` if values of `type` are of a type of Foundation.
  func needsFoundation(_ type: StorageType) -> Bool { Self.foundationTypes[type] != nil }

  /// `true` if `type`, as this spells it, names a type of Foundation.
  func needsFoundation(_ type: String) -> Bool {
    let names = type.split { !$0.isLetter && $0 != "." && $0 != "_" && !$0.isNumber }
    return names.contains { name in
      name.hasPrefix(foundationPrefix)
        && Self.foundationTypes.values.contains(String(name.dropFirst(foundationPrefix.count)))
    }
  }

  private static let swiftTypes: [StorageType: String] = [
    .boolean: "Bool", .int8: "Int8", .int16: "Int16", .int32: "Int32", .int64: "Int",
    .uint8: "UInt8", .uint16: "UInt16", .uint32: "UInt32", .uint64: "UInt64", .float: "Float",
    .double: "Double",
  ]

  private static let foundationTypes: [StorageType: String] = [
    .date: "Date", .data: "Data", .uuid: "UUID", .url: "URL", .decimal: "Decimal",
  ]

  // MARK: Codable types

  /// Returns the type that `text`, written in the entity `entity`, is at the top of a file; `nil`
  /// where the sources do not show that there is such a type, that it is Codable and that the
  /// generated code can name it.
  func codableType(_ text: String, in entity: DeclaredType?) -> String? {
    guard let type = TypeSyntax(parsing: text), type.spelling == text else { return nil }
    return name(of: type, in: entity, isKey: false, depth: 0)
  }

  private func name(
    of type: TypeSyntax, in entity: DeclaredType?, isKey: Bool, depth: Int
  ) -> String? {
    guard depth < 32 else { return nil }
    func inner(_ type: TypeSyntax, isKey: Bool) -> String? {
      name(of: type, in: entity, isKey: isKey, depth: depth + 1)
    }
    if let wrapped = type.wrapped { return inner(wrapped, isKey: isKey).map { "\($0)?" } }
    switch type.form {
    case .array(let element):
      return inner(element, isKey: isKey).map { "[\($0)]" }
    case .dictionary(let key, let value):
      return dictionary(inner(key, isKey: true), inner(value, isKey: isKey))
    case .identifier(let identifier):
      if let found = declared(type.spelling, in: entity) {
        return identifier.genericArguments.isEmpty ? name(of: found, isKey: isKey) : nil
      }
      let bases = ["Swift", "Foundation", "FoundationEssentials"]
      guard identifier.base.map({ bases.contains($0.text) }) ?? true else { return nil }
      let arguments = identifier.genericArguments
      switch (identifier.name, arguments.count) {
      case ("Array", 1): return inner(arguments[0], isKey: isKey).map { "[\($0)]" }
      case ("Set", 1): return inner(arguments[0], isKey: true).map { "Swift.Set<\($0)>" }
      case ("Dictionary", 2):
        return dictionary(inner(arguments[0], isKey: true), inner(arguments[1], isKey: isKey))
      case (let name, 0):
        if Self.standardNames.contains(name) { return "Swift.\(name)" }
        return Self.foundationTypes.values.contains(name) ? foundationPrefix + name : nil
      default: return nil
      }
    default: return nil
    }
  }

  private static let standardNames = Set(swiftTypes.values).union(["String", "Int64", "UInt"])

  private func dictionary(_ key: String?, _ value: String?) -> String? {
    guard let key, let value else { return nil }
    return "[\(key): \(value)]"
  }

  /// Returns the type that `name` means in `entity`, or at the top of a file of the module.
  private func declared(_ name: String, in entity: DeclaredType?) -> DeclaredType? {
    guard let user = entity ?? types.declarations.first(where: { $0.module == 0 })?.atTop
    else { return nil }
    return types.type(named: name, for: user)
  }

  /// Returns the name of `type` of the module if it is Codable for all who see the generated code.
  private func name(of type: DeclaredType, isKey: Bool) -> String? {
    guard type.module == 0, !hidesModule, types.access(of: type) >= max(.internal, access),
      let declaration = type.type, declaration.generics == nil, type.conditions.isEmpty
    else { return nil }
    let inherited = ([declaration] + types.extensions(of: type)).flatMap(\.inheritedTypes).map {
      $0.spelling.split(separator: ".").last.map(String.init) ?? ""
    }
    let isMadeHashable =
      CompositionDeclaration.isAnnotated(declaration) || StorageDeclaration.isAnnotated(declaration)
      || EnumerationDeclaration.isAnnotated(declaration)
    let isCodable =
      isMadeHashable || inherited.contains("Codable") || inherited.contains("Storable")
      || inherited.contains("Encodable") && inherited.contains("Decodable")
    let hasRawValues =
      declaration.kind == .enum
      && inherited.first.map { Self.standardNames.contains($0) } ?? false
    let isHashable = isMadeHashable || hasRawValues || inherited.contains("Hashable")
    guard isCodable, !isKey || isHashable else { return nil }
    return ([moduleName] + type.path.map(\.declaredName)).joined(separator: ".")
  }
}

extension DeclaredType {
  /// The declaration as one that stands at the top of its file, for names to be seen from there.
  fileprivate var atTop: DeclaredType {
    DeclaredType(
      module: module, file: file, syntax: syntax, path: [], spelling: [], surroundings: [],
      access: access, conditions: [])
  }
}
