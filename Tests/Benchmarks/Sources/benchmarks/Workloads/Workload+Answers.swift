/// What is right.
extension Workload {
  /// Returns the tally that the work has to come to.
  func answer(_ library: Library) -> Tally {
    switch self {
    case .insert, .makeAndSave, .readNone: Tally(count: library.scale.books)
    case .fetch, .fetchAgain, .lookUp, .lookUpAgain, .walk: library.all
    case .readTwo, .select: library.titles
    case .readAll: library.allRead(times: 1)
    case .readThrice: library.allRead(times: 3)
    case .lookUpText, .lookUpTextAgain: library.titleBytes
    case .filter: library.found(in: library.ranges)
    case .newest: library.listed(in: library.ranges)
    case .pages: library.allListed
    case .search: library.searched
    case .update, .delete, .updateMany, .deleteMany: Tally(count: library.scale.changes)
    case .upsert: Tally(count: library.scale.members)
    case .group: Tally(count: library.scale.authors, sum: library.all.sum)
    case .readBesideWriter:
      library.found(in: [library.rangesBeside, library.rangesBeside].joined())
    case .newestBesideWriter:
      library.listed(in: [library.rangesBeside, library.rangesBeside].joined())
    case .request: library.requested
    case .concurrentReads, .concurrentReadsMany, .concurrentMixed, .concurrentMixedMany:
      library.servedAnswer
    }
  }

  /// Returns the books, and their pages, that the database has to hold afterwards.
  func booksLeft(_ library: Library) -> Tally {
    var left = library.all
    switch self {
    case .update, .updateMany: left.sum += library.scale.changes
    case .delete, .deleteMany:
      left = Tally()
      for book in library.books.dropFirst(library.scale.changes) { left.add(book.pages) }
    case .readBesideWriter, .newestBesideWriter:
      for book in library.lateBooks { left.add(book.pages) }
    case .request: left.sum += library.scale.requests
    case .concurrentMixed, .concurrentMixedMany: left.sum += library.servedChanges
    default: break
    }
    return left
  }
}
