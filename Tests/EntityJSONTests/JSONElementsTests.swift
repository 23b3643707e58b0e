import EntityJSON
import TestSupport
import Testing

/// A text that arrives in pieces is read as the whole would be.
@Suite struct JSONElementsTests {
  /// What is in a text: its elements up to what is wrong, and that.
  private struct Found: Equatable {
    var elements: [String] = []
    var refusal: String?
  }

  private func found<Chunks: AsyncSequence>(
    _ elements: JSONElements<Chunks>
  ) async throws -> Found {
    var found = Found()
    do {
      for try await element in elements { found.elements.append(element.text) }
    } catch let error as JSONReadingError {
      found.refusal = error.description
    }
    return found
  }

  /// Returns `bytes` in pieces of any size, some of them empty.
  private func pieces(
    _ bytes: [UInt8], _ random: inout SeededRandom, longest: Int = 7
  ) -> AsyncStream<[UInt8]> {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...longest, using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return AsyncStream(of: pieces)
  }

  private func whole(_ bytes: [UInt8]) -> Found {
    do {
      let json = try JSON(reading: bytes)
      return Found(elements: (json.elements ?? [json]).map(\.text))
    } catch {
      return Found(refusal: error.description)
    }
  }

  @Test(arguments: [
    "[]", " [ ] ", "[1]", "[1,2,3]", "[ 1 , \"a,]\\\"\" , {\"b\": [1, {}]} ,[ ] , null,true ]\n",
    "\u{FEFF}[-1.5e3]", "{\"a\": [1]}", " 7 ", "\"a\"", "[[[]]]", "[\"\\\\\", \"\\\"\"]",
    "[\"é😀\"]",
    "", " ", "[", "[1", "[1 ", "[1,", "[1 2]", "[1,]", "[,1]", "[,]", "[}", "[1}", "[1]]", "[1]x",
    "[1]\n\n  [2]", "{} {}", "{\"a\":1]", "[{\"a\":1]]", "[{\"a\":\n tru}]", "[01]", "[nul]",
    "[1x]",
    "[\"a\nb\"]", "[\"a", "[\"a\\", "[\"\\q\"]", "]", "x", "[\\\"]", "[{\"a\": {\"b\": [0, 1}}]",
    "[1,\n  2,\n  {\"a\": [+]}]", "[{\"a\" 1}, 2]", "[\"a\"\"b\"]", "[[1}],2]", "[{]}]",
  ])
  func everyTextIsReadAsTheWholeWouldBe(_ text: String) async throws {
    let bytes = Array(text.utf8)
    let expected = whole(bytes)
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let found = try await found(JSON.elements(of: pieces(bytes, &random)))
      #expect(found.refusal == expected.refusal, "\(text)")
      if expected.refusal == nil { #expect(found.elements == expected.elements, "\(text)") }
    }
    let found = try await found(JSON.elements(of: AsyncStream(of: [bytes])))
    #expect(found.refusal == expected.refusal, "\(text)")
    if expected.refusal == nil { #expect(found.elements == expected.elements, "\(text)") }
  }

  @Test(arguments: [
    "[{\"a\": 1},\n {\n\"b\": [2]\n}, {\"c\" 3}]", "[{\"a\":\n\n1}\n, {\"b\": 2} 3]",
    "[{\"a\": {}}, {\"b\": 2}}]", "[{\"a\": 1}{\"b\": 2}]",
  ])
  func whatIsWrongBehindAnObjectHasItsPlace(_ text: String) async throws {
    let bytes = Array(text.utf8)
    let expected = whole(bytes)
    #expect(expected.refusal != nil)
    let found = try await found(JSON.elements(of: AsyncStream(of: [bytes])))
    #expect(found.refusal == expected.refusal)
  }

  @Test(arguments: [510, 511, 512])
  func anElementIsNotDeeperThanInTheWhole(_ depth: Int) async throws {
    let opening = String(repeating: "{\"a\":", count: depth)
    let bytes = Array("[\(opening)1\(String(repeating: "}", count: depth))]".utf8)
    let expected = whole(bytes)
    #expect((expected.refusal == nil) == (depth < 512))
    let found = try await found(JSON.elements(of: AsyncStream(of: [bytes])))
    #expect(found == expected)
  }

  @Test(arguments: [9, 10, 11])
  func anObjectThatIsTooLargeIsRefusedWhereItIsWhole(_ limit: Int) async throws {
    let bytes = Array(#"[{"a": 12}, 3]"#.utf8)
    let found = try await found(
      JSON.elements(of: AsyncStream(of: [bytes]), elementLimit: limit))
    #expect(
      found.refusal
        == (limit < 10
          ? "line 1, column 11, $[0]: a value has more than 9 bytes, which are kept in memory"
          : nil))
  }

