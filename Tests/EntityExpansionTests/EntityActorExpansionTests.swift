import Testing

/// What `@EntityActor` adds to an actor.
@Suite struct EntityActorExpansionTests {
  @Test func anActorHasAContextAndAnExecutor() {
    assertExpansion(
      of: """
        @EntityActor actor Library {
        }
        """
    ) {
      """
      """
    }
  }

  @Test func aClassOfTheMainActorHasAContext() {
    assertExpansion(
      of: """
        @EntityActor @MainActor public final class Shelf {
          var selection: Int = 0
        }
        """
    ) {
      """
      """
    }
  }

  @Test func theInitializerTakesWhatHasNoValue() {
    assertMembers(
      ["init"],
      of: """
        @EntityActor public actor Library {
          let prefix: String
          public var limit: Int = 3
          var last: Date?
          let first: Date?
          let now: @Sendable () -> Date
          var `default`: [String: (Int, Int)]
          static let shared: Int = 1
          static var other: Int!
          weak var owner: Owner?
          lazy var count: Int = limit
          var total: Int { limit }
          let known = 3
        }
        @EntityActor @MainActor final class Shelf {
          let prefix: String
          private let log: (String) -> Void
        }
        """
    ) {
      """
      """
    }
  }

  @Test func anInitializerOfTheAuthorsTakesThePlaceOfTheGeneratedOne() {
    assertMembers(
      ["init"],
      of: """
        @EntityActor actor Library {
          let prefix: String
          init(_ container: PersistentContainer, prefix: String) {
            self.prefix = prefix
            self.container = container
          }
          init(_ container: PersistentContainer) { self.init(container, prefix: "") }
        }
        """
    ) {
      """
      """
    }
  }

  @Test func initializersThatCallTheGeneratedOneLeaveIt() {
    assertMembers(
      ["init"],
      of: """
        @EntityActor actor Library {
          init(path: String) throws {
            self.init(container: try PersistentContainer(model: .shop, at: .file(path)))
          }
        }
        @EntityActor @MainActor class Shelf {
          convenience init(path: String) throws {
            self.init(container: try PersistentContainer(model: .shop, at: .file(path)))
          }
        }
        """
    ) {
      """
      """
    }
  }

  @Test func membersAreSeenAsFarAsTheActor() {
    assertMembers(
      ["container", "context", "unownedExecutor", "withContext"],
      of: """
        private extension Shop {
          @EntityActor actor Library {}
        }
        @EntityActor package actor Desk {}
        """
    ) {
      """
      """
    }
  }

  // MARK: Misuse

  @Test func onlyActorsAndClassesOfTheMainActorAreEntityActors() {
    assertExpansion(
      of: """
        @EntityActor struct A {}
        @EntityActor enum B {}
        @EntityActor class C {}
        @EntityActor final class D {}
        @EntityActor extension E {}
        @EntityActor protocol F {}
        @EntityActor @DatabaseActor final class G {}
        @EntityActor distributed actor H {}
        @EntityActor @Entity final class I: ManagedObject {}
        """,
      diagnostics: """
        """)
  }

  @Test func generatedMembersCannotBeWritten() {
    assertExpansion(
      of: """
        @EntityActor actor Library {
          let container: PersistentContainer
          var context: Int { 0 }
          nonisolated var unownedExecutor: UnownedSerialExecutor { .sharedUnownedExecutor }
          subscript(id: ObjectID, as type: Book.Type) -> Book? { nil }
          subscript(index: Int) -> Int { index }
          func withContext(_ body: (ManagedObjectContext) -> Void) {}
          func withContext(of id: ObjectID) {}
          static let context = 1
          init(container: PersistentContainer) { self.container = container }
        }
        @EntityActor @MainActor final class Shelf {
          var unownedExecutor: Int = 1
          var context: Int = 1
        }
        """,
      diagnostics: """
        """)
  }

  @Test func anInitializerGivesTheContainer() {
    assertExpansion(
      of: """
        @EntityActor actor Library {
          let name: String
          init(name: String) { self.name = name }
          init() { self.init(name: "") }
          init(_ container: PersistentContainer) {
            name = ""
            self.container = container
          }
        }
        """,
      diagnostics: """
        """)
  }

  @Test func aPropertyThatNoParameterCanGiveNeedsAnInitializer() {
    assertExpansion(
      of: """
        @EntityActor actor Library {
          #if DEBUG
            let log: String
          #endif
        }
        @EntityActor actor Desk {
          let (a, b): (Int, Int)
        }
        @EntityActor actor Shop {
          #if DEBUG
            let log: String = ""
          #endif
        }
        """,
      diagnostics: """
        """)
  }
}
