/// What is wrong with a filter, an order or a search that a client has sent, in words that the
/// client may be shown.
///
/// It names what the client itself has written, and nothing of the model that the client may not
/// know: a property that there is not and one that is not allowed are refused alike. It has no
/// values.
public struct FilterError: Error, Hashable, Sendable {
  /// Where in what was sent the mistake is, such as `and[1].pages.>`; empty for the whole.
  public let path: String

  /// What is wrong.
  public let message: String

  /// Creates an error, as a test throws one.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

extension FilterError: CustomStringConvertible {
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
