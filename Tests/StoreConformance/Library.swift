package import EntityModel
package import EntityStore

/// A small model in which every kind of table, column and relationship stands once.
package enum Library {
  /// How the model's objects are stored.
  package static let layout = StoreLayout(model)

  /// The model.
  package static let model = ObjectModel(entities: [
    Entity(
      "Author",
      properties: [
        .attribute(Attribute(name: "email", type: .string, isUnique: true)),
        .attribute(Attribute(name: "born", type: .date, isOptional: true)),
        .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .cascade)),
        .relationship(.toMany("friends", "Author", inverse: "friends", deleteRule: .nullify)),
      ]),
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "title", type: .string, isIndexed: true)),
        .attribute(Attribute(name: "pages", column: "page \"count\"", type: .int32)),
        .attribute(Attribute(name: "price", type: .decimal, isOptional: true)),
        .attribute(Attribute(name: "rating", type: .double)),
        .attribute(Attribute(name: "cover", type: .data, isOptional: true)),
        .relationship(
          .toOne("author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify)),
        .relationship(.toMany("subjects", "Subject", inverse: "books", deleteRule: .nullify)),
        .relationship(.toMany("cites", "Book", inverse: "citedBy", deleteRule: .nullify)),
        .relationship(.toMany("citedBy", "Book", inverse: "cites", deleteRule: .nullify)),
      ]),
    Entity(
      "Novel", superentity: "Book",
      properties: [.attribute(Attribute(name: "genre", type: .string))]),
    Entity(
      "Subject",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .relationship(.toMany("books", "Book", inverse: "subjects", deleteRule: .nullify)),
      ]),
  ])
}

extension ChangeSet {
  /// Adds an author.
  package mutating func addAuthor(_ id: Int64, _ email: String) throws {
    try insert("Author", id, ["email": .text(email)], in: Library.layout)
  }

  /// Adds a book without price and cover.
  package mutating func addBook(
    _ id: Int64, _ title: String, pages: Int64 = 100, rating: Double = 1, author: Int64? = nil
  ) throws {
    try insert(
      "Book", id,
      [
        "title": .text(title), "pages": .integer(pages), "rating": .real(rating),
        "author": author.map { .integer($0) } ?? .null,
      ], in: Library.layout)
  }

  /// Adds a novel without price and cover.
  package mutating func addNovel(
    _ id: Int64, _ title: String, genre: String = "crime", author: Int64? = nil
  ) throws {
    try insert(
      "Novel", id,
      [
        "title": .text(title), "pages": .integer(1), "rating": .real(0), "genre": .text(genre),
        "author": author.map { .integer($0) } ?? .null,
      ], in: Library.layout)
  }

  /// Adds a subject.
  package mutating func addSubject(_ id: Int64) throws {
    try insert("Subject", id, ["name": .text("s\(id)")], in: Library.layout)
  }
}

extension WritingSession {
  /// Writes the changes that `build` adds; returns `true` if none is in conflict.
  @discardableResult
  package func save(_ build: (inout ChangeSet) throws -> Void) throws -> Bool {
    var changes = ChangeSet()
    try build(&changes)
    return try apply(changes, from: nil).isEmpty
  }
}
