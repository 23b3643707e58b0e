/// Text that is not JSON.
package struct JSONError: Error, Equatable {
  /// The number of bytes before what could not be read.
  package var offset: Int

  /// What would have been right there.
  package var expected: String

  /// Creates an error at `offset`.
  package init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "expected \(expected) at byte \(offset)" }
}
