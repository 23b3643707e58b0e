import Testing

/// Whole expansions of classes of every access level.
@Suite struct AccessLevelTests {
  @Test func openClassHasOpenOverridesAndHidesComputedDefaults() {
    assertExpansion(
      of: """
        @Entity open class Media: ManagedObject {
          public var title: String
          public var pages: Int = 1
          public var made: Date = now()
          private var secret: String = "x"
        }
        """
    ) {
      #"""
      @Entity open class Media: ManagedObject {
        @EntityGraph.Attribute public var title: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.title, __Index.title, String.self)
          }
          set {
            __willWrite(__Index.title)
            __values.title = newValue
          }
        }
        @EntityGraph.Attribute public var pages: Int {
          get {
            if __values == nil { __fire() }
            return __values.pages
          }
          set {
            __willWrite(__Index.pages)
            __values.pages = newValue
          }
        }
        @EntityGraph.Attribute public var made: Date {
          get {
            if __values == nil { __fire() }
            return __values.made
          }
          set {
            __willWrite(__Index.made)
            __values.made = newValue
          }
        }
        @EntityGraph.Attribute private var secret: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.secret, __Index.secret, String.self)
          }
          set {
            __willWrite(__Index.secret)
            __values.secret = newValue
          }
        }

        private enum __Index {
          static var title: Swift.Int { 0 }
          static var pages: Swift.Int { 1 }
          static var made: Swift.Int { 2 }
          static var secret: Swift.Int { 3 }
        }

        private struct __Values {
          var pages: Int
          var made: Date
          var title: Swift.Optional<String>
          var secret: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        @usableFromInline enum __Defaults {
          @usableFromInline static var made: Date { now() }
        }

        public init(
          title: String, pages: Int = 1, made: Date = __Defaults.made,
          in __context: EntityGraph.ManagedObjectContext
        ) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(pages: pages, made: made, title: title, secret: .some("x"))
          __didInsert(0..<4)
        }

        public required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        open override class var __entityName: Swift.String { "Media" }

        open override class var __propertyCount: Swift.Int { 4 }

        open override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Media.self, "Media")
          entity.attribute("title", String.self)
          entity.attribute("pages", Int.self, default: 1)
          entity.attribute("made", Date.self, hasDefault: true)
          entity.attribute("secret", String.self, default: "x")
        }

        open override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          __addOwnKeyPaths(of: Self.self, to: &table)
        }

        private static func __addOwnKeyPaths<__Object: Media>(
          of type: __Object.Type, to table: inout EntityGraph.__KeyPathTable
        ) {
          table.add("title", \__Object.title)
          table.add("pages", \__Object.pages)
          table.add("made", \__Object.made)
          table.add("secret", \__Object.secret)
        }

        open override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            pages: __column(__row, __start + 1, __Index.pages, Int.self, default: 1),
            made: __column(__row, __start + 2, __Index.made, Date.self, default: now()),
            title: __keeping(
              __row, __start, __Index.title, String.self, default: __placeholder(of: String.self)),
            secret: __keeping(__row, __start + 3, __Index.secret, String.self, default: "x"))
        }

        open override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.title: row.write(__kept(&__values.title, __Index.title, String.self))
          case __Index.pages: row.write(__values.pages)
          case __Index.made: row.write(__values.made)
          case __Index.secret: row.write(__kept(&__values.secret, __Index.secret, String.self))
          default: super.__write(index, &row)
          }
        }

        open override func __storedValue(
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
          case __Index.pages: return __stored(values.pages)
          case __Index.made: return __stored(values.made)
          case __Index.secret:
            if let value = values.secret { return __stored(value) }
            return __packedValue(__Index.secret)
          default: return super.__storedValue(index, snapshot)
          }
        }

        open override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.title: return self.title
          case __Index.pages: return self.pages
          case __Index.made: return self.made
          case __Index.secret: return self.secret
          default: return super.__value(index)
          }
        }

        open override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.title: return __assign(value) { self.title = $0 }
          case __Index.pages: return __assign(value) { self.pages = $0 }
          case __Index.made: return __assign(value) { self.made = $0 }
          case __Index.secret: return __assign(value) { self.secret = $0 }
          default: return super.__setValue(index, value)
          }
        }

        open override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .keeping(__values, after: super.__takeSnapshot())
        }

        open override func __restore(_ snapshot: EntityGraph.__Snapshot) {
          super.__restore(snapshot)
          __values = snapshot.values(of: __Values.self)
        }

        open override func __unload() {
          super.__unload()
          __values = nil
        }
      }
      """#
    }
  }

  @Test func publicClassTakesTheLeastAccessOfItsParameters() {
    assertExpansion(
      of: """
        @Entity public final class Tag: ManagedObject {
          public var name: String
          var count: Int?
        }
        """
    ) {
      #"""
      @Entity public final class Tag: ManagedObject {
        @EntityGraph.Attribute public var name: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.name, __Index.name, String.self)
          }
          set {
            __willWrite(__Index.name)
            __values.name = newValue
          }
        }
        @EntityGraph.Attribute var count: Int? {
          get {
            if __values == nil { __fire() }
            return __values.count
          }
          set {
            __willWrite(__Index.count)
            __values.count = newValue
          }
        }

        private enum __Index {
          static var name: Swift.Int { 0 }
          static var count: Swift.Int { 1 }
        }

        private struct __Values {
          var count: Int?
          var name: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(name: String, count: Int? = nil, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(count: count, name: name)
          __didInsert(0..<2)
        }

        public required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        public override class var __entityName: Swift.String { "Tag" }

        public override class var __propertyCount: Swift.Int { 2 }

        public override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Tag.self, "Tag")
          entity.attribute("name", String.self)
          entity.attribute("count", Int?.self)
        }

        public override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("name", \Tag.name)
          table.add("count", \Tag.count)
        }

        public override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            count: __column(__row, __start + 1, __Index.count, Int?.self, default: nil),
            name: __keeping(
              __row, __start, __Index.name, String.self, default: __placeholder(of: String.self)))
        }

        public override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.name: row.write(__kept(&__values.name, __Index.name, String.self))
          case __Index.count: row.write(__values.count)
          default: super.__write(index, &row)
          }
        }

        public override func __storedValue(
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
          case __Index.name:
            if let value = values.name { return __stored(value) }
            return __packedValue(__Index.name)
          case __Index.count: return __stored(values.count)
          default: return super.__storedValue(index, snapshot)
          }
        }

        public override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.name: return self.name
          case __Index.count: return self.count
          default: return super.__value(index)
          }
        }

        public override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.name: return __assign(value) { self.name = $0 }
          case __Index.count: return __assign(value) { self.count = $0 }
          default: return super.__setValue(index, value)
          }
        }

        public override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .keeping(__values, after: super.__takeSnapshot())
        }

        public override func __restore(_ snapshot: EntityGraph.__Snapshot) {
          super.__restore(snapshot)
          __values = snapshot.values(of: __Values.self)
        }

        public override func __unload() {
          super.__unload()
          __values = nil
        }
      }
      """#
    }
  }

  @Test func packageClass() {
    assertExpansion(
      of: """
        @Entity package final class Tag: ManagedObject {
          package var name: String = "a".uppercased()
        }
        """
    ) {
      #"""
      @Entity package final class Tag: ManagedObject {
        @EntityGraph.Attribute package var name: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.name, __Index.name, String.self)
          }
          set {
            __willWrite(__Index.name)
            __values.name = newValue
          }
        }

        private enum __Index {
          static var name: Swift.Int { 0 }
        }

        private struct __Values {
          var name: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        package init(name: String = "a".uppercased(), in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(name: name)
          __didInsert(0..<1)
        }

        package required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        package override class var __entityName: Swift.String { "Tag" }

        package override class var __propertyCount: Swift.Int { 1 }

        package override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Tag.self, "Tag")
          entity.attribute("name", String.self, hasDefault: true)
        }

        package override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("name", \Tag.name)
        }

        package override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            name: __keeping(__row, __start, __Index.name, String.self, default: "a".uppercased()))
        }

        package override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.name: row.write(__kept(&__values.name, __Index.name, String.self))
          default: super.__write(index, &row)
          }
        }

        package override func __storedValue(
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
          case __Index.name:
            if let value = values.name { return __stored(value) }
            return __packedValue(__Index.name)
          default: return super.__storedValue(index, snapshot)
          }
        }

        package override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.name: return self.name
          default: return super.__value(index)
          }
        }

        package override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.name: return __assign(value) { self.name = $0 }
          default: return super.__setValue(index, value)
          }
        }

        package override func __takeSnapshot() -> EntityGraph.__Snapshot? {
          .keeping(__values, after: super.__takeSnapshot())
        }

        package override func __restore(_ snapshot: EntityGraph.__Snapshot) {
          super.__restore(snapshot)
          __values = snapshot.values(of: __Values.self)
        }

        package override func __unload() {
          super.__unload()
          __values = nil
        }
      }
      """#
    }
  }

  @Test func privateClassPrintsNoAccess() {
    assertExpansion(
      of: """
        @Entity private final class Tag: ManagedObject {
          private var name: String
        }
        """
    ) {
      #"""
      @Entity private final class Tag: ManagedObject {
        @EntityGraph.Attribute private var name: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.name, __Index.name, String.self)
          }
          set {
            __willWrite(__Index.name)
            __values.name = newValue
          }
        }

        private enum __Index {
          static var name: Swift.Int { 0 }
        }

        private struct __Values {
          var name: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        init(name: String, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(name: name)
          __didInsert(0..<1)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Tag" }

        override class var __propertyCount: Swift.Int { 1 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Tag.self, "Tag")
          entity.attribute("name", String.self)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("name", \Tag.name)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            name: __keeping(
              __row, __start, __Index.name, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.name: row.write(__kept(&__values.name, __Index.name, String.self))
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
          case __Index.name:
            if let value = values.name { return __stored(value) }
            return __packedValue(__Index.name)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.name: return self.name
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.name: return __assign(value) { self.name = $0 }
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

  @Test func privatePropertyWithoutDefaultNarrowsTheInitializer() {
    assertExpansion(
      of: """
        @Entity final class Tag: ManagedObject {
          private var name: String
          fileprivate var count: Int = 0
        }
        """
    ) {
      #"""
      @Entity final class Tag: ManagedObject {
        @EntityGraph.Attribute private var name: String {
          get {
            if __values == nil { __fire() }
            return __kept(&__values.name, __Index.name, String.self)
          }
          set {
            __willWrite(__Index.name)
            __values.name = newValue
          }
        }
        @EntityGraph.Attribute fileprivate var count: Int {
          get {
            if __values == nil { __fire() }
            return __values.count
          }
          set {
            __willWrite(__Index.count)
            __values.count = newValue
          }
        }

        private enum __Index {
          static var name: Swift.Int { 0 }
          static var count: Swift.Int { 1 }
        }

        private struct __Values {
          var count: Int
          var name: Swift.Optional<String>
        }

        @exclusivity(unchecked) private var __values: __Values!

        fileprivate init(name: String, in __context: EntityGraph.ManagedObjectContext) {
          super.init(__owner: .inserting(Self.self, in: __context))
          __values = __Values(count: 0, name: name)
          __didInsert(0..<2)
        }

        required init(__owner: EntityGraph.__Owner) {
          super.init(__owner: __owner)
        }

        override class var __entityName: Swift.String { "Tag" }

        override class var __propertyCount: Swift.Int { 2 }

        override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
          entity.begin(Tag.self, "Tag")
          entity.attribute("name", String.self)
          entity.attribute("count", Int.self, default: 0)
        }

        override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
          super.__addKeyPaths(to: &table)
          table.add("name", \Tag.name)
          table.add("count", \Tag.count)
        }

        override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
          super.__read(__row, __depth - 1)
          let __start = __row.start(__depth)
          __values = __Values(
            count: __column(__row, __start + 1, __Index.count, Int.self, default: 0),
            name: __keeping(
              __row, __start, __Index.name, String.self, default: __placeholder(of: String.self)))
        }

        override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
          switch index {
          case __Index.name: row.write(__kept(&__values.name, __Index.name, String.self))
          case __Index.count: row.write(__values.count)
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
          case __Index.name:
            if let value = values.name { return __stored(value) }
            return __packedValue(__Index.name)
          case __Index.count: return __stored(values.count)
          default: return super.__storedValue(index, snapshot)
          }
        }

        override func __value(_ index: Swift.Int) -> Any? {
          switch index {
          case __Index.name: return self.name
          case __Index.count: return self.count
          default: return super.__value(index)
          }
        }

        override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
          switch index {
          case __Index.name: return __assign(value) { self.name = $0 }
          case __Index.count: return __assign(value) { self.count = $0 }
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

  @Test func classInPublicExtensionIsPublic() {
    assertExpansion(
      of: """
        public extension Shop {
          @Entity final class Tag: ManagedObject {
            public var name: String
          }
        }
        """
    ) {
      #"""
      public extension Shop {
        @Entity final class Tag: ManagedObject {
          @EntityGraph.Attribute public var name: String {
            get {
              if __values == nil { __fire() }
              return __kept(&__values.name, __Index.name, String.self)
            }
            set {
              __willWrite(__Index.name)
              __values.name = newValue
            }
          }

          private enum __Index {
            static var name: Swift.Int { 0 }
          }

          private struct __Values {
            var name: Swift.Optional<String>
          }

          @exclusivity(unchecked) private var __values: __Values!

          public init(name: String, in __context: EntityGraph.ManagedObjectContext) {
            super.init(__owner: .inserting(Self.self, in: __context))
            __values = __Values(name: name)
            __didInsert(0..<1)
          }

          public required init(__owner: EntityGraph.__Owner) {
            super.init(__owner: __owner)
          }

          public override class var __entityName: Swift.String { "Tag" }

          public override class var __propertyCount: Swift.Int { 1 }

          public override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
            entity.begin(Tag.self, "Tag")
            entity.attribute("name", String.self)
          }

          public override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
            super.__addKeyPaths(to: &table)
            table.add("name", \Tag.name)
          }

          public override func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int) {
            super.__read(__row, __depth - 1)
            let __start = __row.start(__depth)
            __values = __Values(
              name: __keeping(
                __row, __start, __Index.name, String.self, default: __placeholder(of: String.self)))
          }

          public override func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter) {
            switch index {
            case __Index.name: row.write(__kept(&__values.name, __Index.name, String.self))
            default: super.__write(index, &row)
            }
          }

          public override func __storedValue(
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
            case __Index.name:
              if let value = values.name { return __stored(value) }
              return __packedValue(__Index.name)
            default: return super.__storedValue(index, snapshot)
            }
          }

          public override func __value(_ index: Swift.Int) -> Any? {
            switch index {
            case __Index.name: return self.name
            default: return super.__value(index)
            }
          }

          public override func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool {
            switch index {
            case __Index.name: return __assign(value) { self.name = $0 }
            default: return super.__setValue(index, value)
            }
          }

          public override func __takeSnapshot() -> EntityGraph.__Snapshot? {
            .keeping(__values, after: super.__takeSnapshot())
          }

          public override func __restore(_ snapshot: EntityGraph.__Snapshot) {
            super.__restore(snapshot)
            __values = snapshot.values(of: __Values.self)
          }

          public override func __unload() {
            super.__unload()
            __values = nil
          }
        }
      }
      """#
    }
  }
}
