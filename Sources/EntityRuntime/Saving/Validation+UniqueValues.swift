import EntityModel
public import EntityStore

/// Unique values that are taken, as problems beside others.
extension Saver {
  /// Returns what the store would refuse of unique attributes, were the save not refused already;
  /// nothing of it if the store cannot be read, since the save is refused without.
  func takenValues() -> [ValidationError.Problem] {
    var claims = UniqueClaims()
    let plan = SavePlan(tracker)
    for update in plan.updates { add(update.object, update.properties, to: &claims) }
    for object in plan.inserts {
      // A required attribute that has been given nothing is reported as that.
      let missing = object.missingProperties
      add(
        object, object.__entity.columnIndexes.filter { !missing.contains($0) }, without: missing,
        to: &claims)
    }
    let deleted = Set(tracker.deleted.map(\.__objectID))
    let violations = try? unit.session.read { session in
      // One that cannot be asked for hides nothing of the others.
      claims.violations { table, index, values in
        try? holder(of: values, index, except: deleted, session)
      }
    }
    return (violations ?? []).map { ValidationError.Problem(taken: $0) }
  }

  /// Adds what `object` holds in those of `properties` that are unique, alone or with others, of
  /// which it has none of `missing`.
  private func add(
    _ object: ManagedObject, _ properties: [Int], without missing: PropertySet = [],
    to claims: inout UniqueClaims
  ) {
    let layout = object.__entity.layout
    if layout.keys.isEmpty { return }
    let unique = properties.filter { layout.isInKey($0) }
    if unique.isEmpty { return }
    claims.add(
      layout, id: object.__rowID, unique, unique.map { object.storedValue(at: $0) }
    ) { $0.map { missing.contains($0) ? .null : object.storedValue(at: $0) } }
  }

  /// Returns the row that holds `values` in the columns of `index` and is none of `deleted`; `nil`
  /// for none.
  private func holder(
    of values: [StoredValue], _ index: IndexLayout, except deleted: Set<ObjectID>,
    _ session: any StoreSession
  ) throws -> Int64? {
    // The one furthest down the tree has all the properties.
    let last = index.allColumns.max { $0.position < $1.position }
    guard let entity = unit.entities.first(where: { $0.name == last?.entity }) else { return nil }
    guard let key = entity.layout.keys.first(where: { $0.index.name == index.name }) else {
      return nil
    }
    var found: Int64?
    for query in UniqueKey(key, of: entity, in: unit).queries([values]) {
      _ = try session.ids(query) { id in
        if !deleted.contains(ObjectID(entityName: entity.rootName, rowID: id)) { found = id }
        return false
      }
    }
    return found
  }
}

extension ValidationError.Problem {
  /// Creates the problem that `violation` is, of the rule `validation.unique`.
  init(taken violation: StoreError.UniqueViolation) {
    self.init(
      id: "validation.unique", objectID: violation.objectID, entity: violation.entity,
      property: violation.property,
      message: violation.title
        + (violation.properties.count > 1 ? " have the values that " : " has the value that ")
        + "\(violation.holderID) has" + (violation.ignoresCase ? ", ignoring case" : ""))
  }
}

extension ValidationError {
  /// Creates the error that has a problem of the rule `validation.unique` for each of the
  /// `uniqueViolations` of `error`, as a save has it that is refused for other reasons too; `nil`
  /// for an error without.
  ///
  /// A save that is refused for unique values alone throws the `StoreError`.
  public init?(_ error: StoreError) {
    guard !error.uniqueViolations.isEmpty else { return nil }
    self.init(problems: error.uniqueViolations.map { Problem(taken: $0) })
  }
}
