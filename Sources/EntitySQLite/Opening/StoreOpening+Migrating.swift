import EntityModel
import EntitySQL
import EntityStore

extension StoreOpening {
  /// Does what the options say with the store, which was made for `other`.
  ///
  /// - Throws: why it cannot be used; the store is as it was then.
  func adapt(
    _ file: StoreFile, _ connection: Connection, from other: ObjectModel
  ) throws(StoreError) {
    let isLater = try isLater(connection)
    switch options.migration.action {
    case .refuse: try StoreMetadata.refuse(other, for: model)
    case .migrate where isLater: try StoreMetadata.checkAdditions(other, to: model)
    case .migrate where !model.hasEntity(of: other):
      // It is another program's, opened by mistake.
      try StoreMetadata.refuse(other, for: model)
    case .migrate, .migrateAlsoBack, .recreate:
      if options.isReadOnly {
        throw StoreError(
          .modelMismatch,
          "the store was made for another model, and cannot be migrated where it is only read; "
            + "open it once to be written")
      }
      try migrate(file, connection, from: other)
    }
  }

  /// `true` if the store has been migrated from the model to a later one.
  private func isLater(_ connection: Connection) throws(StoreError) -> Bool {
    try StoreMetadata.earlierModels(statements, in: connection).contains(model.versionHash)
  }

  /// Makes the store, which was made for `other`, fit the model.
  ///
  /// - Throws: why it cannot be; the store is as it was then.
  private func migrate(
    _ file: StoreFile, _ connection: Connection, from other: ObjectModel
  ) throws(StoreError) {
    let policy = options.migration
    if policy.makesBackup {
      try migrator(connection, from: other).check(allowing: policy.permissions)
      try connection.run("VACUUM INTO ?1", [.text(file.pathOfBackup(other.versionHash))])
    }
    // Tables are renamed and dropped while others refer to them; the references are checked at the
    // end.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA legacy_alter_table = ON")
    do throws(StoreError) {
      try connection.run("BEGIN IMMEDIATE")
      // Another process may have migrated the store, or made it for yet another model.
      if let other = try StoreMetadata.otherModel(than: model, statements, in: connection) {
        if policy.action == .recreate {
          try recreate(in: connection)
        } else {
          connection.layout = nil
          try migrator(connection, from: other).run(allowing: policy.permissions)
          try StoreMetadata.set(model, statements, in: connection)
          connection.layout = statements.layout
        }
      }
      try connection.run("COMMIT")
    } catch {
      connection.layout = statements.layout
      if !connection.isIdle { try? connection.run("ROLLBACK") }
      throw error
    }
    try connection.run("PRAGMA legacy_alter_table = OFF")
  }

  /// Returns what migrates the store from `other` to the model, or back to it.
  private func migrator(
    _ connection: Connection, from other: ObjectModel
  ) throws(StoreError) -> Migrator {
    let target = try withComputedDefaults(since: other)
    guard try isLater(connection) else { return try Migrator(connection, from: other, to: target) }
    return try Migrator(
      connection, from: other.withoutOriginalNames, to: target.takingBackNames(of: other))
  }

  /// Returns the model with the default values that are computed, where rows of `other` may need
  /// them.
  private func withComputedDefaults(since other: ObjectModel) throws(StoreError) -> ObjectModel {
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
        guard var attribute = property.attribute,
          let value = values[entity.name]?[attribute.name]
        else { return property }
        attribute.defaultValue = value
        return .attribute(attribute)
      }
      return entity
    }
    return ObjectModel(entities: entities)
  }

  /// Removes everything and creates the store again, in the transaction that is open.
  private func recreate(in connection: Connection) throws(StoreError) {
    var tables: [String] = []
    try connection.forEachFirst(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ) { $0.text.map { tables.append($0) } }
    for table in tables { try connection.run("DROP TABLE \(statements.dialect.quoted(table))") }
    try StoreMetadata.create(model, statements, in: connection)
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
    return try migrator(connection, from: other).plan(allowing: options.migration.permissions)
  }
}

extension ObjectModel {
  /// The model without what anything was called before.
  fileprivate var withoutOriginalNames: ObjectModel { withOriginalNames { _ in nil } }

  /// Returns the model, which `later` has been made of, with what `later` calls by other names now
  /// as the original names.
  fileprivate func takingBackNames(of later: ObjectModel) -> ObjectModel {
    withOriginalNames { subject in
      let entity = later.entities.first { ($0.originalName ?? $0.name) == subject.entity }
      guard let property = subject.property else { return entity?.name }
      return entity?.attributes.first { ($0.originalName ?? $0.name) == property }?.name
        ?? entity?.relationships.first { ($0.originalName ?? $0.name) == property }?.name
    }
  }

  /// Returns the model with the original names that `name` returns.
  private func withOriginalNames(_ name: (ModelSubject) -> String?) -> ObjectModel {
    ObjectModel(
      entities: entities.map { entity in
        var entity = entity
        entity.originalName = name(.entity(entity.name))
        entity.properties = entity.properties.map { property in
          let original = name(.property(property.name, of: entity.name))
          switch property {
          case .attribute(var attribute):
            attribute.originalName = original
            return .attribute(attribute)
          case .relationship(var relationship):
            relationship.originalName = original
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
