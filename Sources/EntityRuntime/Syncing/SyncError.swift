public import EntityJSON

/// A payload that has been refused; nothing of it has been applied.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; it has no values of the payload.
  public let message: String

  /// Where in the payload that is.
  public let path: JSONPath

  public var description: String { "\(path): \(message)" }
}
