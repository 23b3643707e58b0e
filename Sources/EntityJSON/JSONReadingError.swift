/// Text that is not JSON, or not the JSON that was asked for.
///
/// It never has the values of the text in it.
public struct JSONReadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public var message: String

  /// The path of the value that could not be read.
  public var path: JSONPath

  /// The line, from 1; `nil` if the text is not known.
  public var line: Int?

  /// The column, in bytes and from 1; `nil` if the text is not known.
  public var column: Int?

  /// The number of bytes before what could not be read; `nil` if the text is not known.
  public var offset: Int?

  /// Creates an error about the value at `path`.
  public init(_ message: String, path: JSONPath = JSONPath()) {
    self.message = message
    self.path = path
  }

  /// Creates an error about what is at `offset` of `bytes`.
  init(_ message: String, in bytes: [UInt8], at offset: Int, path: JSONPath = JSONPath()) {
    self.init(message, path: path)
    let before = bytes[..<Swift.min(offset, bytes.count)]
    let lastBreak = before.lastIndex(of: UInt8(ascii: "\n"))
    line = before.reduce(into: 1) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
    column = offset - (lastBreak.map { $0 + 1 } ?? 0) + 1
    self.offset = offset
  }

  /// The path as it is written, without its end where it is long.
  private var shortPath: String {
    path.steps.count <= 32
      ? path.description : JSONPath(Array(path.steps.prefix(24))).description + "…"
  }

  public var description: String {
    let location = [
      line.flatMap { line in column.map { "line \(line), column \($0)" } },
      path.steps.isEmpty ? nil : shortPath,
    ].compactMap { $0 }
    return location.isEmpty ? message : "\(location.joined(separator: ", ")): \(message)"
  }
}
