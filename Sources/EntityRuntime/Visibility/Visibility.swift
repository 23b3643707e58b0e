import EntityModel
import EntityStore

/// Which objects requests leave out unless they say otherwise: those that have been deleted softly,
/// and those that do not satisfy the default conditions.
///
/// It becomes a part of a request's condition before anybody answers it, so that a store, memory
/// and what explains a request have the same one.
struct Visibility: Sendable {
  /// The entities of the container.
  private let model: ManagedModel

  /// The default conditions, by the indexes of the entities that they have been set for.
  private(set) var conditions: [Int: PredicateTree] = [:]

  /// What objects of an entity satisfy by default conditions alone, by its index: its own and those
  /// of the classes that it extends.
  private var defaults: [Int: PredicateTree] = [:]

  /// The properties that decide whether an object is visible, by the index of its entity; `nil` if
  /// that is not for its own columns alone to decide.
  private(set) var decidingProperties: [PropertySet]?

  /// Creates the visibility without default conditions.
  init(_ model: ManagedModel) {
    self.model = model
    findWhatDecides()
  }

  /// `true` if every object is visible.
  var isComplete: Bool { conditions.isEmpty && !model.hasDeletionDates }

  /// Makes `condition` the default condition of `entity`; `nil` makes it have none.
  mutating func setCondition(_ condition: PredicateTree?, of entity: ManagedEntity) {
    // What it asks of others is asked of those that have not been deleted; other default conditions
    // do not count in it, which might go round in a circle.
    conditions[entity.layout.index] = condition.map {
      restricted($0, of: entity, RequestVisibility(isUnscoped: true))
    }
    findWhatDecides()
  }

  /// Finds what decides whether an object is visible, which is asked of many.
  private mutating func findWhatDecides() {
    defaults = [:]
    var isDecidedByColumns = true
    decidingProperties = model.entities.map { entity in
      var properties = PropertySet(entity.deletionDate.map { [$0] } ?? [])
      guard !conditions.isEmpty,
        let condition = condition(of: entity, RequestVisibility(deleted: .included))
      else { return properties }
      defaults[entity.layout.index] = condition
      guard let asked = condition.columns(of: entity) else {
        isDecidedByColumns = false
        return properties
      }
      for index in asked { properties.insert(index) }
      return properties
    }
    if !isDecidedByColumns { decidingProperties = nil }
  }

  // MARK: Requests

  /// Returns `query` with what it does not find as a part of its condition.
  func applied(to query: EntityQuery) -> EntityQuery {
    guard let visibility = query.visibility, !isComplete || visibility.deleted == .only,
      let entity = model.entity(named: query.entity)
    else { return query }
    var query = query
    query.visibility = nil
    let condition = restricted(query.predicate, of: entity, visibility)
    query.predicate = self.condition(of: entity, visibility).map { condition.and($0) } ?? condition
    query.sorting = query.sorting.map { term in
      var term = term
      term.operand = restricted(term.operand, of: entity, visibility)
      return term
    }
    return query
  }

  /// Returns `query` with what it does not find as a part of its condition.
  func applied(to query: ResultQuery) -> ResultQuery {
    guard let visibility = query.base.visibility, !isComplete || visibility.deleted == .only,
      let entity = model.entity(named: query.base.entity)
    else { return query }
    func restricted(_ column: ResultExpression) -> ResultExpression {
      ResultExpression(
        column.function, column.operand.map { self.restricted($0, of: entity, visibility) })
    }
    var query = query
    query.base = applied(to: query.base)
    query.columns = query.columns.map(restricted)
    query.grouping = query.grouping.map { self.restricted($0, of: entity, visibility) }
    query.order = query.order.map { term in
      ResultQuery.Term(
        restricted(term.column), term.order, ignoresCase: term.ignoresCase, absent: term.absent,
        language: term.language)
    }
    // The condition on groups names columns by their texts.
    var texts: [String: String] = [:]
    for column in query.named where texts[column.text] == nil {
      texts[column.text] = restricted(column).text
    }
    query.named = Set(query.named.map(restricted))
    var renamed: [Int: PredicateNode.Kind] = [:]
    for (index, node) in query.condition.nodes.enumerated() {
      guard case .attribute(let path) = node.kind, path.names.count == 1,
        let text = texts[path.names[0]], text != path.names[0]
      else { continue }
      renamed[index] = .attribute(PropertyPath([text], from: path.start))
    }
    if !renamed.isEmpty { query.condition = query.condition.replacing(renamed) }
    return query
  }

  // MARK: Conditions

