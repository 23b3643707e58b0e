import CSQLiteRaw

extension RawContender {
  func insert(_ library: Library) throws -> Work {
    let insertion = try RawInsertion(connection)
    return {
      try self.connection.transaction("BEGIN IMMEDIATE") { try insertion.run(library.books) }
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

  func readBesideWriter(_ library: Library) throws -> Work {
    let path = path
    // A connection stays on its thread. Outside a transaction every search sees what is new.
    let read: @Sendable () throws -> Tally = {
      try RawSearch(RawConnection(path: path)).tally(library.rangesBeside)
    }
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
