import CSQLiteRaw

extension RawContender {
  func upsert(_ library: Library) throws -> Work? {
    let members = library.comingMembers
    let connection = connection
    return {
      let upsert = try connection.prepare(
        """
        INSERT INTO Member (_version, email, name, visits, joined, note) VALUES (1, ?, ?, ?, ?, ?)
        ON CONFLICT (email) DO UPDATE SET name = excluded.name, visits = excluded.visits,
        joined = excluded.joined, note = excluded.note, _version = _version + 1 RETURNING _id
        """)
      var ids: [Int64] = []
      try connection.transaction("BEGIN IMMEDIATE") {
        for member in members { ids.append(try Self.run(upsert.handle, member, connection)) }
      }
      return Tally(count: ids.count)
    }
  }

  /// Runs `statement` for `member` and returns the id that it returns.
  @inline(__always) private static func run(
    _ statement: OpaquePointer, _ member: MemberValues, _ connection: RawConnection
  ) throws -> Int64 {
    sqlite3_bind_int64(statement, 3, Int64(member.visits))
    sqlite3_bind_double(statement, 4, member.joined)
    return try bind(member.email, statement, 1) {
      try bind(member.name, statement, 2) {
        guard let note = member.note else {
          sqlite3_bind_null(statement, 5)
          return try step(statement, connection)
        }
        return try bind(note, statement, 5) { try step(statement, connection) }
      }
    }
  }

  private static func step(_ statement: OpaquePointer, _ connection: RawConnection) throws -> Int64
  {
    guard sqlite3_step(statement) == SQLITE_ROW else { throw connection.failure }
    let id = sqlite3_column_int64(statement, 0)
    guard sqlite3_step(statement) == SQLITE_DONE else { throw connection.failure }
    sqlite3_reset(statement)
    return id
  }

  /// Binds `text` for as long as `body` runs.
  @inline(__always) private static func bind<Answer>(
    _ text: String, _ statement: OpaquePointer, _ index: Int32, _ body: () throws -> Answer
  ) throws -> Answer {
    var text = text
    return try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), nil)
        return try body()
      }
    }
  }
}
