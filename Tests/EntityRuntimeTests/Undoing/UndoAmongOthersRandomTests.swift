import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Two contexts that follow each other's commits and undo what they have done.
@Suite struct UndoAmongOthersRandomTests {
  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func whatOthersHaveDoneInBetweenLeavesEveryContextSound(
    over store: StoreKind, _ seed: UInt64
  ) throws {
    let container = try store.container(Author.self, Book.self, Subject.self, Profile.self)
    var random = SeededRandom(seed: seed)
    let contexts = [container.newContext(), container.newContext()]
    for context in contexts {
      context.followsCommits = true
      context.mergePolicy = .ours
      context.undoRecorder = UndoRecorder(levels: 20)
    }
    var (saves, undone, changes) = (0, 0, 0)
    for step in 0..<1200 {
      let context = random.pick(contexts)
      switch random.below(22) {
      case 0..<3:
        do {
          try context.save()
          saves += 1
        } catch {
          context.rollback()
        }
      case 3..<7: if context.undo() { undone += 1 }
      case 7..<9: context.redo()
      case 9: context.undoRecorder?.endGroup()
      default:
        changes += 1
        try change(context, &random, changes)
        if random.oneIn(2) { context.undoRecorder?.endGroup() }
      }
      let found = context.unit.checkInvariants(isStale: true)
      guard found.isEmpty else {
        Issue.record("\(store), seed \(seed), step \(step):\n\(found.joined(separator: "\n"))")
        return
      }
    }
    #expect(saves > 20 && undone > 50)
    for context in contexts {
      context.rollback()
      context.refreshAll()
      expectSound(context)
    }
    #expect(try bookshop(contexts[0]) == bookshop(contexts[1]))
  }

  private func change(
    _ context: ManagedObjectContext, _ random: inout SeededRandom, _ number: Int
  ) throws {
    let authors = try context.fetch(Author.all)
    let books = try context.fetch(Book.all)
    let subjects = try context.fetch(Subject.all)
    switch random.below(9) {
    case 0: _ = Author(email: "\(number)", in: context)
    case 1, 2: _ = Book(title: "\(number)", in: context)
    case 3: _ = Subject(name: "\(number)", in: context)
    default: break
    }
    guard !authors.isEmpty, !books.isEmpty, !subjects.isEmpty else { return }
    let (author, book) = (random.pick(authors), random.pick(books))
    let subject = random.pick(subjects)
    switch random.below(9) {
    case 0: book.title = "t\(number)"
    case 1: author.name = "n\(number)"
    case 2: book.author = random.oneIn(4) ? nil : author
    case 3: book.$subjects.insert(subject)
    case 4: book.subjects.remove(subject)
    case 5: author.profile = random.oneIn(3) ? nil : Profile(text: "\(number)", in: context)
    case 6: author.books = Set([book])
    case 7: if random.oneIn(2) { context.delete(book) }
    default: if random.oneIn(5) { context.delete(author) } else { context.delete(subject) }
    }
  }
}
