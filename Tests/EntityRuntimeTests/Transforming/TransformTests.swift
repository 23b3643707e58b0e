import EntityGraph
import Foundation
import Testing

/// Neither Storable nor Codable.
struct Paint: Sendable, Equatable {
  var red: Int
  var green: Int
  var blue: Int

  static let crimson = Paint(red: 220, green: 20, blue: 60)
  static let black = Paint(red: 0, green: 0, blue: 0)
}

struct PaintError: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// Stores paints as texts of six digits.
enum HexPaint: AttributeTransform {
  static func stored(_ paint: Paint) throws -> String {
    let parts = [paint.red, paint.green, paint.blue]
    guard parts.allSatisfy((0...255).contains) else { throw PaintError(description: "too bright") }
    return parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func value(_ text: String) throws -> Paint {
    guard let number = Int(text, radix: 16), text.count == 6 else {
      throw PaintError(description: "no colour")
    }
    return Paint(red: number >> 16, green: number >> 8 & 255, blue: number & 255)
  }
}

/// Stores texts so that nobody reads them.
enum Reversed: AttributeTransform {
  static func stored(_ text: String) -> Data { Data(text.utf8.reversed()) }
  static func value(_ data: Data) -> String { String(decoding: data.reversed(), as: UTF8.self) }
}

/// Stores a count as one more.
enum Successor: AttributeTransform {
  typealias Stored = Int
  static func stored(_ count: Int) -> Int { count + 1 }
  static func value(_ count: Int) -> Int { count - 1 }
}

@Entity(.values) class Wall: ManagedObject {
  var name: String
  @Attribute(.indexed, transform: HexPaint.self) var color: Paint = .black
  @Attribute(transform: HexPaint.self, column: "second") var trim: Paint?
  @Attribute(.rule("must be short") { (note: String) in note.count < 9 }, transform: Reversed.self)
  var note: String
  @Attribute(transform: Successor.self) var coats: Int = 1
}

@Entity(.values) final class Door: Wall {
  @Attribute(.undecodable(.keep), transform: HexPaint.self) var knob: Paint? = .crimson
}

@Suite struct TransformTests {
  let bench: Bench
  let context: ManagedObjectContext

  init() throws {
    bench = try Bench(Wall.self, Door.self)
    context = bench.context
    _ = Wall(name: "A", color: .crimson, trim: .black, note: "abc", coats: 3, in: context)
    _ = Wall(name: "B", note: "xyz", in: context)
    let door = Door(knob: nil, in: context)
    door.name = "C"
    door.note = ""
    try context.save()
  }

  private func names(_ request: FetchRequest<Wall>) throws -> [String] {
    let saved = try bench.container.newContext().fetch(request).map(\.name)
    // Unsaved changes have the same request answered in memory.
    let other = bench.container.newContext()
    for wall in try other.fetch(Wall.all) { wall.name += "" }
    _ = Wall(name: "Z", note: "none", coats: -100, in: other)
    let pending = try other.fetch(request).map(\.name).filter { $0 != "Z" }
    #expect(pending == saved)
    return saved
  }

  @Test func `the store has what the transform makes of a value`() throws {
    #expect(
      try bench.text("SELECT color || second || note || coats FROM Wall WHERE name = 'A'")
        == "dc143c000000cba4")
    #expect(try bench.text("SELECT knob FROM Wall WHERE name = 'C'") == nil)
    let walls = try bench.container.newContext().fetch(Wall.sorted(by: \.name))
    #expect(walls.map(\.color) == [.crimson, .black, .black])
    #expect(walls.map(\.trim) == [.black, nil, nil])
    #expect(walls.map(\.note) == ["abc", "xyz", ""])
    #expect(walls.map(\.coats) == [3, 1, 1])
    #expect(try walls.map { try $0.$color.stored } == ["dc143c", "000000", "000000"])
    #expect((walls[2] as? Door)?.knob == nil)
  }

  @Test func `the model describes what is stored`() throws {
    let model = try ObjectModel(Wall.self, Door.self)
    let color = try #require(model.property("color", of: "Wall")?.attribute)
    #expect(color.type == .string && color.isIndexed && !color.isOptional)
    #expect(color.defaultValue == nil && color.hasDefault)
    #expect(model.property("trim", of: "Wall")?.column == "second")
    #expect(model.property("note", of: "Wall")?.attribute?.type == .data)
  }

