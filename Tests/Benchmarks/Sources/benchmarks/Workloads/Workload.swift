/// Something that all contenders do.
enum Workload: String, CaseIterable {
  case insert
  case makeAndSave = "make-and-save"
  case fetch
  case fetchAgain = "fetch-again"
  case readTwo = "read-two"
  case readAll = "read-all"
  case readThrice = "read-thrice"
  case readNone = "read-none"
  case select
  case lookUp = "look-up"
  case lookUpAgain = "look-up-again"
  case lookUpText = "look-up-text"
  case lookUpTextAgain = "look-up-text-again"
  case filter
  case newest
  case pages
  case search
  case walk
  case update
  case delete
  case updateMany = "update-many"
  case deleteMany = "delete-many"
  case upsert
  case group
  case readBesideWriter = "read-beside-writer"
  case newestBesideWriter = "newest-beside-writer"
  case request
  case concurrentReads = "concurrent-reads"
  case concurrentReadsMany = "concurrent-reads-many"
  case concurrentMixed = "concurrent-mixed"
  case concurrentMixedMany = "concurrent-mixed-many"

  /// What is done, in a few words.
  func title(_ scale: Scale) -> String {
    let books = grouped(scale.books)
    return switch self {
    case .insert: "insert \(books) objects, one save"
    case .makeAndSave: "make \(books) objects, then save them"
    case .fetch: "fetch \(books) into objects, cold"
    case .fetchAgain: "the same, all in the context"
    case .readTwo: "fetch \(books), read 2 of 8 attributes"
    case .readAll: "fetch \(books), read all 8 attributes"
    case .readThrice: "the same, all read three times"
    case .readNone: "fetch \(books), read nothing"
    case .select: "select title and pages of \(books)"
    case .lookUp: "\(books) lookups by id, cold"
    case .lookUpAgain: "the same, all in the context"
    case .lookUpText: "\(books) lookups, a text read, cold"
    case .lookUpTextAgain: "the same, all in the context"
    case .filter: "\(grouped(scale.queries)) × filter, sort, limit 20"
    case .newest: "\(grouped(scale.queries)) × newest-first page of 20"
    case .pages: "\(books) newest first, in pages of \(Library.limit) after a cursor"
    case .search: "\(grouped(scale.searches)) × search a word, the 20 most relevant"
    case .walk: "walk \(grouped(scale.authors)) authors' books"
    case .update: "change one attribute of \(grouped(scale.changes)), save"
    case .delete: "delete \(grouped(scale.changes)) objects"
    case .updateMany: "change one attribute of \(grouped(scale.changes)) at once"
    case .deleteMany: "delete \(grouped(scale.changes)) objects at once"
    case .upsert: "upsert \(grouped(scale.members)) at once, half of them there"
    case .group: "count, sum, average by author"
    case .readBesideWriter: "two readers beside one writer"
    case .newestBesideWriter: "the same, newest-first pages"
    case .request: "\(grouped(scale.requests)) requests: read 21, change 1, save"
    case .concurrentReads:
      "\(grouped(scale.requestsServed)) requests, \(grouped(scale.inFlight)) in flight: read 21"
    case .concurrentReadsMany: "the same, \(grouped(scale.manyInFlight)) in flight"
    case .concurrentMixed:
      "every fifth changes 1 and saves, \(grouped(scale.inFlight)) in flight"
    case .concurrentMixedMany: "the same, \(grouped(scale.manyInFlight)) in flight"
    }
  }

  /// The greatest ratio to RAW that EntityGraph is meant to have.
  var target: Double {
    switch self {
    case .insert: 1.15
    case .makeAndSave: 1.1
    case .fetch: 1.1
    case .fetchAgain: 0.6
    case .readTwo: 1
    case .readAll: 1.2
    case .readThrice: 1.35
    case .readNone: 1
    case .select: 0.9
    case .lookUp: 1.2
    case .lookUpAgain: 0.1
    case .lookUpText: 1.2
    case .lookUpTextAgain: 0.15
    case .filter: 1.1
    case .newest: 1.1
    case .pages: 1.1
    case .search: 1.1
    case .walk: 1
    case .update: 1.2
    case .delete: 1.2
    case .updateMany: 1.1
    case .deleteMany: 1.1
    case .upsert: 1.3
    case .group: 1.05
    case .readBesideWriter: 1.1
    case .newestBesideWriter: 1.2
    case .request: 1.3
    case .concurrentReads, .concurrentReadsMany, .concurrentMixed, .concurrentMixedMany: 1.4
    }
  }

  /// `true` if the database is another one afterwards.
  var writes: Bool {
    switch self {
    case .insert, .makeAndSave, .update, .delete, .updateMany, .deleteMany, .upsert,
      .readBesideWriter,
      .newestBesideWriter, .request, .concurrentMixed, .concurrentMixedMany:
      true
    default: false
    }
  }

  /// `true` if it is many requests at once, as a server has them.
  var isServed: Bool {
    switch self {
    case .concurrentReads, .concurrentReadsMany, .concurrentMixed, .concurrentMixedMany: true
    default: false
    }
  }

  /// `true` if the database holds no books before.
  var beginsWithoutBooks: Bool { self == .insert || self == .makeAndSave }

  /// Returns the work of `contender`, prepared, or nil when it cannot do it.
  func work(of contender: any Contender, _ library: Library) throws -> Work? {
    switch self {
    case .insert: try contender.insert(library)
    case .makeAndSave: try contender.makeAndSave(library)
    case .fetch: try contender.fetch()
    case .fetchAgain: try contender.fetchAgain()
    case .readTwo: try contender.readTwo()
    case .readAll: try contender.readAll(times: 1)
    case .readThrice: try contender.readAll(times: 3)
    case .readNone: try contender.readNone()
    case .select: try contender.select()
    case .lookUp: try contender.lookUp(library.shuffledIDs)
    case .lookUpAgain: try contender.lookUpAgain(library.shuffledIDs)
    case .lookUpText: try contender.lookUpText(library.shuffledIDs)
    case .lookUpTextAgain: try contender.lookUpTextAgain(library.shuffledIDs)
    case .filter: try contender.filter(library.ranges)
    case .newest: try contender.newest(library.ranges)
    case .pages: try contender.pages()
    case .search: try contender.search(library.searchedWords)
    case .walk: try contender.walk()
    case .update: try contender.update(library.scale.changes)
    case .delete: try contender.delete(library.scale.changes)
    case .updateMany: try contender.updateMany(library.scale.changes)
    case .deleteMany: try contender.deleteMany(library.scale.changes)
    case .upsert: try contender.upsert(library)
    case .group: try contender.group()
    case .readBesideWriter: try contender.readBesideWriter(library)
    case .newestBesideWriter: try contender.readNewestBesideWriter(library)
    case .request: try contender.request(library.requestedEmails)
    case .concurrentReads:
      try contender.serve(library.served(changing: false), inFlight: library.scale.inFlight)
    case .concurrentReadsMany:
      try contender.serve(library.served(changing: false), inFlight: library.scale.manyInFlight)
    case .concurrentMixed:
      try contender.serve(library.served(changing: true), inFlight: library.scale.inFlight)
    case .concurrentMixedMany:
      try contender.serve(library.served(changing: true), inFlight: library.scale.manyInFlight)
    }
  }
}

/// Returns `number` with commas between the thousands.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  guard digits.count > 3 else { return digits }
  return grouped(number / 1000) + "," + digits.suffix(3)
}
