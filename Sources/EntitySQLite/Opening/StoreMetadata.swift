import EntityModel
import EntitySQL
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a store records about itself: the format of its tables, the model, and the next ids.
enum StoreMetadata {
  /// Marks a file as a store of this library, in the file's own header.
  static let applicationID: Int64 = 0x4547_5246

  /// The format of the tables that this library reads and writes.
  static let format = 1

  /// The names of the facts.
  enum Fact: String {
    case format, modelHash, model

    /// What distinguishes the store from every other one, whatever its path.
    case id

    /// The hashes of the models that the store was made for before it was migrated.
    case earlierModels

    /// By which tables of Unicode texts are stored without case, where they are.
    case folding

    /// What the store holds of derived attributes, where there is something.
    case derived

    /// How far a stage that works in batches has come; there is none otherwise.
    case stage

    /// The number and the time of the last entry that has been removed from the history.
    case historyStart
  }

  /// Creates the tables of `model` and records what they are for, and that `models` are older.
  static func create(
    _ model: ObjectModel, after models: [ObjectModel], _ statements: RowStatements,
    in connection: Connection
  ) throws(StoreError) {
    let schema = SchemaStatements(layout: statements.layout, dialect: statements.dialect)
    for statement in schema.all { try connection.run(statement) }
    var facts: [(Fact, String)] = [
      (.format, String(format)), (.modelHash, model.versionHash), (.model, try json(of: model)),
      (.id, newID()),
    ]
    if statements.layout.foldsTexts { facts.append((.folding, StoredValue.foldVersion)) }
    if !models.isEmpty {
      facts.append((.earlierModels, models.map(\.versionHash).joined(separator: " ")))
    }
    for (fact, value) in facts {
      try connection.run(statements.metadata.addFact, [.text(fact.rawValue), .text(value)])
    }
    for table in statements.layout.tables {
      try connection.run(statements.metadata.countIDs, [.text(table.name)])
    }
    if try derivesOtherwise(statements, in: connection) { try derive(statements, in: connection) }
    try connection.run("PRAGMA application_id = \(applicationID)")
  }

