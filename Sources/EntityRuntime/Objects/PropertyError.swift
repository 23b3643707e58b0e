import EntityModel
import EntityStore

/// Reports that an entity has no property of a name, or that it cannot hold a value.
public struct PropertyError: Error, Hashable, Sendable {
  /// The entity.
  public let entity: String

  /// The property that was asked for, or the path to it.
  public let property: String

  /// What is wrong.
  public let message: String
}

extension PropertyError: CustomStringConvertible {
  public var description: String { message }
}

extension PropertyError {
  /// The error that `entity` has no property `key`.
  static func unknown(_ key: String, of entity: ManagedEntity) -> PropertyError {
    let names = listed(entity.layout.properties.map(\.name))
    return PropertyError(
      entity: entity.name, property: key,
      message: "'\(entity.name)' has no property '\(key)'; it has "
        + (names.isEmpty ? "none" : names))
  }

  /// Returns `names` in their alphabetical order: `'a', 'b' and 'c'`.
  static func listed(_ names: [String]) -> String {
    let quoted = names.sorted().map { "'\($0)'" }
    let head = quoted.dropLast().joined(separator: ", ")
    return (head.isEmpty ? "" : head + " and ") + (quoted.last ?? "")
  }

  /// The error that the path `key` leads on from the property `name` of `entity`, which refers to
  /// no object.
  static func path(_ key: String, through name: String, of entity: ManagedEntity) -> PropertyError {
    PropertyError(
      entity: entity.name, property: key,
      message: "'\(key)' leads nowhere from '\(entity.name).\(name)', which is no to-one "
        + "relationship")
  }

  /// The error that the path `key` leads through the to-one `name` of `entity`, where there is no
  /// object that could be given a value.
  static func absent(_ key: String, at name: String, of entity: ManagedEntity) -> PropertyError {
    PropertyError(
      entity: entity.name, property: key,
      message: "'\(entity.name).\(name)' refers to no object, so that '\(key)' cannot be given a "
        + "value")
  }

  /// The error that the property `key` of `entity` cannot be given the value that it was, or `nil`.
  static func refused(
    _ key: String, of entity: ManagedEntity, isNil: Bool = false
  ) -> PropertyError {
    let name = "'\(entity.name).\(key)'"
    let index = entity.layout.propertyIndex(key)
    let access = index.flatMap { entity.accesses[$0] } ?? entity.transients[key]
    let message =
      if let column = entity.layout.leaf(key)?.column {
        name + EntityLayout.whole(column).dropFirst("it".count)
      } else if let access, access.set != nil, isNil {
        "\(name) cannot be nil; it is a '\(PropertyAccess.spelled(access.valueType))'"
      } else if let access, access.set != nil {
        "\(name) cannot be given a value of another type than its own, "
          + "'\(PropertyAccess.spelled(access.valueType))'"
      } else if let index, entity.layout.properties[index].fetched != nil {
        "\(name) is found by a fetch and cannot be given a value"
      } else {
        "\(name) is computed and cannot be given a value"
      }
    return PropertyError(entity: entity.name, property: key, message: message)
  }
}

extension PropertyAccess {
  /// Returns the name of `type` as a property is declared with it, like `Int?`.
  fileprivate static func spelled(_ type: any Any.Type) -> String {
    let parts: (present: any Any.Type, isOptional: Bool) = flattened(type)
    return "\(parts.present)" + (parts.isOptional ? "?" : "")
  }
}
