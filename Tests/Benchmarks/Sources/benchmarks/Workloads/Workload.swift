/// Something that all contenders do.
enum Workload: String, CaseIterable {
  case insert
  case fetch
  case fetchAgain = "fetch-again"
  case readTwo = "read-two"
  case lookUp = "look-up"
  case lookUpAgain = "look-up-again"
  case filter
  case walk
  case update
  case delete
  case group
  case readBesideWriter = "read-beside-writer"

  /// What is done, in a few words.
  func title(_ scale: Scale) -> String {
    let books = grouped(scale.books)
    return switch self {
    case .insert: "insert \(books) objects, one save"
    case .fetch: "fetch \(books) into objects, cold"
    case .fetchAgain: "the same, all in the context"
    case .readTwo: "fetch \(books), read 2 of 8 attributes"
    case .lookUp: "\(books) lookups by id, cold"
    case .lookUpAgain: "the same, all in the context"
    case .filter: "\(grouped(scale.queries)) × filter, sort, limit 20"
    case .walk: "walk \(grouped(scale.authors)) authors' books"
    case .update: "change one attribute of \(grouped(scale.changes)), save"
    case .delete: "delete \(grouped(scale.changes)) objects"
    case .group: "count, sum, average by author"
    case .readBesideWriter: "two readers beside one writer"
    }
  }

  /// The greatest ratio to RAW that EntityGraph is meant to have.
  var target: Double {
    switch self {
    case .insert: 1.15
    case .fetch: 1.1
    case .fetchAgain: 0.6
    case .readTwo: 1
    case .lookUp: 1.2
    case .lookUpAgain: 0.1
    case .filter: 1.1
    case .walk: 1
    case .update: 1.2
    case .delete: 1.2
    case .group: 1.05
    case .readBesideWriter: 1.1
    }
  }

  /// `true` iff the database is another one afterwards.
  var writes: Bool {
    switch self {
    case .insert, .update, .delete, .readBesideWriter: true
    default: false
    }
  }

  /// Returns the work of `contender`, prepared, or nil when it cannot do it.
  func work(of contender: any Contender, _ library: Library) throws -> Work? {
    switch self {
    case .insert: try contender.insert(library)
    case .fetch: try contender.fetch()
    case .fetchAgain: try contender.fetchAgain()
    case .readTwo: try contender.readTwo()
    case .lookUp: try contender.lookUp(library.shuffledIDs)
    case .lookUpAgain: try contender.lookUpAgain(library.shuffledIDs)
    case .filter: try contender.filter(library.ranges)
    case .walk: try contender.walk()
    case .update: try contender.update(library.scale.changes)
    case .delete: try contender.delete(library.scale.changes)
    case .group: try contender.group()
    case .readBesideWriter: try contender.readBesideWriter(library)
    }
  }

  /// Returns the tally that the work has to come to.
  func answer(_ library: Library) -> Tally {
    switch self {
    case .insert: Tally(count: library.scale.books)
    case .fetch, .fetchAgain, .lookUp, .lookUpAgain, .walk: library.all
    case .readTwo: library.titles
    case .filter: library.found(in: library.ranges)
    case .update, .delete: Tally(count: library.scale.changes)
    case .group: Tally(count: library.scale.authors, sum: library.all.sum)
    case .readBesideWriter:
      library.found(in: [library.rangesBeside, library.rangesBeside].joined())
    }
  }

  /// Returns the books, and their pages, that the database has to hold afterwards.
  func booksLeft(_ library: Library) -> Tally {
    var left = library.all
    switch self {
    case .update: left.sum += library.scale.changes
    case .delete:
      left = Tally()
      for book in library.books.dropFirst(library.scale.changes) { left.add(book.pages) }
    case .readBesideWriter: for book in library.lateBooks { left.add(book.pages) }
    default: break
    }
    return left
  }
}

/// Returns `number` with commas between the thousands.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  guard digits.count > 3 else { return digits }
  return grouped(number / 1000) + "," + digits.suffix(3)
}
