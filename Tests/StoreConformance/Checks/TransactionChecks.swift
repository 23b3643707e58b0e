import EntityModel
import EntityStore

extension StoreCheck {
  /// Ids that are reserved.
  static let reservations = [
    StoreCheck("ids are reserved in blocks for each table, and never again") { open in
      let store = try open(Library.model)
      let book = try store.layout.requiredEntity("Book").table
      let author = try store.layout.requiredEntity("Author").table
      try expect(try store.write { try $0.reserveIDs(10, of: book) }, is: 1)
      try expect(try store.write { try $0.reserveIDs(1, of: book) }, is: 11)
      try expect(try store.write { try $0.reserveIDs(1, of: author) }, is: 1)
      try store.save { changes, _ in try changes.addBook(11, "x") }
      try store.save { changes, layout in
        try changes.delete("Book", 11, version: store.firstVersion, in: layout)
      }
      try expect(try store.write { try $0.reserveIDs(5, of: book) }, is: 12)
      try expect(try store.write { try $0.reserveIDs(1, of: book) }, is: 17)
    }
  ]

  /// Transactions.
  static let transactions = [
    StoreCheck("nothing remains of a transaction that throws") { open in
      let store = try open(Library.model)
      let table = try store.layout.requiredEntity("Author").table
      try expectError(.other) {
        try store.write { session in
          _ = try session.reserveIDs(5, of: table)
          try session.save { try $0.addAuthor(1, "a") }
          throw StoreError(.other, "stop")
        }
      }
      try expect(try store.count(EntityQuery(entity: "Author")), is: 0)
      try expect(try store.write { try $0.reserveIDs(1, of: table) }, is: 1)
    },
    StoreCheck("a transaction sees what it has written") { open in
      let store = try open(Library.model)
      try store.write { session in
        try session.save { try $0.addAuthor(1, "a") }
        try expect(try session.count(EntityQuery(entity: "Author")), is: 1)
        try session.save { try $0.addAuthor(2, "b") }
        try expect(try session.count(EntityQuery(entity: "Author")), is: 2)
      }
      try expect(try store.count(EntityQuery(entity: "Author")), is: 2)
    },
    StoreCheck("references are checked at the end of a transaction") { open in
      let store = try open(Library.model)
      try store.write { session in
        try session.save { changes in
          try changes.link("Author", "friends", 1, 2, in: Library.layout)
          try changes.addBook(1, "x", author: 1)
        }
        try session.save { changes in
          try changes.addAuthor(1, "a")
          try changes.addAuthor(2, "b")
        }
      }
      try expect(try store.count(EntityQuery(entity: "Book")), is: 1)
    },
    StoreCheck("a reference to no row names entity and relationship") { open in
      let store = try open(Library.model)
      let error = try expectError(.foreignKeyViolation) {
        try store.save { changes, _ in try changes.addBook(3, "x", author: 99) }
      }
      try expect(error.entity, is: "Book")
      try expect(error.properties, is: ["author"])
      let linked = try expectError(.foreignKeyViolation) {
        try store.save { changes, layout in
          try changes.addBook(1, "x")
          try changes.link("Book", "subjects", 1, 5, in: layout)
        }
      }
      try expect(linked.properties, is: ["subjects"])
      try expect(try store.count(EntityQuery(entity: "Book")), is: 0)
    },
    StoreCheck("a missing value names entity and attribute") { open in
      let store = try open(Library.model)
      let error = try expectError(.notNullViolation) {
        try store.save { changes, layout in try changes.insert("Author", 1, [:], in: layout) }
      }
      try expect(error.entity, is: "Author")
      try expect(error.properties, is: ["email"])
    },
  ]

  /// Uses of a store within others, on one thread.
  static let nesting = [
    StoreCheck("a thread reads within its own read") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      let all = EntityQuery(entity: "Author")
      try store.read { session in
        _ = try session.ids(all) { _ in
          try expect(try store.count(all), is: 1)
          return true
        }
        try expect(try session.count(all), is: 1)
      }
    },
    StoreCheck("a thread reads the state before its own transaction, until that writes") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      let all = EntityQuery(entity: "Author")
      try store.write { session in
        _ = try session.reserveIDs(1, of: try store.layout.requiredEntity("Author").table)
        try expect(try store.count(all), is: 1)
        try session.save { try $0.addAuthor(2, "b") }
      }
      try expect(try store.count(all), is: 2)
    },
    StoreCheck("a thread cannot write within its own transaction") { open in
      let store = try open(Library.model)
      try store.write { session in
        try session.save { try $0.addAuthor(1, "a") }
        try expectError(.busy) { try store.save { changes, _ in try changes.addAuthor(2, "b") } }
      }
      try store.save { changes, _ in try changes.addAuthor(2, "b") }
      try expect(try store.count(EntityQuery(entity: "Author")), is: 2)
    },
  ]

  /// Closing.
  static let closing = [
    StoreCheck("a closed store says so") { open in
      let store = try open(Library.model)
      store.close()
      try expectError(.closed) { _ = try store.count(EntityQuery(entity: "Author")) }
      try expectError(.closed) { try store.write { _ in } }
      store.close()
    }
  ]
}
