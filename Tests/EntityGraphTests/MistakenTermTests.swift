import Testing

/// What the compiler says of one term that is wrong among others that are right, and how much it
/// tries of those that are right.
@Suite struct MistakenTermTests {
  private static let model = """
    import EntityGraph
    import Foundation
    @Entity final class Author: ManagedObject {
      var name: String
      @Relationship(inverse: "author", deleteRule: .nullify) var books: Set<Book>
    }
    @Entity final class Book: ManagedObject {
      var title: String
      var pages: Int
      var price: Double
      var isbn: String?
      var weight: Double?
      var isRead: Bool = false
      var published: Date
      var tags: [String] = []
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
    }
    let (title, limit, count) = ("A", 3, 5.5)

    """

  private static let comparison =
    "there is no such comparison; a value is compared with one of its own type: write "
    + "'$0.price < Double(limit)', or convert the property, '$0.pages.double < limit'"

  private static let arithmetic =
    "there is no such arithmetic; a value is computed with one of its own type: write "
    + "'$0.price * Double(count)', or convert the property, '$0.pages.double * 1.5'"

  private static let name =
    "value of type 'Field<Book, Author?>' has no dynamic member 'nam' using key path from "
    + "root type 'Optional<Author>.__Wrapped' (aka 'Author')"

  private static let date =
    "; a date has '.addingTimeInterval(86_400)' and '.timeIntervalSince($0.placed)'"

