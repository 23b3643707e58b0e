/// A text and what a reader of JSON makes of it.
struct ConformanceCase: Sendable, CustomStringConvertible {
  /// What RFC 8259 says of a text.
  enum Verdict: Sendable {
    /// It is JSON.
    case accepted

    /// It is none.
    case refused

    /// It is up to the reader, and ours reads it or not.
    case open(isRead: Bool)
  }

  /// What the case shows, one of a kind.
  let name: String
  let text: [UInt8]
  let verdict: Verdict

  /// `true` if our reader reads the text.
  var isRead: Bool {
    switch verdict {
    case .accepted: true
    case .refused: false
    case .open(let isRead): isRead
    }
  }

  var description: String { name }

  init(_ name: String, _ text: [UInt8], _ verdict: Verdict) {
    self.name = name
    self.text = text
    self.verdict = verdict
  }

  /// Every case.
  static let all = accepted + refused + open

  static func texts(_ verdict: Verdict, _ texts: KeyValuePairs<String, String>) -> [Self] {
    texts.map { Self($0.key, Array($0.value.utf8), verdict) }
  }

  /// Returns cases of strings that hold bytes, in an array: a quote before them and one after.
  static func strings(_ verdict: Verdict, _ bytes: KeyValuePairs<String, [UInt8]>) -> [Self] {
    bytes.map { Self($0.key, Array("[\"".utf8) + $0.value + Array("\"]".utf8), verdict) }
  }

  /// Returns cases of bytes as they are.
  static func bytes(_ verdict: Verdict, _ bytes: KeyValuePairs<String, [UInt8]>) -> [Self] {
    bytes.map { Self($0.key, $0.value, verdict) }
  }
}

extension String {
  /// Returns `count` of `text` one after the other.
  static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}
