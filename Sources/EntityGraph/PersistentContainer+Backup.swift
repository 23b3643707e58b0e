public import EntityModel
public import EntityRuntime
public import EntitySQLite
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PersistentContainer {
  /// Copies the store, as it is now, to a file that is a store of its own, while others go on to
  /// read and write.
  ///
  ///     try container.backUp(to: .file("bookshop-monday.sqlite"))
  ///
  /// The copy is one state of the store. It appears at its path when it is whole and on disk; until
  /// then it has a name of its own beside that. What is written meanwhile stays in the log, which
  /// grows.
  ///
  /// - Parameters:
  ///   - location: A file; its directory exists.
  ///   - overwriting: `true` if a store that is there, and that nobody has open, is replaced.
  ///   - progress: Is called again and again on this thread; the copy is given up if it throws.
  /// - Throws: a `StoreError`: `fileExists` if something is there, or it is the store itself;
  ///   `notAStore` if what is there is no store; `busy` if somebody has it open;
  ///   `directoryMissing`, `diskFull`. What `progress` throws. What was there before is as it was
  ///   then.
  public func backUp(
    to location: StoreLocation, overwriting: Bool = false,
    progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    let path = try location.path(for: "a backup")
    try maintainedStore().backUp(to: path, overwrites: overwriting, progress)
  }

  /// Copies the store to the file at `path`, as the form that takes a location does.
  public func backUp(
    to path: String, overwriting: Bool = false,
    progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try backUp(to: .file(path), overwriting: overwriting, progress: progress)
  }

  /// Copies the store to the file at `url`, as the form that takes a location does.
  public func backUp(
    to url: URL, overwriting: Bool = false,
    progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try backUp(to: .file(url), overwriting: overwriting, progress: progress)
  }

  /// Puts a copy of the store at `source` in the place of the one at `target`, which nobody has
  /// open, or makes it where there is none.
  ///
  ///     try PersistentContainer.restore(
  ///       from: .file("bookshop-monday.sqlite"), to: .file("bookshop.sqlite"), for: .bookshop)
  ///
  /// The copy is checked before it takes the place: that it is a store, of a model that this one
  /// may be migrated from, and undamaged. It has an id of its own, so that what programs have noted
  /// of the former store is not taken for true of this one. Opening it migrates it if need be.
  ///
  /// - Parameters:
  ///   - source: A backup, or any other store; it stays as it is.
  ///   - target: The file that the store is to be in.
  ///   - model: The model of the program; `nil` for a copy of any model.
  ///   - options: The permissions of the file, and how long others are waited for.
  ///   - progress: Is called again and again on this thread; the copy is given up if it throws.
  /// - Throws: a `StoreError`: `notAStore`, `notADatabase`, `corrupt`, `modelMismatch` or
  ///   `newerFormat` if the source will not do; `busy` if somebody has the target open; `corrupt`
  ///   if the target is damaged, and `notAStore` if it is something else, which are to be moved
  ///   away first; `diskFull`. What `progress` throws. What was there before is as it was then.
  public static func restore(
    from source: StoreLocation, to target: StoreLocation, for model: ObjectModel? = nil,
    options: StoreOptions = StoreOptions(), progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try StoreRestoring(from: source, to: target, options: options).run(model: model, progress)
  }

  /// Restores a store from a path to a path, as the form that takes locations does.
  public static func restore(
    from source: String, to target: String, for model: ObjectModel? = nil,
    options: StoreOptions = StoreOptions(), progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try restore(
      from: .file(source), to: .file(target), for: model, options: options, progress: progress)
  }

  /// Restores a store from a URL to a URL, as the form that takes locations does.
  public static func restore(
    from source: URL, to target: URL, for model: ObjectModel? = nil,
    options: StoreOptions = StoreOptions(), progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try restore(
      from: .file(source), to: .file(target), for: model, options: options, progress: progress)
  }
}
