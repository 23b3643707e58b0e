import Testing

/// What a package gets that adopts the plugin, through the real `swift build`.
@Suite(BuildThread.ofScratchPackages) struct AdoptionTests {
  /// The targets of the package that the tests build.
  static let targets: [ScratchPackage.Target] = [
    .init(name: "Bookshop", isExecutable: true, files: bookshop),
    .init(
      name: "Runtime", isExecutable: true, adoptsPlugin: false,
      files: [
        "main.swift": """
        import EntityGraph

        @Entity final class Note: ManagedObject { var text: String = "" }

        let container = try PersistentContainer(model: ObjectModel(Note.self), at: .memory)
        print(container.model.entities.map(\\.name))
        """
      ]),
    .init(name: "Vehicles", files: vehicles),
    .init(
      name: "Garage", isExecutable: true, dependencies: ["Vehicles"], files: garage),
    .init(
      name: "Strict",
      settings: """
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny"), \
        .enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety(), \
        .treatAllWarnings(as: .error)
        """,
      files: [
        "Model.swift": """
        public import EntityGraph

        @available(*, deprecated) @Entity public final class Old: ManagedObject {
          public var name: String = ""
        }
        @Entity final class New: ManagedObject {
          var name: String = ""
          @Attribute(.unique) var code: String
          @Relationship(inverse: "parts", deleteRule: .nullify) var whole: New?
          @Relationship(inverse: "whole", deleteRule: .nullify) var parts: Set<New>
        }
        @EntityActor actor Stock {
          func count() throws -> Int { try context.count(New.where { $0.whole == nil }) }
        }
        """
      ]),
    .init(
      name: "OnMainActor", settings: ".defaultIsolation(MainActor.self)",
      files: [
        "Model.swift": """
        import EntityGraph

        nonisolated enum Genre: String, Storable { case fiction }

        @Composition nonisolated struct Size { var height: Int = 0 }

        @Entity nonisolated final class Book: ManagedObject {
          var genre: Genre = .fiction
          var size: Size = Size()
        }

        nonisolated func open() throws -> PersistentContainer {
          try PersistentContainer(model: .onMainActor, at: .memory)
        }
        """
      ]),
    .init(name: "No_entities", files: ["Empty.swift": "struct Thing {}\n"]),
    .init(name: "Nothing", files: ["Empty.swift": ""]),
  ]

  @Test func theModelOfATargetIsTheOneMadeAtRunTime() throws {
    let package = try ScratchPackage.adopting.get()
    #expect(try package.runExecutable("Bookshop") == ["true", "[\"The Dispossessed\"]", "1"])
  }

  @Test func nothingRunsAgainWhenNothingHasChanged() throws {
    let package = try ScratchPackage.adopting.get()
    _ = try package.build("Bookshop")
    #expect(try !package.buildLog("Bookshop").contains("Making the object model"))
    try package.write(
      Self.bookshop["main.swift", default: ""] + "print(\"again\")\n",
      to: "Sources/Bookshop/main.swift")
    #expect(try package.buildLog("Bookshop").contains("Making the object model"))
    try package.write(Self.bookshop["main.swift", default: ""], to: "Sources/Bookshop/main.swift")
  }

  @Test func aTargetWithoutThePluginMakesItsModelAtRunTime() throws {
    #expect(try ScratchPackage.adopting.get().runExecutable("Runtime") == ["[\"Note\"]"])
  }

  @Test func anEntityExtendsOneOfAnotherModule() throws {
    #expect(
      try ScratchPackage.adopting.get().runExecutable("Garage")
        == ["[\"Car\", \"Owner\", \"Vehicle\"]", "[\"Owner\", \"Vehicle\"]", "Ann"])
  }

  @Test func theGeneratedCodeDrawsNoWarningUnderStrictSettings() throws {
    let run = try ScratchPackage.adopting.get().buildQuietly("Strict")
    #expect(run == ScratchPackage.Run())
  }

  @Test func aModelBelongsToNoActor() throws {
    let run = try ScratchPackage.adopting.get().buildQuietly("OnMainActor")
    #expect(run == ScratchPackage.Run())
  }

  @Test(arguments: ["No_entities", "Nothing"])
  func aTargetWithoutEntitiesHasAnEmptyModel(_ target: String) throws {
    let run = try ScratchPackage.adopting.get().buildQuietly(target)
    #expect(run == ScratchPackage.Run())
  }

  // MARK: Sources

  private static let bookshop = [
    "Model.swift": """
    import EntityGraph
    import Foundation

    enum Genre: String, Storable { case fiction, science }

    @Entity final class Author: ManagedObject {
      @Attribute(.unique) var email: String
      var born: Date?
      @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Shelf.Book>
      @Fetched(countOf: Shelf.Book.self) var bookCount: Int
    }

    enum Shelf {
      @Entity class Book: ManagedObject {
        @Attribute(.indexed) var title: String
        var genre: Genre = .fiction
        @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
        @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag>
      }
    }

    extension Shelf {
      @Entity final class Novel: Book {
        @Relationship(inverse: "prequel", deleteRule: .nullify) var sequel: Novel?
        @Relationship(inverse: "sequel", deleteRule: .nullify) var prequel: Novel?
      }
    }

    @Entity final class Tag: ManagedObject {
      @Attribute(.unique) var `default`: String
      @Relationship(inverse: "tags", deleteRule: .nullify) var books: Set<Shelf.Book>
    }

    @Entity private final class Left: ManagedObject { var out: Int = 0 }
    """,
    "main.swift": """
    import EntityGraph

    func local() { @Entity final class Local: ManagedObject { var a: Int = 0 } }

    print(
      try ObjectModel.bookshop
        == ObjectModel(Author.self, Shelf.Book.self, Shelf.Novel.self, Tag.self))
    let context = try PersistentContainer(model: .bookshop, at: .memory).newContext()
    let ursula = Author(email: "ursula@example.org", in: context)
    let novel = Shelf.Novel(in: context)
    novel.title = "The Dispossessed"
    novel.author = ursula
    novel.tags = [Tag(default: "utopia", in: context)]
    try context.save()
    print(ursula.books.map(\\.title))
    print(try context.fetch(Tag.where { $0.books.any { $0.author.email == "ursula@example.org" } }).count)

    """,
  ]

  private static let vehicles = [
    "Vehicle.swift": """
    public import EntityGraph

    @Entity open class Vehicle: ManagedObject {
      public var wheels: Int = 4
      @Relationship(inverse: "vehicles", deleteRule: .nullify) public var owner: Owner?
    }

    @Entity public final class Owner: ManagedObject {
      public var name: String
      @Relationship(inverse: "owner", deleteRule: .nullify) public var vehicles: Set<Vehicle>
    }
    """
  ]

  private static let garage = [
    "main.swift": """
    import EntityGraph
    import Vehicles

    @Entity final class Car: Vehicle { var doors: Int = 3 }

    let context = try PersistentContainer(model: .garage, at: .memory).newContext()
    print(ObjectModel.garage.entities.map(\\.name))
    print(ObjectModel.vehicles.entities.map(\\.name))
    let car = Car(in: context)
    car.owner = Owner(name: "Ann", in: context)
    try context.save()
    print(try context.fetch(Vehicle.all).first?.owner?.name ?? "")
    """
  ]
}
