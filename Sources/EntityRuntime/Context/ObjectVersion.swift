import EntityModel
import EntityStore

/// The state of one object's row, to be compared with an earlier one: what an `ETag` says.
///
///     let tag = context.version(of: book).map { "\"\($0)\"" }
///
/// Two versions are equal if they are of the same row of the same store, and nobody has changed
/// that in between. A row holds the attributes and to-ones of its object; members of a to-many are
/// in rows of their own, and links between to-manys are in none, so that they are no part of it.
///
/// Versions have no order. A store that is restored from a copy gives other ones, and a row that
/// others have removed and a merge has added again has its first one again.
public struct ObjectVersion: Hashable, Sendable {
  /// The id of the store.
  private let store: String

  /// The object.
  private let objectID: ObjectID

  /// The version of its row.
  private let number: Int64

  /// Creates the version `number` of the row of the object with `objectID`, in the store with the
  /// id `store`.
  init(store: String, objectID: ObjectID, number: Int64) {
    self.store = store
    self.objectID = objectID
    self.number = number
  }
}

extension ObjectVersion: LosslessStringConvertible {
  /// Letters, digits, points, hyphens, `_` and `~`, which fit into a header and a URL; the same in
  /// all processes.
  public var description: String { "\(store).\(objectID.text).\(number)" }

  /// Creates the version whose `description` is `text`; `nil` if there is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let id = try? ObjectID(parts[1]), let number = Int64(parts[2]),
      number > 0
    else { return nil }
    self.init(store: String(parts[0]), objectID: id, number: number)
    // One version has one text.
    guard description == text else { return nil }
  }
}

extension ObjectVersion: Codable {
  /// Decodes the version's text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let version = ObjectVersion(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "the version of an object is a text that another one has encoded")
    }
    self = version
  }

  /// Encodes the version's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension ManagedObjectContext {
  /// Returns the version of the row that `object` was last read from or saved to; `nil` if it has
  /// none.
  ///
  ///     try await container.write { context in
  ///       guard let book = try context.object(Book.self, with: id) else { throw NotFound() }
  ///       guard context.version(of: book) == expected else { throw ChangedMeanwhile() }
  ///       book.title = title
  ///       try context.save()
  ///       return context.version(of: book)
  ///     }
  ///
  /// Unsaved changes alter nothing of it: it is the version of the row as it was read, and another
  /// one after the save. A new object has none until it is saved, nor has one whose deletion has
  /// been saved or whose row cannot be read. A fault reads its row.
  public func version(of object: ManagedObject) -> ObjectVersion? {
    if object.__flags.contains(.isFault) { object.__fire() }
    guard object.__flags.isDisjoint(with: [.isInserted, .isDetached, .isUnreadable]),
      object.__version > 0
    else { return nil }
    return ObjectVersion(
      store: object.__unit.container.store.id, objectID: object.__objectID,
      number: object.__version)
  }
}
