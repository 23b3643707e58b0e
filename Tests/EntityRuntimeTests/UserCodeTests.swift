import EntityGraph
import Foundation
import Testing

/// A value whose coding runs what a test wants.
struct Watched: Codable {
  var number = 0

  /// Is called while a value is decoded; once.
  nonisolated(unsafe) static var whileDecoding: (() -> Void)?

  /// Is called while a value is encoded; once.
  nonisolated(unsafe) static var whileEncoding: (() -> Void)?

  init(number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    let action = Self.whileDecoding
    Self.whileDecoding = nil
    action?()
  }

  func encode(to encoder: any Encoder) throws {
    let action = Self.whileEncoding
    Self.whileEncoding = nil
    action?()
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

@Entity final class Diary: ManagedObject {
  var title: String = ""
  var watched: Watched = Watched(number: 0)
  var other: Watched?
  var pages: Int = 0
}

/// An entity that describes itself.
@Entity class Ship: ManagedObject {
  var name: String = ""
  var description: String { "the \(name)" }
}

@Entity final class Steamer: Ship {
  var power: Int = 0
}

@Entity final class Yacht: Ship {
  var owner: String = ""
  override var description: String { "\(owner)'s \(name)" }
}

/// Code of the user's that runs while the library reads or writes an object may use that object.
@Suite(.serialized) struct UserCodeTests {
  @Test func decodingReadsTheSameObject() throws {
    let (_, diary) = try fetched()
    var title = ""
    var number = 0
    Watched.whileDecoding = {
      title = diary.title
      number = diary.watched.number
    }
    #expect(diary.watched.number == 7)
    #expect(title == "A")
    #expect(number == 7)
  }

  @Test func decodingChangesTheSameObject() throws {
    let (context, diary) = try fetched()
    Watched.whileDecoding = {
      diary.pages = 9
      diary.title = "B"
    }
    #expect(diary.watched.number == 7)
    #expect(diary.pages == 9)
    #expect(diary.title == "B")
    try context.save()
    let other = try #require(try context.container.newContext().first(Diary.all))
    #expect(other.title == "B")
    #expect(other.watched.number == 7)
  }

  @Test func decodingMakesAFaultOfTheSameObject() throws {
    let (context, diary) = try fetched()
    Watched.whileDecoding = { context.refreshAll() }
    #expect(diary.watched.number == 7)
    #expect(diary.title == "A")
  }

  @Test func encodingReadsTheSameObject() throws {
    let (context, diary) = try fetched()
    diary.watched = Watched(number: 8)
    var values: [StoredValue] = []
    Watched.whileEncoding = {
      for key in ["title", "pages", "other"] {
        if let value = try? diary.storedValue(forKey: key) { values.append(value) }
      }
      values.append(.integer(Int64(diary.changedValues.count)))
    }
    #expect(diary.hasChanges)
    #expect(values == [.text("A"), .integer(0), .null, .integer(1)])
    try context.save()
    #expect(try context.container.newContext().first(Diary.all)?.watched.number == 8)
  }

  @Test func encodingHasTheSameObjectReadAgain() throws {
    let (context, diary) = try fetched()
    let titles = [diary.title, "B"]
    for title in titles {
      diary.watched = Watched(number: 7)
      (diary.title, diary.pages) = (title, 0)
      Watched.whileEncoding = { context.refreshAll() }
      #expect(diary.hasChanges == (title == "B"))
      #expect(diary.title == title)
      Watched.whileEncoding = { context.refreshAll() }
      context.refreshAll()
      #expect(diary.isFault == (title != "B"))
      expectSound(context)
    }
    #expect(diary.watched.number == 7)
    try context.save()
    #expect(try context.container.newContext().first(Diary.all)?.title == "B")
  }

  @Test func encodingDuringASaveReadsTheSameObject() throws {
    let (context, diary) = try fetched()
    let new = Diary(title: "new", watched: Watched(number: 1), in: context)
    diary.title = "B"
    var value: StoredValue?
    Watched.whileEncoding = { value = try? diary.storedValue(forKey: "title") }
    try context.save()
    #expect(value == .text("B"))
    #expect(!new.isInserted)
    let found = try context.container.newContext().fetch(Diary.sorted(by: \.title))
    #expect(found.map(\.title) == ["B", "new"])
    #expect(found.map(\.watched.number) == [7, 1])
  }

  // MARK: The store during a save

  @Test(arguments: [false, true]) func encodingDuringASaveFetches(isInFile: Bool) throws {
    let bench = try isInFile ? Bench.inFile(Diary.self) : Bench(Diary.self)
    _ = Diary(title: "A", in: bench.context)
    try bench.context.save()
    let isFinished = finishes(bench.container) { container in
      let context = container.newContext()
      _ = Diary(title: "B", watched: Watched(number: 1), in: context)
      let reading = container.newContext()
      var found: [[String]] = []
      Watched.whileEncoding = {
        for context in [reading, context] {
          let titles = try? context.fetch(Diary.sorted(by: \.title)).map(\.title)
          found.append(titles ?? ["nothing"])
        }
      }
      try context.save()
      #expect(found == [["A"], ["A", "B"]])
      #expect(try reading.fetch(Diary.sorted(by: \.title)).map(\.title) == ["A", "B"])
      expectSound(context)
      expectSound(reading)
    }
    #expect(isFinished)
  }

  @Test(arguments: [false, true]) func encodingDuringASaveCannotSave(isInFile: Bool) throws {
    let bench = try isInFile ? Bench.inFile(Diary.self) : Bench(Diary.self)
    let isFinished = finishes(bench.container) { container in
      let context = container.newContext()
      _ = Diary(title: "A", watched: Watched(number: 1), in: context)
      var message: String?
      Watched.whileEncoding = {
        let other = container.newContext()
        _ = Diary(title: "B", in: other)
        message = failure { try other.save() }
      }
      try context.save()
      #expect(
        message == """
          this thread is saving to the store already; save after that save has returned [busy]
          """)
      #expect(try container.newContext().fetch(Diary.all).map(\.title) == ["A"])
    }
    #expect(isFinished)
  }

  @Test func aContextReadsWhileAnotherOneReads() throws {
    let bench = try Bench(Diary.self)
    _ = Diary(title: "A", in: bench.context)
    try bench.context.save()
    let isFinished = finishes(bench.container) { container in
      let other = container.newContext()
      let context = container.newContext()
      try context.read {
        let title = try other.first(Diary.all)?.title
        #expect(title == "A")
        _ = Diary(title: "B", in: other)
        #expect(
          failure { try other.save() } == """
            a store in memory cannot be written while the same thread reads it; save after the \
            read has returned, or use a store in a file [busy]
            """)
      }
      try other.save()
      #expect(try context.count(Diary.all) == 2)
    }
    #expect(isFinished)
  }

