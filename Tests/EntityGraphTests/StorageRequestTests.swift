import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests name properties of what is backed by JSON.
@Suite struct StorageRequestTests {
  private func withReaders(_ body: (PersistentContainer) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Reader.self, Club.self), at: .file(directory.path("readers")))
      let context = container.newContext()
      let club = Club(name: "c", choices: try Choices(reading: #"{"theme":"red"}"#), in: context)
      let ada = Reader(
        name: "Ada",
        choices: try Choices(
          reading: #"""
            {"theme":"dark","isDark":true,"size":12,"limit":null,"level":5,"font-size":11.5,
             "price":9.25,"since":"2024-05-31T12:00:00Z","kind":"scroll","grade":"high","rank":2,
             "nickname":"A","window":{"width":640,"title":"w","inner":{"depth":9}},"tags":["x"]}
            """#), in: context)
      ada.payload = ["customer": ["name": "Ada", "paid": true], "lines": [["price": 1.5]]]
      ada.spare = try Choices(reading: #"{"theme":"grey","spare":{"title":"s"}}"#)
      let bo = Reader(
        name: "Bo",
        choices: try Choices(
          reading: #"{"theme":7,"level":"x","limit":"x","grade":"middle","window":3,"rank":9}"#),
        in: context)
      bo.payload = ["customer": ["name": .null], "lines": [["price": "2"]]]
      bo.extra = [1, 2]
      bo.club = club
      _ = Reader(name: "Cy", choices: try Choices(reading: #"{"window":{}}"#), in: context)
      try context.save()
      try body(container)
      container.close()
    }
  }

  /// Expects that `request` finds the readers called `names`, sorted by these, in the store and
  /// among objects that are evaluated in memory.
  private func expect(
    _ names: [String], _ container: PersistentContainer,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (Fields<Reader>) -> Condition<Reader>
  ) throws {
    let context = container.newContext()
    let request = Reader.where(condition).sorted(by: \.name)
    #expect(try context.fetch(request).map(\.name) == names, sourceLocation: sourceLocation)
    let all = try context.fetch(Reader.all.sorted(by: \.name))
    for reader in all {
      // What has changed is found in memory.
      reader.choices.tags.append("new")
      reader.payload = reader.payload.isNull ? ["new": 1] : reader.payload
      reader.name += "!"
      reader.extra = reader.extra ?? [0]
    }
    let pending = try context.fetch(request).map { String($0.name.dropLast()) }
    #expect(pending == names, sourceLocation: sourceLocation)
  }

  @Test func `a property is compared in the store and in memory`() throws {
    try withReaders { container in
      try expect(["Ada"], container) { $0.choices.theme == "dark" }
      try expect(["Bo", "Cy"], container) { $0.choices.theme == "light" }
      try expect(["Bo", "Cy"], container) { $0.choices.theme != "dark" }
      try expect(["Ada"], container) { $0.choices.isDark.isTrue }
      try expect(["Bo", "Cy"], container) { !$0.choices.isDark }
      try expect(["Ada"], container) { $0.choices.size ?? 11 > 11 }
      try expect(["Bo", "Cy"], container) { $0.choices.size == nil }
      try expect(["Ada"], container) { $0.choices.limit == nil }
      try expect(["Bo", "Cy"], container) { $0.choices.limit == 12 }
      try expect(["Ada"], container) { $0.choices.level > 3 }
      try expect(["Ada"], container) { $0.choices.level + 1 == 6 }
      try expect(["Bo", "Cy"], container) { $0.choices.fontSize == 10.1 }
      try expect(["Ada"], container) { $0.choices.fontSize == 11.5 }
      try expect(["Ada"], container) { $0.choices.price < 10 }
      try expect(["Bo", "Cy"], container) { $0.choices.price == 10.5 }
      let noon = Date(timeIntervalSince1970: 1_717_156_800)
      try expect(["Ada"], container) { $0.choices.since == noon }
      try expect(["Ada"], container) { $0.choices.kind == .unknown("scroll") }
      try expect(["Bo", "Cy"], container) { $0.choices.kind == .book }
      try expect(["Ada"], container) { $0.choices.grade == .high }
      try expect(["Bo", "Cy"], container) { $0.choices.grade == .low }
      try expect(["Ada"], container) { $0.choices.rank == .second }
      try expect(["Bo", "Cy"], container) { $0.choices.rank == nil }
      try expect(["Ada", "Bo", "Cy"], container) { $0.choices.quoted == "it's" }
      try expect(["Ada", "Bo", "Cy"], container) { $0.choices.wide == .max }
      try expect(["Ada", "Bo", "Cy"], container) { $0.choices.ratio == 0.1 }
      try expect(["Ada", "Bo", "Cy"], container) { $0.choices.seal == Data([0, 255]) }
      try expect(["Ada"], container) { ["dark", "grey"].contains($0.choices.theme) }
      try expect(["Ada"], container) { $0.choices.theme.hasPrefix("da") }
      try expect(["Ada"], container) { $0.choices.theme.lowercased() == "dark" }
      try expect(["Ada"], container) { (4...6).contains($0.choices.level) }
    }
  }

  @Test func `a property of a storage within has the default value of where it is missing`() throws
  {
    try withReaders { container in
      try expect(["Ada"], container) { $0.choices.window.width == 640 }
      try expect(["Bo"], container) { $0.choices.window.width == 5 }
      try expect(["Cy"], container) { $0.choices.window.width == 800 }
      try expect(["Ada"], container) { $0.choices.window.depth == 9 }
      try expect(["Ada"], container) { $0.choices.window.title == "w" }
      try expect(["Ada"], container) { $0.spare.theme == "grey" }
      try expect(["Bo", "Cy"], container) { $0.spare.theme == nil }
      try expect(["Bo", "Cy"], container) { $0.spare == nil }
      try expect(["Ada"], container) { $0.spare.spare != nil }
      try expect(["Ada"], container) { $0.spare.spare.title == "s" }
      try expect(["Ada"], container) { $0.spare.spare.width == 800 }
      try expect(["Bo"], container) { $0.club.choices.theme == "red" }
    }
  }

  @Test func `requests sort, select, group and compute by properties`() throws {
    try withReaders { container in
      let context = container.newContext()
      func names(_ request: FetchRequest<Reader>) throws -> [String] {
        try context.fetch(request).map(\.name)
      }
      #expect(
        try names(Reader.all.sorted(by: \.choices.theme).sorted(by: \.name)) == ["Ada", "Bo", "Cy"])
      #expect(
        try names(Reader.all.sorted(by: \.choices.window.width, .descending)) == [
          "Cy", "Ada", "Bo",
        ]
      )
      #expect(try names(Reader.all.sorted { $0.choices.window.width }) == ["Bo", "Ada", "Cy"])
      let sorted = Reader.all.sorted(by: \.name)
      let pairs = try context.fetch(sorted.select { ($0.choices.theme, $0.choices.size) })
      #expect(pairs.map(\.0) == ["dark", "light", "light"])
      #expect(pairs.map(\.1) == [12, nil, nil])
      let kinds: [PaperKind] = try context.fetch(sorted.select { $0.choices.kind })
      #expect(kinds == [.unknown("scroll"), .book, .book])
      let groups = try context.fetch(
        Reader.group { $0.choices.theme }.select {
          ($0.choices.theme, $0.count, $0.choices.level.sum)
        })
      let texts: [String] = groups.map { "\($0.0) \($0.1) \($0.2)" }
      #expect(Set(texts) == ["dark 1 5", "light 2 6"])
      let ages = try context.fetch(Club.where { $0.readers.any { $0.choices.theme == "light" } })
      #expect(ages.map(\.name) == ["c"])
      #expect(
        try context.fetch(Reader.where(#Predicate { $0.choices.theme == "dark" })).map(\.name)
          == ["Ada"])
      #expect(
        try context.fetch(Club.where { $0.readers.min(\.choices.level) == 3 }).map(\.name) == ["c"])
    }
  }

  @Test func `values in JSON are named by members and positions`() throws {
    try withReaders { container in
      try expect(["Ada"], container) { $0.payload["customer"]["name"].string == "Ada" }
      try expect(["Bo", "Cy"], container) { $0.payload["customer"]["name"].string == nil }
      try expect(["Ada", "Bo"], container) { $0.payload["customer"]["name"].exists }
      try expect(["Cy"], container) { !$0.payload["customer"]["name"].exists }
      try expect(["Ada", "Bo"], container) { $0.payload["customer"]["name"] != nil }
      try expect(["Cy"], container) { $0.payload["customer"]["name"] == nil }
      try expect(["Ada"], container) { $0.payload["customer"]["paid"].bool == true }
      try expect(["Ada"], container) { $0.payload["lines"][0]["price"].double == 1.5 }
      try expect(["Bo"], container) { $0.payload["lines"][0]["price"].decimal == 2 }
      try expect(["Bo"], container) { $0.payload["lines"][0]["price"].as(String.self) == "2" }
      try expect(["Bo"], container) { $0.extra[1].int == 2 }
      try expect([], container) { $0.extra[-1].int == 2 }
      let context = container.newContext()
      let names = try context.fetch(
        Reader.all.sorted(by: \.name).select {
          $0.value { $0.payload["customer"]["name"].string }
        })
      #expect(names == ["Ada", nil, nil])
    }
  }

  @Test func `requests are printed, coded and made of names`() throws {
    try withReaders { container in
      let context = container.newContext()
      let request = Reader.where { $0.choices.theme == "dark" }
        .where { $0.payload["a, b"][0].as(Date.self) == nil }
        .where { $0.payload["customer"]["name"].string == "Ada" }
        .sorted(by: \.choices.fontSize)
      #expect(
        "\(request)"
          == #"Reader.where { $0.choices.theme == ? && $0.payload["a, b"][0].as(Date.self) == nil "#
          + #"&& $0.payload["customer"]["name"].string == ? }.sorted { $0.choices.fontSize }"#)
      let json = try JSONEncoder().encode(request)
      let decoded = try JSONDecoder().decode(FetchRequest<Reader>.self, from: json)
      #expect(try context.fetch(decoded).map(\.name) == ["Ada"])
      let dynamic = DynamicRequest("Reader").where("choices.window.width", .greaterThan, 600)
        .sorted(by: "choices.theme", .descending)
      #expect(
        try context.fetch(dynamic).map { try $0.value(forKey: "name") as? String } == ["Cy", "Ada"])
      let themes = try context.sql(
        "SELECT \(\Reader.choices.theme) FROM \(Reader.self) ORDER BY 1", as: String.self)
      #expect(themes == ["dark", "light", "light"])
      let ada = try #require(try context.fetch(Reader.where { $0.name == "Ada" }).first)
      #expect(try ada.value(forKey: "choices.window.width") as? Int == 640)
    }
  }

  @Test func `an index of a property is used, and a missing one is named`() throws {
    try withReaders { container in
      let context = container.newContext()
      func indexes(_ request: FetchRequest<Reader>) throws -> [String] {
        try request.explain(in: context).plan.map { "\($0.kind) \($0.index ?? "")" }
      }
      #expect(
        try indexes(Reader.where { $0.choices.theme == "dark" }) == ["search Reader.choices.theme"])
      #expect(
        try indexes(Reader.where { $0.choices.theme > "dark" }.sorted(by: \.choices.theme)) == [
          "search Reader.choices.theme"
        ])
      #expect(
        try indexes(Reader.all.sorted(by: \.choices.theme)) == ["scan Reader.choices.theme"])
      #expect(
        try indexes(Reader.where { $0.choices.price == 9.25 }) == ["search Reader.choices.price"])
      #expect(
        try indexes(Reader.where { $0.choices.fontSize > 9.25 }.sorted(by: \.choices.fontSize))
          == ["search Reader.choices.fontSize"])
      let other = try Reader.where { $0.choices.size == 3 }.explain(in: context)
      #expect(
        "\(other)".hasSuffix("\n\nmissing: @Entity(indexes: [[\"choices.size\"]]) on Reader"))
      #expect(other.missingIndexes == ["Reader.choices.size"])
      #expect(
        other.sql
          == #"SELECT t0."_id", t0."_version", t0."name", t0."choices", t0."spare", t0."payload", "#
          + #"t0."extra", t0."club" FROM "Reader" AS t0 "#
          + #"WHERE entity_member(t0."choices", 'size', 'int64', NULL) = ?1 ORDER BY t0."_id""#)
      let combined = Reader.where { $0.choices.window.width == 5 && $0.choices.nickname != nil }
      #expect(
        try combined.explain(in: context).plan.map { "\($0.kind) \($0.index ?? "")" } == [
          "search Reader.choices.window.width where Reader.choices.nickname is not nil"
        ])
    }
  }

  @Test func `what requests cannot name is refused with the reason`() throws {
    try withReaders { container in
      let context = container.newContext()
      func message(_ request: FetchRequest<Reader>) -> String {
        do {
          _ = try context.fetch(request)
          return ""
        } catch {
          return (error as? StoreError)?.message ?? "\(error)"
        }
      }
      #expect(
        message(Reader.where { $0.choices.token == UUID() })
          == "'Reader' has no property 'choices.token', which requests can name: it has another "
          + "value each time that its member is missing; make it optional, or give it a constant")
      #expect(
        message(Reader.all.sorted { $0.choices.summary })
          == "'Reader' has no property 'choices.\\Choices.<computed (String)>'; what Swift "
          + "computes is not stored, and requests name what is")
    }
  }
}
