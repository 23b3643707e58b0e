import EntityJSON
import EntityModel
import EntityStore

/// Rows whose objects could not be saved.
struct UnfitRows {
  /// What a row is known by: what it is about; where that is known within another row alone, and of
  /// a change, where it is.
  private enum Name: Hashable {
    case key(PayloadKey)
    case path(JSONPath)

    init(_ row: PayloadRow) {
      self = row.key.owner == nil && row.change == nil ? .key(row.key) : .path(row.path)
    }
  }

  /// Why rows have been refused by a save.
  private var messages: [Name: String] = [:]

  var count: Int { messages.count }

  /// Adds that `row` has been refused.
  mutating func insert(_ row: PayloadRow, _ message: String) { messages[Name(row)] = message }

  /// Why `row` has been refused; `nil` if it has not been.
  func message(_ row: PayloadRow) -> String? {
    messages.isEmpty ? nil : messages[Name(row)]
  }
}

/// Rows that give what rules do not accept, or not what a new object must have.
extension Synchronization {
  /// Has rows say what later ones about the same object say, without those that are unfit.
  mutating func foldRepeats(_ rows: [PayloadRow]) throws {
    for (position, row) in rows.enumerated() where !row.repeats.isEmpty {
      let repeats = row.repeats
      row.repeats = []
      if row.isLeftOut { continue }
      for later in repeats {
        if let problem = problem(of: row, at: position) {
          try passOver(row.path, problem)
          row.become(later)
        } else if let problem = brokenRule(later, at: position) {
          try passOver(later.path, problem)
        } else {
          row.follow(later)
        }
      }
    }
  }

  private mutating func passOver(_ path: JSONPath, _ problem: SyncError) throws {
    guard options.invalidRows == .skip else { throw problem }
    isWhole = false
    passedOver.append(SyncReport.Row(path: path, outcome: .skipped(problem.message)))
  }

  /// Refuses rows whose objects could not be saved, or has them passed over.
  mutating func refuseUnfit(_ rows: [PayloadRow]) throws {
    for (position, row) in rows.enumerated() where !row.isLeftOut && row.change != .deleted {
      if let message = unfit.message(row) {
        try refuse(row, at: position, SyncError(message: message, path: row.path))
      } else if let problem = problem(of: row, at: position) {
        try refuse(row, at: position, problem)
      }
    }
    leaveOutInnerRows(rows)
  }

  /// Leaves out rows that are inside of those with which nothing is done, and nowhere else.
  mutating func leaveOutInnerRows(_ rows: [PayloadRow]) {
    guard hasReferences,
      !passedOver.isEmpty
        || rows.contains(where: { $0.isLeftOut || unclear.contains($0.key) })
    else { return }
    var wanted: Set<PayloadKey> = []
    var positions: [PayloadKey: Int] = [:]
    for (position, row) in rows.enumerated() where !row.isOwn { positions[row.key] = position }
    var pending = rows.filter { $0.isOwn && !$0.isLeftOut && !unclear.contains($0.key) }
    while let row = pending.popLast() {
      for target in row.allLinks.lazy.flatMap(\.targets) where target.isRow {
        guard let position = positions[target.key], !rows[position].isLeftOut,
          wanted.insert(target.key).inserted
        else { continue }
        pending.append(rows[position])
      }
    }
    for (key, position) in positions where !wanted.contains(key) && !rows[position].isLeftOut {
      rows[position].isInsideOfRefused = true
      rowObjects[position] = nil
    }
  }

  /// Refuses the row at `position` for `problem`, or has it passed over.
  mutating func refuse(_ row: PayloadRow, at position: Int, _ problem: SyncError) throws {
    guard options.invalidRows == .skip else { throw problem }
    if row.isOwn { isWhole = false }
    hasRefused = true
    row.refusal = SyncReport.Row(path: row.path, outcome: .skipped(problem.message))
    rowObjects[position] = nil
  }

  // MARK: Problems

  /// What is wrong with `row`, of which the object is at `position`; `nil` for nothing.
  private func problem(of row: PayloadRow, at position: Int) -> SyncError? {
    if let problem = brokenRule(row, at: position) { return problem }
    let entity = row.form.entity
    if entity.layout.isAbstract, rowObjects[position] == nil, isToBeMade(row) {
      return SyncError(
        message: "'\(entity.name)' is abstract, so that no object can be made of the row",
        path: row.path)
    }
    // What an object's own life cycle gives it is known to the save alone.
    guard savesItself, rowObjects[position] == nil, isMade(row), !entity.hasLifeCycle else {
      return nil
    }
    let missing = missingNames(row)
    if !missing.isEmpty {
      return SyncError(
        message: "the row has no \(missing.map { "'\($0)'" }.joined(separator: ", ")), which a new "
          + "'\(entity.name)' must have", path: row.path)
    }
    return nil
  }

