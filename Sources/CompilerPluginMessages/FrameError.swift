/// Why the conversation with the compiler cannot go on.
package enum FrameError: Error, Equatable {
  /// The input ended inside a frame.
  case truncated

  /// A frame announced more bytes than any source file gives reason for.
  case tooLong(announced: UInt64)

  /// Nobody reads the output any more.
  case closed

  /// The system refused to read or write, with this `errno`.
  case system(code: Int32)
}

extension FrameError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .truncated: "the input ended inside a message"
    case .tooLong(let announced): "a message of \(announced) bytes was announced"
    case .closed: "nobody reads the answers"
    case .system(let code): "reading or writing failed with errno \(code)"
    }
  }
}
