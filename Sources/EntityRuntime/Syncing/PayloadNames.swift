import EntityJSON
import EntityModel
import EntityStore

/// What is found by the first names of the paths that lead to members.
final class PayloadNames {
  // Names are added before rows are read, so that what is asked for each member of a row is not
  // checked for being changed meanwhile.

  /// What the member itself is; `nil` if it is no more than an object with members.
  @exclusivity(unchecked) private(set) var use: PayloadForm.Use?

  /// The attribute that the member is, and nothing else; `nil` for everything else.
  private var onlyAttribute: PayloadAttribute? {
    guard entries.isEmpty, case .attribute(let attribute) = use else { return nil }
    return attribute
  }

  /// A member.
  struct Entry {
    let name: String
    fileprivate let bytes: UnsafeMutableBufferPointer<UInt8>
    let names: PayloadNames

    /// The attribute that the member is, and nothing else; `nil` for everything else.
    // Asking the names for it would count a reference for each member of a row.
    fileprivate(set) var attribute: PayloadAttribute?
  }

  /// The members inside, in the order in which they were added.
  @exclusivity(unchecked) private(set) var entries: [Entry] = []

  private var positions: [String: Int] = [:]

  /// The positions of the members of the last object, in their order: rows mostly have the same.
  @exclusivity(unchecked) private var guesses: [Int] = []

  /// How the members are read whose values are stored as they are, by position.
  @exclusivity(unchecked) private var steps: [Step] = []

  deinit { for entry in entries { entry.bytes.deallocate() } }

  /// What the member `name` is.
  subscript(name: String) -> PayloadNames? { positions[name].map { entries[$0].names } }

  /// What is at `path`.
  subscript(path: [String]) -> PayloadNames? {
    path.reduce(self as PayloadNames?) { names, name in names?[name] }
  }

  /// Has `path` lead to what has `use`, unless it leads to something already.
  func add(_ path: ArraySlice<String>, _ use: PayloadForm.Use) {
    guard let name = path.first else {
      self.use = self.use ?? use
      return
    }
    let position = positions[name] ?? entries.count
    if position == entries.count {
      positions[name] = position
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
      _ = bytes.initialize(from: name.utf8)
      entries.append(Entry(name: name, bytes: bytes, names: PayloadNames()))
      steps.append(Step())
    }
    let names = entries[position].names
    names.add(path.dropFirst(), use)
    entries[position].attribute = names.onlyAttribute
    steps[position] = Step(entries[position], at: position)
  }

  /// Returns the attribute that the member at `position` is, and nothing else; `nil` for everything
  /// else.
  func attribute(at position: Int) -> PayloadAttribute? { entries[position].attribute }

  /// Returns the position of the member that the name `node` of `document` is, which is the one at
  /// `number` of its object; `nil` if it is none.
  func position(of node: Int, at number: Int, in document: JSONDocument) -> Int? {
    if number < guesses.count {
      let guess = guesses[number]
      if document.name(node, is: UnsafeBufferPointer(entries[guess].bytes)) { return guess }
    }
    let name = JSONDocument.text(of: document.node(node), in: document.bytes)
    guard let position = positions[name] else { return nil }
    if number < guesses.count {
      guesses[number] = position
    } else if number == guesses.count {
      guesses.append(position)
    }
    return position
  }

  // MARK: Values that are stored as they are

  /// How a member is read whose value needs no more than to be of its type.
  ///
  /// It has no reference that would be counted for each member of a row.
  private struct Step {
    /// What the value is.
    enum Kind {
      /// A value that is read by whoever knows more of it.
      case other
      case text, boolean, integer, real
    }

    var kind = Kind.other

    /// The name, which the entry owns.
    var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// The property index.
    var index = 0

    /// `true` if null is a value.
    var isOptional = false

    /// The whole numbers that the attribute holds.
    var least = Int64.min
    var greatest = Int64.max

    init() {}

    init(_ entry: Entry, at position: Int) {
      // Where members are noted as bits, there are no more of them.
      guard let attribute = entry.attribute, attribute.rules == nil, attribute.decoding == nil,
        position < 64
      else { return }
      switch attribute.type {
      case .string: kind = .text
      case .boolean: kind = .boolean
      case .double: kind = .real
      case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: kind = .integer
      default: return
      }
      if let range = attribute.type.integerRange {
        (least, greatest) = (range.lowerBound, range.upperBound)
      }
      name = UnsafeBufferPointer(entry.bytes)
      index = attribute.index
      isOptional = attribute.description.isOptional
    }

    /// `true` if the node is the name of the member.
    @inline(__always)
    func isNamed(_ node: JSONDocument.Node, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard node.kind == .string, Int(node.end - node.start) == name.count else { return false }
      for offset in 0..<name.count where bytes[Int(node.start) + offset] != name[offset] {
        return false
      }
      return true
    }

    /// Adds the value that the node at `position` is to `values`; `false` if it is none that is
    /// stored as it is.
    @inline(__always)
    func read(
      _ node: JSONDocument.Node, at position: Int, in bytes: UnsafeBufferPointer<UInt8>,
      into values: inout PayloadValues
    ) -> Bool {
      switch (kind, node.kind) {
      case (.text, .string): values.add(index, textAt: position, isEscaped: false)
      case (.text, .escapedString): values.add(index, textAt: position, isEscaped: true)
      case (.boolean, .true): values.add(index, integer: 1)
      case (.boolean, .false): values.add(index, integer: 0)
      case (.integer, .integer):
        guard let number = node.shortInteger(in: bytes), number >= least, number <= greatest else {
          return false
        }
        values.add(index, integer: number)
      case (.real, .integer), (.real, .fraction):
        guard let number = node.shortDouble(in: bytes) else { return false }
        values.add(index, real: number)
      case (.other, _): return false
      case (_, .null) where isOptional: values.addNull(index)
      default: return false
      }
      return true
    }
  }

  /// Adds to `values`, which are empty, those of the first members of an object of `document`, the
  /// nodes from `node` to `end`, as far as they are the same members as in the object before it and
  /// stored as they are.
  ///
  /// - Returns: The node of the first other member, and how many have been read.
  @inline(__always)
  func readFirst(
    _ document: JSONDocument, from node: Int, to end: Int, into values: inout PayloadValues
  ) -> (node: Int, count: Int) {
    var (node, number, seen) = (node, 0, UInt64(0))
    document.bytes.withUnsafeBufferPointer { bytes in
      document.nodes.withUnsafeBufferPointer { nodes in
        steps.withUnsafeBufferPointer { steps in
          guesses.withUnsafeBufferPointer { guesses in
            while node < end, number < guesses.count {
              let position = guesses[number]
              let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: position)
              guard steps[position].isNamed(nodes[node], in: bytes), seen & bit == 0,
                steps[position].read(nodes[node + 1], at: node + 1, in: bytes, into: &values)
              else { return }
              seen |= bit
              number += 1
              node = Int(nodes[node + 1].next)
            }
          }
        }
      }
    }
    if number > 0 { values.read(of: document) }
    return (node, number)
  }

  /// The positions of the first members of an object that have been read as those before it.
  func positions(ofFirst count: Int) -> ArraySlice<Int> { guesses[..<count] }
}
