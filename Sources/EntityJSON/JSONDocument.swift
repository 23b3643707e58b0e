import Synchronization

/// JSON text that has been checked, with where each of its values is.
///
/// The text is kept as it was written. The values are a list in the order of the text, each of
/// which knows where its last part ends, so that a value that nobody asks for is passed over in one
/// step and nothing is made of it.
///
/// The grammar is that of RFC 8259. A member's name may occur twice in an object; what an error is
/// and what the last one replaces is up to the reader.
package final class JSONDocument: Sendable {
  /// How many objects and arrays may be open at once.
  package static let depthLimit = 512

  /// The text, in UTF-8.
  package let bytes: [UInt8]

  /// The values as they have been read; none if the text was written here.
  @usableFromInline let readNodes: [Node]

  /// The values of a text that was written, once somebody has asked for them.
  private let askedNodes = Atomic<Unmanaged<NodeList>?>(nil)

  /// The values, names of members among them; the first is the whole.
  package var nodes: [Node] { readNodes.isEmpty ? nodesOfWritten : readNodes }

  /// Returns the value, or the name of a member, with this index.
  // Two lists to choose from would be counted as references; one number is compared.
  @inlinable package func node(_ index: Int) -> Node {
    index < readNodes.count ? readNodes[index] : nodeOfWritten(index)
  }

  /// `true` if the text was written here, as one value with nothing around it.
  var isWritten: Bool { readNodes.isEmpty }

  /// One value of the text or the name of a member.
  package struct Node: Sendable {
    /// The number of bytes before it, from the start of the text; a string starts behind its quote.
    package var start: UInt32

    /// The number of bytes before its end; a string ends before its quote.
    package var end: UInt32

    /// The index of the first node that is no part of it.
    package var next: UInt32

    /// What it is.
    package var kind: Kind

    /// Returns the same value where so many bytes less are before it.
    func moved(by offset: Int) -> Node {
      let offset = UInt32(truncatingIfNeeded: offset)
      return Node(start: start &- offset, end: end &- offset, next: next, kind: kind)
    }
  }

  /// What a node is.
  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`
    /// A number without point and exponent.
    case integer
    /// A number with a point or an exponent.
    case fraction
    /// A string that is as it is written.
    case string
    /// A string with escapes.
    case escapedString
    case array, object

    /// `true` if it is a string.
    package var isString: Bool { self == .string || self == .escapedString }
  }

  /// Reads `bytes`, all of which must be one value.
  ///
  /// - Throws: what is wrong first, with its line, column and path.
  package init(reading bytes: [UInt8]) throws(JSONReadingError) {
    guard bytes.count < UInt32.max else {
      throw JSONReadingError(
        "the text has \(bytes.count) bytes, and at most 4 GB are read at once", in: [], at: 0)
    }
    var parser = JSONParser()
    // A list that is read in place is not checked for its length at each byte.
    bytes.withUnsafeBufferPointer { parser.parse($0) }
    if let failure = parser.failure {
      throw JSONReadingError(
        failure.message, in: bytes, at: failure.offset,
        path: Self.path(to: failure.offset, parser.nodes, parser.open, bytes))
    }
    self.bytes = bytes
    readNodes = parser.nodes
  }

  /// Creates a document of one value that is known to be JSON.
  init(unchecked bytes: [UInt8], _ nodes: [Node]) {
    self.bytes = bytes
    readNodes = nodes
  }

  /// Creates a document of `bytes`, which have been written as one value.
  ///
  /// Most of what is written is sent or stored and never looked into, so that it is read only for
  /// who does.
  init(written bytes: [UInt8]) {
    self.bytes = bytes
    readNodes = []
  }

  private final class NodeList: Sendable {
    let nodes: [Node]
    init(_ nodes: [Node]) { self.nodes = nodes }
  }

  deinit { askedNodes.load(ordering: .acquiring)?.release() }

  private var nodesOfWritten: [Node] { askedList._withUnsafeGuaranteedRef { $0.nodes } }

  @usableFromInline func nodeOfWritten(_ index: Int) -> Node {
    askedList._withUnsafeGuaranteedRef { $0.nodes[index] }
  }

  /// The values of the text, which was written here; the document keeps the list.
  private var askedList: Unmanaged<NodeList> {
    if let list = askedNodes.load(ordering: .acquiring) { return list }
    // What has been read is not too deep; what contains it may be deeper.
    var parser = JSONParser(depthLimit: .max)
    bytes.withUnsafeBufferPointer { parser.parse($0) }
    let list = Unmanaged.passRetained(NodeList(parser.nodes))
    let (isFirst, other) = askedNodes.compareExchange(
      expected: nil, desired: list, ordering: .acquiringAndReleasing)
    if !isFirst { list.release() }
    return other ?? list
  }

  /// Returns the path to what starts at `offset` inside of the objects and arrays `open`.
  private static func path(
    to offset: Int, _ nodes: [Node], _ open: [Int], _ bytes: [UInt8]
  ) -> JSONPath {
    var path = JSONPath()
    for (level, index) in open.enumerated() {
      let end = level + 1 < open.count ? open[level + 1] : nodes.count
      var children: [Int] = []
      var child = index + 1
      while child < end {
        children.append(child)
        child = Swift.max(Int(nodes[child].next), child + 1)
      }
      if nodes[index].kind == .array {
        // What could not be read is no node yet, unless it is open itself.
        path.append(.index(children.count))
      } else {
        // The name of what is open or could not be read is the last one before it.
        let isBeforeValue = children.count % 2 == 1
        guard isBeforeValue, let name = children.last else { continue }
        path.append(.name(text(of: nodes[name], in: bytes)))
      }
    }
    return path
  }

  /// Returns the text of the string `node`.
  package static func text(of node: Node, in bytes: [UInt8]) -> String {
    let written = bytes[Int(node.start)..<Int(node.end)]
    guard node.kind == .escapedString else { return String(decoding: written, as: UTF8.self) }
    return written.withUnsafeBufferPointer(JSONEscapes.text)
  }
  /// Returns what `body` does with the bytes of the string that the node `index` is; `nil` if it
  /// has escapes.
  package func withPlainText<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    let node = node(index)
    guard node.kind == .string else { return nil }
    return bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]))
    }
  }
}
