/// Makes a class an entity whose objects are `Codable` themselves, as `CodableObject` describes.
///
/// It is `Entity(_:originalName:unique:indexes:)`, with `.codable` before its other options, and
/// has `.values` with it. The class stands in no function: no macro could make one there conform. A
/// class that extends it is coded only if it is marked `.codable` too.
///
///     @Entity(.codable) final class Book: ManagedObject { … }
@attached(
  member, conformances: ManagedObjectProtocol,
  names: named(init), named(__Index), named(__Values), named(__values), named(__Defaults),
  named(__entityName), named(__propertyCount), named(__describe), named(__addKeyPaths),
  named(__addOwnKeyPaths), named(__addDeprecatedKeyPaths), named(__addOwnDeprecatedKeyPaths),
  named(Values), named(__ValuesType), named(__codedValues), named(__load), named(__fill),
  named(__write), named(__text),
  named(__toOne), named(__setToOne), named(__takeSnapshot), named(__restore), named(__unload),
  named(__noteStored),
  named(__isObservable), named(__observation), named(__willChange), named(__didChange),
  named(objectID),
  // What replaces the members of ManagedObject where the superclass is no entity.
  named(__fire), named(__willWrite), named(__read), named(__object), named(__requiredObject),
  named(__setObject), named(__objects), named(__setObjects), named(__handle),
  named(__orderedObjects), named(__setOrderedObjects), named(__orderedHandle),
  named(__fetchedObjects),
  named(__fetchedCount), named(__fetchedIdentifiers), named(__fetchedDictionaries))
@attached(memberAttribute)
@attached(extension, conformances: CodableObject, Codable)
public macro Entity(
  _ codable: CodableEntityOption, _ options: EntityOption..., originalName: String? = nil,
  unique: [[String]] = [], indexes: [[String]] = []
) =
  #externalMacro(module: "EntityMacros", type: "EntityMacro")

/// Makes a class an entity whose objects are `Codable` themselves, and whose name was another one
/// before.
///
/// It is `Entity(_:_:originalName:unique:indexes:)` with the name first.
@attached(
  member, conformances: ManagedObjectProtocol,
  names: named(init), named(__Index), named(__Values), named(__values), named(__Defaults),
  named(__entityName), named(__propertyCount), named(__describe), named(__addKeyPaths),
  named(__addOwnKeyPaths), named(__addDeprecatedKeyPaths), named(__addOwnDeprecatedKeyPaths),
  named(Values), named(__ValuesType), named(__codedValues), named(__load), named(__fill),
  named(__write), named(__text),
  named(__toOne), named(__setToOne), named(__takeSnapshot), named(__restore), named(__unload),
  named(__noteStored),
  named(__isObservable), named(__observation), named(__willChange), named(__didChange),
  named(objectID),
  // What replaces the members of ManagedObject where the superclass is no entity.
  named(__fire), named(__willWrite), named(__read), named(__object), named(__requiredObject),
  named(__setObject), named(__objects), named(__setObjects), named(__handle),
  named(__orderedObjects), named(__setOrderedObjects), named(__orderedHandle),
  named(__fetchedObjects),
  named(__fetchedCount), named(__fetchedIdentifiers), named(__fetchedDictionaries))
@attached(memberAttribute)
@attached(extension, conformances: CodableObject, Codable)
public macro Entity(
  originalName: String?, _ codable: CodableEntityOption, _ options: EntityOption...,
  unique: [[String]] = [], indexes: [[String]] = []
) =
  #externalMacro(module: "EntityMacros", type: "EntityMacro")

/// The option of an entity whose objects are `Codable`: `@Entity(.codable)`.
public struct CodableEntityOption: Sendable {
  private init() {}

  /// Coders write and make objects of the entity.
  public static var codable: CodableEntityOption { CodableEntityOption() }
}