  @Test(
    arguments: [
      [0xEF], [0xEF, 0xBB], [0xEF, 0x20], [0x20, 0xBB], [0xEF, 0xBB, 0xBF, 0x0A],
    ] as [[UInt8]])
  func aPartOfAByteOrderMarkBeforeAListIsRefused(_ mark: [UInt8]) async throws {
    let bytes = mark + Array("[1, 2]".utf8)
    let expected = whole(bytes)
    #expect((expected.refusal == nil) == (mark.count == 4))
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let found = try await found(JSON.elements(of: pieces(bytes, &random)))
      #expect(found.refusal == expected.refusal)
      if expected.refusal == nil { #expect(found.elements == expected.elements) }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aDamagedTextIsRefusedWhereTheWholeWouldBe(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let whole = Array(
      #"[{"a":[1,-2.5e3,"x\u00e9\"é"],"b":{"c":"","d":[{},[]]}}, "t", 12, [[1]]]"#.utf8)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(whole.randomElement(using: &random) ?? 0, at: index)
        case 2: bytes[index] = whole.randomElement(using: &random) ?? 0
        default: bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let expected = self.whole(bytes)
      let found = try await found(JSON.elements(of: pieces(bytes, &random)))
      #expect(found.refusal == expected.refusal, "\(String(decoding: bytes, as: UTF8.self))")
      if expected.refusal == nil { #expect(found.elements == expected.elements) }
    }
  }

  @Test func bytesOneByOneAreReadToo() async throws {
    let bytes = AsyncStream(of: #"[{"a": 1}, 2]"#.utf8)
    #expect(
      try await found(JSON.elements(of: bytes)) == Found(elements: [#"{"a": 1}"#, "2"]))
  }

  @Test func linesAreValuesAndEmptyOnesAreNone() async throws {
    var random = SeededRandom(seed: 1)
    let text = Array("{\"a\": [1, 2]}\r\n\n  \n7\n\"x\"".utf8)
    #expect(
      try await found(JSON.elements(of: pieces(text, &random), as: .lines))
        == Found(elements: ["{\"a\": [1, 2]}", "7", "\"x\""]))
    #expect(try await found(JSON.elements(of: pieces([], &random), as: .lines)) == Found())
  }

  @Test(arguments: [
    ("{\"a\": 1}\n{\"a\": [0, tru]}\n", "line 2, column 11, $[1].a[1]: expected a value"),
    ("1\n\n2 3\n", "line 3, column 3, $[1]: expected the end"),
    ("{\"a\":\n1}", "line 1, column 6, $[0].a: expected a value"),
  ])
  func whatIsWrongWithALineIsReportedWithItsNumber(_ text: String, _ message: String) async throws {
    var random = SeededRandom(seed: 2)
    let found = try await found(JSON.elements(of: pieces(Array(text.utf8), &random), as: .lines))
    #expect(found.refusal == message)
  }

  @Test func anElementThatIsTooLargeIsRefusedUnlessItIsWrongBefore() async throws {
    var random = SeededRandom(seed: 3)
    let large = Array(("[1, \"" + String(repeating: "x", count: 200) + "\"]").utf8)
    #expect(
      try await found(JSON.elements(of: pieces(large, &random), elementLimit: 100)).refusal?
        .hasSuffix("$[1]: a value has more than 100 bytes, which are kept in memory") == true)
    let wrong = Array(("[1, [+\"" + String(repeating: "x", count: 200) + "\"]]").utf8)
    #expect(
      try await found(JSON.elements(of: pieces(wrong, &random), elementLimit: 100)).refusal
        == "line 1, column 6, $[1][0]: expected a value")
    let many = Array(("[" + String(repeating: "\"xxxxxxxxx\",", count: 100) + "0]").utf8)
    #expect(
      try await found(JSON.elements(of: pieces(many, &random), elementLimit: 100)).elements.count
        == 101)
  }

  @Test func nothingIsReadAfterAnError() async throws {
    var random = SeededRandom(seed: 4)
    var elements = JSON.elements(of: pieces(Array("[1, x, 2]".utf8), &random)).makeAsyncIterator()
    #expect(try await elements.next()?.int == 1)
    await #expect(throws: JSONReadingError.self) { _ = try await elements.next() }
    #expect(try await elements.next() == nil)
  }

  @Test func whatThePiecesThrowIsThrown() async throws {
    struct Lost: Error {}
    let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("[1, 2".utf8))
      continuation.finish(throwing: Lost())
    }
    var elements = JSON.elements(of: pieces).makeAsyncIterator()
    #expect(try await elements.next()?.int == 1)
    await #expect(throws: Lost.self) { _ = try await elements.next() }
  }
}
