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
      ""
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
      ""
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
      ""
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
      ""
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
      diagnostics: "", fixed: "")
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
        }
        struct Other {
          @Stored(json: "q") var q = 1
        }
        """,
      diagnostics: "", fixed: "")
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
      diagnostics: "", fixed: "")
  }
}
