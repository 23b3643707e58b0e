import Testing

/// Whole expansions of a small model.
@Suite struct AuthorTests {
  @Test func finalClassWithEveryKindOfProperty() {
    assertExpansion(
      of: #"""
        @Entity final class Author: ManagedObject {
          @Attribute(.unique) var email: String
          @Attribute(.indexed, originalName: "fullName", column: "full_name") var name: String
          var born: Date?
          @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
          @Fetched(Book.self, where: { book, author in book.author == author }, sortedBy: \.title)
          var longBooks: [Book]
        }
        """#
    ) {
      #"""
      @Entity final class Author: ManagedObject {
        @Attribute(.unique) var email: String {
          get {
            if __values == nil { __fire() }
            if let value = __values.email.value { return value }
            let value = __read(__values.email, __Index.email, String.self)
            return __values?.email.didRead(value) ?? value
          }
          set { __willWrite(__Index.email); __values.email = .init(newValue) }
        }
        @Attribute(.indexed, originalName: "fullName", column: "full_name") var name: String {
          get {
            if __values == nil { __fire() }
            if let value = __values.name.value { return value }
            let value = __read(__values.name, __Index.name, String.self)
            return __values?.name.didRead(value) ?? value
          }
          set { __willWrite(__Index.name); __values.name = .init(newValue) }
        }
        @EntityGraph.Attribute var born: Date? {
          get {
            if __values == nil { __fire() }
            return __values.born
          }
          set { __willWrite(__Index.born); __values.born = newValue }
        }
        @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book> {
          get { __objects(__Index.books) }
          set { __setObjects(__Index.books, newValue) }
        }

        var $books: EntityGraph.ToMany<Book> {
          __handle(__Index.books)
        }
        @Fetched(Book.self, where: { book, author in book.author == author }, sortedBy: \.title)
        var longBooks: [Book] {
          get { __fetchedObjects(__Index.longBooks) as [Book] }
        }

        private enum __Index {
          static var email: Swift.Int { 0 }
          static var name: Swift.Int { 1 }
          static var born: Swift.Int { 2 }
          static var books: Swift.Int { 3 }
          static var longBooks: Swift.Int { 4 }
        }

        private struct __Values: EntityGraph.__EntityValues {
          var born: Date?
          var email: EntityGraph.__Deferred<String>
          var name: EntityGraph.__Deferred<String>

          mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
            switch __index {
            case __Index.email: __row.write(self.email)
            case __Index.name: __row.write(self.name)
            case __Index.born: __row.write(self.born)
            default: return false
            }
            return true
          }
        }

        @safe @exclusivity(unchecked) private var __values: __Values!

        init(
          email: String, name: String, born: Date? = nil, books: Set<Book> = [],
          in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(born: born, email: .init(email), name: .init(name))
          __didInsert(0..<5)
          if !books.isEmpty { __setObjects(__Index.books, books) }
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Author" }

        override class var __propertyCount: Swift.Int { 5 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Author.self, "Author")
          entity.attribute("email", String.self, options: [.unique])
          entity.attribute(
            "name", String.self, options: [.indexed], column: "full_name", originalName: "fullName")
          entity.attribute("born", Date?.self)
          entity.relationship("books", Set<Book>.self, inverse: "author", deleteRule: .cascade)
          entity.inverse("books", \Book.author as Swift.KeyPath<Book, _>, of: Author.self)
          entity.fetched(
            "longBooks",
            Book.self, where: .init({ book, author in book.author == author }), sortedBy: \.title)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("email", \Author.email)
          table.add("name", \Author.name)
          table.add("born", \Author.born)
          table.add("books", \Author.books)
          table.add("longBooks", \Author.longBooks)
        }

        override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
          super.__load(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            born: __column(__row, __start + 2, __Index.born, Date?.self),
            email: __deferred(__row, __start, __Index.email, String.self),
            name: __deferred(__row, __start + 1, __Index.name, String.self))
        }

        override func __fill() {
          super.__fill()
          __values = __Values(
            born: nil, email: .init(__placeholder(of: String.self)),
            name: .init(__placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
          if !__values!.__write(index, row) { super.__write(index, row) }
        }

        override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .storing(__values, after: super.__takeSnapshot())
        }

        override func __restore(_ snapshot: EntityGraph.__Snapshot) {
          super.__restore(snapshot)
          __values = snapshot.values(of: __Values.self)
        }

        override func __unload() {
          super.__unload()
          __values = nil
        }
      }
      """#
    }
  }

  @Test func rootClassThatCanBeExtended() {
    assertMembers(
      ["init", "__describe", "__addKeyPaths", "__addOwnKeyPaths", "__toOne", "__setToOne"],
      of: """
        @Entity class Book: ManagedObject {
          @Attribute(.indexed) var title: String
          @Attribute var genre: Genre = .fiction
          var created: Date = Date()
          @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
          @Relationship(inverse: "sequel", deleteRule: .nullify) var prequel: Book?
          @Relationship(inverse: "prequel", deleteRule: .nullify) var sequel: Book?
          @Transient var isSelected: Bool = false
          @Ignore var note: String?
        }
        """
    ) {
      #"""
      init(
        title: String, genre: Genre = .fiction, created: Date = Date(), author: Author,
        prequel: Book? = nil, sequel: Book? = nil, isSelected: Bool = false,
        in __context: EntityGraph.ManagedObjectContext
      ) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values(
          created: created, author: .init(), prequel: .init(), sequel: .init(), title: .init(title),
          genre: .init(genre))
        __didInsert(0..<6) {
          self.isSelected = isSelected
        }
        __setObject(__Index.author, author)
        if let prequel { __setObject(__Index.prequel, prequel) }
        if let sequel { __setObject(__Index.sequel, sequel) }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("title", String.self, options: [.indexed])
        entity.attribute("genre", Genre.self, default: Genre.fiction)
        entity.attribute("created", Date.self, hasDefault: true)
        entity.relationship("author", Author.self, inverse: "books", deleteRule: .nullify)
        entity.inverse("author", \Author.books as Swift.KeyPath<Author, _>, of: Book.self)
        entity.relationship("prequel", Book?.self, inverse: "sequel", deleteRule: .nullify)
        entity.inverse("prequel", \Book.sequel as Swift.KeyPath<Book, _>, of: Book.self)
        entity.relationship("sequel", Book?.self, inverse: "prequel", deleteRule: .nullify)
        entity.inverse("sequel", \Book.prequel as Swift.KeyPath<Book, _>, of: Book.self)
      }

