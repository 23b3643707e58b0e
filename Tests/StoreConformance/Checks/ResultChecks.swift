import EntityModel
import EntityStore

extension StoreCheck {
  /// Results: columns of objects, and what is computed over groups of them.
  static let results = [
    StoreCheck("a result has the columns of each object, in the objects' order") { open in
      let store = try shelf(open)
      var base = EntityQuery(
        entity: "Book", sorting: [SortTerm(path: PropertyPath(["title"]), order: .descending)],
        limit: 3)
      let columns = [value("title"), value("author", "email"), value("author"), value("rating")]
      try expect(
        try store.results(ResultQuery(base, columns: columns)),
        is: [
          [.text("b"), .null, .null, .real(2.5)],
          [.text("b"), .text("x"), .integer(1), .real(0)],
          [.text("a"), .null, .null, .real(1)],
        ])
      base.predicate = .constant(false)
      try expect(try store.results(ResultQuery(base, columns: columns)), is: [])
    },
    StoreCheck("aggregates count, add and compare; absent values count for nothing") { open in
      let store = try shelf(open)
      let query = ResultQuery(
        EntityQuery(entity: "Book"),
        columns: [
          ResultExpression.countOfObjects, of(.count, "author"), of(.distinctCount, "title"),
          of(.sum, "pages"), of(.average, "pages"), of(.minimum, "rating"), of(.maximum, "title"),
          of(.sum, "rating"), of(.minimum, "price"), of(.sum, "price"),
        ])
      try expect(
        try store.results(query),
        is: [
          [
            .integer(4), .integer(2), .integer(2), .integer(202), .real(50.5), .real(0),
            .text("b"), .real(4.5), .null, .text("0"),
          ]
        ])
    },
    StoreCheck("what is computed of one row is what a result has of it") { open in
      let store = try shelf(open)
      let books = PropertyPath(["books"])
      // The statement of one row is that of the others too, whatever values it names.
      for bound in [0, 100, Int64.max] {
        let long = PredicateTree.comparison(
          .attribute(PropertyPath(["pages"])), .lessOrEqual, .value(.integer(bound)))
        let sum = PredicateOperand.aggregate(
          .sum, books, .int32, long, .attribute(PropertyPath(["pages"])))
        for operand in [PredicateOperand.count(books, long), sum] {
          var query = ResultQuery(
            EntityQuery(entity: "Author"), columns: [ResultExpression(nil, operand)])
          for id in 1...3 as ClosedRange<Int64> {
            query.base.predicate = .objects(
              PropertyPath(), [ObjectID(entityName: "Author", rowID: id)])
            let expected = try store.results(query).first?.first ?? .null
            let found = try store.read {
              try $0.value(of: operand, Library.layout.requiredEntity("Author"), id: id)
            }
            try expect(found, is: expected, "\(operand) of \(id)")
          }
        }
      }
    },
    StoreCheck("an aggregate over no objects is one row") { open in
      let store = try open(Library.model)
      let query = ResultQuery(
        EntityQuery(entity: "Book"),
        columns: [ResultExpression.countOfObjects, of(.sum, "pages"), of(.average, "pages")])
      try expect(try store.results(query), is: [[.integer(0), .integer(0), .null]])
    },
    StoreCheck("groups have their order, their condition and their range") { open in
      let store = try shelf(open)
      let pages = of(.sum, "pages")
      var query = ResultQuery(EntityQuery(entity: "Book"), columns: [value("title"), pages])
      query.grouping = [.attribute(PropertyPath(["title"]))]
      let (a, b) =
        ([.text("a"), .integer(200)], [.text("b"), .integer(2)]) as ([StoredValue], [StoredValue])
      try expect(try store.results(query), is: [a, b], "by their keys")
      query.order = [ResultQuery.Term(pages, .ascending)]
      try expect(try store.results(query), is: [b, a])
      query.limit = 1
      query.offset = 1
      try expect(try store.results(query), is: [a])
      query.limit = nil
      query.offset = 0
      query.named = [pages]
      query.condition = .comparison(attribute(pages.text), .less, .value(.integer(100)))
      try expect(try store.results(query), is: [b])
    },
    StoreCheck("the range of a grouped result's objects is taken in their order") { open in
      let store = try shelf(open)
      let base = EntityQuery(
        entity: "Book", sorting: [SortTerm(path: PropertyPath(["title"]), order: .descending)],
        limit: 1)
      var query = ResultQuery(base, columns: [value("rating"), ResultExpression.countOfObjects])
      query.grouping = [.attribute(PropertyPath(["rating"]))]
      try expect(try store.results(query), is: [[.real(2.5), .integer(1)]])
    },
    StoreCheck("a sum that is too large is an error") { open in
      let store = try open(
        ObjectModel(entities: [
          Entity("Count", properties: [.attribute(Attribute(name: "number", type: .int64))])
        ]))
      try store.save { changes, layout in
        try changes.insert("Count", 1, ["number": .integer(.max)], in: layout)
        try changes.insert("Count", 2, ["number": .integer(1)], in: layout)
      }
      let query = ResultQuery(EntityQuery(entity: "Count"), columns: [of(.sum, "number")])
      let error = try expectError(.overflow) { _ = try store.results(query) }
      try expect(error.properties, is: ["number"])
    },
    StoreCheck("a sum that fits is exact whatever its parts come to") { open in
      let store = try open(
        ObjectModel(entities: [
          Entity("Count", properties: [.attribute(Attribute(name: "number", type: .int64))])
        ]))
      try store.save { changes, layout in
        for (id, number) in [Int64.max, .max, -1, .min, .min, 7].enumerated() {
          try changes.insert("Count", Int64(id + 1), ["number": .integer(number)], in: layout)
        }
      }
      let query = ResultQuery(EntityQuery(entity: "Count"), columns: [of(.sum, "number")])
      try expect(try store.results(query), is: [[.integer(4)]])
    },
    StoreCheck("a property that differs within a group is refused") { open in
      let store = try shelf(open)
      let query = ResultQuery(
        EntityQuery(entity: "Book"), columns: [value("title"), ResultExpression.countOfObjects])
      let error = try expectError(.invalidRequest) { _ = try store.results(query) }
      try expect(
        error.message,
        is: "'Book.title' differs between the objects of a group; group by it or ask for its sum, "
          + "average, minimum, maximum or count")
    },
  ]

  /// Returns the column of the property that `names` lead to.
  private static func value(_ names: String...) -> ResultExpression {
    ResultExpression(PropertyPath(names))
  }

  /// Returns the column that `function` makes of the attribute `name`.
  private static func of(
    _ function: AggregateFunction, _ name: String
  ) -> ResultExpression { ResultExpression(function, .attribute(PropertyPath([name]))) }
}
