import EntityModel
import EntityStore

/// A small model in which every kind of table, column and relationship stands once.
enum Library {
  static let model = ObjectModel(entities: [
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

  /// Returns a store in memory.
  static func store(trace: (@Sendable (String) -> Void)? = nil) throws -> Store {
    try Store(model: model, at: .memory, options: StoreOptions(trace: trace))
  }

  /// Returns the relationship `name` of `entity`.
  static func relationship(_ name: String, of entity: String) throws -> Relationship {
    try required(model.property(name, of: entity)?.relationship)
  }

  /// Returns what `value` holds.
  static func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw StoreError(.other, "the test's model has no such thing") }
    return value
  }
}

extension StoreWriter {
  /// Adds an author.
  func addAuthor(_ id: Int64, _ email: String) throws {
    try insert("Author", id: id, version: 1) { row in
      row.write(text: email)
      row.writeNull()
    }
  }

  /// Adds a book without price and cover.
  func addBook(
    _ id: Int64, _ title: String, pages: Int64 = 100, rating: Double = 1, author: Int64? = nil
  ) throws {
    try insert("Book", id: id, version: 1) { row in
      row.write(text: title)
      row.write(integer: pages)
      row.writeNull()
      row.write(real: rating)
      row.writeNull()
      row.write(author.map { .integer($0) } ?? .null)
    }
  }
}
