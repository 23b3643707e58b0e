import Testing

/// What is reported about the type and the value of a property.
@Suite struct PropertyTypeDiagnosticTests {
  @Test func acceptsIgnoredPropertyWithoutType() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Ignore var title = ""
        }
        """)
  }

  @Test func rejectsPropertyWithoutType() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Attribute var title = ""
          var pages = 3
          var price = -1.5
          var sold = true
          var tags = ["a"]
          var counts = ["a": [1]]
          var date = Date()
          var cost = price()
          var kind = Set([Genre.fiction])
          @Transient var flag = false
        }
        """,
      diagnostics: """
          @Attribute var title = ""
                         ^^^^^
        error: 'title' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': String'
          var pages = 3
              ^^^^^
        error: 'pages' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Int'
          var price = -1.5
              ^^^^^
        error: 'price' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Double'
          var sold = true
              ^^^^
        error: 'sold' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Bool'
          var tags = ["a"]
              ^^^^
        error: 'tags' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': [String]'
          var counts = ["a": [1]]
              ^^^^^^
        error: 'counts' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': [String: [Int]]'
          var date = Date()
              ^^^^
        error: 'date' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Date'
          var cost = price()
              ^^^^
        error: 'cost' needs a type annotation, since code is generated before types are inferred [property.untyped]
          var kind = Set([Genre.fiction])
              ^^^^
        error: 'kind' needs a type annotation, since code is generated before types are inferred [property.untyped]
          @Transient var flag = false
                         ^^^^
        error: 'flag' needs a type annotation, since code is generated before types are inferred [property.untyped]
        fix: add ': Bool'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          @Attribute var title: String = ""
          var pages: Int = 3
          var price: Double = -1.5
          var sold: Bool = true
          var tags: [String] = ["a"]
          var counts: [String: [Int]] = ["a": [1]]
          var date: Date = Date()
          var cost = price()
          var kind = Set([Genre.fiction])
          @Transient var flag: Bool = false
        }
        """)
  }

  @Test func acceptsTransientWithValue() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Transient var a: Int = 0
          @Transient var b: Int?
          @Ignore var c: Int = 0
          @Ignore var d: Int!
        }
        """)
  }

  @Test func rejectsTransientWithoutValue() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          @Transient var a: Int
          @Ignore var b: Int
          let c: Int
          let d: Int?
        }
        """,
      diagnostics: """
          @Transient var a: Int
                         ^
        error: 'a' needs a value, since objects are also created from the store; give it a default value or make it optional [property.value-missing]
          @Ignore var b: Int
                      ^
        error: 'b' needs a value, since objects are also created from the store; give it a default value or make it optional [property.value-missing]
          let c: Int
              ^
        error: 'c' needs a value, since objects are also created from the store; give it a value [property.value-missing]
          let d: Int?
              ^
        error: 'd' needs a value, since objects are also created from the store; give it a value [property.value-missing]
        """)
  }

  @Test func acceptsCodableTypes() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var tags: [String]
          var counts: [String: [Int]]
          var cover: Cover?
          var pair: Pair<Int>
        }
        """)
  }

  @Test func rejectsTypesThatAreNeverCodable() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var pair: (Int, Int)
          var action: () -> Void
          var any: Any
          var type: Book.Type
          @Attribute var value: any Codable
          var options: (A & B)?
        }
        """,
      diagnostics: """
          var pair: (Int, Int)
                    ^^^^^^^^^^
        error: 'pair' cannot be saved, since '(Int, Int)' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var action: () -> Void
                      ^^^^^^^^^^
        error: 'action' cannot be saved, since '() -> Void' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var any: Any
                   ^^^
        error: 'any' cannot be saved, since 'Any' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var type: Book.Type
                    ^^^^^^^^^
        error: 'type' cannot be saved, since 'Book.Type' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          @Attribute var value: any Codable
                                ^^^^^^^^^^^
        error: 'value' cannot be saved, since 'any Codable' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
          var options: (A & B)?
                       ^^^^^^^^
        error: 'options' cannot be saved, since '(A & B)?' is neither Storable nor Codable; use a type that is, or mark the property '@Transient' or '@Ignore' [attribute.type]
        """)
  }
}
