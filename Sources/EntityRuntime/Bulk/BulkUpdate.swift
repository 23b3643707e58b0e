import EntityModel
import EntityStore

/// A change of the properties of all objects that a query finds.
struct BulkUpdate {
  /// What a property is made.
  private enum Value {
    /// What it is in each row.
    case constant(StoredValue)

    /// The column of what is computed for each row.
    case computed(Int)

    /// The composition that the row has, or the value before, with other leaves.
    indirect case leaves(LeafChange, of: Value?)

    /// The storage that the row has, or the value before, with other properties.
    indirect case members(MemberChange, of: Value?)

    /// `true` if it depends on what the row has.
    var changesParts: Bool {
      switch self {
      case .leaves(_, .constant?), .members(_, .constant?), .constant, .computed: false
      case .leaves, .members: true
      }
    }
  }

  /// An assignment to the property `index`.
  private struct Assignment {
    let index: Int
    let value: Value
    let attribute: Attribute?
    let relationship: ManagedRelationship?
  }

  private let unit: UnitOfWork
  private let entity: ManagedEntity
  private let query: EntityQuery
  private var assignments: [Assignment] = []

  /// What is computed for each row.
  private var computed: [PredicateOperand] = []

  /// The time of the change, for what keeps it and is not assigned itself.
  private let time: StoredValue

  /// Works out what `recorded` assigns to the objects of `entity` that `query` finds.
  ///
  /// - Throws: a `StoreError` if a property cannot be assigned so; a `ValidationError` if an object
  ///   cannot be referred to.
  init<Object: ManagedObject>(
    _ query: EntityQuery, _ entity: ManagedEntity, _ recorded: Assignments<Object>,
    _ unit: UnitOfWork
  ) throws {
    self.unit = unit
    self.entity = entity
    self.query = query
    time = unit.container.store.now().storedValue
    if let refusal = recorded.refusal {
      throw StoreError(.invalidRequest, refusal, entity: entity.name)
    }
    for (name, value) in recorded.boundValues {
      let index = try entity.layout.requiredPropertyIndex(name)
      guard entity.layout.columns[index] != nil else {
        throw entity.layout.wrongUse(
          of: name, as: "a property that can be assigned",
          advice: "assign an attribute or a to-one")
      }
      assignments.append(
        Assignment(
          index: index, value: try self.value(value, index),
          attribute: entity.layout.properties[index].attribute,
          relationship: entity.relationships[index]))
    }
    assignments.sort { $0.index < $1.index }
    try requireOwnObjects(in: computed)
  }

  /// Refuses `operands` if they name objects of another store.
  private func requireOwnObjects(in operands: [PredicateOperand]) throws(StoreError) {
    guard operands.allSatisfy({ $0.isOf(unit.container.storeTag) }) else {
      throw .foreignObject(in: entity.name)
    }
  }

  /// Returns what the property `index` is made if it is assigned `value`.
  private mutating func value(_ value: AssignedValue, _ index: Int) throws -> Value {
    switch value {
    case .computed(let operand):
      if operand.nodes.count == 1 {
        switch operand.nodes[0].kind {
        case .value(let value): return .constant(value)
        case .identifier(let id):
          try requireOwnObjects(in: [operand])
          return .constant(id.map { .integer($0.rowID) } ?? .null)
        default: break
        }
      }
      computed.append(operand)
      return .computed(computed.count - 1)
    case .constant(let constant):
      return .constant(try unit.storedForm(of: constant, entity, index))
    case .leaves(let leaves, let whole):
      let before = try whole.map { try self.value($0, index) }
      let change = try LeafChange(leaves, of: entity, index, computed: &computed)
      return .leaves(change, of: before)
    case .members(let members, let whole):
      let before = try whole.map { try self.value($0, index) }
      let change = try MemberChange(members, of: entity, index, computed: &computed)
      return .members(change, of: before)
    }
  }

