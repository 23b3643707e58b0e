import EntityGraph
import Foundation

/// What a ware is, and a round of changes of its price.
struct WareRow {
  let code: Int
  var round = 0

  var title: String { "The ware that has the number \(code)" }
  var maker: String { "Maker \(code % 1000)" }
  var weight: Double { Double(code % 977) / 8 }
  var price: Double { Double(code % 4999) / 4 + Double(round) }
  var summary: String? { code % 2 == 0 ? nil : "What is said of ware \(code) in a sentence" }

  /// The row as JSON.
  var json: String {
    #"{"code":\#(code),"title":"\#(title)","maker":"\#(maker)","weight":\#(weight),"#
      + #""price":\#(price),"stock":\#(code % 77),"isSold":\#(code % 3 == 0),"#
      + #""summary":\#(summary.map { "\"\($0)\"" } ?? "null")}"#
  }
}

/// A ware as a struct, as a program without EntityGraph has it.
struct WareValues: Codable, Equatable {
  var code: Int
  var title: String
  var maker: String
  var weight: Double
  var price: Double
  var stock: Int
  var isSold: Bool
  var summary: String?

  init(_ row: WareRow) {
    (code, title, maker) = (row.code, row.title, row.maker)
    (weight, price, summary) = (row.weight, row.price, row.summary)
    (stock, isSold) = (row.code % 77, row.code % 3 == 0)
  }

  /// Reads a ware; `nil` if a member is missing or of another type.
  init?(_ json: JSON) {
    guard let code = json["code"]?.int, let title = json["title"]?.string,
      let maker = json["maker"]?.string, let weight = json["weight"]?.double,
      let price = json["price"]?.double, let stock = json["stock"]?.int,
      let isSold = json["isSold"]?.bool
    else { return nil }
    (self.code, self.title, self.maker, self.weight) = (code, title, maker, weight)
    (self.price, self.stock, self.isSold) = (price, stock, isSold)
    summary = json["summary"]?.string
  }
}

/// Reading and writing JSON of wares alone, without a store.
struct WareCoding {
  let stopwatch: Stopwatch

  /// Returns the milliseconds of decoding `count` wares by `JSONDecoder`.
  func decodeByFoundation(_ count: Int) throws -> Double {
    let payload = Data(Syncing.payload(0..<count))
    return try stopwatch.milliseconds {
      try expect(try JSONDecoder().decode([WareValues].self, from: payload).count == count)
    }
  }

  /// Returns the milliseconds of making the same structs of `JSON`.
  func decode(_ count: Int) throws -> Double {
    let payload = Syncing.payload(0..<count)
    return try stopwatch.milliseconds {
      let wares = (try JSON(reading: payload).elements ?? []).compactMap { WareValues($0) }
      try expect(wares.count == count)
    }
  }

  /// Returns the milliseconds of encoding `count` structs by `JSONEncoder`.
  func encodeByFoundation(_ count: Int) throws -> Double {
    let wares = (0..<count).map { WareValues(WareRow(code: $0)) }
    return try stopwatch.milliseconds {
      try expect(try JSONEncoder().encode(wares).count > count * 100)
    }
  }

  /// Returns the milliseconds of writing the same structs by hand.
  func encodeByHand(_ count: Int) throws -> Double {
    let wares = (0..<count).map { WareValues(WareRow(code: $0)) }
    return try stopwatch.milliseconds {
      var text: [UInt8] = [UInt8(ascii: "[")]
      for ware in wares {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: #"{"code":"#.utf8)
        text.append(contentsOf: String(ware.code).utf8)
        text.append(contentsOf: #","title":"#.utf8)
        append(ware.title, to: &text)
        text.append(contentsOf: #","maker":"#.utf8)
        append(ware.maker, to: &text)
        text.append(contentsOf: #","weight":"#.utf8)
        text.append(contentsOf: ware.weight.description.utf8)
        text.append(contentsOf: #","price":"#.utf8)
        text.append(contentsOf: ware.price.description.utf8)
        text.append(contentsOf: #","stock":"#.utf8)
        text.append(contentsOf: String(ware.stock).utf8)
        text.append(contentsOf: (ware.isSold ? #","isSold":true"# : #","isSold":false"#).utf8)
        text.append(contentsOf: #","summary":"#.utf8)
        if let summary = ware.summary {
          append(summary, to: &text)
        } else {
          text.append(contentsOf: "null".utf8)
        }
        text.append(UInt8(ascii: "}"))
      }
      text.append(UInt8(ascii: "]"))
      try expect(text.count > count * 100)
    }
  }

  /// Adds `string` with its quotes and escapes.
  private func append(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        text.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
