import EntityGraph
import TestSupport
import Testing

struct Margin: Codable, Equatable {
  var width: Int
  var color: String?
}

@Composition struct Binding: Equatable {
  var cloth: String
  var notes: [String] = []
  var stamp: Stamp?
}

@Composition struct Stamp: Equatable {
  var text: String
}

@DictionaryStorage struct Finish {
  var edge = "plain"
  var marks: [String] = []
  var ribbon = Ribbon()
}

@DictionaryStorage struct Ribbon {
  var color = "red"
}

struct Reversed: AttributeTransform {
  static func stored(_ value: [String]) -> String { value.reversed().joined(separator: ",") }
  static func value(_ stored: String) -> [String] {
    stored.split(separator: ",").reversed().map(String.init)
  }
}

@Entity final class Folio: ManagedObject {
  var title: String
  var tags: [String] = []
  var margin: Margin?
  @Attribute(.undecodable(.useDefault)) var margins: [Margin] = []
  @Attribute(.external) var scans: [Int] = []
  var extra: JSON = .null
  var binding: Binding
  var cover: Binding?
  var finish: Finish = Finish()
  var lining: Finish?
  @Attribute(transform: Reversed.self) var order: [String] = []
  @Relationship(inverse: "copies", deleteRule: .nullify) var original: Folio?
  @Relationship(inverse: "original", deleteRule: .nullify) var copies: Set<Folio>
}

/// What is stored as JSON is selected whole.
@Suite struct CodableColumnTests {
  private let context: ManagedObjectContext
  private let first: Folio

