import EntityModel
import EntityStore

extension StoreCheck {
  /// Rows that queries find, and their order.
  static let rows = [
    StoreCheck("a query finds the rows of its entity and of those that extend it, by id") { open in
      let store = try shelf(open)
      let all = try store.rows(EntityQuery(entity: "Book"))
      try expect(all.map(\.id), is: [1, 2, 3, 4])
      try expect(all.map(\.entity), is: ["Book", "Book", "Novel", "Book"])
      try expect(
        all[2],
        is: ReadRow(
          id: 3, version: store.firstVersion, entity: "Novel",
          values: [
            "title": .text("b"), "pages": .integer(1), "price": .null, "rating": .real(0),
            "cover": .null, "author": .integer(1), "genre": .text("crime"),
          ]))
      try expect(try store.ids(EntityQuery(entity: "Novel")), is: [3])
      try expect(
        try store.ids(EntityQuery(entity: "Book", includesSubentities: false)), is: [1, 2, 4])
    },
    StoreCheck("a condition is that of the evaluation in memory") { open in
      let store = try shelf(open)
      let long = PredicateTree.comparison(attribute("pages"), .greater, .value(.integer(50)))
      try expect(try store.ids(EntityQuery(entity: "Book", predicate: long)), is: [1, 2])
      let byAuthor = PredicateTree.comparison(
        attribute("author", "email"), .equal, .value(.text("x")))
      try expect(try store.ids(EntityQuery(entity: "Book", predicate: byAuthor)), is: [1, 3])
      let writes = PredicateTree.quantified(.any, PropertyPath(["books"]), long)
      try expect(try store.ids(EntityQuery(entity: "Author", predicate: writes)), is: [1])
      let own = PredicateTree.comparison(.object(PropertyPath(["author"])), .equal, .source)
      let query = EntityQuery(
        entity: "Book", predicate: own, source: ObjectID(entityName: "Author", rowID: 1))
      try expect(try store.ids(query), is: [1, 3])
    },
    StoreCheck("rows that an order leaves equal follow by id in the last term's direction") {
      open in
      let store = try shelf(open)
      func ids(_ terms: SortTerm...) throws -> [Int64] {
        try store.ids(EntityQuery(entity: "Book", sorting: terms))
      }
      let pages = PropertyPath(["pages"])
      let title = PropertyPath(["title"])
      try expect(try ids(SortTerm(path: pages)), is: [3, 4, 1, 2])
      try expect(try ids(SortTerm(path: pages, order: .descending)), is: [2, 1, 4, 3])
      try expect(
        try ids(SortTerm(path: title), SortTerm(path: pages, order: .descending)),
        is: [2, 1, 4, 3])
      try expect(
        try ids(SortTerm(path: title, order: .descending), SortTerm(path: pages)),
        is: [3, 4, 1, 2])
      let rows = try store.rows(
        EntityQuery(entity: "Book", sorting: [SortTerm(path: pages, order: .descending)]))
      try expect(rows.map(\.id), is: [2, 1, 4, 3])
    },
    StoreCheck("a missing value comes before every other one") { open in
      let store = try shelf(open)
      let query = EntityQuery(
        entity: "Book", sorting: [SortTerm(path: PropertyPath(["author", "email"]))])
      try expect(try store.ids(query), is: [2, 4, 1, 3])
    },
    StoreCheck("a range leaves out rows at both ends") { open in
      let store = try shelf(open)
      var query = EntityQuery(entity: "Book", limit: 2, offset: 1)
      try expect(try store.ids(query), is: [2, 3])
      try expect(try store.rows(query).map(\.id), is: [2, 3])
      try expect(try store.count(query), is: 2)
      query.limit = nil
      try expect(try store.ids(query), is: [2, 3, 4])
      try expect(try store.count(query), is: 3)
      query.limit = 0
      try expect(try store.ids(query), is: [])
      try expect(try store.count(query), is: 0)
      query.offset = 9
      try expect(try store.count(query), is: 0)
    },
    StoreCheck("a row is found by its id in the whole tree") { open in
      let store = try shelf(open)
      try expect(try store.row("Book", 3)?.entity, is: "Novel")
      try expect(try store.row("Novel", 1)?.entity, is: "Book")
      try expect(try store.row("Book", 9), is: nil)
    },
    StoreCheck("those of many ids that exist are found, by id") { open in
      let store = try shelf(open)
      let book = try store.layout.requiredEntity("Book")
      var found: [Int64] = []
      try store.read { try $0.rows(ids: [4, 9, 1, 4, -1], of: book) { found.append($0.id) } }
      try expect(found, is: [1, 4])
      try store.read { try $0.rows(ids: [], of: book) { found.append($0.id) } }
      try expect(found, is: [1, 4])
    },
    StoreCheck("reading may ask again while it reads, the same and others") { open in
      let store = try shelf(open)
      let book = try store.layout.requiredEntity("Book")
      let query = EntityQuery(entity: "Book")
      var found: [[Int64]] = []
      try store.read { session in
        try session.rows(query) { outer in
          let title = outer[0].storedValue
          try session.rows(query) { inner in
            guard inner.id == 1 else { return }
            _ = try session.row(id: outer.id, of: book) { row in
              _ = try session.row(id: 4, of: book) { found.append([outer.id, row.id, $0.id]) }
            }
          }
          try expect(outer[0].storedValue, is: title, "the outer row stays")
        }
      }
      try expect(found, is: [[1, 1, 4], [2, 2, 4], [3, 3, 4], [4, 4, 4]])
    },
    StoreCheck("what a body throws ends the reading") { open in
      let store = try shelf(open)
      try expectError(.other) {
        try store.read { session in
          try session.rows(EntityQuery(entity: "Book")) { _ in throw StoreError(.other, "enough") }
        }
      }
      try expect(try store.count(EntityQuery(entity: "Book")), is: 4)
    },
  ]

  /// Returns a store with two authors and four books.
  static func shelf(_ open: Open) throws -> any Store {
    let store = try open(Library.model)
    try store.save { changes, _ in
      try changes.addAuthor(1, "x")
      try changes.addAuthor(2, "y")
      try changes.addBook(1, "a", author: 1)
      try changes.addBook(2, "a")
      try changes.addNovel(3, "b", author: 1)
      try changes.addBook(4, "b", pages: 1, rating: 2.5)
    }
    return store
  }

  /// Returns the operand of the attribute that `names` lead to.
  static func attribute(_ names: String...) -> PredicateOperand {
    .attribute(PropertyPath(names))
  }
}
