import EntityGraph
import Foundation

/// Times the library beside the leanest loops over the C interface: `benchmarks [COUNT [ROUNDS]]`.
@main
struct Benchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    let count = max(arguments.first ?? 100_000, 1)
    let rounds = max(arguments.dropFirst().first ?? 7, 1)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let path = folder.appending(path: "library.sqlite").path
    let container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self), at: .file(path))
    try insertBooks(count, container)
    let raw = RawLibrary(path: path)

    var comparisons: [Comparison] = []

    var insert = Comparison("insert \(count) objects, one save", target: 1.15)
    var run = 0
    try insert.run(rounds: min(rounds, 3)) {
      run += 1
      let raw = RawLibrary(path: folder.appending(path: "raw\(run).sqlite").path)
      raw.createTables()
      raw.insertBooks(count)
    } ours: {
      let path = folder.appending(path: "ours\(run).sqlite").path
      try insertBooks(
        count,
        PersistentContainer(model: ObjectModel(Author.self, Book.self), at: .file(path)))
    }
    comparisons.append(insert)

    var fetch = Comparison("fetch \(count) objects of eight attributes", target: 1.5)
    try fetch.run(rounds: rounds) {
      if raw.fetchBooks().count != count { fail("the raw loop lost books") }
    } ours: {
      let context = container.newContext()
      if try context.fetch(Book.all).count != count { fail("the context lost books") }
    }
    comparisons.append(fetch)

    var again = Comparison("the same, all in the context already", target: 0.6)
    let context = container.newContext()
    let books = try context.fetch(Book.all)
    try again.run(rounds: rounds) {
      if raw.fetchBooks().count != count { fail("the raw loop lost books") }
    } ours: {
      if try context.fetch(Book.all).count != books.count { fail("the context lost books") }
    }
    comparisons.append(again)

    print("| workload | C interface, ms | EntityGraph, ms | ratio | target |")
    print("|---|---|---|---|---|")
    for comparison in comparisons { print(comparison.row) }
  }

  /// Inserts `count` books in one save.
  static func insertBooks(_ count: Int, _ container: PersistentContainer) throws {
    let context = container.newContext()
    for number in 0..<count {
      let values = BookValues(number)
      _ = Book(
        title: values.title, isbn: values.isbn, pages: values.pages, price: values.price,
        published: values.published, summary: values.summary, language: values.language,
        stock: values.stock, in: context)
    }
    try context.save()
  }
}
