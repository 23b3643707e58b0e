import Testing

/// What the compiler says of the initialisers of classes that extend others.
@Suite struct InitializerCompilerTests {
  private static let media = """
    import EntityGraph
    @Entity(.abstract) class Media: ManagedObject {
      var name: String
      var size: Int = 0
    }
    @Entity final class Song: Media { var length: Int = 0 }
    @Entity(.noInitializer) final class Ticket: ManagedObject {
      var code: String
      convenience init(row: Int, in context: ManagedObjectContext) {
        self.init(insertedInto: context)
        code = "\\(row)"
      }
    }

    """

  @Test func `classes have their own initialisers, and those that their authors write`() throws {
    let report = try Compiler.check(
      Self.media + """
        func make(_ context: ManagedObjectContext) -> [ManagedObject] {
          [Song(length: 3, in: context), Song(in: context), Ticket(row: 1, in: context)]
        }
        """)
    #expect(report == "")
  }

  @Test func `an object of an abstract class is refused in words`() throws {
    let report = try Compiler.check(
      Self.media + """
        func make(_ context: ManagedObjectContext) { _ = Media(name: "a", in: context) }
        """)
    #expect(
      report.split(separator: "\n").first.map(String.init) == """
        14:50: error: 'init(name:size:in:)' is unavailable: 'Media' is abstract and has no objects \
        of its own; make one of a class that extends it
        """)
  }

  @Test func `a class whose author writes initialisers has no other one`() throws {
    let report = try Compiler.check(
      Self.media + """
        func make(_ context: ManagedObjectContext) { _ = Ticket(code: "a", in: context) }
        """)
    #expect(report.contains("14:"))
    #expect(report.contains("error: "))
  }
}
