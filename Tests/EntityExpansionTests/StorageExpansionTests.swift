import Testing

/// What `@DictionaryStorage`, `@Stored` and `@OpenEnumeration` add, and what they report.
@Suite struct StorageExpansionTests {
  @Test func `a storage has accessors, its text, initialisers and a list of its members`() {
    assertExpansion(
      of: """
        @DictionaryStorage struct Settings {
          var theme = "light"
          var size: Int?
          var limit: Int? = 12
          @Stored(json: "window.width") var `default`: Double = 800
          private(set) var kind: Kind = .book
          var tags: [String]! = nil
          private var count = 0
          fileprivate let origin = "here"
          static var shared = 1
          lazy var shown = theme
          let version = 2
          var summary: String { theme }
        }
        """
    ) {
      #"""
      @DictionaryStorage struct Settings {
        @EntityGraph.Stored var theme = "light" {
          get { __storage.value("theme", default: "light") }
          set { __storage.set("theme", newValue) }
        }
        @EntityGraph.Stored var size: Int? {
          get { __storage.optional("size") }
          set { __storage.setOptional("size", newValue) }
        }
        @EntityGraph.Stored var limit: Int? {
          get { __storage.optional("limit", default: 12) }
          set { __storage.setOptional("limit", newValue, writesNull: true) }
        }
        @Stored(json: "window.width") var `default`: Double {
          get { __storage.value("window.width", default: 800) }
          set { __storage.set("window.width", newValue) }
        }
        @EntityGraph.Stored private(set) var kind: Kind {
          get { __storage.value("kind", default: .book) }
          set { __storage.set("kind", newValue) }
        }
        @EntityGraph.Stored var tags: [String]! {
          get { __storage.optional("tags") }
          set { __storage.setOptional("tags", newValue) }
        }
        private var count = 0
        fileprivate let origin = "here"
        static var shared = 1
        lazy var shown = theme
        let version = 2
        var summary: String { theme }

        var __storage = EntityGraph.__JSONStorage()

        init(json: EntityGraph.JSON) {
          self.json = json
        }

        init(
          theme: String = "light", size: Int? = nil, limit: Int? = 12, `default`: Double = 800,
          kind: Kind = .book, tags: [String]? = nil
        ) {
          self.theme = theme
          self.size = size
          self.limit = limit
          self.`default` = `default`
          self.kind = kind
          self.tags = tags
        }
      }

      nonisolated extension Settings: EntityGraph.DictionaryStorage, Swift.Codable {
        func __visit(_ members: inout EntityGraph.__StorageMembers) {
          members.visit("theme", self.theme)
          members.visit("size", self.size)
          members.visit("limit", self.limit)
          members.visit("window.width", self.`default`)
          members.visit("kind", self.kind)
          members.visit("tags", self.tags)
        }

        static func __list(in table: inout EntityGraph.__StorageTable) {
          table.add("theme", "theme", \Self.theme)
          table.add("size", "size", \Self.size)
          table.add("limit", "limit", \Self.limit)
          table.add("default", "window.width", \Self.`default`)
          table.add("kind", "kind", \Self.kind)
          table.add("tags", "tags", \Self.tags)
        }
      }
      """#
    }
  }

  @Test func `what generated members show is what others can see`() {
    assertExpansion(
      of: """
        enum Outer {
          @DictionaryStorage public struct Settings {
            public var theme: String = Themes.first
            public var size: Int = 3
            var hidden = true
          }
        }
        """
    ) {
      #"""
      enum Outer {
        @DictionaryStorage public struct Settings {
          @EntityGraph.Stored public var theme: String {
            get { __storage.value("theme", default: Themes.first) }
            set { __storage.set("theme", newValue) }
          }
          @EntityGraph.Stored public var size: Int {
            get { __storage.value("size", default: 3) }
            set { __storage.set("size", newValue) }
          }
          @EntityGraph.Stored var hidden = true {
            get { __storage.value("hidden", default: true) }
            set { __storage.set("hidden", newValue) }
          }

          public var __storage = EntityGraph.__JSONStorage()

          public init(json: EntityGraph.JSON) {
            self.json = json
          }

          public init(__storage: EntityGraph.__JSONStorage) {
            self.__storage = __storage
          }

          public init(theme: String = Self(__storage: EntityGraph.__JSONStorage()).theme, size: Int = 3) {
            self.theme = theme
            self.size = size
          }
        }

        nonisolated extension Settings: EntityGraph.DictionaryStorage, Swift.Codable {
          public func __visit(_ members: inout EntityGraph.__StorageMembers) {
            members.visit("theme", self.theme)
            members.visit("size", self.size)
            members.visit("hidden", self.hidden)
          }

          public static func __list(in table: inout EntityGraph.__StorageTable) {
            table.add("theme", "theme", \Self.theme)
            table.add("size", "size", \Self.size)
            table.add("hidden", "hidden", \Self.hidden)
          }
        }
      }
      """#
    }
  }

  @Test func `initialisers of the author's take the place of generated ones`() {
    assertMembers(
      ["init"],
      of: """
        @DictionaryStorage struct Settings {
          var theme = "light"
          init(json: JSON) { self.json = json }
          init(theme: String) { self.theme = theme }
          init(_ other: Int) {}
        }
        """
    ) {
      """
      init(json: JSON) { self.json = json }

      init(theme: String) { self.theme = theme }

      init(_ other: Int) {}
      """
    }
  }

  @Test func `an open enumeration has a text for each case and a case for each text`() {
    assertExpansion(
      of: """
        @OpenEnumeration public enum Kind {
          case book, `default`
          @CaseName("select-one") case option
          @CaseName(prefix: "x-") case custom(String)
          @CaseName(prefix: "x-old-") case older(name: String)
          case unknown(String)
        }
        @OpenEnumeration enum Plain {
          case unknown(String)
        }
        """
    ) {
      """
      @OpenEnumeration public enum Kind {
        case book, `default`
        @CaseName("select-one") case option
        @CaseName(prefix: "x-") case custom(String)
        @CaseName(prefix: "x-old-") case older(name: String)
        case unknown(String)
      }

      nonisolated extension Kind: EntityGraph.OpenEnumeration {
        public var rawValue: String {
          switch self {
          case .book: "book"
          case .`default`: "default"
          case .option: "select-one"
          case .custom(let text): "x-" + text
          case .older(let text): "x-old-" + text
          case .unknown(let text): text
          }
        }

        public init(rawValue: String) {
          switch rawValue {
          case "book": self = .book
          case "default": self = .`default`
          case "select-one": self = .option
          default:
            if let text = Self.__rest(of: rawValue, behind: "x-old-") {
              self = .older(name: text)
            } else if let text = Self.__rest(of: rawValue, behind: "x-") {
              self = .custom(text)
            } else {
              self = .unknown(rawValue)
            }
          }
        }
      }
      @OpenEnumeration enum Plain {
        case unknown(String)
      }

      nonisolated extension Plain: EntityGraph.OpenEnumeration {
        var rawValue: String {
          switch self {
          case .unknown(let text): text
          }
        }

        init(rawValue: String) {
          switch rawValue {
          default:
            self = .unknown(rawValue)
          }
        }
      }
      """
    }
  }

  @Test func `a storage is a struct`() {
    assertExpansion(
      of: """
        @DictionaryStorage class A { var b = 1 }
        @DictionaryStorage final class B { var b = 1 }
        @DictionaryStorage enum C { case d }
        @DictionaryStorage actor E {}
        @DictionaryStorage extension F {}
        """,
      diagnostics: """
        @DictionaryStorage class A { var b = 1 }
                           ^^^^^
        error: '@DictionaryStorage' applies to structs, and 'A' is a class; make it a struct [storage.not-a-struct]
        fix: replace 'class' by 'struct'
        @DictionaryStorage final class B { var b = 1 }
                                 ^^^^^
        error: '@DictionaryStorage' applies to structs, and 'B' is a class; make it a struct [storage.not-a-struct]
        @DictionaryStorage enum C { case d }
                           ^^^^
        error: '@DictionaryStorage' applies to structs, and 'C' is an enum; an enum of texts is marked '@OpenEnumeration' [storage.not-a-struct]
        @DictionaryStorage actor E {}
                           ^^^^^
        error: '@DictionaryStorage' applies to structs, and 'E' is an actor; make it a struct [storage.not-a-struct]
        @DictionaryStorage extension F {}
                           ^^^^^^^^^
        error: '@DictionaryStorage' applies to structs, and 'F' is extended here [storage.not-a-struct]
        """,
      fixed: """
        @DictionaryStorage struct A { var b = 1 }
        @DictionaryStorage final class B { var b = 1 }
        @DictionaryStorage enum C { case d }
        @DictionaryStorage actor E {}
        @DictionaryStorage extension F {}
        """)
  }

  @Test func `a property in JSON is reported at its name`() {
    assertExpansion(
      of: """
        let key = "a"
        @DictionaryStorage struct Settings {
          var a: String
          let b: Int
          var c = Int.random(in: 0...9)
          var d = 1, e = 2
          var f = 1 { didSet {} }
          @Clamped var g = 1
          #if DEBUG
            var h = 1
          #endif
          var json = 1
          private var i: Int
          @Stored(json: key) var j = 1
          @Stored(json: "a..b") var k = 1
          var l = 1
          @Stored(json: "l") var m = 1
          @Stored(json: "l.n") var n = 1
          @Stored private var o = 1
          @Stored var p: Int { 1 }
          var r: Int??
          var s: Optional<[Int]?>? = nil
          var t: [Int?]? = nil
        }
        struct Other {
          @Stored(json: "q") var q = 1
        }
        """,
      diagnostics: """
          var a: String
              ^
        error: 'a' may be missing in JSON; give it a value for then, or make it optional [storage.value-missing]
        fix: make it optional
          let b: Int
          ^^^
        error: 'b' is read from JSON each time; make it a 'var', 'private(set)' where nobody else may assign it, or give the constant a value [storage.constant]
        fix: replace 'let' by 'var'
          var c = Int.random(in: 0...9)
              ^
        error: the type of 'c' is not evident from its value, and the initialiser takes it; write the type [storage.type-missing]
          var d = 1, e = 2
          ^^^
        error: a property in JSON is declared by itself, with one name; write a 'var' for each [storage.property]
        fix: split it
          var f = 1 { didSet {} }
              ^
        error: a property in JSON has no observers; assign it in a function that does the rest [storage.property]
          @Clamped var g = 1
                       ^
        error: a property in JSON has no property wrapper; remove that, or make the property private [storage.property]
            var h = 1
                ^
        error: a property in JSON is there in every build; move it out of '#if' [storage.property]
          var json = 1
              ^^^^
        error: every storage has a property 'json' of its own; give this one another name, with '@Stored(json: "json")' where the member is called so [storage.name-reserved]
        fix: call it 'jsonValue' and the member 'json'
          private var i: Int
                      ^
        error: 'i' is not in JSON, so that nothing gives it a value; write one [storage.private-value-missing]
          @Stored(json: key) var j = 1
                        ^^^
        error: 'json' is a string literal, the name of a member, or several with dots between them for one inside of others [storage.name-not-literal]
          @Stored(json: "a..b") var k = 1
                        ^^^^^^
        error: 'json' is a string literal, the name of a member, or several with dots between them for one inside of others [storage.name-not-literal]
          @Stored(json: "l") var m = 1
                                 ^
        error: 'm' is the member 'l', which 'l' is, or is part of; give each a member of its own [storage.member-twice]
          @Stored(json: "l.n") var n = 1
                                   ^
        error: 'n' is the member 'l.n', which 'l' is, or is part of; give each a member of its own [storage.member-twice]
          @Stored private var o = 1
          ^^^^^^^
        error: '@Stored' applies to properties that are in JSON, which private, computed, static and lazy ones and constants with a value are not; remove it here [storage.stored-outside]
        fix: remove '@Stored'
          @Stored var p: Int { 1 }
          ^^^^^^^
        error: '@Stored' applies to properties that are in JSON, which private, computed, static and lazy ones and constants with a value are not; remove it here [storage.stored-outside]
        fix: remove '@Stored'
          var r: Int??
                 ^^^^^
        error: 'r' is optional twice, and JSON has one null for both; make it optional once [storage.optional-twice]
        fix: make it optional once
          var s: Optional<[Int]?>? = nil
                 ^^^^^^^^^^^^^^^^^
        error: 's' is optional twice, and JSON has one null for both; make it optional once [storage.optional-twice]
        fix: make it optional once
          @Stored(json: "q") var q = 1
          ^^^^^^^^^^^^^^^^^^
        error: '@Stored' applies to properties of structs marked '@DictionaryStorage'; remove it here [storage.stored-outside]
        fix: remove '@Stored'
        """,
      fixed: """
        let key = "a"
        @DictionaryStorage struct Settings {
          var a: String?
          var b: Int
          var c = Int.random(in: 0...9)
          var d: Int = 1
          var e: Int = 2
          var f = 1 { didSet {} }
          @Clamped var g = 1
          #if DEBUG
            var h = 1
          #endif
          @Stored(json: "json") var jsonValue = 1
          private var i: Int
          @Stored(json: key) var j = 1
          @Stored(json: "a..b") var k = 1
          var l = 1
          @Stored(json: "l") var m = 1
          @Stored(json: "l.n") var n = 1
          private var o = 1
          var p: Int { 1 }
          var r: Int?
          var s: [Int]? = nil
          var t: [Int?]? = nil
        }
        struct Other {
          var q = 1
        }
        """)
  }

  @Test func `a case of an open enumeration is reported at its name`() {
    assertExpansion(
      of: """
        @OpenEnumeration struct A {}
        @OpenEnumeration enum B: String {
          case c
        }
        @OpenEnumeration enum D {
          case e(Int)
          @CaseName("f") case f, g
          @CaseName("") case h
          @CaseName(prefix: "i") case i
          case j = "k"
          @CaseName("e") case l
          @CaseName("l") case m
          @CaseName("l") case n
          #if DEBUG
            case o
          #endif
          @CaseName("p") case unknown(String)
        }
        @OpenEnumeration enum Q {
          case unknown
        }
        enum R {
          @CaseName("s") case s
        }
        """,
      diagnostics: """
        @OpenEnumeration struct A {}
                         ^^^^^^
        error: '@OpenEnumeration' applies to enums, and 'A' is a struct [enumeration.not-an-enum]
        @OpenEnumeration enum B: String {
                              ^
        error: open enumeration 'B' needs a case for texts that it does not know: 'case unknown(String)' [enumeration.unknown-missing]
        fix: add 'case unknown(String)'
        @OpenEnumeration enum B: String {
                                 ^^^^^^
        error: the raw values of an open enumeration are generated, since those of 'String' admit no 'unknown(String)'; remove ': String' [enumeration.raw-type]
        fix: remove it
          case e(Int)
               ^^^^^^
        error: case 'e' has one text, which gives no associated value; mark it '@CaseName(prefix:)' for all texts that begin so, or remove the value [enumeration.associated-value]
          @CaseName("f") case f, g
                              ^
        error: '@CaseName' is about one case; write a 'case' for 'f' alone [enumeration.several-in-one]
          @CaseName("f") case f, g
                                 ^
        error: '@CaseName' is about one case; write a 'case' for 'g' alone [enumeration.several-in-one]
          @CaseName("") case h
                    ^^
        error: '@CaseName' takes a string literal that is not empty, '"select-one"' or 'prefix: "x-"' [enumeration.name-not-literal]
          @CaseName(prefix: "i") case i
                                      ^
        error: case 'i' takes a text, as in 'case i(String)' [enumeration.no-text]
          case j = "k"
                   ^^^
        error: the text of case 'j' is written '@CaseName("k")', since enums with associated values have no raw values [enumeration.raw-value]
        fix: write '@CaseName("k")'
          @CaseName("l") case n
                              ^
        error: case 'n' is for a text that case 'm' is for; give it another '@CaseName' [enumeration.name-twice]
            case o
                 ^
        error: case 'o' is there in every build; move it out of '#if' [enumeration.conditional]
          @CaseName("p") case unknown(String)
          ^^^^^^^^^^^^^^
        error: case 'unknown' is for all other texts; remove '@CaseName' [enumeration.unknown-named]
        fix: remove it
          case unknown
               ^^^^^^^
        error: case 'unknown' takes a text, as in 'case unknown(String)' [enumeration.no-text]
          @CaseName("s") case s
          ^^^^^^^^^^^^^^
        error: '@CaseName' applies to cases of enums marked '@OpenEnumeration'; remove it here [enumeration.case-name-outside]
        fix: remove '@CaseName'
        """,
      fixed: """
        @OpenEnumeration struct A {}
        @OpenEnumeration enum B {
          case c
          case unknown(String)
        }
        @OpenEnumeration enum D {
          case e(Int)
          @CaseName("f") case f, g
          @CaseName("") case h
          @CaseName(prefix: "i") case i
          @CaseName("k") case j
          @CaseName("e") case l
          @CaseName("l") case m
          @CaseName("l") case n
          #if DEBUG
            case o
          #endif
          case unknown(String)
        }
        @OpenEnumeration enum Q {
          case unknown
        }
        enum R {
          case s
        }
        """)
  }
}
