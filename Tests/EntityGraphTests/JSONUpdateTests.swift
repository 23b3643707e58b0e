import EntityGraph
import TestSupport
import Testing

/// Values within JSON are assigned in bulk.
@Suite struct JSONUpdateTests {
  private static let texts = [
    #"{ "a": 1.50, "customer": { "name": "Ada", "age": 3 }, "lines": [ { "p": 1 }, { "p": 2 } ] }"#,
    #"{"a":{"b":[1,{"c":null}]},"customer":"x","lines":{"0":1}}"#, #"{"a":1,"b":2,"a":3}"#, "null",
    "[1,2]", "5", "{}",
  ]

  private func container(_ path: String) throws -> PersistentContainer {
    let container = try PersistentContainer(
      model: ObjectModel(Reader.self, Club.self), at: .file(path),
      options: StoreOptions(history: .everything))
    let context = container.newContext()
    for (index, text) in Self.texts.enumerated() {
      let reader = Reader(name: "r\(index)", in: context)
      reader.payload = try JSON(reading: text)
      if index > 1 { reader.extra = try JSON(reading: Self.texts[index - 2]) }
    }
    try context.save()
    return container
  }

  private func state(_ readers: [Reader]) -> [String] {
    readers.map { "\($0.name) \($0.payload.text) \($0.extra?.text ?? "nil")" }
  }

