/// Describes a property that is the result of a fetch.
public struct Fetched: Hashable, Sendable {
  /// What the property holds of the objects that the fetch finds.
  @nonexhaustive public enum Result: String, Codable, Hashable, Sendable {
    case objects, count, identifiers, dictionaries
  }

  /// The property's name in the class.
  public var name: String

  /// The name of the entity whose objects are fetched.
  public var target: String

  /// What the property holds.
  public var result: Result

  /// Which objects are fetched, as the condition was when it was asked; `PredicateOperand.source`
  /// is the owning object, and paths may lead from it.
  package var predicate: PredicateTree

  /// The order of the result.
  package var sorting: [SortTerm]

  /// The most objects that are fetched, or `nil` for all.
  package var limit: Int?

  /// How many objects are left out at the beginning.
  package var offset = 0

  /// `true` if objects of entities that extend the target are fetched too.
  package var includesSubentities = true

  /// `true` if the context's unsaved changes count; as saved otherwise.
  package var includesPendingChanges = true

  /// The paths to the properties that dictionaries have; all attributes if there are none.
  package var properties: [PropertyPath] = []

  /// Creates a description of the fetched property `name`.
  package init(
    name: String, target: String, result: Result = .objects,
    predicate: PredicateTree = .constant(true), sorting: [SortTerm] = []
  ) {
    self.name = name
    self.target = target
    self.result = result
    self.predicate = predicate
    self.sorting = sorting
  }
}
