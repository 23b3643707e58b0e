import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// A context that follows the commits of another one while both link and unlink the same objects.
@Suite struct LinksAmongOthersRandomTests {
  /// A book and a subject, by their places.
  private struct Pair: Hashable, CustomStringConvertible {
    let book: Int
    let subject: Int

    var description: String { "\(book)-\(subject)" }
  }

  private static let count = 3

  private static let pairs = (0..<count).flatMap { book in
    (0..<count).map { Pair(book: book, subject: $0) }
  }

  /// One of the contexts and its objects.
  private struct Party {
    let context: ManagedObjectContext
    let books: [Book]
    let subjects: [Subject]

    init(_ container: PersistentContainer) throws {
      context = container.newContext()
      context.followsCommits = true
      context.undoRecorder = UndoRecorder(levels: nil)
      books = try context.fetch(Book.sorted(by: \.title))
      subjects = try context.fetch(Subject.sorted(by: \.name))
    }

    func link(_ pair: Pair, _ isLinked: Bool, _ random: inout SeededRandom) {
      let (book, subject) = (books[pair.book], subjects[pair.subject])
      switch (random.below(4), isLinked) {
      case (0, true): book.$subjects.insert(subject)
      case (0, false): book.$subjects.remove(subject)
      case (1, true): subject.$books.insert(book)
      case (1, false): subject.$books.remove(book)
      case (2, true): book.subjects.insert(subject)
      case (2, false): book.subjects.remove(subject)
      case (_, true): subject.books.insert(book)
      case (_, false): subject.books.remove(book)
      }
    }

    /// The pairs that are linked, as the books and as the subjects have it.
    var links: [Set<Pair>] {
      [
        Set(pairs.filter { books[$0.book].subjects.contains(subjects[$0.subject]) }),
        Set(pairs.filter { subjects[$0.subject].books.contains(books[$0.book]) }),
      ]
    }
  }

  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func unsavedLinksAreThoseThatDifferFromTheStore(over store: StoreKind, _ seed: UInt64) throws {
    let container = try store.container(Author.self, Book.self, Subject.self, Profile.self)
    let context = container.newContext()
    for name in 0..<Self.count {
      _ = Book(title: "\(name)", in: context)
      _ = Subject(name: "\(name)", in: context)
    }
    try context.save()
    let (ours, theirs) = (try Party(container), try Party(container))
    var random = SeededRandom(seed: seed)
    var (stored, unsaved): (Set<Pair>, [Pair: Bool]) = ([], [:])
    var isDeleted = false
    var log: [String] = []
    for _ in 0..<600 {
      let pair = random.pick(Self.pairs)
      switch random.below(10) {
      case 0..<4:
        if isDeleted { continue }
        let isLinked = !(unsaved[pair] ?? stored.contains(pair))
        unsaved[pair] = isLinked == stored.contains(pair) ? nil : isLinked
        ours.link(pair, isLinked, &random)
        ours.context.undoRecorder?.endGroup()
        log.append("ours \(pair) \(isLinked)")
      case 4..<7:
        let isLinked = !stored.contains(pair)
        try theirs.context.processCommits()
        theirs.link(pair, isLinked, &random)
        try theirs.context.save()
        stored.formSymmetricDifference([pair])
        try ours.context.processCommits()
        if unsaved[pair] == isLinked { unsaved[pair] = nil }
        log.append("theirs \(pair) \(isLinked)")
      case 7:
        if isDeleted {
          ours.context.undo()
        } else {
          let isBook = random.oneIn(2)
          ours.context.delete(isBook ? ours.books[pair.book] : ours.subjects[pair.subject])
          ours.context.undoRecorder?.endGroup()
        }
        isDeleted.toggle()
        log.append("delete \(pair) \(isDeleted)")
      case 8:
        if isDeleted { continue }
        try ours.context.save()
        for (pair, isLinked) in unsaved {
          if isLinked { stored.insert(pair) } else { stored.remove(pair) }
        }
        unsaved = [:]
        log.append("save")
      default:
        _ = isDeleted ? ours.books.filter { !$0.isDeleted }.map(\.subjects.count) : []
        _ = isDeleted ? ours.subjects.filter { !$0.isDeleted }.map(\.books.count) : []
      }
      var expected = stored
      for (pair, isLinked) in unsaved {
        if isLinked { expected.insert(pair) } else { expected.remove(pair) }
      }
      let isSound = isDeleted || random.oneIn(2) || ours.links == [expected, expected]
      guard isSound, isDeleted || ours.context.hasChanges == !unsaved.isEmpty else {
        Issue.record(
          "\(store), seed \(seed): \(ours.links), not \(expected), \(unsaved)\n\(log.suffix(14).joined(separator: "\n"))"
        )
        return
      }
    }
    if isDeleted { ours.context.undo() }
    try ours.context.save()
    let saved = try Party(container).links
    #expect(ours.links == saved)
    expectSound(ours.context)
  }
}
