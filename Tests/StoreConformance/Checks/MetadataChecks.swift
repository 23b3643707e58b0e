import EntityModel
import EntityStore
import Foundation

extension StoreCheck {
  /// What a program has a store hold beside its objects, and the removal of everything.
  static let metadata = [
    StoreCheck("metadata is what was set last, and its keys are in order") { open in
      let store = try open(Library.model)
      try expect(try store.metadata("a", .text), is: nil)
      try expect(try store.read { try $0.metadataKeys() }, is: [])
      try store.write { try $0.setMetadata(nil, for: "a") }
      try store.write { session in
        for key in ["b", "a", "", "B"] { try session.setMetadata(.text("first"), for: key) }
        try session.setMetadata(.text("a\0\u{1F333}"), for: "a")
        try expect(try session.metadata("a", as: .text), is: .text("a\0\u{1F333}"))
        try session.setMetadata(nil, for: "b")
      }
      try expect(try store.metadata("a", .text), is: .text("a\0\u{1F333}"))
      try expect(try store.metadata("b", .text), is: nil)
      try expect(try store.read { try $0.metadataKeys() }, is: ["", "B", "a"])
    },
    StoreCheck("keys of metadata are equal when their bytes are") { open in
      let store = try open(Library.model)
      try store.write { session in
        try session.setMetadata(.integer(1), for: "e\u{301}")
        try session.setMetadata(.integer(2), for: "\u{e9}")
      }
      try expect(try store.metadata("e\u{301}", .integer), is: .integer(1))
      try expect(try store.metadata("\u{e9}", .integer), is: .integer(2))
    },
    StoreCheck("metadata has every bit of its value") { open in
      let store = try open(Library.model)
      let values: [(StoredValue, StorageClass)] = [
        (.integer(.min), .integer), (.integer(.max), .integer), (.real(-0.0), .real),
        (.real(3), .real), (.real(.nan), .real), (.real(-.infinity), .real),
        (.real(.leastNonzeroMagnitude), .real), (.text(""), .text), (.text("7"), .text),
        (.blob(Data()), .blob), (.blob(Data([0, 255])), .blob),
      ]
      for (value, storageClass) in values {
        try store.write { try $0.setMetadata(value, for: "key") }
        try expect(try store.metadata("key", storageClass), is: value)
      }
    },
    StoreCheck("nothing remains of metadata that a transaction set which throws") { open in
      let store = try open(Library.model)
      for _ in 1...2 {
        try expectError(.other) {
          try store.write { session in
            try session.setMetadata(.integer(7), for: "key")
            throw StoreError(.other, "stop")
          }
        }
        try expect(try store.metadata("key", .integer), is: nil)
        try expect(try store.read { try $0.metadataKeys() }, is: [])
        try store.write { try $0.setMetadata(nil, for: "key") }
      }
    },
    StoreCheck("everything is removed together, and ids are not given again") { open in
      let store = try open(Library.model)
      let table = try store.layout.requiredEntity("Author").table
      try store.write { session in
        _ = try session.reserveIDs(2, of: table)
        try session.save { changes in
          try changes.addAuthor(1, "a")
          try changes.addAuthor(2, "b")
          try changes.addBook(1, "x", author: 1)
          try changes.link("Author", "friends", 1, 2, in: Library.layout)
        }
        try session.setMetadata(.integer(7), for: "key")
      }
      try expectError(.other) {
        try store.write { session in
          try session.removeEverything()
          try expect(try session.count(EntityQuery(entity: "Author")), is: 0)
          throw StoreError(.other, "stop")
        }
      }
      try expect(try store.count(EntityQuery(entity: "Author")), is: 2)
      try expect(try store.metadata("key", .integer), is: .integer(7))

      try store.write { try $0.removeEverything() }
      for entity in ["Author", "Book"] {
        try expect(try store.count(EntityQuery(entity: entity)), is: 0)
      }
      try expect(try store.read { try $0.metadataKeys() }, is: [])
      try expect(try store.write { try $0.reserveIDs(1, of: table) }, is: 3)
      try store.save { changes, _ in
        try changes.addAuthor(3, "a")
        try changes.addAuthor(4, "b")
      }
      try expect(
        try store.count(
          EntityQuery(
            entity: "Author",
            predicate: .quantified(.any, PropertyPath(["friends"]), .constant(true)))), is: 0)
    },
    StoreCheck("a row that was removed with everything is a conflict") { open in
      let store = try open(Library.model)
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      try store.write { try $0.removeEverything() }
      let conflicts = try store.write { session in
        var changes = ChangeSet()
        try changes.delete("Author", 1, version: store.firstVersion, in: Library.layout)
        return try session.apply(changes, from: nil)
      }
      try expect(conflicts.map(\.id), is: [1])
      try expect(conflicts.map { $0.theirs == nil }, is: [true])
    },
  ]
}

extension Store {
  /// Returns the metadata of `key`, which was set as a value of `storageClass`.
  fileprivate func metadata(_ key: String, _ storageClass: StorageClass) throws -> StoredValue? {
    try read { try $0.metadata(key, as: storageClass) }
  }
}
