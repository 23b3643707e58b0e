/// What the requests of a server ask for, and the right answers.
extension Library {
  /// The most books that a request asks for.
  static let booksOfRequest = 20

  /// The email of the author that each request asks for, in an order of no meaning.
  var requestedEmails: [String] { requestedAuthors.map { authors[$0].email } }

  /// What the requests read: each the author and the first books by title, as earlier requests have
  /// left them; each adds a page to the first of these.
  var requested: Tally {
    let books = firstBooks
    var addedPages = Array(repeating: 0, count: authors.count)
    return requestedAuthors.reduce(into: Tally()) { tally, author in
      tally.add(authors[author].sum + addedPages[author])
      for book in books[author] { tally.add(book.sum) }
      addedPages[author] += 1
    }
  }

  /// The numbers of the authors that are asked for.
  private var requestedAuthors: [Int] {
    // A prime step visits every author before any comes again.
    (0..<scale.requests).map { $0 * 7919 % scale.authors }
  }

  /// The first books of each author in the order of the bytes of their titles.
  var firstBooks: [[BookValues]] {
    var all = Array(repeating: [BookValues](), count: authors.count)
    for book in books { all[book.author].append(book) }
    return all.map { books in
      let sorted = books.sorted { $0.title.utf8.lexicographicallyPrecedes($1.title.utf8) }
      return Array(sorted.prefix(Self.booksOfRequest))
    }
  }
}
