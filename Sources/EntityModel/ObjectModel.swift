/// Describes all the entities of one container.
///
/// A model that `validate()` accepts is consistent: every name resolves, every relationship and its
/// inverse agree, no two properties claim one column.
public struct ObjectModel: Sendable {
  /// The entities by name, in the order of their names.
  public let entities: [Entity]

  /// What implements the entities; descriptions know nothing of it.
  package var implementation: (any Sendable)?

  /// Creates a model of `entities`, whatever their order.
  ///
  /// - Complexity: O(*n* log *n*). Nothing is checked.
  public init(entities: [Entity]) {
    self.entities = entities.sorted { $0.name < $1.name }
  }

  /// The entity called `name`, or `nil`.
  ///
  /// - Complexity: O(log *n*).
  public func entity(named name: String) -> Entity? {
    var low = 0
    var high = entities.count
    while low < high {
      let middle = (low + high) / 2
      if entities[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low < entities.count && entities[low].name == name ? entities[low] : nil
  }

  /// The entity called `name` after its ancestors, root first; empty when there is none.
  ///
  /// A cycle or an unknown ancestor ends the list.
  public func lineage(of name: String) -> [Entity] {
    var line: [Entity] = []
    var next: String? = name
    while let current = next, let entity = entity(named: current),
      !line.contains(where: { $0.name == current })
    {
      line.append(entity)
      next = entity.superentity
    }
    return line.reversed()
  }

  /// The name of the entity at the root of the tree that `name` belongs to.
  public func root(of name: String) -> String { lineage(of: name).first?.name ?? name }

  /// The entities of the tree rooted at `name`, each before those that extend it; siblings by name.
  public func tree(rootedAt name: String) -> [Entity] {
    guard let root = entity(named: name) else { return [] }
    var result: [Entity] = []
    var pending = [root]
    while let entity = pending.popLast() {
      guard !result.contains(where: { $0.name == entity.name }) else { continue }
      result.append(entity)
      pending += entities.filter { $0.superentity == entity.name }.reversed()
    }
    return result
  }

  /// All the properties of the entity called `name`: those of its ancestors first, root first.
  public func properties(of name: String) -> [Property] {
    lineage(of: name).flatMap(\.properties)
  }

  /// The property of `entity`, inherited or its own, that is called `name`, or `nil`; a leaf of a
  /// composition, as an attribute, where the name leads to one: `home.city`.
  public func property(_ name: String, of entity: String) -> Property? {
    properties(of: entity).first { $0.name == name } ?? leaf(name, of: entity)
  }
}

/// Two models are equal when they describe the same entities, whatever implements them.
extension ObjectModel: Hashable {
  public static func == (left: ObjectModel, right: ObjectModel) -> Bool {
    left.entities == right.entities
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(entities) }
}
