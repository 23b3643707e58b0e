import TestSupport
import Testing

/// Derived attributes: what is printed of them, and what is refused.
@Suite struct DerivedExpansionTests {
  @Test func aDerivedAttributeCanBeReadAndIsNoParameter() {
    assertMembers(
      ["init", "__describe"],
      of: """
        @Entity final class Author: ManagedObject {
          var name: String
          @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
          @Attribute(.derived { (author: Fields<Author>) in author.books.count }, .indexed)
          var bookCount: Int
          @Attribute(.derived({ (author: Fields<Author>) in author.name.length })) var length: Int?
        }
        """
    ) {
      #"""
      init(name: String, books: Set<Book> = [], in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(name: .init(name))
        __didInsert(0..<4)
        if !books.isEmpty { __setObjects(__Index.books, books) }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Author.self, "Author")
        entity.attribute("name", String.self)
        entity.relationship("books", Set<Book>.self, inverse: "author", deleteRule: .cascade)
        entity.inverse("books", \Book.author as Swift.KeyPath<Book, _>, of: Author.self)
        entity.derived(
          "bookCount", Int.self, isIndexed: true, { (author: Fields<Author>) in author.books.count })
        entity.derived("length", Int?.self, { (author: Fields<Author>) in author.name.length })
      }
      """#
    }
  }

  @Test func acceptsAListOfIndexesThatNamesADerivedAttribute() {
    assertExpansion(
      of: """
        @Entity(indexes: [["name", "-length"]]) final class Author: ManagedObject {
          var name: String
          @Attribute(.derived { (author: Fields<Author>) in author.name.length }) var length: Int?
        }
        """)
  }

  @Test func rejectsAListThatHasADerivedAttributeByMoreThanItsName() {
    assertExpansion(
      of: """
        @Entity(unique: [["name", "length"]], indexes: [["name", "length == nil"]])
        final class Author: ManagedObject {
          var name: String
          @Attribute(.derived { (author: Fields<Author>) in author.name.length }) var length: Int?
        }
        """,
      diagnostics: """
        @Entity(unique: [["name", "length"]], indexes: [["name", "length == nil"]])
                                  ^^^^^^^^
        error: 'length' is derived of others, which lists of 'indexes:' alone name; what is unique are attributes and to-one relationships, and texts without case, 'name.lowercased()' [entity.index-derived]
        @Entity(unique: [["name", "length"]], indexes: [["name", "length == nil"]])
                                                                 ^^^^^^^^^^^^^^^
        error: 'length' is derived of others, and a list has it by its name alone; write 'length' [entity.index-derived]
        fix: write 'length'
        """,
      fixed: """
        @Entity(unique: [["name", "length"]], indexes: [["name", "length"]])
        final class Author: ManagedObject {
          var name: String
          @Attribute(.derived { (author: Fields<Author>) in author.name.length }) var length: Int?
        }
        """)
  }

  @Test func rejectsWhatCannotBeDerived() {
    assertExpansion(
      of: """
        @Entity final class Author: ManagedObject {
          @Attribute(.derived { author in author.books.count }) var untyped: Int
          @Attribute(.derived) var bare: Int
          @Attribute(.derived { (book: Fields<Book>) in book.pages }) var other: Int
          @Attribute(.derived { (author: Fields<Author>) in author.age }, .unique) var unique: Int
          @Attribute(.derived { (author: Fields<Author>) in author.age }, column: "c") var column: Int
          @Attribute(.derived { (author: Fields<Author>) in author.age }) var value: Int = 3
          @Attribute(.derived { (author: Fields<Author>) in author.books }) var books: Set<Book>
        }
        """,
      diagnostics: """
          @Attribute(.derived { author in author.books.count }) var untyped: Int
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: '.derived' takes a closure with its type written, which says what the attribute is: '.derived { (object: Fields<Author>) in object.… }' [attribute.derived-closure]
          @Attribute(.derived) var bare: Int
                     ^^^^^^^^
        error: '.derived' takes a closure with its type written, which says what the attribute is: '.derived { (object: Fields<Author>) in object.… }' [attribute.derived-closure]
          @Attribute(.derived { (book: Fields<Book>) in book.pages }) var other: Int
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: '.derived' is given the properties of the object itself, 'Fields<Author>', and not of 'Book' [attribute.derived-entity]
          @Attribute(.derived { (author: Fields<Author>) in author.age }, .unique) var unique: Int
                                                                          ^^^^^^^
        error: 'unique' is derived, which goes with '.indexed' and nothing else; leave '.unique' out [attribute.derived-argument]
          @Attribute(.derived { (author: Fields<Author>) in author.age }, column: "c") var column: Int
                                                                          ^^^^^^
        error: 'column' is derived, which goes with '.indexed' and nothing else; leave 'column:' out [attribute.derived-argument]
          @Attribute(.derived { (author: Fields<Author>) in author.age }) var value: Int = 3
                                                                                           ^
        error: 'value' cannot have a default value, since it is derived of others; remove the value [attribute.derived-value]
        fix: remove the value
          @Attribute(.derived { (author: Fields<Author>) in author.books }) var books: Set<Book>
                                                                                       ^^^^^^^^^
        error: 'books' cannot be of the type 'Set<Book>'; what is derived is a number, a text or another single value, and the count of a to-many is an 'Int' [attribute.derived-type]
        """)
  }
}
