import EntityGraph
import EntityGraphFoundation
import Foundation

/// Returns the titles of the books that an author has written, the longer ones, in order.
func titles(
  by name: String, longerThan pages: Int, in context: ManagedObjectContext
) throws -> [String] {
  let longBooks = #Predicate<Book> { $0.pages > pages && $0.author?.name == name }
  let books = try context.fetch(Book.where(longBooks).sorted(by: \.title))
  return books.map(\.title)
}

/// Returns the books in the order that a table's headers ask for.
func listed(
  by order: [SortDescriptor<Book>], in context: ManagedObjectContext
) throws -> [Book] {
  let order = order.isEmpty ? [SortDescriptor(\Book.pages, order: .reverse)] : order
  return try context.fetch(Book.all.sorted(using: order))
}

/// Returns twenty authors in the order in which a Swedish reader looks for their names.
func authors(
  after cursor: PageCursor?, in context: ManagedObjectContext
) throws -> [Author] {
  let authors = Author.sorted(by: \.name, locale: Locale(identifier: "sv_SE"))
  return try context.fetch(authors.page(after: cursor, size: 20)).items
}
