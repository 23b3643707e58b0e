import EntityModel
import EntityStore

/// Which changes may alter what a query finds: the entities and properties that it depends on.
struct QueryDependencies: Sendable {
  /// The indexes of the entities whose rows count, added or removed.
  private var entities: Set<Int> = []

  /// The properties that count, by the index of their entity.
  private var properties: [Int: PropertySet] = [:]

  private let layout: StoreLayout

  /// Creates the dependencies of the ids and the order of what `query` finds.
  init(_ query: EntityQuery, _ layout: StoreLayout) {
    self.layout = layout
    guard let entity = layout.entity(query.entity) else { return }
    addRows(of: entity)
    visit(query.predicate.root, from: entity)
    for term in query.sorting { visit(term.operand.root, from: entity) }
  }

  /// Creates the dependencies of the rows that `query` finds.
  init(_ query: ResultQuery, _ layout: StoreLayout) {
    self.init(query.base, layout)
    guard let entity = layout.entity(query.base.entity) else { return }
    let columns = query.columns + query.order.map(\.column) + query.named
    for operand in columns.compactMap(\.operand) + query.grouping {
      visit(operand.root, from: entity)
    }
  }

  /// Adds all attributes and to-ones of the entity called `name` and of those that extend it.
  mutating func addValues(of name: String) {
    guard let entity = layout.entity(name) else { return }
    for subentity in subentities(of: entity) {
      for property in subentity.columnIndexes {
        properties[subentity.index, default: []].insert(property)
      }
    }
  }

  /// `true` if what `summary` sums up may alter what the query finds.
  func mayChange(by summary: ChangeSummary) -> Bool {
    if summary.isReset || !entities.isDisjoint(with: summary.entities) { return true }
    return summary.properties.contains { entity, changed in
      properties[entity].map { !$0.intersection(changed).isEmpty } ?? false
    }
  }

  // MARK: What a query asks

  private func subentities(of entity: EntityLayout) -> [EntityLayout] {
    entity.subentities.compactMap { layout.entity($0) }
  }

  /// Adds that rows of `entity`, and of those that extend it, come and go.
  private mutating func addRows(of entity: EntityLayout) {
    for subentity in subentities(of: entity) { entities.insert(subentity.index) }
  }

  /// Adds the property `index` of `entity` and of those that extend it.
  private mutating func add(_ index: Int, of entity: EntityLayout) {
    for subentity in subentities(of: entity) {
      properties[subentity.index, default: []].insert(index)
    }
  }

  /// Adds what `part`, a condition or an operand, asks of the objects of `entity`.
  private mutating func visit(_ part: PredicatePart, from entity: EntityLayout) {
    part.visit(from: entity) { kind, entity in
      if let scope = kind.scope {
        let entity = layout.entity(scope.entity)
        if let entity { addRows(of: entity) }
        return entity
      }
      let end = kind.path.flatMap { walk($0, from: entity) }
      if case .place(let path, _) = kind { addOrder(of: path, from: entity) }
      if case .search(let path, let search) = kind, let owner = path.names.isEmpty ? entity : end {
        addSearched(search, of: owner)
      }
      // How much a word counts depends on all the objects that the index has.
      if case .rank = kind, let root = layout.entity(entity.rootName) {
        addRows(of: root)
        addSearched(TextSearch(""), of: root)
      }
      return end
    }
  }

  /// Adds the attributes of `entity`, and of those that extend it, that `search` looks in.
  private mutating func addSearched(_ search: TextSearch, of entity: EntityLayout) {
    for subentity in subentities(of: entity) {
      for index in subentity.columnIndexes where subentity.columns[index]?.search != nil {
        let name = subentity.properties[index].name
        guard search.attributes.isEmpty || search.attributes.contains(name) else { continue }
        properties[subentity.index, default: []].insert(index)
      }
    }
  }

  /// Adds the ordered to-many that is the inverse of the relationship of `entity` that `path` is:
  /// what moves a member is a change of its owner alone.
  private mutating func addOrder(of path: PropertyPath, from entity: EntityLayout) {
    guard let name = path.names.first, let index = entity.relationshipIndex(name),
      let relationship = entity.relationships[index]?.relationship,
      let target = layout.entity(relationship.target),
      let inverse = target.relationshipIndex(relationship.inverse)
    else { return }
    add(inverse, of: target)
  }

  /// Adds the properties on the way of `path` from `entity`; returns the entity at its end if that
  /// is a relationship.
  @discardableResult
  private mutating func walk(
    _ path: PropertyPath, from entity: EntityLayout
  ) -> EntityLayout? {
    var current = entity
    for name in path.names {
      if let kind = name.castEntity {
        guard let target = layout.entity(kind) else { return nil }
        current = target
        continue
      }
      guard let index = current.ownerIndex(name) ?? current.relationshipIndex(name) else {
        return nil
      }
      add(index, of: current)
      guard let relationship = current.relationships[index]?.relationship,
        let target = layout.entity(relationship.target)
      else { return nil }
      // A row at the other end that goes is referred to no more; one that comes may refer to this.
      addRows(of: target)
      if relationship.isToMany, let inverse = target.relationshipIndex(relationship.inverse) {
        add(inverse, of: target)
      }
      current = target
    }
    return current
  }
}