  /// What a rule does not accept of what the object at `position` is given by `row`.
  private func brokenRule(_ row: PayloadRow, at position: Int) -> SyncError? {
    guard !row.broken.isEmpty else { return nil }
    let broken = row.broken.sorted { $0.key < $1.key }
    guard let object = rowObjects[position] else {
      return isMade(row) && !row.form.entity.hasLifeCycle ? broken.first?.value : nil
    }
    guard row.isOwn || options.related.contains(.update), !object.__entity.hasLifeCycle else {
      return nil
    }
    return broken.first { index, _ in
      guard let value = row.values[index] else { return false }
      if let decision = decisions[row.key], decision.values[index] != value { return false }
      // What is there already is not assigned.
      return !row.form.entity.isSameValue(object.storedValue(at: index), value, at: index)
    }?.value
  }

  /// The names of the attributes that a new object must have and `row` does not give.
  private func missingNames(_ row: PayloadRow) -> [String] {
    let form = row.form
    if form.required.isEmpty { return [] }
    var missing = form.required.subtracting(row.values.indexes)
    if revived.contains(row.key) { missing = missing.subtracting(valuesBefore(row).indexes) }
    return missing.sorted.map {
      form.layout.name(of: $0) ?? form.entity.layout.properties[$0].name
    }
  }

  // MARK: Saves

  /// Returns which rows `error`, with which their save has been refused, is about, each with its
  /// first problem; none for problems of other objects.
  func refusals(by error: ValidationError) -> [(row: PayloadRow, problem: SyncError)] {
    var known: [ObjectID: PayloadRow] = [:]
    for (row, object) in zip(rows, rowObjects) {
      if let object { known[object.__objectID] = row }
    }
    var found: [(row: PayloadRow, problem: SyncError)] = []
    var seen: Set<ObjectIdentifier> = []
    for problem in error.problems {
      guard let row = known[problem.objectID], seen.insert(ObjectIdentifier(row)).inserted else {
        continue
      }
      let index = row.form.entity.layout.propertyIndex(problem.property)
      let isGiven = index.map { row.values[$0] != nil || row.links[$0] != nil } ?? false
      let path = isGiven ? index.map(row.path(of:)) : nil
      found.append(
        (row, SyncError(message: message(of: problem, row.form.entity), path: path ?? row.path)))
    }
    return found
  }

  /// What `problem` of an object of `entity` says to whoever has sent the payload and knows no
  /// ids.
  private func message(of problem: ValidationError.Problem, _ entity: ManagedEntity) -> String {
    guard problem.id == "validation.unique" else { return problem.message }
    let key = entity.layout.keys.first { $0.index.columns.first?.property == problem.property }
    let names = key?.index.columns.map(\.property) ?? [problem.property]
    let title = names.map { "'\(problem.entity).\($0)'" }.joined(separator: " and ")
    return names.count > 1
      ? "another object has the values of \(title), which are unique together"
      : "another object has the value of \(title), which is unique"
  }
}

extension ManagedObjectContext {
  /// How often a payload is applied at most without the rows that a save has refused.
  static var unfitRounds: Int { 64 }

  /// Saves what `apply` does, and returns the report; rows that the save refuses are refused with
  /// their path, or everything is done once more without them.
  func saving(
    _ options: SyncOptions, _ apply: (UnfitRows) throws -> Synchronization
  ) throws -> SyncReport {
    var unfit = UnfitRows()
    var round = 0
    while true {
      let synchronization = try apply(unfit)
      do {
        try save()
        return synchronization.report
      } catch {
        let isLast = round == Self.unfitRounds
        try synchronization.take(error, options, isLast: isLast, into: &unfit)
        rollback()
        round += 1
      }
    }
  }
}

extension Synchronization {
  /// Adds the rows that `error`, which a save has thrown, is about to `unfit`.
  ///
  /// - Throws: `error` if it is about none, and the first problem if such rows are refused, if this
  ///   `isLast`, or if there is none among them that has not been left out.
  func take(
    _ error: any Error, _ options: SyncOptions, isLast: Bool, into unfit: inout UnfitRows
  ) throws {
    let refusal =
      error as? ValidationError ?? (error as? StoreError).flatMap { ValidationError($0) }
    let refusals = refusal.map { self.refusals(by: $0) } ?? []
    guard let first = refusals.first else { throw error }
    guard options.invalidRows == .skip, !isLast else { throw first.problem }
    let count = unfit.count
    for (row, problem) in refusals { unfit.insert(row, problem.message) }
    if unfit.count == count { throw first.problem }
  }
}
