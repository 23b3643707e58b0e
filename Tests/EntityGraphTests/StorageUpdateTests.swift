import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Entity final class Drawer: ManagedObject {
  @Attribute(.unique) var number: Int
  @Attribute(.external) var choices: Choices = Choices()
  @Attribute(.rule("must not be grey") { (choices: Choices) in choices.theme != "grey" })
  var ruled: Choices = Choices()
  var name: FullName = FullName(first: "", last: "")
}

@Entity final class Plate: ManagedObject {
  var front: Square
  var rear: Square?
  var frame: Frame = Frame()
  var choices: Choices = Choices()
  var code: String = ""
  var size: Int = 0
  @Attribute(.derived { (plate: Fields<Plate>) in plate.front.color.lowercased() })
  var folded: String
  @Attribute(.derived { (plate: Fields<Plate>) in plate.frame.width + 1 }) var wider: Int
}

/// Properties of what is backed by JSON are assigned in bulk.
@Suite struct StorageUpdateTests {
  private static let texts = [
    #"{"x" : 1e400,"theme":"dark","level": 5,"window":{"width":640, "y":[0.10]},"limit":null}"#,
    #"{"theme":7,"level":"x","window":3,"tags":["a",5],"spare":{"title":"s"}}"#,
    #"{"size":3,"isDark":true,"spare":{},"b":{"c":1}}"#,
  ]

  private func container(_ path: String) throws -> PersistentContainer {
    let container = try PersistentContainer(
      model: ObjectModel(Reader.self, Club.self, Drawer.self), at: .file(path),
      options: StoreOptions(history: .everything))
    let context = container.newContext()
    for (index, text) in Self.texts.enumerated() {
      let reader = Reader(name: "r\(index)", choices: try Choices(reading: text), in: context)
      if index > 0 { reader.spare = try Choices(reading: Self.texts[index - 1]) }
    }
    try context.save()
    return container
  }

  /// What a store has of the readers, and what its history has of the last commit.
  private func state(_ container: PersistentContainer) throws -> [String] {
    let context = container.newContext()
    let readers = try context.fetch(Reader.sorted(by: \.name))
    var state: [String] = []
    for reader in readers {
      // What precedes the number names the store.
      let version = context.version(of: reader)?.description.split(separator: ".").last ?? ""
      let spare = reader.spare?.json.text ?? "none"
      state.append("\(reader.name) \(reader.choices.json.text) \(spare) \(version)")
    }
    var changes: [String] = []
    for change in try container.history().last?.updated ?? [] {
      var text = "\(change.objectID)"
      for name in change.new.names {
        text += " \(name): \(change.old[name] ?? .null)"
        text += " -> \(change.new[name] ?? .null)"
      }
      changes.append(text)
    }
    return state + changes.sorted()
  }

