import EntityJSON

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
    fileprivate let bytes: [UInt8]
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

  /// What the member `name` is.
  subscript(name: String) -> PayloadNames? { positions[name].map { entries[$0].names } }

  /// Has `path` lead to what has `use`, unless it leads to something already.
  func add(_ path: ArraySlice<String>, _ use: PayloadForm.Use) {
    guard let name = path.first else {
      self.use = self.use ?? use
      return
    }
    let position = positions[name] ?? entries.count
    if position == entries.count {
      positions[name] = position
      entries.append(Entry(name: name, bytes: Array(name.utf8), names: PayloadNames()))
    }
    let names = entries[position].names
    names.add(path.dropFirst(), use)
    entries[position].attribute = names.onlyAttribute
  }

  /// Returns the attribute that the member at `position` is, and nothing else; `nil` for everything
  /// else.
  func attribute(at position: Int) -> PayloadAttribute? { entries[position].attribute }

  /// Returns the position of the member that the name `node` of `document` is, which is the one at
  /// `number` of its object; `nil` if it is none.
  func position(of node: Int, at number: Int, in document: JSONDocument) -> Int? {
    if number < guesses.count {
      let guess = guesses[number]
      let isRight = entries[guess].bytes.withUnsafeBufferPointer { document.name(node, is: $0) }
      if isRight { return guess }
    }
    let name = JSONDocument.text(of: document.nodes[node], in: document.bytes)
    guard let position = positions[name] else { return nil }
    if number < guesses.count {
      guesses[number] = position
    } else if number == guesses.count {
      guesses.append(position)
    }
    return position
  }
}
