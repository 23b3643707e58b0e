/// Makes a class an entity, whose objects are stored.
///
/// The class inherits from `ManagedObject` or from another entity. Every stored `var` of it is an
/// attribute, unless an annotation says otherwise. Generated are the accessors of the properties,
/// an initialiser that takes their values and a context, and what a store needs to know.
///
///     @Entity final class Book: ManagedObject {
///       @Attribute(.indexed) var title: String
///       var pages: Int = 0
///       @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
///     }
///
///     let book = Book(title: "The Dispossessed", pages: 387, in: context)
///
/// - Parameters:
///   - options: What the class offers beside its properties: `.values`, `.codable`, `.observable`,
///     that it is `.abstract`, or that its author writes its initialisers: `.noInitializer`.
///   - originalName: The name that the entity had before, for a migration to find its rows.
///   - unique: Lists of attributes and to-one relationships, by name, of whose values no two
///     objects have the same ones: `[["author", "title"]]`. An object that has no value of one of
///     them is like no other one. `"deletedAt == nil"` or `"deletedAt != nil"` in a list says that
///     it is about those objects alone: `[["name", "deletedAt == nil"]]`. One property alone is
///     marked `@Attribute(.unique)` instead.
///   - indexes: Lists of attributes and to-one relationships, by name, that objects are found and
///     sorted by together: `[["author", "published"]]` serves requests for one author's books in
///     the order of their dates, and those for an author's books in any order. A minus stands
///     before a property that is in descending order while others are not, `["author",
///     "-published"]`. An index of some objects alone, with a condition as in `unique`, serves
///     requests that have it. `"entity"` is the class of an object, `["entity"]` an index by which
///     objects of one of the classes that extend this one are found.
///
/// The names are string literals, of properties of the class and of those that it inherits; one in
/// each list is the class's own.
@attached(
  member, conformances: ManagedObjectProtocol,
  names: named(init), named(__Index), named(__Values), named(__values), named(__Defaults),
  named(__entityName), named(__propertyCount), named(__describe), named(__addKeyPaths),
  named(__addOwnKeyPaths), named(__addDeprecatedKeyPaths), named(__addOwnDeprecatedKeyPaths),
  named(Values), named(__ValuesType), named(__load), named(__fill), named(__write), named(__text),
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
public macro Entity(
  _ options: EntityOption..., originalName: String? = nil, unique: [[String]] = [],
  indexes: [[String]] = []
) =
  #externalMacro(module: "EntityMacros", type: "EntityMacro")

/// Makes a class an entity, whose name was another one before.
///
/// It is `Entity(_:originalName:unique:indexes:)` with the first two the other way round.
@attached(
  member, conformances: ManagedObjectProtocol,
  names: named(init), named(__Index), named(__Values), named(__values), named(__Defaults),
  named(__entityName), named(__propertyCount), named(__describe), named(__addKeyPaths),
  named(__addOwnKeyPaths), named(__addDeprecatedKeyPaths), named(__addOwnDeprecatedKeyPaths),
  named(Values), named(__ValuesType), named(__load), named(__fill), named(__write), named(__text),
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
public macro Entity(
  originalName: String?, _ option: EntityOption, _ options: EntityOption...,
  unique: [[String]] = [], indexes: [[String]] = []
) =
  #externalMacro(module: "EntityMacros", type: "EntityMacro")

/// What an entity offers beside its properties, written in its annotation: `@Entity(.values)`.
///
/// The compiler reads options when the class is built: write them as literals, `.values`.
public struct EntityOption: Sendable {
  private init() {}

  /// The entity has a struct `Values` of its attributes, which can be sent, compared and coded.
  public static var values: EntityOption { EntityOption() }

  /// Not among these: it goes before them.
  @available(*, unavailable, message: "write '.codable' before the other options")
  public static var codable: EntityOption { EntityOption() }

  /// The properties of objects can be observed with Swift's Observation.
  public static var observable: EntityOption { EntityOption() }

  /// There are objects of the classes that extend the entity, and none of its own: the compiler
  /// refuses a call of its initialiser, and a save what `context.insert` makes of it.
  public static var abstract: EntityOption { EntityOption() }

  /// No initialiser is generated that takes the properties; those that the class has its author
  /// writes, each with `self.init(insertedInto: context)` before anything else.
  public static var noInitializer: EntityOption { EntityOption() }
}
