#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cuts the elements of a JSON text out of pieces of it, as they arrive.
///
/// An element is checked when it is whole, so that what is wrong is found where it is and nothing
/// more than an element and a piece is in memory.
package struct JSONElementScanner {
  /// What comes next.
  private enum Place {
    /// The first value of the text.
    case start

    /// The rest of a text that is one value and no list.
    case value

    /// The first element of a list, or its end.
    case first

    /// An element, after a comma.
    case next

    /// The rest of an element.
    case element

    /// A comma, or the end of the list.
    case separator

    /// Nothing.
    case end

    /// The rest of a line.
    case line
  }

  /// Where something begins in the text.
  private struct Position {
    var offset = 0
    var line = 1
    var lineStart = 0

    /// Moves on behind `byte`.
    mutating func pass(_ byte: UInt8) {
      offset += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = offset
      }
    }
  }

  /// How many elements have been read.
  package private(set) var count = 0

  private let elementLimit: Int
  private var place: Place
  private var position = Position()

  /// Where the element begins that is being read.
  private var elementStart = Position()

  /// The bytes of that element; behind a bracket if it is one of a list.
  private var buffer: [UInt8] = []

  // What is open in the element at the position.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Checks elements that are whole in a piece where they are.
  private var parser = JSONParser(depthLimit: JSONDocument.depthLimit - 1)

  /// An element that has been read.
  private enum Found {
    /// A part of the piece, whose values the parser has.
    case inPlace(Range<Int>)

    case json(JSON)
  }

  /// Creates a scanner at the start of a text in `form`, of which no element has more bytes than
  /// `elementLimit`.
  package init(_ form: JSONSequenceForm, elementLimit: Int) {
    self.elementLimit = elementLimit
    place = form == .lines ? .line : .start
  }

  /// Returns the next element that ends in `chunk`, from `index` on, which it moves behind it;
  /// `nil` if there is none, and `index` is the end of the chunk.
  package mutating func next(
    in chunk: [UInt8], from index: inout Int
  ) throws(JSONReadingError) -> JSON? {
    switch try find(in: chunk, from: &index) {
    case .json(let json): json
    case .inPlace(let range):
      JSON(
        JSONDocument(
          unchecked: Array(chunk[range]), parser.nodes.map { $0.moved(by: range.lowerBound) }))
    case nil: nil
    }
  }

  /// Returns the same element as it was written, of which no value is made.
  package mutating func nextSource(
    in chunk: [UInt8], from index: inout Int
  ) throws(JSONReadingError) -> ArraySlice<UInt8>? {
    switch try find(in: chunk, from: &index) {
    case .json(let json): json.source
    case .inPlace(let range): chunk[range]
    case nil: nil
    }
  }

  private mutating func find(
    in chunk: [UInt8], from index: inout Int
  ) throws(JSONReadingError) -> Found? {
    while index < chunk.count {
      switch place {
      case .start: try readStart(chunk, &index)
      case .first, .next: try readToElement(chunk, &index)
      case .separator: try readSeparator(chunk, &index)
      case .end:
        guard skipSpace(chunk, &index) else { throw error("expected the end") }
      case .value:
        take(chunk, from: index, to: chunk.count)
        index = chunk.count
        try checkLimit()
      case .element:
        if let range = elementInPlace(chunk, &index) { return .inPlace(range) }
        let isWhole = readElement(chunk, &index)
        try checkLimit()
        if isWhole { return .json(try finishElement()) }
      case .line:
        let isWhole = readLine(chunk, &index)
        try checkLimit()
        if isWhole, let json = try finishLine() { return .json(json) }
      }
    }
    return nil
  }

  /// Returns what is left once there are no more pieces; `nil` if nothing is.
  ///
  /// - Throws: that the text is not whole.
  package mutating func finish() throws(JSONReadingError) -> JSON? {
    defer { place = .end }
    switch place {
    case .start: throw error("expected a value")
    case .first, .next: throw error("expected a value", path: JSONPath([.index(count)]))
    case .separator: throw error("expected ',' or ']'", path: JSONPath([.index(count)]))
    case .element: throw unfinished()
    case .line: return try finishLine()
    case .end: return nil
    case .value:
      count += 1
      return JSON(try JSONDocument(reading: buffer))
    }
  }

  // MARK: Between elements

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Moves behind the byte at `index`.
  private mutating func step(_ chunk: [UInt8], _ index: inout Int) {
    position.pass(chunk[index])
    index += 1
  }

  /// Moves behind the byte at `index` if it is white space; `false` if it is not.
  private mutating func skipSpace(_ chunk: [UInt8], _ index: inout Int) -> Bool {
    guard Self.isSpace(chunk[index]) else { return false }
    step(chunk, &index)
    return true
  }

  private mutating func readStart(
    _ chunk: [UInt8], _ index: inout Int
  ) throws(JSONReadingError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let byte = chunk[index]
    // A text that is no list, or has a part of the mark, is read as a whole from its first byte on.
    let isMarked = buffer.starts(with: mark)
    if byte == UInt8(ascii: "["), buffer.dropFirst(isMarked ? 3 : 0).allSatisfy(Self.isSpace) {
      place = .first
      buffer.removeAll()
    } else if Self.isSpace(byte) || position.offset < 3 && byte == mark[position.offset] {
      buffer.append(byte)
      try checkLimit()
    } else {
      place = .value
      return
    }
    step(chunk, &index)
  }

  private mutating func readToElement(
    _ chunk: [UInt8], _ index: inout Int
  ) throws(JSONReadingError) {
    if skipSpace(chunk, &index) { return }
    switch chunk[index] {
    case UInt8(ascii: "]") where place == .first:
      step(chunk, &index)
      place = .end
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
      throw error("expected a value", path: JSONPath([.index(count)]))
    default:
      elementStart = position
      buffer = [UInt8(ascii: "[")]
      (depth, isInString, isEscaped) = (0, false, false)
      place = .element
    }
  }

  private mutating func readSeparator(
    _ chunk: [UInt8], _ index: inout Int
  ) throws(JSONReadingError) {
    if skipSpace(chunk, &index) { return }
    switch chunk[index] {
    case UInt8(ascii: ","): place = .next
    case UInt8(ascii: "]"): place = .end
    default: throw error("expected ',' or ']'", path: JSONPath([.index(count)]))
    }
    step(chunk, &index)
  }

  // MARK: Elements

  /// Reads the element that begins at `index` if it is an object that ends in the chunk, with which
  /// nothing is wrong; returns `nil` and does nothing for others.
  private mutating func elementInPlace(_ chunk: [UInt8], _ index: inout Int) -> Range<Int>? {
    guard buffer.count == 1, chunk[index] == UInt8(ascii: "{") else { return nil }
    let start = index
    let (end, lines, lastLine) = chunk.withUnsafeBufferPointer { chunk in
      // Nothing is read of what is larger than it may be.
      let most = min(chunk.count - start, max(elementLimit - 1, 1))
      let text = UnsafeBufferPointer(rebasing: chunk[..<(start + most)])
      guard let end = parser.parseValue(text, at: start) else { return (start, 0, start) }
      var (lines, lastLine) = (0, start)
      // Most are in one line.
      if chunk.hasNewline(from: start, to: end) {
        for at in start..<end { lines &+= chunk[at] == UInt8(ascii: "\n") ? 1 : 0 }
        lastLine = end - 1
        while chunk[lastLine] != UInt8(ascii: "\n") { lastLine -= 1 }
      }
      return (end, lines, lastLine)
    }
    guard end > start else { return nil }
    if lines > 0 {
      position.line += lines
      position.lineStart = position.offset + lastLine - start + 1
    }
    position.offset += end - start
    buffer.removeAll(keepingCapacity: true)
    count += 1
    place = .separator
    index = end
    return start..<end
  }

  /// Reads on to the end of the element; `false` if it does not end in the chunk.
  private mutating func readElement(_ chunk: [UInt8], _ index: inout Int) -> Bool {
    let start = index
    var (position, depth) = (self.position, self.depth)
    var (isInString, isEscaped) = (self.isInString, self.isEscaped)
    var isWhole = false
    var at = start
    chunk.withUnsafeBufferPointer { chunk in
      scan: while at < chunk.count {
        let byte = chunk[at]
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
            isWhole = depth == 0
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""): isInString = true
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
            depth -= 1
            isWhole = depth == 0
          // A number or a word ends before what follows it.
          case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"):
            guard depth > 0 else {
              isWhole = true
              break scan
            }
          default: break
          }
        }
        position.pass(byte)
        at += 1
        if isWhole { break }
      }
    }
    (self.depth, self.isInString, self.isEscaped) = (depth, isInString, isEscaped)
    self.position = position
    buffer.append(contentsOf: chunk[start..<at])
    index = at
    return isWhole
  }

  /// Adds what is between the two to what is kept.
  private mutating func take(_ chunk: [UInt8], from start: Int, to end: Int) {
    buffer.append(contentsOf: chunk[start..<end])
    for byte in chunk[start..<end] { position.pass(byte) }
  }

  /// Returns the element that has been read, once it has been checked.
  private mutating func finishElement() throws(JSONReadingError) -> JSON {
    buffer.append(UInt8(ascii: "]"))
    do {
      // As the only element of a list it is read as one of many would be.
      let document = try JSONDocument(reading: buffer)
      buffer = []
      count += 1
      place = .separator
      return JSON(document, 1)
    } catch {
      throw inElement(error)
    }
  }

  /// Returns what is wrong with an element of which there is no more than a part.
  private func unfinished() -> JSONReadingError {
    do {
      _ = try JSONDocument(reading: buffer)
      return error("expected ',' or ']'", path: JSONPath([.index(count)]))
    } catch {
      return inElement(error)
    }
  }

  /// Returns `error`, of the list that has the element alone, as one of the whole text.
  private func inElement(_ error: JSONReadingError) -> JSONReadingError {
    var error = error
    if case .index(let index)? = error.path.steps.first {
      error.path.steps[0] = .index(count + index)
    }
    return moved(error, behind: 1)
  }

  /// Returns `error`, of what begins with the element, after `added` bytes that are not in the
  /// text, as one of the whole text.
  private func moved(_ error: JSONReadingError, behind added: Int) -> JSONReadingError {
    var error = error
    if let line = error.line, let column = error.column, let offset = error.offset {
      let before = elementStart.offset - elementStart.lineStart
      error.column = line == 1 ? before + column - added : column
      error.line = elementStart.line + line - 1
      error.offset = elementStart.offset + offset - added
    }
    return error
  }

  // MARK: Lines

  /// Reads on to the end of the line; `false` if it does not end in the chunk.
  private mutating func readLine(_ chunk: [UInt8], _ index: inout Int) -> Bool {
    if buffer.isEmpty { elementStart = position }
    let end = chunk[index...].firstIndex(of: UInt8(ascii: "\n"))
    buffer.append(contentsOf: chunk[index..<(end ?? chunk.count)])
    position.offset += (end ?? chunk.count) - index
    index = end ?? chunk.count
    guard end != nil else { return false }
    position.pass(UInt8(ascii: "\n"))
    index += 1
    return true
  }

  /// Returns the value of the line that has been read; `nil` if there is none.
  private mutating func finishLine() throws(JSONReadingError) -> JSON? {
    guard !buffer.allSatisfy(Self.isSpace) else {
      buffer = []
      return nil
    }
    do {
      let document = try JSONDocument(reading: buffer)
      buffer = []
      count += 1
      return JSON(document)
    } catch {
      var error = moved(error, behind: 0)
      error.path.steps.insert(.index(count), at: 0)
      throw error
    }
  }

  // MARK: Errors

  /// Refuses an element that is too large, unless something is wrong with it before.
  private func checkLimit() throws(JSONReadingError) {
    guard buffer.count > elementLimit else { return }
    let message = "a value has more than \(elementLimit) bytes, which are kept in memory"
    guard place == .element else { throw error(message) }
    let found = unfinished()
    throw found.offset.map { $0 < position.offset } == true
      ? found : error(message, path: JSONPath([.index(count)]))
  }

  private func error(_ message: String, path: JSONPath = JSONPath()) -> JSONReadingError {
    var error = JSONReadingError(message, path: path)
    error.line = position.line
    error.column = position.offset - position.lineStart + 1
    error.offset = position.offset
    return error
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `true` if there is the end of a line from `start` up to `end`.
  fileprivate func hasNewline(from start: Int, to end: Int) -> Bool {
    guard let base = baseAddress else { return false }
    return memchr(base + start, Int32(UInt8(ascii: "\n")), end - start) != nil
  }
}
