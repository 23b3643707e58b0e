import CSQLiteRaw

extension RawContender {
  func insert(_ library: Library) throws -> Work {
    let insertion = try RawInsertion(connection)
    return {
      try self.connection.transaction("BEGIN IMMEDIATE") { try insertion.run(library.books) }
    }
  }

  func makeAndSave(_ library: Library) throws -> Work {
    let insertion = try RawInsertion(connection)
    return {
      let books = library.books.map { RawBook($0) }
      try self.connection.transaction("BEGIN IMMEDIATE") { try insertion.run(books) }
      var tally = Tally()
      for book in books where book.hasID { tally.add(0) }
      return tally
    }
  }

  func update(_ count: Int) throws -> Work {
    let books = try books(count)
    let update = try connection.prepare("UPDATE Book SET pages = ? WHERE _id = ?")
    let connection = connection
    return {
      try connection.transaction("BEGIN IMMEDIATE") {
        var tally = Tally()
        for book in books {
          book.pages += 1
          sqlite3_bind_int64(update.handle, 1, Int64(book.pages))
          sqlite3_bind_int64(update.handle, 2, book.id)
          guard sqlite3_step(update.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(update.handle)
          tally.add(0)
        }
        return tally
      }
    }
  }

  func delete(_ count: Int) throws -> Work {
    let books = try books(count)
    let delete = try connection.prepare("DELETE FROM Book WHERE _id = ?")
    let connection = connection
    return {
      try connection.transaction("BEGIN IMMEDIATE") {
        var tally = Tally()
        for book in books {
          sqlite3_bind_int64(delete.handle, 1, book.id)
          guard sqlite3_step(delete.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(delete.handle)
          tally.add(0)
        }
        return tally
      }
    }
  }

  func updateMany(_ count: Int) throws -> Work? {
    try many(
      count, "UPDATE Book SET pages = pages + 1, _version = _version + 1 WHERE _id <= ?")
  }

  func deleteMany(_ count: Int) throws -> Work? {
    try many(count, "DELETE FROM Book WHERE _id <= ?")
  }

  /// Returns the work of `change`, whose parameter is the last id, and of reading the ids up to
  /// it.
  private func many(_ count: Int, _ change: String) throws -> Work {
    let connection = connection
    return {
      let select = try connection.prepare("SELECT _id FROM Book WHERE _id <= ? ORDER BY _id")
      let change = try connection.prepare(change)
      for statement in [select, change] {
        sqlite3_bind_int64(statement.handle, 1, Int64(count))
      }
      var ids: [Int64] = []
      try connection.transaction("BEGIN IMMEDIATE") {
        while sqlite3_step(select.handle) == SQLITE_ROW {
          ids.append(sqlite3_column_int64(select.handle, 0))
        }
        guard sqlite3_step(change.handle) == SQLITE_DONE else { throw connection.failure }
        sqlite3_reset(select.handle)
        sqlite3_reset(change.handle)
      }
      return Tally(count: ids.count)
    }
  }

  func readBesideWriter(_ library: Library) throws -> Work {
    let path = path
    return Self.besideWriter(path, library) {
      try RawSearch(RawConnection(path: path)).tally(library.rangesBeside) { $0.pages }
    }
  }

  func readNewestBesideWriter(_ library: Library) throws -> Work {
    let path = path
    return Self.besideWriter(path, library) {
      try RawSearch(RawConnection(path: path), newestFirst: true)
        .tally(library.rangesBeside) { $0.listed }
    }
  }

  /// Returns the work of two threads that do what `read` does beside a writer.
  private static func besideWriter(
    _ path: String, _ library: Library, _ read: @escaping @Sendable () throws -> Tally
  ) -> Work {
    // A connection stays on its thread. Outside a transaction every search sees what is new.
    let write: @Sendable () throws -> Tally = {
      let connection = try RawConnection(path: path)
      let insertion = try RawInsertion(connection)
      for books in library.lateBooks.chunks {
        _ = try connection.transaction("BEGIN IMMEDIATE") { try insertion.run(books) }
      }
      return Tally()
    }
    return { try concurrently([read, read, write]) }
  }
}
