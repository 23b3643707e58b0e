import Testing

/// What becomes of `@Entity(.noInitializer)`, and of values that other files need.
@Suite struct InitializerOptionTests {
  @Test func `an entity whose author writes initialisers has the one alone that contexts call`() {
    assertMembers(
      ["init"],
      of: """
        @Entity(.noInitializer) final class Ticket: ManagedObject {
          var code: String
          convenience init(code: String, in context: ManagedObjectContext) {
            self.init(insertedInto: context)
            self.code = code
          }
        }
        """
    ) {
      """
      convenience init(code: String, in context: ManagedObjectContext) {
        self.init(insertedInto: context)
        self.code = code
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }
      """
    }
  }

  @Test func `the one that contexts call stays generated`() {
    assertExpansion(
      of: """
        @Entity(.noInitializer) final class Ticket: ManagedObject {
          var code: String
          required init(__owner: __Owner) { super.init(__owner: __owner) }
        }
        """,
      diagnostics: """
          required init(__owner: __Owner) { super.init(__owner: __owner) }
                   ^^^^
        error: 'init(__owner:)' is generated for every entity; remove this one [entity.owner-initializer]
        """)
  }

  @Test func `a class in a tree has its computed values under names`() {
    assertMembers(
      ["__Defaults"],
      of: """
        @Entity class Event: ManagedObject {
          var name: String = ""
          var start: Date = Date()
          @Relationship(inverse: "events", deleteRule: .nullify) var place: Place?
        }
        @Entity final class Concert: Event {
          var kind: Kind = .open
        }
        @Entity final class Place: ManagedObject {
          var opened: Date = Date()
        }
        """
    ) {
      """
      enum __Defaults {
        static var start: Date { Date() }
      }

      enum __Defaults {
        static var kind: Kind { .open }
      }
      """
    }
  }

  @Test func `other modules see the values of an open class`() {
    assertMembers(
      ["__Defaults"],
      of: """
        @Entity open class Event: ManagedObject {
          public var start: Date = Date()
        }
        """
    ) {
      """
      public enum __Defaults {
        public static var start: Date { Date() }
      }
      """
    }
  }
}
