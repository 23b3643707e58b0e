import Foundation
import TestSupport
import Testing

/// A program that was built before still runs when the library changes and the program is built
/// again, as `swift package update` and `swift build` do: what the program lays out or inlines of
/// the library has it compiled again, and nothing else may matter to it.
@Suite(BuildThread()) struct UpgradeTests {
  /// A change of what the library stores, by the file and the line that it follows.
  private struct Change {
    let name: String
    let file: String
    let line: String
    let insertion: String
  }

  /// Changes of what objects refer to, which are nobody's business but the library's.
  private static let internals = [
    Change(
      name: "SideTable", file: "EntityRuntime/Objects/SideTable.swift",
      line: "final class SideTable {", insertion: "var padding = (1, 2)"),
    Change(
      name: "FetchBatch", file: "EntityRuntime/Objects/FetchBatch.swift",
      line: "final class FetchBatch {", insertion: #"var padding = (1, "")"#),
    Change(
      name: "ByteSlab.Header", file: "EntityRuntime/Objects/ByteSlab.swift",
      line: "  struct Header {", insertion: "var padding = (1, 2)"),
    Change(
      name: "UnitOfWork", file: "EntityRuntime/Context/UnitOfWork.swift",
      line: "final class UnitOfWork {", insertion: #"var padding = (1, "")"#),
    Change(
      name: "ChangeTracker", file: "EntityRuntime/Context/ChangeTracker.swift",
      line: "final class ChangeTracker {", insertion: #"var padding = (1, "")"#),
  ]

  /// Changes of what a program's classes extend, store or copy.
  private static let interfaces = [
    Change(
      name: "ManagedObject", file: "EntityRuntime/Objects/ManagedObject.swift",
      line: "open class ManagedObject: ManagedObjectProtocol {",
      insertion: #"final var __padding = (1, "")"#),
    Change(
      name: "__Snapshot", file: "EntityRuntime/Generated/Snapshot.swift",
      line: "public class __Snapshot {", insertion: #"final var padding = (1, "")"#),
    Change(
      name: "__ToOne", file: "EntityRuntime/Generated/ToOne.swift",
      line: "public struct __ToOne {", insertion: "@usableFromInline let padding: Int = 5"),
    Change(
      name: "__Deferred", file: "EntityRuntime/Generated/Deferred.swift",
      line: "  @usableFromInline var storage: Storage",
      insertion: "@usableFromInline var padding: Int = 5"),
    Change(
      name: "__Owner", file: "EntityRuntime/Generated/Owner.swift", line: "public struct __Owner {",
      insertion: "let padding = (5, 6)"),
    Change(
      name: "__Cell", file: "EntityStore/Rows/Cell.swift", line: "public struct __Cell {",
      insertion: "@usableFromInline let padding: Int = 3"),
    Change(
      name: "__Row", file: "EntityStore/Rows/Row.swift", line: "public struct __Row {",
      insertion: "@usableFromInline let padding: Int = 3"),
    Change(
      name: "__RowWriter", file: "EntityStore/Rows/RowWriter.swift",
      line: "public final class __RowWriter {",
      insertion: "@usableFromInline var padding: Int = 3"),
    Change(
      name: "__TypedSnapshot", file: "EntityRuntime/Generated/Snapshot.swift",
      line: "public final class __TypedSnapshot<Values: __EntityValues>: __Snapshot {",
      insertion: "@usableFromInline var ownPadding: Int = 3"),
    Change(
      name: "AnyMembers", file: "EntityRuntime/Objects/Members.swift",
      line: "@usableFromInline class AnyMembers {", insertion: #"final var padding = (1, "")"#),
    Change(
      name: "Members", file: "EntityRuntime/Objects/Members.swift",
      line: "@usableFromInline final class Members<Object: ManagedObject>: AnyMembers {",
      insertion: #"var ownPadding = (1, "")"#),
    Change(
      name: "__EntityBuilder", file: "EntityRuntime/Model/EntityBuilder.swift",
      line: "public struct __EntityBuilder {", insertion: "var padding = (5, 6)"),
    Change(
      name: "__ResultRow", file: "EntityRuntime/Results/ResultRow.swift",
      line: "public struct __ResultRow {", insertion: "let padding = (5, 6)"),
    Change(
      name: "__Selection", file: "EntityRuntime/Results/ResultColumn.swift",
      line: "public struct __Selection: Sendable {", insertion: "let padding = (5, 6)"),
    Change(
      name: "ResultRequest", file: "EntityRuntime/Results/ResultRequest.swift",
      line: "public struct ResultRequest<Object: ManagedObject, Row>: Sendable {",
      insertion: "let padding = (5, 6)"),
    Change(
      name: "FetchRequest", file: "EntityRuntime/Fetching/FetchRequest.swift",
      line: "public struct FetchRequest<Object: ManagedObject>: Sendable {",
      insertion: "var padding: Int = 5"),
    Change(
      name: "Field", file: "EntityRuntime/Fetching/Fields.swift",
      line: "public struct Field<Root, Value>: Sendable, __StoreOperand {",
      insertion: "let padding: Int = 5"),
    Change(
      name: "ObjectID", file: "EntityModel/ObjectID.swift",
      line: "public struct ObjectID: Hashable, Sendable {",
      insertion: "var padding: Int = 5"),
    Change(
      name: "StoreOptions", file: "EntitySQLite/StoreOptions.swift",
      line: "public struct StoreOptions: Sendable {", insertion: "var padding: Int = 5"),
  ]

  @Test func aProgramRunsWithAnotherLayoutOfTheLibrary() throws {
    try TemporaryDirectory.with { directory in
      let library = directory.url.appending(path: "EntityGraph")
      let program = directory.url.appending(path: "Program")
      try Self.copyLibrary(to: library)
      try Self.writeProgram(to: program)
      #expect(try Self.run(program) == Self.output)
      for changes in [Self.internals, Self.interfaces] {
        for change in changes { try Self.make(change, in: library) }
        #expect(try Self.run(program) == Self.output, "\(changes.map(\.name))")
      }
    }
  }

  // MARK: The library

  /// Copies what a program is built of.
  private static func copyLibrary(to folder: URL) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for entry in ["Package.swift", "Sources", "Tests", "Docs"] {
      try files.copyItem(at: root.appending(path: entry), to: folder.appending(path: entry))
    }
  }

  /// Makes `change` in the copy at `library`.
  private static func make(_ change: Change, in library: URL) throws {
    let file = library.appending(path: "Sources/\(change.file)")
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(change.line), "\(change.name)")
    try text.replacing(
      change.line, with: "\(change.line)\n  \(change.insertion)", maxReplacements: 1
    )
    .write(to: file, atomically: true, encoding: .utf8)
  }

  // MARK: The program

  private static let output = """
    A 8 ["a"] Ursula -
    B 1 [] Ursula p
    2 true ["name"]
    Le Guin 9
    1 Author-1 Le Guin

    """

  /// Builds and runs the program at `folder` and returns what it prints.
  private static func run(_ folder: URL) throws -> String {
    let built = try start(["build"], in: folder)
    try #require(built.status == 0, "\(built.output)")
    let result = try start(["run", "--skip-build", "--quiet"], in: folder)
    return result.status == 0 ? result.output : "exit \(result.status): \(result.output)"
  }

  private static func start(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, output: String) {
    let file = folder.appending(path: ".output")
    try Data().write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: file, encoding: .utf8))
  }

  private static func writeProgram(to folder: URL) throws {
    let sources = folder.appending(path: "Sources/Program")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try manifest.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try model.write(to: sources.appending(path: "Model.swift"), atomically: true, encoding: .utf8)
    try main.write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "Program",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "EntityGraph", path: "../EntityGraph")],
      targets: [
        .executableTarget(
          name: "Program",
          dependencies: [.product(name: "EntityGraph", package: "EntityGraph")])
      ])

    """

  private static let model = """
    import EntityGraph

    @Entity final class Author: ManagedObject {
      var name: String
      var born: Int?
      @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
    }

    @Entity class Book: ManagedObject {
      var title: String
      var pages: Int = 0
      var tags: [String] = []
      @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
    }

    @Entity final class Novel: Book {
      var plot: String?
    }

    """

  private static let main = #"""
    import EntityGraph

    let container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Novel.self), at: .memory)
    do {
      let context = container.newContext()
      let author = Author(name: "Ursula", in: context)
      _ = Book(title: "A", pages: 7, tags: ["a"], author: author, in: context)
      let novel = context.insert(Novel.self)
      (novel.title, novel.plot, novel.author) = ("B", "p", author)
      try context.save()
    }
    let context = container.newContext()
    for book in try context.fetch(Book.sorted(by: \.title)) {
      book.pages += 1
      let plot = (book as? Novel)?.plot ?? "-"
      print(book.title, book.pages, book.tags, book.author?.name ?? "-", plot)
    }
    let author = try context.first(Author.all)
    author?.name = "Le Guin"
    print(author?.books.count ?? 0, context.hasChanges, author?.changedValues.keys.sorted() ?? [])
    try context.save()
    author?.name = "x"
    context.rollback()
    let sums = try container.newContext().fetch(Book.select { $0.pages.sum })
    print(author?.name ?? "-", sums.first ?? 0)
    let ids = try context.identifiers(Author.where { $0.name == "Le Guin" && $0.born == nil })
    let found = try ids.map { try container.newContext().object(Author.self, with: $0) }
    print(ids.count, ids.first.map { "\($0)" } ?? "-", found.first??.name ?? "-")

    """#
}