  @Test func `requests compare, order and select what is stored`() throws {
    #expect(try names(Wall.where { $0.$color == .crimson }) == ["A"])
    #expect(try names(Wall.where { $0.$color != .crimson }.sorted(by: \.name)) == ["B", "C"])
    #expect(try names(Wall.where { $0.$trim == nil }.sorted(by: \.name)) == ["B", "C"])
    let none: Paint? = nil
    #expect(try names(Wall.where { $0.$trim == none }.sorted(by: \.name)) == ["B", "C"])
    #expect(try names(Wall.where { $0.$trim == .black }) == ["A"])
    #expect(try names(Wall.where { $0.$note == "xyz" }) == ["B"])
    #expect(try names(Wall.where { $0.$color.in([.crimson, .crimson]) }) == ["A"])
    #expect(try names(Wall.where { $0.$color.stored.hasPrefix("dc") }) == ["A"])
    #expect(try names(Wall.where { $0.$coats > .init(2) }) == ["A"])
    #expect(try names(Wall.where { $0.$coats.stored == 4 }) == ["A"])
    #expect(
      try names(Wall.sorted(by: \.$color, .descending).sorted(by: \.name)) == ["A", "B", "C"])
    let groups = try context.fetch(
      Wall.group(by: \.$color).select { ($0.$color, $0.count) })
    #expect(groups.map { $0.0.value } == [.black, .crimson])
    #expect(groups.map { $0.1 } == [2, 1])
  }

  @Test func `a request is printed with what is stored`() throws {
    let request = Wall.where { $0.$color == .crimson }.sorted(by: \.$color)
    #expect(
      request.debugDescription
        == #"Wall.where { $0.$color.stored == "dc143c" }.sorted(by: \.$color)"#)
  }

  @Test func `a request that names the value itself is refused`() throws {
    let message =
      "the store has of 'Wall.note' what a transform makes of it; name that in requests, '$note'"
    let requests = [
      Wall.where { $0.note == "abc" }, Wall.sorted(by: \.note),
      Wall.where(#Predicate<Wall> { $0.note == "abc" }),
    ]
    for request in requests {
      let error = #expect(throws: StoreError.self) { try context.fetch(request) }
      #expect(error?.message == message)
    }
    let column = #expect(throws: StoreError.self) { try context.fetch(Wall.select { $0.note }) }
    #expect(column?.message == message)
  }

  @Test func `a condition with a value that is not stored is refused`() throws {
    let dark = Paint(red: -1, green: 0, blue: 0)
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Wall.where { $0.$color == dark })
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains("'HexPaint' does not store (too bright)") == true)
  }

  @Test func `a save collects the values that are not stored`() throws {
    let wall = try #require(try context.first(Wall.where { $0.name == "A" }))
    wall.color = Paint(red: 999, green: 0, blue: 0)
    wall.trim = Paint(red: -1, green: 0, blue: 0)
    wall.note = "far too long"
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      error?.problems.map(\.message) == [
        "'Wall.color' holds a value that 'HexPaint' does not store: too bright",
        "'Wall.note' must be short",
        "'Wall.trim' holds a value that 'HexPaint' does not store: too bright",
      ])
    #expect(error?.problems.map(\.objectID) == Array(repeating: wall.objectID, count: 3))
    context.rollback()
    #expect(wall.color == .crimson)
    wall.color = .black
    wall.trim = nil
    try context.save()
    #expect(
      try bench.text("SELECT color FROM Wall WHERE name = 'A' AND second IS NULL") == "000000")
  }

  @Test func `what was no value is answered by the default and reported with its reason`() throws {
    try bench.run("UPDATE Wall SET color = 'zzz' WHERE name = 'A'")
    let other = bench.container.newContext()
    let wall = try #require(try other.first(Wall.where { $0.name == "A" }))
    #expect(wall.color == .black)
    #expect(wall.unrecognizedValues == ["color": .text("zzz")])
    #expect(
      failure { try other.save() }
        == "Wall-1.color could not be read: its column holds what 'HexPaint' makes no value of: "
        + "no colour")
    wall.name = "changed"
    try other.save()
    #expect(try bench.text("SELECT color FROM Wall WHERE name = 'changed'") == "zzz")
  }

  @Test func `values, changes and undo have the value`() throws {
    let wall = try #require(try context.first(Wall.where { $0.name == "A" }))
    context.undoRecorder = UndoRecorder()
    wall.note = "new"
    #expect(wall.changedValues["note"] as? String == "new")
    #expect(wall.committedValue(\.note) == "abc")
    #expect(wall.committedValue(\.$note)?.value == "abc")
    context.undo()
    #expect(wall.note == "abc")
    #expect(try wall.value(forKey: "color") as? Paint == .crimson)
    try wall.setValue(Paint.black, forKey: "color")
    #expect(wall.color == .black)
    #expect(try wall.storedValue(forKey: "color") == .text("000000"))

    var values = Wall.Values(wall)
    values.color = .crimson
    let json = try JSONEncoder().encode(values)
    let decoded = try JSONDecoder().decode(Wall.Values.self, from: json)
    #expect(decoded == values)
    try wall.apply(decoded)
    #expect(wall.color == .crimson)
    let copy = try context.insert(decoded)
    #expect(copy.note == "abc" && copy.trim == .black && copy.coats == 3)
  }

  @Test func `changes of many rows transform what they assign`() throws {
    try context.update(Wall.all) {
      $0.color = .crimson
      $0.note = "all"
      $0.trim = nil
    }
    #expect(
      try bench.text("SELECT group_concat(color || note) FROM Wall")
        == "dc143clla,dc143clla,dc143clla")
    let dark = Paint(red: -1, green: 0, blue: 0)
    #expect(
      failure { try context.update(Wall.all) { $0.color = dark } }?
        .contains("'Wall.color' is to have a value that 'HexPaint' does not store: too bright")
        == true)
    #expect(
      failure { try context.update(Wall.all) { $0.note = $0.name } }?
        .contains("'note' has a transform, so that it is assigned a constant") == true)
    try context.insertAll(Wall.self, from: ["D"]) { wall, name in
      wall.name = name
      wall.color = .crimson
      wall.note = "many"
    }
    let wall = try #require(try context.first(Wall.where { $0.name == "D" }))
    #expect(wall.color == .crimson && wall.note == "many" && wall.coats == 1)
  }
}