  @Test func `a value of another type is named among five terms`() throws {
    let report = try Compiler.check(
      """
      let a = Book.where {
        $0.title == title && $0.pages > limit && $0.price < 3 && $0.isbn == nil && $0.title != 5
      }
      let b = Book.where { $0.isRead && $0.price < limit }
      let c = Book.where { $0.author.name == 1 || $0.published > "2020" }
      """, behind: Self.model)
    #expect(
      report == """
        2:87: error: '!=' is unavailable: \(Self.comparison)
        4:44: error: '<' is unavailable: \(Self.comparison)
        5:37: error: '==' is unavailable: \(Self.comparison)
        5:58: error: '>' is unavailable: \(Self.comparison)
        """)
  }

  @Test func `arithmetic of two types is named`() throws {
    let report = try Compiler.check(
      """
      let a = Book.where { $0.pages + $0.price * 2 > 3 }
      let b = Book.where { $0.pages * count > 3 && $0.title == title }
      let c = Book.where { $0.pages.double * count > 3 && $0.pages.double + $0.price * 2 > 3 }
      let d = Book.where { $0.title + $0.isbn == title }
      let e = Book.where { $0.published - 86_400 > Date() }
      let f = Book.where { $0.pages.between(3, and: 5) }
      """, behind: Self.model)
    #expect(
      report == """
        1:31: error: '+' is unavailable: \(Self.arithmetic)\(Self.date)
        2:31: error: '*' is unavailable: \(Self.arithmetic)
        5:35: error: '-' is unavailable: \(Self.arithmetic)\(Self.date)
        6:31: error: 'between(_:and:)' is unavailable: write '.in(1...3)', whose upper bound is included
        """)
  }

  @Test func `a number is converted by the store`() throws {
    let report = try Compiler.check(
      """
      let a = Book.where { Double($0.pages) > $0.price }
      let b = Book.where { $0.price > Double($0.pages) && $0.isRead }
      let c = Book.where { $0.pages > Int($0.price) }
      let d = Book.where { Decimal($0.pages) == Decimal($0.price) }
      let e = Book.where { $0.title == String($0.pages) }
      let f = Double(limit) + Double(Int(count)) + Double(String(limit))!
      """, behind: Self.model)
    let converted = "'init(_:)' is unavailable: the store converts the value: write"
    #expect(
      report.split(separator: "\n").filter { !$0.contains("'where' is unavailable") }
        .joined(separator: "\n") == """
          1:22: error: \(converted) '$0.pages.double' in the closure
          2:33: error: \(converted) '$0.pages.double' in the closure
          3:33: error: \(converted) '$0.price.int' in the closure
          4:22: error: \(converted) '$0.pages.decimal' in the closure
          4:43: error: \(converted) '$0.pages.decimal' in the closure
          5:34: error: 'init(_:)' is unavailable: this represents a value that only the store has, which makes no text of numbers; compare the number, or fetch the values and make text of these
          """)
  }

  @Test func `a case that does not exist is named`() throws {
    let report = try Compiler.check(
      """
      enum Genre: String, Codable, Storable { case novel, science }
      @Entity final class Work: ManagedObject { var genre: Genre = .novel; var other: Genre? }
      let a = Work.where { $0.genre == .novle }
      let b = Work.where { $0.genre == .novel && $0.other != .novle }
      """, behind: Self.model)
    #expect(
      report == """
        3:35: error: cannot infer contextual base in reference to member 'novle'
        4:57: error: cannot infer contextual base in reference to member 'novle'
        """)
  }

  @Test func `a misspelt property behind a to-one is named`() throws {
    let report = try Compiler.check(
      """
      let a = Book.where { $0.author.nam == "x" }
      let b = Book.where { $0.isRead && $0.author.nam.hasPrefix("x") }
      let c = Book.sorted { $0.author.nam }
      """, behind: Self.model)
    #expect(
      report == """
        1:32: error: \(Self.name)
        2:45: error: \(Self.name)
        3:33: error: \(Self.name)
        """)
  }

  @Test func `what is computed of a group is compared with its own type`() throws {
    let report = try Compiler.check(
      """
      let a = Book.group(by: \\.isRead).having {
        $0.count > "3" && $0.pages.average > 100 && $0.price.sum < 1000
      }
      let b = Book.group(by: \\.isRead).having { $0.count > 3 && $0.price.sum < 99.5 }
      """, behind: Self.model)
    #expect(
      report == """
        2:12: error: '>' is unavailable: there is no such comparison; what is computed of a group is compared with a value of its own type: '$0.count > 3', '$0.price.sum > 99.5'
        """)
  }

  @Test func `what is no column is named at any place of a row`() throws {
    let report = try Compiler.check(
      """
      let a = Book.select { ($0.title, $0.pages, $0.pages > 300, $0.price) }
      let b = Author.all.select { ($0.name, $0.books) }
      let c = Book.select { ($0.title, $0) }
      let d = Book.select { ($0.title, $0.value { $0.pages > 300 }, $0.author.books.count) }
      """, behind: Self.model)
    #expect(
      report == """
        1:23: error: conformance of 'GroupCondition<Root>' to 'ResultColumn' is unavailable: a condition is made a column, or a key, in a closure of its own: '$0.value { $0.pages > 300 }'
        2:29: error: conformance of 'MembersColumn<Root, Member>' to 'ResultColumn' is unavailable: the members of a to-many are no column and no key; select what is computed of them, '$0.books.count', '$0.books.max(\\.pages)', or fetch the objects and read them there
        3:23: error: conformance of 'Columns<Root>' to 'ResultColumn' is unavailable: '$0' is all columns and no column; select the id of the object, '$0.objectID', or fetch the objects themselves
        """)
  }

  @Test func `what is misspelt is named, beside other terms and within other closures`() throws {
    let report = try Compiler.check(
      #"""
      let a = Author.where { $0.books.any { $0.pags > 5 } }
      let b = Author.where { $0.name == "x" && $0.books.any { $0.pags > 5 } && $0.name != "y" }
      let c = Book.where { $0.pages > 1 && $0.author.books.max(\.pags) > 5 && $0.price < 3 }
      let d = Book.where { $0.pages > 1 && $0.author.nam == "x" && $0.price < 3 && $0.isRead }
      let e = Author.where { $0.books.filter { $0.pags > 5 }.count > 1 && $0.name == "x" }
      let f = Book.where { $0.title.hasPrefx("x") && $0.pages > 1 && $0.price < 3 }
      let g = Book.where { $0.published.part(.year) == 1 && $0.titel == "x" && $0.author == nil }
      let h = Author.where { a in a.books.any { $0.title == a.nme } && a.name == "x" }
      """#, behind: Self.model)
    let pages =
      "value of type 'Fields<Set<Book>.Member>' (aka 'Fields<Book>') has no dynamic member 'pags' "
      + "using key path from root type 'Set<Book>.Member' (aka 'Book')"
    let prefix =
      "value of type 'Field<Book, String>' has no dynamic member 'hasPrefx' using key path from "
      + "root type 'String'"
    let title =
      "value of type 'Fields<Book>' has no dynamic member 'titel' using key path from root type "
      + "'Book'"
    let outer =
      "value of type 'Fields<Author>' has no dynamic member 'nme' using key path from root type "
      + "'Author'"
    #expect(
      report == """
        1:42: error: \(pages)
        2:60: error: \(pages)
        3:58: error: value of type 'Set<Book>.Member' (aka 'Book') has no member 'pags'
        4:48: error: \(Self.name)
        5:45: error: \(pages)
        6:31: error: \(prefix)
        6:31: error: cannot call value of non-function type 'Field<Book, Next>'
        7:58: error: \(title)
        8:57: error: \(outer)
        """)
  }

  @Test func `one where several are asked for, and several for one, are named`() throws {
    let report = try Compiler.check(
      #"""
      func f(_ book: Book, _ books: [Book], _ number: Int) {
        _ = Author.where { $0.books.contains([book]) }
        _ = Author.where { $0.books.contains("x") && $0.name == "x" }
        _ = Author.where { $0.name.in(number) }
      }
      """#, behind: Self.model)
    let several =
      "'contains' asks for one member, '$0.tags.contains(tag)'; of several, all are members by "
      + "'$0.tags.isSuperset(of: tags)', and any by '!$0.tags.isDisjoint(with: tags)'"
    let value =
      #"members are objects; ask for a value of one of them: '$0.tags.any { $0.name == "new" }'"#
    let one = "'in' asks for several values, '$0.pages.in([1, 2])'; one is asked for by '=='"
    #expect(
      report == """
        2:31: error: 'contains' is unavailable: \(several)
        3:31: error: 'contains' is unavailable: \(value)
        4:30: error: 'in' is unavailable: \(one)
        """)
  }

  @Test func `typical requests take the compiler few steps`() throws {
    let requests = #"""
      let a = Book.select {
        (
          $0.title, $0.pages, $0.price, $0.isbn, $0.isRead, $0.published, $0.author.name, $0.title,
          $0.pages, $0.price, $0.isbn, $0.isRead
        )
      }
      let b = Book.group { ($0.isRead, $0.author.name, $0.pages, $0.price, $0.isbn, $0.title) }
        .select { ($0.isRead, $0.author.name, $0.pages, $0.price, $0.isbn, $0.title, $0.count) }
      let c = Book.where {
        $0.title == title && $0.pages > limit && $0.price < 3 && $0.isbn == nil && $0.isRead
          && $0.title != "x" && $0.pages * 2 > limit && $0.author.name == title
      }
      let d = Book.where {
        $0.title == title || $0.title == "b" || $0.title == "c" || $0.title == "d"
          || $0.title == "e" || $0.title == "f" || $0.title == "g" || $0.title == "h"
      }
      let e = Author.where {
        $0.books.any { $0.pages > 300 && $0.isRead } && $0.books.count > 3
          && $0.books.sum(\.price) > 10
      }
      let f = Book.group(by: \.isRead)
        .having { $0.count > 3 && $0.pages.average > 100 && $0.price.sum < 1000 }
        .select { ($0.isRead, $0.count) }
      let g = Book.where { $0.pages * 2 + 1 > 5 && $0.pages * 3 - 1 < 100 && $0.weight / 2 > 3 }
      let h = Book.select { ($0.title, $0.price * 2, $0.weight / 2) }
      let i = Book.select { $0.title + ": " + $0.author.name + " " + ($0.isbn ?? "") }
      let j = Book.select { (($0.price * 2 - 1).sum, ($0.pages * 2 + 1).average, $0.count) }
      let l = Book.select {
        ($0.title, ($0.price * 2 - 1) / 3 + $0.price * $0.weight - 1, $0.pages * 3 + 1, $0.weight * 2)
      }
      let m = Book.where { $0.price * 2 - 3 < $0.weight / 4 + 1 }
      let n = Book.where { ($0.price * 2 - 1) / 3 + $0.price * 4 - 1 > $0.price * 2 - 1 && $0.isRead }
      let o = Author.where { $0.books.any { ($0.price * 2 - 1) / 3 + $0.price * 4 > 3 } }
      let k = Book.group { ($0.pages / 100 * 100, $0.title + ", " + $0.author.name) }
        .select { ($0.pages / 100 * 100, ($0.price * 2 - 1).sum) }
      """#
    #expect(try Compiler.check(requests, behind: Self.model, trying: 5000) == "")
    #expect(
      try Compiler.check(requests, behind: Self.model, trying: 10)
        .contains("unable to type-check this expression in reasonable time"))
  }
}