  init() throws {
    context = try PersistentContainer.forTesting(Folio.self).newContext()
    first = Folio(
      title: "a", tags: ["x", "y"], margin: Margin(width: 1), margins: [Margin(width: 2)],
      scans: [1, 2], extra: try JSON(reading: #"{"z":1.0,"a" : 1e400}"#),
      binding: Binding(cloth: "linen", notes: ["n"], stamp: Stamp(text: "s")),
      cover: Binding(cloth: "wool"), finish: Finish(edge: "gilt", marks: ["m"]),
      lining: Finish(), in: context)
    let second = Folio(title: "b", binding: Binding(cloth: "silk"), in: context)
    second.original = first
    try context.save()
  }

  /// Calls `body` with a context in which nothing is unsaved, and with one in which something is.
  private func inStoreAndMemory(_ body: (ManagedObjectContext) throws -> Void) throws {
    try body(context.container.newContext())
    let changed = context.container.newContext()
    _ = Folio(title: "c", binding: Binding(cloth: "felt"), in: changed)
    try body(changed)
  }

  private var saved: FetchRequest<Folio> {
    Folio.where { $0.title < "c" }.sorted(by: \.title)
  }

  @Test func attributesThatAreStoredAsJSONAreColumns() throws {
    try inStoreAndMemory { context in
      let rows = try context.fetch(saved.select { ($0.title, $0.tags, $0.margin, $0.margins) })
      #expect(rows.map(\.0) == ["a", "b"])
      #expect(rows.map(\.1) == [["x", "y"], []])
      #expect(rows.map(\.2) == [Margin(width: 1), nil])
      #expect(rows.map(\.3) == [[Margin(width: 2)], []])
      #expect(try context.fetch(saved.select { $0.scans }) == [[1, 2], []])
      let extra = try context.fetch(
        saved.select { ($0.extra, $0.extra["z"].double, $0.extra[0].string) })
      #expect(extra.map(\.0.text) == [#"{"z":1.0,"a" : 1e400}"#, "null"])
      #expect(extra.map(\.1) == [1, nil] && extra.map(\.2) == [nil, nil])
    }
  }

  @Test func compositionsAndStoragesAreColumnsAsAWhole() throws {
    try inStoreAndMemory { context in
      let rows = try context.fetch(saved.select { ($0.binding, $0.cover, $0.finish, $0.lining) })
      #expect(rows.map(\.0) == [first.binding, Binding(cloth: "silk")])
      #expect(rows.map(\.1) == [Binding(cloth: "wool"), nil])
      #expect(rows.map(\.2) == [Finish(edge: "gilt", marks: ["m"]), Finish()])
      #expect(rows.map(\.3) == [Finish(), nil])
      let parts = try context.fetch(
        saved.select {
          ($0.binding.notes, $0.binding.stamp, $0.cover.stamp, $0.finish.ribbon, $0.lining.ribbon)
        })
      #expect(parts.map(\.0) == [["n"], []])
      #expect(parts.map(\.1) == [Stamp(text: "s"), nil])
      #expect(parts.map(\.2) == [nil, nil])
      #expect(parts.map(\.3) == [Ribbon(), Ribbon()])
      #expect(parts.map(\.4) == [Ribbon(), nil])
      let cover = try context.fetch(saved.select { ($0.cover.notes, $0.cover.cloth) })
      #expect(cover.map(\.0) == [[], nil] && cover.map(\.1) == ["wool", nil])
    }
  }

  @Test func theyAreReachedThroughToOnesAndCasts() throws {
    try inStoreAndMemory { context in
      let rows = try context.fetch(
        saved.select {
          ($0.original.tags, $0.original.margin, $0.original.binding, $0.original.finish)
        })
      #expect(rows.map(\.0) == [nil, ["x", "y"]])
      #expect(rows.map(\.1) == [nil, Margin(width: 1)])
      #expect(rows.map(\.2) == [nil, first.binding])
      #expect(rows.map(\.3) == [nil, first.finish])
      #expect(try context.fetch(saved.select { $0.cast(to: Folio.self).tags })[0] == ["x", "y"])
      let grouped = try context.fetch(
        saved.where { $0.original != nil }.group(by: \.original).select {
          ($0.original.tags, $0.count)
        })
      #expect(grouped.map(\.0) == [["x", "y"]] && grouped.map(\.1) == [1])
    }
  }

  @Test func aValueThatIsNotReadIsAnsweredAsTheAttributeSays() throws {
    try context.execute("UPDATE Folio SET margins = '[{}]' WHERE title = 'a'")
    try inStoreAndMemory { context in
      let margins = try context.fetch(saved.select { $0.margins })
      #expect(margins == [[], []])
    }
    try context.execute("UPDATE Folio SET tags = '{}' WHERE title = 'a'")
    let error = #expect(throws: StoreError.self) {
      try context.container.newContext().fetch(saved.select { ($0.title, $0.tags) })
    }
    #expect(error?.code == .unreadableValue)
    #expect(
      error?.message
        == "'Folio.tags' is nil where its type needs a value, or holds one that its type does not "
        + "know; fetch the objects to see which")
  }

  @Test func nothingIsGroupedByThem() throws {
    let refused: [(() throws -> Void, String)] = [
      ({ _ = try context.fetch(Folio.group { $0.tags }.select { $0.count }) }, "tags"),
      ({ _ = try context.fetch(Folio.group(by: \.binding).select { $0.count }) }, "binding"),
      ({ _ = try context.fetch(Folio.select { $0.finish }.distinct()) }, "finish"),
    ]
    for (request, name) in refused {
      let error = #expect(throws: StoreError.self) { try request() }
      #expect(
        error?.message
          == "'Folio.\(name)' is used as a value to group by or to compute with, which it is not; "
          + "it is stored as JSON, whose equal values may differ in their texts")
    }
  }

  @Test func whatHasATransformIsSelectedByItsStoredName() throws {
    let stored = try context.fetch(saved.select { $0.$order })
    #expect(stored.map(\.value) == [[], []])
    let error = #expect(throws: StoreError.self) {
      try context.fetch(saved.select { $0.order })
    }
    #expect(error?.code == .invalidRequest)
  }
}
