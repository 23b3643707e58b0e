import EntityGraph
import Foundation
import TestSupport
import Testing

/// An object with an attribute of each type that JSON is made of.
@Entity final class Gauge: ManagedObject {
  var number: Int
  var isOn: Bool = false
  var small: Int8?
  var wide: UInt64 = 0
  var ratio: Double = 0
  var float: Float = 0
  var price: Decimal = 0
  var title: String?
  var time: Date = Date(timeIntervalSince1970: 0)
  var key: UUID?
  var page: URL?
  var bytes: Data = Data()
  var delay: Duration = .zero
  var kind: PaperKind = .book
  var payload: JSON = [:]
}

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

  @Test func `a member is made what is computed, as the value's own JSON`() throws {
    let context = try PersistentContainer.forTesting(Gauge.self).newContext()
    for number in 0..<4 {
      let gauge = Gauge(number: number, in: context)
      gauge.payload = ["old": 1, "title": "t"]
      if number == 0 { continue }
      gauge.isOn = number == 2
      gauge.small = number == 1 ? .min : 7
      gauge.wide = number == 1 ? .max : 1 << 63
      gauge.ratio = [0, 0.1, -1e300, .infinity][number]
      gauge.float = [0, 0.1, 16_777_216, .nan][number]
      gauge.price = Decimal(string: ["0", "12345678901234567.89", "-0.50", "NaN"][number]) ?? .nan
      gauge.title = ["", "é \"q\" \\ \u{1F600}", "", "\n"][number]
      gauge.time = Date(timeIntervalSince1970: [0, 1.5, -86_400.25, 1e15][number])
      gauge.key = UUID()
      gauge.page = URL(string: "https://example.org/a%20b?c=\(number)")
      gauge.bytes = Data([0, 255, UInt8(number)])
      gauge.delay = [.zero, .milliseconds(1), .seconds(-90), .nanoseconds(7)][number]
      gauge.kind = [.book, .audioBook, .custom("y"), .unknown("?")][number]
    }
    try context.save()
    let gauges = try context.fetch(Gauge.sorted(by: \.number))
    let wanted = gauges.map { gauge in
      var payload = gauge.payload
      payload["isOn"] = gauge.isOn.json
      payload["small"] = gauge.small?.json
      payload["wide"] = gauge.wide.json
      payload["ratio"] = gauge.ratio.json
      payload["float"] = gauge.float.json
      payload["price"] = gauge.price.json
      payload["title"] = gauge.title?.json
      payload["time"] = gauge.time.json
      payload["key"] = gauge.key?.json
      payload["page"] = gauge.page?.json
      payload["bytes"] = gauge.bytes.json
      payload["delay"] = gauge.delay.json
      payload["kind"] = gauge.kind.json
      payload["sum", default: [:]]["twice"] = (gauge.number * 2).json
      return payload
    }
    let count = try context.update(Gauge.all) {
      $0.payload["isOn"] = $0.isOn.json
      $0.payload["small"] = $0.small.json
      $0.payload["wide"] = $0.wide.json
      $0.payload["ratio"] = $0.ratio.json
      $0.payload["float"] = $0.float.json
      $0.payload["price"] = $0.price.json
      $0.payload["title"] = $0.title.json
      $0.payload["time"] = $0.time.json
      $0.payload["key"] = $0.key.json
      $0.payload["page"] = $0.page.json
      $0.payload["bytes"] = $0.bytes.json
      $0.payload["delay"] = $0.delay.json
      $0.payload["kind"] = $0.kind.json
      $0.payload["sum"]["twice"] = ($0.number * 2).json
    }
    #expect(count == 4)
    #expect(gauges.map(\.payload.text) == wanted.map(\.text))
    #expect(
      try context.container.newContext().fetch(Gauge.sorted(by: \.number)).map(\.payload.text)
        == wanted.map(\.text))
    // In a condition it is JSON like any other.
    #expect(try context.count(Gauge.where { $0.title.json.exists }) == 3)
    #expect(try context.count(Gauge.where { $0.number.json.int > 1 }) == 2)
    #expect(try context.count(Gauge.where { $0.number.json["n"].exists }) == 0)
  }

  @Test func `what has been assigned is read as it is then`() throws {
    try expect {
      $0.payload["a"] = "seven"
      $0.name = $0.payload["a"].string ?? "none"
      $0.payload["a"] = 8
      $0.payload["n"] = $0.name.json
    } asInLoop: {
      $0.payload["a"] = 8
      $0.name = "seven"
      $0.payload["n"] = "seven"
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
