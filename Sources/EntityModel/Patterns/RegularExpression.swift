/// A regular expression that is looked for in texts, in time that grows with the length of the text
/// and of the expression alone, whatever both are.
///
/// The syntax is a part of that of Unicode Technical Standard #18 that most engines share:
/// characters; `.` for any but a line feed; `[a-z]`, `[^…]`; `\d`, `\w`, `\s` and their opposites;
/// `^` and `$` for the ends of the whole text; `\b` for the edge of a word; `(…)`, `(?:…)`; `|`;
/// `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`; `(?i)` at the beginning, which ignores case. A character
/// is a Unicode scalar.
///
/// All ways through the expression are followed at once, as in Ken Thompson's "Regular Expression
/// Search Algorithm" and Russ Cox's "Regular Expression Matching: the Virtual Machine Approach".
package struct RegularExpression: Sendable {
  /// What an expression does one after the other.
  enum Instruction: Sendable {
    /// Takes one character of a class.
    case take(CharacterClass)

    /// Goes on at an instruction.
    case go(Int)

    /// Goes on at either of two instructions.
    case fork(Int, Int)

    /// Goes on at the beginning or the end of the text, or at the edge of a word.
    case atBeginning, atEnd, atWordEdge, notAtWordEdge

    /// The expression has been found.
    case found
  }

  private let program: [Instruction]

  /// The most instructions of an expression.
  static let mostInstructions = 4000

  /// Compiles `pattern`.
  ///
  /// - Throws: a `RegularExpressionError` that says what is wrong, and where.
  package init(_ pattern: String) throws(RegularExpressionError) {
    var compiler = RegularExpressionCompiler(pattern)
    program = try compiler.program()
  }

  /// `true` if the expression is found anywhere in `text`.
  package func isFound(in text: String) -> Bool {
    var current = Threads(program.count)
    var next = Threads(program.count)
    var before: Unicode.Scalar?
    var scalars = text.unicodeScalars.makeIterator()
    var after = scalars.next()
    while true {
      if add(0, &current, before, after) { return true }
      guard let scalar = after else { return false }
      after = scalars.next()
      next.removeAll()
      for position in current.positions {
        if case .take(let characters) = program[position], characters.contains(scalar),
          add(position + 1, &next, scalar, after)
        {
          return true
        }
      }
      swap(&current, &next)
      before = scalar
    }
  }

  /// Adds the ways that go on at `start` between two characters; `true` if one of them has found
  /// the expression.
  private func add(
    _ start: Int, _ threads: inout Threads, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) -> Bool {
    var pending = [start]
    while let position = pending.popLast() {
      guard threads.insert(position) else { continue }
      switch program[position] {
      case .found: return true
      case .take: break
      case .go(let next): pending.append(next)
      case .fork(let first, let second):
        pending.append(second)
        pending.append(first)
      case .atBeginning: if before == nil { pending.append(position + 1) }
      case .atEnd: if after == nil { pending.append(position + 1) }
      case .atWordEdge: if isEdge(before, after) { pending.append(position + 1) }
      case .notAtWordEdge: if !isEdge(before, after) { pending.append(position + 1) }
      }
    }
    return false
  }

  /// `true` if a word begins or ends between two characters.
  private func isEdge(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    (before.map(CharacterClass.isOfWord) ?? false) != (after.map(CharacterClass.isOfWord) ?? false)
  }

  /// The instructions at which ways go on, each once.
  private struct Threads {
    private(set) var positions: [Int] = []
    private var marks: [Bool]

    init(_ count: Int) { marks = Array(repeating: false, count: count) }

    mutating func insert(_ position: Int) -> Bool {
      if marks[position] { return false }
      marks[position] = true
      positions.append(position)
      return true
    }

    mutating func removeAll() {
      for position in positions { marks[position] = false }
      positions.removeAll(keepingCapacity: true)
    }
  }
}

/// Says what is wrong with a regular expression.
package struct RegularExpressionError: Error, Hashable {
  /// What is wrong, and at which character; it goes on "a regular expression".
  package let message: String
}