  /// Returns what `value` is in a row that has `old`, where `made` is computed for it; `true` if it
  /// is a constant.
  private func made(
    _ value: Value, insteadOf old: StoredValue, _ made: [StoredValue]
  ) throws(StoreError) -> (value: StoredValue, isConstant: Bool) {
    switch value {
    case .constant(let value): return (value, true)
    case .computed(let column): return (made[column], false)
    case .leaves(let change, let whole):
      let before = try before(whole, insteadOf: old, made)
      return (try change.value(insteadOf: before, made, entity), false)
    case .members(let change, let whole):
      let before = try before(whole, insteadOf: old, made)
      return (try change.value(insteadOf: before, made, entity), false)
    }
  }

  /// Returns what has been made of `old` before parts of it are made something: what `whole` is.
  private func before(
    _ whole: Value?, insteadOf old: StoredValue, _ made: [StoredValue]
  ) throws(StoreError) -> StoredValue {
    guard let whole else { return old }
    return try self.made(whole, insteadOf: old, made).value
  }

  /// The change as a store may make it by itself; `nil` where something else than the columns
  /// changes or is to be checked.
  var direct: DirectUpdate? {
    if subclassesKeepTime { return nil }
    var direct: [DirectUpdate.Assignment] = []
    for assignment in assignments {
      guard let column = entity.layout.columns[assignment.index], !column.isExternal,
        !entity.layout.isInKey(assignment.index)
      else { return nil }
      let operand: PredicateOperand
      switch assignment.value {
      case .constant(let value):
        // What the type does not have is reported with the first row that it is to be written to.
        if value.isNull, !column.isNullable { return nil }
        if let attribute = assignment.attribute,
          (try? attribute.check(value, of: entity, isConstant: true)) == nil
        {
          return nil
        }
        // So is what breaks a rule, with each row.
        if !entity.acceptsByRules(assignment.index, value) { return nil }
        operand = .value(value)
      case .computed(let column):
        if entity.ruledSet.contains(assignment.index) { return nil }
        guard assignment.attribute?.type.holdsAllThatIsComputed == true else { return nil }
        operand = computed[column]
      case .leaves, .members: return nil
      }
      if let relationship = assignment.relationship {
        guard relationship.inverseIsToMany, relationship.description.isOptional,
          let inverse = unit.entities[relationship.target].relationships[
            relationship.inverseIndex],
          inverse.description.minimumCount == 0, inverse.description.maximumCount == nil
        else { return nil }
      }
      direct.append(.init(property: assignment.index, operand: operand))
    }
    if direct.isEmpty { return nil }
    for index in entity.updatedIndexes where !isAssigned(index) {
      guard !entity.layout.isInKey(index), entity.acceptsByRules(index, time) else { return nil }
      direct.append(.init(property: index, operand: .value(time), isIncidental: true))
    }
    return DirectUpdate(query, direct.sorted { $0.property < $1.property })
  }

  /// `true` if the property `index` is given a value.
  private func isAssigned(_ index: Int) -> Bool { assignments.contains { $0.index == index } }

