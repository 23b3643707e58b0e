package import EntityModel
import EntitySQL
package import EntityStore

extension SQLiteStore {
  /// Returns the model that the store at `location`, a file, says it is made for: without fetched
  /// properties and derived attributes, which no store records.
  ///
  /// - Throws: a `StoreError` if there is no store, or it says of no model or is in the middle of a
  ///   migration.
  package static func storedModel(at location: StoreLocation) throws(StoreError) -> ObjectModel {
    let path = try location.path(for: "reading the model of a store")
    let none = ObjectModel(entities: [])
    let statements = RowStatements(StoreLayout(none), SQLiteDialect())
    let opening = StoreOpening(
      model: none, location: location, options: StoreOptions(isReadOnly: true),
      statements: statements, computedDefaults: { [:] })
    let file = StoreFile(path: path)
    do throws(StoreError) {
      try file.check(isReadOnly: true)
      let connection = try opening.reading(path)
      guard try !StoreFile.isEmpty(connection), try StoreFile.isStore(connection) else {
        throw file.notAStore
      }
      guard try StoreMetadata.stage(statements, in: connection) == nil else {
        throw StoreError(
          .modelMismatch,
          "the store is in the middle of a migration; let the program that migrates it go on first")
      }
      return try StoreMetadata.otherModel(than: none, statements, in: connection) ?? none
    } catch {
      throw error.located(at: path)
    }
  }
}
