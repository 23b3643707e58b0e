import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PersistentContainer {
  /// Writes all objects of the store, as it is now, to the file at `path`, a line of JSON for each,
  /// while others go on to read and write.
  ///
  ///     try container.export(to: "bookshop.jsonl")
  ///
  /// An import of the file into an empty store makes the same store, value by value. Every object
  /// is written, one that is deleted softly too; what is computed is not, nor is the history. The
  /// file appears at its path when it is whole and on disk, with the permissions that a backup
  /// would have. However many objects there are, some hundreds of them are in memory at once, and
  /// half a byte for each.
  ///
  /// The calling thread is kept busy; `perform` has it done on another.
  ///
  /// - Parameters:
  ///   - path: A file; its directory exists.
  ///   - options: How objects are named, and what is left out.
  ///   - overwriting: `true` if a file that is there is replaced.
  ///   - progress: Is called again and again on this thread; the export is given up if it throws.
  /// - Throws: a `StoreError`: `fileExists` if there is a file, `diskFull`, `invalidRequest` if
  ///   objects are to be named by keys and have none; what `progress` throws; `CancellationError`
  ///   once the task is cancelled. What was there before is as it was then.
  @discardableResult
  public func export(
    to path: String, options: ExportOptions = ExportOptions(), overwriting: Bool = false,
    progress: ((TransferProgress) throws -> Void)? = nil
  ) throws -> ExportReport {
    try TransferFile.write(
      to: path, overwriting: overwriting, permissions: store.permissionsOfCopies()
    ) { output in
      try export(nil, options, progress, output)
    }
  }

  /// Writes all objects to the file at `url`, as the form that takes a path does.
  @discardableResult
  public func export(
    to url: URL, options: ExportOptions = ExportOptions(), overwriting: Bool = false,
    progress: ((TransferProgress) throws -> Void)? = nil
  ) throws -> ExportReport {
    try export(
      to: StoreError.path(of: url), options: options, overwriting: overwriting, progress: progress)
  }

  /// Writes all objects as the form that takes a path does, a piece at a time.
  ///
  ///     try container.export { try connection.send($0) }
  ///
  /// - Parameters:
  ///   - options: How objects are named, and what is left out.
  ///   - progress: Is called again and again on this thread; the export is given up if it throws.
  ///   - output: Takes the pieces, UTF-8 of some ten thousand bytes, which together are the file.
  /// - Throws: as that form does, and what `output` throws; what has been written before is the
  ///   beginning of a file then, which an import refuses.
  @discardableResult
  public func export(
    options: ExportOptions = ExportOptions(), progress: ((TransferProgress) throws -> Void)? = nil,
    to output: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    try export(nil, options, progress, output)
  }

  /// Writes the objects that the requests find to the file at `path`, as the form does that writes
  /// all.
  ///
  ///     try container.export(Author.all, Book.where { $0.pages > 100 }, to: "some.jsonl")
  ///
  /// What requests do not find by themselves, such as objects that are deleted softly, is not
  /// written. An object that several requests find is written once, in no order of theirs. A to-one
  /// may refer to an object that the file does not have, which an import looks for in the store;
  /// lists have no members but those that are written.
  @discardableResult
  public func export<First: ManagedObject, each Other: ManagedObject>(
    _ first: FetchRequest<First>, _ others: repeat FetchRequest<each Other>, to path: String,
    options: ExportOptions = ExportOptions(), overwriting: Bool = false,
    progress: ((TransferProgress) throws -> Void)? = nil
  ) throws -> ExportReport {
    var queries = [try query(of: first)]
    for query in repeat try query(of: each others) { queries.append(query) }
    return try TransferFile.write(
      to: path, overwriting: overwriting, permissions: store.permissionsOfCopies()
    ) { output in
      try export(queries, options, progress, output)
    }
  }

  /// Writes the objects that the requests find, as the form that takes a path does, a piece at a
  /// time.
  @discardableResult
  public func export<First: ManagedObject, each Other: ManagedObject>(
    _ first: FetchRequest<First>, _ others: repeat FetchRequest<each Other>,
    options: ExportOptions = ExportOptions(), progress: ((TransferProgress) throws -> Void)? = nil,
    to output: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    var queries = [try query(of: first)]
    for query in repeat try query(of: each others) { queries.append(query) }
    return try export(queries, options, progress, output)
  }

  /// Returns what `request` asks the store for.
  private func query<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) throws -> EntityQuery {
    let unit = newContext().unit
    let entity = try unit.entity(of: Object.self)
    return try unit.visible(request.entityQuery(entity.name))
  }

  private func export(
    _ queries: [EntityQuery]?, _ options: ExportOptions,
    _ progress: ((TransferProgress) throws -> Void)?, _ output: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    try store.export(
      queries, options: options, omitting: options.omitsSecrets ? namesNotExported() : [:],
      modelVersion: modelVersion, progress: progress, to: output)
  }

  /// Returns the names of the attributes that classes say are not exported, by entity.
  private func namesNotExported() -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for entity in entities.entities {
      for (name, json) in entity.jsonNames where json.path == nil {
        // A class says it of the properties that it inherits too.
        for ancestor in entity.layout.lineage { names[ancestor, default: []].insert(name) }
      }
    }
    return names
  }
}
