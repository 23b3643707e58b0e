import EntityModel
import EntitySQL
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreOpening {
  /// Does what the options say with the store, which was made for `other`.
  ///
  /// - Throws: why it cannot be used; the store is as it was then.
  func adapt(
    _ file: StoreFile, _ connection: Connection, from other: ObjectModel
  ) throws(StoreError) {
    let action = options.migration.action
    if action == .refuse { return try StoreMetadata.refuse(other, for: model) }
    if action == .migrate, try isLater(connection) {
      return try StoreMetadata.checkAdditions(other, to: model)
    }
    let history = try history()
    if action == .migrate, !model.hasEntity(of: other), history.version(of: other) == nil {
      // It is another program's, opened by mistake.
      try StoreMetadata.refuse(other, for: model)
    }
    if options.isReadOnly {
      throw StoreError(
        .modelMismatch,
        "the store was made for another model, and cannot be migrated where it is only read; open "
          + "it once to be written")
    }
    try migrate(file, connection, from: other, history)
  }

  /// `true` if the store has been migrated from the model to a later one.
  private func isLater(_ connection: Connection) throws(StoreError) -> Bool {
    try StoreMetadata.earlierModels(statements, in: connection).contains(model.versionHash)
  }

  /// Makes the store, which was made for `other`, fit the model.
  ///
  /// - Throws: why it cannot be; the store is as it was then, or, with a stage that works in
  ///   batches, as the last of them left it.
  private func migrate(
    _ file: StoreFile, _ connection: Connection, from other: ObjectModel, _ history: ModelHistory
  ) throws(StoreError) {
    let policy = options.migration
    var backup: String?
    if policy.action != .recreate, try StoreMetadata.stage(statements, in: connection) == nil {
      let run = try run(connection, from: other, history)
      try run.check(file)
      if policy.makesBackup {
        let path = file.pathOfBackup(other.versionHash)
        if let permissions = try options.checkedPermissions() {
          try StoreFile(path: path).create(permissions)
        }
        try connection.run("VACUUM INTO ?1", [.text(path)])
        backup = path
      }
    }
    // Tables are renamed and dropped while others refer to them; the references are checked at the
    // end.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA legacy_alter_table = ON")
    defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
    var current: MigrationRun?
    do {
      // Another process may have migrated the store, or made it for yet another model.
      if let (other, state) = try begin(connection) {
        if policy.action == .recreate {
          try recreate(in: connection, after: history.versions(olderThan: model))
        } else {
          try refuseLater(other, connection)
          connection.layout = nil
          let run = try run(connection, from: other, history)
          current = run
          if let state { try refuse(state, of: run) }
          try StoreMetadata.forgetDerived(statements, in: connection)
          try run.run(resuming: state)
          connection.layout = statements.layout
          if try StoreMetadata.derivesOtherwise(statements, in: connection) {
            try StoreMetadata.derive(statements, in: connection)
          }
        }
      }
      try connection.run("COMMIT")
    } catch {
      connection.layout = statements.layout
      if !connection.isIdle { try? connection.run("ROLLBACK") }
      current?.leave()
      let isUnchanged = (try? StoreMetadata.stage(statements, in: connection)) == .some(nil)
      if let backup, isUnchanged { try? FileManager.default.removeItem(atPath: backup) }
      throw error as? StoreError
        ?? StoreError(.other, "a stage of the migration failed: \(error)", underlying: error)
    }
  }

  /// Begins a transaction that writes once no other process works on a stage; returns the model
  /// that the store is made for, and how far a stage has come; `nil` if it is one for the model
  /// already.
  private func begin(
    _ connection: Connection
  ) throws(StoreError) -> (other: ObjectModel, stage: StageState?)? {
    while true {
      let abandoned = try MigrationRun.waitForOthers(self, connection)
      try connection.run("BEGIN IMMEDIATE")
      guard let other = try StoreMetadata.otherModel(than: model, statements, in: connection)
      else { return nil }
      let state = try StoreMetadata.stage(statements, in: connection)
      if state == abandoned { return (other, state) }
      // Somebody has begun, or gone on, in between.
      try connection.run("COMMIT")
    }
  }

  /// Refuses to go on with `state` unless it is of the stage that `run` begins with.
  private func refuse(_ state: StageState, of run: MigrationRun) throws(StoreError) {
    guard let leg = run.path.legs.first, leg.stage != nil, leg.from.versionHash == state.from,
      leg.to.versionHash == state.to
    else {
      throw StoreError(
        .modelMismatch,
        "another program has begun to migrate the store and has not finished; open it with that "
          + "program")
    }
  }

  /// Refuses a store that another process has migrated to a later model since it was looked at.
  private func refuseLater(
    _ other: ObjectModel, _ connection: Connection
  ) throws(StoreError) {
    guard options.migration.action == .migrate, try isLater(connection) else { return }
    try StoreMetadata.refuse(other, for: model)
  }

  /// Returns what migrates the store from `other` to the model, or back to it.
  private func run(
    _ connection: Connection, from other: ObjectModel, _ history: ModelHistory
  ) throws(StoreError) -> MigrationRun {
    if try isLater(connection) {
      let target = try withComputedDefaults(model, since: other)
      return MigrationRun(
        self, connection, history,
        MigrationPath(
          from: other.withoutOriginalNames, to: target.takingBackNames(of: other), ModelHistory()))
    }
    let path = MigrationPath(from: other, to: model, history)
    var legs: [MigrationPath.Leg] = []
    for leg in path.legs {
      let target = leg.stage == nil ? try withComputedDefaults(leg.to, since: leg.from) : leg.to
      legs.append(leg.leading(to: target))
    }
    return MigrationRun(
      self, connection, history, MigrationPath(legs: legs, isKnown: path.isKnown))
  }

  /// Returns `model` with the default values that the program's classes compute, where rows of
  /// `other` may need them.
  private func withComputedDefaults(
    _ model: ObjectModel, since other: ObjectModel
  ) throws(StoreError) -> ObjectModel {
    let needsThem = model.changes(since: other).contains { change in
      switch change.kind {
      case .attributeAdded, .attributeRequired, .attributeMoved, .attributeType, .entityMoved: true
      default: false
      }
    }
    guard needsThem else { return model }
    let values: [String: [String: StoredValue]]
    do {
      values = try computedDefaults()
    } catch {
      throw StoreError(.other, "the default values cannot be computed", underlying: error)
    }
    let entities = model.entities.map { entity in
      var entity = entity
      entity.properties = entity.properties.map { property in
        guard var attribute = property.attribute, attribute.hasDefault,
          attribute.defaultValue == nil, let value = values[entity.name]?[attribute.name]
        else { return property }
        attribute.defaultValue = value
        return .attribute(attribute)
      }
      return entity
    }
    return ObjectModel(entities: entities)
  }

  /// Removes everything and creates the store again, in the transaction that is open.
  private func recreate(
    in connection: Connection, after models: [ObjectModel]
  ) throws(StoreError) {
    for table in try connection.tableNames() {
      try connection.run("DROP TABLE \(statements.dialect.quoted(table))")
    }
    try StoreMetadata.create(model, after: models, statements, in: connection)
  }

  /// Returns what migrating the store would do; `nil` for one that fits, or that does not exist.
  ///
  /// - Throws: why it cannot be read. Nothing is changed.
  func migrationPlan() throws(StoreError) -> MigrationPlan? {
    guard case .file(let path) = try location.resolved() else { return nil }
    let file = StoreFile(path: path)
    guard file.exists else { return nil }
    try file.check(isReadOnly: true)
    let connection = try reading(path)
    try connection.run("BEGIN")
    defer { try? connection.run("COMMIT") }
    if try StoreFile.isEmpty(connection) { return nil }
    guard try StoreFile.isStore(connection) else { throw file.notAStore }
    guard let other = try StoreMetadata.otherModel(than: model, statements, in: connection) else {
      return nil
    }
    let run = try run(connection, from: other, history())
    let state = try StoreMetadata.stage(statements, in: connection)
    if let state { try refuse(state, of: run) }
    return try run.plan(isBegun: state != nil)
  }
}

