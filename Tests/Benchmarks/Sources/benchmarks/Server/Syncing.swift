import CSQLiteRaw
import EntityGraph

/// Something that a partner sells, with eight members in a payload.
@Entity final class Ware: ManagedObject {
  @Attribute(.unique) var code: Int
  var title: String
  var maker: String
  var weight: Double
  var price: Double
  var stock: Int
  var isSold: Bool
  var summary: String?
  @Relationship(inverse: "wares", deleteRule: .nullify) var stall: Stall?
}

/// Where wares are sold.
@Entity final class Stall: ManagedObject {
  @Attribute(.unique) var code: Int
  @Relationship(inverse: "stall", deleteRule: .cascade) var wares: Set<Ware>
}

/// Wares that payloads are about, in a store of its own.
struct Syncing {
  private let path: String
  private let container: PersistentContainer

  /// Makes a store at `path` in which there is nothing.
  init(path: String) throws {
    self.path = path
    container = try PersistentContainer(
      model: ObjectModel(Ware.self, Stall.self), at: .file(path))
  }

  func close() { container.close() }

  static func payload(_ codes: Range<Int>, round: Int = 0) -> [UInt8] {
    Array("[\(codes.map { WareRow(code: $0, round: round).json }.joined(separator: ","))]".utf8)
  }

  // MARK: Many rows

  /// Returns the milliseconds from the bytes of a payload of `count` new rows to the saved rows.
  func insert(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let payload = Self.payload(0..<count)
    let container = container
    return try stopwatch.milliseconds {
      let report = try waiting {
        try await container.sync(Ware.self, from: JSON(reading: payload))
      }
      try expect(report.insertedCount == count)
    }
  }

  /// Returns the milliseconds of the same from pieces of 64 KB.
  func insertPieces(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let payload = Self.payload(0..<count)
    let container = container
    return try stopwatch.milliseconds {
      let report = try waiting {
        let pieces = AsyncStream { continuation in
          for start in stride(from: 0, to: payload.count, by: 1 << 16) {
            continuation.yield(payload[start..<min(start + 1 << 16, payload.count)])
          }
          continuation.finish()
        }
        return try await container.sync(Ware.self, from: pieces)
      }
      try expect(report.insertedCount == count)
    }
  }

