import Foundation
import TestSupport
import Testing

@testable import catalog

@Suite struct ControlFileTests {
  @Test func recordsArePartedByBlankLines() throws {
    let records = try stanzas("\nPackage: a\nVersion: 1\n\n \t\nPackage: b\n\n\n")
    #expect(records.map { $0["Package"] } == ["a", "b"])
    #expect(records.map(\.line) == [2, 6])
    #expect(records[0]["Version"] == "1")
    #expect(records[1]["Version"] == nil)
  }

  @Test func namesOfFieldsIgnoreCaseAndValuesLoseBlanks() throws {
    let record = try #require(try stanzas("package :\ta b  \nVERSION:1\n").first)
    #expect(record["Package"] == "a b")
    #expect(record["Version"] == "1")
  }

  @Test func continuationLinesBelongToTheValue() throws {
    let record = try #require(try stanzas("Depends: a,\n b,\n\tc\nVersion: 1\n").first)
    #expect(record["Depends"] == "a,\n b,\n\tc")
    #expect(record["Version"] == "1")
  }

  @Test func lineEndsMayBeTwoBytesAndTheLastMayBeMissing() throws {
    let records = try stanzas("Package: a\r\nDepends: b,\r\n c\r\n\r\nPackage: b")
    #expect(records.map { $0["Package"] } == ["a", "b"])
    #expect(records[0]["Depends"] == "b,\n c")
  }

  @Test(arguments: ["", "\n", "\r\n \n\n"])
  func emptyFileHasNoRecords(text: String) throws {
    #expect(try stanzas(text).isEmpty)
  }

  @Test func textThatIsNotUTF8IsMended() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("latin-1")
      try Data([0x41, 0x3a, 0x20, 0xe9, 0x0a]).write(to: URL(fileURLWithPath: path))
      #expect(try ControlFile(ByteSource(path: path)).next()?["A"] == "\u{FFFD}")
    }
  }

  @Test(arguments: [
    ("Package: a\nnonsense\n", 2, "'nonsense' is no field; a field reads 'Name: value'"),
    ("Package: a\n-x: 1\n", 2, "'-x: 1' is no field; a field reads 'Name: value'"),
    ("\n: 1\n", 2, "': 1' is no field; a field reads 'Name: value'"),
    ("Package: a\n\n x\n", 3, "a line that begins with a space continues no field"),
    ("A: 1\nB: 2\na: 3\n", 3, "the field 'a' occurs twice here"),
    ("A: 1\nB: \0\n", 2, "a NUL byte; this is not a control file"),
  ])
  func malformedLineIsNamed(text: String, line: Int, problem: String) {
    #expect(throws: CatalogError.malformed(file: "test", line: line, problem: problem)) {
      try stanzas(text)
    }
  }

  @Test func excerptOfAMalformedLineIsShort() {
    let text = String(repeating: "x", count: 1000)
    let problem =
      "'\(text.prefix(30))…' is no field; a field reads 'Name: value'"
    #expect(throws: CatalogError.malformed(file: "test", line: 1, problem: problem)) {
      try stanzas(text)
    }
  }

  @Test func longLineIsReadAcrossPieces() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("long")
      let value = String(repeating: "0123456789", count: 50_000)
      try "A: \(value)\nB: 1\n".write(toFile: path, atomically: true, encoding: .utf8)
      let file = try ControlFile(ByteSource(path: path))
      let record = try #require(try file.next())
      #expect(record["A"] == value)
      #expect(record["B"] == "1")
      #expect(file.progress == 1)
    }
  }

  @Test func absurdlyLongLineIsRefused() {
    let text = "A: 1\nB: " + String(repeating: "x", count: ControlFile.sizeLimit)
    #expect(
      throws: CatalogError.malformed(file: "test", line: 2, problem: "the line is too long")
    ) { try stanzas(text) }
  }

  @Test func absurdlyLongRecordIsRefused() {
    let half = String(repeating: "x", count: ControlFile.sizeLimit / 2)
    #expect(
      throws: CatalogError.malformed(file: "test", line: 3, problem: "the record is too long")
    ) { try stanzas("A:\n \(half)\n \(half)\n") }
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    try TemporaryDirectory.with { directory in
      let (missing, folder) = (directory.path("missing"), directory.url.path)
      #expect(
        throws: CatalogError.unreadable(file: missing, reason: "No such file or directory")
      ) { try ControlFile(ByteSource(path: missing)) }
      #expect(throws: CatalogError.unreadable(file: folder, reason: "Is a directory")) {
        try ControlFile(ByteSource(path: folder))
      }
      let compressed = directory.path("Packages.gz")
      try Data([0x1f, 0x8b, 0x08, 0x00]).write(to: URL(fileURLWithPath: compressed))
      #expect(
        throws: CatalogError.unreadable(
          file: compressed, reason: "it is compressed; unpack it first")
      ) { try ControlFile(ByteSource(path: compressed)) }
    }
  }

  /// Returns the records of a file called 'test' that holds `text`.
  @discardableResult private func stanzas(_ text: String) throws -> [Stanza] {
    let file = try ControlFile(ByteSource(text: text, name: "test"))
    var stanzas: [Stanza] = []
    while let stanza = try file.next() { stanzas.append(stanza) }
    return stanzas
  }
}
