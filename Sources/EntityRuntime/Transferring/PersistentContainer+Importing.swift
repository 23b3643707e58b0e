import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PersistentContainer {
  /// Adds the objects of the file at `path`, which `export` has written or that is like one, to the
  /// store, in one transaction.
  ///
  ///     let report = try container.importObjects(from: "bookshop.jsonl", existing: .skip)
  ///
  /// The file may be of any size: some hundreds of objects are in memory at once, half a byte for
  /// each, and some bytes for each link and each update. Rows may refer to later ones. Others see
  /// all of it at once, as one commit with `author`; an import that is interrupted has done
  /// nothing, and with `.skip` or `.update` it may be repeated. Objects of a file of ids keep their
  /// ids and versions. No object is made, so that no method of a class is called but the rules of
  /// its attributes and, for each new object whose line has no value, their defaults.
  ///
  /// The calling thread is kept busy, and writes; `perform` has it done on another.
  ///
  /// - Parameters:
  ///   - path: A file.
  ///   - existing: What becomes of objects that the store has.
  ///   - author: Who makes the changes, as commits say it.
  ///   - progress: Is called again and again on this thread; the import is given up if it throws.
  /// - Throws: an `ImportError` with the lines of what is wrong; a `StoreError` as a save does, and
  ///   `fileMissing`; what `progress` throws; `CancellationError` once the task is cancelled.
  ///   Nothing has changed then.
  @discardableResult
  public func importObjects(
    from path: String, existing: ImportOptions.Existing = .refuse, author: String? = nil,
    progress: ((TransferProgress) throws -> Void)? = nil
  ) throws -> ImportReport {
    try importObjects(
      from: path, options: ImportOptions(existing: existing), author: author, progress: progress)
  }

  /// Adds the objects of the file at `path` as `options` say; see the form with `existing`.
  @discardableResult
  public func importObjects(
    from path: String, options: ImportOptions, author: String? = nil,
    progress: ((TransferProgress) throws -> Void)? = nil
  ) throws -> ImportReport {
    try TransferFile.read(from: path) { next in
      try importObjects(options: options, author: author, progress: progress, reading: next)
    }
  }

  /// Adds the objects of the file at `url`; see the form with a path.
  @discardableResult
  public func importObjects(
    from url: URL, options: ImportOptions = ImportOptions(), author: String? = nil,
    progress: ((TransferProgress) throws -> Void)? = nil
  ) throws -> ImportReport {
    try importObjects(
      from: StoreError.path(of: url), options: options, author: author, progress: progress)
  }

  /// Adds the objects of a text whose pieces, UTF-8 of any length, `next` returns until it returns
  /// `nil`; see the form with a path.
  ///
  /// The transaction waits for `next`; keep what arrives slowly in a file first.
  @discardableResult
  public func importObjects(
    options: ImportOptions = ImportOptions(), author: String? = nil,
    progress: ((TransferProgress) throws -> Void)? = nil, reading next: () throws -> [UInt8]?
  ) throws -> ImportReport {
    let unit = ManagedObjectContext(container: self).unit
    let knowledge = StoreImport.Knowledge(
      brokenRule: { [entities] entity, index, value in
        let managed = entities.entities[entity.index]
        return managed.brokenRules(index, value, row: 0).first?.message
      },
      computedDefault: { [entities] entity, name in
        try? unit.blank(entities.entities[entity.index]).storedValue(forKey: name)
      })
    do {
      return try withoutActuallyEscaping(next) { next in
        try store.write(nil) { session in
          let run = try StoreImport(
            session, store.layout, options: options, knowledge: knowledge,
            now: store.now().storedValue, progress: progress, from: next)
          let report = try run.run()
          return (report, run, try session.recordCommit(by: author))
        } committed: { (_, run, position) in
          if run.hasWritten { feed.publish(author: author, at: position) { run.changes } }
        }.0
      }
    } catch {
      feed.publish(failure: error, author: author)
      throw error
    }
  }
}