      override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
        super.__addKeyPaths(to: &table)
        __addOwnKeyPaths(of: Self.self, to: &table)
      }

      private static func __addOwnKeyPaths<__Object: Book>(
        of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
      ) {
        table.add("title", \__Object.title)
        table.add("genre", \__Object.genre)
        table.add("created", \__Object.created)
        table.add("author", \__Object.author)
        table.add("prequel", \__Object.prequel)
        table.add("sequel", \__Object.sequel)
        table.add("isSelected", \__Object.isSelected, isTransient: true)
      }

      override func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne {
        switch index {
        case __Index.author: return __values.author
        case __Index.prequel: return __values.prequel
        case __Index.sequel: return __values.sequel
        default: return super.__toOne(index)
        }
      }

      override func __setToOne(_ index: Swift.Int, _ reference: EntityGraph.__ToOne) {
        switch index {
        case __Index.author: __values.author = reference
        case __Index.prequel: __values.prequel = reference
        case __Index.sequel: __values.sequel = reference
        default: super.__setToOne(index, reference)
        }
      }
      """#
    }
  }

  @Test func classThatExtendsAnEntity() {
    assertExpansion(
      of: """
        @Entity final class Novel: Book { @Attribute var plot: String = "thin" }
        """
    ) {
      #"""
      @Entity final class Novel: Book { @Attribute var plot: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.plot.value { return value }
          let value = __read(__values.plot, __Index.plot, String.self)
          return __values?.plot.didRead(value) ?? value
        }
        set { __willWrite(__Index.plot); __values.plot = .init(newValue) }
      } 
        private enum __Index {
          static var plot: Swift.Int { Book.__propertyCount + 0 }
        }

        private struct __Values: EntityGraph.__EntityValues {
          var plot: EntityGraph.__Deferred<String>

          mutating func __write(_ __index: Swift.Int, _ __row: EntityGraph.__RowWriter) -> Swift.Bool {
            switch __index {
            case __Index.plot: __row.write(self.plot)
            default: return false
            }
            return true
          }
        }

        @safe @exclusivity(unchecked) private var __values: __Values!

        init(plot: String = "thin", in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          super.__fill()
          __values = __Values(plot: .init(plot))
          __didInsert(Book.__propertyCount..<Novel.__propertyCount)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Novel" }

        override class var __propertyCount: Swift.Int { Book.__propertyCount + 1 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Novel.self, "Novel", superclass: Book.self)
          entity.attribute("plot", String.self, default: "thin")
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("plot", \Novel.plot)
        }

        override func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int) {
          super.__load(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            plot: __deferred(__row, __start, __Index.plot, String.self))
        }

        override func __fill() {
          super.__fill()
          __values = __Values(plot: .init("thin"))
        }

        override func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter) {
          if !__values!.__write(index, row) { super.__write(index, row) }
        }

        override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .storing(__values, after: super.__takeSnapshot())
        }

        override func __restore(_ snapshot: EntityGraph.__Snapshot) {
          super.__restore(snapshot)
          __values = snapshot.values(of: __Values.self)
        }

        override func __unload() {
          super.__unload()
          __values = nil
        }
      }
      """#
    }
  }
}
