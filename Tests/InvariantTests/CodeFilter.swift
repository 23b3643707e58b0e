/// Tells Swift code from the comments and string literals in it, well enough to search for words.
///
/// The code inside an interpolation counts as part of the string.
struct CodeFilter {
  private let characters: [Character]
  private var position = 0
  private var code = ""

  /// Returns the text with every character of a comment or a string literal replaced by a blank and
  /// every line break kept.
  static func code(in text: String) -> String {
    var filter = CodeFilter(characters: Array(text))
    while filter.position < filter.characters.count { filter.step() }
    return filter.code
  }

  private init(characters: [Character]) {
    self.characters = characters
  }

  /// Consumes one comment, one string literal or one character of code.
  private mutating func step() {
    if at("//") {
      while position < characters.count, !characters[position].isNewline { blank() }
    } else if at("/*") {
      blankBlockComment()
    } else if let hashes = hashesBeforeQuote() {
      blankString(hashes: hashes)
    } else {
      code.append(characters[position])
      position += 1
    }
  }

  /// Consumes a block comment with the comments inside it.
  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      if at("/*") {
        depth += 1
        blank(2)
      } else if at("*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && position < characters.count
  }

  /// Consumes a string literal opened by a quote after so many number signs.
  private mutating func blankString(hashes: Int) {
    let fence = String(repeating: "#", count: hashes)
    let isMultiline = at(fence + "\"\"\"")
    let quotes = isMultiline ? "\"\"\"" : "\""
    blank(hashes + quotes.count)
    while position < characters.count {
      if at(quotes + fence) { return blank(hashes + quotes.count) }
      if !isMultiline, characters[position].isNewline { return }
      if at("\\" + fence + "(") {
        blank(hashes + 2)
        blankInterpolation()
      } else if at("\\" + fence) {
        blank(hashes + 2)
      } else {
        blank()
      }
    }
  }

  /// Consumes an interpolation whose opening parenthesis has been consumed.
  private mutating func blankInterpolation() {
    var depth = 1
    while depth > 0, position < characters.count {
      if let hashes = hashesBeforeQuote() {
        blankString(hashes: hashes)
        continue
      }
      if characters[position] == "(" { depth += 1 }
      if characters[position] == ")" { depth -= 1 }
      blank()
    }
  }

  /// Returns how many number signs stand here before a quote, or nil if no string starts here.
  private func hashesBeforeQuote() -> Int? {
    let hashes = characters[position...].prefix { $0 == "#" }.count
    let quote = position + hashes
    return quote < characters.count && characters[quote] == "\"" ? hashes : nil
  }

  /// `true` iff the text goes on with `word`.
  private func at(_ word: String) -> Bool {
    characters[position...].starts(with: word)
  }

  /// Consumes characters, leaving blanks and line breaks of them.
  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<min(count, characters.count - position) {
      code.append(characters[position].isNewline ? characters[position] : " ")
      position += 1
    }
  }
}
