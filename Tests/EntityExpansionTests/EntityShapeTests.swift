import Testing

/// Whole expansions of classes of unusual shapes.
@Suite struct EntityShapeTests {
  @Test func emptyClassThatCanBeExtendedHasConvenienceInitializer() {
    assertExpansion(
      of: """
        @Entity class Empty: ManagedObject {}
        """
    ) {
      """
      @Entity class Empty: ManagedObject {
        private struct __Values {}

        @exclusivity(unchecked) private var __values: __Values!

        convenience init(in __context: EntityGraph.ManagedObjectContext) {
          self.init(__owner: .inserting(Self.self, in: __context))
          __read(.blank, 0)
          __didInsert(0..<Self.__propertyCount)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Empty" }

        override class var __propertyCount: Swift.Int { 0 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Empty.self, "Empty")
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          __values = __Values()
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
      """
    }
  }

  @Test func emptyFinalSubclass() {
    assertExpansion(
      of: """
        @Entity final class Empty: Base {}
        """
    ) {
      """
      @Entity final class Empty: Base {
        private struct __Values {}

        @exclusivity(unchecked) private var __values: __Values!

        init(in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          super.__read(.blank, 0)
          __values = __Values()
          __didInsert(Base.__propertyCount..<Empty.__propertyCount)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Empty" }

        override class var __propertyCount: Swift.Int { Base.__propertyCount + 0 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Empty.self, "Empty", superclass: Base.self)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          __values = __Values()
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
      """
    }
  }

