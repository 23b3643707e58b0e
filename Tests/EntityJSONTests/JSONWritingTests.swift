import EntityJSON
import TestSupport
import Testing

/// Numbers and texts as they are written.
@Suite struct JSONWritingTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-12.125, "-12.125"),
      (4999.25, "4999.25"), (0.000001, "1e-06"), (0.0001, "0.0001"), (0.00012, "0.00012"),
      (-0.000099, "-9.9e-05"), (0.1, "0.1"), (0.30000000000000004, "0.30000000000000004"),
      (123456.654321, "123456.654321"), (999_999_999.999999, "999999999.999999"),
      (1_000_000_000, "1000000000"), (1_000_000_000.5, "1000000000.5"), (1e15, "1000000000000000"),
      (1e16, "1e+16"), (9_007_199_254_740_992, "9007199254740992"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String)])
  func aNumberIsWrittenWithTheFewestDigits(_ number: Double, _ text: String) {
    #expect(Self.text { $0.append(real: number) } == text)
    #expect(number.jsonDigits == text)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aNumberIsReadAsTheSame(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let whole = Double(Int64(bitPattern: random.next() >> UInt64(random.below(64))))
      let numbers = [
        Double(bitPattern: random.next()), whole,
        whole / [10, 100, 1000, 1e6, 1e7, 1e9, 1e12, 8, 1024][random.below(9)],
        (whole / 1e6).nextUp, (whole / 1e6).nextDown,
      ]
      for number in numbers where number.isFinite {
        let text = Self.text { $0.append(real: number) }
        #expect(text == number.jsonDigits)
        #expect(Double(text)?.bitPattern == number.bitPattern)
      }
    }
  }

  @Test func aPieceIsWhatTheSameValuesMakeOneByOne() {
    let texts = ["", "plain", "\"\\\n\u{1}", "e\u{301}\u{2028}\u{2029}\u{1F333}", "ends in \""]
    let numbers: [Int64] = [0, 9, 10, -1, .max, .min]
    let reals: [Double] = [0, -0.5, 1.25, 1e300, -.leastNonzeroMagnitude]
    let one = Self.text { writer in
      writer.beginArray()
      for text in texts { writer.append(text) }
      for number in numbers { writer.append(integer: number) }
      for real in reals { writer.append(real: real) }
      writer.append(raw: "null")
      writer.endArray()
    }
    let count =
      texts.map { JSONPiece.stringCount($0.utf8.count) + 1 }.reduce(0, +)
      + (numbers.count + reals.count) * (JSONPiece.numberCount + 1) + 4
    let together = Self.text { writer in
      writer.beginArray()
      let isWritten = writer.append(atMost: count) { piece in
        for var text in texts {
          text.withUTF8 { piece.append(string: UnsafeRawBufferPointer($0)) }
          piece.append(UInt8(ascii: ","))
        }
        for number in numbers {
          piece.append(wholeNumber: number)
          piece.append(UInt8(ascii: ","))
        }
        for real in reals {
          piece.append(number: real)
          piece.append(UInt8(ascii: ","))
        }
        piece.append(raw: "null")
        return true
      }
      #expect(isWritten)
      writer.endArray()
    }
    #expect(together == one)
  }

  @Test func aPieceOfNothingNeedsNoCommaAndOneThatFailsIsNotThere() {
    var results: [Bool] = []
    let text = Self.text { writer in
      writer.beginArray()
      writer.append(1)
      results.append(writer.append(atMost: 8) { _ in true })
      results.append(
        writer.append(atMost: 8) { piece in
          piece.append(wholeNumber: 7)
          return false
        })
      writer.append(2)
      writer.endArray()
    }
    #expect(text == "[1,2]")
    #expect(results == [true, false])
  }

  @Test func whatHasBeenMadeIsReadByManyAtOnce() async throws {
    for number in 0..<50 {
      let rows: JSON = ["rows": [1, 2.5, "a\"b", [:], .null], "number": JSON(number)]
      #expect(rows.source.elementsEqual(rows.text.utf8))
      let texts = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<8 { group.addTask { rows["rows"]?[2]?.string } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(texts == Array(repeating: "a\"b", count: 8))
      #expect(rows["number"]?.int == number)
      #expect(try rows == JSON(reading: rows.text))
      #expect(rows.text == #"{"rows":[1,2.5,"a\"b",{},null],"number":\#(number)}"#)
    }
  }

  @Test(arguments: ["{}", "[]", #""text""#, "1", "-0.5", "null", "true", #"{"a":[]}"#])
  func whatHasBeenMadeIsWhatItsTextSays(_ text: String) throws {
    let read = try JSON(reading: text)
    let made = JSON(building: { $0.append(raw: text) })
    #expect(made.text == text)
    #expect(made.kind == read.kind)
    #expect(made == read)
    #expect(made.hashValue == read.hashValue)
    #expect(JSON(building: { $0.append(raw: text) }).source.count == text.utf8.count)
  }

  /// Returns what `write` writes.
  private static func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
