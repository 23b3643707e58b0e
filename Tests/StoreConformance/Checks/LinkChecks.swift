import EntityModel
import EntityStore

extension StoreCheck {
  /// Links of relationships that are to-many at both ends.
  static let links = [
    StoreCheck("a many-to-many is read from either end") { open in
      let store = try open(Library.model)
      try store.save { changes, layout in
        for id in 1...3 as ClosedRange<Int64> {
          try changes.addBook(id, "b")
          try changes.addSubject(id)
        }
        try changes.link("Book", "subjects", 1, 2, in: layout)
        try changes.link("Novel", "subjects", 1, 3, in: layout)
        try changes.link("Subject", "books", 3, 1, in: layout)
        try changes.link("Subject", "books", 1, 3, in: layout)
      }
      try expect(
        try store.members("Book", "subjects", [1, 2, 3]), is: [[1, 2], [1, 3], [3, 1]])
      try expect(
        try store.members("Subject", "books", [1, 2, 3]), is: [[1, 3], [2, 1], [3, 1]])
    },
    StoreCheck("whether two rows are linked is known at either end") { open in
      let store = try open(Library.model)
      try store.save { changes, layout in
        for id in 1...3 as ClosedRange<Int64> {
          try changes.addBook(id, "b")
          try changes.addSubject(id)
          try changes.addAuthor(id, "a\(id)")
        }
        try changes.link("Book", "subjects", 1, 2, in: layout)
        try changes.link("Subject", "books", 3, 1, in: layout)
        try changes.link("Author", "friends", 1, 2, in: layout)
      }
      let all: [Int64] = [1, 2, 3, 4]
      try expect(try store.links("Book", "subjects", all, all), is: [[1, 2], [1, 3]])
      try expect(try store.links("Subject", "books", all, all), is: [[2, 1], [3, 1]])
      try expect(try store.links("Author", "friends", all, all), is: [[1, 2], [2, 1]])
      try expectError(.invalidRequest) { _ = try store.links("Book", "author", [1], [1]) }
    },
    StoreCheck("links end when they are unlinked or a row goes") { open in
      let store = try open(Library.model)
      try store.save { changes, layout in
        for id in 1...3 as ClosedRange<Int64> {
          try changes.addBook(id, "b")
          try changes.addSubject(id)
        }
        try changes.link("Book", "subjects", 1, 2, in: layout)
        try changes.link("Book", "subjects", 1, 3, in: layout)
        try changes.link("Book", "subjects", 3, 1, in: layout)
      }
      try store.save { changes, layout in
        try changes.unlink("Subject", "books", 3, 1, in: layout)
        try changes.unlink("Subject", "books", 3, 1, in: layout)
        try changes.delete("Book", 3, version: store.firstVersion, in: layout)
      }
      try expect(try store.members("Book", "subjects", [1, 2, 3]), is: [[1, 2]])
    },
    StoreCheck("two relationships of one entity have their own directions") { open in
      let store = try open(Library.model)
      try store.save { changes, layout in
        for id in 1...3 as ClosedRange<Int64> { try changes.addBook(id, "b") }
        try changes.link("Book", "cites", 1, 2, in: layout)
        try changes.link("Book", "citedBy", 2, 3, in: layout)
      }
      try expect(try store.members("Book", "cites", [1, 2, 3]), is: [[1, 2], [3, 2]])
      try expect(try store.members("Book", "citedBy", [1, 2, 3]), is: [[2, 1], [2, 3]])
    },
    StoreCheck("a relationship that is its own inverse is read both ways") { open in
      let store = try open(Library.model)
      try store.save { changes, layout in
        for id in 1...3 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
        try changes.link("Author", "friends", 1, 2, in: layout)
        try changes.link("Author", "friends", 2, 1, in: layout)
        try changes.link("Author", "friends", 3, 3, in: layout)
      }
      try expect(
        try store.members("Author", "friends", [1, 2, 3]), is: [[1, 2], [2, 1], [3, 3]])
      try store.save { changes, layout in
        try changes.unlink("Author", "friends", 2, 1, in: layout)
      }
      try expect(try store.members("Author", "friends", [1, 2, 3]), is: [[3, 3]])
    },
    StoreCheck("only a many-to-many has links") { open in
      let store = try open(Library.model)
      try expectError(.invalidRequest) {
        try store.save { changes, layout in try changes.link("Book", "author", 1, 1, in: layout) }
      }
      try expectError(.invalidRequest) {
        try store.save { changes, layout in try changes.unlink("Author", "books", 1, 1, in: layout)
        }
      }
    },
  ]
}
