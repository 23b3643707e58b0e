import EntityModel
import EntitySQL
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreMetadata {
  /// What a store says in place of the hash of its model between two transactions of a stage, so
  /// that no program takes it for a store of its own.
  static let migratingHash = "migrating"

  /// Returns how far the stage has come that the store is in the middle of, or `nil`.
  static func stage(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> StageState? {
    guard let text = try value(.stage, statements, in: connection) else { return nil }
    do {
      return try JSONDecoder().decode(StageState.self, from: Data(text.utf8))
    } catch {
      throw StoreError(
        .corrupt, "the store does not say how far its migration has come; restore it from a copy",
        underlying: error)
    }
  }

  /// Records how far the stage has come that leads from `model`.
  static func set(
    _ state: StageState, from model: ObjectModel, _ statements: RowStatements,
    in connection: Connection
  ) throws(StoreError) {
    // The end of the stage before has removed what that one said.
    if try value(.stage, statements, in: connection) == nil {
      try set(model, after: [], statements, in: connection)
      try set(.modelHash, to: migratingHash, statements, in: connection)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      let text = String(decoding: try encoder.encode(state), as: UTF8.self)
      try set(.stage, to: text, statements, in: connection)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.other, "how far a stage has come cannot be written", underlying: error)
    }
  }

  /// Records that the store is in the middle of no stage.
  static func endStage(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    try connection.run(statements.metadata.removeFact, [.text(Fact.stage.rawValue)])
  }

  /// Adds or changes the fact called `fact`.
  static func set(
    _ fact: Fact, to value: String, _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    try connection.run(statements.metadata.setFact, [.text(fact.rawValue), .text(value)])
  }
}
