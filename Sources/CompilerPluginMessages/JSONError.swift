/// Text that is not JSON.
package struct JSONError: Error, Equatable {
  /// The number of bytes before the place that could not be read.
  package var offset: Int

  /// What would have been right there.
  package var expected: String
}

extension JSONError: CustomStringConvertible {
  package var description: String { "expected \(expected) at byte \(offset)" }
}
