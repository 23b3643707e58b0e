import CSQLiteRaw
import EntityGraph

/// Changes of an ordered relationship that nobody has loaded, each saved by itself or all together.
struct ShelfChanges {
  /// What is done to the shelf.
  enum Change {
    /// New volumes come last.
    case append

    /// New volumes come behind others.
    case insert

    /// Volumes are moved behind others.
    case move

    /// Volumes are taken away.
    case remove
  }

  let path: String

  /// How many volumes there are.
  let count: Int

  /// `true` if each change is saved by itself.
  let areSavedOneByOne: Bool

  /// How many changes there are.
  private var changes: Int { count / 100 }

  /// Returns the milliseconds of making `change` and saving it; the volumes that stand beside what
  /// is changed, and what is moved or taken away, have been fetched.
  func run(_ change: Change, _ stopwatch: Stopwatch) throws -> Double {
    let container = try ShelfFolder.open(path)
    defer { container.close() }
    let context = container.newContext()
    let volumes = try context.fetch(Volume.all)
    guard let shelf = try context.first(Shelf.limit(1)) else {
      throw WrongAnswer(description: "there is no shelf")
    }
    let time = try stopwatch.milliseconds {
      for number in 0..<changes {
        let volume = volumes[number * 100]
        // Half of the shelf away.
        let other = volumes[(number * 7919 + count / 2) % changes * 100 + 50]
        switch change {
        case .append: shelf.$volumes.append(new(number, in: context))
        case .insert: try shelf.$volumes.insert(new(number, in: context), after: other)
        case .move: try shelf.$volumes.move(volume, after: other)
        case .remove: shelf.$volumes.remove(volume)
        }
        if areSavedOneByOne { try context.save() }
      }
      try context.save()
    }
    let difference =
      switch change {
      case .append, .insert: changes
      case .move: 0
      case .remove: -changes
      }
    try expect(
      Tally(count: try shelf.$volumes.count), Tally(count: count + difference), "the shelf")
    return time
  }

  private func new(_ number: Int, in context: ManagedObjectContext) -> Volume {
    Volume(title: ShelfFolder.title(number), pages: number, in: context)
  }

  /// Returns the milliseconds of the rows of new volumes that come last through the C interface, in
  /// one transaction.
  func rawAppend(_ stopwatch: Stopwatch) throws -> Double {
    let connection = try RawConnection(path: path)
    return try stopwatch.milliseconds {
      try connection.transaction("BEGIN IMMEDIATE") {
        let last = try connection.prepare(
          "SELECT max(\"_position.shelf\") FROM Volume WHERE shelf = 1")
        let insert = try connection.prepare(
          """
          INSERT INTO Volume (_version, title, pages, shelf, "_position.shelf")
          VALUES (1, ?, ?, 1, ?)
          """)
        guard sqlite3_step(last.handle) == SQLITE_ROW else { throw connection.failure }
        var place = sqlite3_column_int64(last.handle, 0)
        sqlite3_reset(last.handle)
        for number in 0..<changes {
          place += Self.gap
          var title = ShelfFolder.title(number)
          try title.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) {
              _ = sqlite3_bind_text(insert.handle, 1, $0.baseAddress, Int32($0.count), nil)
              sqlite3_bind_int64(insert.handle, 2, Int64(number))
              sqlite3_bind_int64(insert.handle, 3, place)
              guard sqlite3_step(insert.handle) == SQLITE_DONE else { throw connection.failure }
              sqlite3_reset(insert.handle)
            }
          }
        }
      }
    }
  }

  /// The distance of two places that the library gives.
  private static let gap: Int64 = 1 << 32
}

/// Reads all volumes as members.
struct ShelfReading {
  let path: String

  /// How many volumes there are.
  let count: Int

  /// Returns the milliseconds of reading the members in the order of the shelf.
  func inOrder(_ stopwatch: Stopwatch) throws -> Double {
    try read(stopwatch) { context in
      try context.first(Shelf.limit(1)).map { $0.volumes.reduce(0) { $0 + $1.pages } }
    }
  }

  /// Returns the milliseconds of reading the members of the room.
  func withoutOrder(_ stopwatch: Stopwatch) throws -> Double {
    try read(stopwatch) { context in
      try context.first(Room.limit(1)).map { $0.volumes.reduce(0) { $0 + $1.pages } }
    }
  }

  /// Returns the milliseconds of what `read` does with a new context, which is gone then.
  private func read(
    _ stopwatch: Stopwatch, _ read: (ManagedObjectContext) throws -> Int?
  ) throws -> Double {
    let container = try ShelfFolder.open(path)
    defer { container.close() }
    var sum: Int?
    let time = try stopwatch.milliseconds { sum = try read(container.newContext()) }
    let expected = (0..<count).reduce(0) { $0 + $1 % 1000 }
    try expect(Tally(sum: sum ?? 0), Tally(sum: expected), "the shelf")
    return time
  }
}
