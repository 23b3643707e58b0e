import EntityGraph
import Foundation
import TestSupport
import Testing

/// A square, and one within it that may be missing.
@Composition struct Square {
  var side: Int32
  var name: String?
  var color: String = "red"
  var isFilled = false
  var notes: [String]?
  var inner: Corner?
}

@Composition struct Corner {
  var x: Double
  var y: Double?
}

@Entity final class Sheet: ManagedObject {
  var title: String
  var front: Square
  var back: Square?
  var corner: Corner?
}

/// Leaves are assigned in bulk, asked for by Foundation's predicates, and compared together.
@Suite struct LeafUseTests {
  private func context() throws -> ManagedObjectContext {
    let container = try PersistentContainer.forTesting(Sheet.self)
    let context = container.newContext()
    _ = Sheet(
      title: "a", front: Square(side: 1, name: "A", inner: Corner(x: 0.5)),
      back: Square(side: 2), in: context)
    _ = Sheet(title: "b", front: Square(side: 2), in: context)
    _ = Sheet(
      title: "c", front: Square(side: 3, color: "blue", isFilled: true),
      back: Square(side: 4, inner: Corner(x: 1, y: 2)), corner: Corner(x: 1), in: context)
    try context.save()
    return container.newContext()
  }

  private func sheets(_ context: ManagedObjectContext) throws -> [Sheet] {
    try context.container.newContext().fetch(Sheet.sorted(by: \.title))
  }

  // MARK: Assigning

