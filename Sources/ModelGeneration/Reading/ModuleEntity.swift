package import EntityExpansion
import SwiftReader

/// An entity with the source that it was read from.
package struct ModuleEntity: Sendable {
  package let declared: DeclaredType
  package let declaration: EntityDeclaration
  package let description: EntityDescription

  /// How far the class can be seen.
  let access: Access

  /// `true` if the class or its description depends on a condition of the build.
  let isConditional: Bool

  /// Reads the class that `declared` declares in a build under `conditions`; nil where it is not
  /// annotated, or cannot be an entity.
  init?(_ declared: DeclaredType, in types: TypeTable, conditions: BuildConditions?) {
    guard let header = declared.entityHeader, header.obstacle == nil else { return nil }
    self.declared = declared
    declaration = EntityDeclaration(
      header, members: header.syntax.members.flatMap { $0.taken(conditions) })
    description = EntityDescription(declaration)
    access = types.access(of: declared)
    isConditional =
      !declared.conditions.isEmpty || header.syntax.members.contains(where: \.decidesProperties)
  }

  /// The entity's name.
  package var name: String { description.identifier }

  /// The class as code outside of it names it.
  var typeName: String { declared.spelling.joined(separator: ".") }

  /// `true` if the class can be named in its own file only.
  var isPrivate: Bool { access <= .fileprivate }

  /// `true` if naming the class draws a warning outside of what is deprecated too.
  var isDeprecated: Bool {
    declaration.header.syntax.isDeprecated || declared.surroundings.contains(where: \.isDeprecated)
  }

  /// The property called `name`, nil if the entity does not declare it.
  func property(_ name: String) -> PropertyDeclaration? {
    declaration.properties.first { $0.identifier == name }
  }
}

extension DeclaredType {
  /// The first line of the class, nil where `@Entity` does not stand on the type.
  var entityHeader: EntityHeader? {
    guard let type else { return nil }
    let header = EntityHeader(type, inside: surroundings)
    return header.isAnnotated ? header : nil
  }
}
