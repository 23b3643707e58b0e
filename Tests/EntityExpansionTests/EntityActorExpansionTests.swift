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
      @EntityActor actor Library {

        nonisolated private let __executor: EntityGraph.EntityActorExecutor

        nonisolated var container: EntityGraph.PersistentContainer {
          @storageRestrictions(initializes: __executor)
          init(container) { __executor = EntityGraph.EntityActorExecutor(container) }
          get { __executor.container }
        }

        var context: EntityGraph.ManagedObjectContext { __executor.__context }

        nonisolated var unownedExecutor: _Concurrency.UnownedSerialExecutor {
          unsafe __executor.asUnownedSerialExecutor()
        }

        init(container: EntityGraph.PersistentContainer) {
          self.container = container
        }

        subscript<__Object: EntityGraph.ManagedObject>(
          _ id: EntityGraph.ObjectID, as type: __Object.Type = __Object.self
        ) -> __Object? { context.__object(type, with: id) }

        func withContext<__Result>(
          _ body: @Sendable (EntityGraph.ManagedObjectContext) throws -> sending __Result
        ) rethrows -> sending __Result { try body(context) }
      }
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
      @EntityActor @MainActor public final class Shelf {
        var selection: Int = 0

        nonisolated private let __mainContext: EntityGraph.__MainActorContext

        public nonisolated var container: EntityGraph.PersistentContainer {
          @storageRestrictions(initializes: __mainContext)
          init(container) { __mainContext = EntityGraph.__MainActorContext(container) }
          get { __mainContext.container }
        }

        public var context: EntityGraph.ManagedObjectContext { __mainContext.__context }

        public init(container: EntityGraph.PersistentContainer) {
          self.container = container
        }

        public subscript<__Object: EntityGraph.ManagedObject>(
          _ id: EntityGraph.ObjectID, as type: __Object.Type = __Object.self
        ) -> __Object? { context.__object(type, with: id) }

        public func withContext<__Result>(
          _ body: @MainActor (EntityGraph.ManagedObjectContext) throws -> sending __Result
        ) rethrows -> sending __Result { try body(context) }
      }
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
      init(
        container: EntityGraph.PersistentContainer, prefix: sending String, first: sending Date?,
        now: sending @escaping @Sendable () -> Date, `default`: sending [String: (Int, Int)]
      ) {
        self.prefix = prefix
        self.first = first
        self.now = now
        self.`default` = `default`
        self.container = container
      }

      fileprivate init(
        container: EntityGraph.PersistentContainer, prefix: String, log: @escaping (String) -> Void
      ) {
        self.prefix = prefix
        self.log = log
        self.container = container
      }
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
      init(_ container: PersistentContainer, prefix: String) {
        self.prefix = prefix
        self.container = container
      }

      init(_ container: PersistentContainer) { self.init(container, prefix: "") }
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
      init(path: String) throws {
        self.init(container: try PersistentContainer(model: .shop, at: .file(path)))
      }

      init(container: EntityGraph.PersistentContainer) {
        self.container = container
      }

      convenience init(path: String) throws {
        self.init(container: try PersistentContainer(model: .shop, at: .file(path)))
      }

      init(container: EntityGraph.PersistentContainer) {
        self.container = container
      }
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
      nonisolated var container: EntityGraph.PersistentContainer {
        @storageRestrictions(initializes: __executor)
        init(container) { __executor = EntityGraph.EntityActorExecutor(container) }
        get { __executor.container }
      }

      var context: EntityGraph.ManagedObjectContext { __executor.__context }

      nonisolated var unownedExecutor: _Concurrency.UnownedSerialExecutor {
        unsafe __executor.asUnownedSerialExecutor()
      }

      func withContext<__Result>(
        _ body: @Sendable (EntityGraph.ManagedObjectContext) throws -> sending __Result
      ) rethrows -> sending __Result { try body(context) }

      package nonisolated var container: EntityGraph.PersistentContainer {
        @storageRestrictions(initializes: __executor)
        init(container) { __executor = EntityGraph.EntityActorExecutor(container) }
        get { __executor.container }
      }

      package var context: EntityGraph.ManagedObjectContext { __executor.__context }

      package nonisolated var unownedExecutor: _Concurrency.UnownedSerialExecutor {
        unsafe __executor.asUnownedSerialExecutor()
      }

      package func withContext<__Result>(
        _ body: @Sendable (EntityGraph.ManagedObjectContext) throws -> sending __Result
      ) rethrows -> sending __Result { try body(context) }
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
        @EntityActor struct A {}
                     ^^^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'A' is a struct [actor.not-an-actor]
        fix: replace 'struct' by 'actor'
        @EntityActor enum B {}
                     ^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'B' is an enum [actor.not-an-actor]
        @EntityActor class C {}
                     ^^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'C' is a class; make it an actor, or mark it '@MainActor' [actor.not-an-actor]
        fix: replace 'class' by 'actor'
        @EntityActor final class D {}
                           ^^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'D' is a class; make it an actor, or mark it '@MainActor' [actor.not-an-actor]
        @EntityActor extension E {}
                     ^^^^^^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'E' is extended here [actor.not-an-actor]
        @EntityActor protocol F {}
                     ^^^^^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'F' is a protocol [actor.not-an-actor]
        @EntityActor @DatabaseActor final class G {}
                                                ^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'G' belongs to '@DatabaseActor'; make it an actor of its own [actor.global-actor]
        @EntityActor distributed actor H {}
                     ^^^^^^^^^^^
        error: entity actor 'H' cannot be distributed, since its context is of this process; remove 'distributed' [actor.distributed]
        @EntityActor @Entity final class I: ManagedObject {}
                                   ^^^^^
        error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'I' is a class; make it an actor, or mark it '@MainActor' [actor.not-an-actor]
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
          let container: PersistentContainer
              ^^^^^^^^^
        error: 'container' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
          var context: Int { 0 }
              ^^^^^^^
        error: 'context' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
          nonisolated var unownedExecutor: UnownedSerialExecutor { .sharedUnownedExecutor }
                          ^^^^^^^^^^^^^^^
        error: 'unownedExecutor' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
          subscript(id: ObjectID, as type: Book.Type) -> Book? { nil }
          ^^^^^^^^^
        error: 'subscript(_:as:)' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
          func withContext(_ body: (ManagedObjectContext) -> Void) {}
               ^^^^^^^^^^^
        error: 'withContext(_:)' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
          var context: Int = 1
              ^^^^^^^
        error: 'context' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
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
          init(name: String) { self.name = name }
          ^^^^
        error: an initializer of an entity actor gives 'container' a value, which sets up the context; write 'self.container = container' [actor.container-missing]
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
            let log: String
                ^^^
        error: 'log' has no value, and 'init(container:)' cannot be generated with a parameter for what stands under '#if' or declares several names; write an initializer for 'Library' [actor.initializer-needed]
          let (a, b): (Int, Int)
              ^^^^^^
        error: '(a, b)' has no value, and 'init(container:)' cannot be generated with a parameter for what stands under '#if' or declares several names; write an initializer for 'Desk' [actor.initializer-needed]
        """)
  }
}
