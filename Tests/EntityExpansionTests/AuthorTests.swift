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
            return __kept(&__values.email, __Index.email, String.self)
          }
          set {
            __willWrite(__Index.email)
            __values.email = newValue
          }
        }
        @Attribute(.indexed, originalName: "fullName", column: "full_name") var name: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.name, __Index.name, String.self)
          }
          set {
            __willWrite(__Index.name)
            __values.name = newValue
          }
        }
        @EntityGraph.Attribute var born: Date? {
          get {
            if __values == nil { __fire() }
            return __values.born
          }
          set {
            __willWrite(__Index.born)
            __values.born = newValue
          }
        }
        @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book> {
          get { __objects(__Index.books) }
          set { __setObjects(__Index.books, newValue) }
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

        private struct __Values {
          var born: Date?
          var email: Swift.Optional<String>
          var name: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(
          email: String, name: String, born: Date? = nil, books: Set<Book> = [],
          in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(born: born, email: email, name: name)
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
            "longBooks", Book.self, where: { book, author in book.author == author }, sortedBy: \.title)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("email", \Author.email)
          table.add("name", \Author.name)
          table.add("born", \Author.born)
          table.add("books", \Author.books)
          table.add("longBooks", \Author.longBooks)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            born: __column(__row, __start + 2, __Index.born, Date?.self, default: nil),
            email: __keeping(
              __row, __start, __Index.email, String.self, default: __placeholder(of: String.self)),
            name: __keeping(
              __row, __start + 1, __Index.name, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.email: row.write(__kept(&__values.email, __Index.email, String.self))
          case __Index.name: row.write(__kept(&__values.name, __Index.name, String.self))
          case __Index.born: row.write(__values.born)
          default: super.__write(index, &row)
          }
        }

        override func __storedValue(
          _ index: Swift.Int, _ snapshot: EntityGraph.__Snapshot?
        ) -> EntityGraph.StoredValue {
          guard let link = snapshot?.link(of: __Values.self) else {
            return __storedValue(index, snapshot, &__values!)
          }
          return __storedValue(index, snapshot, &link.values)
        }

        private func __storedValue(
          _ index: Swift.Int, _ snapshot: EntityGraph.__Snapshot?, _ values: inout __Values
        ) -> EntityGraph.StoredValue {
          switch index {
          case __Index.email:
            if let value = values.email { return __stored(value) }
            return __packedValue(__Index.email)
          case __Index.name:
            if let value = values.name { return __stored(value) }
            return __packedValue(__Index.name)
          case __Index.born: return __stored(values.born)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.email: return self.email
          case __Index.name: return self.name
          case __Index.born: return self.born
          case __Index.books: return self.books
          case __Index.longBooks: return self.longBooks
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.email: return __assign(value) { self.email = $0 }
          case __Index.name: return __assign(value) { self.name = $0 }
          case __Index.born: return __assign(value) { self.born = $0 }
          case __Index.books: return __assign(value) { self.books = $0 }
          default: return super.__setValue(index, value)
          }
        }

        override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .keeping(__values, after: super.__takeSnapshot())
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
    assertExpansion(
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
      @Entity class Book: ManagedObject {
        @Attribute(.indexed) var title: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.title, __Index.title, String.self)
          }
          set {
            __willWrite(__Index.title)
            __values.title = newValue
          }
        }
        @Attribute var genre: Genre {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.genre, __Index.genre, Genre.self)
          }
          set {
            __willWrite(__Index.genre)
            __values.genre = newValue
          }
        }
        @EntityGraph.Attribute var created: Date {
          get {
            if __values == nil { __fire() }
            return __values.created
          }
          set {
            __willWrite(__Index.created)
            __values.created = newValue
          }
        }
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author {
          get {
            if __values == nil { __fire() }
            return __requiredObject(&__values.author, __Index.author, as: Author.self)
          }
          set { __setObject(__Index.author, newValue) }
        }
        @Relationship(inverse: "sequel", deleteRule: .nullify) var prequel: Book? {
          get {
            if __values == nil { __fire() }
            return __object(&__values.prequel, __Index.prequel, as: Book.self)
          }
          set { __setObject(__Index.prequel, newValue) }
        }
        @Relationship(inverse: "prequel", deleteRule: .nullify) var sequel: Book? {
          get {
            if __values == nil { __fire() }
            return __object(&__values.sequel, __Index.sequel, as: Book.self)
          }
          set { __setObject(__Index.sequel, newValue) }
        }
        @Transient var isSelected: Bool = false
        @Ignore var note: String?

        private enum __Index {
          static var title: Swift.Int { 0 }
          static var genre: Swift.Int { 1 }
          static var created: Swift.Int { 2 }
          static var author: Swift.Int { 3 }
          static var prequel: Swift.Int { 4 }
          static var sequel: Swift.Int { 5 }
        }

        private struct __Values {
          var created: Date
          var author: EntityGraph.__ToOne
          var prequel: EntityGraph.__ToOne
          var sequel: EntityGraph.__ToOne
          var title: Swift.Optional<String>
          var genre: Swift.Optional<Genre>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(
          title: String, genre: Genre = .fiction, created: Date = Date(), author: Author,
          prequel: Book? = nil, sequel: Book? = nil, isSelected: Bool = false,
          in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(
            created: created, author: .init(), prequel: .init(), sequel: .init(), title: title,
            genre: genre)
          __didInsert(0..<6)
          __setObject(__Index.author, author)
          if let prequel { __setObject(__Index.prequel, prequel) }
          if let sequel { __setObject(__Index.sequel, sequel) }
          self.isSelected = isSelected
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 6 }

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
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            created: __column(__row, __start + 2, __Index.created, Date.self, default: Date()),
            author: __reference(__row, __start + 3),
            prequel: __reference(__row, __start + 4),
            sequel: __reference(__row, __start + 5),
            title: __keeping(
              __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)),
            genre: __keeping(__row, __start + 1, __Index.genre, Genre.self, default: .fiction))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.title: row.write(__kept(&__values.title, __Index.title, String.self))
          case __Index.genre: row.write(__kept(&__values.genre, __Index.genre, Genre.self))
          case __Index.created: row.write(__values.created)
          case __Index.author: row.write(__values.author)
          case __Index.prequel: row.write(__values.prequel)
          case __Index.sequel: row.write(__values.sequel)
          default: super.__write(index, &row)
          }
        }

        override func __storedValue(
          _ index: Swift.Int, _ snapshot: EntityGraph.__Snapshot?
        ) -> EntityGraph.StoredValue {
          guard let link = snapshot?.link(of: __Values.self) else {
            return __storedValue(index, snapshot, &__values!)
          }
          return __storedValue(index, snapshot, &link.values)
        }

        private func __storedValue(
          _ index: Swift.Int, _ snapshot: EntityGraph.__Snapshot?, _ values: inout __Values
        ) -> EntityGraph.StoredValue {
          switch index {
          case __Index.title:
            if let value = values.title { return __stored(value) }
            return __packedValue(__Index.title)
          case __Index.genre:
            if let value = values.genre { return __stored(value) }
            return __packedValue(__Index.genre)
          case __Index.created: return __stored(values.created)
          case __Index.author: return __stored(values.author)
          case __Index.prequel: return __stored(values.prequel)
          case __Index.sequel: return __stored(values.sequel)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.title: return self.title
          case __Index.genre: return self.genre
          case __Index.created: return self.created
          case __Index.author: return self.author
          case __Index.prequel: return self.prequel
          case __Index.sequel: return self.sequel
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.title: return __assign(value) { self.title = $0 }
          case __Index.genre: return __assign(value) { self.genre = $0 }
          case __Index.created: return __assign(value) { self.created = $0 }
          case __Index.author: return __assign(value) { self.author = $0 }
          case __Index.prequel: return __assign(value) { self.prequel = $0 }
          case __Index.sequel: return __assign(value) { self.sequel = $0 }
          default: return super.__setValue(index, value)
          }
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

        override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .keeping(__values, after: super.__takeSnapshot())
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
          return __kept(&__values.plot, __Index.plot, String.self)
        }
        set {
          __willWrite(__Index.plot)
          __values.plot = newValue
        }
      } 
        private enum __Index {
          static var plot: Swift.Int { Book.__propertyCount + 0 }
        }

        private struct __Values {
          var plot: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(plot: String = "thin", in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          super.__read(.blank, 0)
          __values = __Values(plot: plot)
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

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            plot: __keeping(__row, __start, __Index.plot, String.self, default: "thin"))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.plot: row.write(__kept(&__values.plot, __Index.plot, String.self))
          default: super.__write(index, &row)
          }
        }

        override func __storedValue(
          _ index: Swift.Int, _ snapshot: EntityGraph.__Snapshot?
        ) -> EntityGraph.StoredValue {
          guard let link = snapshot?.link(of: __Values.self) else {
            return __storedValue(index, snapshot, &__values!)
          }
          return __storedValue(index, snapshot, &link.values)
        }

        private func __storedValue(
          _ index: Swift.Int, _ snapshot: EntityGraph.__Snapshot?, _ values: inout __Values
        ) -> EntityGraph.StoredValue {
          switch index {
          case __Index.plot:
            if let value = values.plot { return __stored(value) }
            return __packedValue(__Index.plot)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.plot: return self.plot
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.plot: return __assign(value) { self.plot = $0 }
          default: return super.__setValue(index, value)
          }
        }

        override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .keeping(__values, after: super.__takeSnapshot())
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
