import EntityJSON
import EntityModel
import EntityStore

/// Values by the index of their property; few, in the order in which they were read.
///
/// A text stays where it is in the payload until it is asked for, so that one that is written is
/// copied from there and no string is made of it. What is kept of each value has neither a
/// destructor nor a reference to be counted.
struct PayloadValues {
  /// The value of one property.
  struct Element {
    /// The property index.
    let index: Int32

    fileprivate(set) var kind: Kind

    /// The number, its bits, the index of a text's node or the position among those that were made.
    fileprivate(set) var content: UInt64

    /// `true` if the content says it all; of a text, with the document.
    var isPlain: Bool { kind != .made && kind != .escapedText }
  }

  /// What is kept of a value.
  enum Kind: UInt8 {
    case null, integer, real

    /// A string of the document that is as it is written, and one with escapes.
    case text, escapedText

    /// A text or bytes that have been made.
    case made
  }

  private var elements: [Element] = []

  /// Texts and bytes that are not in the document as they are stored.
  private var made: [StoredValue] = []

  /// What texts are read of; `nil` as long as there are none.
  private var document: JSONDocument?

  /// The properties that have a value.
  private(set) var indexes: PropertySet = []

  init() {}

  init(_ values: PropertyValues) {
    for (index, value) in values { set(index, value) }
  }

  /// How many values there are.
  var count: Int { elements.count }

  /// Has room for as many values as `others` have.
  mutating func reserve(_ count: Int) { elements.reserveCapacity(count) }

  /// Returns the property of the value at `position`.
  func index(at position: Int) -> Int { Int(elements[position].index) }

  /// Returns the value at `position`.
  func value(at position: Int) -> StoredValue {
    let element = elements[position]
    switch element.kind {
    case .null: return .null
    case .integer: return .integer(Int64(bitPattern: element.content))
    case .real: return .real(Double(bitPattern: element.content))
    case .made: return made[Int(element.content)]
    case .text, .escapedText:
      guard let document else { return .null }
      return .text(
        JSONDocument.text(of: document.node(Int(element.content)), in: document.bytes))
    }
  }

  /// Has `writer` hold the value at `position`.
  func write(_ position: Int, into writer: __RowWriter) {
    let element = elements[position]
    switch element.kind {
    case .null: writer.writeNull()
    case .integer: writer.write(integer: Int64(bitPattern: element.content))
    case .real: writer.write(real: Double(bitPattern: element.content))
    case .made: writer.write(made[Int(element.content)])
    case .escapedText: writer.write(value(at: position))
    case .text:
      let isWritten: Void? = document?.withPlainText(Int(element.content)) {
        writer.write(utf8: $0)
      }
      if isWritten == nil { writer.write(value(at: position)) }
    }
  }

  /// Calls `body` with what is kept of the values, and with what texts are read of.
  @inline(__always)
  func withElements(_ body: (UnsafeBufferPointer<Element>, JSONDocument?) -> Void) {
    elements.withUnsafeBufferPointer { body($0, document) }
  }

  /// The values by the index of their property.
  var byIndex: PropertyValues {
    var values = PropertyValues(minimumCapacity: elements.count)
    for position in elements.indices { values[index(at: position)] = value(at: position) }
    return values
  }

  /// The value of the property `index`; `nil` for none.
  subscript(index: Int) -> StoredValue? { position(of: index).map(value(at:)) }

  /// Returns where the value of the property `index` is; `nil` for none.
  private func position(of index: Int) -> Int? {
    guard indexes.contains(index) else { return nil }
    return elements.indices.first { elements[$0].index == index }
  }

  /// Gives the property `index` the value, in place of an earlier one if `replacing`.
  mutating func set(_ index: Int, _ value: StoredValue, replacing: Bool = true) {
    if !replacing, indexes.contains(index) { return }
    switch value {
    case .null: set(index, .null, 0)
    case .integer(let value): set(index, .integer, UInt64(bitPattern: value))
    case .real(let value): set(index, .real, value.bitPattern)
    case .text, .blob:
      made.append(value)
      set(index, .made, UInt64(made.count - 1))
    }
  }

  // MARK: Values of properties that have none

  /// Has texts be read of `document`.
  mutating func read(of document: JSONDocument) { self.document = document }

  /// Gives the property `index`, which has no value, the string that the node at `position` is of
  /// the document that texts are read of; it has escapes if `isEscaped`.
  @inline(__always)
  mutating func add(_ index: Int, textAt position: Int, isEscaped: Bool) {
    add(index, isEscaped ? .escapedText : .text, UInt64(position))
  }

  /// Gives the property `index`, which has no value, a whole number.
  @inline(__always) mutating func add(_ index: Int, integer number: Int64) {
    add(index, .integer, UInt64(bitPattern: number))
  }

  /// Gives the property `index`, which has no value, a floating-point number.
  @inline(__always) mutating func add(_ index: Int, real number: Double) {
    add(index, .real, number.bitPattern)
  }

  /// Gives the property `index`, which has no value, null.
  @inline(__always) mutating func addNull(_ index: Int) { add(index, .null, 0) }

  @inline(__always) private mutating func add(_ index: Int, _ kind: Kind, _ content: UInt64) {
    indexes.insert(index)
    elements.append(Element(index: Int32(truncatingIfNeeded: index), kind: kind, content: content))
  }

  // MARK: Values of any properties

  /// Gives the property `index` the string that the node of `document` is, in place of an earlier
  /// value.
  mutating func set(_ index: Int, text node: Int, of document: JSONDocument) {
    if self.document == nil { self.document = document }
    guard self.document === document else {
      return set(
        index, .text(JSONDocument.text(of: document.node(node), in: document.bytes)))
    }
    let isEscaped = document.node(node).kind == .escapedString
    set(index, isEscaped ? .escapedText : .text, UInt64(node))
  }

  private mutating func set(_ index: Int, _ kind: Kind, _ content: UInt64) {
    guard let position = position(of: index) else {
      indexes.insert(index)
      return elements.append(Element(index: Int32(index), kind: kind, content: content))
    }
    elements[position].kind = kind
    elements[position].content = content
  }

  /// Takes the values of `others`, in place of its own if `replacing`.
  mutating func merge(_ others: PayloadValues, replacing: Bool) {
    for position in 0..<others.count {
      set(others.index(at: position), others.value(at: position), replacing: replacing)
    }
  }
}
