import Testing

/// What is reported about a class as a whole.
@Suite struct EntityDiagnosticTests {
  @Test func acceptsClassOfManagedObject() {
    assertExpansion(
      of: """
        @Entity class Book: ManagedObject {}
        """)
  }

  @Test func rejectsStruct() {
    assertExpansion(
      of: """
        @Entity struct Book {}
        """,
      diagnostics: """
        @Entity struct Book {}
                ^^^^^^
        error: '@Entity' applies to classes, and 'Book' is a struct [entity.not-a-class]
        fix: replace 'struct' by 'class'
        """,
      fixed: """
        @Entity class Book {}
        """)
  }

  @Test func rejectsEnum() {
    assertExpansion(
      of: """
        @Entity enum Book {}
        """,
      diagnostics: """
        @Entity enum Book {}
                ^^^^
        error: '@Entity' applies to classes, and 'Book' is an enum [entity.not-a-class]
        fix: replace 'enum' by 'class'
        """)
  }

  @Test func rejectsActor() {
    assertExpansion(
      of: """
        @Entity actor Book {}
        """,
      diagnostics: """
        @Entity actor Book {}
                ^^^^^
        error: '@Entity' applies to classes, and 'Book' is an actor [entity.not-a-class]
        fix: replace 'actor' by 'class'
        """)
  }

  @Test func rejectsExtension() {
    assertExpansion(
      of: """
        @Entity extension Book {}
        """,
      diagnostics: """
        @Entity extension Book {}
                ^^^^^^^^^
        error: '@Entity' applies to classes, and 'Book' is extended here [entity.not-a-class]
        """)
  }

  @Test func acceptsQualifiedSuperclass() {
    assertExpansion(
      of: """
        @Entity class Book: EntityGraph.ManagedObject, Codable {}
        """)
  }

  @Test func rejectsClassWithoutSuperclass() {
    assertExpansion(
      of: """
        @Entity final class Book {
          var title: String
        }
        """,
      diagnostics: """
        @Entity final class Book {
                            ^^^^
        error: entity 'Book' needs a superclass: 'ManagedObject' or another entity [entity.superclass-missing]
        fix: inherit from 'ManagedObject'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {
          var title: String
        }
        """)
  }

  @Test func acceptsProtocolAfterSuperclass() {
    assertExpansion(
      of: """
        @Entity final class Book: Item, Codable {}
        """)
  }

  @Test func rejectsProtocolInPlaceOfSuperclass() {
    assertExpansion(
      of: """
        @Entity final class Book: Codable {}
        """,
      diagnostics: """
        @Entity final class Book: Codable {}
                                  ^^^^^^^
        error: entity 'Book' needs a superclass before its protocols: 'ManagedObject' or another entity [entity.superclass-not-a-class]
        fix: inherit from 'ManagedObject'
        """,
      fixed: """
        @Entity final class Book: ManagedObject, Codable {}
        """)
  }

  @Test func acceptsClassInsideNamespace() {
    assertExpansion(
      of: """
        enum Shop {
          @Entity final class Book: ManagedObject {}
        }
        """)
  }

  @Test func rejectsGenericClass() {
    assertExpansion(
      of: """
        @Entity final class Book<Content>: ManagedObject {}
        """,
      diagnostics: """
        @Entity final class Book<Content>: ManagedObject {}
                            ^^^^
        error: entity 'Book' cannot be generic or stand inside a generic type, since it is one entity with one table [entity.generic]
        """)
  }

  @Test func rejectsClassInsideGenericType() {
    assertExpansion(
      of: """
        struct Shop<Currency> {
          @Entity final class Book: ManagedObject {}
        }
        """,
      diagnostics: """
          @Entity final class Book: ManagedObject {}
                              ^^^^
        error: entity 'Book' cannot be generic or stand inside a generic type, since it is one entity with one table [entity.generic]
        """)
  }

  @Test func acceptsClassInsideAnotherEntity() {
    assertExpansion(
      of: """
        @Entity class Book: ManagedObject {
          @Entity class Page: ManagedObject {}
        }
        """)
  }

  @Test func rejectsClassInsideItsSuperclass() {
    assertExpansion(
      of: """
        @Entity class Book: ManagedObject {
          @Entity class Novel: Book {}
        }
        """,
      diagnostics: """
          @Entity class Novel: Book {}
                        ^^^^^
        error: entity 'Novel' cannot stand inside 'Book', which it extends; declare it outside [entity.inside-superclass]
        """)
  }

  @Test func acceptsNonisolatedClass() {
    assertExpansion(
      of: """
        @Entity nonisolated final class Book: ManagedObject {}
        """)
  }

  @Test func rejectsClassOfMainActor() {
    assertExpansion(
      of: """
        @MainActor @Entity final class Book: ManagedObject {}
        """,
      diagnostics: """
        @MainActor @Entity final class Book: ManagedObject {}
        ^^^^^^^^^^
        error: entity 'Book' cannot belong to an actor, since its objects belong to their context; remove '@MainActor' [entity.isolated]
        fix: remove '@MainActor'
        """,
      fixed: """
        @Entity final class Book: ManagedObject {}
        """)
  }

  @Test func rejectsClassOfAnotherGlobalActor() {
    assertExpansion(
      of: """
        @StoreActor @Entity final class Book: ManagedObject {
          var title: String
        }
        """,
      diagnostics: """
        @StoreActor @Entity final class Book: ManagedObject {
        ^^^^^^^^^^^
        error: entity 'Book' cannot belong to an actor, since its objects belong to their context; remove '@StoreActor' [entity.isolated]
        fix: remove '@StoreActor'
        """)
  }

  @Test func acceptsAnyOtherName() {
    assertExpansion(
      of: """
        @Entity final class Sqlite: ManagedObject {}
        """)
  }

