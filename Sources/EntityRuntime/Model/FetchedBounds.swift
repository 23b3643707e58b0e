import EntityModel
import EntityStore

extension __EntityBuilder {
  /// Returns the order by one property.
  func terms<Object: ManagedObject>(
    _ property: any PartialKeyPath<Object> & Sendable, _ direction: SortDirection
  ) -> @Sendable () -> [FetchOrder<Object>] {
    {
      [FetchOrder(term: SortTerm(Fields<Object>.operand(of: property), order: direction))]
    }
  }

  /// Adds a fetched property whose condition, none for all objects, and order are made with each
  /// access.
  mutating func add<Object: ManagedObject>(
    _ name: String, _ result: Fetched.Result, _ type: Object.Type,
    _ condition: __FetchedCondition<Object>?,
    _ order: @escaping @Sendable () -> [FetchOrder<Object>], _ bounds: FetchedBounds,
    _ properties: [any PartialKeyPath<Object> & Sendable] = []
  ) {
    let target = Object.__entityName
    targets.append(type)
    let condition = condition?.condition(ownedBy: self.type)
    // The condition asks for key paths, which may lead back to the class being described.
    fetches[name] = {
      var fetched = Fetched(
        name: name, target: target, result: result,
        predicate: condition.map { Fields.condition($0) } ?? .constant(true),
        sorting: order().map(\.term))
      fetched.limit = bounds.limit
      fetched.offset = bounds.offset
      fetched.includesSubentities = bounds.includesSubentities
      fetched.includesPendingChanges = bounds.includesPendingChanges
      fetched.properties = properties.map { Fields<Object>.path(of: $0) }
      return fetched
    }
    entity?.properties.append(.fetched(Fetched(name: name, target: target, result: result)))
  }
}

/// How much of what satisfies its condition a fetched property fetches.
struct FetchedBounds: Sendable {
  let limit: Int?
  let offset: Int
  let includesSubentities: Bool
  let includesPendingChanges: Bool

  init(
    _ limit: Int?, _ offset: Int, _ includesSubentities: Bool, _ includesPendingChanges: Bool
  ) {
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.includesPendingChanges = includesPendingChanges
  }
}
