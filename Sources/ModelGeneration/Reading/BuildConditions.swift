import SwiftReader

/// What a build says to the conditions of `#if`.
package struct BuildConditions: Hashable, Sendable {
  /// The names that count as true, such as DEBUG.
  package var names: Set<String>

  /// The operating system, as `os()` names it.
  package var system: String

  /// The architecture, as `arch()` names it.
  package var architecture: String

  /// The modules that can be imported.
  package var modules: Set<String>

  /// The version of the compiler, most significant part first.
  package var compiler: [Int]

  package init(
    names: Set<String> = [], system: String, architecture: String, modules: Set<String> = [],
    compiler: [Int]
  ) {
    self.names = names
    self.system = system
    self.architecture = architecture
    self.modules = modules
    self.compiler = compiler
  }

  /// Returns `true` if `condition` holds; what cannot be read or is not known does not.
  package func hold(_ condition: String) -> Bool {
    let tree = SyntaxTree(parsing: condition)
    var evaluation = ConditionEvaluation(
      words: tree.tokens.indices.dropLast().map(tree.tokenText), conditions: self)
    return evaluation.value()
  }

  /// Returns what the function `name` of conditions says to `arguments`.
  fileprivate func value(of name: String, _ arguments: [String]) -> Bool {
    let first = arguments.first ?? ""
    switch name {
    case "os": return first == system
    case "arch": return first == architecture
    case "canImport": return modules.contains(first)
    case "swift", "compiler": return compare(arguments)
    case "endian": return first == "little"
    case "_pointerBitWidth": return first == "_64"
    default: return false
    }
  }

  /// Compares the compiler's version with that of `words`, like `>=`, `6`, `.`, `2`.
  private func compare(_ words: [String]) -> Bool {
    let text = words.joined()
    let digits = text.drop { !$0.isNumber }
    let version = digits.split(separator: ".").compactMap { Int($0) }
    guard !version.isEmpty else { return false }
    let count = max(version.count, compiler.count)
    func padded(_ parts: [Int]) -> [Int] { parts + Array(repeating: 0, count: count - parts.count) }
    let isLess = padded(compiler).lexicographicallyPrecedes(padded(version))
    return text.hasPrefix("<") ? isLess : !isLess
  }
}

/// Reads a condition from front to back.
///
///     condition ::= conjunction ('||' conjunction)*
///     conjunction ::= negation ('&&' negation)*
///     negation ::= '!' negation | '(' condition ')' | name ('(' … ')')?
private struct ConditionEvaluation {
  let words: [String]
  let conditions: BuildConditions
  private var position = 0
  private var depth = 0

  init(words: [String], conditions: BuildConditions) {
    self.words = words
    self.conditions = conditions
  }

  /// What nests deeper nobody writes, and reading it must not overflow the stack.
  private static let deepest = 64

  private var word: String { position < words.count ? words[position] : "" }

  mutating func value() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return false }
    var result = conjunction()
    while word == "||" {
      position += 1
      let other = conjunction()
      result = result || other
    }
    return result
  }

  private mutating func conjunction() -> Bool {
    var result = negation()
    while word == "&&" {
      position += 1
      let other = negation()
      result = result && other
    }
    return result
  }

  private mutating func negation() -> Bool {
    var isNegated = false
    while word.first == "!" {
      // Several signs without space between them are one operator.
      if !word.count.isMultiple(of: 2) { isNegated.toggle() }
      position += 1
    }
    return primary() != isNegated
  }

  private mutating func primary() -> Bool {
    let name = word
    position += 1
    if name == "(" {
      let result = value()
      if word == ")" { position += 1 }
      return result
    }
    guard word == "(" else { return name == "true" || conditions.names.contains(name) }
    position += 1
    var arguments: [String] = []
    while !word.isEmpty, word != ")" {
      arguments.append(word)
      position += 1
    }
    position += 1
    return conditions.value(of: name, arguments)
  }
}
