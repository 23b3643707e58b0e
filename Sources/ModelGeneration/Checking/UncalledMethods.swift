import EntityExpansion
import SwiftReader

extension ModuleModel {
  /// Returns a warning for each method of an entity that is one of a protocol to which its class
  /// does not conform, so that nobody calls it: `willSave()` of a class that is no
  /// `ObjectLifeCycle`.
  ///
  /// Only what the sources show is reported: a class that inherits from something that they do not
  /// declare may conform by that.
  func uncalledMethods() -> [FileDiagnostic] {
    guard isReadable else { return [] }
    return entities.filter { $0.declared.module == 0 }.flatMap { entity -> [FileDiagnostic] in
      guard let inherited = types.inheritedNames(of: entity.declared) else { return [] }
      let declarations = [entity.declaration.header.syntax]
      return declarations.flatMap(\.flattenedMembers).compactMap(\.asFunction).compactMap {
        guard let name = $0.name, let range = $0.nameRange, let wanted = $0.protocolOfItsOwn,
          !inherited.contains(wanted)
        else { return nil }
        return FileDiagnostic(
          "model.method.uncalled",
          "'\(entity.name).\(name)' is called by nobody, since '\(entity.name)' does not conform to "
            + "'\(wanted)'; write 'extension \(entity.name): \(wanted) {}', or give the method "
            + "another name",
          at: variant.location(of: range, in: entity.declared), severity: .warning)
      }
    }
  }
}

extension FunctionDeclaration {
  /// The protocol of entities that the method would be one of; nil for others.
  fileprivate var protocolOfItsOwn: String? {
    guard kind == .function, let name else { return nil }
    switch name {
    case "awakeFromInsert", "awakeFromFetch", "willSave", "didSave", "willDelete", "didRefresh":
      return parameters.isEmpty ? "ObjectLifeCycle" : nil
    case "validate":
      let types = parameters.map { $0.type?.spelling ?? "" }
      return types == ["inout ValidationProblems"] ? "ValidatedObject" : nil
    default: return nil
    }
  }
}

extension TypeTable {
  /// Protocols that have nothing to do with what is called of an object.
  private static let otherProtocols: Set<String> = [
    "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Hashable", "Identifiable", "ManagedObject",
    "Observable", "Sendable", "SingleObject",
  ]

  /// Returns the names of all that `type` inherits from and conforms to, by its extensions and
  /// through others too; nil where the sources do not show all of it.
  fileprivate func inheritedNames(of type: DeclaredType) -> Set<String>? {
    var names: Set<String> = []
    var pending = [type]
    while let next = pending.popLast() {
      guard let declaration = next.type else { return nil }
      for inherited in ([declaration] + extensions(of: next)).flatMap(\.inheritedTypes) {
        let words = inherited.spelling.split(whereSeparator: { $0 == "." || $0 == " " })
        guard let name = words.last.map(String.init) else { continue }
        if !names.insert(name).inserted || Self.otherProtocols.contains(name) { continue }
        if ["ObjectLifeCycle", "ValidatedObject"].contains(name) { continue }
        guard let found = resolvedType(named: inherited.spelling, for: next) else { return nil }
        pending.append(found)
      }
    }
    return names
  }
}
