import EntityGraph
import Foundation
import TestSupport
import Testing

private protocol Titled: ManagedObject {
  var title: String { get }
}

private protocol Listed: ManagedObject {
  associatedtype Owner: Named
  associatedtype Note: ManagedObject
  var subtitle: String? { get set }
  var pages: Int { get }
  var weight: Double { get }
  var isOpen: Bool { get }
  var isSold: Bool { get }
  var genre: ProbedGenre { get }
  var level: ProbedLevel { get }
  var printed: Date { get }
  var code: UUID? { get }
  var price: Decimal { get }
  var size: UInt8 { get }
  var link: URL? { get }
  var digest: Data { get }
  var writer: Owner? { get }
  var keeper: Owner { get }
  var notes: Set<Note> { get }
}

private protocol Named: ManagedObject {
  var name: String { get }
}

enum ProbedGenre: String, Storable, CaseIterable { case fiction, science, history }
enum ProbedLevel: Int, Storable { case low = 3, high = 7 }
enum ProbedMood: String, Storable { case calm, wild }

@Entity final class ProbedBook: ManagedObject, Titled, Listed {
  var title: String
  var subtitle: String?
  var pages: Int = 0
  var price: Decimal = 0
  var weight: Double = 0
  var isOpen: Bool = false
  var isSold: Bool = false
  var genre: ProbedGenre = .fiction
  var level: ProbedLevel = .low
  var mood: ProbedMood = .calm
  var otherMood: ProbedMood = .wild
  var printed: Date = Date(timeIntervalSinceReferenceDate: 0)
  var code: UUID?
  var size: UInt8 = 0
  var link: URL?
  var digest: Data = Data()
  var marks: [String] = []
  @Relationship(inverse: "books", deleteRule: .nullify) var writer: ProbedAuthor?
  @Relationship(inverse: "kept", deleteRule: .nullify) var keeper: ProbedAuthor
  @Relationship(inverse: "book", deleteRule: .nullify) var notes: Set<ProbedNote>

  var shout: String { title.uppercased() }
  var heading: String { title.isEmpty ? "Untitled" : title }
  var label: String? { subtitle ?? title }
  var shortSubtitle: String? { subtitle.flatMap { $0.isEmpty ? nil : $0 } }
  var boundedPages: Int { Swift.max(pages, 0) }
  var isClosed: Bool { !isOpen }
  var isAvailable: Bool { isOpen && !isSold }
  var same: String { title }
  var writerName: String { writer?.name ?? "" }
  var constant: Int { 42 }
  var opposite: ProbedMood { mood == .calm ? .wild : .calm }
}

@Entity final class ProbedAuthor: ManagedObject, Named {
  var name: String
  var born: Date?
  @Relationship(inverse: "writer", deleteRule: .nullify) var books: Set<ProbedBook>
  @Relationship(inverse: "keeper", deleteRule: .cascade) var kept: Set<ProbedBook>
  @Relationship(inverse: "taught", deleteRule: .nullify) var teacher: ProbedAuthor?
  @Relationship(inverse: "teacher", deleteRule: .nullify) var taught: Set<ProbedAuthor>
}

@Entity final class ProbedNote: ManagedObject {
  var text: String
  @Relationship(inverse: "notes", deleteRule: .nullify) var book: ProbedBook?
}

/// Requests that know no class, as a repository makes them.
private struct Repository<Item: Listed & Titled> {
  let context: ManagedObjectContext

  func titles(_ condition: (Fields<Item>) -> Condition<Item>) throws -> [String] {
    try context.fetch(Item.where(condition).sorted(by: \.title)).map(\.title)
  }
}

private protocol Moody: ManagedObject {
  var mood: ProbedMood { get }
  var otherMood: ProbedMood { get }
  var opposite: ProbedMood { get }
}

extension ProbedBook: Moody {}

@Suite struct KeyPathProbeTests {
  private let context: ManagedObjectContext
  private let ursula: ProbedAuthor

  init() throws {
    let container = try PersistentContainer.forTesting(
      model: ObjectModel(ProbedBook.self, ProbedAuthor.self, ProbedNote.self))
    context = container.newContext()
    ursula = ProbedAuthor(name: "Ursula", in: context)
    let teacher = ProbedAuthor(name: "Alfred", in: context)
    ursula.teacher = teacher
    let other = ProbedAuthor(name: "Zoe", in: context)
    let first = ProbedBook(title: "b", keeper: other, in: context)
    (first.pages, first.writer, first.isOpen, first.genre) = (300, ursula, true, .science)
    (first.level, first.size, first.subtitle, first.mood) = (.high, 7, "s", .wild)
    let second = ProbedBook(title: "a", keeper: ursula, in: context)
    (second.pages, second.isSold, second.weight, second.price) = (100, true, 1.5, 12)
    second.notes = [ProbedNote(text: "x", in: context)]
    second.link = URL(string: "https://example.com")
    let third = ProbedBook(title: "c", keeper: other, in: context)
    (third.pages, third.writer, third.digest) = (200, other, Data([1]))
    try context.save()
  }

