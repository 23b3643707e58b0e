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

  /// Which objects are fetched; `PredicateOperand.source` is the owning object.
  package var predicate: PredicateTree

  /// The order of the result.
  package var sorting: [SortTerm]

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