  /// Expects that `assign` does to rows, and to objects that are in a context, saved and not, what
  /// `change` does in a loop over objects, and that it changes nothing when it is done again.
  private func expect(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ assign: (inout Assignments<Reader>) -> Void, asInLoop change: (Reader) -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let request = Reader.sorted(by: \.name)
      let (bulk, loop) = (
        try container(directory.path("bulk")), try container(directory.path("loop"))
      )
      let context = loop.newContext()
      let objects = try context.fetch(request)
      let former = state(objects)
      for object in objects { change(object) }
      let wanted = state(objects)
      try context.save()
      #expect(state(try loop.newContext().fetch(request)) == wanted, sourceLocation: sourceLocation)
      let own = bulk.newContext()
      let held = try own.fetch(request)
      #expect(state(held) == former, sourceLocation: sourceLocation)
      #expect(
        try own.update(Reader.all, assign) == zip(former, wanted).count { $0 != $1 },
        sourceLocation: sourceLocation)
      #expect(state(held) == wanted, sourceLocation: sourceLocation)
      #expect(state(try bulk.newContext().fetch(request)) == wanted, sourceLocation: sourceLocation)
      #expect(
        try bulk.newContext().update(Reader.all, assign) == 0, sourceLocation: sourceLocation)
      #expect(
        try bulk.history().last?.updated.map(\.new)
          == loop.history().last?.updated.map(\.new), sourceLocation: sourceLocation)
    }
  }

  @Test func `a member is made a constant, or is taken away`() throws {
    try expect {
      $0.payload["a"] = 2
    } asInLoop: {
      $0.payload["a"] = 2
    }
    try expect {
      $0.payload["a"] = nil
    } asInLoop: {
      $0.payload["a"] = nil
    }
    try expect {
      $0.payload["b"] = .null
    } asInLoop: {
      $0.payload["b"] = .null
    }
    let line: JSON = ["p": [true, "x\"y\\z"]]
    try expect {
      $0.payload["it's \"so\""] = line
    } asInLoop: {
      $0.payload["it's \"so\""] = line
    }
  }

  @Test func `objects on the way are made, and positions are not`() throws {
    try expect {
      $0.payload["customer"]["name"] = "Bo"
    } asInLoop: {
      $0.payload["customer", default: .null]["name"] = "Bo"
    }
    try expect {
      $0.payload["customer"]["name"] = nil
    } asInLoop: {
      $0.payload["customer"]?["name"] = nil
    }
    try expect {
      $0.payload["lines"][1]["p"] = 5
    } asInLoop: {
      $0.payload["lines"]?[1]?["p"] = 5
    }
    try expect {
      $0.payload["a"]["b"][1] = nil
    } asInLoop: {
      // Where there is no list, the member that is no object is not written again.
      if $0.payload["a"]?["b"] != nil { $0.payload["a"]?["b"]?[1] = nil }
    }
    try expect {
      $0.payload[1] = "two"
    } asInLoop: {
      $0.payload[1] = "two"
    }
    try expect {
      $0.payload[9] = "ten"
    } asInLoop: {
      $0.payload[9] = "ten"
    }
  }

  @Test func `several are assigned one after the other`() throws {
    try expect {
      $0.payload["a"] = nil
      $0.payload["x"] = [1, ["y": 2]]
      $0.payload["x"][1]["z"] = 3
      $0.payload["x"][0] = "one"
    } asInLoop: {
      $0.payload["a"] = nil
      $0.payload["x"] = ["one", ["y": 2, "z": 3]]
    }
    let whole: JSON = ["w": 1]
    try expect {
      $0.payload = whole
      $0.payload["v"] = 2
    } asInLoop: {
      $0.payload = ["w": 1, "v": 2]
    }
  }

  @Test func `what has been assigned as a whole is assigned to another attribute`() throws {
    let whole: JSON = ["w": 1]
    try expect {
      $0.payload = whole
      $0.extra = $0.payload
    } asInLoop: {
      ($0.payload, $0.extra) = (whole, whole)
    }
  }

  @Test func `JSON that may be nil stays so`() throws {
    try expect {
      $0.extra["a"]["q"] = 1
      $0.extra["customer"] = nil
    } asInLoop: {
      $0.extra?["a", default: .null]["q"] = 1
      $0.extra?["customer"] = nil
    }
  }

  @Test func `a value is made another one, of the same JSON or of other JSON`() throws {
    try expect {
      $0.payload["copy"] = $0.payload["customer"]["name"]
    } asInLoop: {
      $0.payload["copy"] = $0.payload["customer"]?["name"]
    }
    try expect {
      $0.payload["a"] = $0.extra["a"]
    } asInLoop: {
      $0.payload["a"] = $0.extra?["a"]
    }
  }

  @Test func `what has been assigned is read as it is then`() throws {
    try expect {
      $0.payload["a"] = "seven"
      $0.name = $0.payload["a"].string ?? "none"
      $0.payload["a"] = 8
    } asInLoop: {
      $0.payload["a"] = 8
      $0.name = "seven"
    }
  }

  @Test func `names that are written by other characters are other names`() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    try TemporaryDirectory.with { directory in
      let context = try container(directory.path("store")).newContext()
      let request = Reader.where { $0.name == "r6" }
      try context.update(request) { $0.payload[composed] = 1 }
      try context.update(request) { $0.payload[decomposed] = 2 }
      let reader = try #require(try context.first(request))
      let wanted = #"{"\#(composed)":1,"\#(decomposed)":2}"#
      #expect(Array(reader.payload.text.utf8) == Array(wanted.utf8))
      for (name, value) in [(composed, 1), (decomposed, 2)] {
        #expect(try context.exists(request.where { $0.payload[name].int == value }))
        #expect(try !context.exists(request.where { $0.payload[name].int == 3 - value }))
        #expect(try context.fetch(request.select { $0.payload[name].int }) == [value])
      }
      let both = request.select { ($0.payload[composed].int, $0.payload[decomposed].int) }
      #expect(try context.fetch(both).map { [$0.0, $0.1] } == [[1, 2]])
      let sums = Reader.select { ($0.payload[decomposed].int.sum, $0.payload[composed].int.sum) }
      #expect(try context.fetch(sums).map { [$0.0, $0.1] } == [[2, 1]])
      try context.update(request) { $0.payload[composed] = nil }
      try context.update(request) { $0.payload["\u{1F600}"] = $0.payload[decomposed] }
      #expect(try context.exists(request.where { $0.payload["\u{1F600}"].int == 2 }))
      let texts =
        try context.sql("SELECT '\u{e9}'", as: String.self)
        + context.sql("SELECT 'e\u{301}'", as: String.self)
      #expect(texts.map { Array($0.utf8) } == [composed, decomposed].map { Array($0.utf8) })
    }
  }

  @Test func `what would be too deep to be read again is refused`() throws {
    try TemporaryDirectory.with { directory in
      let context = try container(directory.path("store")).newContext()
      let former = state(try context.fetch(Reader.sorted(by: \.name)))
      var deep: JSON = 1
      for _ in 0..<512 { deep = ["a": deep] }
      #expect(throws: StoreError.self) {
        try context.update(Reader.all) { $0.payload["deep"] = deep }
      }
      #expect(state(try context.fetch(Reader.sorted(by: \.name))) == former)
      let shallower = try #require(deep["a"])
      #expect(try context.update(Reader.all) { $0.payload["deep"] = shallower } == 7)
    }
  }

  @Test func `conditions name what is changed`() throws {
    try TemporaryDirectory.with { directory in
      let context = try container(directory.path("store")).newContext()
      let changed = try context.update(
        Reader.where { $0.payload["customer"]["name"].string == "Ada" }
      ) { $0.payload["customer"]["name"] = "Bo" }
      #expect(changed == 1)
      #expect(
        try context.count(Reader.where { $0.payload["customer"]["name"].string == "Bo" }) == 1)
    }
  }
}
