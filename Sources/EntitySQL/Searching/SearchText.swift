import EntityModel

/// What somebody typed into a search box, read as a search.
///
/// Any text is a search. Words are all looked for; what stands between quotation marks is looked
/// for as a phrase, a word or phrase before `*` as the beginning of words. `OR` looks for one of
/// what stands beside it, `-` and `NOT` leave out what follows, parentheses hold together, and a
/// name with a colon, of a searchable attribute, says where to look. What has nothing to apply to
/// is passed over: a quotation mark or a parenthesis without its other, an `OR` at an end, a name
/// that is none. Nothing is found by a search that names nothing to be found.
package struct SearchText {
  /// One part of what is searched for.
  indirect enum Part: Hashable {
    /// A word or several in their order; the last is the beginning of one where `isPrefix`. It is
    /// looked for in the columns named, or in all.
    case phrase(String, isPrefix: Bool, columns: [String])

    /// All of several parts, at least two.
    case all([Part])

    /// One of several parts, at least two.
    case any([Part])

    /// The first part without the second.
    case except(Part, Part)
  }

  /// How many words and phrases of a text are looked for; the others are passed over.
  package static let mostPhrases = 100

  /// How deep parentheses may be nested; those inside are passed over.
  package static let deepest = 10

  /// What is searched for, or `nil` for nothing.
  let part: Part?

  /// Reads `text`, as what is searched for by `tokenizer` in attributes whose columns are
  /// `columns`.
  init(_ text: String, tokenizer: SearchTokenizer, columns: [String: [String]]) {
    var reader = SearchTextReader(text, tokenizer, columns)
    part = reader.read()
  }
}

/// Reads one search from a text.
private struct SearchTextReader {
  /// What a text is made of.
  private enum Token {
    case phrase(SearchText.Part)
    case or
    case and
    case not
    case open(columns: [String])
    case close
  }

  /// What stands between two parentheses, as far as it has been read.
  private struct Group {
    /// The parts that `OR` stands between, each of which is complete.
    var alternatives: [SearchText.Part] = []

    /// What is looked for, and what is left out, since the last `OR`.
    var wanted: [SearchText.Part] = []
    var unwanted: [SearchText.Part] = []

    /// `true` if what follows is left out.
    var isNegated = false

    /// Where it is looked for, or nothing for everywhere.
    var columns: [String] = []

    mutating func add(_ part: SearchText.Part) {
      if isNegated { unwanted.append(part) } else { wanted.append(part) }
      isNegated = false
    }

    mutating func endAlternative() {
      isNegated = false
      if let part = SearchText.Part(all: wanted) {
        alternatives.append(SearchText.Part(any: unwanted).map { .except(part, $0) } ?? part)
      }
      (wanted, unwanted) = ([], [])
    }

    mutating func end() -> SearchText.Part? {
      endAlternative()
      return SearchText.Part(any: alternatives)
    }
  }

  private let text: [Character]
  private let tokenizer: SearchTokenizer
  private let columns: [String: [String]]
  private var position = 0
  private var phraseCount = 0

  /// The columns that the parentheses name that are open.
  private var scope: [[String]] = []

  init(_ text: String, _ tokenizer: SearchTokenizer, _ columns: [String: [String]]) {
    // A NUL ends what SQLite reads.
    self.text = text.map { $0 == "\0" ? " " : $0 }
    self.tokenizer = tokenizer
    self.columns = columns
  }

  /// Returns what the text searches for.
  mutating func read() -> SearchText.Part? {
    var open: [Group] = [Group()]
    // Parentheses that are passed over, since they are too deep.
    var ignored = 0
    while let token = next() {
      let last = open.count - 1
      switch token {
      case .phrase(let part): open[last].add(part)
      case .or: open[last].endAlternative()
      case .and: break
      case .not: open[last].isNegated = true
      case .open(let columns):
        if open.count > SearchText.deepest {
          ignored += 1
        } else {
          open.append(Group(columns: columns))
          scope.append(columns)
        }
      case .close:
        if ignored > 0 {
          ignored -= 1
        } else if last > 0 {
          closeLast(&open)
        }
      }
    }
    while open.count > 1 { closeLast(&open) }
    return open[0].end()
  }

  private mutating func closeLast(_ open: inout [Group]) {
    let part = open[open.count - 1].end()
    open.removeLast()
    scope.removeLast()
    if let part { open[open.count - 1].add(part) } else { open[open.count - 1].isNegated = false }
  }

