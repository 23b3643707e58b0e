import EntityGraph
import Foundation

/// Returns the titles of the books that an author has written, the longer ones, in order.
func titles(
  by name: String, longerThan pages: Int, in context: ManagedObjectContext
) throws -> [String] {
  let longBooks = #Predicate<Book> { $0.pages > pages && $0.author?.name == name }
  let books = try context.fetch(Book.where(longBooks).sorted(by: \.title))
  return books.map(\.title)
}
