import EntityGraph
import TestSupport

/// Random work in a bookshop.
enum RandomBookshop {
  /// Changes something, whatever it is.
  static func change(
    _ context: ManagedObjectContext, _ random: inout SeededRandom
  ) throws {
    let text = "\(Int.random(in: 0..<4, using: &random))"
    let book = try context.fetch(Book.all).randomElement(using: &random)
    let author = try context.fetch(Author.all).randomElement(using: &random)
    let subject = try context.fetch(Subject.all).randomElement(using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1:
      _ = Book(
        title: text, pages: Int.random(in: 0..<5, using: &random), author: author, in: context)
    case 2:
      _ = Author(
        email: "\(UInt64.random(in: 0...UInt64.max, using: &random))", name: text, in: context)
    case 3: _ = Subject(name: text, in: context)
    case 4: _ = Profile(text: text, author: author, in: context)
    case 5: book?.title = text
    case 6: book?.pages = Int.random(in: 0..<5, using: &random)
    case 7: book?.author = author
    case 8: author?.name = text
    case 9: if let subject { book?.subjects.insert(subject) }
    case 10: if let book { subject?.books.remove(book) }
    case 11: author?.profile?.text = text
    case 12: if let book { context.delete(book) }
    default: if let author { context.delete(author) }
    }
  }
}
