/// The brackets and `#if` directives that are open while tokens are made.
///
/// A closer pairs with the nearest opener of its kind that no stronger opener hides: braces hide
/// parentheses and square brackets from outside, interpolations hide everything but their own
/// parenthesis, `#if` hides everything but its own directives. What lies between the pair and was
/// not closed ends where the closer begins.
struct BracketStack {
  enum Kind: UInt8 {
    case paren, square, brace, interpolation, conditional
  }

  struct Entry {
    let kind: Kind
    let token: UInt32
    /// How many landmarks came before the opener.
    let landmarks: UInt32
    /// One more than the index of the nearest entry of each kind that can be closed from here, zero
    /// for none.
    var paren: Int32
    var square: Int32
    var brace: Int32
    var interpolation: Int32
    var conditional: Int32
  }

  private(set) var entries: [Entry] = []

  init() { entries.reserveCapacity(64) }

  /// Adds an opener.
  mutating func open(_ kind: Kind, token: Int, landmarks: UInt32) {
    var entry: Entry
    if let last = entries.last {
      entry = Entry(
        kind: kind, token: UInt32(truncatingIfNeeded: token), landmarks: landmarks,
        paren: last.paren, square: last.square, brace: last.brace,
        interpolation: last.interpolation, conditional: last.conditional)
    } else {
      entry = Entry(
        kind: kind, token: UInt32(truncatingIfNeeded: token), landmarks: landmarks, paren: 0,
        square: 0, brace: 0, interpolation: 0, conditional: 0)
    }
    let position = Int32(truncatingIfNeeded: entries.count + 1)
    switch kind {
    case .paren: entry.paren = position
    case .square: entry.square = position
    case .brace:
      entry.paren = 0
      entry.square = 0
      entry.brace = position
    case .interpolation:
      entry.paren = 0
      entry.square = 0
      entry.brace = 0
      entry.conditional = 0
      entry.interpolation = position
    case .conditional:
      entry.paren = 0
      entry.square = 0
      entry.brace = 0
      entry.interpolation = 0
      entry.conditional = position
    }
    entries.append(entry)
  }

  /// Returns the index of the entry that a closer of `kind` would pair with, nil if there is none.
  func partner(of kind: Kind) -> Int? {
    guard let last = entries.last else { return nil }
    let position =
      switch kind {
      case .paren: last.paren != 0 ? last.paren : last.interpolation
      case .square: last.square
      case .brace: last.brace
      case .interpolation: last.interpolation
      case .conditional: last.conditional
      }
    return position == 0 ? nil : Int(position) - 1
  }

  mutating func removeLast() -> Entry { entries.removeLast() }
}
