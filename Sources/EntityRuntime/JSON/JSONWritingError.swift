public import EntityJSON

/// An object that cannot be written as JSON.
public struct JSONWritingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let message: String

  /// Where in what is written that is.
  public let path: JSONPath

  public var description: String { "\(path): \(message)" }
}
