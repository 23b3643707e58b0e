import EntityCSQLite
package import EntityModel
import EntitySQL
package import EntityStore

/// Puts a copy of a store in the place of a store that nobody has open.
package struct StoreRestoring {
  /// The copy.
  private let source: StoreFile

  /// The store.
  private let target: StoreFile

  /// How files are made and waited for.
  private let options: StoreOptions

  /// The statements on what every store records, whatever its model.
  private let statements = RowStatements(StoreLayout(ObjectModel(entities: [])), SQLiteDialect())

  /// Prepares to put a copy of what is at `source` in the place of what is at `target`.
  ///
  /// - Throws: that one of them is not a file.
  package init(
    from source: StoreLocation, to target: StoreLocation, options: StoreOptions
  ) throws(StoreError) {
    guard case .file(let from) = try source.resolved(), case .file(let to) = try target.resolved()
    else {
      throw StoreError(
        .invalidRequest,
        "a store is restored from a file to a file; one in memory is of its container alone")
    }
    self.source = StoreFile(path: from)
    self.target = StoreFile(path: to)
    self.options = options
  }

  /// Restores the store.
  ///
  /// - Parameter model: the model that the copy is to be of, or of an earlier version of; `nil` for
  ///   any.
  /// - Throws: why it cannot be; what is at the target is as it was then.
  package func run(
    model: ObjectModel?, _ progress: ((BackupProgress) throws -> Void)?
  ) throws {
    try source.check(isReadOnly: true)
    try target.checkDirectory()
    if let identity = FileIdentity(source.path), identity == FileIdentity(target.path) {
      throw StoreError(
        .fileExists, "'\(source.path)' is the store itself; restore it from a copy of it")
    }
    let permissions =
      try options.checkedPermissions()
      ?? FileIdentity(target.path)?.permissions ?? FileIdentity(source.path)?.permissions
    let copy = StoreCopy(of: target)
    do {
      let connection = try connection(to: source)
      let stored = try storedModel(source, connection)
      if let model { try requireFit(of: stored, to: model) }
      if target.exists { try requireSameProgram(as: stored) }
      try copy.fill(from: connection, permissions: permissions, progress) { copied in
        try check(copied)
        // What has been noted of the store that was there is not true of this one.
        try StoreMetadata.replaceID(statements, in: copied)
      }
      try copy.install(overwrites: true, waiting: options.busyTimeout)
    } catch {
      copy.remove()
      guard let error = error as? StoreError, !error.message.contains(source.path) else {
        throw error
      }
      throw error.ofCopy(at: target.path)
    }
  }

  /// Opens `file` to be read.
  private func connection(to file: StoreFile) throws(StoreError) -> Connection {
    do throws(StoreError) {
      // Whoever only reads a store that has a log leaves files beside it; without a log nobody has
      // it open.
      let hasLog = FileIdentity(file.path + "-wal") != nil
      return try Connection(
        hasLog ? file.path : file.immutableName,
        flags: SQLITE_OPEN_READONLY | (hasLog ? 0 : SQLITE_OPEN_URI),
        busyTimeout: options.busyTimeout, trace: options.trace)
    } catch {
      throw error.located(at: file.path)
    }
  }

  /// Returns the model of the store in `file`, which `connection` is to.
  ///
  /// - Throws: that it is none, or one of a later format.
  private func storedModel(
    _ file: StoreFile, _ connection: Connection
  ) throws(StoreError) -> ObjectModel {
    do throws(StoreError) {
      guard try !StoreFile.isEmpty(connection), try StoreFile.isStore(connection) else {
        throw file.notAStore
      }
      let empty = ObjectModel(entities: [])
      return try StoreMetadata.otherModel(than: empty, statements, in: connection) ?? empty
    } catch {
      throw error.located(at: file.path)
    }
  }

  /// Refuses a copy that was made for `stored` where it can be no earlier version of `model`.
  private func requireFit(of stored: ObjectModel, to model: ObjectModel) throws(StoreError) {
    guard stored.versionHash != model.versionHash, !stored.shares(model) else { return }
    throw StoreError(
      .modelMismatch,
      "'\(source.path)' was made for another model, which has none of the entities of this "
        + "program's; restore it from a copy of this program's store")
  }

  /// Refuses to put a copy that was made for `stored` in the place of another program's store.
  private func requireSameProgram(as stored: ObjectModel) throws(StoreError) {
    // What is damaged cannot say what it was made for.
    guard let connection = try? connection(to: target),
      let present = try? storedModel(target, connection), !present.entities.isEmpty,
      !present.shares(stored)
    else { return }
    throw StoreError(
      .modelMismatch,
      "'\(target.path)' was made for another model than '\(source.path)', and has none of its "
        + "entities; choose another path, or remove it first")
  }

  /// Refuses a copy that is damaged.
  private func check(_ copy: Connection) throws(StoreError) {
    guard let damage = try copy.damage(isQuick: true, limit: 1).first else { return }
    throw StoreError(
      .corrupt, "'\(source.path)' is damaged, so nothing was restored from it: \(damage)")
  }
}

extension ObjectModel {
  /// `true` if an entity of `other` is one of the model's too, maybe by another name.
  fileprivate func shares(_ other: ObjectModel) -> Bool {
    !ModelComparison(from: other, to: self).entities.oldNames.isEmpty
      || !ModelComparison(from: self, to: other).entities.oldNames.isEmpty
  }
}