extension ObjectModel {
  /// The model without what anything was called before.
  fileprivate var withoutOriginalNames: ObjectModel { withOriginalNames(from: nil) }

  /// Returns the model, which `later` has been made of, with what `later` calls by other names now
  /// as the original names.
  fileprivate func takingBackNames(of later: ObjectModel) -> ObjectModel {
    withOriginalNames(from: later)
  }

  /// Returns the model with the names that everything has in `later` as the original names, and
  /// with none where there is no later model.
  private func withOriginalNames(from later: ObjectModel?) -> ObjectModel {
    ObjectModel(
      entities: entities.map { entity in
        var entity = entity
        let other = later?.entities.first { ($0.originalName ?? $0.name) == entity.name }
        entity.originalName = other?.name
        entity.properties = entity.properties.map { property in
          switch property {
          case .attribute(var attribute):
            let now = other?.attributes.first {
              ($0.originalName ?? $0.name) == attribute.name
            }
            attribute.originalName = now?.name
            attribute.leaves = attribute.leaves.withOriginalNames(from: now?.leaves ?? [])
            return .attribute(attribute)
          case .relationship(var relationship):
            let now = other?.relationships.first {
              ($0.originalName ?? $0.name) == relationship.name
            }
            relationship.originalName = now?.name
            return .relationship(relationship)
          default: return property
          }
        }
        return entity
      })
  }

  /// `true` if an entity of `other` is one of the model's too, maybe by another name.
  fileprivate func hasEntity(of other: ObjectModel) -> Bool {
    !ModelComparison(from: other, to: self).entities.oldNames.isEmpty
  }
}

extension [Leaf] {
  /// Returns the leaves with the names that they have among `later` ones as the original names.
  fileprivate func withOriginalNames(from later: [Leaf]) -> [Leaf] {
    map { leaf in
      var leaf = leaf
      let now = later.first { ($0.originalName ?? $0.name) == leaf.name }
      leaf.originalName = now?.name
      leaf.leaves = leaf.leaves.withOriginalNames(from: now?.leaves ?? [])
      return leaf
    }
  }
}