  /// Expects that `assign` does to rows, and to objects that are in a context, what `change` does
  /// in a loop over objects, and that so many change, and when it is done again.
  private func expect(
    _ count: Int, again: Int = 0, sourceLocation: SourceLocation = #_sourceLocation,
    _ assign: (inout Assignments<Reader>) -> Void, asInLoop change: (Reader) -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let (bulk, loop) = (
        try container(directory.path("bulk")), try container(directory.path("loop"))
      )
      let context = bulk.newContext()
      let live = try context.fetch(Reader.sorted(by: \.name))
      _ = live.map(\.choices.theme)
      #expect(
        try bulk.newContext().update(Reader.all, assign) == count, sourceLocation: sourceLocation)
      let loopContext = loop.newContext()
      let objects = try loopContext.fetch(Reader.sorted(by: \.name))
      for object in objects { change(object) }
      try loopContext.save()
      let expected = try state(loop)
      #expect(try state(bulk) == expected, sourceLocation: sourceLocation)
      context.refreshAll()
      #expect(
        live.map(\.choices.json.text) == objects.map(\.choices.json.text),
        sourceLocation: sourceLocation)
      #expect(
        try bulk.newContext().update(Reader.all, assign) == again, sourceLocation: sourceLocation)
      let other = try container(directory.path("live"))
      let own = other.newContext()
      let held = try own.fetch(Reader.sorted(by: \.name))
      _ = held.map(\.choices.theme)
      #expect(try own.update(Reader.all, assign) == count, sourceLocation: sourceLocation)
      #expect(
        held.map(\.choices.json.text) == objects.map(\.choices.json.text),
        sourceLocation: sourceLocation)
      #expect(
        held.map(\.spare?.json.text) == objects.map(\.spare?.json.text),
        sourceLocation: sourceLocation)
      #expect(!own.hasChanges, sourceLocation: sourceLocation)
      for container in [bulk, loop, other] { container.close() }
    }
  }

  @Test func `a property is made a constant, and everything else stays as it is written`() throws {
    try expect(2) {
      $0.choices.theme = "dark"
    } asInLoop: {
      $0.choices.theme = "dark"
    }
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("readers"))
      let context = container.newContext()
      try context.update(Reader.where { $0.name == "r0" }) { $0.choices.theme = "blue" }
      let found = try context.fetch(Reader.where { $0.name == "r0" }).first
      #expect(
        found?.choices.json.text == Self.texts[0].replacing("dark", with: "blue"))
      #expect(try context.count(Reader.where { $0.choices.theme == "blue" }) == 1)
      container.close()
    }
  }

  @Test func `properties of every kind are made constants`() throws {
    let noon = Date(timeIntervalSince1970: 1_717_156_800)
    try expect(3) {
      $0.choices.fontSize = 12.5
      $0.choices.size = 4
      $0.choices.nickname = "n"
      $0.choices.isDark = false
      $0.choices.price = 9.9
      $0.choices.since = noon
      $0.choices.until = noon
      $0.choices.kind = .custom("y")
      $0.choices.grade = .high
      $0.choices.rank = .second
      $0.choices.stage = .late
      $0.choices.tags = ["b"]
      $0.choices.seal = Data([1])
      $0.choices.quoted = "q"
    } asInLoop: {
      $0.choices.fontSize = 12.5
      $0.choices.size = 4
      $0.choices.nickname = "n"
      $0.choices.isDark = false
      $0.choices.price = 9.9
      $0.choices.since = noon
      $0.choices.until = noon
      $0.choices.kind = .custom("y")
      $0.choices.grade = .high
      $0.choices.rank = .second
      $0.choices.stage = .late
      $0.choices.tags = ["b"]
      $0.choices.seal = Data([1])
      $0.choices.quoted = "q"
    }
  }

  @Test func `an optional property is made nil`() throws {
    try expect(2) {
      $0.choices.size = nil
      $0.choices.limit = nil
      $0.choices.spare = nil
    } asInLoop: {
      $0.choices.size = nil
      $0.choices.limit = nil
      $0.choices.spare = nil
    }
  }

  @Test func `a property is made what is computed of each object`() throws {
    try expect(3, again: 3) {
      $0.choices.level += 1
      $0.choices.nickname = $0.name.uppercased()
      $0.choices.isDark = $0.choices.level > 5
      $0.choices.isLoud = $0.choices.isDark
      $0.choices.theme = $0.choices.kind.rawValue
      $0.choices.size = $0.choices.size
      $0.choices.since = $0.choices.until ?? $0.choices.since
      $0.name = $0.choices.theme
    } asInLoop: {
      $0.choices.level += 1
      $0.choices.nickname = $0.name.uppercased()
      $0.choices.isDark = $0.choices.level > 5
      $0.choices.isLoud = $0.choices.isDark
      $0.choices.theme = $0.choices.kind.rawValue
      $0.choices.size = $0.choices.size
      $0.choices.since = $0.choices.until ?? $0.choices.since
      $0.name = $0.choices.theme
    }
  }

  @Test func `storages within are assigned, and those that are nil stay so`() throws {
    try expect(3, again: 3) {
      $0.choices.window.width = 3
      $0.choices.window.depth += 1
      $0.choices.spare.title = "t"
      $0.choices.spare.width = 7
      $0.spare.theme = "green"
      $0.spare.window.title = "w"
      $0.spare.spare.depth = 4
      $0.spare.level += 1
    } asInLoop: {
      $0.choices.window.width = 3
      $0.choices.window.depth += 1
      $0.choices.spare?.title = "t"
      $0.choices.spare?.width = 7
      $0.spare?.theme = "green"
      $0.spare?.window.title = "w"
      $0.spare?.spare?.depth = 4
      $0.spare?.level += 1
    }
  }

  @Test func `what has been assigned is read where its storage is there alone`() throws {
    try expect(3) {
      $0.spare.theme = "green"
      $0.spare.window.width = 4
      $0.choices.spare.title = "t"
      $0.choices.spare.width = 6
      $0.choices.nickname = $0.spare.theme
      $0.choices.size = $0.spare.window.width
      $0.choices.limit = $0.choices.spare.width
      $0.name = $0.choices.nickname ?? "none"
    } asInLoop: {
      $0.spare?.theme = "green"
      $0.spare?.window.width = 4
      $0.choices.spare?.title = "t"
      $0.choices.spare?.width = 6
      $0.choices.nickname = $0.spare?.theme
      $0.choices.size = $0.spare?.window.width
      $0.choices.limit = $0.choices.spare?.width
      $0.name = $0.choices.nickname ?? "none"
    }
  }

  @Test func `a storage is assigned as a whole, and then its properties`() throws {
    let whole = try Choices(reading: #"{"z":1.0,"theme":"blue","window":{"width":1}}"#)
    try expect(3) {
      $0.spare = whole
      $0.spare.window.width += 1
      $0.spare.spare = Frame(width: 1)
      $0.spare.spare.depth = 9
      $0.name = $0.spare.theme
      $0.choices.level = $0.spare.spare.width + $0.spare.window.width
      $0.choices.window = Frame(width: 8)
    } asInLoop: {
      $0.spare = whole
      $0.spare?.window.width += 1
      $0.spare?.spare = Frame(width: 1)
      $0.spare?.spare?.depth = 9
      $0.name = "blue"
      $0.choices.level = 3
      $0.choices.window = Frame(width: 8)
    }
    try expect(3) {
      $0.spare = nil
      $0.spare.theme = "x"
      $0.choices.spare = nil
      $0.choices.spare.title = "t"
      $0.choices.nickname = ($0.spare.level == nil).then("none", else: "some")
    } asInLoop: {
      $0.spare = nil
      $0.spare?.theme = "x"
      $0.choices.spare = nil
      $0.choices.spare?.title = "t"
      $0.choices.nickname = "none"
    }
  }

  @Test func `what is computed of a storage that is absent leaves it absent`() throws {
    try expect(2, again: 2) {
      $0.choices.spare.width += 1
    } asInLoop: {
      $0.choices.spare?.width += 1
    }
  }

  @Test func `an initialiser that reads older forms is heard`() throws {
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("drawers"))
      let context = container.newContext()
      let drawer = Drawer(number: 1, in: context)
      drawer.name.json = try JSON(reading: #"{"name":"Ada King","z":0.10}"#)
      drawer.choices = try Choices(reading: Self.texts[0])
      try context.save()
      #expect(
        try context.update(Drawer.all) {
          $0.name.last = "L"
          $0.choices.theme = "blue"
        } == 1)
      let found = try #require(try container.newContext().fetch(Drawer.all).first)
      #expect(found.name.json.text == #"{"name":"Ada King","z":0.10,"first":"Ada","last":"L"}"#)
      #expect(found.choices.json.text == Self.texts[0].replacing("dark", with: "blue"))
      #expect(drawer.choices.theme == "blue" && drawer.name.last == "L")
      container.close()
    }
  }

  @Test func `what is apart from the row is read there`() throws {
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("drawers"))
      let context = container.newContext()
      let drawers = try (1...2).map { number in
        Drawer(number: number, choices: try Choices(reading: Self.texts[0]), in: context)
      }
      try context.save()
      #expect(
        try context.update(Drawer.all) {
          $0.choices.theme = "blue"
          $0.choices.level += 1
        } == 2)
      let expected = Self.texts[0].replacing("dark", with: "blue").replacing(" 5", with: " 6")
      let found = try container.newContext().fetch(Drawer.sorted(by: \.number))
      #expect(found.map(\.choices.json.text) == [expected, expected])
      #expect(drawers.map(\.choices.json.text) == [expected, expected])
      #expect(try context.update(Drawer.all) { $0.choices.theme = "blue" } == 0)
      container.close()
    }
  }

  @Test func `rows that are inserted are given a storage and then its properties`() throws {
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("drawers"))
      let context = container.newContext()
      let blank = try Choices(reading: "{}")
      try context.insertAll(Drawer.self, from: 1...2) { drawer, number in
        drawer.number = number
        drawer.choices = blank
        drawer.choices.theme = "t\(number)"
        drawer.choices.window.width = number
      }
      let found = try context.fetch(Drawer.sorted(by: \.number))
      #expect(
        found.map(\.choices.json.text) == [
          #"{"theme":"t1","window":{"width":1,"inner":{"depth":2}}}"#,
          #"{"theme":"t2","window":{"width":2,"inner":{"depth":2}}}"#,
        ])
      let error = #expect(throws: StoreError.self) {
        try context.insertAll(Drawer.self, from: 3...3) { drawer, number in
          drawer.number = number
          drawer.choices.theme = "x"
        }
      }
      #expect(
        error?.message
          == "'Drawer.choices' of an object that is inserted is assigned as a whole before its "
          + "properties are")
      container.close()
    }
  }

  @Test func `what a property cannot be made is refused, and nothing is changed`() throws {
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("readers"))
      let context = container.newContext()
      let before = try state(container)
      func message(_ assign: (inout Assignments<Reader>) -> Void) -> String? {
        let error = #expect(throws: StoreError.self) { try context.update(Reader.all, assign) }
        return error?.message
      }
      #expect(
        message { $0.choices.json = [:] }
          == "'\\Choices.<computed (JSON)>' is no property in the JSON of 'Choices', so that it "
          + "cannot be assigned")
      #expect(
        message {
          $0.choices.tiny += 100
          $0.choices.tiny += 100
        }
          == "'Reader.choices.tiny' cannot hold what it was to be made: its type has the values "
          + "from -128 to 127")
      #expect(
        message { $0.choices.level /= 0 }
          == "'Reader.choices.level' is required, and what it was to be made has no value for at "
          + "least one object, as of a number that 64 bits cannot hold or that is divided by zero; "
          + "give it one with '??'")
      let none: [String]? = nil
      #expect(
        message { $0.choices.tags = none }
          == "'Reader.choices.tags' is required and cannot be nil")
      #expect(
        message { $0.choices = $0.spare }
          == "'Reader.choices' is required, and what it was to be made has no value for at least "
          + "one object, as of a number that 64 bits cannot hold or that is divided by zero; give "
          + "it one with '??'")
      #expect(
        message { $0.choices.spare = $0.choices.window }
          == "'spare' of 'Choices' cannot be made another storage of the object; assign its "
          + "properties, or a constant")
      #expect(try state(container) == before)
      container.close()
    }
  }

  @Test func `a storage is made another one, and then its properties`() throws {
    try expect(3) {
      $0.spare = $0.choices
    } asInLoop: {
      $0.spare = $0.choices
    }
    // What the second one is made has been written since.
    try expect(3, again: 3) {
      $0.choices.size = 7
      $0.spare = $0.choices
      $0.spare.theme = $0.spare.theme + "!"
      $0.choices.nickname = $0.spare.theme
      $0.choices.window.title = $0.spare.window.title
    } asInLoop: { reader in
      reader.choices.size = 7
      var spare = reader.choices
      spare.theme += "!"
      reader.spare = spare
      reader.choices.nickname = spare.theme
      reader.choices.window.title = spare.window.title
    }
  }

  @Test func `a storage that is apart from its row is made another one, and back`() throws {
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("drawers"))
      let context = container.newContext()
      let choices = try Choices(reading: Self.texts[0])
      _ = Drawer(number: 1, choices: choices, in: context)
      try context.save()
      #expect(try context.update(Drawer.all) { $0.ruled = $0.choices } == 1)
      #expect(try context.update(Drawer.all) { $0.ruled = $0.choices } == 0)
      #expect(try context.update(Drawer.all) { $0.ruled.theme = "red" } == 1)
      #expect(try context.update(Drawer.all) { $0.choices = $0.ruled } == 1)
      #expect(try context.update(Drawer.all) { $0.choices = $0.ruled } == 0)
      let found = try #require(try container.newContext().fetch(Drawer.all).first)
      #expect(found.choices.json.text == found.ruled.json.text)
      #expect(
        found.choices.json.text == Self.texts[0].replacing("dark", with: "red"))
      let error = #expect(throws: ValidationError.self) {
        try context.update(Drawer.all) {
          $0.choices.theme = "grey"
          $0.ruled = $0.choices
        }
      }
      #expect(error?.problems.map(\.message) == ["'Drawer.ruled' must not be grey"])
      container.close()
    }
  }

  @Test func `what is derived of parts is that of what the whole is made`() throws {
    let container = try PersistentContainer.forTesting(Plate.self)
    let context = container.newContext()
    let rear = Square(side: 2, color: "GREEN")
    let plate = Plate(front: Square(side: 1, color: "RED"), rear: rear, in: context)
    try context.save()
    try context.update(Plate.all) {
      $0.front = $0.rear
      $0.code = $0.folded
      $0.front.side = 3
      $0.size = $0.wider + 1
    }
    #expect(plate.front == Square(side: 3, color: "GREEN") && plate.rear == rear)
    #expect(plate.code == "green" && plate.size == 802)
    let error = #expect(throws: StoreError.self) {
      try context.update(Plate.all) { $0.frame = $0.choices.window }
    }
    #expect(
      error?.message
        == "'frame' cannot be made a storage within another one; assign its properties, each by "
        + "that of 'choices.window'")
  }

  @Test func `what is derived of parts is that of a whole, and refused of parts alone`() throws {
    let container = try PersistentContainer.forTesting(Plate.self)
    let context = container.newContext()
    let plate = Plate(front: Square(side: 1, color: "RED"), in: context)
    try context.save()
    try context.update(Plate.all) {
      $0.code = $0.folded
      $0.size = $0.wider
      $0.front.color = "BLUE"
      $0.frame.width = 3
    }
    #expect(plate.code == "red" && plate.size == 801)
    #expect(plate.folded == "blue" && plate.wider == 4)
    try context.update(Plate.all) {
      $0.front = Square(side: 2, color: "GREEN")
      $0.frame = Frame(width: 7)
      $0.frame.title = "t"
      $0.front.side = 5
      $0.code = $0.folded
      $0.size = $0.wider
    }
    #expect(plate.code == "green" && plate.size == 8)
    func message(_ assign: (inout Assignments<Plate>) -> Void) -> String? {
      let error = #expect(throws: StoreError.self) { try context.update(Plate.all, assign) }
      return error?.message
    }
    #expect(
      message {
        $0.front.color = "WHITE"
        $0.code = $0.folded
      }
        == "'Plate' cannot be asked by a predicate with what is derived of 'front.color', which "
        + "has been assigned before (read it first)")
    #expect(
      message {
        $0.frame.width = 9
        $0.size = $0.wider
      }
        == "'Plate' cannot be asked by a predicate with what is derived of 'frame.width', which "
        + "has been assigned before (read it first)")
    #expect(plate.front.color == "GREEN" && plate.frame.width == 7)
  }

  @Test func `a rule of the attribute holds for what its properties are made`() throws {
    try TemporaryDirectory.with { directory in
      let container = try container(directory.path("drawers"))
      let context = container.newContext()
      _ = Drawer(number: 1, in: context)
      try context.save()
      let error = #expect(throws: ValidationError.self) {
        try context.update(Drawer.all) { $0.ruled.theme = "grey" }
      }
      #expect(error?.problems.map(\.message) == ["'Drawer.ruled' must not be grey"])
      #expect(try context.update(Drawer.all) { $0.ruled.theme = "red" } == 1)
      container.close()
    }
  }

  @Test func `unsaved changes are saved before, and a rollback takes all back`() async throws {
    let directory = try TemporaryDirectory()
    let container = try container(directory.path("readers"))
    try await container.write { context in
      let reader = try #require(try context.fetch(Reader.where { $0.name == "r2" }).first)
      reader.choices.theme = "green"
      #expect(
        try context.update(Reader.where { $0.choices.theme == "green" }) {
          $0.choices.nickname = $0.choices.theme
        } == 1)
      #expect(reader.choices.nickname == "green")
    }
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await container.write { context in
        try context.update(Reader.all) { $0.choices.theme = "gone" }
        throw Stop()
      }
    }
    #expect(try container.newContext().count(Reader.where { $0.choices.theme == "gone" }) == 0)
    container.close()
  }
}
