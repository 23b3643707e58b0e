// Values that are written as literals of Swift, or made of values of Swift.

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Null; `nil` is for a member that is not there.
  public static let null = JSON(written: "null", .null)

  // Without a label, `map(JSON.init)` means what makes JSON of a value.
  @_disfavoredOverload
  public init(booleanLiteral value: Bool) { self.init(value) }
  @_disfavoredOverload
  public init(integerLiteral value: Int) { self.init(value) }
  @_disfavoredOverload
  public init(stringLiteral value: String) { self.init(value) }

  /// A number with a point is the one that Swift would print.
  ///
  /// - Precondition: the number is finite.
  @_disfavoredOverload
  public init(floatLiteral value: Double) {
    guard let json = JSON(value) else {
      preconditionFailure("JSON has no number for \(value)")
    }
    self = json
  }

  public init(arrayLiteral elements: JSON...) { self.init(elements) }

  public init(dictionaryLiteral members: (String, JSON)...) {
    self.init(members: members.map { ($0.0, $0.1) })
  }

  /// Creates true or false.
  public init(_ value: Bool) {
    self.init(written: value ? "true" : "false", value ? .true : .false)
  }

  /// Creates a whole number.
  public init(_ value: some BinaryInteger) { self.init(written: String(value), .integer) }

  /// Creates a number; `nil` if the value is not finite, for which JSON has no number. Where the
  /// result cannot be optional, `JSON(_:)` of `JSONRepresentable` makes it a text instead.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let digits = value.jsonDigits
    self.init(written: digits, digits.contains { ".e".contains($0) } ? .fraction : .integer)
  }

  /// Creates a string.
  public init(_ value: String) {
    self.init(building: { $0.append(value) })
  }

  /// Creates an array.
  public init(_ elements: some Sequence<JSON>) {
    self.init(building: { writer in
      writer.beginArray()
      for element in elements { writer.append(element) }
      writer.endArray()
    })
  }

  /// Creates an object with members in their order.
  public init(members: some Sequence<(String, JSON)>) { self.init(pairs: members) }

  /// Creates an object with members in their order.
  // A list of pairs that is written down is checked faster against a type without parameters.
  public init(members: [(String, JSON)]) { self.init(pairs: members) }

  /// Creates an object with members in the order of their names.
  public init(members: [String: JSON]) {
    self.init(pairs: members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private init(pairs: some Sequence<(String, JSON)>) {
    self.init(building: { writer in
      writer.appendObject { writer in
        for (name, value) in pairs {
          writer.beginMember(name)
          writer.append(value)
        }
      }
    })
  }

  /// Creates a value of what `build` writes.
  package init(building build: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    build(&writer)
    self.init(JSONDocument(written: writer.bytes))
  }

  init(written text: String, _ kind: JSONDocument.Kind) {
    let bytes = Array(text.utf8)
    let node = JSONDocument.Node(start: 0, end: UInt32(bytes.count), next: 1, kind: kind)
    self.init(JSONDocument(unchecked: bytes, [node]))
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The shortest digits that are read as the same number, which is finite.
  package var jsonDigits: String {
    let text = description
    let bytes = text.utf8
    guard bytes.suffix(2).elementsEqual(".0".utf8), !bytes.contains(UInt8(ascii: "e")) else {
      return text
    }
    return String(Substring(bytes.dropLast(2)))
  }
}