  /// Returns the next token, or `nil` at the end.
  private mutating func next() -> Token? {
    while position < text.count {
      switch text[position] {
      case let character where character.isWhitespace: position += 1
      case "(":
        position += 1
        return .open(columns: [])
      case ")":
        position += 1
        return .close
      case "-" where position + 1 < text.count && !text[position + 1].isWhitespace:
        position += 1
        return .not
      default:
        if let token = word() { return token }
      }
    }
    return nil
  }

  /// Returns the word or phrase at the position; `nil` if nothing of it can be looked for.
  private mutating func word() -> Token? {
    if let phrase = quoted() { return self.phrase(phrase, in: []) }
    var word = ""
    var mayBeName = true
    while position < text.count, !isEnd(text[position]) {
      let character = text[position]
      position += 1
      defer { if character == ":" { mayBeName = false } }
      if character == ":", mayBeName, let columns = columns[word], position < text.count,
        !text[position].isWhitespace
      {
        return located(in: columns)
      }
      word.append(character)
    }
    // A quotation mark without another one is none.
    if position < text.count, text[position] == "\"", !isClosed(from: position) { position += 1 }
    switch word {
    case "OR": return .or
    case "AND": return .and
    case "NOT": return .not
    default:
      let isPrefix = word.hasSuffix("*")
      while word.hasSuffix("*") { word.removeLast() }
      return phrase(word, isPrefix: isPrefix, in: [])
    }
  }

  /// Returns what follows the name of an attribute, which is looked for in `columns`.
  private mutating func located(in columns: [String]) -> Token? {
    if text[position] == "(" {
      position += 1
      return .open(columns: columns)
    }
    if let phrase = quoted() { return self.phrase(phrase, in: columns) }
    var word = ""
    while position < text.count, !isEnd(text[position]) {
      word.append(text[position])
      position += 1
    }
    let isPrefix = word.hasSuffix("*")
    while word.hasSuffix("*") { word.removeLast() }
    return phrase(word, isPrefix: isPrefix, in: columns)
  }

  /// `true` if no word goes on with `character`.
  private func isEnd(_ character: Character) -> Bool {
    character.isWhitespace || character == "(" || character == ")" || character == "\""
  }

  /// `true` if there is a quotation mark after the one at `start`.
  private func isClosed(from start: Int) -> Bool { text[(start + 1)...].contains("\"") }

  /// Returns what stands between the quotation mark at the position and the next; `nil` if there
  /// are none.
  private mutating func quoted() -> String? {
    guard position < text.count, text[position] == "\"" else { return nil }
    guard let end = text[(position + 1)...].firstIndex(of: "\"") else {
      position += 1
      return nil
    }
    let phrase = String(text[(position + 1)..<end])
    position = end + 1
    return phrase
  }

  /// Returns the token of `phrase`; `nil` if there is no word in it.
  private mutating func phrase(
    _ phrase: String, isPrefix: Bool? = nil, in columns: [String]
  ) -> Token? {
    var isPrefix = isPrefix ?? false
    // After a quotation mark.
    if position < text.count, text[position] == "*" {
      isPrefix = true
      position += 1
    }
    guard tokenizer.mayHaveWords(phrase), phraseCount < SearchText.mostPhrases else { return nil }
    phraseCount += 1
    let scope = scope.last { !$0.isEmpty } ?? []
    return .phrase(
      .phrase(phrase, isPrefix: isPrefix, columns: columns.isEmpty ? scope : columns))
  }
}

extension SearchText.Part {
  /// Creates the search for all of `parts`, or `nil` for none.
  init?(all parts: [SearchText.Part]) {
    let parts = parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } }
    guard let first = parts.first else { return nil }
    self = parts.count == 1 ? first : .all(parts)
  }

  /// Creates the search for one of `parts`, or `nil` for none.
  init?(any parts: [SearchText.Part]) {
    guard let first = parts.first else { return nil }
    self = parts.count == 1 ? first : .any(parts)
  }
}

extension SearchTokenizer {
  /// `false` if no word is in `text`, which so is passed over.
  fileprivate func mayHaveWords(_ text: String) -> Bool {
    switch self {
    case .trigram: text.unicodeScalars.count >= 3
    case .ascii:
      text.unicodeScalars.contains { !$0.isASCII || $0.properties.isAlphabetic || $0.isDigit }
    case .unicode, .porter: text.unicodeScalars.contains(where: \.isPartOfWord)
    }
  }
}

extension Unicode.Scalar {
  /// `true` if the scalar is a digit of ASCII.
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

  /// `true` if a word may have the scalar in it.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
