import EntityModel
import EntityStore

/// What is unique in an entity, an attribute or several properties together, by which one object is
/// found.
struct UniqueKey {
  /// The entity whose objects are looked for.
  let entity: ManagedEntity

  /// The entity furthest down the tree that declares one of the properties: no two of its objects
  /// have the same values.
  let declaring: ManagedEntity

  /// The key in the table, with the property indexes, which are the same in both entities.
  let layout: KeyLayout

  /// How many groups of rows a query finds at once, each by a condition of its own.
  // SQLite plans each of them.
  static let groupsPerQuery = 100

  /// Creates the key that `names`, properties or leaves of `entity`, are, in any order.
  ///
  /// - Throws: a `StoreError` if they are not unique, alone or together.
  init(_ names: [String], of entity: ManagedEntity, in unit: UnitOfWork) throws(StoreError) {
    self.init(try entity.requireKey(names), of: entity, in: unit)
  }

  /// Creates the key `layout` of `entity`.
  init(_ layout: KeyLayout, of entity: ManagedEntity, in unit: UnitOfWork) {
    self.entity = entity
    self.layout = layout
    let last = layout.index.allColumns.max { $0.position < $1.position }
    declaring = last.flatMap { unit.entity(named: $0.entity) } ?? entity
  }

  /// The columns whose values are compared.
  var columns: [ColumnLayout] { layout.index.columns }

  /// The property indexes of what is compared; of a leaf, that of its composition.
  var indexes: ArraySlice<Int> { layout.properties.prefix(columns.count) }

  /// The properties and leaves that are compared.
  var names: [String] { columns.map(\.property) }

  /// Returns the name of the property that what is compared at `position` belongs to.
  func owner(_ position: Int) -> String {
    entity.layout.properties[layout.properties[position]].name
  }

  /// The properties as errors name them.
  var title: String { names.map { "'\(entity.name).\($0)'" }.joined(separator: " and ") }

  /// `true` if `object` has the properties and is not to be deleted.
  func has(_ object: ManagedObject) -> Bool {
    object.__isLive && object.__isKind(of: declaring)
  }

  /// Returns what an object with `values` in the columns is found by; `nil` if one is absent.
  func entry(_ values: [StoredValue]) -> KeyLayout.Entry? { layout.entry(ofColumns: values) }

  /// Returns what `object` is found by; `nil` if it has no value of one of the properties, or is
  /// none of those that the key is of.
  func entry(of object: ManagedObject) -> KeyLayout.Entry? {
    layout.entry(layout.properties.map { object.storedValue(at: $0) })
  }

  /// Returns the values in the columns where those of the properties are `values`.
  func columnValues(_ values: [StoredValue]) -> [StoredValue] { layout.columnValues(values) }

  /// Returns the queries that find the rows with one of `values`, each those of all columns,
  /// whatever their class.
  func queries(_ values: [[StoredValue]]) -> [EntityQuery] {
    var groups: [(leading: [StoredValue], last: [StoredValue])] = []
    var positions: [[StoredValue]: Int] = [:]
    if columns.count == 1 { groups = [([], values.map { $0[0] })] }
    for value in values where columns.count > 1 {
      let leading = Array(value.dropLast())
      let last = value.suffix(1)
      if let position = positions[leading] {
        groups[position].last += last
      } else {
        positions[leading] = groups.count
        groups.append((leading, Array(last)))
      }
    }
    return stride(from: 0, to: groups.count, by: Self.groupsPerQuery).map { start in
      let conditions = groups[start..<min(start + Self.groupsPerQuery, groups.count)].map {
        condition($0.leading.map { [$0] } + [$0.last])
      }
      return EntityQuery(
        entity: declaring.name,
        predicate: conditions.count == 1 ? conditions[0] : .any(conditions))
    }
  }