  @Test func `a leaf of many objects is made a constant, the others stay`() throws {
    let context = try context()
    let live = try context.fetch(Sheet.sorted(by: \.title))
    let count = try context.update(Sheet.where { $0.front.side < 3 }) {
      $0.front.color = "green"
      $0.front.name = nil
      $0.front.notes = ["n"]
    }
    #expect(count == 2)
    #expect(
      try sheets(context).map(\.front) == [
        Square(side: 1, color: "green", notes: ["n"], inner: Corner(x: 0.5)),
        Square(side: 2, color: "green", notes: ["n"]),
        Square(side: 3, color: "blue", isFilled: true),
      ])
    #expect(live.map(\.front.color) == ["green", "green", "blue"])
    #expect(!context.hasChanges)
    // What a row has already is no change.
    #expect(try context.update(Sheet.all) { $0.front.color = "green" } == 1)
  }

  @Test func `a leaf is made what is computed of each object`() throws {
    let context = try context()
    try context.update(Sheet.all) {
      $0.front.side += 10
      $0.front.color = $0.title.uppercased()
      $0.front.isFilled = $0.front.side > 11
      $0.title = $0.front.color
    }
    let sheets = try sheets(context)
    #expect(sheets.map(\.front.side) == [11, 12, 13])
    #expect(sheets.map(\.front.color) == ["A", "B", "C"])
    #expect(sheets.map(\.front.isFilled) == [false, true, true])
    #expect(sheets.map(\.title) == ["A", "B", "C"])
  }

  @Test func `a composition that is nil stays so, at every depth`() throws {
    let context = try context()
    try context.update(Sheet.all) {
      $0.back.side = 9
      $0.back.inner.x = 7
      $0.front.inner.y = 3
      $0.corner.y = 4
    }
    let sheets = try sheets(context)
    #expect(
      sheets.map(\.back) == [
        Square(side: 9), nil, Square(side: 9, inner: Corner(x: 7, y: 2)),
      ])
    #expect(sheets.map(\.front.inner) == [Corner(x: 0.5, y: 3), nil, nil])
    #expect(sheets.map(\.corner) == [nil, nil, Corner(x: 1, y: 4)])
  }

  @Test func `a composition is assigned as a whole, and then leaves of it`() throws {
    let context = try context()
    try context.update(Sheet.where { $0.title == "b" }) {
      $0.back = Square(side: 5, name: "n")
      $0.back.color = "white"
      $0.front.inner = Corner(x: 1)
      $0.front.inner.y = 2
      $0.title = $0.back.color
    }
    let sheet = try #require(
      try context.container.newContext().fetch(Sheet.where { $0.title == "white" }).first)
    #expect(sheet.back == Square(side: 5, name: "n", color: "white"))
    #expect(sheet.front.inner == Corner(x: 1, y: 2))
    // An object that is inserted is given constants.
    try context.insertAll(Sheet.self, from: [1]) { sheet, number in
      sheet.title = "d"
      sheet.front = Square(side: 1)
      sheet.front.color = "c\(number)"
    }
    #expect(try context.count(Sheet.where { $0.front.color == "c1" }) == 1)
  }

  @Test func `a composition is made another one, and then leaves of it`() throws {
    let context = try context()
    let live = try context.fetch(Sheet.sorted(by: \.title))
    #expect(try context.update(Sheet.all) { $0.back = $0.front } == 3)
    #expect(live.map(\.back) == live.map(\.front))
    #expect(try sheets(context).map(\.back) == live.map(\.front))
    #expect(try context.update(Sheet.all) { $0.back = $0.front } == 0)
    // Of what has been assigned before, each takes what that has been made.
    try context.update(Sheet.where { $0.title == "a" }) {
      $0.front = Square(side: 7, inner: Corner(x: 2))
      $0.front.name = $0.back.name
      $0.back = $0.front
      $0.back.color = "white"
      $0.corner.x = $0.back.inner.x
      $0.title = $0.back.color + $0.title
    }
    let sheet = try #require(try sheets(context).last)
    #expect(sheet.title == "whitea" && sheet.corner == nil)
    #expect(sheet.front == Square(side: 7, name: "A", inner: Corner(x: 2)))
    #expect(sheet.back == Square(side: 7, name: "A", color: "white", inner: Corner(x: 2)))
    // Where the other one is nil, it is nil.
    try context.update(Sheet.where { $0.title == "b" }) {
      $0.back = nil
      $0.title = "z"
    }
    try context.update(Sheet.where { $0.back != nil }) { $0.front = $0.back }
    #expect(try sheets(context).map(\.front.color) == ["blue", "white", "red"])
    // An object that is inserted knows constants alone.
    let square = Square(side: 4)
    try context.insertAll(Sheet.self, from: [1]) { sheet, number in
      sheet.title = "d"
      sheet.front = square
      sheet.back = sheet.front
      sheet.back.name = "n\(number)"
    }
    let made = try #require(try context.fetch(Sheet.where { $0.title == "d" }).first)
    #expect(made.front == square && made.back == Square(side: 4, name: "n1"))
    let error = #expect(throws: StoreError.self) {
      try context.insertAll(Sheet.self, from: [1]) { sheet, _ in
        sheet.title = "e"
        sheet.front = sheet.back
      }
    }
    #expect(
      error?.message
        == "'Sheet.front' of an object that is inserted can be assigned constants only")
  }

  @Test func `what is read of a composition is what it has been made`() throws {
    let context = try context()
    try context.update(Sheet.where { $0.title == "a" }) {
      $0.front.color = $0.back.color.uppercased()
      $0.corner = Corner(x: 3, y: 4)
      $0.corner.y = 5
      $0.back.inner = Corner(x: 9)
      $0.back.side = $0.front.side + 100
      $0.back.isFilled = $0.corner.x == 3 && $0.back.inner.x == 9
    }
    let sheet = try #require(sheets(context).first)
    #expect(sheet.front == Square(side: 1, name: "A", color: "RED", inner: Corner(x: 0.5)))
    #expect(sheet.corner == Corner(x: 3, y: 5))
    #expect(sheet.back == Square(side: 101, isFilled: true, inner: Corner(x: 9)))
    try context.update(Sheet.where { $0.title == "a" }) {
      $0.corner = nil
      $0.back.name = ($0.corner.y == nil).then("none", else: "some")
      $0.corner.y = 1
    }
    let again = try #require(sheets(context).first)
    #expect(again.corner == nil && again.back?.name == "none")
  }

  @Test func `a leaf that cannot be what it is made is refused, and nothing is changed`() throws {
    let context = try context()
    func message(_ assign: (inout Assignments<Sheet>) -> Void) -> String? {
      #expect(throws: StoreError.self, performing: { try context.update(Sheet.all, assign) })?
        .message
    }
    #expect(
      message { $0.front.side += 2_147_483_646 }
        == "'Sheet.front.side' cannot hold what it was to be made: its type has the values from "
        + "-2147483648 to 2147483647")
    #expect(
      message { $0.front = $0.back }
        == "'Sheet.front' is required, and what it was to be made has no value for at least one "
        + "object, as of a number that 64 bits cannot hold or that is divided by zero; give it one "
        + "with '??'")
    #expect(
      message { $0.corner = $0.front.inner }
        == "'corner' cannot be made a composition within another one; assign its leaves, each by "
        + "that of 'front.inner'")
    #expect(try sheets(context).map(\.front.side) == [1, 2, 3])
  }

  // MARK: Foundation's predicates

  @Test func `a predicate asks for leaves`() throws {
    let context = try context()
    func found(_ predicate: Predicate<Sheet>) throws -> [String] {
      let request = Sheet.where(predicate).sorted(by: \.title)
      let stored = try context.container.newContext().fetch(request).map(\.title)
      let unsaved = context.container.newContext()
      for sheet in try unsaved.fetch(Sheet.all) { sheet.title += "" }
      #expect(try unsaved.fetch(request).map(\.title) == stored)
      return stored
    }
    #expect(try found(#Predicate { $0.front.color == "red" }) == ["a", "b"])
    #expect(try found(#Predicate { $0.front.side > 1 && !$0.front.isFilled }) == ["b"])
    #expect(try found(#Predicate { $0.back?.side == 4 }) == ["c"])
    #expect(try found(#Predicate { $0.back?.inner?.y == 2 }) == ["c"])
    #expect(try found(#Predicate { $0.front.inner?.x == nil }) == ["b", "c"])
    #expect(try found(#Predicate { $0.back == nil }) == ["b"])
    #expect(try found(#Predicate { ($0.back?.side ?? 0) < 3 }) == ["a", "b"])
    let square = Square(side: 1)
    let error = #expect(throws: StoreError.self) {
      try found(#Predicate { $0.front == square })
    }
    #expect(
      error?.message.contains("'Square' is not stored as a single value; compare its leaves")
        == true)
  }

  // MARK: Whole compositions

  @Test func `a composition is compared with a constant leaf by leaf`() throws {
    let context = try context()
    func found(_ condition: (Fields<Sheet>) -> Condition<Sheet>) throws -> [String] {
      let request = Sheet.where(condition).sorted(by: \.title)
      let stored = try context.container.newContext().fetch(request).map(\.title)
      let unsaved = context.container.newContext()
      _ = try unsaved.fetch(Sheet.all).map { $0.corner = $0.corner }
      let new = Sheet(title: "zz", front: Square(side: 99), in: unsaved)
      #expect(try unsaved.fetch(request).map(\.title).filter { $0 != new.title } == stored)
      return stored
    }
    #expect(try found { $0.corner == Corner(x: 1) } == ["c"])
    #expect(try found { $0.corner == Corner(x: 1, y: 0) } == [])
    #expect(try found { $0.corner != Corner(x: 1) } == ["a", "b"])
    let none: Corner? = nil
    #expect(try found { $0.corner == none } == ["a", "b"])
    #expect(try found { $0.front.inner == Corner(x: 0.5) } == ["a"])
    #expect(try found { $0.back.inner == Corner(x: 1, y: 2) } == ["c"])
    #expect(try found { $0.front == Square(side: 2) } == ["b"])
    let noted = Square(side: 2, notes: [])
    let error = #expect(throws: StoreError.self) { try found { $0.front == noted } }
    #expect(
      error?.message.contains(
        "a comparison of 'front' as a whole, of which 'front.notes' is stored as JSON (compare the "
          + "other leaves)") == true)
  }
}
