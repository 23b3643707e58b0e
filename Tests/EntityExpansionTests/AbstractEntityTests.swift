import Testing

/// What becomes of `@Entity(.abstract)`.
@Suite struct AbstractEntityTests {
  @Test func `the initialiser of an abstract entity is refused in words of its own`() {
    assertMembers(
      ["init", "__describe"],
      of: """
        @Entity(.abstract) class Media: ManagedObject {
          var name: String = ""
        }
        """
    ) {
      """
      @available(
        *, unavailable,
        message: "'Media' is abstract and has no objects of its own; make one of a class that extends it")
      convenience init(name: String = "", in __context: EntityGraph.ManagedObjectContext) {
        self.init(__owner: .inserting(Self.self, in: __context))
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Media.self, "Media", isAbstract: true)
        entity.attribute("name", String.self, default: "")
      }
      """
    }
  }

  @Test func `an abstract entity may have initialisers of its author's`() {
    assertExpansion(
      of: """
        @Entity(.abstract) class Media: ManagedObject {
          var name: String
          convenience init(name: String, in context: ManagedObjectContext) {
            self.init(__owner: .inserting(Self.self, in: context))
          }
        }
        """)
  }

  @Test func `an abstract entity is not final`() {
    assertExpansion(
      of: """
        @Entity(.abstract) final class Media: ManagedObject {
          var name: String
        }
        """,
      diagnostics: """
        @Entity(.abstract) final class Media: ManagedObject {
                           ^^^^^
        error: entity 'Media' is abstract, so that its objects are of classes that extend it; a final class has none [entity.abstract-final]
        """)
  }
}