  /// Returns the condition that an object has one of the values of each column.
  func condition(_ values: [[StoredValue]]) -> PredicateTree {
    let parts = values.indices.map { position -> PredicateTree in
      let column = columns[position]
      let path = PropertyPath([column.property])
      if case .reference = column.kind {
        return .objects(path, values[position].compactMap { reference($0, column) })
      }
      let form = layout.form(position)
      let operand = form.of(.attribute(path))
      let found = values[position].map { form.of($0) }
      return found.count == 1
        ? .comparison(operand, .equal, .value(found[0])) : .membership(operand, found)
    }
    let limits = layout.index.conditions.map { limit -> PredicateTree in
      let path = PropertyPath([limit.column.property])
      let isNil: PredicateTree =
        if case .reference = limit.column.kind {
          .comparison(.object(path), .equal, .identifier(nil))
        } else {
          .membership(.attribute(path), [.null])
        }
      return limit.isAbsent ? isNil : .not(isNil)
    }
    return parts.count + limits.count == 1 ? parts[0] : .all(parts + limits)
  }

  private func reference(_ value: StoredValue, _ column: ColumnLayout) -> ObjectID? {
    guard case .reference(let table) = column.kind, case .integer(let id) = value else {
      return nil
    }
    return ObjectID(entityName: table, rowID: id)
  }

  /// Refuses to look for an object that has no value of one of the columns.
  func requireValues(_ values: [StoredValue]) throws(StoreError) {
    guard let missing = values.firstIndex(where: \.isNull) else { return }
    let name = names[missing]
    throw StoreError(
      .invalidRequest,
      "an object without a value of '\(entity.name).\(name)' cannot be found by it; give it one, "
        + "or insert it", entity: entity.name, properties: [name])
  }

  /// Returns the error that the object `id` of `holder`, another class, holds the values.
  func error(heldBy id: ObjectID, _ holder: ManagedEntity) -> StoreError {
    StoreError(
      .uniqueViolation,
      "\(id), an object of '\(holder.name)', has the \(columns.count > 1 ? "values" : "value") of "
        + "\(title) that an object of '\(entity.name)' is to have; upsert objects of "
        + "'\(declaring.name)', or give it another value first",
      entity: entity.name, properties: names)
  }
}

extension QueryEngine {
  /// Returns the object that holds `values` in the columns of `key`, unsaved changes included, or
  /// `nil` if there is none.
  ///
  /// - Throws: a `StoreError` if the store fails, or if an object of a class that is not that of
  ///   the key holds the values.
  /// - Complexity: as `ChangeTracker.unsavedHolder(of:_:)`, beside the look-up.
  func holder(of values: [StoredValue], _ key: UniqueKey) throws -> ManagedObject? {
    try key.requireValues(values)
    guard let object = try unsavedHolder(of: values, key) ?? storedHolder(of: values, key) else {
      return nil
    }
    guard object.__isKind(of: key.entity) else {
      throw key.error(heldBy: object.__objectID, object.__entity)
    }
    return object
  }

  /// Returns the object of the key's entity that holds `values` in the columns of `key`, unsaved
  /// changes included; `nil` if there is none, be there one of another class.
  ///
  /// - Complexity: as `ChangeTracker.unsavedHolder(of:_:)`, beside the look-up.
  func object(with values: [StoredValue], _ key: UniqueKey) throws -> ManagedObject? {
    if let object = unsavedHolder(of: values, key), object.__isKind(of: key.entity) {
      return object
    }
    return try storedHolder(of: values, key).flatMap { $0.__isKind(of: key.entity) ? $0 : nil }
  }

  private func unsavedHolder(of values: [StoredValue], _ key: UniqueKey) -> ManagedObject? {
    guard tracker.hasChanges else { return nil }
    return key.entry(values).flatMap { tracker.unsavedHolder(of: $0, key) }
  }

  /// Returns the object whose row holds `values`, unless it holds others by now or is to be
  /// deleted.
  private func storedHolder(of values: [StoredValue], _ key: UniqueKey) throws -> ManagedObject? {
    for query in key.queries([values]) {
      let found = try fetch(query, key.declaring, includesPendingChanges: false)
      let holder = found.first { object in
        if object.__flags.contains(.isDeleted) { return false }
        // What has been given the values again would have been found before.
        guard let changed = object.__changes?.properties else { return true }
        return !key.layout.properties.contains { changed.contains($0) }
      }
      if let holder { return holder }
    }
    return nil
  }
}
