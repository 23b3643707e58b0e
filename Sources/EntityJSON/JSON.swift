/// A JSON value: text that has been checked, as it was written.
///
///     let json = try JSON(reading: body)
///     for row in json["rows"]?.elements ?? [] {
///       print(row["title"]?.string ?? "without a title", row["tags"]?.count ?? 0)
///     }
///     let answer: JSON = ["count": 2, "titles": ["Lazarillo", "Emma"]]
///
/// A value that is part of another one shares its text, so that making it costs next to nothing.
/// Numbers keep all their digits, strings their escapes and objects the order of their members;
/// `text` is what was written. Reading a value as a Swift type never rounds: what does not fit is
/// `nil`.
///
/// Two values are equal if they say the same: numbers of one value, `1` and `1.0`, strings of the
/// same characters by their code points, objects with equal members in whatever order.
public struct JSON: Sendable {
  /// The text.
  package let document: JSONDocument

  /// The index of the value's node.
  package let index: Int

  package init(_ document: JSONDocument, _ index: Int = 0) {
    self.document = document
    self.index = index
  }

  /// Reads `bytes`, UTF-8 all of which is one value.
  ///
  /// - Throws: a `JSONReadingError` with line, column and path for what is not JSON by RFC 8259,
  ///   for half a surrogate pair and for more than 512 objects and arrays in each other.
  /// - Complexity: linear in the number of bytes.
  public init(reading bytes: some Sequence<UInt8>) throws(JSONReadingError) {
    self.init(try JSONDocument(reading: Array(bytes)))
  }

  /// Reads `text`, all of which is one value.
  ///
  /// - Throws: as for bytes.
  public init(reading text: some StringProtocol) throws(JSONReadingError) {
    self.init(try JSONDocument(reading: Array(text.utf8)))
  }

  package var node: JSONDocument.Node { document.node(index) }

  /// What a value is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case null, boolean, number, string, array, object
  }

  /// What the value is.
  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .true, .false: .boolean
    case .integer, .fraction: .number
    case .string, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }

  /// `true` if `JSON(reading:)` would refuse the value, since more than 512 objects and arrays are
  /// in each other: it was made, and not read.
  package var isTooDeep: Bool {
    // Each level takes two bytes at least.
    guard document.isWritten, source.count > 2 * JSONDocument.depthLimit else { return false }
    var parser = JSONParser()
    source.withUnsafeBufferPointer { parser.parse($0) }
    return parser.failure != nil
  }

  /// The value as it was written.
  public var text: String { String(decoding: source, as: UTF8.self) }

  /// The bytes of the value as it was written, UTF-8.
  public var source: ArraySlice<UInt8> {
    if index == 0, document.isWritten { return document.bytes[...] }
    let isString = node.kind == .string || node.kind == .escapedString
    let quote = isString ? 1 : 0
    return document.bytes[Int(node.start) - quote..<Int(node.end) + quote]
  }
}

extension JSON.Kind {
  /// What a value is, with an article.
  package var article: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

// MARK: - Values

extension JSON {
  /// `true` if the value is null.
  public var isNull: Bool { node.kind == .null }

  /// The value if it is true or false; `nil` if it is something else.
  public var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The value if it is a string; `nil` if it is something else.
  public var string: String? {
    switch node.kind {
    case .string, .escapedString: JSONDocument.text(of: node, in: document.bytes)
    default: nil
    }
  }

  /// The value if it is a whole number that an `Int` can hold, `1.0` and `1e2` too; `nil` if it is
  /// something else.
  public var int: Int? { integer(as: Int.self) }

  /// Returns the value if it is a whole number that `type` can hold; `nil` if it is something else.
  public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    switch node.kind {
    case .integer:
      if let integer = document.shortInteger(node) {
        Value(exactly: integer)
      } else {
        Value(number)
      }
    case .fraction: JSONNumber(number).integer.flatMap { Value($0) }
    default: nil
    }
  }

  /// The value if it is a whole number that 64 bits can hold, as `integer` returns it.
  package var int64: Int64? {
    if node.kind == .integer, let integer = document.shortInteger(node) { return integer }
    return integer(as: Int64.self)
  }

  /// The floating-point number that is nearest to the value; `nil` if it is no number or beyond
  /// what a `Double` can hold.
  public var double: Double? {
    guard node.kind == .integer || node.kind == .fraction else { return nil }
    if let value = document.shortDouble(node) { return value }
    guard let value = Double(number), value.isFinite else { return nil }
    return value
  }

  /// The digits of the value as they were written; `nil` if it is no number.
  public var digits: String? {
    node.kind == .integer || node.kind == .fraction ? number : nil
  }

  private var number: String { String(decoding: source, as: UTF8.self) }
}

// MARK: - Parts

extension JSON {
  /// How many elements an array has, or members an object; 0 for every other value.
  ///
  /// - Complexity: linear in their number.
  public var count: Int {
    var count = 0
    forEachChild { _ in count += 1 }
    return node.kind == .object ? count / 2 : count
  }

