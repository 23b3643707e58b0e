import EntityModel
import EntityRuntime
import EntitySQLite
import EntityStore
import TestSupport
import Testing

/// Stages that follow each other, and what comes after them.
@Suite struct StagePathTests {
  private static let models = [
    ObjectModel(entities: [.entity("Book", .text("title"), .text("genre"))]),
    ObjectModel(entities: [
      .entity("Book", .text("title"), .text("genre"), .text("slug")), .entity("Item", .text("n")),
    ]),
    ObjectModel(entities: [
      .entity("Book", .text("zebra"), .text("genre"), .text("title")),
      .entity("Box", .text("n")), .entity("Item", .text("n")),
    ]),
  ]

  private static let stages = [
    Migration(from: 1, to: 2) { stage in
      try stage.forEach(old: "Book", making: "Book") { old, new in
        var new = new
        new.set("slug", to: "slug of " + (old.value("title", as: String.self) ?? ""))
        return new
      }
      try stage.insert(StageObject("Item", ["n": .text("item")]))
    }.stage,
    Migration(from: 2, to: 3) { stage in
      try stage.forEach(old: "Book", making: "Book") { old, new in
        var new = new
        new.set("zebra", to: "z " + (old.value("slug", as: String.self) ?? ""))
        return new
      }
      try stage.insert(StageObject("Box", ["n": .text("box")]))
    }.stage,
  ]

  private func store(in directory: TemporaryDirectory) throws -> MigratingStore {
    try MigratingStore(
      Self.models[0], in: directory,
      filledBy: """
        INSERT INTO Book VALUES (-5, 2, 'T-', 'G-'), (0, 2, 'T0', 'G0'), (1, 2, 'T1', 'G1');
        """)
  }

  private let books = [
    "Book: _id=-5 _version=2 genre='G-' title='T-' zebra='z slug of T-'",
    "Book: _id=0 _version=2 genre='G0' title='T0' zebra='z slug of T0'",
    "Book: _id=1 _version=2 genre='G1' title='T1' zebra='z slug of T1'",
  ]

  @Test func twoStagesOnOnePathMakeTheSameEntityEachWithItsOwnColumns() throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory)
      try store.migrate(along: Self.models, Self.stages)
      #expect(try store.dump().filter { $0.hasPrefix("Book") } == books)
      #expect(
        try store.rows("SELECT 'Box ' || n FROM Box UNION ALL SELECT 'Item ' || n FROM Item")
          == ["Box box", "Item item"])
    }
  }

  @Test func whatIsWrittenAfterAStageGoesToTheTablesOfTheLastModel() throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory)
      let (models, stages) = (Self.models, Self.stages)
      let open = try SQLiteStore(
        model: models[2], at: .file(store.path),
        history: {
          ModelHistory(
            versions: models.enumerated().map { .init(number: $0 + 1, model: $1) },
            stages: stages)
        })
      try open.write { session in
        var changes = ChangeSet()
        let names = open.layout.entities.map(\.name)
        for (index, name) in names.enumerated() {
          let count = open.layout.entities[index].columnIndexes.count
          changes.inserts.append(
            .init(
              entity: index, id: 50,
              values: (0..<count).map { .text("\(name) \($0)") }))
        }
        _ = try session.apply(changes, from: nil)
      }
      open.close()
      #expect(
        try store.dump().filter { $0.contains("_id=50") } == [
          "Book: _id=50 _version=2 genre='Book 1' title='Book 2' zebra='Book 0'",
          "Box: _id=50 _version=2 n='Box 0'", "Item: _id=50 _version=2 n='Item 0'",
        ])
    }
  }

  @Test func aLoopWithinALoopVisitsRowsOfAnyID() throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory)
      let stage = Migration(from: 1, to: 2) { stage in
        try stage.forEach(old: "Book", making: "Book") { old, new in
          var new = new
          var titles = ""
          try stage.visit(old: "Book") { titles += $0.value("title", as: String.self) ?? "" }
          new.set("slug", to: titles)
          return new
        }
      }.stage
      try store.migrate(along: Array(Self.models.prefix(2)), [stage])
      #expect(try store.rows("SELECT DISTINCT slug FROM Book") == ["T-T0T1"])
    }
  }

  @Test(arguments: [Int64.min, -3, 0, .max])
  func firstFreeIDsOfADamagedFileEndNoProcess(_ next: Int64) throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory)
      try store.run("UPDATE _ids SET next = \(next)")
      do {
        try store.migrate(along: Self.models, Self.stages)
        #expect(try store.dump().filter { $0.hasPrefix("Book") } == books)
      } catch let error as StoreError {
        #expect(next == .max)
        #expect(error.code == .corrupt)
      }
    }
  }
}
