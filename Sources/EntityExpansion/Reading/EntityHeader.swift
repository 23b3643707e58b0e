package import SwiftReader

/// A type that may be an entity, as far as its first line shows.
package struct EntityHeader: Sendable {
  package let syntax: TypeDeclaration
  /// The types around it, the innermost first.
  let surroundings: [TypeDeclaration]

  /// Reads `syntax`, which stands inside the declarations that `context` holds, innermost first.
  init(_ syntax: TypeDeclaration, in context: some Sequence<String>) {
    self.syntax = syntax
    surroundings = context.compactMap {
      SyntaxTree(parsing: $0, as: .members).flattenedDeclarations.first?.asType
    }
  }

  /// Reads `syntax`, which stands inside `surroundings`, the innermost first.
  package init(_ syntax: TypeDeclaration, inside surroundings: [TypeDeclaration]) {
    self.syntax = syntax
    self.surroundings = surroundings
  }

  /// The name as written, with its backticks.
  var name: String { syntax.name ?? "_" }

  /// The name without backticks.
  package var identifier: String { syntax.identifier ?? "_" }

  /// The annotation `@Entity` of the type, nil where it has none.
  var annotation: Annotation? {
    syntax.attributes.first { AnnotationKind(annotation: $0) == .entity }
  }

  /// `true` if `@Entity` stands on the type.
  package var isAnnotated: Bool { annotation != nil }

  /// The name that the entity had before, nil where none is written.
  var originalName: String? {
    annotation?.argument(labelled: "originalName")?.value.stringValue
  }

  /// The options that the annotation names, and those that go with them.
  package var options: Set<EntityOption> {
    let named = (annotation?.arguments ?? []).filter { $0.label == nil }
      .map { EntityOption(argument: $0.value) }
    var options = Set(named.compactMap(\.self))
    // The compiler refuses it behind others.
    if named.first != .codable { options.remove(.codable) }
    return options.contains(.codable) ? options.union([.values]) : options
  }

  /// The types called `Values` that the type declares.
  var declaredValues: [TypeDeclaration] {
    syntax.members.flatMap(\.flattened).compactMap(\.asType)
      .filter { $0.identifier == "Values" && $0.kind != .extension }
  }

  /// `true` if no class extends the type.
  package var isFinal: Bool { syntax.has(modifier: "final") }

  /// How far the type can be seen, by its own modifier or that of the extension around it.
  var access: Access {
    let written = syntax.accessLevel ?? extensionAccess
    return written.flatMap(Access.init(rawValue:)) ?? .internal
  }

  private var extensionAccess: String? {
    guard let outer = surroundings.first, outer.kind == .extension else { return nil }
    return outer.accessLevel
  }

  /// What stands first after the colon.
  package var firstInherited: TypeSyntax? { syntax.inheritedTypes.first }

  /// The superclass as written, nil where it is ManagedObject itself.
  var superentity: String? {
    guard let type = firstInherited?.spelling else { return nil }
    return ["ManagedObject", "EntityGraph.ManagedObject"].contains(type) ? nil : type
  }

  /// The first thing that prevents the type from being an entity, nil if there is none.
  package var obstacle: EntityObstacle? {
    if syntax.kind != .class { return .notClass }
    if syntax.generics != nil || surroundings.contains(where: { $0.generics != nil }) {
      return .generic
    }
    guard let inherited = firstInherited else { return .noSuperclass }
    if EntityHeader.protocols.contains(inherited.spelling) { return .protocolFirst }
    if let superentity, surroundings.contains(where: { $0.name == superentity }) {
      return .insideSuperclass
    }
    if syntax.globalActor != nil { return .isolated }
    return nil
  }

  /// Protocols that authors list after a superclass, and sometimes in its place.
  private static let protocols: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable",
    "Identifiable", "Observable", "Observation.Observable", "Sendable", "@unchecked Sendable",
  ]
}

/// What prevents a type from being an entity.
package enum EntityObstacle: Sendable {
  /// It is no class.
  case notClass
  /// It, or a type around it, has type parameters.
  case generic
  /// It inherits from nothing.
  case noSuperclass
  /// Its inheritance clause begins with a protocol.
  case protocolFirst
  /// It stands inside its superclass.
  case insideSuperclass
  /// It belongs to a global actor.
  case isolated
}
