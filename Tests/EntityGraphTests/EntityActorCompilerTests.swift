import Testing

/// What the compiler says of entity actors: nothing of ordinary use, and that objects stay inside.
@Suite struct EntityActorCompilerTests {
  private static let library = """
    import EntityGraph
    @Entity(.observable) final class Book: ManagedObject {
      var title: String
    }
    @EntityActor actor Library {
      func add(_ title: String) throws -> ObjectID {
        let book = Book(title: title, in: context)
        try context.save()
        return book.objectID
      }
      func rename(_ id: ObjectID, to title: String) throws {
        self[id, as: Book.self]?.title = title
        try context.save()
      }
      func first() throws -> Book? { try context.first(Book.all) }
      func titles() throws -> [String] { try context.fetch(Book.all).map(\\.title) }
      func export(_ body: @Sendable (ManagedObjectContext) async throws -> Void) async throws {
        let titles = try titles()
        await Task.yield()
        print(titles)
      }
    }

    """

  @Test func ordinaryUseCompilesWithoutWarnings() throws {
    let report = try Compiler.check(
      Self.library + """
        import Observation
        public protocol Shop: Actor { init(container: PersistentContainer) }
        @EntityActor public actor Store: Shop {
          public private(set) var selection: [ObjectID] = []
          private let prefix: String = ""
          nonisolated public var name: String { container.model.entities[0].name + prefix }
          public func select() throws {
            for book in try context.fetch(Book.where { $0.title == "x" }) {
              selection.append(book.objectID)
            }
          }
          func follow() async {
            for await title in Observations({ self.selection.first.flatMap { self[$0, as: Book.self]?.title } }) {
              print(title ?? "")
            }
          }
        }
        @EntityActor @MainActor final class Window {
          var book: Book?
          func open(_ id: ObjectID) { book = self[id] }
        }
        func use(_ container: PersistentContainer) async throws {
          let library = Library(container: container)
          let id = try await library.add("A")
          try await library.rename(id, to: "B")
          async let titles = library.titles()
          async let count = library.withContext { try $0.count(Book.all) }
          print(try await titles, try await count)
          try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 { group.addTask { try await library.rename(id, to: "\\(number)") } }
            try await group.waitForAll()
          }
          let window = await Window(container: container)
          await window.open(id)
          await MainActor.run { print(window.book?.title ?? "") }
          let found = try await window.withContext { try $0.identifiers(Book.all) }
          print(found)
        }
        """, upTo: .code)
    #expect(report == "")
  }

  @Test func objectsAndTheContextDoNotLeaveTheActor() throws {
    let report = try Compiler.check(
      Self.library + """
        func use(_ library: Library, _ id: ObjectID) async throws {
          _ = await library[id, as: Book.self]
          _ = await library.context
        }
        """)
    #expect(
      report == """
        2:34: note: class 'Book' does not conform to the 'Sendable' protocol
        24:20: error: non-Sendable result type 'Book?' cannot be sent from actor-isolated context in call to subscript 'subscript(_:as:)'
        25:21: error: non-Sendable type 'ManagedObjectContext' of property 'context' cannot exit actor-isolated context
        """)
  }

  @Test func objectsDoNotLeaveTheClosureOfATest() throws {
    let report = try Compiler.check(
      Self.library + """
        func use(_ library: Library) async throws {
          _ = await library.withContext { $0 }
        }
        func look(_ library: Library) async throws {
          _ = try await library.withContext { try $0.fetch(Book.all) }
        }
        """, upTo: .code)
    #expect(
      report == """
        24:35: error: returning task-isolated '$0' as a 'sending' result risks causing data races
        24:35: note: returning task-isolated '$0' risks causing data races since the caller assumes that '$0' can be safely sent to other isolation domains
        27:46: error: returning a task-isolated 'Array<Book>' value as a 'sending' result risks causing data races
        27:46: note: returning a task-isolated 'Array<Book>' value risks causing races since the caller assumes the value can be safely sent to other isolation domains
        27:46: note: 'Array<Book>' is a non-Sendable type
        """)
  }

  @Test func whatAMethodReturnsDoesNotLeaveTheActor() throws {
    let report = try Compiler.check(
      Self.library + """
        func use(_ library: Library) async throws {
          print(try await library.first()?.title ?? "")
        }
        """, upTo: .code)
    #expect(
      report == """
        24:27: error: non-Sendable 'Book?'-typed result can not be returned from actor-isolated instance method 'first()' to nonisolated context
        """)
  }

  @Test func aMemberOfTheAuthorsIsReportedOnce() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @EntityActor actor Library {
        let container: PersistentContainer
        init(container: PersistentContainer) { self.container = container }
      }
      @EntityActor final class Shelf {}
      @EntityActor struct Desk {}
      """)
    #expect(
      report == """
        3:7: error: 'container' is generated by '@EntityActor'; remove this one or give it another name [actor.member-generated]
        6:20: error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'Shelf' is a class; make it an actor, or mark it '@MainActor' [actor.not-an-actor]
        7:14: error: '@EntityActor' applies to actors and to classes marked '@MainActor', and 'Desk' is a struct [actor.not-an-actor]
        7:14: note: replace 'struct' by 'actor'
        """)
  }

  @Test func anInitializerThatForgetsTheContainerIsReported() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @EntityActor actor Library {
        let name: String
        init(_ container: PersistentContainer) { name = container.model.entities[0].name }
      }
      """, upTo: .code)
    #expect(
      report == """
        4:84: error: return from initializer without initializing all stored properties
        """)
  }
}
