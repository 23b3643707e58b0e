import Testing

/// A source without mistakes.
struct SampleModel: CustomTestStringConvertible {
  let testDescription: String
  let source: String

  /// Models that between them have everything that the expander knows.
  static let all = [
    SampleModel(testDescription: "bookshop", source: bookshop),
    SampleModel(testDescription: "names and values", source: namesAndValues),
    SampleModel(testDescription: "shapes", source: shapes),
  ]

  private static let bookshop = #"""
    import EntityGraph

    enum Genre: String, Storable { case fiction, science }

    @Entity final class Author: ManagedObject {
      @Attribute(.unique) var email: String
      @Attribute(.indexed, originalName: "fullName", column: "full_name") var name: String
      var born: Date?
      @Relationship(inverse: "author", deleteRule: .cascade, minimumCount: 1, maximumCount: 9)
      var books: Set<Book>
      @Fetched(Book.self, where: { book, author in book.author == author }, sortedBy: \.title)
      var longBooks: [Book]
      @Fetched(countOf: Book.self) var count: Int
    }

    @Entity open class Book: ManagedObject {
      @Attribute(.indexed) public var title: String
      @Attribute public var genre: Genre = .fiction
      public var created: Date = Date()
      @Relationship(inverse: "books", deleteRule: .nullify) public var author: Author
      @Relationship(inverse: "sequel", deleteRule: .nullify) public var prequel: Book?
      @Relationship(inverse: "prequel", deleteRule: .nullify) public var sequel: Book?
      @Transient public var isSelected: Bool = false
      @Ignore var note: String?
    }

    @Entity final class Novel: Book { @Attribute var plot: String = "thin" }
    """#

  private static let namesAndValues = #"""
    @Entity class Book: ManagedObject {
      var `default`: Int
      var `some thing`: String = "with \"quotes\" and \\"
      @available(*, deprecated) var old: [String: [Int]]? = ["a": [1, -2]]
      private var hidden: Double = -1.5e3
      var text: String = """
        many
          lines
        """
      var closure: Int = { let x = 3; return x }()
      var unwrapped: Int!
      var map: Dictionary<
        String,  // the key
        Int
      > = [:]
    }
    """#

  private static let shapes = """
    public enum Shop {}
    public extension Shop {
      @Entity class Empty: EntityGraph.ManagedObject {}
    }
    func local() {
      @Entity final class Local: ManagedObject {
        #if DEBUG
          var a: Int
        #elseif os(Linux)
          var b: Int
        #else
          var c: Int
        #endif
        let constant = 3
        var computed: Int { constant }
        static let shared = Local.self
        init(other: Int) {}
      }
    }
    """
}
