import EntityModel
import EntityStore

extension StoreCheck {
  /// Ids that queries find, and queries that are refused.
  static let ids = [
    StoreCheck("ids come until nobody wants more") { open in
      let store = try shelf(open)
      var found: [Int64] = []
      let isWhole = try store.read {
        try $0.ids(EntityQuery(entity: "Book")) {
          found.append($0)
          return found.count < 2
        }
      }
      try expect(isWhole, is: false)
      try expect(found, is: [1, 2])
      try expect(try store.read { try $0.ids(EntityQuery(entity: "Book")) { _ in true } }, is: true)
    },
    StoreCheck("a query that names what the model does not have is refused") { open in
      let store = try shelf(open)
      try refuses(EntityQuery(entity: "Editor"), store, "the model has no entity 'Editor'")
      try refuses(
        EntityQuery(
          entity: "Book",
          predicate: .comparison(attribute("publisher"), .equal, .value(.null))),
        store, "'Book' has no property 'publisher'")
      try refuses(
        EntityQuery(
          entity: "Book", predicate: .quantified(.any, PropertyPath(["author"]), .constant(true))),
        store, "'Book.author' is used as a to-many relationship, which it is not")
      try refuses(
        EntityQuery(entity: "Book", sorting: [SortTerm(path: PropertyPath(["author"]))]), store,
        "'Book.author' is used as an attribute, which it is not")
    },
    StoreCheck("sorting by JSON is refused") { open in
      let store = try open(
        ObjectModel(entities: [
          Entity("Note", properties: [.attribute(Attribute(name: "tags", type: .json))])
        ]))
      let query = EntityQuery(entity: "Note", sorting: [SortTerm(path: PropertyPath(["tags"]))])
      try refuses(
        query, store,
        "'Note.tags' is used as a value to sort by, which it is not; it is stored as JSON, which "
          + "has no order; sort by another attribute or sort the objects once they are fetched")
      let result = ResultQuery(
        EntityQuery(entity: "Note"),
        columns: [ResultExpression(.maximum, .attribute(PropertyPath(["tags"])))])
      let error = try expectError(.invalidRequest) { _ = try store.results(result) }
      try expect(
        error.message,
        is: "'Note.tags' is used as a value to group by or to compute with, which it is not; it is "
          + "stored as JSON, whose equal values may differ in their texts")
    },
  ]

  /// Throws unless `store` refuses `query` with `message`.
  private static func refuses(
    _ query: EntityQuery, _ store: any Store, _ message: String
  ) throws {
    try expect(
      try expectError(.invalidRequest) { _ = try store.rows(query) }.message, is: message)
    try expect(try expectError(.invalidRequest) { _ = try store.ids(query) }.message, is: message)
  }
}
