import Foundation
import ReaderLaws
import Testing

@testable import SwiftReader

@Suite struct RoundTripTests {
  /// Expects the tree of `bytes` to keep every law.
  private func check(_ bytes: [UInt8], _ comment: @autoclosure () -> String = "") {
    if let law = SyntaxTree(parsing: bytes).brokenLaw { Issue.record("\(comment()): \(law)") }
  }

  @Test func everyFileOfThePackageComesBackByteForByte() throws {
    let files = Corpus.packageFiles()
    #expect(files.count > 30)
    for file in files {
      let tree = SyntaxTree(parsing: [UInt8](try Data(contentsOf: file)))
      #expect(tree.brokenLaw == nil, "\(file.path)")
      #expect(tree.reassembled == tree.text.bytes, "\(file.path)")
      #expect(tree.diagnostics.isEmpty, "\(file.path): \(tree.diagnostics)")
    }
  }

  @Test func everyFixtureIsTried() {
    let names = Corpus.fixtureFiles().map(\.lastPathComponent)
    #expect(names == Fixtures.names.map { "\($0).swift.txt" })
  }

  @Test(arguments: Fixtures.names)
  func fixturesComeBackByteForByte(_ name: String) throws {
    let source = Array(try Fixtures.source(name).utf8)
    let windows = source.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let marked = [0xEF, 0xBB, 0xBF] + source
    for bytes in [source, windows, source.map { $0 == 0x0A ? 0x0D : $0 }, marked] {
      check(bytes)
      #expect(SyntaxTree(parsing: bytes).reassembled == bytes)
    }
  }

  @Test(arguments: Fixtures.names)
  func anyFragmentComesBackByteForByte(_ name: String) throws {
    let source = try Fixtures.source(name)
    for fragment in [SyntaxTree.Fragment.members, .attributes] {
      #expect(SyntaxTree(parsing: source, as: fragment).brokenLaw == nil)
    }
  }

  @Test(arguments: Fixtures.names)
  func everyPrefixHasATree(_ name: String) throws {
    let source = Array(try Fixtures.source(name).utf8)
    for count in 0...source.count { check(Array(source.prefix(count)), "prefix of \(count)") }
  }

  @Test(arguments: Fixtures.names)
  func everySuffixOfTokensHasATree(_ name: String) throws {
    try changeEveryToken(of: name) { bytes, range, _ in bytes.removeSubrange(..<range.upperBound) }
  }

  @Test(arguments: Fixtures.names)
  func everySingleTokenDeletionHasATree(_ name: String) throws {
    try changeEveryToken(of: name) { bytes, range, _ in bytes.removeSubrange(range) }
  }

  @Test(arguments: Fixtures.names)
  func everySwapOfNeighboursHasATree(_ name: String) throws {
    try changeEveryToken(of: name) { bytes, range, next in
      let swapped = bytes[next] + bytes[range.upperBound..<next.lowerBound] + bytes[range]
      bytes.replaceSubrange(range.lowerBound..<next.upperBound, with: Array(swapped))
    }
  }

  /// Checks what becomes of the fixture `name` when `change` is made at each token in turn, given
  /// the bytes of the token and those of the next one.
  private func changeEveryToken(
    of name: String, _ change: (inout [UInt8], Range<Int>, Range<Int>) -> Void
  ) throws {
    let tree = SyntaxTree(parsing: try Fixtures.source(name))
    for index in tree.tokens.indices.dropLast() {
      var bytes = tree.text.bytes
      change(&bytes, tree.tokenRange(index), tree.tokenRange(index + 1))
      check(bytes, "token \(index) at \(tree.tokenRange(index))")
    }
  }

  @Test func everyByteHasATreeAnywhere() {
    for byte in UInt8.min...UInt8.max {
      for frame in [("", ""), ("a", "a"), ("\"", "\""), ("var a", "= 1"), ("@", "var a")] {
        check(Array(frame.0.utf8) + [byte] + Array(frame.1.utf8), "byte \(byte) in \(frame)")
        check(Array(frame.0.utf8) + [byte, byte, byte] + Array(frame.1.utf8), "bytes \(byte)")
      }
    }
  }

  @Test func mutantsHaveATreeAndViewsThatAnswer() throws {
    let fixtures = try Fixtures.names.map { Array(try Fixtures.source($0).utf8) }
    let mutator = Mutator(fixtures)
    for seed in UInt64(0)..<400 {
      let tree = SyntaxTree(parsing: mutator.mutant(seed: seed))
      if let law = tree.brokenLaw { Issue.record("seed \(seed): \(law)") }
      tree.askEveryView()
    }
  }
}
