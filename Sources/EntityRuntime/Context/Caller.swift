/// The line of the program that has asked for a context.
struct Caller: Sendable {
  let fileID: StaticString
  let line: UInt

  /// The file, after the name of its module, and the line: `Shop/Orders.swift:42`.
  var text: String { "\(fileID):\(line)" }
}