  @Test func namesThatAreKeywordsOrLocalsOfGeneratedCode() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var `default`: String
          var `inout`: Int = 3
          var `some thing`: Int
          var `1st`: Int
          var row: Int
          var index: Int
          var values: Int
          var newValue: Int
          @Relationship(inverse: "in", deleteRule: .nullify) var `in`: Book?
        }
        """
    ) {
      #"""
      @Entity final class Book: ManagedObject {
        @EntityGraph.Attribute var `default`: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.default, __Index.default, String.self)
          }
          set {
            __willWrite(__Index.default)
            __values.default = newValue
          }
        }
        @EntityGraph.Attribute var `inout`: Int {
          get {
            if __values == nil { __fire() }
            return __values.`inout`
          }
          set {
            __willWrite(__Index.`inout`)
            __values.`inout` = newValue
          }
        }
        @EntityGraph.Attribute var `some thing`: Int {
          get {
            if __values == nil { __fire() }
            return __values.`some thing`
          }
          set {
            __willWrite(__Index.`some thing`)
            __values.`some thing` = newValue
          }
        }
        @EntityGraph.Attribute var `1st`: Int {
          get {
            if __values == nil { __fire() }
            return __values.`1st`
          }
          set {
            __willWrite(__Index.`1st`)
            __values.`1st` = newValue
          }
        }
        @EntityGraph.Attribute var row: Int {
          get {
            if __values == nil { __fire() }
            return __values.row
          }
          set {
            __willWrite(__Index.row)
            __values.row = newValue
          }
        }
        @EntityGraph.Attribute var index: Int {
          get {
            if __values == nil { __fire() }
            return __values.index
          }
          set {
            __willWrite(__Index.index)
            __values.index = newValue
          }
        }
        @EntityGraph.Attribute var values: Int {
          get {
            if __values == nil { __fire() }
            return __values.values
          }
          set {
            __willWrite(__Index.values)
            __values.values = newValue
          }
        }
        @EntityGraph.Attribute var newValue: Int {
          get {
            if __values == nil { __fire() }
            return __values.newValue
          }
          set {
            __willWrite(__Index.newValue)
            __values.newValue = newValue
          }
        }
        @Relationship(inverse: "in", deleteRule: .nullify) var `in`: Book? {
          get {
            if __values == nil { __fire() }
            return __object(&__values.in, __Index.in, as: Book.self)
          }
          set { __setObject(__Index.in, newValue) }
        }

        private enum __Index {
          static var `default`: Swift.Int { 0 }
          static var `inout`: Swift.Int { 1 }
          static var `some thing`: Swift.Int { 2 }
          static var `1st`: Swift.Int { 3 }
          static var row: Swift.Int { 4 }
          static var index: Swift.Int { 5 }
          static var values: Swift.Int { 6 }
          static var newValue: Swift.Int { 7 }
          static var `in`: Swift.Int { 8 }
        }

        private struct __Values {
          var `inout`: Int
          var `some thing`: Int
          var `1st`: Int
          var row: Int
          var index: Int
          var values: Int
          var newValue: Int
          var `in`: EntityGraph.__ToOne
          var `default`: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(
          `default`: String, `inout`: Int = 3, `some thing`: Int, `1st`: Int, row: Int, index: Int,
          values: Int, newValue: Int, `in`: Book? = nil, in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(
            `inout`: `inout`, `some thing`: `some thing`, `1st`: `1st`, row: row, index: index,
            values: values, newValue: newValue, in: .init(), default: `default`)
          __didInsert(0..<9)
          if let `in` { __setObject(__Index.in, `in`) }
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 9 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute("default", String.self)
          entity.attribute("inout", Int.self, default: 3)
          entity.attribute("some thing", Int.self)
          entity.attribute("1st", Int.self)
          entity.attribute("row", Int.self)
          entity.attribute("index", Int.self)
          entity.attribute("values", Int.self)
          entity.attribute("newValue", Int.self)
          entity.relationship("in", Book?.self, inverse: "in", deleteRule: .nullify)
          entity.inverse("in", \Book.in as Swift.KeyPath<Book, _>, of: Book.self)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("default", \Book.default)
          table.add("inout", \Book.`inout`)
          table.add("some thing", \Book.`some thing`)
          table.add("1st", \Book.`1st`)
          table.add("row", \Book.row)
          table.add("index", \Book.index)
          table.add("values", \Book.values)
          table.add("newValue", \Book.newValue)
          table.add("in", \Book.in)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            `inout`: __column(__row, __start + 1, __Index.`inout`, Int.self, default: 3),
            `some thing`: __column(
              __row, __start + 2, __Index.`some thing`, Int.self, default: __placeholder(of: Int.self)),
            `1st`: __column(
              __row, __start + 3, __Index.`1st`, Int.self, default: __placeholder(of: Int.self)),
            row: __column(__row, __start + 4, __Index.row, Int.self, default: __placeholder(of: Int.self)),
            index: __column(
              __row, __start + 5, __Index.index, Int.self, default: __placeholder(of: Int.self)),
            values: __column(
              __row, __start + 6, __Index.values, Int.self, default: __placeholder(of: Int.self)),
            newValue: __column(
              __row, __start + 7, __Index.newValue, Int.self, default: __placeholder(of: Int.self)),
            in: __reference(__row, __start + 8),
            default: __keeping(
              __row, __start, __Index.default, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.default: row.write(__kept(&__values.default, __Index.default, String.self))
          case __Index.`inout`: row.write(__values.`inout`)
          case __Index.`some thing`: row.write(__values.`some thing`)
          case __Index.`1st`: row.write(__values.`1st`)
          case __Index.row: row.write(__values.row)
          case __Index.index: row.write(__values.index)
          case __Index.values: row.write(__values.values)
          case __Index.newValue: row.write(__values.newValue)
          case __Index.in: row.write(__values.in)
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
          case __Index.default:
            if let value = values.default { return __stored(value) }
            return __packedValue(__Index.default)
          case __Index.`inout`: return __stored(values.`inout`)
          case __Index.`some thing`: return __stored(values.`some thing`)
          case __Index.`1st`: return __stored(values.`1st`)
          case __Index.row: return __stored(values.row)
          case __Index.index: return __stored(values.index)
          case __Index.values: return __stored(values.values)
          case __Index.newValue: return __stored(values.newValue)
          case __Index.in: return __stored(values.in)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.default: return self.default
          case __Index.`inout`: return self.`inout`
          case __Index.`some thing`: return self.`some thing`
          case __Index.`1st`: return self.`1st`
          case __Index.row: return self.row
          case __Index.index: return self.index
          case __Index.values: return self.values
          case __Index.newValue: return self.newValue
          case __Index.in: return self.in
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.default: return __assign(value) { self.default = $0 }
          case __Index.`inout`: return __assign(value) { self.`inout` = $0 }
          case __Index.`some thing`: return __assign(value) { self.`some thing` = $0 }
          case __Index.`1st`: return __assign(value) { self.`1st` = $0 }
          case __Index.row: return __assign(value) { self.row = $0 }
          case __Index.index: return __assign(value) { self.index = $0 }
          case __Index.values: return __assign(value) { self.values = $0 }
          case __Index.newValue: return __assign(value) { self.newValue = $0 }
          case __Index.in: return __assign(value) { self.in = $0 }
          default: return super.__setValue(index, value)
          }
        }

        override func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne {
          switch index {
          case __Index.in: return __values.in
          default: return super.__toOne(index)
          }
        }

        override func __setToOne(_ index: Swift.Int, _ reference: EntityGraph.__ToOne) {
          switch index {
          case __Index.in: __values.in = reference
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

  @Test func classInsideFunction() {
    assertExpansion(
      of: """
        func local() {
          @Entity class Local: ManagedObject {
            var title: String
            @Relationship(inverse: "next", deleteRule: .nullify) var next: Local?
          }
        }
        """
    ) {
      #"""
      func local() {
        @Entity class Local: ManagedObject {
          @EntityGraph.Attribute var title: String {
            get {
              if __values == nil { __fire() }
              return __kept(&__values.title, __Index.title, String.self)
            }
            set {
              __willWrite(__Index.title)
              __values.title = newValue
            }
          }
          @Relationship(inverse: "next", deleteRule: .nullify) var next: Local? {
            get {
              if __values == nil { __fire() }
              return __object(&__values.next, __Index.next, as: Local.self)
            }
            set { __setObject(__Index.next, newValue) }
          }

          private enum __Index {
            static var title: Swift.Int { 0 }
            static var next: Swift.Int { 1 }
          }

          private struct __Values {
            var next: EntityGraph.__ToOne
            var title: Swift.Optional<String>
          }

          @exclusivity(unchecked) private var __values: __Values!

          init(title: String, next: Local? = nil, in __context: EntityGraph.ManagedObjectContext) {
            super.init(__owner: .inserting(Self.self, in: __context))
            __values = __Values(next: .init(), title: title)
            __didInsert(0..<2)
            if let next { __setObject(__Index.next, next) }
          }

          required init(__owner: EntityGraph.__Owner) {
            super.init(__owner: __owner)
          }

          override class var __entityName: Swift.String { "Local" }

          override class var __propertyCount: Swift.Int { 2 }

          override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
            entity.begin(Local.self, "Local")
            entity.attribute("title", String.self)
            entity.relationship("next", Local?.self, inverse: "next", deleteRule: .nullify)
            entity.inverse("next", \Local.next as Swift.KeyPath<Local, _>, of: Local.self)
          }

          override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
            super.__addKeyPaths(to: &table)
            __addOwnKeyPaths(of: Self.self, to: &table)
          }

          private static func __addOwnKeyPaths<__Object: Local>(
            of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
          ) {
            table.add("title", \__Object.title)
            table.add("next", \__Object.next)
          }

          override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
            super.__read(__row, __depth - 1)
            let __start = __row.start(__depth)
            __values = __Values(
              next: __reference(__row, __start + 1),
              title: __keeping(
                __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)))
          }

          override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
            switch index {
            case __Index.title: row.write(__kept(&__values.title, __Index.title, String.self))
            case __Index.next: row.write(__values.next)
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
            case __Index.next: return __stored(values.next)
            default: return super.__storedValue(index, snapshot)
            }
          }

          override func __value(_ index: Swift.Int) -> Any? {
            switch index {
            case __Index.title: return self.title
            case __Index.next: return self.next
            default: return super.__value(index)
            }
          }

          override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
            switch index {
            case __Index.title: return __assign(value) { self.title = $0 }
            case __Index.next: return __assign(value) { self.next = $0 }
            default: return super.__setValue(index, value)
            }
          }

          override func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne {
            switch index {
            case __Index.next: return __values.next
            default: return super.__toOne(index)
            }
          }

          override func __setToOne(_ index: Swift.Int, _ reference: EntityGraph.__ToOne) {
            switch index {
            case __Index.next: __values.next = reference
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
      }
      """#
    }
  }

  @Test func conditionsAroundProperties() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var title: String
          #if DEBUG
            var debug: Int = 0
          #elseif os(Linux)
            func helper() {}
          #endif
        }
        """
    ) {
      #"""
      @Entity final class Book: ManagedObject {
        @EntityGraph.Attribute var title: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.title, __Index.title, String.self)
          }
          set {
            __willWrite(__Index.title)
            __values.title = newValue
          }
        }
        #if DEBUG
          @EntityGraph.Attribute var debug: Int {
            get {
              if __values == nil { __fire() }
              return __values.debug
            }
            set {
              __willWrite(__Index.debug)
              __values.debug = newValue
            }
          }
        #elseif os(Linux)
          func helper() {}
        #endif

        #if DEBUG
        private enum __Index {
          static var title: Swift.Int { 0 }
          static var debug: Swift.Int { 1 }
        }

        private struct __Values {
          var debug: Int
          var title: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(title: String, debug: Int = 0, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(debug: debug, title: title)
          __didInsert(0..<2)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 2 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute("title", String.self)
          entity.attribute("debug", Int.self, default: 0)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("title", \Book.title)
          table.add("debug", \Book.debug)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            debug: __column(__row, __start + 1, __Index.debug, Int.self, default: 0),
            title: __keeping(
              __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.title: row.write(__kept(&__values.title, __Index.title, String.self))
          case __Index.debug: row.write(__values.debug)
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
          case __Index.debug: return __stored(values.debug)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.title: return self.title
          case __Index.debug: return self.debug
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.title: return __assign(value) { self.title = $0 }
          case __Index.debug: return __assign(value) { self.debug = $0 }
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
        #elseif os(Linux)
        private enum __Index {
          static var title: Swift.Int { 0 }
        }

        private struct __Values {
          var title: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(title: String, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(title: title)
          __didInsert(0..<1)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 1 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute("title", String.self)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("title", \Book.title)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            title: __keeping(
              __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.title: row.write(__kept(&__values.title, __Index.title, String.self))
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
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.title: return self.title
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.title: return __assign(value) { self.title = $0 }
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
        #else
        private enum __Index {
          static var title: Swift.Int { 0 }
        }

        private struct __Values {
          var title: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(title: String, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(title: title)
          __didInsert(0..<1)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 1 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute("title", String.self)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("title", \Book.title)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            title: __keeping(
              __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.title: row.write(__kept(&__values.title, __Index.title, String.self))
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
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.title: return self.title
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.title: return __assign(value) { self.title = $0 }
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
        #endif
      }
      """#
    }
  }

  @Test func onlyDeprecatedMembersNameDeprecatedProperties() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @available(*, deprecated, message: "gone") var old: Int?
          @Fetched(countOf: Book.self) var count: Int
        }
        """
    ) {
      #"""
      @Entity final class Book: ManagedObject {
        @EntityGraph.Attribute @available(*, deprecated, message: "gone") var old: Int? {
          get {
            if __values == nil { __fire() }
            return __values.old
          }
          set {
            __willWrite(__Index.old)
            __values.old = newValue
          }
        }
        @Fetched(countOf: Book.self) var count: Int {
          get { __fetchedCount(__Index.count) }
        }

        private enum __Index {
          static var old: Swift.Int { 0 }
          static var count: Swift.Int { 1 }
        }

        private struct __Values {
          var old: Int?
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(old: Int? = nil, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(old: old)
          __didInsert(0..<2)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 2 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute("old", Int?.self)
          entity.fetched("count", countOf: Book.self)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("count", \Book.count)
        }

        @available(*, deprecated)
        override class func __addDeprecatedKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addDeprecatedKeyPaths(to: &table)
          table.add("old", \Book.old)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            old: __column(__row, __start, __Index.old, Int?.self, default: nil))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.old: row.write(__values.old)
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
          case __Index.old: return __stored(values.old)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.old:
            if __values == nil { __fire() }
            return __values.old
          case __Index.count: return self.count
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.old:
            return __assign(value) { (newValue: Int?) in
              __willWrite(__Index.old)
              __values.old = newValue
            }
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

  @Test func optionalsAndDefaultsInEveryForm() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var a: Optional<Int>
          var b: Int!
          var c: Genre = .none
          var d: Genre? = .fiction
          var e: Genre? = .none
          var f: [Genre] = [.none]
          var g: Int = -1
          var h: Int? = nil
          var i: Set<Genre> = .all
          @Relationship(inverse: "j", deleteRule: .deny) var j: Book!
        }
        """
    ) {
      #"""
      @Entity final class Book: ManagedObject {
        @EntityGraph.Attribute var a: Optional<Int> {
          get {
            if __values == nil { __fire() }
            return __values.a
          }
          set {
            __willWrite(__Index.a)
            __values.a = newValue
          }
        }
        @EntityGraph.Attribute var b: Int! {
          get {
            if __values == nil { __fire() }
            return __values.b
          }
          set {
            __willWrite(__Index.b)
            __values.b = newValue
          }
        }
        @EntityGraph.Attribute var c: Genre {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.c, __Index.c, Genre.self)
          }
          set {
            __willWrite(__Index.c)
            __values.c = newValue
          }
        }
        @EntityGraph.Attribute var d: Genre? {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.d, __Index.d, Genre?.self)
          }
          set {
            __willWrite(__Index.d)
            __values.d = newValue
          }
        }
        @EntityGraph.Attribute var e: Genre? {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.e, __Index.e, Genre?.self)
          }
          set {
            __willWrite(__Index.e)
            __values.e = newValue
          }
        }
        @EntityGraph.Attribute var f: [Genre] {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.f, __Index.f, [Genre].self)
          }
          set {
            __willWrite(__Index.f)
            __values.f = newValue
          }
        }
        @EntityGraph.Attribute var g: Int {
          get {
            if __values == nil { __fire() }
            return __values.g
          }
          set {
            __willWrite(__Index.g)
            __values.g = newValue
          }
        }
        @EntityGraph.Attribute var h: Int? {
          get {
            if __values == nil { __fire() }
            return __values.h
          }
          set {
            __willWrite(__Index.h)
            __values.h = newValue
          }
        }
        @EntityGraph.Attribute var i: Set<Genre> {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.i, __Index.i, Set<Genre>.self)
          }
          set {
            __willWrite(__Index.i)
            __values.i = newValue
          }
        }
        @Relationship(inverse: "j", deleteRule: .deny) var j: Book! {
          get {
            if __values == nil { __fire() }
            return __object(&__values.j, __Index.j, as: Book.self)
          }
          set { __setObject(__Index.j, newValue) }
        }

        private enum __Index {
          static var a: Swift.Int { 0 }
          static var b: Swift.Int { 1 }
          static var c: Swift.Int { 2 }
          static var d: Swift.Int { 3 }
          static var e: Swift.Int { 4 }
          static var f: Swift.Int { 5 }
          static var g: Swift.Int { 6 }
          static var h: Swift.Int { 7 }
          static var i: Swift.Int { 8 }
          static var j: Swift.Int { 9 }
        }

        private struct __Values {
          var a: Optional<Int>
          var b: Int?
          var g: Int
          var h: Int?
          var j: EntityGraph.__ToOne
          var c: Swift.Optional<Genre>
          var d: Swift.Optional<Genre?>
          var e: Swift.Optional<Genre?>
          var f: Swift.Optional<[Genre]>
          var i: Swift.Optional<Set<Genre>>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(
          a: Optional<Int> = nil, b: Int? = nil, c: Genre = .none, d: Genre? = .fiction, e: Genre? = nil,
          f: [Genre] = [.none], g: Int = -1, h: Int? = nil, i: Set<Genre> = .all, j: Book? = nil,
          in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(a: a, b: b, g: g, h: h, j: .init(), c: c, d: d, e: e, f: f, i: i)
          __didInsert(0..<10)
          if let j { __setObject(__Index.j, j) }
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 10 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute("a", Optional<Int>.self)
          entity.attribute("b", Int?.self)
          entity.attribute("c", Genre.self, default: Genre.none)
          entity.attribute("d", Genre?.self, default: Genre.fiction)
          entity.attribute("e", Genre?.self)
          entity.attribute("f", [Genre].self, default: [.none])
          entity.attribute("g", Int.self, default: -1)
          entity.attribute("h", Int?.self)
          entity.attribute("i", Set<Genre>.self, default: Set<Genre>.all)
          entity.relationship("j", Book?.self, inverse: "j", deleteRule: .deny)
          entity.inverse("j", \Book.j as Swift.KeyPath<Book, _>, of: Book.self)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("a", \Book.a)
          table.add("b", \Book.b)
          table.add("c", \Book.c)
          table.add("d", \Book.d)
          table.add("e", \Book.e)
          table.add("f", \Book.f)
          table.add("g", \Book.g)
          table.add("h", \Book.h)
          table.add("i", \Book.i)
          table.add("j", \Book.j)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            a: __column(__row, __start, __Index.a, Optional<Int>.self, default: nil),
            b: __column(__row, __start + 1, __Index.b, Int?.self, default: nil),
            g: __column(__row, __start + 6, __Index.g, Int.self, default: -1),
            h: __column(__row, __start + 7, __Index.h, Int?.self, default: nil),
            j: __reference(__row, __start + 9),
            c: __keeping(__row, __start + 2, __Index.c, Genre.self, default: .none),
            d: __keeping(__row, __start + 3, __Index.d, Genre?.self, default: .fiction),
            e: __keeping(__row, __start + 4, __Index.e, Genre?.self, default: nil),
            f: __keeping(__row, __start + 5, __Index.f, [Genre].self, default: [.none]),
            i: __keeping(__row, __start + 8, __Index.i, Set<Genre>.self, default: .all))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.a: row.write(__values.a)
          case __Index.b: row.write(__values.b)
          case __Index.c: row.write(__kept(&__values.c, __Index.c, Genre.self))
          case __Index.d: row.write(__kept(&__values.d, __Index.d, Genre?.self))
          case __Index.e: row.write(__kept(&__values.e, __Index.e, Genre?.self))
          case __Index.f: row.write(__kept(&__values.f, __Index.f, [Genre].self))
          case __Index.g: row.write(__values.g)
          case __Index.h: row.write(__values.h)
          case __Index.i: row.write(__kept(&__values.i, __Index.i, Set<Genre>.self))
          case __Index.j: row.write(__values.j)
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
          case __Index.a: return __stored(values.a)
          case __Index.b: return __stored(values.b)
          case __Index.c:
            if let value = values.c { return __stored(value) }
            return __packedValue(__Index.c)
          case __Index.d:
            if let value = values.d { return __stored(value) }
            return __packedValue(__Index.d)
          case __Index.e:
            if let value = values.e { return __stored(value) }
            return __packedValue(__Index.e)
          case __Index.f:
            if let value = values.f { return __stored(value) }
            return __packedValue(__Index.f)
          case __Index.g: return __stored(values.g)
          case __Index.h: return __stored(values.h)
          case __Index.i:
            if let value = values.i { return __stored(value) }
            return __packedValue(__Index.i)
          case __Index.j: return __stored(values.j)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.a: return self.a
          case __Index.b: return self.b
          case __Index.c: return self.c
          case __Index.d: return self.d
          case __Index.e: return self.e
          case __Index.f: return self.f
          case __Index.g: return self.g
          case __Index.h: return self.h
          case __Index.i: return self.i
          case __Index.j: return self.j
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.a: return __assign(value) { self.a = $0 }
          case __Index.b: return __assign(value) { self.b = $0 }
          case __Index.c: return __assign(value) { self.c = $0 }
          case __Index.d: return __assign(value) { self.d = $0 }
          case __Index.e: return __assign(value) { self.e = $0 }
          case __Index.f: return __assign(value) { self.f = $0 }
          case __Index.g: return __assign(value) { self.g = $0 }
          case __Index.h: return __assign(value) { self.h = $0 }
          case __Index.i: return __assign(value) { self.i = $0 }
          case __Index.j: return __assign(value) { self.j = $0 }
          default: return super.__setValue(index, value)
          }
        }

        override func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne {
          switch index {
          case __Index.j: return __values.j
          default: return super.__toOne(index)
          }
        }

        override func __setToOne(_ index: Swift.Int, _ reference: EntityGraph.__ToOne) {
          switch index {
          case __Index.j: __values.j = reference
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

  @Test func longNamesAndMultilineValuesAreWrapped() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Attribute(column: "a_very_long_name_of_a_column", originalName: "and_a_long_former_name_too") var longNameOfAProperty: Dictionary<
            String, Int
          > = [
            "a": 1,  // first
            "b": 2,
          ]
          var text: String = """
            many
              lines
            """
        }
        """#
    ) {
      #"""
      @Entity final class Book: ManagedObject {
        @Attribute(column: "a_very_long_name_of_a_column", originalName: "and_a_long_former_name_too") var longNameOfAProperty: Dictionary<
          String, Int
        > {
          get {
            if __values == nil { __fire() }
            return __kept(
              &__values.longNameOfAProperty, __Index.longNameOfAProperty, Dictionary<String, Int>.self)
          }
          set {
            __willWrite(__Index.longNameOfAProperty)
            __values.longNameOfAProperty = newValue
          }
        }
        @EntityGraph.Attribute var text: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.text, __Index.text, String.self)
          }
          set {
            __willWrite(__Index.text)
            __values.text = newValue
          }
        }

        private enum __Index {
          static var longNameOfAProperty: Swift.Int { 0 }
          static var text: Swift.Int { 1 }
        }

        private struct __Values {
          var longNameOfAProperty: Swift.Optional<Dictionary<String, Int>>
          var text: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(
          longNameOfAProperty: Dictionary<String, Int> = [
            "a": 1,  // first
            "b": 2,
          ],
          text: String = """
            many
              lines
            """,
          in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(longNameOfAProperty: longNameOfAProperty, text: text)
          __didInsert(0..<2)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Book" }

        override class var __propertyCount: Swift.Int { 2 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Book.self, "Book")
          entity.attribute(
            "longNameOfAProperty", Dictionary<String, Int>.self, column: "a_very_long_name_of_a_column",
            originalName: "and_a_long_former_name_too",
            default: [
            "a": 1,  // first
            "b": 2,
          ])
          entity.attribute(
            "text", String.self,
            default: """
            many
              lines
            """)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("longNameOfAProperty", \Book.longNameOfAProperty)
          table.add("text", \Book.text)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            longNameOfAProperty: __keeping(
              __row, __start, __Index.longNameOfAProperty, Dictionary<String, Int>.self,
              default: [
            "a": 1,  // first
            "b": 2,
          ]),
            text: __keeping(
              __row, __start + 1, __Index.text, String.self,
              default: """
            many
              lines
            """))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.longNameOfAProperty:
            row.write(__kept(&__values.longNameOfAProperty, __Index.longNameOfAProperty, Dictionary<String, Int>.self))
          case __Index.text: row.write(__kept(&__values.text, __Index.text, String.self))
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
          case __Index.longNameOfAProperty:
            if let value = values.longNameOfAProperty { return __stored(value) }
            return __packedValue(__Index.longNameOfAProperty)
          case __Index.text:
            if let value = values.text { return __stored(value) }
            return __packedValue(__Index.text)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.longNameOfAProperty: return self.longNameOfAProperty
          case __Index.text: return self.text
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.longNameOfAProperty: return __assign(value) { self.longNameOfAProperty = $0 }
          case __Index.text: return __assign(value) { self.text = $0 }
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