  @Test func rejectsNameThatBelongsToTheStore() {
    assertExpansion(
      of: """
        @Entity final class _Book: ManagedObject {}
        @Entity final class sqlite_book: ManagedObject {}
        """,
      diagnostics: """
        @Entity final class _Book: ManagedObject {}
                            ^^^^^
        error: '_Book' cannot name an entity; names that begin with '_' or 'sqlite_' are the store's [entity.name-reserved]
        @Entity final class sqlite_book: ManagedObject {}
                            ^^^^^^^^^^^
        error: 'sqlite_book' cannot name an entity; names that begin with '_' or 'sqlite_' are the store's [entity.name-reserved]
        """)
  }

  @Test func acceptsInitializerOfOtherLabels() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var title: String
          convenience init(named title: String, in context: ManagedObjectContext) {
            self.init(title: title, in: context)
          }
        }
        """)
  }

  @Test func rejectsInitializerThatIsGenerated() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          var title: String
          convenience init(title: String, in context: ManagedObjectContext) { self.init() }
        }
        """,
      diagnostics: """
          convenience init(title: String, in context: ManagedObjectContext) { self.init() }
                      ^^^^
        error: 'init(title:in:)' is generated from the properties; give this initializer other argument labels [entity.initializer-duplicate]
        """)
  }

  @Test func rejectsInitializerOfContexts() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          required init(__owner: __Owner) { super.init(__owner: __owner) }
        }
        """,
      diagnostics: """
          required init(__owner: __Owner) { super.init(__owner: __owner) }
                   ^^^^
        error: 'init(__owner:)' is generated for every entity; remove this one [entity.owner-initializer]
        """)
  }

  @Test func acceptsFewConditions() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          #if A
            var a: Int = 0
          #elseif B
            var b: Int = 0
          #endif
          #if C
            var c: Int = 0
          #endif
        }
        """)
  }

  @Test func rejectsManyConditions() {
    assertExpansion(
      of: """
        @Entity final class Book: ManagedObject {
          #if A
            var a: Int = 0
          #endif
          #if B
            var b: Int = 0
          #endif
          #if C
            var c: Int = 0
          #endif
          #if D
            var d: Int = 0
          #endif
          #if E
            var e: Int = 0
          #endif
        }
        """,
      diagnostics: """
        @Entity final class Book: ManagedObject {
                            ^^^^
        error: the properties of entity 'Book' depend on too many '#if' conditions; put them under one [entity.too-many-conditions]
        """)
  }

  @Test func tellsNothingOfPropertiesWhereTheClassIsWrong() {
    assertExpansion(
      of: """
        @Entity struct Book {
          @Attribute let title = ""
        }
        """,
      diagnostics: """
        @Entity struct Book {
                ^^^^^^
        error: '@Entity' applies to classes, and 'Book' is a struct [entity.not-a-class]
        fix: replace 'struct' by 'class'
        """)
  }

  @Test func superclassThatIsNoEntityLeavesAccessorsThatCompile() {
    assertExpansion(
      of: """
        class Plain {}
        @Entity final class Book: Plain { var title: String }
        """,
      diagnostics: """
        @Entity final class Book: Plain { var title: String }
                                  ^^^^^
        error: entity 'Book' cannot extend 'Plain', which is no entity; extend 'ManagedObject' or another entity [entity.superclass-not-an-entity]
        """
    ) {
      """
      class Plain {}
      @Entity final class Book: Plain { @EntityGraph.Attribute var title: String {
        get {
          if __values == nil { __fire() }
          if let value = __values.title.value { return value }
          let value = __read(__values.title, __Index.title, String.self)
          return __values?.title.didRead(value) ?? value
        }
        set { __willWrite(__Index.title); __values.title = .init(newValue) }
      } 
        private enum __Index {
          static var title: Swift.Int { 0 }
        }

        private struct __Values {
          var title: EntityGraph.__Deferred<String>
        }

        private var __values: __Values! { get { nil } set {} }

        private func __fire() { Swift.fatalError() }

        private func __willWrite(_: Swift.Int) { Swift.fatalError() }

        private func __read<T>(_: EntityGraph.__Deferred<T>, _: Swift.Int, _: T.Type) -> T { Swift.fatalError() }

        private func __object<T>(_: EntityGraph.__ToOne, _: Swift.Int, as: T.Type) -> T? { Swift.fatalError() }

        private func __requiredObject<T>(_: EntityGraph.__ToOne, _: Swift.Int, as: T.Type) -> T { Swift.fatalError() }

        private func __setObject<T>(_: Swift.Int, _: T) { Swift.fatalError() }

        private func __objects<T>(_: Swift.Int) -> T { Swift.fatalError() }

        private func __setObjects<T>(_: Swift.Int, _: T) { Swift.fatalError() }

        private func __handle<T>(_: Swift.Int) -> EntityGraph.ToMany<T> { Swift.fatalError() }

        private func __orderedObjects<T>(_: Swift.Int) -> [T] { Swift.fatalError() }

        private func __setOrderedObjects<T>(_: Swift.Int, _: T) { Swift.fatalError() }

        private func __orderedHandle<T>(_: Swift.Int) -> EntityGraph.OrderedToMany<T> { Swift.fatalError() }

        private func __fetchedObjects<T>(_: Swift.Int) -> [T] { Swift.fatalError() }

        private func __fetchedCount(_: Swift.Int) -> Swift.Int { Swift.fatalError() }

        private func __fetchedIdentifiers(_: Swift.Int) -> [EntityGraph.ObjectID] { Swift.fatalError() }

        private func __fetchedDictionaries(_: Swift.Int) -> [[Swift.String: Any]] { Swift.fatalError() }
      }
      """
    }
  }
}
