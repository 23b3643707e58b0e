import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What is written of the values that a condition compares.

extension PredicateText {
  /// Returns the texts of `elements` as a list.
  func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
    // A list of thousands says no more for being written out.
    guard elements.count <= 20 else { return "[\(elements.count) values]" }
    return "[\(elements.map(text).joined(separator: ", "))]"
  }

  /// Returns the text of an id.
  func text(of id: ObjectID) -> String {
    switch values {
    case .hidden: "?"
    case .shown: id.text
    }
  }

  /// Returns the text of a value of `type`.
  func text(of value: StoredValue, _ type: StorageType?) -> String {
    if value.isNull { return "nil" }
    return switch values {
    case .hidden: "?"
    case .shown: value.text(as: type)
    }
  }
}

extension StoredValue {
  /// The value as one of `type`, for people to read.
  func text(as type: StorageType?) -> String {
    switch (self, type) {
    case (.null, _): return "nil"
    case (.integer(let value), .boolean?): return value == 0 ? "false" : "true"
    case (.integer(let value), _): return String(value)
    case (.real(let value), .date?):
      // Beyond the years that texts of dates have.
      guard value.isFinite, abs(value) < 3e11 else { return "Date(\(value))" }
      return "Date(\(Date(timeIntervalSinceReferenceDate: value).formatted(.iso8601)))"
    case (.real(let value), _): return "\(value)"
    case (.text(let text), .decimal?): return text
    case (.text(let text), .url?): return "URL(\(text.debugDescription))"
    case (.text(let text), _): return text.debugDescription
    case (.blob(let data), .uuid?) where data.count == 16:
      let text = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      let parts = [text[0..<4], text[4..<6], text[6..<8], text[8..<10], text[10...]]
      return "UUID(\(parts.map { $0.joined() }.joined(separator: "-")))"
    case (.blob(let data), _): return "Data(\(data.count) bytes)"
    }
  }
}
