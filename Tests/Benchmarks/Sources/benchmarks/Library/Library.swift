/// The books and authors that all contenders work with, and the right answers to what is asked.
struct Library: Sendable {
  let scale: Scale
  let authors: [AuthorValues]
  let books: [BookValues]

  /// The books that a writer adds while others read.
  let lateBooks: [BookValues]

  /// The ids of all books in an order that has nothing to do with theirs.
  let shuffledIDs: [Int64]

  /// The ranges of dates, some fifty books wide, that books are looked for in.
  let ranges: [Range<Double>]

  /// The most books that a search by a range asks for.
  static let limit = 20

  init(_ scale: Scale) {
    self.scale = scale
    authors = (0..<scale.authors).map { AuthorValues($0) }
    books = (0..<scale.books).map { BookValues($0, in: scale) }
    lateBooks = (0..<scale.booksBeside).map { BookValues(late: $0, in: scale) }
    // A prime step visits every number once.
    shuffledIDs = (0..<scale.books).map { Int64($0 * 48_271 % scale.books + 1) }
    ranges = (0..<scale.queries).map { number in
      let start = Double(number * 104_729 % scale.books * Scale.gap)
      return start..<start + Double(50 * Scale.gap)
    }
  }

  /// The ranges that each of the readers beside a writer looks for books in.
  var rangesBeside: ArraySlice<Range<Double>> { ranges.prefix(scale.queriesBeside) }

  /// All books, and their pages.
  var all: Tally { books.reduce(into: Tally()) { $0.add($1.pages) } }

  /// All books, and the bytes of their titles with their pages.
  var titles: Tally { books.reduce(into: Tally()) { $0.add($1.title.utf8.count + $1.pages) } }

  /// All books, and the bytes of their titles.
  var titleBytes: Tally { books.reduce(into: Tally()) { $0.add($1.title.utf8.count) } }

  /// All books, and what reading all values of each `times` comes to.
  func allRead(times: Int) -> Tally { books.reduce(into: Tally()) { $0.add($1.sum * times) } }

  /// What listing all books comes to.
  var allListed: Tally { books.reduce(into: Tally()) { $0.add($1.listed) } }

  /// What listing the last books published in each of `ranges` finds.
  func listed(in ranges: some Sequence<Range<Double>>) -> Tally {
    let byDate = books.sorted { $0.published < $1.published }
    return ranges.reduce(into: Tally()) { tally, range in
      let end = min(Int(range.upperBound) / Scale.gap, byDate.count)
      let first = Int(range.lowerBound) / Scale.gap
      for book in byDate[first..<end].suffix(Self.limit) { tally.add(book.listed) }
    }
  }

  /// What looking for books in `ranges` finds.
  func found(in ranges: some Sequence<Range<Double>>) -> Tally {
    let byDate = books.sorted { $0.published < $1.published }
    return ranges.reduce(into: Tally()) { tally, range in
      let first = Int(range.lowerBound) / Scale.gap
      for book in byDate[first...].prefix(Self.limit) { tally.add(book.pages) }
    }
  }
}