  /// Returns whether `body` ends; what waits for ever is left to wait on a thread of its own.
  private func finishes(
    _ container: PersistentContainer,
    _ body: @escaping @Sendable (PersistentContainer) throws -> Void
  ) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      #expect(throws: Never.self) { try body(container) }
      end.signal()
    }
    return end.wait(timeout: .now() + 60) == .success
  }

  // MARK: Descriptions

  @Test func anOwnDescriptionIsShownByInterpolationAndPrint() throws {
    let bench = try Bench(Ship.self, Steamer.self, Yacht.self)
    let ship = Ship(name: "Argo", in: bench.context)
    var printed = ""
    print(ship, terminator: "", to: &printed)
    #expect(printed == "the Argo")
    #expect("\(ship)" == "the Argo")
    #expect("\(ship as ManagedObject)" == "the Argo")
    #expect(String(describing: ship) == "the Argo")
    #expect(ship.description == "the Argo")
  }

  @Test func asubclassInheritsTheDescription() throws {
    let bench = try Bench(Ship.self, Steamer.self, Yacht.self)
    let steamer = bench.context.insert(Steamer.self)
    steamer.name = "Beagle"
    #expect("\(steamer)" == "the Beagle")
    #expect("\(steamer as ManagedObject)" == "the Beagle")
  }

  @Test func aSubclassOverridesTheDescription() throws {
    let bench = try Bench(Ship.self, Steamer.self, Yacht.self)
    let yacht = bench.context.insert(Yacht.self)
    (yacht.name, yacht.owner) = ("Alinghi", "Ann")
    #expect("\(yacht)" == "Ann's Alinghi")
    #expect("\(yacht as ManagedObject)" == "Ann's Alinghi")
    #expect("\(yacht as Ship)" == "Ann's Alinghi")
  }

  @Test func withoutOneTheEntityAndTheIdAreShown() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    #expect("\(book)" == "Book(Book-1)")
    #expect(book.description == "Book(Book-1)")
  }

  /// A saved diary, in a context that has just fetched it.
  private func fetched() throws -> (ManagedObjectContext, Diary) {
    let bench = try Bench(Diary.self)
    _ = Diary(title: "A", watched: Watched(number: 7), in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    return (context, try #require(try context.first(Diary.all)))
  }
}
