import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a page of objects ends, for the next one to begin there: a text for a URL or JSON.
///
/// It holds the values by which the last object was sorted, so that the next page follows it
/// whatever has been inserted or deleted meanwhile. It is no secret: whoever has it can read those
/// values. A program that goes on with a newer version of this library may have to begin again.
public struct PageCursor: Hashable, Sendable, LosslessStringConvertible, Codable {
  /// The cursor as text: letters, digits, `-` and `_`.
  public let description: String

  /// The version of the form that this library writes and reads.
  private static let version = 1

  /// What a cursor says.
  struct Content: Codable {
    /// The version of the form.
    let v: Int

    /// A number that requests have in common that are sorted and conditioned alike.
    let r: UInt64

    /// The values by which the last object was sorted, most significant first.
    let s: [StoredValue]

    /// The number of its row.
    let n: Int64
  }

  /// Creates the cursor that `text` is, whatever it says; a request refuses one that is damaged or
  /// another request's.
  public init(_ text: String) { description = text }

  public init(from decoder: any Decoder) throws {
    description = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Creates the cursor of the end of a page of `request`: the object of the row `rowID`, which was
  /// sorted by `values`.
  init(request: UInt64, values: [StoredValue], rowID: Int64) throws {
    let content = Content(v: Self.version, r: request, s: values, n: rowID)
    let text = try JSONEncoder().encode(content).base64EncodedString()
    description = String(
      text.compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }

  /// Returns what the cursor says to `request`, which sorts by `count` values, of the entity
  /// `entity`.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if it is damaged or another request's.
  func content(for request: UInt64, count: Int, _ entity: String) throws -> Content {
    func refusal(_ problem: String) -> StoreError {
      StoreError(
        .invalidRequest,
        "the cursor of a page of '\(entity)' \(problem); begin with the first page",
        entity: entity)
    }
    var text = description.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    while !text.count.isMultiple(of: 4) { text.append("=") }
    // A cursor of this library is far shorter; what a client sends has no limit.
    guard text.count <= 1 << 20, let data = Data(base64Encoded: String(text)),
      let content = try? JSONDecoder().decode(Content.self, from: data)
    else { throw refusal("is no cursor, or has been cut off") }
    guard content.v == Self.version else {
      throw refusal("was made by another version of this library")
    }
    guard content.r == request, content.s.count == count, content.n > 0 else {
      throw refusal("is of another request: its condition, order or entity differ")
    }
    return content
  }
}