  /// Returns the model that the store was made for if that is another one than `model`, and `nil`
  /// if it is that one.
  ///
  /// - Throws: that the store is of another format, or does not say what it was made for.
  static func otherModel(
    than model: ObjectModel, _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> ObjectModel? {
    guard let text = try formatText(statements, in: connection), let found = Int(text) else {
      throw StoreError(
        .corrupt, "the store does not say what format it has; restore it from a copy")
    }
    guard found <= format else {
      throw StoreError(
        .newerFormat,
        "the store has format \(found), and this program reads formats up to \(format); "
          + "use a later version of EntityGraph")
    }
    let hash = try value(.modelHash, statements, in: connection)
    if hash == migratingHash {
      // Between two transactions of a stage, the store is for neither model.
      guard let stored = try value(.model, statements, in: connection).flatMap(self.model) else {
        throw StoreError(
          .corrupt,
          "the store is in the middle of a migration and does not say from which model; restore it "
            + "from a copy")
      }
      return stored
    }
    if hash == model.versionHash {
      // Names that have been exchanged leave the hash as it is.
      let text = try value(.model, statements, in: connection)
      guard text != (try json(of: model)), let stored = text.flatMap(self.model),
        model.changes(since: stored).contains(where: \.isRename)
      else { return nil }
      return stored
    }
    guard let stored = try value(.model, statements, in: connection).flatMap(self.model),
      stored.versionHash == hash, (try? stored.validate()) != nil
    else {
      throw StoreError(
        .modelMismatch,
        "the store was made for another model, and does not say which; open it with the model it "
          + "was made for")
    }
    return stored
  }

  /// Returns what the store says of its format, or `nil` if it says nothing, if only for want of a
  /// table.
  private static func formatText(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> String? {
    do throws(StoreError) {
      return try value(.format, statements, in: connection)
    } catch {
      guard error.code == .other else { throw error }
      return nil
    }
  }

  /// Returns the hashes of the models that the store was made for before it was migrated, the first
  /// one first.
  static func earlierModels(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> [String] {
    (try value(.earlierModels, statements, in: connection) ?? "").split(separator: " ").map {
      String($0)
    }
  }

  /// Returns the version of the model that the store is made for, without this being traced.
  static func version(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> String? {
    try value(.modelHash, statements, in: connection, isTraced: false)
  }

  /// Refuses a store that has been migrated from `model` to `stored` unless whoever knows `model`
  /// alone can use it.
  static func checkAdditions(_ stored: ObjectModel, to model: ObjectModel) throws(StoreError) {
    let changes = stored.changes(since: model).filter { !$0.isAdditive }
    if changes.isEmpty { return }
    let heading =
      "the store has been migrated to a later model than this program's, which cannot use it; "
      + "use the later program, or open it with '.migrating()' to go back"
    throw StoreError(
      .modelMismatch,
      ([heading] + changes.map { "  \($0.message)" }).joined(separator: "\n"))
  }

  /// Refuses a store that was made for `stored`, and not for `model`.
  static func refuse(_ stored: ObjectModel, for model: ObjectModel) throws(StoreError) {
    let heading =
      "the store was made for another model; let it be migrated, or open it with that model"
    throw StoreError(
      .modelMismatch,
      ([heading] + model.changes(since: stored).map { "  \($0.message)" }).joined(separator: "\n"))
  }

  /// Returns the description of the model that the store is made for, without this being traced.
  static func description(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> String? {
    try value(.model, statements, in: connection, isTraced: false)
  }

  /// Makes sure that whoever has opened the store when it was made for what `description` describes
  /// reads the same of it now, without this being traced.
  static func checkFit(
    _ description: String?, _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    let found = try self.description(statements, in: connection)
    if try value(.modelHash, statements, in: connection, isTraced: false) == migratingHash {
      throw migrated
    }
    if found == description { return }
    if let stored = found.flatMap(model), let opened = description.flatMap(model),
      stored.changes(since: opened).allSatisfy(\.isAdditive)
    {
      return
    }
    throw migrated
  }

  /// The error that the store is not the one that was opened.
  static var migrated: StoreError {
    StoreError(
      .modelMismatch,
      "another program has migrated the store since it was opened; open it again")
  }

  /// Records that the store is one for `model`, and was or might have been for `models` before.
  static func set(
    _ model: ObjectModel, after models: [ObjectModel], _ statements: RowStatements,
    in connection: Connection
  ) throws(StoreError) {
    var earlier = try earlierModels(statements, in: connection)
    if let place = earlier.firstIndex(of: model.versionHash) {
      // Going back makes later models of those that came after this one.
      earlier.removeSubrange(place...)
    } else if let hash = try value(.modelHash, statements, in: connection) {
      earlier.append(hash)
    }
    earlier += models.map(\.versionHash)
    earlier.removeAll { $0 == model.versionHash || $0 == migratingHash }
    var known: Set<String> = []
    earlier = earlier.filter { known.insert($0).inserted }
    let facts: [(Fact, String)] = [
      (.modelHash, model.versionHash), (.model, try json(of: model)),
      (.earlierModels, earlier.joined(separator: " ")),
    ]
    for (fact, value) in facts {
      try set(fact, to: value, statements, in: connection)
    }
    // Programs that have the store open look at the model again where the schema has changed.
    let schema = Int32(truncatingIfNeeded: try connection.integer("PRAGMA schema_version") ?? 0)
    try connection.run("PRAGMA schema_version = \(schema &+ 1)")
  }

  /// Returns the fact called `fact`, or `nil`.
  static func value(
    _ fact: Fact, _ statements: RowStatements, in connection: Connection, isTraced: Bool = true
  ) throws(StoreError) -> String? {
    try connection.text(
      statements.metadata.fact, [.text(fact.rawValue)], isTraced: isTraced)
  }

  /// Returns `model`, without fetched and derived properties, as JSON in which the order of keys
  /// depends on nothing.
  private static func json(of model: ObjectModel) throws(StoreError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let entities = model.withoutDerived.entities.map { entity in
      var entity = entity
      entity.properties.removeAll { $0.fetched != nil }
      return entity
    }
    do {
      return String(decoding: try encoder.encode(ObjectModel(entities: entities)), as: UTF8.self)
    } catch {
      throw StoreError(.other, "the model cannot be written as JSON", underlying: error)
    }
  }

  /// Returns the model that `json` describes, or `nil` if it describes none.
  private static func model(_ json: String) -> ObjectModel? {
    try? JSONDecoder().decode(ObjectModel.self, from: Data(json.utf8))
  }
}
