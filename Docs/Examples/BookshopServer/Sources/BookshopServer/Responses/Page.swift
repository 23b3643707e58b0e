import Foundation
import Hummingbird

/// A part of a list.
struct Page<Item: Codable & Sendable>: ResponseCodable {
  var items: [Item]

  /// How many there are in all, where pages are counted.
  var total: Int?

  /// Where the next part is; `nil` for the last one.
  var next: String?
}

/// Where a page begins: after the book with this title and number, whatever has been added or
/// deleted before it.
struct BookKey: Codable, Hashable {
  var title: String
  var isbn: String
}

extension BookKey {
  /// The key as clients send it back, with no character that a URL would escape.
  var text: String {
    let json = (try? JSONEncoder.shop.encode(self)) ?? Data()
    return json.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Creates the key that `text` represents.
  ///
  /// - Throws: a `Refusal` of the status 400 if it represents none.
  init(text: String) throws {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let json = Data(base64Encoded: base64),
      let key = try? JSONDecoder.shop.decode(BookKey.self, from: json)
    else { throw Refusal.badRequest("'after' is not what a page has said in 'next'") }
    self = key
  }
}
