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
///
/// One of which characters have been changed or cut off is refused, by a checksum. That is no
/// signature: whoever knows this library can make a cursor of any position, which finds no other
/// objects than its request does.
public struct PageCursor: Sendable, LosslessStringConvertible, Codable {
  private enum Form: Sendable {
    case text(String)

    /// What the text would say: whoever goes on with the next page at once needs no text.
    case content(Content)
  }

  private let form: Form

  /// The cursor as text: letters, digits, `-` and `_`.
  ///
  /// - Complexity: that of making the text, each time, of a cursor of a page that was just fetched.
  public var description: String {
    switch form {
    case .text(let text): text
    case .content(let content): content.text
    }
  }

  /// The version of the form that this library writes and reads.
  private static let version: UInt8 = 3

  /// What a cursor says.
  struct Content: Sendable {
    /// A number that requests have in common that are sorted and conditioned alike.
    let request: UInt64

    /// The values by which the last object was sorted, most significant first.
    var values: [StoredValue]

    /// The number of its row.
    let rowID: Int64
  }

  /// Creates the cursor that `text` is, whatever it says; a request refuses one that is damaged or
  /// another request's.
  public init(_ text: String) { form = .text(text) }

  public init(from decoder: any Decoder) throws {
    form = .text(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Creates the cursor of the end of a page of `request`: the object of the row `rowID`, which was
  /// sorted by `values`.
  init(request: UInt64, values: [StoredValue], rowID: Int64) {
    form = .content(Content(request: request, values: values, rowID: rowID))
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
    let content: Content
    switch form {
    case .content(let known): content = known
    case .text(let text):
      // A cursor of this library is far shorter; what a client sends has no limit.
      guard text.utf8.count <= 1 << 20, let bytes = Self.bytes(of: text), let version = bytes.first
      else { throw refusal("is no cursor, or has been changed or cut off") }
      // Whatever text a client sends begins with some version.
      guard Checksum.ends(bytes) else {
        throw refusal(
          version == Self.version
            ? "has been changed or cut off" : "is no cursor, or has been changed or cut off")
      }
      guard version == Self.version else {
        throw refusal("was made by another version of this library")
      }
      var reader = Reader(bytes: bytes[1...].dropLast(Checksum.size))
      guard let read = reader.content() else { throw refusal("has been changed or cut off") }
      content = read
    }
    guard content.request == request, content.values.count == count, content.rowID > 0 else {
      throw refusal(
        "is of another request: its condition, a value in that, its order or its entity differs")
    }
    return content
  }
}

extension PageCursor: Hashable {
  public static func == (left: PageCursor, right: PageCursor) -> Bool {
    left.description == right.description
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension PageCursor.Content {
  /// What the cursor says as text.
  fileprivate var text: String {
    var bytes = [PageCursor.version]
    bytes.reserveCapacity(64)
    bytes.append(number: request)
    bytes.append(number: UInt64(bitPattern: rowID))
    for value in values { bytes.append(value) }
    bytes.append(checksum: PageCursor.Checksum.of(bytes))
    return PageCursor.text(of: bytes)
  }
}
