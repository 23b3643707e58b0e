import Testing

/// What the compiler says of forms that other libraries and collections have.
@Suite struct OtherFormDiagnosticTests {
  private static let model = """
    import EntityGraph
    import Foundation
    @Entity final class Author: ManagedObject {
      var name: String
      var email: String?
      var isKnown: Bool = false
      @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
    }
    @Entity final class Book: ManagedObject {
      var title: String
      var pages: Int
      var isRead: Bool = false
      var date: Date
      var tags: [String] = []
      var payload: JSON = .null
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
    }

    """

  /// Returns what the compiler reports of `forms`, each of which is a line, from 1.
  private func report(_ forms: String) throws -> String {
    try Compiler.check(forms, behind: Self.model)
  }

  @Test func aShapeIsGivenWhatIsWrittenOfAnotherObjectInAClosure() throws {
    let report = try report("let shape = JSONShape<Book> { $0.author.name }")
    #expect(
      report.contains(
        "name what is written of the object in a closure: '$0.author { $0.name }'"), "\(report)")
    #expect(try self.report("let shape = JSONShape<Book> { $0.author { $0.name } }").isEmpty)
  }

  @Test func whatAContextDoesWithARequestIsNamedWhereItIsWrittenOtherwise() throws {
    let report = try report(
      #"""
      func f(_ context: ManagedObjectContext) { context.delete(Book.self) { $0.pages == 0 } }
      let a = Book.all.max(\.pages)
      let b = Book.all.average(\.pages)
      let c = Author.where { $0.books.first { $0.pages > 1 } != nil }
      """#)
    #expect(
      report.contains(
        "the objects of a request are deleted by 'deleteAll': "
          + "'try context.deleteAll(Book.where { $0.pages == 0 })'"), "\(report)")
    for name in ["maximum", "average"] {
      #expect(
        report.contains(
          "a context computes it: 'try context.\(name)(Book.all, of: \\.pages)'"), "\(report)")
    }
    #expect(
      report.contains(
        "whether a member satisfies a condition is asked by 'any', "
          + "'$0.books.any { $0.pages > 300 }', and its values by 'filter', "
          + "'$0.books.filter { $0.pages > 300 }.max(\\.pages)'"), "\(report)")
  }

  @Test func otherFormsOfRequestsAreRefusedWithTheirNames() throws {
    let report = try report(
      #"""
      let a = Book.filter { $0.pages > 1 }
      let b = Book.all.filter { $0.isRead }
      let c = Book.all.order(by: \.title)
      let d = Book.sort(by: \.title)
      let e = Book.sorted(\.title)
      let f = Book.all.sorted(\.title, .descending)
      let g = Book.sorted(by: [\.title, \.pages])
      let h = Book.all.sorted(by: \.title, \.pages)
      let i = Book.sorted { ($0.title, $0.pages) }
      let j = Book.all.sorted { $0.title < $1.title }
      let k = Book.all.sorted(by: { $0.title }, order: .descending)
      let l = Book.all.prefix(5)
      let m = Book.all.dropFirst(5)
      let n = Book.all.reversed()
      let o: Book? = Book.all.first()
      let p: Book? = Book.all.first { $0.pages > 1 }
      let q = Book.all.count()
      """#)
    #expect(
      report == #"""
        1:14: error: 'filter' has been renamed to 'where(_:)'
        2:18: error: 'filter' has been renamed to 'where(_:)'
        3:18: error: 'order(by:_:)' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        4:14: error: 'sort(by:_:)' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        5:14: error: 'sorted' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        6:18: error: 'sorted' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        7:14: error: 'sorted(by:)' is unavailable: sort by one property after the other: '.sorted(by: \.title).sorted(by: \.pages)'
        8:18: error: 'sorted(by:_:)' is unavailable: sort by one property after the other: '.sorted(by: \.title).sorted(by: \.pages)'
        9:14: error: 'sorted(by:)' is unavailable: sort by one property after the other: '.sorted(by: \.title).sorted(by: \.pages)'
        10:18: error: 'sorted(by:)' is unavailable: a request is sorted by a property: '.sorted(by: \.title)', '.sorted { $0.author.name }'
        11:18: error: 'sorted(by:order:)' has been renamed to 'sorted(_:ignoringCase:nils:by:)'
        12:18: error: 'prefix' has been renamed to 'limit(_:)'
        13:18: error: 'dropFirst' has been renamed to 'offset(_:)'
        14:18: error: 'reversed()' is unavailable: name the direction of each property: '.sorted(by: \.title, .descending)'
        15:25: error: 'first()' is unavailable: a context fetches: 'try context.first(request)'
        16:25: error: 'first(where:)' is unavailable: a context fetches: 'try context.first(Book.where { … })'
        17:18: error: 'count()' is unavailable: a context counts: 'try context.count(request)'
        """#)
  }

  @Test func otherFormsOfConditionsAreRefusedWithTheirNames() throws {
    let report = try report(
      #"""
      let a = Book.where { $0.title.localizedStandardContains("x") }
      let b = Book.where { $0.title.localizedCaseInsensitiveContains("x") }
      let c = Book.where { $0.title.starts(with: "x") }
      let d = Book.where { $0.pages.between(1, 3) }
      let e = Book.where { $0.pages.between(1...3) }
      let f = Book.where { $0.pages.isMultiple(of: 2) }
      let g = Book.where { $0.date.addingTimeInterval(60) > .now }
      let h = Book.where { $0.tags.count > 1 }
      let i = Book.where { $0.tags.isEmpty }
      let j = Book.where { $0.tags.contains("x") }
      """#)
    #expect(
      report == #"""
        1:31: error: 'localizedStandardContains' is unavailable: a store knows no locale; write '.contains("x", ignoringCase: true)', or, where accents do not matter either, '.folded().contains("x")' with a text in small letters without accents
        2:31: error: 'localizedCaseInsensitiveContains' is unavailable: a store knows no locale; write '.contains("x", ignoringCase: true)'
        3:31: error: 'starts(with:)' has been renamed to 'hasPrefix(_:ignoringCase:)'
        4:31: error: 'between' is unavailable: write '.in(1...3)', whose upper bound is included
        5:31: error: 'between' has been renamed to 'in(_:)'
        6:31: error: 'isMultiple(of:)' is unavailable: write '$0.pages % 2 == 0'
        8:30: error: 'count' is unavailable: a list is stored as JSON, which a condition cannot look into; make the elements objects of a to-many relationship, or filter what is fetched
        9:30: error: 'isEmpty' is unavailable: a list is stored as JSON, which a condition cannot look into; make the elements objects of a to-many relationship, or filter what is fetched
        10:30: error: 'contains' is unavailable: a list is stored as JSON, which a condition cannot look into; make the elements objects of a to-many relationship ('$0.tags.contains { $0.name == "x" }'), or filter what is fetched
        """#)
  }

  @Test func otherFormsOfColumnsAreRefusedWithTheirNames() throws {
    let report = try report(
      #"""
      let a = Book.select { $0.pages.max }
      let b = Book.select { $0.pages.min }
      let c = Book.select { $0.pages.avg }
      let d = Book.select { $0.pages.sum() }
      let e = Book.select { $0.count() }
      let f = Book.select { $0.pages.maximum() }
      """#)
    #expect(
      report == #"""
        1:32: error: 'max' has been renamed to 'maximum'
        2:32: error: 'min' has been renamed to 'minimum'
        3:32: error: 'avg' has been renamed to 'average'
        4:35: error: 'callAsFunction()' is unavailable: it is a property: write it without '()'
        5:31: error: 'callAsFunction()' is unavailable: it is a property: write it without '()'
        6:39: error: 'callAsFunction()' is unavailable: it is a property: write it without '()'
        """#)
  }

  @Test func closuresThatMakeNoConditionAreRefusedWithASentence() throws {
    let report = try report(
      #"""
      let a = Book.where { _ in "a".isEmpty }
      let b = Book.all.where { _ in "a".isEmpty }
      let c = Author.where { $0.books.any { _ in "a".isEmpty } }
      let d = Author.where { a in a.books.any { $0.title == a.name && a.isKnown } }
      let e = Author.where { a in a.books.any { $0.isRead || a.name.isEmpty } }
      let f = Author.where { a in a.books.all { _ in a.isKnown } }
      """#)
    let constant = """
      the closure makes a condition of what a store can compare; write 'flag ? true : false' for a \
      constant, '$0.isKind(of: Novel.self)' in place of 'is', and '$0.cast(to: Novel.self)' for the \
      properties of a class that extends this one
      """
    let member = """
      the closure makes a condition on a member; write 'flag ? true : false' for a constant, and \
      'outer()' after what is about the object of another closure
      """
    #expect(
      report == """
        1:14: error: 'where' is unavailable: \(constant)
        2:18: error: 'where' is unavailable: \(constant)
        3:33: error: 'any' is unavailable: \(member)
        4:62: error: '&&' is unavailable: one of the two is about the object of another closure; write 'outer()' after that one: '$0.isNew && author.books.isEmpty.outer()', '$0.isNew && author.isKnown.isTrue.outer()'
        5:53: error: '||' is unavailable: one of the two is about the object of another closure; write 'outer()' after that one: '$0.isNew || author.books.isEmpty.outer()', '$0.isNew || author.isKnown.isTrue.outer()'
        6:37: error: 'all' is unavailable: \(member)
        """)
  }

  @Test func otherFormsOfMembersAreRefusedWithASentence() throws {
    let report = try report(
      #"""
      let a = Author.where { $0.books.forEach { $0.title } }
      let b = Author.where { $0.books.first.title == "x" }
      let c = Author.where { $0.books.reduce(0) { $0 + $1.pages } > 3 }
      """#)
    #expect(
      report == #"""
        1:33: error: 'forEach' is unavailable: a condition is data for a store, which goes through no members; ask with 'any { … }' or 'all { … }', or fetch and go through what is fetched
        2:33: error: 'first' is unavailable: members have no order; ask for 'any { … }', or for 'min' or 'max' of a property ('.max(\.pages)')
        3:33: error: 'reduce' is unavailable: members are asked about, not made into others: write 'any { … }', 'all { … }', 'filter { … }.count', or 'sum', 'min', 'max' and 'average' of a property ('.sum(\.pages)') or of what is computed ('.sum { $0.pages * 2 }')
        """#)
  }

  @Test func columnsAreComputedWithTheirOwnTypeAlone() throws {
    let report = try report(
      #"""
      let a = Book.group(by: \.isRead).having { $0.pages.sum * 2 > 100 }.select { $0.count }
      let b = Book.select { $0.pages * 1.5 }
      let c = Book.group(by: \.isRead).select { $0.pages.sum / $0.count }
      let d = Book.sorted { $0.pages * 2 }.select { ($0.pages * 2, $0.title + "!") }
      """#)
    let sentence = """
      columns are computed with constants and columns of their own type: of a group what is added up \
      is computed before ('($0.pages - 100).sum'), and a number of another type is converted \
      ('$0.pages.double * 1.5')
      """
    #expect(
      report == """
        1:56: error: '*' is unavailable: \(sentence)
        2:32: error: '*' is unavailable: \(sentence)
        3:56: error: '/' is unavailable: \(sentence)
        """)
  }

  @Test func whatComesBeforeColumnsIsRefusedBehindThem() throws {
    let report = try report(
      #"""
      let a = Book.select { $0.title }.sorted(by: \.pages)
      let b = Book.select { ($0.title, $0.pages) }.sorted(.descending) { $0.pages }
      let c = Book.select { $0.title }.where { $0.pages > 3 }
      let d = Book.select { $0.title }.group(by: \.isRead)
      let e = Book.where { $0.pages > 3 }.sorted(by: \.pages).select { $0.title }.distinct().limit(3)
      """#)
    let order = #"sort before selecting: 'Book.sorted(by: \.pages).select { $0.title }'"#
    #expect(
      report == #"""
        1:34: error: 'sorted(by:_:)' is unavailable: \#(order)
        2:46: error: 'sorted(_:by:)' is unavailable: \#(order)
        3:34: error: 'where' is unavailable: conditions come before the columns: 'Book.where { $0.pages > 300 }.select { $0.title }', and those of groups are written with 'having'
        4:34: error: 'group(by:)' is unavailable: objects are grouped before columns are selected: 'Book.group(by: \.genre).select { ($0.genre, $0.count) }'
        """#)
  }

  @Test func aComparisonWithNilThatCanOnlyBeABoolIsReported() throws {
    let report = try report(
      #"""
      let a = Author.where { $0.email == nil ? $0.isKnown.isTrue : $0.name == "x" }
      let b = Author.where { $0.isKnown && !($0.email == nil) }
      let c = Author.where { a in a.books.any { $0.isRead && a.email != nil } }
      """#)
    #expect(
      report == """
        1:33: error: '==' is deprecated: Swift takes this comparison with nil for a Bool, which no store can answer; write 'isNil()', or 'isNil().outer()' of what another closure is given [#DeprecatedDeclaration]
        """)
  }

  @Test func textOfWhatStandsForValuesIsRefusedWithTheFormThatTheStoreHas() throws {
    let report = try report(
      #"""
      let a = Book.where { $0.title == "\($0.title)" }
      let b = Book.where { $0.title.contains("\($0.pages + 1)") }
      func c(_ c: ManagedObjectContext) throws { try c.update(Book.all) { $0.title = "\($0.title)!" } }
      let d = Book.group(by: \.title).having { $0.count > "\($0.count)".count }
      let e = Author.where { author in author.books.any { $0.title == "\(author.objectID)" } }
      """#)
    let sentence = """
      this represents a value that only the store has; have the store join texts by '+', as in \
      '$0.title + "!"', or fetch the values and make text of these
      """
    #expect(
      report == #"""
        1:36: error: getter for 'appendInterpolation' is unavailable: \#(sentence)
        2:42: error: getter for 'appendInterpolation' is unavailable: \#(sentence)
        3:82: error: getter for 'appendInterpolation' is unavailable: \#(sentence)
        4:55: error: getter for 'appendInterpolation' is unavailable: \#(sentence)
        5:67: error: getter for 'appendInterpolation' is unavailable: \#(sentence)
        """#)
  }

  @Test func textOfValuesAndRequestsIsMade() throws {
    let report = try report(
      #"""
      func forms(_ book: Book, _ number: Int, _ name: String?) throws {
        _ = Book.where { $0.title == "\(number)b" && $0.title != "\(book.title)\(book.objectID)" }
        _ = "\(Book.where { $0.pages > 1 }) \(Book.select { $0.pages }) \(Book.self) \(book)"
        _ = "\(name, default: "none") \([1, 2].map { "\($0)" }) \(number + 1) \(Date.now)"
        _ = Book.where {
          let condition = $0.pages > 1
          print("\(condition)")
          return condition
        }
      }
      """#)
    #expect(report == "")
  }

  @Test func aRequestDoesNotFetchByItself() throws {
    let report = try report(
      """
      func forms(_ context: ManagedObjectContext) throws {
        _ = Book.all.fetch(in: context)
        _ = Book.all.fetchAll(context)
        _ = Book.where { $0.pages > 1 }.fetchOne(context)
        _ = Book.all.fetchCount(context)
        _ = Book.all.distinct()
        _ = Book.where { $0.payload["n"] == 1 }
        _ = Book.where { $0.payload["n"] != "a" }
      }
      """)
    #expect(
      report == """
        2:16: error: 'fetch(in:)' is unavailable: the context fetches: 'try context.fetch(request)'
        3:16: error: 'fetchAll' is unavailable: the context fetches: 'try context.fetch(request)'
        4:35: error: 'fetchOne' is unavailable: the context fetches: 'try context.first(request)'
        5:16: error: 'fetchCount' is unavailable: the context counts: 'try context.count(request)'
        6:16: error: 'distinct()' is unavailable: the objects of a request differ; of rows it leaves equal ones out: 'Book.select { $0.genre }.distinct()'
        7:36: error: '==' is unavailable: say what the value has to be: '$0.payload["n"].int == 1', '.string', '.bool'
        8:36: error: '!=' is unavailable: say what the value has to be: '$0.payload["n"].int != 1', '.string', '.bool'
        """)
  }

  @Test func whatRealmAndSwiftDataCallItIsToldByWhatItIsHere() throws {
    let report = try report(
      """
      func forms(_ context: ManagedObjectContext, _ book: Book) throws {
        _ = Book.where { $0.title.contains("a", options: .caseInsensitive) }
        _ = Book.where { $0.title.contains("a", options: [.caseInsensitive, .diacriticInsensitive]) }
        _ = Book.where { $0.title.starts(with: "a", options: .caseInsensitive) }
        _ = Book.where { $0.title.like("a*", caseInsensitive: true) }
        _ = Book.where { $0.pages.contains(1...5) }
        _ = Book.where { $0.pages.contains(1..<5) }
        context.insert(book)
      }
      """)
    #expect(
      report == """
        2:29: error: 'contains(_:options:)' is unavailable: write '.contains("x", ignoringCase: true)', or '.folded().contains("x")'
        3:29: error: 'contains(_:options:)' is unavailable: write '.contains("x", ignoringCase: true)', or '.folded().contains("x")'
        4:29: error: 'starts(with:options:)' is unavailable: write '.hasPrefix("x", ignoringCase: true)', or '.folded().hasPrefix("x")'
        5:29: error: 'like(_:caseInsensitive:)' is unavailable: write '.like("a%", ignoringCase: true)', with '%' for '*' and '_' for '?'
        6:29: error: 'contains' is unavailable: write '.in(1...3)', or '(1...3).contains($0.pages)'
        7:29: error: 'contains' is unavailable: write '.in(1...3)', or '(1...3).contains($0.pages)'
        8:11: error: 'insert' is unavailable: an object is inserted by being made: 'Book(title: "Emma", in: context)'
        """)
  }

  @Test func aValueOfJSONIsNoValueInAChangeOfManyObjects() throws {
    let report = try report(
      """
      func forms(_ context: ManagedObjectContext) throws {
        try context.update(Book.all) {
          let text: JSON? = $0.payload["n"]
          $0.payload["m"] = text
          let name: JSON? = $0.payload["a"]["b"]
          $0.payload["a"][0] = name
        }
      }
      """)
    #expect(
      report == """
        3:23: error: getter for 'subscript(_:)' is unavailable: the store knows the value; name it as '$0.payload["n"].int', '.string', '.bool'
        5:23: error: getter for 'subscript(_:)' is unavailable: the store knows the value; name it as '$0.payload["n"].int', '.string', '.bool'
        """)
  }

  @Test func whatCoreDataCallsItIsToldByWhatItIsHere() throws {
    let report = try report(
      """
      func forms(_ context: ManagedObjectContext, _ container: PersistentContainer) throws {
        _ = ManagedObjectContext(parent: context)
        context.reset()
        context.perform { context.rollback() }
        context.performAndWait { context.rollback() }
        _ = container.viewContext
        container.performBackgroundTask { $0.rollback() }
      }
      func others(_ context: ManagedObjectContext, _ container: PersistentContainer, _ book: Book) {
        _ = container.stream(Book.all)
        context.update(book) { $0.pages = 1 }
      }
      """)
    #expect(
      report == """
        2:7: error: 'init(parent:)' is unavailable: a nested context is made by its parent: 'context.nested()'
        3:11: error: 'reset()' is unavailable: take changes back with 'rollback()', let all be read again with 'refreshAll()', or begin another context: 'container.newContext()'
        4:11: error: 'perform' is unavailable: a context has no queue and is used where it was made; elsewhere write 'try await container.write { context in … }' or 'container.read { context in … }'
        5:11: error: 'performAndWait' is unavailable: a context has no queue and is used where it was made; elsewhere write 'try await container.write { context in … }' or 'container.read { context in … }'
        6:17: error: 'viewContext' is unavailable: contexts are made where they are used: 'container.newContext()'
        7:13: error: 'performBackgroundTask' is unavailable: write 'try await container.write { context in … }'
        10:17: error: 'stream(_:batch:)' is unavailable: objects stay in their context; stream what is wanted of each, 'container.stream(Book.all) { $0.title }', or values, 'container.stream(Book.all, as: Book.Values.self)'
        11:11: error: 'update' is unavailable: an object is assigned to, and saved: 'book.pages = 3'; 'update' changes the objects of a request in the store
        """)
  }

  @Test func greatNumbersWithoutASignAreNotComparedWithReals() throws {
    let model = """
      @Entity final class Weight: ManagedObject {
        var mass: UInt64 = 0
        var amount: Int = 0
        var limit: Double = 0
      }

      """
    let first = model.split(separator: "\n", omittingEmptySubsequences: false).count
    let forms = """
      let a = Weight.where { $0.mass < $0.limit }
      let b = Weight.where { $0.limit >= $0.mass }
      let c = Weight.group(by: \\.amount).having { $0.limit.maximum > $0.mass.maximum }
      let d = Weight.where { $0.amount < $0.limit && $0.limit >= $0.amount && $0.mass > 5 }
      let e = Weight.group(by: \\.amount).having { $0.limit.maximum > $0.amount.maximum }
      """
    let lines = try report(model + forms).split(separator: "\n").compactMap { line in
      line.split(separator: ":").first.flatMap { Int($0) }.map { $0 - first + 1 }
    }
    #expect(Set(lines) == [1, 2, 3])
  }

  @Test func whatIsNotComparedIsRefusedWithTheFormThatIs() throws {
    let model = """
      enum Kind: String, Storable { case red, blue }
      struct Paint: Hashable, Sendable { var hex = "" }
      enum PaintText: AttributeTransform {
        static func stored(_ paint: Paint) -> String { paint.hex }
        static func value(_ text: String) -> Paint { Paint(hex: text) }
      }
      enum NumbersText: AttributeTransform {
        static func stored(_ numbers: [Int]) -> String { "\\(numbers.count)" }
        static func value(_ text: String) -> [Int] { [] }
      }
      @Entity final class Item: ManagedObject {
        var kind: Kind = .red
        var other: Kind?
        var pages: Int = 0
        var length: Duration = .zero
        var tags: [String] = []
        @Attribute(transform: PaintText.self) var paint: Paint = Paint()
        @Attribute(transform: NumbersText.self) var nums: [Int] = []
      }

      """
    func report(_ forms: String) throws -> String {
      try Compiler.check(forms, behind: Self.model + model)
    }
    #expect(
      try report(
        #"""
        let a = Item.where { $0.kind == "red" }
        let b = Item.where { $0.other != "red" && $0.pages > 1 }
        let c = Item.where { "red" == $0.kind }
        let d = Item.where { ($0.pages > 1) == ($0.length > .zero) }
        let e = Item.where { ($0.pages > 1) != ($0.length > .zero) }
        let f = Item.where { $0.nums == [1] }
        let g = Item.where { $0.paint != Paint() }
        let h = Item.where { $0.tags == ["x"] }
        let i = Item.where { $0.length * 2 > .seconds(3) }
        let j = Item.where { $0.length / 2 > .seconds(3) }
        """#) == #"""
          1:30: error: '==' is unavailable: the attribute is an enumeration; compare it with a case, '$0.kind == .red', or with the case of a raw value, '$0.kind == Kind(rawValue: text)'
          2:31: error: '!=' is unavailable: the attribute is an enumeration; compare it with a case, '$0.kind != .red', or with the case of a raw value, '$0.kind != Kind(rawValue: text)'
          3:28: error: '==' is unavailable: the attribute is an enumeration; compare it with a case, '$0.kind == .red', or with the case of a raw value, '$0.kind == Kind(rawValue: text)'
          4:37: error: '==' is unavailable: conditions are not compared; write '(a && b) || (!a && !b)' for both or neither of two
          5:37: error: '!=' is unavailable: conditions are not compared; write '(a && !b) || (!a && b)' for one of two and not the other
          6:30: error: '==' is unavailable: an attribute that is stored as JSON can only be compared with nil; declare its type Storable ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a to-many '$0.books.isEmpty' or '$0.books.contains(book)'
          7:31: error: '!=' is unavailable: an attribute that is stored as JSON can only be compared with nil; declare its type Storable ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a to-many '$0.books.isEmpty' or '$0.books.contains(book)'
          8:30: error: '==' is unavailable: an attribute that is stored as JSON can only be compared with nil; declare its type Storable ('enum Kind: String, Storable') to compare it; of one with a transform write '$0.$color', of a to-many '$0.books.isEmpty' or '$0.books.contains(book)'
          9:32: error: '*' is unavailable: durations are added to each other and subtracted; store seconds as a number to compute anything else, or compute the other side: '$0.length > limit / 2'
          10:32: error: '/' is unavailable: durations are added to each other and subtracted; store seconds as a number to compute anything else, or compute the other side: '$0.length > limit * 2'
          """#)
    #expect(
      try report(
        #"""
        func forms(_ text: String, _ numbers: [Int], _ limit: Duration) {
          _ = Item.where { $0.kind == .red || $0.other == Kind(rawValue: text) || .blue == $0.kind }
          _ = Item.where { $0.$nums == [1] && $0.$paint != Paint() && $0.pages.in(numbers) }
          _ = Item.where { $0.length + .seconds(5) > limit / 2 }
        }
        """#) == "")
  }

  @Test func formsOfOtherLibrariesThatMeanTheSameAreAccepted() throws {
    let report = try report(
      #"""
      func forms(_ words: [String], _ flag: Bool, _ wanted: String?, _ author: Author) {
        _ = Book.where { $0.date > Date.now.addingTimeInterval(-86400) && $0.date < .now }
        _ = Book.where { $0.author == author || $0.author.name.hasPrefix("x") && !$0.isRead }
        _ = Book.where { words.contains($0.title) || Set(words).contains($0.title) }
        _ = Book.where { book in words.map { book.title.contains($0) }.reduce(.true, &&) }
        _ = Book.where { book in if flag { book.pages > 1 } else { book.pages < 1 } }
        _ = Book.where { let pages = $0.pages; return pages > 1 && pages < 5 }
        _ = Book.where { $0.title == wanted && $0.title == "a\(words.count)b" }
        _ = Book.where { $0.pages.in(1, 2, 3) && abs($0.pages) < 3 && $0.title.folded() == "x" }
        _ = Book.where(\.isRead).sorted(by: \.objectID).limit(3)
        _ = Book.select(\.title)
        _ = Author.where { !$0.books.isEmpty && $0.books.contains { $0.pages > 1 } }
      }
      """#)
    #expect(report == "")
  }

  @Test func whatAPropertyOfAnotherObjectHasInSwiftIsNoPropertyOfIt() throws {
    let forms = [
      ("Shelf.where { $0.book.title == \"x\" }", true),
      ("Shelf.where { $0.book.title.hashValue == 3 }", false),
      ("Shelf.where { $0.book.title.count == 3 }", true),
      ("Shelf.where { $0.book.title.utf8.count == 3 }", false),
      ("Shelf.where { $0.book.tags.first == \"x\" }", false),
      ("Shelf.where { $0.book.date > .now }", true),
      ("Shelf.where { $0.book.date.timeIntervalSinceNow > 3 }", false),
      ("Shelf.where { $0.book.pages.description == \"x\" }", false),
      ("Shelf.where { $0.book.author.books.count > 3 }", true),
      ("Shelf.where { $0.book.author.books.capacity > 3 }", false),
      ("Shelf.where { $0.book.author.books.first.title == \"x\" }", false),
      ("Shelf.where { $0.book.author.email == nil }", true),
      ("Shelf.where { $0.book.author.email.hashValue == 3 }", false),
      ("Book.where { $0.author.email.hashValue == 3 }", false),
      ("Book.where { $0.author.books.first.pages > 3 }", false),
      ("Shelf.sorted { $0.book.title }", true),
      ("Shelf.sorted { $0.book.title.hashValue }", false),
      ("Shelf.all.prefetching(\\.book.author.books)", true),
      ("Shelf.all.prefetching(\\.book.author.books.first)", false),
    ]
    let lines = forms.map { "let _ = \($0.0)" }
    let shelf =
      "@Entity final class Shelf: ManagedObject { "
      + "@Relationship(inverse: .implicit) var book: Book }"
    let report = try report(([shelf] + lines).joined(separator: "\n"))
    let reported = Set(report.split(separator: "\n").compactMap { Int($0.prefix { $0 != ":" }) })
    let refused = forms.indices.filter { !forms[$0].1 }.map { $0 + 2 }
    #expect(reported.sorted() == refused, "\(report)")
  }

  @Test func groupsAreMadeOfColumnsAlone() throws {
    let report = try report(
      #"""
      let a = Book.group { $0.pages > 500 }
      let b = Author.all.group { $0.books }
      let c = Author.group { ($0.name, $0.books) }
      let d = Author.all.group { _ in }
      let e = Book.select { $0.pages > 500 }
      let f = Book.all.select { ($0.title, $0.pages > 500) }
      let g = Book.select(\.title, \.pages)
      let h = Book.group { $0.value { $0.pages > 500 } }.select { $0.value { $0.pages > 500 } }
      let i = Book.group { ($0.isRead, $0.author.name) }.select { ($0.isRead, $0.count) }
      """#)
    #expect(
      report.split(separator: "\n").filter { !$0.hasSuffix("[#no-usage]") }
        .joined(separator: "\n") == #"""
          1:22: error: conformance of 'GroupCondition<Root>' to 'ResultColumn' is unavailable: a condition is made a column, or a key, in a closure of its own: '$0.value { $0.pages > 300 }'
          2:28: error: conformance of 'MembersColumn<Root, Member>' to 'ResultColumn' is unavailable: the members of a to-many are no column and no key; select what is computed of them, '$0.books.count', '$0.books.max(\.pages)', or fetch the objects and read them there
          3:24: error: conformance of 'MembersColumn<Root, Member>' to 'ResultColumn' is unavailable: the members of a to-many are no column and no key; select what is computed of them, '$0.books.count', '$0.books.max(\.pages)', or fetch the objects and read them there
          4:20: error: 'group(by:)' is unavailable: the closure makes the keys of the groups: a column or several in parentheses, '{ ($0.genre, $0.author.name) }'; a condition is made one by '$0.value { $0.pages > 300 }', and a to-many is none
          5:23: error: conformance of 'GroupCondition<Root>' to 'ResultColumn' is unavailable: a condition is made a column, or a key, in a closure of its own: '$0.value { $0.pages > 300 }'
          6:27: error: conformance of 'GroupCondition<Root>' to 'ResultColumn' is unavailable: a condition is made a column, or a key, in a closure of its own: '$0.value { $0.pages > 300 }'
          7:14: error: 'select' is unavailable: several columns are selected in a closure: '{ ($0.title, $0.pages) }'
          """#)
  }

  @Test func requestsAreMadeOneAfterTheOther() throws {
    let report = try report(
      #"""
      let a = Book.all.skip(3)
      let b = Book.all.prefetching(\.author, \.author.books)
      let c = Book.all.or { $0.isRead && $0.pages > 3 }
      let d = Book.all.except(Book.where { $0.isRead })
      let e = Book.all.intersection(Book.where { $0.isRead })
      """#)
    #expect(
      report == #"""
        1:18: error: 'skip' has been renamed to 'offset(_:)'
        2:18: error: 'prefetching' is unavailable: each path is named by itself: '.prefetching(\.a).prefetching(\.b)'
        3:18: error: 'or' is unavailable: one condition has both, '.where { $0.isNew || $0.pages > 300 }', or '.union(other)'
        4:18: error: 'except' is unavailable: write what they must not be: '.where { !(…) }', '.where { !$0.objectID.in(other) }'
        5:18: error: 'intersection' is unavailable: write it as a condition: '.where { $0.objectID.in(other) }'
        """#)
  }

  @Test func whatOnlySwiftKnowsOfAValueIsRefusedWithASentence() throws {
    let report = try report(
      #"""
      let a = Book.where { $0.title.capitalized == "X" }
      let b = Book.where { $0.author.name.hashValue == 3 }
      let c = Book.where { $0.date.timeIntervalSince1970 > 3 }
      let d = Author.where { $0.books.title == "x" }
      let e = Book.where { $0.author.books.title == "x" }
      let f = Author.where { $0.email.count > 3 && $0.books.count > 3 && $0.name.count > 3 }
      """#)
    let sentence =
      "a condition is data for a store, which knows no such member of a value; what it can compute "
      + "is 'count', 'lowercased()', 'part(.year)' and their like, and all else is for what is "
      + "fetched"
    #expect(
      report == """
        1:22: error: conformance of 'String' to '__OptionalToOneOrComposition' is unavailable: \(sentence)
        2:22: error: conformance of 'String' to '__OptionalToOneOrComposition' is unavailable: \(sentence)
        3:22: error: conformance of 'Date' to '__OptionalToOneOrComposition' is unavailable: \(sentence)
        4:33: error: subscript 'subscript(dynamicMember:)' requires that 'Set<Book>' conform to '__OptionalToOneOrComposition'
        5:38: error: subscript 'subscript(dynamicMember:)' requires that 'Set<Book>' conform to '__OptionalToOneOrComposition'
        """)
  }

  @Test func whatOthersCallOneObjectOrOneColumnIsRefusedWithTheFormOfThisLibrary() throws {
    let report = try report(
      #"""
      let a = Book.exclude { $0.pages > 3 }
      let b = Book.pluck(\.title)
      let c = Book.all.pluck(\.title)
      let d = Book.all.range(2..<5)
      func e(_ context: ManagedObjectContext) throws {
        _ = try context.fetchOne(Book.all)
        _ = try context.fetchAll(Book.all)
        _ = try context.last(Book.sorted(by: \.title))
      }
      let f = Author.where { max($0.name, $0.email) > "a" && min($0.email, $0.name) < "b" }
      """#)
    #expect(
      report == #"""
        1:14: error: 'exclude' is unavailable: say what is not to hold: '.where { \#
        !($0.pages > 3) }'
        2:14: error: 'pluck' is unavailable: select what is wanted and fetch it: 'try \#
        context.fetch(Book.select { $0.title })'
        3:18: error: 'pluck' is unavailable: select what is wanted and fetch it: 'try \#
        context.fetch(request.select { $0.title })'
        4:18: error: 'range' is unavailable: take a part by '.offset(20).limit(10)', or \#
        pages by 'page(…)'
        6:19: error: 'fetchOne' has been renamed to 'first(_:)'
        7:19: error: 'fetchAll' has been renamed to 'fetch(_:)'
        8:19: error: 'last' is unavailable: ask for the first in the other order: 'try \#
        context.first(Book.sorted(by: \.title, .descending))'
        """#)
  }

  @Test func formsOfOtherLibrariesAreRefusedWithThoseOfThisOne() throws {
    let report = try report(
      #"""
      let a = Book.all.order(\.title)
      let b = Book.order(\.title)
      let c = Book.all.orderBy("title")
      let d = Book.all.sorted(by: "title")
      let e = Book.all.sorted(by: \.title, ascending: false)
      let f = Book.where("pages > 3")
      let g = Book.all.take(3)
      let h = Book.all.exclude { $0.pages > 3 }
      let i = Book.all.isEmpty
      let j = Book.all[0..<10]
      let k = Book.where { $0.title.isLike("x%") }
      let l = Book.where { $0.title.isIn(["a"]) }
      let m = Book.where { $0.title.notIn(["a"]) }
      let n = Author.where { $0.books.some { $0.pages > 3 } }
      let o = Author.where { $0.books.avg(\.pages) > 3 }
      let p = MergePolicy.mergeByPropertyObjectTrump
      let q = Book.fetchRequest()
      func r(_ context: ManagedObjectContext, _ id: ObjectID, _ book: Book) throws {
        _ = try context.existingObject(with: id)
        context.refreshAllObjects()
        context.refresh(book, mergeChanges: true)
        _ = try context.find(Book.self, id)
        try context.delete(model: Book.self)
        context.transaction {}
      }
      let s = Book.sorted(by: \.title, .descending).where { !$0.title.in(["a"]) }
      """#)
    #expect(
      report == #"""
        1:18: error: 'order' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        2:14: error: 'order' has been renamed to 'sorted(by:_:ignoringCase:nils:)'
        3:18: error: 'orderBy' is unavailable: name the property: '.sorted(by: \.title)'; \#
        a name that comes as a text is for 'DynamicRequest("Book").sorted(by: "title")'
        4:18: error: 'sorted(by:ascending:)' is unavailable: name the property: \#
        '.sorted(by: \.title)'; a name that comes as a text is for \#
        'DynamicRequest("Book").sorted(by: "title")'
        5:18: error: 'sorted(by:ascending:)' is unavailable: say the direction: \#
        '.sorted(by: \.title, .descending)'
        6:14: error: 'where' is unavailable: write the condition in Swift: '.where { \#
        $0.pages > 3 }'; one that comes as a text is for 'DynamicRequest', or JSON and a \#
        'FilterPolicy'
        7:18: error: 'take' has been renamed to 'limit(_:)'
        8:18: error: 'exclude' is unavailable: say what is not to hold: '.where { \#
        !($0.pages > 3) }'
        9:18: error: 'isEmpty' is unavailable: a context knows: 'try \#
        !context.exists(request)'
        10:9: error: 'subscript(_:)' is unavailable: take a part by \#
        '.offset(20).limit(10)', or pages by 'page(…)'
        11:31: error: 'isLike' has been renamed to 'like(_:)'
        12:31: error: 'isIn' has been renamed to 'in(_:)'
        13:31: error: 'notIn' is unavailable: say that it is in none: \#
        '!$0.title.in(titles)'
        14:33: error: 'some' has been renamed to 'any(_:)'
        15:33: error: 'avg' is unavailable: the average is '$0.books.average(\.pages)'
        16:21: error: 'mergeByPropertyObjectTrump' is unavailable: write \#
        '.byProperty(preferring: .ours)'
        17:14: error: 'fetchRequest()' is unavailable: 'Book.all' is the request for all \#
        objects of a class
        19:19: error: 'existingObject(with:)' is unavailable: say of which class: 'try \#
        object(Book.self, with: id)'
        20:11: error: 'refreshAllObjects()' has been renamed to 'refreshAll()'
        21:11: error: 'refresh(_:mergeChanges:)' has been renamed to \#
        'refresh(_:mergingChanges:)'
        22:19: error: 'find' has been renamed to 'object(_:with:)'
        23:15: error: 'delete(model:)' is unavailable: delete all by 'try \#
        context.deleteAll(Book.all)'
        24:11: error: 'transaction' is unavailable: a save is a transaction; one that \#
        reads too, and is tried again where others are in the way, is 'try await \#
        container.write { context in … }'
        """#)
  }

  @Test func theOppositeOfAnOptionalBooleanIsAComparison() throws {
    let report = try report(
      #"""
      @Entity final class Flag: ManagedObject { var isUp: Bool? }
      let a = Flag.where { !$0.isUp }
      let b = Flag.where { $0.isUp == false }
      let c = Flag.where { !($0.isUp == true) }
      """#)
    #expect(
      report
        == "2:22: error: '!' is unavailable: the value may be nil: write '$0.isOpen == false', or "
        + "'$0.isOpen != true'")
  }
}
