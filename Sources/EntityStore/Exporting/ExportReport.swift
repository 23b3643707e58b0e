/// What an export has written.
public struct ExportReport: Hashable, Sendable, CustomStringConvertible {
  /// How many objects.
  public internal(set) var objects = 0

  /// How many lists of members: of relationships that are to-many at both ends, and of ordered
  /// ones.
  public internal(set) var lists = 0

  /// How many bytes.
  public internal(set) var bytes = 0

  /// The numbers, like `1200 objects, 34 lists, 98765 bytes`.
  public var description: String { "\(objects) objects, \(lists) lists, \(bytes) bytes" }
}
