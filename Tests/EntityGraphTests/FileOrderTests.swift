import Testing

/// Types that annotations make, in modules of several files.
@Suite struct FileOrderTests {
  /// Declarations of a type `Place`, and of the entity that has a value or an object of it.
  private static let models = [
    """
    @Composition struct Place { var street: String = "" }
    @Entity final class Company: ManagedObject { var place: Place = Place() }
    """,
    """
    @Composition struct Place: Codable, Hashable { var street: String = "" }
    @Entity final class Company: ManagedObject { var place: Place = Place() }
    """,
    """
    @Composition struct Place: Encodable { var street: String = "" }
    @Entity final class Company: ManagedObject { var place: Place = Place() }
    """,
    """
    @DictionaryStorage struct Place { var street: String = "" }
    @Entity final class Company: ManagedObject { var place: Place = Place() }
    """,
    """
    @Entity(.codable) class Site: ManagedObject { var street: String = "" }
    @Entity(.codable) final class Place: Site {
      @Relationship(inverse: "place", deleteRule: .nullify) var companies: Set<Company>
    }
    @Entity final class Company: ManagedObject {
      @Relationship(inverse: "companies", deleteRule: .deny) var place: Place
    }
    """,
  ].map { "import EntityGraph\n\($0)" }

  private static let use = """
    import EntityGraph
    func line(_ company: Company) -> String { company.place.street }
    """

  private static let transfer = """
    import EntityGraph
    struct Form: Codable { var place: Place }
    struct Pair<Value: Codable> { var values: (Value, Value) }
    struct Places { var pair: Pair<Place> }
    """

  @Test(arguments: models, [[0, 1, 2], [1, 0, 2], [2, 0, 1], [2, 1, 0]])
  func `a type is Codable whatever file comes first`(_ model: String, _ order: [Int]) throws {
    let files = [
      ("Use.swift", Self.use), ("Transfer.swift", Self.transfer), ("Model.swift", model),
    ]
    #expect(try Compiler.check(module: order.map { files[$0] }) == [])
  }

  @Test func `values of entities belong to no actor where all else does`() throws {
    let model = """
      import EntityGraph
      @Composition nonisolated struct Place { var street: String = "" }
      @DictionaryStorage nonisolated struct Settings { var size: Int? }
      @OpenEnumeration nonisolated enum Kind {
        case book
        case unknown(String)
      }
      @Entity nonisolated final class Company: ManagedObject {
        var place: Place = Place()
        var settings: Settings = Settings()
        var kind: Kind = .book
      }
      """
    #expect(try Compiler.check(module: [("Model.swift", model)], isolation: "MainActor") == [])
  }
}
