import EntityModel
import EntityStore

extension StoreCheck {
  /// The rows that to-manys hold.
  static let members = [
    StoreCheck("a one-to-many is read for many owners at once") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for id in 1...3 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
        for id in 1...6 as ClosedRange<Int64> { try changes.addBook(id, "b", author: id % 2 + 1) }
        try changes.addNovel(7, "n", author: 1)
      }
      try expect(
        try store.members("Author", "books", [2, 1, 3, 99]),
        is: [[1, 2], [1, 4], [1, 6], [1, 7], [2, 1], [2, 3], [2, 5]])
      let author = try store.layout.requiredEntity("Author")
      let books = try author.requiredPropertyIndex("books")
      var entities: Set<String?> = []
      try store.read { session in
        try session.members(of: author, property: books, owners: [1]) {
          entities.insert($2.entity.map { store.layout.entities[$0].name })
        }
      }
      try expect(entities, is: ["Book", "Novel"])
    },
    StoreCheck("a one-to-many of many owners is that of each") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for id in 1...120 as ClosedRange<Int64> where id % 7 != 0 {
          try changes.addAuthor(id, "a\(id)")
        }
        // The last author has most of the books; some have no author.
        for id in 1...900 as ClosedRange<Int64> {
          let author = id % 3 == 0 ? id % 119 + 1 : 120
          try changes.addBook(id, "b", author: author % 7 == 0 || id % 10 == 0 ? nil : author)
        }
      }
      let sets: [[Int64]] = [
        Array(1...40), Array(stride(from: 3, through: 120, by: 3)), [1] + Array(100...120),
        Array(20...60), Array(200...220), [],
      ]
      for owners in sets {
        let each = try owners.flatMap { try store.members("Author", "books", [$0]) }
        try expect(try store.members("Author", "books", owners), is: each)
      }
    },
    StoreCheck("the headers of members are those of their rows") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for id in 1...40 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
        for id in 1...80 as ClosedRange<Int64> { try changes.addBook(id, "b", author: id % 40 + 1) }
        try changes.addNovel(81, "n", author: 1)
      }
      let author = try store.layout.requiredEntity("Author")
      let books = try author.requiredPropertyIndex("books")
      for owners in [[1, 2], Array(1...40)] as [[Int64]] {
        var (whole, headers): (Set<[Int64?]>, Set<[Int64?]>) = ([], [])
        try store.read { session in
          try session.members(of: author, property: books, owners: owners) { owner, _, row in
            whole.insert([Int64(owner), row.id, row.version, row.entity.map { Int64($0) }])
          }
          try session.memberHeaders(of: author, property: books, owners: owners) { owner, row in
            headers.insert([Int64(owner), row.id, row.version, row.entity.map { Int64($0) }])
          }
        }
        try expect(headers, is: whole)
        try expect(headers.count, is: owners.count * 2 + 1)
      }
    },
    StoreCheck("the rows of members that are known are passed over") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for id in 1...3 as ClosedRange<Int64> {
          try changes.addAuthor(id, "a\(id)")
          try changes.addSubject(id)
        }
        for id in 1...9 as ClosedRange<Int64> { try changes.addBook(id, "b", author: id % 2 + 1) }
      }
      try store.save { changes, layout in
        for id in 1...9 as ClosedRange<Int64> {
          try changes.link("Book", "subjects", id, id % 3 + 1, in: layout)
        }
        try changes.link("Author", "friends", 1, 2, in: layout)
        try changes.link("Author", "friends", 3, 3, in: layout)
      }
      for (entity, property) in [
        ("Author", "books"), ("Author", "friends"), ("Book", "subjects"), ("Subject", "books"),
      ] {
        let owner = try store.layout.requiredEntity(entity)
        let index = try owner.requiredPropertyIndex(property)
        for owners in [[1, 2, 3], [2], [99]] as [[Int64]] {
          var (known, read): ([[Int64]], [[Int64]]) = ([], [])
          try store.read { session in
            try session.members(
              of: owner, property: index, owners: owners, isKnown: { $0 % 2 == 0 },
              known: { known.append([owners[$0], $2]) }, { read.append([owners[$0], $2.id]) })
          }
          try expect(known.allSatisfy { $0[1] % 2 == 0 }, is: true)
          try expect(read.allSatisfy { $0[1] % 2 == 1 }, is: true)
          try expect(
            (known + read).sorted { $0.lexicographicallyPrecedes($1) },
            is: try store.members(entity, property, owners))
        }
      }
    },
    StoreCheck("a one-to-many of many owners is empty where its table is") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for id in 1...40 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
      }
      try expect(try store.members("Author", "books", Array(1...40)), is: [])
      try store.save { changes, _ in try changes.addBook(1, "b", author: 40) }
      try expect(try store.members("Author", "books", Array(1...40)), is: [[40, 1]])
    },
    StoreCheck("only a to-many has members") { open in
      let store = try open(Library.model)
      let error = try expectError(.invalidRequest) {
        _ = try store.members("Book", "author", [1])
      }
      try expect(
        error.message, is: "'Book.author' is used as a to-many relationship, which it is not")
    },
  ]
}
