/// The values of a book: seven, which with its id make eight.
struct BookValues: Sendable {
  let title: String
  let isbn: String
  let pages: Int
  let price: Double
  let published: Double
  let summary: String?

  /// The number of the author, from 0.
  let author: Int

  /// Creates the values of book `number` of a library of `scale`; one title in ten is not ASCII.
  init(_ number: Int, in scale: Scale) {
    title =
      number % 10 == 0
      ? "Über die Geschichte der Bücher, Band \(number)"
      : "On the history of books, volume \(number)"
    isbn = "978-3-16-\(100_000 + number)-0"
    pages = 100 + number * 7919 % 900
    price = Double(number * 31 % 10_000) / 100
    published = Double(number * 7919 % scale.books * Scale.gap)
    summary = number % 3 == 0 ? nil : "A summary of some length for the book number \(number)"
    author = number * 7919 % scale.authors
  }

  /// Creates the values of a book that came later than all that are asked for.
  init(late number: Int, in scale: Scale) {
    title = "On the future of books, volume \(number)"
    isbn = "979-3-16-\(100_000 + number)-0"
    pages = 200
    price = 20
    published = Double((2 * scale.books + number) * Scale.gap)
    summary = nil
    author = number % scale.authors
  }
}

extension [BookValues] {
  /// The books in runs of a hundred, of which each is one transaction of a writer beside readers.
  var chunks: [ArraySlice<BookValues>] {
    stride(from: 0, to: count, by: 100).map { self[$0..<Swift.min($0 + 100, count)] }
  }
}
