import EntityModel
package import EntityStore

/// A step from one snapshot of a model to a later one that needs thought: what becomes of values is
/// said in code.
///
///     let pages = Migration(from: 3, to: 4) { stage in
///       try stage.forEach(Snapshot3.Book.self) { old in
///         Snapshot4.Book(from: old, pages: old.pageCount ?? 0)
///       }
///     }
///
/// It is passed to the container, which carries it out where it opens a store that was made for
/// snapshot 3 or an earlier one. What the closure does not make is carried over as without a stage.
/// All of it is one transaction: if anything fails, the store is as it was.
public struct Migration: Sendable {
  /// The number of the snapshot that it starts from.
  public let from: Int

  /// The number of the snapshot that it leads to.
  public let to: Int

  /// After how many objects a part of the work is committed; `nil` for all of it at once.
  public let batchSize: Int?

  private let body: @Sendable (MigrationStage) throws -> Void

  /// Creates a migration that `body` carries out.
  ///
  /// With a `batchSize`, work is committed whenever `forEach` has visited so many objects, so that
  /// neither the log nor a lock grows with the store. A process that ends in between leaves a store
  /// that no program opens but one with this migration, which goes on where it was: `body` runs
  /// from its beginning, and each `forEach` goes on after the last object that was committed. What
  /// `body` does outside of `forEach` therefore must be such that it may be done again; `once` does
  /// what must not.
  public init(
    from: Int, to: Int, batchSize: Int? = nil,
    _ body: @escaping @Sendable (_ stage: MigrationStage) throws -> Void
  ) {
    self.from = from
    self.to = to
    self.batchSize = batchSize
    self.body = body
  }

  /// The migration as a store carries it out.
  package var stage: ModelHistory.Stage {
    ModelHistory.Stage(from: from, to: to, batchSize: batchSize) { [from, to, body] session in
      do {
        try body(MigrationStage(session, from: from, to: to))
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError(
          .other, "the stage from \(from) to \(to) failed: \(error)", underlying: error)
      }
    }
  }
}

extension ObjectModel {
  /// Returns the snapshots that the model knows and the stages that `migrations` are.
  ///
  /// - Throws: a `StoreError` if a snapshot cannot be read, or a migration does not fit.
  package func history(_ migrations: [Migration]) throws -> ModelHistory {
    let history = ModelHistory(
      versions: try classes.snapshots.map { try $0.version() }, stages: migrations.map(\.stage),
      expectedStages: classes.expectedMigrations)
    guard history.problems.isEmpty else {
      throw StoreError(
        .invalidRequest, history.problems.joined(separator: "\n"))
    }
    return history
  }
}
