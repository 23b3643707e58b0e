import CountingReader
import TestSupport

/// Source that repeats a piece, which shows how the time that reading takes grows.
package struct Repetition {
  /// What changes the meaning of all that follows it, or may be looked at again for each
  /// repetition.
  package static let pieces = [
    "(", ")", "[", "]", "{", "}", "<", ">", "A<", "a<", "a<(", "a<b<c>,", "a < b, ", "\"", "\"\\(",
    "\"\\(a\n", "\"\"\"\n", "#\"", "`", "/", " /a", " /(", "/ ", "//", "/*", "*/", "+/**/", "#/\n",
    "try? /", "return /", "#if A\n", "#else\n", "#endif\n", "#if A\n.foo\n#endif\n", "#if A\n@a\n",
    "#if A\n@a\n#endif\n", "#if A\n{\n#endif\n", "}\n#if A\n", "<#", "<<<<<<< a\n",
    "<<<<<<< a\n>>>>>>> a\n", "@", "@A ", "@A\n", "@A(", "@A (x) ", "class ", "class A {",
    "class final ", "final ", "final\n", "public\n", "private(", "private(set) ", "actor a ",
    "macro a ", "func ", "func f() {", "init", "subscript(", "operator ", "import a.", "case ",
    "let ", "var x ", "var x: Int { get { ", "get { }", "didSet ", "x = 1, ", "let x: A<\n",
    "{ struct A { var x = ", "where ", "A: B, ", "A.B.", "A -> ", "-> ", "A & ", "&", "some ",
    "any ", "each ", "repeat ", "async ", "async\n", "async throws ", "throws(", "(A, ", "[A: ",
    "if ", "if a { } else ", "switch ", "do {} catch ", "try ", "in ", "is ", "as? ", "a ? ",
    "a ? b : ", "{ } b: ", "a?", "a!", "?", "!", "~", "-", " -", "...", "\\", ".a", "a::", "#",
    "#a ", "#a(", "$0", "$", "_ ", "self", ": ", ", ", "= ", "; ", "0x", "1.", "1e", "`a`", "a",
    "é", "\u{201C}", "\u{FEFF}", "\u{0}\u{1}%", "foo bar ", "x\n", "\n", "\r\n",
  ]

  /// What the repetition may begin with.
  package static let prefixes = [
    "", "class A { ", "let x = ", "let x: ", "let x: (", "class A { var x = ",
    "class A { var x = [", "class A { @A(", "class A { @A(a: ", "class A { func f(", "func f() { ",
    "enum E { case a", "enum E { case a(", "var x: Int { ",
  ]

  /// How often the piece stands in the shorter of two sources.
  private static let count = 600

  package let prefix: String
  package let piece: String

  /// Creates a repetition of `piece` after `prefix`.
  package init(prefix: String, piece: String) {
    self.prefix = prefix
    self.piece = piece
  }

  /// Creates the repetition of `seed`, always the same one.
  package init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    prefix = random.pick(Self.prefixes)
    piece = (0...random.below(3)).map { _ in random.pick(Self.pieces) }.joined()
  }

  /// What reading and asking every view takes beyond what it may when there is twice as much to
  /// read; nil if that is nothing.
  package var excess: String? {
    guard Self.excess(once: looks(Self.count), twice: looks(2 * Self.count)) != nil else {
      return nil
    }
    // Some things are looked ahead for, but no further than so many tokens.
    let more = looks(3 * Self.count)
    let most = looks(6 * Self.count)
    return Self.excess(once: more, twice: most)
      .map { "\($0) after \(prefix.debugDescription) for \(piece.debugDescription)" }
  }

  /// Returns what is wrong when one source takes `once` looks and one of twice its length `twice`,
  /// nil if nothing is.
  package static func excess(once: Int, twice: Int) -> String? {
    twice * 2 > once * 5 ? "\(once) looks grow to \(twice)" : nil
  }

  /// Returns how many looks a source with `count` pieces takes.
  private func looks(_ count: Int) -> Int {
    countingLooks {
      SyntaxTree(parsing: prefix + String(repeating: piece, count: count)).askEveryView()
    }
  }
}
