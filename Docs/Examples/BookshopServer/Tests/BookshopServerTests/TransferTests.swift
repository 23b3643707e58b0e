import EntityGraph
import Foundation
import Testing

@testable import BookshopServer

@Suite struct TransferTests {
  @Test func aStoreThatIsExportedAndImportedIsTheSame() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bookshop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String {
      folder.appending(path: name).path(percentEncoded: false)
    }
    let shop = try PersistentContainer(
      model: .bookshopServer, at: .file(path("shop.sqlite")),
      options: StoreOptions(history: .days(30)))
    defer { shop.close() }
    try await shop.fillShelves(upTo: 30)

    // It is in use meanwhile.
    let exported = try await Command.export(path("shop.sqlite"), to: path("shop.jsonl"))
    let lines = try String(contentsOfFile: path("shop.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    // Before the objects is a line about the export.
    #expect(lines.count > 30 + 16)
    #expect("\(exported)".contains("47"))

    let imported = try await Command.importObjects(from: path("shop.jsonl"), path("copy.sqlite"))
    #expect("\(imported)" == "47 inserted, 0 updated, 0 unchanged, 0 skipped")
    let again = try await Command.importObjects(from: path("shop.jsonl"), path("copy.sqlite"))
    #expect("\(again)" == "0 inserted, 0 updated, 47 unchanged, 0 skipped")

    let copy = try PersistentContainer(
      model: .bookshopServer, at: .file(path("copy.sqlite")),
      options: StoreOptions(isReadOnly: true))
    defer { copy.close() }
    let books = try await shop.read { try $0.json(Book.sorted(by: \.isbn), as: Book.shape) }
    #expect(try await copy.read { try $0.json(Book.sorted(by: \.isbn), as: Book.shape) } == books)
  }

  @Test func aStoreThatIsNotThereIsNotExported() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
      .path(percentEncoded: false)
    let error = await #expect(throws: StoreError.self) {
      try await Command.export(path, to: path + ".jsonl")
    }
    #expect(error?.code == .fileMissing)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func whatIsNoExportIsRefusedWithItsLines() async throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "\(UUID()).jsonl").path(percentEncoded: false)
    let database = folder.appending(path: "\(UUID()).sqlite").path(percentEncoded: false)
    defer {
      for path in [file, database] { try? FileManager.default.removeItem(atPath: path) }
    }
    try Data("{]".utf8).write(to: URL(filePath: file))
    let error = await #expect(throws: ImportError.self) {
      try await Command.importObjects(from: file, database)
    }
    #expect(error?.description.contains("line 1") == true)
  }
}
