import ReaderLaws
import Testing

/// Reading takes time in proportion to the source, counted in looks at the source and its tokens.
@Suite struct GrowthTests {
  @Test(arguments: ["", "class A { ", "let x = ", "class A { @A(a: "])
  func repetitionIsReadInProportion(_ prefix: String) throws {
    for piece in Repetition.pieces {
      #expect(Repetition(prefix: prefix, piece: piece).excess == nil)
    }
  }

  @Test(arguments: [
    ("", "#if A\n@a\n#endif\n"), ("", "+/**/ /a"), ("class A { ", "<<<<<<< a\n>>>>>>> a\nfinal\n"),
    ("let x = ", "if ="), ("let x = ", "switch ->"), ("class A { var x = [", ", if "),
    ("class A { var x = [", "a<b<c>,if "), ("class A { var x = [", "async throws "),
    ("class A { var x = [", "<"), ("class A { ", "any @"), ("enum E { case a(", "a: A = if "),
  ])
  func combinationsAreReadInProportion(_ prefix: String, _ piece: String) {
    #expect(Repetition(prefix: prefix, piece: piece).excess == nil)
  }

  @Test func whatGrowsFasterIsFound() {
    #expect(Repetition.excess(once: 1_000, twice: 2_300) == nil)
    #expect(Repetition.excess(once: 1_000, twice: 4_000) != nil)
  }
}
