import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a store knows of itself: the format of its tables, the model, and the next ids.
enum Bookkeeping {
  /// Marks a file as a store of this library, in the file's own header.
  static let applicationID: Int64 = 0x4547_5246

  /// The format of the tables that this library reads and writes.
  static let format = 1

  /// The names of the facts.
  private enum Fact: String {
    case format, modelHash, model
  }

  /// Creates the tables of `model` and notes what they are for.
  static func create(
    _ model: ObjectModel, _ texts: StatementTexts, in connection: Connection
  ) throws(StoreError) {
    let schema = SchemaTexts(layout: texts.layout, dialect: texts.dialect)
    for statement in schema.statements { try connection.run(statement) }
    let facts: [(Fact, String)] = [
      (.format, String(format)), (.modelHash, model.versionHash), (.model, try json(of: model)),
    ]
    for (fact, value) in facts {
      try connection.run(texts.bookkeeping.noteFact, [.text(fact.rawValue), .text(value)])
    }
    for table in texts.layout.tables {
      try connection.run(texts.bookkeeping.countIDs, [.text(table.name)])
    }
    try connection.run("PRAGMA application_id = \(applicationID)")
  }

  /// Refuses a store that is of another format or was made for a model other than `model`.
  static func check(
    _ model: ObjectModel, _ texts: StatementTexts, in connection: Connection
  ) throws(StoreError) {
    guard let text = try value(.format, texts, in: connection), let found = Int(text) else {
      throw StoreError(
        .corrupt, "the store does not say what format it has; restore it from a copy")
    }
    guard found <= format else {
      throw StoreError(
        .newerFormat,
        "the store has format \(found), and this program reads formats up to \(format); "
          + "use a later version of EntityGraph")
    }
    let hash = try value(.modelHash, texts, in: connection)
    guard hash != model.versionHash else { return }
    let stored = try value(.model, texts, in: connection).flatMap(self.model)
    let changes = stored.map { model.changes(since: $0) } ?? []
    let heading =
      "the store was made for another model; migrate it, or open it with the model it was made for"
    throw StoreError(
      .modelMismatch, ([heading] + changes.map { "  \($0.message)" }).joined(separator: "\n"))
  }

  /// Returns the fact called `fact`, or nil.
  private static func value(
    _ fact: Fact, _ texts: StatementTexts, in connection: Connection
  ) throws(StoreError) -> String? {
    try connection.text(texts.bookkeeping.fact, [.text(fact.rawValue)])
  }

  /// Returns `model` as JSON in which the order of keys depends on nothing.
  private static func json(of model: ObjectModel) throws(StoreError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(model), as: UTF8.self)
    } catch {
      throw StoreError(.other, "the model cannot be written as JSON", underlying: error)
    }
  }

  /// Returns the model that `json` describes, or nil when it describes none.
  private static func model(_ json: String) -> ObjectModel? {
    try? JSONDecoder().decode(ObjectModel.self, from: Data(json.utf8))
  }
}
