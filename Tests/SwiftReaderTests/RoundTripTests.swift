import Foundation
import Testing

@testable import SwiftReader

@Suite struct RoundTripTests {
  /// Checks what every tree must satisfy, and that its outline can be told.
  private func check(_ bytes: [UInt8], _ comment: @autoclosure () -> String = "") {
    let tree = SyntaxTree(parsing: bytes)
    if let broken = tree.brokenInvariant { Issue.record("\(comment()): \(broken)") }
    _ = Outline(of: tree, path: "")
  }

  @Test func everyFileOfThePackageComesBackByteForByte() throws {
    let files = Fixtures.packageSources()
    #expect(files.count > 30)
    for file in files {
      let tree = SyntaxTree(parsing: [UInt8](try Data(contentsOf: file)))
      #expect(tree.reassembled == tree.text.bytes, "\(file.path)")
      #expect(tree.brokenInvariant == nil, "\(file.path)")
      #expect(tree.diagnostics.isEmpty, "\(file.path): \(tree.diagnostics)")
    }
  }

  @Test(arguments: Fixtures.names)
  func fixturesComeBackByteForByte(_ name: String) throws {
    let source = Array(try Fixtures.source(name).utf8)
    let windows = source.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    for bytes in [source, windows, source.map { $0 == 0x0A ? 0x0D : $0 }] {
      check(bytes)
      #expect(SyntaxTree(parsing: bytes).reassembled == bytes)
    }
  }

  @Test(arguments: Fixtures.names)
  func everyPrefixHasATree(_ name: String) throws {
    let source = Array(try Fixtures.source(name).utf8)
    for count in 0...source.count { check(Array(source.prefix(count)), "prefix of \(count)") }
  }

  @Test(arguments: Fixtures.names)
  func everySingleTokenDeletionHasATree(_ name: String) throws {
    let tree = SyntaxTree(parsing: try Fixtures.source(name))
    for token in tree.tokens {
      var bytes = tree.text.bytes
      if token.kind != .endOfFile { bytes.removeSubrange(token.range) }
      check(bytes, "without \(token.range)")
    }
  }

  @Test(arguments: Fixtures.names)
  func mutatedBytesHaveATree(_ name: String) throws {
    let source = Array(try Fixtures.source(name).utf8)
    var random = SeededGenerator(state: UInt64(source.count))
    let pieces = [
      "{", "}", "(", ")", "[", "]", "\"", "\"\"\"", "\\(", "#if X\n", "#endif\n", "/*", "*/", "`",
      "<", ">", "@", "#/", "\u{0}", "é",
    ]
    .map { Array($0.utf8) }
    for round in 0..<400 {
      var bytes = source
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[offset] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: offset)
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: offset)
        default:
          let end = min(bytes.count, offset + Int.random(in: 1...40, using: &random))
          bytes.insert(
            contentsOf: bytes[offset..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      check(bytes, "round \(round)")
    }
  }

  @Test func viewsOfMutatedSourceAnswer() throws {
    let source = Array(try Fixtures.source("Initializers").utf8)
    var random = SeededGenerator(state: 7)
    for _ in 0..<100 {
      var bytes = source
      for _ in 0..<8 { bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random)) }
      let tree = SyntaxTree(parsing: bytes)
      for declaration in tree.flattenedDeclarations {
        for member in declaration.asType?.flattenedMembers ?? [] {
          for binding in member.asVariable?.bindings ?? [] {
            _ = binding.type?.form
            _ = binding.initializer?.form
          }
        }
      }
    }
  }
}
