import SwiftReader
import TestSupport

/// Makes source that nobody would write out of source that somebody wrote.
package struct Mutator {
  /// The most bytes that repetition may blow source up to.
  private static let maximumCount = 1 << 16

  /// What changes the meaning of all that follows it.
  private static let pieces = [
    "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "\\(", "#\"", "\"#", "`", "@", "#", "/",
    "#/", "/#", "/*", "*/", "//", "#if X\n", "#elseif Y\n", "#else\n", "#endif\n", "<#", "#>",
    "class ", "struct A ", "extension ", "actor ", "func ", "init", "var ", "let ", "case ", "get ",
    "didSet ", "where ", "some ", "any ", "final ", "private(set) ", "@A ", "@A(", "in ", "is ",
    "as? ", "try ", "if ", "else ", "switch ", "do ", "catch ", ":", "::", "->", ",", ";", "=", ".",
    "?", "!", "&", "~", "...", "$0", "_", "0x", "1.", "1e", "\n", "\r", "\r\n", "\t", "\u{0}",
    "é", "\u{FEFF}", "\u{201C}", "🎉", "<<<<<<< ", ">>>>>>> ",
  ].map { Array($0.utf8) }

  /// The source that mutants are made of, which is not empty.
  private let sources: [[UInt8]]

  /// Creates a mutator of `sources`, one of which has to have bytes.
  package init(_ sources: [[UInt8]]) {
    self.sources = sources.filter { !$0.isEmpty }
    precondition(!self.sources.isEmpty, "a mutator needs source")
  }

  /// Returns the mutant of `seed`, always the same one.
  package func mutant(seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var bytes = excerpt(atMost: 16_000, &random)
    for _ in 0...random.below(12) {
      if bytes.isEmpty { bytes = random.pick(Self.pieces) }
      if random.oneIn(2) {
        changeBytes(&bytes, &random)
      } else {
        changeTokens(&bytes, &random)
      }
    }
    return bytes
  }

  /// Changes bytes wherever they stand, between the bytes of a character too.
  private func changeBytes(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let offset = random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes[offset] = UInt8(random.below(256))
    case 1: bytes.remove(at: offset)
    case 2: bytes.insert(contentsOf: random.pick(Self.pieces), at: offset)
    case 3: bytes.removeSubrange(offset...)
    case 4: bytes = bytes.map { $0 == 0x0A ? 0x0D : $0 }
    default: repeatPiece(&bytes, at: offset, &random)
    }
  }

  /// Takes away, adds, swaps or repeats whole tokens.
  private func changeTokens(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let first = run(of: bytes, &random)
    switch random.below(5) {
    case 0: bytes.removeSubrange(first)
    case 1: bytes.replaceSubrange(first, with: random.pick(Self.pieces))
    case 2:
      let second = run(of: bytes, &random)
      guard first.upperBound <= second.lowerBound else { return }
      let (front, back) = (Array(bytes[first]), Array(bytes[second]))
      bytes.replaceSubrange(second, with: front)
      bytes.replaceSubrange(first, with: back)
    case 3:
      let other = excerpt(atMost: 2_000, &random)
      bytes.insert(contentsOf: other[run(of: other, &random)], at: first.lowerBound)
    default:
      let piece = Array(bytes[first])
      insert(piece, times: 1 << random.below(9), into: &bytes, at: first.upperBound)
    }
  }

  private func repeatPiece(_ bytes: inout [UInt8], at offset: Int, _ random: inout SeededRandom) {
    let piece = random.pick(Self.pieces) + (random.oneIn(2) ? random.pick(Self.pieces) : [])
    insert(piece, times: 1 << random.below(12), into: &bytes, at: offset)
  }

  private func insert(
    _ piece: [UInt8], times: Int, into bytes: inout [UInt8], at offset: Int
  ) {
    let room = max(0, Self.maximumCount - bytes.count) / max(1, piece.count)
    let repeated = repeatElement(piece, count: min(times, room)).flatMap { $0 }
    bytes.insert(contentsOf: repeated, at: offset)
  }

  /// Returns a stretch of one of the sources.
  private func excerpt(atMost limit: Int, _ random: inout SeededRandom) -> [UInt8] {
    let source = random.pick(sources)
    guard source.count > limit else { return source }
    let start = random.below(source.count - limit)
    return Array(source[start..<start + limit])
  }

  /// Returns the bytes of a few tokens of `bytes` that follow one another.
  private func run(of bytes: [UInt8], _ random: inout SeededRandom) -> Range<Int> {
    let tokens = Lexer.tokens(of: bytes).tokens
    let first = random.below(tokens.count)
    let last = min(tokens.count - 1, first + random.below(1 << random.below(8)))
    let start = min(tokens[first].range.lowerBound, bytes.count)
    return start..<max(start, min(tokens[last].range.upperBound, bytes.count))
  }
}