  /// Returns what is to be written of the rows that the query finds now, and how many of these it
  /// changes.
  func change(_ session: any StoreSession) throws -> (change: BulkChange, count: Int) {
    var change = BulkChange()
    let made = try computedValues(session)
    var position = 0
    let isOneToOne = assignments.contains { $0.relationship?.inverseIsToMany == false }
    var oneToOnes = isOneToOne ? OneToOneChanges(unit: unit) : nil
    let positions = assignments.compactMap { entity.layout.columns[$0.index]?.position }
    var shared: [Int] = []
    let readApart = PropertySet(
      assignments.lazy.filter { $0.value.changesParts }.map(\.index)
        .filter { entity.layout.columns[$0]?.isExternal == true })
    var failure: (any Error)?
    try session.rows(query) { row in
      defer { position += 1 }
      guard let index = row.entity, failure == nil else { return }
      let own = unit.entities[index]
      var properties: [Int] = []
      var values: [StoredValue] = []
      var base: [StoredValue] = []
      for (slot, assignment) in assignments.enumerated() {
        let old = row[positions[slot]].storedValue
        let (new, isConstant): (StoredValue, Bool)
        let current: StoredValue
        do {
          // The row has no more than the version of a value that is apart from it.
          current =
            readApart.contains(assignment.index)
            ? try session.externalValue(of: assignment.index, own.layout, id: row.id) ?? .null : old
          (new, isConstant) = try self.made(
            assignment.value, insteadOf: current, made.isEmpty ? [] : made[position])
        } catch {
          failure = error
          return
        }
        if let relationship = assignment.relationship {
          if !relationship.inverseIsToMany {
            oneToOnes?.assign(relationship, own, row.id, row.version ?? -1, old, new)
            continue
          }
          if old != new {
            change.refer(relationship, of: own, row: row.id, from: old, to: new, unit)
          }
        } else if let attribute = assignment.attribute {
          do throws(StoreError) {
            try attribute.check(new, of: own, isConstant: isConstant)
          } catch {
            failure = error
            return
          }
        }
        if current == new { continue }
        change.problems += own.brokenRules(assignment.index, new, row: row.id)
        properties.append(assignment.index)
        values.append(new)
        base.append(old)
      }
      guard !properties.isEmpty else { return }
      // Most rows are changed alike; they share a list.
      if properties != shared { shared = properties }
      var update = ChangeSet.Update(
        entity: index, id: row.id, version: row.version ?? -1, properties: shared,
        values: values, base: base)
      for (index, former) in own.times(of: row) where !isAssigned(index) {
        if former != time { change.problems += own.brokenRules(index, time, row: row.id) }
        update.add(index, time, insteadOf: former)
      }
      change.changes.updates.append(update)
    }
    if let failure { throw failure }
    let others = try oneToOnes?.add(to: &change, session) ?? 0
    return (change, change.changes.updates.count - others)
  }

  /// `true` if entities that extend the one that is changed keep the time of the last save, and it
  /// does not.
  private var subclassesKeepTime: Bool {
    unit.entities.contains { own in
      own.updatedIndexes.contains { $0 >= entity.layout.properties.count } && own.extends(entity)
    }
  }

  /// Returns what is computed for each row that the query finds, in its order.
  private func computedValues(_ session: any StoreSession) throws -> [[StoredValue]] {
    guard !computed.isEmpty else { return [] }
    var rows: [[StoredValue]] = []
    try session.results(
      ResultQuery(query, columns: computed.map { ResultExpression(nil, $0) })
    ) { rows.append($0.map(\.storedValue)) }
    return rows
  }
}

extension UnitOfWork {
  /// Returns the form in which `constant` is stored that the property `index` of `entity` is
  /// assigned, as `storedConstant` does.
  func storedForm(
    of constant: AssignedConstant, _ entity: ManagedEntity, _ index: Int
  ) throws -> StoredValue {
    if !entity.hasJSON, entity.transforms.isEmpty, let stored = constant.stored { return stored }
    if case .object(let object) = constant { return try reference(to: object, entity, index) }
    return try storedConstant(constant.value, entity, index)
  }

  /// Returns the form in which `value` is stored that the property `index` of `entity` is assigned:
  /// a value of its type, an object, or nil.
  ///
  /// - Throws: a `ValidationError` if the object cannot be referred to, a `StoreError` if the value
  ///   cannot be encoded.
  func storedConstant(
    _ value: Any?, _ entity: ManagedEntity, _ index: Int
  ) throws -> StoredValue {
    if !entity.transforms.isEmpty, let type = entity.transforms[index],
      let value = value.flatMap(flattened)
    {
      return try storedConstant(value, entity, index, by: type)
    }
    // To ask a value for its protocols takes ten times as long.
    if !entity.hasJSON, let stored = StoredValue(standard: value) { return stored }
    if let object = value as? ManagedObject { return try reference(to: object, entity, index) }
    guard let value = value.flatMap(flattened),
      let attribute = entity.layout.properties[index].attribute
    else { return .null }
    if attribute.type != .json, let value = value as? any Storable { return value.storedValue }
    guard let value = value as? any Encodable, let text = JSONColumn.text(of: value) else {
      throw StoreError(
        .invalidRequest, "a value of '\(entity.name)' could not be encoded", entity: entity.name,
        properties: [attribute.name])
    }
    return .text(text)
  }

