/// Measures what is done with objects and their relationships and what that is compared with, in
/// turn.
struct GraphMeasuring {
  let library: Library
  let folder: LibraryFolder
  let shelves: ShelfFolder
  let rounds: Int
  let stopwatch: Stopwatch
  let progress: ProgressLine

  /// Measures `row`; a round before the first does not count.
  func measure(_ row: GraphRow) throws -> Comparison {
    var comparison = Comparison(
      title: row.title(library.scale), baseTitle: row.base, unit: "ms",
      target: row.target.map { .ratio($0) })
    for round in 0...rounds {
      progress.show("\(row.rawValue): round \(round) of \(rounds)", "")
      var (base, ours) = (0.0, 0.0)
      // Who comes first in a round comes last in the next.
      if round % 2 == 0 { base = try self.base(row) }
      ours = try self.ours(row)
      if round % 2 == 1 { base = try self.base(row) }
      if round > 0 { comparison.add(base, ours) }
    }
    return comparison
  }

  /// Returns the milliseconds of what `row` is compared with.
  private func base(_ row: GraphRow) throws -> Double {
    switch row {
    case .orderedAppend: try changing { try $0.rawAppend(stopwatch) }
    case .orderedInsert, .orderedMove, .orderedRemove:
      try changing(oneByOne: true) { try $0.run(.append, stopwatch) }
    case .orderedInsertMany, .orderedMoveMany, .orderedRemoveMany:
      try changing { try $0.run(.append, stopwatch) }
    case .orderedReading: try reading.withoutOrder(stopwatch)
    case .undo: try undoing(isRecorded: false)
    case .cascade, .cascadeAtOnce: try cascading { try $0.rawDelete(stopwatch) }
    }
  }

  /// Returns the milliseconds of `row`.
  private func ours(_ row: GraphRow) throws -> Double {
    switch row {
    case .orderedAppend: try changing { try $0.run(.append, stopwatch) }
    case .orderedInsert: try changing(oneByOne: true) { try $0.run(.insert, stopwatch) }
    case .orderedMove: try changing(oneByOne: true) { try $0.run(.move, stopwatch) }
    case .orderedRemove: try changing(oneByOne: true) { try $0.run(.remove, stopwatch) }
    case .orderedInsertMany: try changing { try $0.run(.insert, stopwatch) }
    case .orderedMoveMany: try changing { try $0.run(.move, stopwatch) }
    case .orderedRemoveMany: try changing { try $0.run(.remove, stopwatch) }
    case .orderedReading: try reading.inOrder(stopwatch)
    case .undo: try undoing(isRecorded: true)
    case .cascade: try cascading { try $0.delete(stopwatch) }
    case .cascadeAtOnce: try cascading { try $0.deleteAtOnce(stopwatch) }
    }
  }

  private var reading: ShelfReading { ShelfReading(path: shelves.path, count: shelves.count) }

  private func changing(
    oneByOne: Bool = false, _ body: (ShelfChanges) throws -> Double
  ) throws -> Double {
    try shelves.withCopy {
      try body(ShelfChanges(path: $0, count: shelves.count, areSavedOneByOne: oneByOne))
    }
  }

  private func undoing(isRecorded: Bool) throws -> Double {
    try withLibrary {
      try Undoing(path: $0).change(library.scale.changes, isRecorded: isRecorded, stopwatch)
    }
  }

  private func cascading(_ body: (Cascading) throws -> Double) throws -> Double {
    try withLibrary { try body(Cascading(path: $0)) }
  }

  private func withLibrary(_ body: (String) throws -> Double) throws -> Double {
    let path = try folder.copy(authorsOnly: false)
    defer { folder.remove(path) }
    return try body(path)
  }
}
