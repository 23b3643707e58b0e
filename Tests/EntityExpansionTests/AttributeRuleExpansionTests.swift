import Testing

/// What becomes of rules in the annotation of an attribute, and what is wrong with them.
@Suite struct AttributeRuleExpansionTests {
  @Test func rulesAreDescribed() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(1...9_999), .indexed) var pages: Int = 1
          @Attribute(.range(-5 ... -1)) var floor: Int8?
          @Attribute(.range(...(-1))) var depth: Int
          @Attribute(.range(0..<1)) var share: Double
          @Attribute(.range(0.5...)) var weight: Float?
          @Attribute(AttributeOption.range(0.01...99.99)) var price: Decimal
          @Attribute(.unique, .length(1...200), .pattern(#"^\\d"#)) var title: String
          @Attribute(.length(..<5)) var seal: Data?
          @Attribute(.length(1...), column: "plot_text") var plot: String
        }
        """
    ) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute(
          "pages", Int.self, options: [.indexed],
          rules: [.range(from: .integer(1), through: .integer(9999))], default: 1)
        entity.attribute("floor", Int8?.self, rules: [.range(from: .integer(-5), through: .integer(-1))])
        entity.attribute("depth", Int.self, rules: [.range(through: .integer(-1))])
        entity.attribute("share", Double.self, rules: [.range(from: .real(0.0), below: .real(1.0))])
        entity.attribute("weight", Float?.self, rules: [.range(from: .real(0.5))])
        entity.attribute(
          "price", Decimal.self, rules: [.range(from: .text("0.01"), through: .text("99.99"))])
        entity.attribute(
          "title", String.self, options: [.unique],
          rules: [.length(from: 1, through: 200), .pattern("^\\d")])
        entity.attribute("seal", Data?.self, rules: [.length(from: 0, through: 4)])
        entity.attribute("plot", String.self, rules: [.length(from: 1)], column: "plot_text")
      }
      """#
    }
  }

  @Test func aRuleOfOnesOwnStandsAfterItsAttribute() {
    assertMembers(
      ["__describe"],
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(
            .range(1...), .rule("must be even", id: "book.even") { (pages: Int) in pages % 2 == 0 })
          var pages: Int
          @Attribute(.rule("must be \\"short\\"", { (title: String) -> Bool in title.count < 9 }))
          var title: String?
          @Attribute(.rule("must not be empty") { (tags: [String]) in !tags.isEmpty })
          var tags: [String] = ["a"]
          @Attribute(.rule("must be low") { (rank: Rank) in rank.isLow }) var rank: Shop.Rank?
        }
        """
    ) {
      #"""
      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Book.self, "Book")
        entity.attribute("pages", Int.self, rules: [.range(from: .integer(1))])
        entity.rule(
          "pages", Int.self, "must be even", id: "book.even", { (pages: Int) in pages % 2 == 0 })
        entity.attribute("title", String?.self)
        entity.rule(
          "title", String?.self, "must be \"short\"", { (title: String) -> Bool in title.count < 9 })
        entity.attribute("tags", [String].self, default: ["a"])
        entity.rule("tags", [String].self, "must not be empty", { (tags: [String]) in !tags.isEmpty })
        entity.attribute("rank", Shop.Rank?.self)
        entity.rule("rank", Shop.Rank?.self, "must be low", { (rank: Rank) in rank.isLow })
      }
      """#
    }
  }

  @Test func rejectsRulesOfOtherTypes() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(1...200)) var title: String
          @Attribute(.length(1...200)) var pages: Int?
          @Attribute(.range("a"..."m")) var shelf: String
          @Attribute(.range(1...5)) var genre: Genre
          @Attribute(.pattern("^[A-Z]")) var cover: Data
        }
        """,
      diagnostics: """
          @Attribute(.range(1...200)) var title: String
                     ^^^^^^^^^^^^^^^
        error: 'title' cannot have a range, since its type is not written as that of a number, such as 'Int' or 'Double?'; write '.length' [attribute.rule-type]
        fix: write '.length'
          @Attribute(.length(1...200)) var pages: Int?
                     ^^^^^^^^^^^^^^^^
        error: 'pages' cannot have a length, since its type is written neither 'String' nor 'Data', with or without '?'; write '.range' [attribute.rule-type]
        fix: write '.range'
          @Attribute(.range("a"..."m")) var shelf: String
                     ^^^^^^^^^^^^^^^^^
        error: 'shelf' cannot have a range, since its type is not written as that of a number, such as 'Int' or 'Double?'; write '.rule' with a closure for other types [attribute.rule-type]
          @Attribute(.range(1...5)) var genre: Genre
                     ^^^^^^^^^^^^^
        error: 'genre' cannot have a range, since its type is not written as that of a number, such as 'Int' or 'Double?'; write '.rule' with a closure for other types [attribute.rule-type]
          @Attribute(.pattern("^[A-Z]")) var cover: Data
                     ^^^^^^^^^^^^^^^^^^
        error: 'cover' cannot have a pattern, since its type is not written 'String' or 'String?'; write '.rule' with a closure for other types [attribute.rule-type]
        """)
  }

  @Test func rejectsWhatIsNoRangeOfLiterals() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(least...most)) var pages: Int
          @Attribute(.range(5)) var price: Int
          @Attribute(.range(...)) var floor: Int
          @Attribute(.length(200)) var title: String
          @Attribute(.range()) var share: Double
        }
        """,
      diagnostics: """
          @Attribute(.range(least...most)) var pages: Int
                            ^^^^^^^^^^^^
        error: '.range' takes a range of number literals, such as '1...9999', '0..<1', '1...' or '...5', since it is read when the program is built [attribute.rule-range]
          @Attribute(.range(5)) var price: Int
                            ^
        error: '.range' takes a range of number literals, such as '1...9999', '0..<1', '1...' or '...5', since it is read when the program is built [attribute.rule-range]
          @Attribute(.range(...)) var floor: Int
                            ^^^
        error: '.range' takes a range of number literals, such as '1...9999', '0..<1', '1...' or '...5', since it is read when the program is built [attribute.rule-range]
          @Attribute(.length(200)) var title: String
                             ^^^
        error: '.length' takes a range of integer literals, such as '1...200', '1...' or '...200', since it is read when the program is built [attribute.rule-range]
          @Attribute(.range()) var share: Double
                     ^^^^^^^^
        error: '.range' takes a range of number literals, such as '1...9999', '0..<1', '1...' or '...5', since it is read when the program is built [attribute.rule-range]
        """)
  }

  @Test func rejectsRangesWithoutValues() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(9...1)) var pages: Int
          @Attribute(.range(1..<1)) var price: Int
          @Attribute(.length(..<0)) var title: String
          @Attribute(.length(20..<10)) var plot: String
          @Attribute(.range(9007199254740993...9007199254740992)) var size: Int
          @Attribute(.range(9007199254740992..<9007199254740993)) var copies: Int
        }
        """,
      diagnostics: """
          @Attribute(.range(9...1)) var pages: Int
                            ^^^^^
        error: no value is in '9...1', which ends before it begins [attribute.rule-empty]
        fix: write '1...9'
          @Attribute(.range(1..<1)) var price: Int
                            ^^^^^
        error: no value is in '1..<1', since its end is not in it [attribute.rule-empty]
          @Attribute(.length(..<0)) var title: String
                             ^^^^
        error: no value is in '..<0', since its end is not in it [attribute.rule-empty]
          @Attribute(.length(20..<10)) var plot: String
                             ^^^^^^^
        error: no value is in '20..<10', which ends before it begins [attribute.rule-empty]
        fix: write '10..<20'
          @Attribute(.range(9007199254740993...9007199254740992)) var size: Int
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: no value is in '9007199254740993...9007199254740992', which ends before it begins [attribute.rule-empty]
        fix: write '9007199254740992...9007199254740993'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(1...9)) var pages: Int
          @Attribute(.range(1..<1)) var price: Int
          @Attribute(.length(..<0)) var title: String
          @Attribute(.length(10..<20)) var plot: String
          @Attribute(.range(9007199254740992...9007199254740993)) var size: Int
          @Attribute(.range(9007199254740992..<9007199254740993)) var copies: Int
        }
        """)
  }

  @Test func rejectsBoundsThatTheTypeDoesNotHave() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(0...300)) var rank: Int8
          @Attribute(.range(-1...)) var pages: UInt?
          @Attribute(.range(0.5...2)) var price: Int
          @Attribute(.range(...99999999999999999999)) var size: Int
          @Attribute(.length(-1...5)) var title: String
          @Attribute(.length(1...2.5)) var plot: String
          @Attribute(.range(0...1e300)) var weight: Float
        }
        """,
      diagnostics: """
          @Attribute(.range(0...300)) var rank: Int8
                                ^^^
        error: '300' is no value of 'Int8' that a rule can name [attribute.rule-bound]
          @Attribute(.range(-1...)) var pages: UInt?
                            ^^
        error: '-1' is no value of 'UInt' that a rule can name [attribute.rule-bound]
          @Attribute(.range(0.5...2)) var price: Int
                            ^^^
        error: '0.5' is no value of 'Int' that a rule can name [attribute.rule-bound]
          @Attribute(.range(...99999999999999999999)) var size: Int
                               ^^^^^^^^^^^^^^^^^^^^
        error: '99999999999999999999' is no value of 'Int' that a rule can name [attribute.rule-bound]
          @Attribute(.length(-1...5)) var title: String
                             ^^
        error: '-1' is no length; it is a whole number that is not negative [attribute.rule-bound]
          @Attribute(.length(1...2.5)) var plot: String
                                 ^^^
        error: '2.5' is no length; it is a whole number that is not negative [attribute.rule-bound]
          @Attribute(.range(0...1e300)) var weight: Float
                                ^^^^^
        error: '1e300' is no value of 'Float' that a rule can name [attribute.rule-bound]
        """)
  }

  @Test func rejectsPatternsThatAreNone() {
    assertExpansion(
      of: #"""
        @Entity final class Book: ManagedObject {
          @Attribute(.pattern("^(a|b$")) var title: String
          @Attribute(.pattern("[z-a]")) var plot: String?
          @Attribute(.pattern("\(word)")) var code: String
          @Attribute(.pattern(/^a/)) var shelf: String
        }
        """#,
      diagnostics: #"""
          @Attribute(.pattern("^(a|b$")) var title: String
                              ^^^^^^^^
        error: '.pattern' takes a regular expression, and this one has '(' without ')', at character 2 [attribute.rule-pattern]
          @Attribute(.pattern("[z-a]")) var plot: String?
                              ^^^^^^^
        error: '.pattern' takes a regular expression, and this one has a range of characters that ends before it begins, at character 2 [attribute.rule-pattern]
          @Attribute(.pattern("\(word)")) var code: String
                              ^^^^^^^^^
        error: '.pattern' takes a string literal without interpolations, since it is read when the program is built [attribute.rule-pattern]
          @Attribute(.pattern(/^a/)) var shelf: String
                              ^^^^
        error: '.pattern' takes a string literal without interpolations, since it is read when the program is built [attribute.rule-pattern]
        """#)
  }

  @Test func rejectsClosuresWithoutTheTypeOfTheProperty() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.rule("must be even") { pages in pages % 2 == 0 }) var pages: Int?
          @Attribute(.rule("must be even") { (price: Double) in price > 1 }) var price: Int
          @Attribute(.rule("must be low") { (rank: Int?) in rank != 5 }) var rank: Int?
          @Attribute(.rule("must be even") { $0 % 2 == 0 }) var count: Int
          @Attribute(.rule { (size: Int) in size > 1 }) var size: Int
          @Attribute(.rule("must be even", isEven)) var floor: Int
        }
        """,
      diagnostics: """
          @Attribute(.rule("must be even") { pages in pages % 2 == 0 }) var pages: Int?
                                             ^^^^^
        error: '.rule' takes a text and a closure with its type written, without '?': '.rule("must be …") { (pages: Int) in … }' [attribute.rule-closure]
        fix: write '(pages: Int)'
          @Attribute(.rule("must be even") { (price: Double) in price > 1 }) var price: Int
                                                     ^^^^^^
        error: '.rule' takes a text and a closure with its type written, without '?': '.rule("must be …") { (price: Int) in … }' [attribute.rule-closure]
        fix: write 'Int'
          @Attribute(.rule("must be low") { (rank: Int?) in rank != 5 }) var rank: Int?
                                                   ^^^^
        error: '.rule' takes a text and a closure with its type written, without '?': '.rule("must be …") { (rank: Int) in … }' [attribute.rule-closure]
        fix: write 'Int'
          @Attribute(.rule("must be even") { $0 % 2 == 0 }) var count: Int
                                           ^^^^^^^^^^^^^^^
        error: '.rule' takes a text and a closure with its type written, without '?': '.rule("must be …") { (count: Int) in … }' [attribute.rule-closure]
          @Attribute(.rule { (size: Int) in size > 1 }) var size: Int
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error: '.rule' takes a text and a closure with its type written, without '?': '.rule("must be …") { (size: Int) in … }' [attribute.rule-closure]
          @Attribute(.rule("must be even", isEven)) var floor: Int
                                           ^^^^^^
        error: '.rule' takes a text and a closure with its type written, without '?': '.rule("must be …") { (floor: Int) in … }' [attribute.rule-closure]
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Attribute(.rule("must be even") { (pages: Int) in pages % 2 == 0 }) var pages: Int?
          @Attribute(.rule("must be even") { (price: Int) in price > 1 }) var price: Int
          @Attribute(.rule("must be low") { (rank: Int) in rank != 5 }) var rank: Int?
          @Attribute(.rule("must be even") { $0 % 2 == 0 }) var count: Int
          @Attribute(.rule { (size: Int) in size > 1 }) var size: Int
          @Attribute(.rule("must be even", isEven)) var floor: Int
        }
        """)
  }

  @Test func rejectsDefaultsThatBreakTheRule() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute(.range(1...9999)) var pages: Int = 0
          @Attribute(.length(1...), .pattern("^[A-Z]")) var title: String = ""
          @Attribute(.range(0..<1)) var share: Double = 0.5
          @Attribute(.range(1...)) var rank: Int? = nil
          @Attribute(.range(1...)) var size: Int = Int.max
        }
        """,
      diagnostics: """
          @Attribute(.range(1...9999)) var pages: Int = 0
                                                        ^
        error: 'pages' must be from 1 to 9999, and its default value breaks that rule; give it another or change the rule [attribute.rule-default]
          @Attribute(.length(1...), .pattern("^[A-Z]")) var title: String = ""
                                                                            ^^
        error: 'title' must have at least 1 character, and its default value breaks that rule; give it another or change the rule [attribute.rule-default]
          @Attribute(.length(1...), .pattern("^[A-Z]")) var title: String = ""
                                                                            ^^
        error: 'title' must match '^[A-Z]', and its default value breaks that rule; give it another or change the rule [attribute.rule-default]
        """)
  }

  @Test func rejectsRulesWhereThereAreNone() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Transient(.range(1...5)) var pages: Int = 1
          @Attribute(.ruled) var title: String
          @Attribute(.range) var price: Int
        }
        """,
      diagnostics: """
          @Transient(.range(1...5)) var pages: Int = 1
                     ^^^^^^^^^^^^^
        error: '@Transient' takes no argument without label; it takes none [annotation.argument-unknown]
          @Attribute(.ruled) var title: String
                     ^^^^^^
        error: '.ruled' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
          @Attribute(.range) var price: Int
                     ^^^^^^
        error: '.range' is no option of an attribute; the options are '.unique', '.indexed', '.unique(.ignoringCase)', '.indexed(.ignoringCase)', '.secret', '.external', '.searchable' and '.searchable(tokenizer)', which is '.unicode', '.ascii', '.porter' or '.trigram', '.createdAt', '.updatedAt', '.deletedAt', '.undecodable(policy)', which is '.throw', '.useDefault' or '.keep', the rules '.range', '.length', '.pattern' and '.rule', and '.derived' with a closure [attribute.option-unknown]
        """)
  }
}
