import Testing

/// What the compiler refuses of abstract entities and of fetched properties.
@Suite struct KindCompilerTests {
  private static let preamble = """
    import EntityGraph
    @Entity(.abstract) class Media: ManagedObject {
      var name: String = ""
      @Relationship(inverse: "media", deleteRule: .nullify) var owner: Person?
    }
    @Entity final class Song: Media {}

    """

  @Test func `no object of an abstract entity can be made`() throws {
    let report = try Compiler.check(
      Self.preamble + """
        @Entity final class Person: ManagedObject {
          @Relationship(inverse: "owner", deleteRule: .nullify) var media: Set<Media>
        }
        func make(_ context: ManagedObjectContext) -> [Media] {
          [Song(in: context), Media(name: "x", in: context)]
        }
        """)
    #expect(
      report == """
        11:23: error: 'init(name:owner:in:)' is unavailable: 'Media' is abstract and has no objects \
        of its own; make one of a class that extends it
        """)
  }

  @Test func `a relationship does not sort a fetched property`() throws {
    let report = try Compiler.check(
      Self.preamble + """
        @Entity final class Person: ManagedObject {
          @Relationship(inverse: "owner", deleteRule: .nullify) var media: Set<Media>
          @Fetched(Media.self, sortedBy: \\.owner) var all: [Media]
        }
        """)
    #expect(
      report == """
        9:3: error: macro 'Fetched(_:sortedBy:_:limit:offset:includesSubentities:includesPendingChanges:)' requires that 'Person' conform to 'Storable'
        entity.fetched("all", Media.self, sortedBy: \\.owner)
        error: referencing instance method 'fetched(_:_:sortedBy:_:limit:offset:includesSubentities:includesPendingChanges:)' on 'Optional' requires that 'Person' conform to 'Storable'
        """)
  }
}
