import EntityModel
import EntityStore

extension StoreCheck {
  /// Change sets, the values that they pull, and conflicts.
  static let changes = [
    StoreCheck("an update changes the columns named and adds one to the version") { open in
      let store = try shelf(open)
      let before = try required(try store.row("Book", 4))
      try store.save { changes, layout in
        try changes.update(
          "Book", 4, version: store.firstVersion, ["title": .text("new"), "pages": .integer(7)],
          in: layout)
      }
      var values = before.values
      values["title"] = .text("new")
      values["pages"] = .integer(7)
      try expect(
        try store.row("Book", 4),
        is: ReadRow(id: 4, version: store.firstVersion + 1, entity: "Book", values: values))
    },
    StoreCheck("an update without columns changes the version alone") { open in
      let store = try shelf(open)
      try store.save { changes, layout in
        try changes.update("Book", 4, version: store.firstVersion, [:], in: layout)
      }
      try expect(try store.row("Book", 4)?.version, is: store.firstVersion + 1)
    },
    StoreCheck("a row that is inserted with a version has that one, and else the first") { open in
      let store = try shelf(open)
      let later = store.firstVersion + 5
      try store.save { changes, _ in
        try changes.addBook(8, "eight")
        try changes.addBook(9, "nine")
        changes.inserts[1].version = later
      }
      try expect(try store.row("Book", 8)?.version, is: store.firstVersion)
      try expect(try store.row("Book", 9)?.version, is: later)
      let conflicts = try store.save { changes, layout in
        try changes.update("Book", 9, version: store.firstVersion, [:], in: layout)
      }
      try expect(conflicts.map(\.id), is: [9])
    },
    StoreCheck("rows that are not as they were read are conflicts, and nothing is written") {
      open in
      let store = try shelf(open)
      let stale = store.firstVersion + 7
      let conflicts = try store.save { changes, layout in
        try changes.delete("Author", 2, version: stale, in: layout)
        try changes.delete("Book", 2, version: store.firstVersion, in: layout)
        try changes.update("Book", 4, version: stale, ["title": .text("new")], in: layout)
        try changes.update("Book", 9, version: stale, ["title": .text("new")], in: layout)
        try changes.update(
          "Book", 1, version: store.firstVersion, ["title": .text("new")], in: layout)
        try changes.addBook(5, "five")
      }
      let layout = store.layout
      try expect(
        conflicts,
        is: [
          Conflict(
            entity: try layout.requiredEntity("Author").index, id: 2, theirs: [.text("y"), .null]),
          Conflict(
            entity: try layout.requiredEntity("Book").index, id: 4,
            theirs: [.text("b"), .integer(1), .null, .real(2.5), .null, .null]),
          Conflict(entity: try layout.requiredEntity("Book").index, id: 9, theirs: nil),
        ])
      try expect(try store.ids(EntityQuery(entity: "Book")), is: [1, 2, 3, 4])
      try expect(try store.row("Book", 1)?.values["title"], is: .text("a"))
    },
    StoreCheck("many rows are updated alike, and each stale one is a conflict") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in
        for id in 1...200 as ClosedRange<Int64> { try changes.addBook(id, "old") }
      }
      try store.save { changes, layout in
        try changes.update("Book", 50, version: store.firstVersion, [:], in: layout)
      }
      func change(_ ids: [Int64]) throws -> [Conflict] {
        try store.save { changes, layout in
          for id in ids {
            try changes.update(
              "Book", id, version: store.firstVersion,
              ["title": .text("new \(id)"), "rating": .real(id == 3 ? .nan : Double(id))],
              in: layout)
          }
        }
      }
      try expect(try change(Array(1...200)).map(\.id), is: [50])
      try expect(try change(Array(1...49) + Array(51...200)), is: [])
      for id in [1, 3, 49, 51, 200] as [Int64] {
        let row = try required(try store.row("Book", id))
        try expect(row.version, is: store.firstVersion + 1)
        try expect(row.values["title"], is: .text("new \(id)"))
        try expect(row.values["rating"], is: .real(id == 3 ? .nan : Double(id)))
      }
      try expect(try store.row("Book", 50)?.values["title"], is: .text("old"))
    },
    StoreCheck("values that a change set does not hold are pulled from its source") { open in
      let store = try open(Library.model)
      let book = try store.layout.requiredEntity("Book")
      let source = TestSource(count: book.columnIndexes.count)
      var changes = ChangeSet()
      changes.inserts = (1...50).map { ChangeSet.Insert(entity: book.index, id: $0) }
      try store.write { try expect(try $0.apply(changes, from: source), is: []) }
      try expect(try store.row("Book", 3)?.values["title"], is: .text("insert 2"))
      var updates = ChangeSet()
      updates.updates = (1...50).map {
        ChangeSet.Update(entity: book.index, id: $0, version: store.firstVersion, properties: [0])
      }
      try store.write { try expect(try $0.apply(updates, from: source), is: []) }
      try expect(try store.row("Book", 3)?.values["title"], is: .text("update 2"))
    },
    StoreCheck("what a source throws is thrown, and what it refuses is not written") { open in
      let store = try shelf(open)
      let book = try store.layout.requiredEntity("Book")
      for mode in [TestSource.Mode.throwing, .refusing] {
        for count in [1, 3] {
          let source = TestSource(count: book.columnIndexes.count, mode)
          var changes = ChangeSet()
          changes.inserts = (0..<Int64(count)).map {
            ChangeSet.Insert(entity: book.index, id: 10 + $0)
          }
          try expectError(mode == .throwing ? .other : .invalidRequest) {
            _ = try store.write { try $0.apply(changes, from: source) }
          }
          var updates = ChangeSet()
          updates.updates = [
            ChangeSet.Update(
              entity: book.index, id: 1, version: store.firstVersion, properties: [0])
          ]
          try expectError(mode == .throwing ? .other : .invalidRequest) {
            _ = try store.write { try $0.apply(updates, from: source) }
          }
        }
      }
      try expect(try store.count(EntityQuery(entity: "Book")), is: 4)
    },
    StoreCheck("changes without values or with others than the columns' are refused") { open in
      let store = try shelf(open)
      let book = try store.layout.requiredEntity("Book").index
      func refuses(_ changes: ChangeSet) throws {
        try expectError(.invalidRequest) {
          _ = try store.write { try $0.apply(changes, from: nil) }
        }
      }
      var changes = ChangeSet()
      changes.inserts = [ChangeSet.Insert(entity: book, id: 9)]
      try refuses(changes)
      changes.inserts = [ChangeSet.Insert(entity: book, id: 9, values: [.text("short")])]
      try refuses(changes)
      changes.inserts = []
      changes.updates = [
        ChangeSet.Update(
          entity: book, id: 1, version: store.firstVersion, properties: [0], values: [])
      ]
      try refuses(changes)
      let author = try store.layout.requiredEntity("Author")
      changes.updates = [
        ChangeSet.Update(
          entity: author.index, id: 1, version: store.firstVersion,
          properties: [try author.requiredPropertyIndex("books")], values: [.null])
      ]
      try refuses(changes)
    },
  ]

  /// Returns what `value` holds.
  static func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw StoreCheckFailure(description: "there is no value") }
    return value
  }
}

/// Writes the values of books.
private final class TestSource: ChangeSource {
  /// What the source does with the values.
  enum Mode { case writing, throwing, refusing }

  private let count: Int
  private let mode: Mode

  init(count: Int, _ mode: Mode = .writing) {
    self.count = count
    self.mode = mode
  }

  func write(insert index: Int, into row: __RowWriter) throws {
    try write("insert \(index)", row)
    row.write(integer: 1)
    row.writeNull()
    row.write(real: 1)
    for _ in 4..<count { row.writeNull() }
  }

  func write(update index: Int, into row: __RowWriter) throws { try write("update \(index)", row) }

  func write(baseOfUpdate index: Int, into row: __RowWriter) throws {
    try write("insert \(index)", row)
  }

  private func write(_ text: String, _ row: __RowWriter) throws {
    switch mode {
    case .writing: row.write(text: text)
    case .throwing: throw StoreError(.other, "the source has no values")
    case .refusing:
      row.writeLater { nil }
      row.finish()
    }
  }
}
