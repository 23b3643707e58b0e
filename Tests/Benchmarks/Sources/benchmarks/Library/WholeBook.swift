/// A book of which all eight values can be read.
protocol WholeBook {
  var title: String { get }
  var isbn: String { get }
  var pages: Int { get }
  var price: Double { get }
  var published: Double { get }
  var summary: String? { get }

  /// `true` if the book has an id of a row.
  var hasID: Bool { get }

  /// `true` if the book has an author.
  var hasAuthor: Bool { get }
}

extension WholeBook {
  /// A number that takes reading all eight values.
  @inline(__always) var sum: Int {
    let texts = title.utf8.count + isbn.utf8.count + (summary?.utf8.count ?? 0)
    return texts + pages + Int(price) + Int(published) + (hasID ? 1 : 0) + (hasAuthor ? 1 : 0)
  }

  /// A number that takes reading all eight values, the same however many pages there are.
  @inline(__always) var steadySum: Int {
    let texts = title.utf8.count + isbn.utf8.count + (summary?.utf8.count ?? 0)
    return texts + Int(price) + Int(published) + (pages > 0 ? 1 : 0) + (hasID ? 1 : 0)
      + (hasAuthor ? 1 : 0)
  }

  /// A number that takes reading what a page of a list shows: the id, the title and the pages.
  @inline(__always) var listed: Int { title.utf8.count + pages + (hasID ? 1 : 0) }
}

/// An author of whom all attributes can be read.
protocol WholeAuthor {
  var name: String { get }
  var email: String { get }
  var born: Double? { get }
  var active: Bool { get }
  var rating: Double { get }
}

extension WholeAuthor {
  /// A number that takes reading all attributes.
  @inline(__always) var sum: Int {
    name.utf8.count + email.utf8.count + Int(born ?? 1) + (active ? 1 : 0) + Int(rating)
  }
}

/// What a book is made of; once it is made or stored it has an id.
extension BookValues: WholeBook {
  var hasID: Bool { true }
  var hasAuthor: Bool { true }
}

extension AuthorValues: WholeAuthor {}
