import Foundation
import TestSupport
import Testing

/// A model that changes such that a stage has to say what becomes of values, through the real
/// `swift build`: from what the build says to the store that a program has migrated.
@Suite(BuildThread.ofScratchPackages) struct StageTests {
  static let targets: [ScratchPackage.Target] = [
    .init(
      name: "Staged", isExecutable: true,
      settings: """
        .enableUpcomingFeature("InternalImportsByDefault"), \
        .enableUpcomingFeature("ExistentialAny"), \
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)
        """,
      files: ["Model.swift": firstModel, "main.swift": firstProgram]),
    .init(
      name: "Public", settings: ".treatAllWarnings(as: .error)",
      files: ["Model.swift": publicModel]),
  ]

  @Test func aStageThatTheBuildAskedForMigratesAStore() throws {
    let package = try ScratchPackage.adopting.get()
    try TemporaryDirectory.with { directory in
      let path = directory.path("shop.sqlite")
      try package.write("let path = \"\(path)\"\n", to: "Sources/Staged/Path.swift")
      let first = try package.command("snapshot", "--target", "Staged")
      #expect(first.status == 0)
      #expect(try package.runExecutable("Staged") == ["3"])

      try package.write(Self.secondModel, to: "Sources/Staged/Model.swift")
      let refused = try package.buildLog("Staged")
      #expect(
        refused.contains(
          """
          Model.swift:12:7: note: store the model as snapshot 2 with 'swift package entity-model \
          snapshot --accept', then write the stage that leads to it and pass it to the container:
            Migration(from: 1, to: 2) { stage in
              try stage.forEach(Snapshot1.Book.self) { old in
                Snapshot2.Book(from: old, pages: <#Int#>)
              }
              try stage.forEach(Snapshot1.Novel.self) { old in
                Snapshot2.Novel(from: old, pages: <#Int#>)
              }
              try stage.forEach(Snapshot1.Author.self) { old in
                Snapshot2.Person(from: old, shelf: <#Int#>)
              }
            }

          """), "\(refused)")
      #expect(try package.command("snapshot", "--accept", "--target", "Staged").status == 0)
      try package.write(Self.secondProgram, to: "Sources/Staged/main.swift")
      let run = try package.buildQuietly("Staged")
      #expect(run == ScratchPackage.Run())
      #expect(
        try package.runExecutable("Staged") == [
          "A 7 Ursula [\"x\"] [\"t\"] nil", "B 107 Ursula [\"y\", \"z\"] [] Optional(\"p\")",
          "C 0 nil [] [] nil", "Ursula 2 [\"A\", \"B\"]",
        ])
      // It has been migrated already.
      #expect(try package.runExecutable("Staged").count == 4)
    }
  }

  @Test func theTypesOfAPublicModelDrawNoWarning() throws {
    let package = try ScratchPackage.adopting.get()
    #expect(try package.command("snapshot", "--target", "Public").status == 0)
    try package.write(
      "public func id(_ work: Snapshot1.Work) -> Snapshot1.Work { work }\n",
      to: "Sources/Public/Use.swift")
    let run = try package.buildQuietly("Public")
    #expect(run == ScratchPackage.Run())
  }

  // MARK: Sources

  private static let firstModel = """
    import EntityGraph
    import Foundation

    @Entity final class Author: ManagedObject {
      var name: String
      @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
    }

    @Entity class Book: ManagedObject {
      var title: String
      var pageCount: Int32?
      var words: [String] = []
      var id: UUID
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
      @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag>
    }

    @Entity final class Novel: Book { var plot: String? }

    @Entity final class Tag: ManagedObject {
      var name: String
      @Relationship(inverse: "tags", deleteRule: .nullify) var books: Set<Book>
    }

    """

  private static let firstProgram = """
    import EntityGraph
    import Foundation

    let context = try PersistentContainer(model: .staged, at: .file(path)).newContext()
    let ursula = Author(name: "Ursula", in: context)
    let tag = Tag(name: "t", in: context)
    _ = Book(
      title: "A", pageCount: 7, words: ["x"], id: UUID(), author: ursula, tags: [tag], in: context)
    let novel = Novel(in: context)
    (novel.title, novel.words, novel.id, novel.plot) = ("B", ["y", "z"], UUID(), "p")
    novel.author = ursula
    _ = Book(title: "C", id: UUID(), in: context)
    try context.save()
    print(try context.count(Book.all))

    """

  private static let secondModel = """
    import EntityGraph
    import Foundation

    @Entity(originalName: "Author") final class Person: ManagedObject {
      var name: String
      var shelf: Int
      @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
    }

    @Entity class Book: ManagedObject {
      @Attribute(originalName: "title") var name: String
      var pages: Int
      var words: [String] = []
      var id: UUID
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Person?
      @Relationship(inverse: "books", deleteRule: .nullify) var tags: Set<Tag>
    }

    @Entity final class Novel: Book { var plot: String? }

    @Entity final class Tag: ManagedObject {
      var name: String
      @Relationship(inverse: "tags", deleteRule: .nullify) var books: Set<Book>
    }

    """

  private static let secondProgram = """
    import EntityGraph

    let migration = Migration(from: 1, to: 2) { stage in
      try stage.forEach(Snapshot1.Author.self) { old in
        Snapshot2.Person(from: old, shelf: try stage.members(of: old.books).count)
      }
      try stage.forEach(Snapshot1.Book.self) { old in
        let words = try old.words.value()
        return Snapshot2.Book(
          from: old, pages: Int(old.pageCount ?? 0), words: try SnapshotJSON(words))
      }
      try stage.forEach(Snapshot1.Novel.self) { old in
        Snapshot2.Novel(from: old, pages: Int(old.pageCount ?? 107))
      }
    }

    let container = try PersistentContainer(
      model: .staged, at: .file(path), options: StoreOptions(),
      migrations: [migration])
    let context = container.newContext()
    for book in try context.fetch(Book.sorted(by: \\.name)) {
      print(
        book.name, book.pages, book.author?.name ?? "nil", book.words,
        book.tags.map(\\.name), (book as? Novel)?.plot as Any)
    }
    for person in try context.fetch(Person.all) {
      print(person.name, person.shelf, person.books.map(\\.name).sorted())
    }

    """

  private static let publicModel = """
    public import EntityGraph
    public import Foundation

    public enum Mood: String, Codable, Sendable { case calm, wild }
    struct Hidden: Codable { var a: Int }
    struct UUID {}

    @Entity open class Work: ManagedObject {
      public var flag: Bool
      public var small: Int8
      public var big: UInt64
      public var ratio: Float
      public var price: Decimal
      public var born: Date
      public var bytes: Data?
      public var key: Foundation.UUID
      public var link: URL
      public var id: Int32
      public var `class`: String
      public var words: [String: Set<Mood>]
      var secret: Hidden?
      @Relationship(inverse: "works", deleteRule: .nullify) public var owner: Owner
      @Relationship(inverse: "works", deleteRule: .nullify) public var tags: Set<Tag>
    }
    @Entity public final class Novel: Work { public var plot: String? }
    @Entity public final class Owner: ManagedObject {
      @Relationship(inverse: "owner", deleteRule: .cascade) public var works: Set<Work>
    }
    @Entity public final class Tag: ManagedObject {
      public var text: String
      @Relationship(inverse: "tags", deleteRule: .nullify) public var works: Set<Work>
    }

    """
}