  /// Returns what `type` stores of `value`.
  private func storedConstant(
    _ value: Any, _ entity: ManagedEntity, _ index: Int, by type: any TransformedAttribute.Type
  ) throws -> StoredValue {
    let name = entity.layout.properties[index].name
    do {
      if let stored = try type.storing(value) { return stored }
    } catch {
      throw StoreError(
        .invalidRequest,
        "'\(entity.name).\(name)' is to have a value that '\(type.transformName)' does not store: "
          + "\(error)", entity: entity.name, properties: [name])
    }
    throw StoreError(
      .invalidRequest, "'\(entity.name).\(name)' is to have a value of another type than its own",
      entity: entity.name, properties: [name])
  }

  /// Returns what the to-one `index` of an object of `entity` stores of `object`; refuses one that
  /// it cannot refer to.
  private func reference(
    to object: ManagedObject, _ entity: ManagedEntity, _ index: Int
  ) throws -> StoredValue {
    let name = entity.layout.properties[index].name
    func problem(_ id: String, _ message: String) -> ValidationError {
      ValidationError(problems: [
        ValidationError.Problem(
          id: id, objectID: object.__objectID, entity: entity.name, property: name,
          message: "'\(entity.name).\(name)' \(message)")
      ])
    }
    guard object.__unit === self else {
      throw problem(
        "validation.otherContext",
        "cannot refer to an object of another context; ask this context for the object with its id")
    }
    guard object.__flags.isDisjoint(with: [.isDeleted, .isDetached, .isInserted]) else {
      throw problem(
        "validation.deleted",
        "refers to an object that has been deleted; let it refer to another or to nothing")
    }
    return .integer(object.__rowID)
  }
}

extension Attribute {
  /// Refuses that the attribute of an object of `entity` is `value`, a constant or what has been
  /// computed, if its type has no such value.
  func check(
    _ value: StoredValue, of entity: ManagedEntity, isConstant: Bool
  ) throws(StoreError) {
    switch value {
    case .null:
      if isOptional { return }
      if isConstant {
        throw StoreError(
          .notNullViolation, "'\(entity.name).\(name)' is required and cannot be nil",
          entity: entity.name, properties: [name])
      }
      throw StoreError(
        .notNullViolation,
        "'\(entity.name).\(name)' is required, and what it was to be made has no value for at "
          + "least one object, as of a number that 64 bits cannot hold or that is divided by zero; "
          + "give it one with '??'", entity: entity.name, properties: [name])
    case .integer(let number):
      guard let range = type.integerRange, !range.contains(number) else { return }
      throw StoreError(
        .overflow,
        "'\(entity.name).\(name)' cannot hold what it was to be made: its type has the values from "
          + "\(range.lowerBound) to \(range.upperBound)", entity: entity.name, properties: [name])
    case .blob where type == .json:
      throw StoreError(
        .invalidRequest,
        "'\(entity.name).\(name)' would have more objects and arrays in each other than can be read "
          + "again", entity: entity.name, properties: [name])
    case .real, .text, .blob: return
    }
  }
}

extension StorageType {
  /// `true` if each value that is computed as one of the type is one of its values.
  fileprivate var holdsAllThatIsComputed: Bool {
    switch self {
    case .boolean, .int64, .double, .string, .date, .data, .uuid, .url, .decimal: true
    case .int8, .int16, .int32, .uint8, .uint16, .uint32, .uint64, .float, .json: false
    }
  }
}

extension StoredValue {
  /// The number of the row that the value of a to-one names; `nil` for none.
  var rowNumber: Int64? {
    if case .integer(let id) = self { id } else { nil }
  }
}