  /// Returns the milliseconds of inserting the same rows, which have been decoded, through the C
  /// interface.
  func rawInsert(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let rows = (0..<count).map { code in
      let row = WareRow(code: code)
      return (row, row.title, row.maker, row.summary)
    }
    let connection = try RawConnection(path: path)
    return try stopwatch.milliseconds {
      try connection.transaction("BEGIN IMMEDIATE") {
        let insert = try connection.prepare(
          """
          INSERT INTO Ware (_version, code, title, maker, weight, price, stock, isSold, summary)
          VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
        for (row, title, maker, summary) in rows {
          sqlite3_bind_int64(insert.handle, 1, Int64(row.code))
          sqlite3_bind_double(insert.handle, 4, row.weight)
          sqlite3_bind_double(insert.handle, 5, row.price)
          sqlite3_bind_int64(insert.handle, 6, Int64(row.code % 77))
          sqlite3_bind_int64(insert.handle, 7, row.code % 3 == 0 ? 1 : 0)
          try title.withCString { title in
            try maker.withCString { maker in
              sqlite3_bind_text(insert.handle, 2, title, -1, nil)
              sqlite3_bind_text(insert.handle, 3, maker, -1, nil)
              guard let summary else {
                sqlite3_bind_null(insert.handle, 8)
                return try step(insert, connection)
              }
              try summary.withCString { summary in
                sqlite3_bind_text(insert.handle, 8, summary, -1, nil)
                try step(insert, connection)
              }
            }
          }
        }
      }
    }
  }

  private func step(_ statement: RawStatement, _ connection: RawConnection) throws {
    guard sqlite3_step(statement.handle) == SQLITE_DONE else { throw connection.failure }
    sqlite3_reset(statement.handle)
  }

  /// Returns the milliseconds of a payload of `count` rows, of which half are there with other
  /// values.
  func merge(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    _ = try insert(count / 2, stopwatch)
    let payload = Self.payload(0..<count, round: 1)
    let container = container
    return try stopwatch.milliseconds {
      let report = try waiting {
        try await container.sync(Ware.self, from: JSON(reading: payload), deleting: .missing)
      }
      try expect(report.insertedCount == count - count / 2 && report.updatedCount == count / 2)
    }
  }

  /// Returns the milliseconds of reading such a payload alone.
  func read(_ codes: Range<Int>, _ stopwatch: Stopwatch) throws -> Double {
    let payload = Self.payload(codes)
    return try stopwatch.milliseconds {
      try expect(try JSON(reading: payload).count == codes.count)
    }
  }

  /// All attributes of a ware.
  static let shape = JSONShape<Ware> {
    $0.code
    $0.title
    $0.maker
    $0.weight
    $0.price
    $0.stock
    $0.isSold
    $0.summary
  }

  /// Returns the milliseconds of writing `count` objects, which have been read, as JSON.
  func encode(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    _ = try insert(count, stopwatch)
    let context = container.newContext()
    let wares = try context.fetch(Ware.all)
    return try stopwatch.milliseconds {
      try expect(try context.json(wares, as: Self.shape).source.count > count * 100)
    }
  }

  // MARK: Few rows

  /// How often what takes little is done.
  private static let repeats = 50

  /// Returns the milliseconds of a payload of one row, in a store of `count`.
  func mergeOne(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    _ = try insert(count, stopwatch)
    let payloads = (0..<Self.repeats).map { number in
      Self.payload(number * 7 % count..<number * 7 % count + 1, round: number + 1)
    }
    let container = container
    return try stopwatch.milliseconds {
      try waiting {
        for payload in payloads {
          try expect(
            await container.sync(Ware.self, from: JSON(reading: payload)).updatedCount == 1)
        }
      }
    } / Double(Self.repeats)
  }

  /// Returns the milliseconds of a payload of 100 rows, the members of one of 100 parents.
  func mergeMembers(_ stopwatch: Stopwatch) throws -> Double {
    try fillStalls(stopwatch)
    let payloads = (1...Self.repeats).map { Self.payload(0..<100, round: $0) }
    return try stopwatch.milliseconds {
      for payload in payloads {
        let context = container.newContext()
        let report = try context.sync(
          \.wares, of: try stall(context), from: JSON(reading: payload))
        try context.save()
        try expect(report.updatedCount == 100)
      }
    } / Double(Self.repeats)
  }

  /// Returns the milliseconds of writing a parent with its 100 members as JSON.
  func export(_ stopwatch: Stopwatch) throws -> Double {
    try fillStalls(stopwatch)
    let shape = JSONShape<Stall> {
      $0.code
      $0.wares(Self.shape)
    }
    return try stopwatch.milliseconds {
      for _ in 0..<Self.repeats {
        let context = container.newContext()
        try expect(try context.json(stall(context), as: shape)["wares"]?.count == 100)
      }
    } / Double(Self.repeats)
  }

  /// Makes 100 stalls of 100 wares each.
  private func fillStalls(_ stopwatch: Stopwatch) throws {
    _ = try insert(10_000, stopwatch)
    let rows = (0..<100).map { stall in
      let codes = (stall * 100..<stall * 100 + 100).map(String.init).joined(separator: ",")
      return #"{"code":\#(stall),"wares":[\#(codes)]}"#
    }
    let context = container.newContext()
    try context.sync(Stall.self, from: JSON(reading: "[\(rows.joined(separator: ","))]"))
    try context.save()
  }

  private func stall(_ context: ManagedObjectContext) throws -> Stall {
    try context.only(Stall.where { $0.code == 0 })
  }

}

/// Throws unless `isRight`.
func expect(_ isRight: Bool) throws {
  guard isRight else { throw WrongAnswer(description: "a payload has done something else") }
}
