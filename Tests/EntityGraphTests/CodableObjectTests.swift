import EntityGraph
import Foundation
import Testing

/// What coders make of objects of entities that are `.codable`.
@Suite struct CodableObjectTests {
  private typealias Author = CodableShop.Author
  private typealias Book = CodableShop.Book
  private typealias Novel = CodableShop.Novel

  private let context: ManagedObjectContext
  private let author: Author

  init() throws {
    context = try CodableShop.container().newContext()
    author = Author(email: "u@example.org", in: context)
    try context.save()
  }

  private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo[.managedObjectContext] = context.forDecoding
    return decoder
  }

  private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    try decoder().decode(type, from: Data(json.utf8))
  }

  private func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
  }

  private func newBooks() throws -> [Book] {
    try context.fetch(Book.sorted(by: \.title)).filter { $0.objectID.isTemporary }
  }

  // MARK: Encoding

  @Test func anObjectIsEncodedAsItsValues() throws {
    let book = Book(title: "T", genre: .science, pages: 7, author: author, in: context)
    book.tags = ["a"]
    try context.save()
    #expect(try encode(book) == encode(Book.Values(book)))
    #expect(
      try encode(book) == """
        {"author":"\(author.objectID)","genre":"science","objectID":"\(book.objectID)","pages":7,\
        "tags":["a"],"title":"T"}
        """)
    book.pages = 8
    #expect(try encode([book]).contains("\"pages\":8"))
  }

  @Test func objectsAreEncodedWithinOtherValues() throws {
    struct Answer: Codable {
      var books: [Book]
      var author: Author?
      var byName: [String: Book]
    }
    let book = Book(title: "T", in: context)
    try context.save()
    let one = try encode(book)
    let answer = Answer(books: [book], author: nil, byName: ["x": book])
    #expect(try encode(answer) == "{\"books\":[\(one)],\"byName\":{\"x\":\(one)}}")
  }

  @Test func anObjectOfASubclassIsEncodedWithAllThatIsItsOwn() throws {
    let novel = Novel(plot: "P", in: context)
    novel.title = "N"
    try context.save()
    let books: [Book] = [novel]
    #expect(try encode(books) == encode([Novel.Values(novel)]))
    #expect(try encode(books).contains("\"plot\":\"P\""))
  }

  @Test func aSubclassThatIsNotCodableIsRefused() throws {
    let play = CodableShop.Play(in: context)
    play.title = "P"
    let error = #expect(throws: EncodingError.self) { try encode([play] as [Book]) }
    guard case .invalidValue(_, let details) = error else { return }
    #expect(
      details.debugDescription
        == "'Play' is not '.codable' itself, so that its own attributes would be lost; write "
        + "'@Entity(.codable)' for it as for its superclass")
    #expect(details.codingPath.map { $0.intValue } == [0])
    let refusal = #expect(throws: DecodingError.self) {
      try decode(CodableShop.Play.self, #"{"title":"P"}"#)
    }
    #expect(
      refusal.map(text)
        == "'Play' is not '.codable' itself; write '@Entity(.codable)' for it as for its superclass"
    )
    #expect(try newBooks() == [play])
  }

  // MARK: Decoding

  @Test func decodingInsertsAnObject() throws {
    let book = try decode(
      Book.self,
      #"{"title":"T","genre":"science","price":12.5,"tags":["a"],"author":"\#(author.objectID)","x":1}"#
    )
    #expect(book.title == "T")
    #expect(book.genre == .science)
    #expect(book.pages == 0)
    #expect(book.price == 12.5)
    #expect(book.tags == ["a"])
    #expect(book.author === author)
    #expect(author.books == [book])
    #expect(book.objectID.isTemporary)
    try context.save()
    #expect(try context.count(Book.all) == 1)
  }

  @Test func aListMakesAnObjectOfEachElement() throws {
    let books = try decode([Book].self, #"[{"title":"A"},{"title":"B","pages":2}]"#)
    #expect(books.map(\.title) == ["A", "B"])
    #expect(try newBooks() == books)
  }

  @Test func aSubclassIsDecodedAsItself() throws {
    let novels = try decode([Novel].self, #"[{"title":"A","plot":"P"}]"#)
    #expect(novels.map(\.plot) == ["P"])
    let book = try decode(Book.self, #"{"title":"A","plot":"P"}"#)
    #expect(type(of: book) == Book.self)
  }

  @Test func whatIsEncodedAndDecodedIsAnotherObjectOfTheSameValues() throws {
    let book = Book(title: "T", pages: 7, price: 0.1, author: author, in: context)
    book.published = Date(timeIntervalSinceReferenceDate: 1.25)
    try context.save()
    let copy = try decode(Book.self, encode(book))
    #expect(copy !== book)
    var (left, right) = (Book.Values(book), Book.Values(copy))
    #expect(left != right)
    left.objectID = nil
    right.objectID = nil
    #expect(left == right)
  }

  @Test func propertyListsAreCodedToo() throws {
    let book = Book(title: "T", pages: 7, in: context)
    try context.save()
    let decoder = PropertyListDecoder()
    decoder.userInfo[.managedObjectContext] = context.forDecoding
    let copies = try decoder.decode([Book].self, from: PropertyListEncoder().encode([book]))
    #expect(copies.map(\.pages) == [7])
  }

  @Test func aDecoderWithoutAContextIsRefused() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Book].self, from: Data(#"[{"title":"A"}]"#.utf8))
    }
    #expect(
      error.map(text)
        == "decoding 'Book' inserts an object, which takes a context: "
        + "'decoder.userInfo[.managedObjectContext] = context.forDecoding'")
    #expect(error.map(path) == [0])
    #expect(try newBooks() == [])
  }

  @Test(arguments: [
    (
      #"[{"title":"A"},{"pages":1}]"#,
      "'Book.title' is required and has no default, so that 'title' must be given"
    ),
    (
      #"[{"title":"A"},{"title":"B","author":"Author-99"}]"#,
      "'Book.author' cannot refer to Author-99, since there is no such object of 'Author'"
    ),
    (
      #"[{"title":"A"},{"title":"B","genre":"war"}]"#,
      "Cannot initialize Genre from invalid String value war"
    ),
  ])
  func whatIsWrongIsNamedAndCanBeTakenBack(_ json: String, _ message: String) throws {
    let error = #expect(throws: DecodingError.self) { try decode([Book].self, json) }
    #expect(error.map(text) == message)
    #expect(try newBooks().map(\.title) == ["A"])
    context.rollback()
    #expect(try newBooks() == [])
  }

  @Test func anAbstractEntityIsNotDecoded() throws {
    let circle = try decode(CodableShop.Circle.self, #"{"size":1,"radius":2}"#)
    #expect(circle.radius == 2)
    let error = #expect(throws: DecodingError.self) {
      try decode(CodableShop.Form.self, #"{"size":1}"#)
    }
    #expect(
      error.map(text)
        == "'Form' is abstract and has no objects of its own; decode one of a class that extends it"
    )
  }

  @Test func aContainersWriteDecodesAndSaves() async throws {
    let container = try CodableShop.container()
    let body = Data(#"[{"title":"A"},{"title":"B"}]"#.utf8)
    let count = try await container.write { context in
      let decoder = JSONDecoder()
      decoder.userInfo[.managedObjectContext] = context.forDecoding
      return try decoder.decode([Book].self, from: body).count
    }
    #expect(count == 2)
    let text = try await container.read { context in
      let books = try context.fetch(Book.sorted(by: \.title))
      return String(decoding: try JSONEncoder.sorted.encode(books.map(\.title)), as: UTF8.self)
    }
    #expect(text == #"["A","B"]"#)
  }

  // MARK: The compiler

  @Test func theCompilerRefusesWhatCannotBe() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity(.values, .codable) final class Book: ManagedObject { var title: String }
      func make() {
        @Entity(.codable) final class Local: ManagedObject { var title: String }
      }
      """)
    #expect(
      report == """
        2:19: error: 'codable' is unavailable: write '.codable' before the other options
        4:33: error: local type cannot have attached extension macro
        """)
  }

  @Test func publicClassesAndThoseOfThePackageAreCodable() throws {
    let report = try Compiler.check(
      """
      public import EntityGraph
      @Entity(.codable) open class Book: ManagedObject { public var title: String }
      @Entity(.codable, originalName: "Story") public final class Novel: Book {
        public var plot: String
      }
      extension Book {
        @Entity(.codable, .abstract) package class Part: ManagedObject { var number: Int }
      }
      private enum Inner {
        @Entity(.codable) fileprivate final class Note: ManagedObject { var text: String }
      }
      public func coded(_ book: Book, _ novels: [Novel]) -> (any Codable, any Encodable) {
        (book, novels)
      }
      """, upTo: .code)
    #expect(report == "")
  }

  private func text(_ error: DecodingError) -> String {
    switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.debugDescription
    @unknown default: ""
    }
  }

  private func path(_ error: DecodingError) -> [Int?] {
    guard case .dataCorrupted(let context) = error else { return [] }
    return context.codingPath.map { $0.intValue }
  }
}