  /// The elements of an array in their order; `nil` for every other value.
  ///
  /// - Complexity: linear in their number.
  public var elements: [JSON]? {
    guard node.kind == .array else { return nil }
    var elements: [JSON] = []
    forEachChild { elements.append(JSON(document, $0)) }
    return elements
  }

  /// The members of an object in the order of the text, those of one name too; `nil` for every
  /// other value.
  ///
  /// - Complexity: linear in their number.
  public var members: [(name: String, value: JSON)]? {
    guard node.kind == .object else { return nil }
    var members: [(name: String, value: JSON)] = []
    forEachMember { name, value in
      members.append((JSONDocument.text(of: name, in: document.bytes), JSON(document, value)))
    }
    return members
  }

  /// Returns the member `name` of an object, the first one of several; `nil` if there is none.
  func member(_ name: String) -> JSON? {
    let (nodes, node) = (document.nodes, node)
    guard node.kind == .object else { return nil }
    var name = name
    let found: Int? = name.withUTF8 { name in
      var child = index + 1
      while child < Int(node.next) {
        if document.name(nodes[child], is: name) { return child + 1 }
        child = Int(nodes[child + 1].next)
      }
      return nil
    }
    return found.map { JSON(document, $0) }
  }

  /// Returns the element of an array at `position`; `nil` if there is none.
  func element(_ position: Int) -> JSON? {
    let (nodes, node) = (document.nodes, node)
    guard node.kind == .array, position >= 0 else { return nil }
    var child = index + 1
    for _ in 0..<position {
      guard child < Int(node.next) else { return nil }
      child = Int(nodes[child].next)
    }
    return child < Int(node.next) ? JSON(document, child) : nil
  }

  /// Calls `body` with the index of each element, or of each name and each value of an object.
  package func forEachChild(_ body: (Int) -> Void) {
    let (nodes, node) = (document.nodes, node)
    guard node.kind == .array || node.kind == .object else { return }
    var child = index + 1
    while child < Int(node.next) {
      body(child)
      child = Int(nodes[child].next)
    }
  }

  /// Calls `body` with the name and the index of the value of each member of an object.
  package func forEachMember(_ body: (_ name: JSONDocument.Node, _ value: Int) -> Void) {
    let (nodes, node) = (document.nodes, node)
    guard node.kind == .object else { return }
    var child = index + 1
    while child < Int(node.next) {
      body(nodes[child], child + 1)
      child = Int(nodes[child + 1].next)
    }
  }
}

extension JSONDocument {
  /// Returns the whole number `node`, as `shortInteger` of the node does.
  fileprivate func shortInteger(_ node: Node) -> Int64? {
    bytes.withUnsafeBufferPointer { node.shortInteger(in: $0) }
  }

  /// Returns the floating-point number `node`, as `shortDouble` of the node does.
  fileprivate func shortDouble(_ node: Node) -> Double? {
    bytes.withUnsafeBufferPointer { node.shortDouble(in: $0) }
  }

  /// `true` if the name that the node `index` is has the bytes `name`.
  package func name(_ index: Int, is name: UnsafeBufferPointer<UInt8>) -> Bool {
    self.name(node(index), is: name)
  }

  /// `true` if the name that `node` is has the bytes `name`.
  fileprivate func name(_ node: Node, is name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard node.kind == .string else {
      return Self.text(of: node, in: bytes).utf8.elementsEqual(name)
    }
    let length = Int(node.end - node.start)
    guard length == name.count else { return false }
    // Names are short, and going through both as sequences takes ten times as long.
    return bytes.withUnsafeBufferPointer { bytes in
      for offset in 0..<length where bytes[Int(node.start) + offset] != name[offset] {
        return false
      }
      return true
    }
  }
}

extension JSONDocument.Node {
  /// Returns the whole number that the node is, without point and exponent, in `bytes`, the text of
  /// its document; `nil` if it has so many digits that an `Int64` may not hold it.
  package func shortInteger(in bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard end - start <= 18 else { return nil }
    var (value, isNegative) = (Int64(0), false)
    for position in Int(start)..<Int(end) {
      let byte = bytes[position]
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        value = value &* 10 &+ Int64(byte & 15)
      }
    }
    return isNegative ? -value : value
  }

  /// Returns the floating-point number that is nearest to the number that the node is, in `bytes`,
  /// the text of its document, if it has so few digits and no exponent that the digits as a whole
  /// number and the power of ten that divides it are both exact, so that only the division rounds;
  /// `nil` for others.
  package func shortDouble(in bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard end - start <= 18 else { return nil }
    var (digits, power) = (Int64(0), 1.0)
    var (isNegative, isBehindPoint) = (false, false)
    for position in Int(start)..<Int(end) {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits &* 10 &+ Int64(byte & 15)
        if isBehindPoint { power *= 10 }
      default: return nil
      }
    }
    guard digits <= 1 << 53 else { return nil }
    let value = Double(digits) / power
    return isNegative ? -value : value
  }
}

extension JSON: CustomStringConvertible {
  /// The value as it was written.
  public var description: String { text }
}
