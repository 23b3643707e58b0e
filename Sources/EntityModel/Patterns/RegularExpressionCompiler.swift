/// Makes a program of a regular expression.
struct RegularExpressionCompiler {
  typealias Instruction = RegularExpression.Instruction

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var ignoresCase = false

  /// How many groups are open.
  private var depth = 0

  /// The most groups that may be open.
  private static let deepest = 50

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Returns the program of the whole expression.
  mutating func program() throws(RegularExpressionError) -> [Instruction] {
    while take("(?i)") { ignoresCase = true }
    let program = try alternatives()
    if position < scalars.count { throw error("has ')' without '('", at: position) }
    return program + [.found]
  }

  /// Returns the program of what stands up to the end of the group.
  private mutating func alternatives() throws(RegularExpressionError) -> [Instruction] {
    var program = try sequence()
    while take("|") {
      let other = try sequence()
      program = try checked(
        [.fork(1, program.count + 2)] + program.moved(by: 1) + [
          .go(program.count + other.count + 2)
        ] + other.moved(by: program.count + 2))
    }
    return program
  }

  /// Returns the program of what stands up to the next '|' or the end of the group.
  private mutating func sequence() throws(RegularExpressionError) -> [Instruction] {
    var program: [Instruction] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let start = position
      let (item, isRepeatable) = try item()
      let repeated = try repeated(item, isRepeatable, from: start)
      program = try checked(program + repeated.moved(by: program.count))
    }
    return program
  }

  /// Returns the program of one item, and whether it may be repeated.
  private mutating func item() throws(RegularExpressionError) -> ([Instruction], Bool) {
    let start = position
    guard let scalar = next else { return ([], false) }
    position += 1
    switch scalar {
    case "(":
      if take("?") {
        guard take(":") else {
          throw error("has a kind of group that is not known here", at: start)
        }
      }
      guard depth < Self.deepest else {
        throw error("has more than \(Self.deepest) groups in each other", at: start)
      }
      depth += 1
      let program = try alternatives()
      depth -= 1
      guard take(")") else { throw error("has '(' without ')'", at: start) }
      return (program, true)
    case "[": return ([.take(try characterClass(from: start))], true)
    case ".": return ([.take(.any)], true)
    case "^": return ([.atBeginning], false)
    case "$": return ([.atEnd], false)
    case "*", "+", "?", "{": throw error("repeats nothing", at: start)
    case "\\": return try escaped(from: start)
    default: return ([literal(.one(scalar))], true)
    }
  }

  /// Returns the program of what follows a backslash.
  private mutating func escaped(
    from start: Int
  ) throws(RegularExpressionError) -> ([Instruction], Bool) {
    switch next {
    case "b":
      position += 1
      return ([.atWordEdge], false)
    case "B":
      position += 1
      return ([.notAtWordEdge], false)
    default:
      return ([literal(try escapedClass(from: start))], true)
    }
  }

  /// Returns the characters that a backslash and what follows it name.
  private mutating func escapedClass(
    from start: Int
  ) throws(RegularExpressionError) -> CharacterClass {
    guard let scalar = next else { throw error("ends with a backslash", at: start) }
    position += 1
    switch scalar {
    case "d": return CharacterClass(kinds: [.digit])
    case "w": return CharacterClass(kinds: [.word])
    case "s": return CharacterClass(kinds: [.space])
    case "D": return CharacterClass(kinds: [.notDigit])
    case "W": return CharacterClass(kinds: [.notWord])
    case "S": return CharacterClass(kinds: [.notSpace])
    case "n": return .one("\n")
    case "r": return .one("\r")
    case "t": return .one("\t")
    default:
      guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
        throw error("has a backslash before a character that has no meaning there", at: start)
      }
      return .one(scalar)
    }
  }

  /// Returns the class that follows '['.
  private mutating func characterClass(
    from start: Int
  ) throws(RegularExpressionError) -> CharacterClass {
    var found = CharacterClass(isNegated: take("^"), ignoresCase: ignoresCase)
    var isEmpty = true
    while let scalar = next, scalar != "]" || isEmpty {
      isEmpty = false
      let itemStart = position
      let first = try classItem(from: itemStart)
      guard first.kinds.isEmpty, let lower = first.ranges.first?.lowerBound, next == "-",
        scalars.indices.contains(position + 1), scalars[position + 1] != "]"
      else {
        found.ranges += first.ranges
        found.kinds += first.kinds
        continue
      }
      position += 1
      let last = try classItem(from: position)
      guard last.kinds.isEmpty, let upper = last.ranges.first?.upperBound, lower <= upper else {
        throw error("has a range of characters that ends before it begins", at: itemStart)
      }
      found.ranges.append(lower...upper)
    }
    guard take("]") else { throw error("has '[' without ']'", at: start) }
    return found
  }

  private mutating func classItem(
    from start: Int
  ) throws(RegularExpressionError) -> CharacterClass {
    guard let scalar = next else { throw error("has '[' without ']'", at: start) }
    position += 1
    return scalar == "\\" ? try escapedClass(from: start) : .one(scalar)
  }

  // MARK: Repeating

  /// Returns the program of `item`, which began at `start`, as often as what follows says.
  private mutating func repeated(
    _ item: [Instruction], _ isRepeatable: Bool, from start: Int
  ) throws(RegularExpressionError) -> [Instruction] {
    let mark = position
    guard let (least, most) = try count() else { return item }
    guard isRepeatable else { throw error("repeats what takes no character", at: start) }
    // Whether as few or as many as possible are taken makes no difference to what is found.
    _ = take("?")
    if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
      throw error("repeats a repetition", at: mark)
    }
    var program: [Instruction] = []
    for _ in 0..<least { program = try checked(program + item.moved(by: program.count)) }
    guard let most else {
      let end = program.count + item.count + 2
      return try checked(
        program + [.fork(program.count + 1, end)] + item.moved(by: program.count + 1)
          + [.go(program.count)])
    }
    for _ in least..<max(least, most) {
      let end = program.count + item.count + 1
      program = try checked(
        program + [.fork(program.count + 1, end)] + item.moved(by: program.count + 1))
    }
    return program
  }

  /// Returns how often an item is repeated, at least and at most, `nil` for any number; `nil` where
  /// nothing says so.
  private mutating func count() throws(RegularExpressionError) -> (least: Int, most: Int?)? {
    let start = position
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard take("{") else { return nil }
    guard let least = number() else {
      throw error("has '{' without a number of repetitions", at: start)
    }
    var most: Int? = least
    if take(",") { most = number() }
    guard take("}") else { throw error("has '{' without '}'", at: start) }
    if let most, most < least { throw error("repeats at most less than at least", at: start) }
    return (least, most)
  }

  /// Takes a number of at most four digits.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar), (value ?? 0) < 1000 {
      value = (value ?? 0) * 10 + Int(scalar.value - 48)
      position += 1
    }
    return value
  }

  // MARK: Characters

  private var next: Unicode.Scalar? {
    scalars.indices.contains(position) ? scalars[position] : nil
  }

  /// Takes `text` if it stands next.
  private mutating func take(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  private func literal(_ characters: CharacterClass) -> Instruction {
    var characters = characters
    characters.ignoresCase = ignoresCase
    return .take(characters)
  }

  private func checked(
    _ program: [Instruction]
  ) throws(RegularExpressionError) -> [Instruction] {
    guard program.count <= RegularExpression.mostInstructions else {
      throw RegularExpressionError(message: "is too long, its repetitions written out")
    }
    return program
  }

  private func error(_ message: String, at position: Int) -> RegularExpressionError {
    RegularExpressionError(message: "\(message), at character \(position + 1)")
  }
}

extension [RegularExpression.Instruction] {
  /// Returns the instructions as they are when `distance` others stand before them.
  fileprivate func moved(by distance: Int) -> Self {
    map { instruction in
      switch instruction {
      case .go(let next): .go(next + distance)
      case .fork(let first, let second): .fork(first + distance, second + distance)
      case .take, .atBeginning, .atEnd, .atWordEdge, .notAtWordEdge, .found: instruction
      }
    }
  }
}