  @Test func codeOverAProtocolMakesConditionsOfItsRequirements() throws {
    let books = Repository<ProbedBook>(context: context)
    #expect(try books.titles { $0.title == "a" } == ["a"])
    #expect(try books.titles { $0.pages > 150 } == ["b", "c"])
    #expect(try books.titles { $0.subtitle == nil } == ["a", "c"])
    #expect(try books.titles { $0.isOpen.isTrue } == ["b"])
    #expect(try books.titles { $0.isSold == true } == ["a"])
    #expect(try books.titles { $0.genre == .science } == ["b"])
    #expect(try books.titles { $0.level == .high } == ["b"])
    #expect(try books.titles { $0.weight > 1 } == ["a"])
    #expect(try books.titles { $0.price > 1 } == ["a"])
    #expect(try books.titles { $0.size == 7 } == ["b"])
    #expect(try books.titles { $0.code == nil } == ["a", "b", "c"])
    #expect(try books.titles { $0.printed < Date() } == ["a", "b", "c"])
    #expect(try books.titles { $0.link != nil } == ["a"])
    #expect(try books.titles { $0.digest == Data([1]) } == ["c"])
    #expect(try books.titles { $0.writer == nil } == ["a"])
    #expect(try books.titles { $0.writer.name == "Ursula" } == ["b"])
    #expect(try books.titles { $0.keeper.name == "Ursula" } == ["a"])
    #expect(try books.titles { $0.notes.count == 1 } == ["a"])
  }

  @Test func anEnumerationWhoseCasesAreNotKnownIsRecognizedByWhatWasRead() throws {
    func titles<Item: Moody & Titled>(
      _ type: Item.Type, _ condition: (Fields<Item>) -> Condition<Item>
    ) throws -> [String] { try context.fetch(Item.where(condition)).map(\.title) }

    #expect(try titles(ProbedBook.self) { $0.mood == .wild } == ["b"])
    #expect(try titles(ProbedBook.self) { $0.otherMood == .calm } == [])
    #expect(throws: StoreError.self) { try titles(ProbedBook.self) { $0.opposite == .calm } }
  }

  @Test func codeOverAProtocolSortsSelectsAndGroups() throws {
    func pages<Item: Listed & Titled>(_ type: Item.Type) throws -> [Int] {
      try context.fetch(Item.sorted(by: \.title, .descending).select { $0.pages })
    }
    func counts<Item: Listed>(_ type: Item.Type) throws -> [Int] {
      try context.fetch(Item.group(by: \.genre).select { $0.count })
    }
    func values<Item: Titled, Value: Storable>(_ keyPath: KeyPath<Item, Value>) throws -> [Value] {
      try context.fetch(Item.sorted(by: \.title).select(keyPath))
    }

    #expect(try pages(ProbedBook.self) == [200, 300, 100])
    #expect(try counts(ProbedBook.self).sorted() == [1, 2])
    #expect(try values(\ProbedBook.pages) == [100, 300, 200])
    #expect(try context.fetch(ProbedBook.select(\.title)).sorted() == ["a", "b", "c"])
  }

  @Test func aKeyPathThatGoesOnThroughToOnesLeadsToTheirProperties() throws {
    func titles(_ request: FetchRequest<ProbedBook>) throws -> [String] {
      try context.fetch(request).map(\.title)
    }

    #expect(try titles(ProbedBook.sorted(by: \.writer?.name)) == ["a", "b", "c"])
    #expect(
      try titles(ProbedBook.sorted(by: \.keeper.name).sorted(by: \.title)) == ["a", "b", "c"])
    #expect(try titles(ProbedBook.sorted(by: \.writer!.name, .descending)) == ["c", "b", "a"])
    #expect(
      try titles(ProbedBook.sorted(by: \.writer?.teacher?.name, .descending).limit(1)) == ["b"])
    let appended = (\ProbedBook.keeper).appending(path: \.name)
    #expect(try titles(ProbedBook.sorted(by: appended).limit(1)) == ["a"])
  }

  @Test func aPropertyThatIsAnotherOneAndNothingElseIsThatOne() throws {
    #expect(try context.fetch(ProbedBook.where { $0.same == "a" }).count == 1)
  }

  @Test func aPropertyThatComputesIsNotTheOneThatItReads() throws {
    let requests: [FetchRequest<ProbedBook>] = [
      ProbedBook.where { $0.shout == "A" }, ProbedBook.where { $0.heading == "a" },
      ProbedBook.where { $0.label == "a" }, ProbedBook.where { $0.shortSubtitle == "a" },
      ProbedBook.where { $0.boundedPages > 1 }, ProbedBook.where { $0.isClosed },
      ProbedBook.where { $0.isAvailable }, ProbedBook.where { $0.writerName == "Zoe" },
      ProbedBook.where { $0.constant == 42 }, ProbedBook.sorted(by: \.title.count),
      ProbedBook.sorted(by: \.shout), ProbedBook.sorted(by: \.writer?.name.count),
      ProbedBook.sorted(by: \.marks[0]), ProbedBook.sorted(by: \.writer!.name.count),
    ]
    for request in requests {
      let error = #expect(throws: StoreError.self) { try context.fetch(request) }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test func aSettledKeyPathIsNotReadAgain() throws {
    func request<Item: Titled>(_ type: Item.Type) -> FetchRequest<Item> {
      Item.where { $0.title == "a" }
    }

    for _ in 0..<5000 { _ = request(ProbedBook.self) }
    #expect(try context.count(request(ProbedBook.self)) == 1)
  }
}