  /// Returns what objects of `entity` satisfy that a request of `visibility` finds; `nil` if all
  /// do.
  func condition(
    of entity: ManagedEntity, _ visibility: RequestVisibility = RequestVisibility()
  ) -> PredicateTree? {
    var condition: PredicateTree?
    func add(_ more: PredicateTree) { condition = condition?.and(more) ?? more }
    if let index = entity.deletionDate {
      let path = PropertyPath([entity.layout.properties[index].name])
      switch visibility.deleted {
      case .excluded: add(.comparison(path, .equal, .null))
      case .only: add(.comparison(path, .notEqual, .null))
      case .included: break
      }
    } else if visibility.deleted == .only {
      add(
        .refused(
          "'onlyDeleted()', since no attribute of it says when an object was deleted (mark a 'Date?' "
            + "'.deletedAt')"))
    }
    if !visibility.isUnscoped, !conditions.isEmpty {
      for name in entity.layout.lineage {
        guard let ancestor = model.entity(named: name),
          let condition = conditions[ancestor.layout.index]
        else { continue }
        add(condition)
      }
    }
    return condition
  }

  /// `true` if a request for `entity` that says nothing may leave out objects.
  func mayHide(_ entity: ManagedEntity) -> Bool {
    if isComplete { return false }
    if entity.deletionDate != nil { return true }
    return conditions.keys.contains { entity.extends(model.entities[$0]) }
  }

  /// `true` if a request for `entity` that says nothing finds `object`, which is of it or of one
  /// that extends it, as it is now, if nothing else is asked.
  func shows(_ object: ManagedObject, among entity: ManagedEntity) -> Bool {
    if let index = entity.deletionDate, !object.storedValue(at: index).isNull { return false }
    guard !conditions.isEmpty, let condition = defaults[entity.layout.index] else { return true }
    return condition.isSatisfied(by: ManagedSubject(object: object))
  }

  // MARK: Other objects

  /// Returns `condition` on objects of `entity` with what it asks of others asked of those that are
  /// visible.
  func restricted(
    _ condition: PredicateTree, of entity: ManagedEntity, _ visibility: RequestVisibility
  ) -> PredicateTree {
    condition.restricted(from: entity, target) { restriction($0, $1, visibility) }
  }

  /// Returns `operand` of objects of `entity` with what it asks of others asked of those that are
  /// visible.
  func restricted(
    _ operand: PredicateOperand, of entity: ManagedEntity, _ visibility: RequestVisibility
  ) -> PredicateOperand {
    operand.restricted(from: entity, target) { restriction($0, $1, visibility) }
  }

  /// Returns the entity of the objects that `kind` leads to, whose path begins at `entity`; `nil`
  /// if the model has none.
  private func target(_ kind: PredicateNode.Kind, _ entity: ManagedEntity) -> ManagedEntity? {
    if let scope = kind.scope { return model.entity(named: scope.entity) }
    var target = entity
    for name in kind.path?.names ?? [] {
      if let entity = name.castEntity {
        guard let cast = model.entity(named: entity) else { return nil }
        target = cast
        continue
      }
      guard let relationship = relationship(name, of: target) else { return nil }
      target = model.entities[relationship.target]
    }
    return target
  }

  /// Returns the relationship `name` of `entity`, or of one that extends it.
  private func relationship(_ name: String, of entity: ManagedEntity) -> ManagedRelationship? {
    if let index = entity.layout.relationshipIndex(name) { return entity.relationships[index] }
    for other in model.entities where other.extends(entity) {
      if let index = other.layout.relationshipIndex(name) { return other.relationships[index] }
    }
    return nil
  }

  /// Returns what the objects of `entity` that `kind` leads to satisfy, in a request of
  /// `visibility`; `nil` if all do.
  private func restriction(
    _ kind: PredicateNode.Kind, _ entity: ManagedEntity, _ visibility: RequestVisibility
  ) -> PredicateTree? {
    // A request within another one says for itself which of the deleted it finds.
    let own = kind.scope?.visibility ?? RequestVisibility()
    return condition(
      of: entity,
      RequestVisibility(
        deleted: own.deleted, isUnscoped: own.isUnscoped || visibility.isUnscoped))
  }
}

extension PredicateTree {
  /// Returns the properties of objects of `entity` that the condition asks; `nil` if it asks more
  /// than columns of their own.
  fileprivate func columns(of entity: ManagedEntity) -> [Int]? {
    var columns: [Int] = []
    for node in nodes {
      switch node.kind {
      case .constant, .refused, .not, .all, .any, .comparison, .membership, .text, .value,
        .identifier, .function, .choice:
        continue
      case .attribute(let path), .object(let path), .objects(let path, _):
        guard path.names.count == 1, let index = entity.layout.propertyIndex(path.names[0]),
          entity.columnSet.contains(index)
        else { return nil }
        columns.append(index)
      case .quantified, .amongAll, .search, .rowNumber, .source, .count, .aggregate,
        .aggregateOfAll, .allValues, .rank, .place, .excerpt:
        return nil
      }
    }
    return columns
  }
}
