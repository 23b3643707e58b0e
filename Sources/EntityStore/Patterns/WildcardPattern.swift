/// A text with wildcards, as SQL's LIKE has them: `%` is any number of characters, `_` is one, and
/// a backslash before one of these or itself has it mean itself. A character is a Unicode scalar.
package struct WildcardPattern: Sendable {
  /// A part of a pattern.
  private enum Part: Equatable {
    case scalar(Unicode.Scalar)
    case one
    case many
  }

  private let parts: [Part]

  /// Creates the pattern that `text` is; every text is one.
  package init(_ text: String) {
    var parts: [Part] = []
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "%" where !isEscaped: if parts.last != .many { parts.append(.many) }
      case "_" where !isEscaped: parts.append(.one)
      default:
        // A backslash before another character is one.
        if isEscaped, scalar != "%", scalar != "_", scalar != "\\" { parts.append(.scalar("\\")) }
        parts.append(.scalar(scalar))
      }
      isEscaped = false
    }
    if isEscaped { parts.append(.scalar("\\")) }
    self.parts = parts
  }

  /// `true` if `text` as a whole is as the pattern says.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var position = 0
    var part = 0
    // Where to go on when what follows the last `%` does not fit.
    var retry: (part: Int, position: Int)?
    while position < scalars.count {
      if part < parts.count {
        switch parts[part] {
        case .many:
          retry = (part + 1, position)
          part += 1
          continue
        case .one:
          part += 1
          position += 1
          continue
        case .scalar(let scalar) where scalar == scalars[position]:
          part += 1
          position += 1
          continue
        case .scalar: break
        }
      }
      guard let last = retry else { return false }
      retry = (last.part, last.position + 1)
      (part, position) = (last.part, last.position + 1)
    }
    return parts[part...].allSatisfy { $0 == .many }
  }

  /// The text that matching texts begin with, where that is all that the pattern says.
  package var soleText: (match: SoleMatch, text: String)? {
    var rest = parts[...]
    let begins = rest.first != .many
    if !begins { rest = rest.dropFirst() }
    let ends = rest.last != .many
    if !ends { rest = rest.dropLast() }
    var text = String.UnicodeScalarView()
    for part in rest {
      guard case .scalar(let scalar) = part else { return nil }
      text.append(scalar)
    }
    let match: SoleMatch =
      switch (begins, ends) {
      case (true, true): .equal
      case (true, false): .prefix
      case (false, true): .suffix
      case (false, false): .contains
      }
    return (match, String(text))
  }

  /// Where a text stands that is all that a pattern says.
  package enum SoleMatch: Sendable {
    case equal, prefix, suffix, contains
  }
}
