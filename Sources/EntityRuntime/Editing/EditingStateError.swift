/// Reports that the state of an editing session cannot be written, or is none that can be resumed.
public struct EditingStateError: Error, Hashable, Sendable {
  /// What is wrong, without values.
  public let message: String
}

extension EditingStateError: CustomStringConvertible {
  public var description: String { message }
}
