import EntityModel
import EntityStore

/// Where a statement by hand has objects: a number alone does not say of which class it is, so that
/// one of another class would be taken for the object that has it.
///
/// Objects are looked for beside columns that are named by key paths, in assignments, and among the
/// values of `INSERT`; what a statement computes is not followed.
struct ObjectPlaces {
  /// A column of a statement that refers to objects.
  private struct Reference {
    /// The relationship, as messages name it.
    let name: String

    /// The entities whose objects it may refer to, each the topmost one of its tree.
    let roots: [String]

    let entity: String
    let property: String
  }

  /// A word of a statement.
  private enum Token {
    /// A name or a keyword, in lower case.
    case name(String)

    /// A name in quotation marks, in lower case, which is no keyword.
    case quoted(String)

    /// A column that a key path names; no reference if it is that of an attribute.
    case column(Reference?)

    /// A sign.
    case sign(UInt8)

    /// Objects, by the entities of their trees.
    case objects([String])

    /// Anything else.
    case other
  }

  private let layout: StoreLayout
  private var tokens: [Token] = []

  /// Finds the objects in `statement` on the tables of `layout`.
  init(_ statement: HandwrittenStatement, _ layout: StoreLayout) throws(StoreError) {
    self.layout = layout
    let hasObjects = statement.segments.contains {
      switch $0 {
      case .object, .objects: true
      default: false
      }
    }
    guard hasObjects else { return }
    for segment in statement.segments {
      switch segment {
      case .text(let text): addWords(of: text)
      case .object(let id): tokens.append(.objects([id.entityName]))
      case .objects(let ids): tokens.append(.objects(Set(ids.map(\.entityName)).sorted()))
      case .column(let name, let property):
        let entity = try layout.requiredEntity(name)
        let column = entity.column(named: property)
        tokens.append(.column(column.flatMap { reference([$0]) }))
      case .linkColumn(let name, let property, let isOwner):
        let (join, isReversed) = try layout.join(of: property, name)
        let table = isOwner == isReversed ? join.secondTable : join.firstTable
        let roots = layout.tables.filter { $0.name == table }.compactMap(\.entityNames.first)
        tokens.append(
          .column(
            Reference(
              name: "'\(name).\(property)'", roots: roots, entity: name, property: property)))
      case .table, .links: tokens.append(.other)
      case .value, .list, .refused: tokens.append(.other)
      }
    }
  }

  /// Refuses objects of another class than the column beside them refers to.
  func check() throws(StoreError) {
    var depth = 0
    // How many parentheses are open around the assignments, while they last.
    var assigning: Int?
    for (index, token) in tokens.enumerated() {
      switch token {
      case .sign(UInt8(ascii: "(")): depth += 1
      case .sign(UInt8(ascii: ")")): depth -= 1
      case .name("set"): assigning = depth
      case .name("where") where assigning == depth, .name("from") where assigning == depth:
        assigning = nil
      case .objects(let roots):
        if let start = leftOperandEnd(before: index) {
          try check(roots, column(at: start, assigning == depth && isTarget(start)))
        } else if let after = rightOperand(after: index) {
          try check(roots, column(at: after, false))
        }
      case .name("into"): try checkInsert(at: index + 1)
      default: break
      }
    }
  }

  // MARK: Comparisons and assignments

  /// Returns the index of the last word of what the objects at `index` are assigned to or compared
  /// with; `nil` if they are not.
  private func leftOperandEnd(before index: Int) -> Int? {
    var end = index - 1
    if isSign("(", at: end), isName("in", at: end - 1) { end -= 1 }
    let start = end
    while isSign("=", at: end) || isSign("<", at: end) || isSign(">", at: end)
      || isSign("!", at: end)
    {
      end -= 1
    }
    if end == start {
      guard isName("is", at: end) || isName("in", at: end) || isName("not", at: end) else {
        return nil
      }
      while isName("is", at: end) || isName("not", at: end) || isName("in", at: end) { end -= 1 }
    }
    return end >= 0 ? end : nil
  }

  /// Returns the index of the column that the objects at `index` are compared with from the left;
  /// `nil` if there is none.
  private func rightOperand(after index: Int) -> Int? {
    var start = index + 1
    while isSign("=", at: start) || isSign("<", at: start) || isSign(">", at: start)
      || isSign("!", at: start)
    {
      start += 1
    }
    if start == index + 1 {
      guard isName("is", at: start) else { return nil }
      start += isName("not", at: start + 1) ? 2 : 1
    }
    if isSign(".", at: start + 1) { start += 2 }
    return tokens.indices.contains(start) ? start : nil
  }

  /// `true` if the column at `index` is what an assignment begins with.
  private func isTarget(_ index: Int) -> Bool {
    let before = isSign(".", at: index - 1) ? index - 3 : index - 1
    return isName("set", at: before) || isSign(",", at: before)
  }

  // MARK: Inserts

  /// Checks the objects among the values of an insert, whose table is at `start`.
  private func checkInsert(at start: Int) throws(StoreError) {
    var index = start
    while index < tokens.count, !isSign("(", at: index) {
      guard index - start < 5 else { return }
      index += 1
    }
    let (names, end) = items(openedAt: index)
    let columns = names.map { $0.count == 1 ? column(at: $0.lowerBound, true) : nil }
    index = end
    if isName("values", at: index) {
      repeat {
        let (values, end) = items(openedAt: index + 1)
        guard end > index + 1 else { return }
        try check(values, columns)
        index = end
      } while isSign(",", at: index)
    } else if isName("select", at: index) {
      try check(items(openedAt: index).items, columns)
    }
  }

  /// Checks objects that are `values`, each for the column beside it.
  private func check(_ values: [Range<Int>], _ columns: [Reference?]) throws(StoreError) {
    for (value, column) in zip(values, columns) where value.count == 1 {
      if case .objects(let roots) = tokens[value.lowerBound] { try check(roots, column) }
    }
  }

  /// Returns what is between commas after the word at `start`, up to what closes it or to a clause
  /// that follows, and the index after that.
  private func items(openedAt start: Int) -> (items: [Range<Int>], end: Int) {
    var items: [Range<Int>] = []
    var (depth, index, first) = (0, start + 1, start + 1)
    while index < tokens.count {
      switch tokens[index] {
      case .sign(UInt8(ascii: "(")): depth += 1
      case .sign(UInt8(ascii: ")")) where depth == 0:
        return (items + [first..<index], index + 1)
      case .sign(UInt8(ascii: ")")): depth -= 1
      case .sign(UInt8(ascii: ",")) where depth == 0:
        items.append(first..<index)
        first = index + 1
      case .name("from") where depth == 0, .name("where") where depth == 0:
        return (items + [first..<index], index)
      default: break
      }
      index += 1
    }
    return (items + [min(first, index)..<index], index)
  }

  // MARK: Columns

  /// Returns the reference that the column at `index` is, one that is not named by a key path only
  /// if `isCertain` that it is a column of a table; `nil` for none.
  private func column(at index: Int, _ isCertain: Bool) -> Reference? {
    switch tokens[index] {
    case .column(let reference): return reference
    case .name(let name) where isCertain, .quoted(let name) where isCertain:
      return reference(
        layout.tables.flatMap(\.columns).filter { $0.name.lowercased() == name })
    default: return nil
    }
  }

  /// Returns the reference that `columns`, which have one name, are; `nil` if one of them is none.
  private func reference(_ columns: [ColumnLayout]) -> Reference? {
    guard let first = columns.first else { return nil }
    var tables: Set<String> = []
    for column in columns {
      guard case .reference(let table) = column.kind else { return nil }
      tables.insert(table)
    }
    return Reference(
      name: "'\(first.entity).\(first.property)'",
      roots: layout.tables.filter { tables.contains($0.name) }.compactMap(\.entityNames.first),
      entity: first.entity, property: first.property)
  }

  /// Refuses objects of the trees `roots` where those of `reference` belong.
  private func check(_ roots: [String], _ reference: Reference?) throws(StoreError) {
    guard let reference, let wrong = roots.first(where: { !reference.roots.contains($0) }) else {
      return
    }
    let wanted = reference.roots.map { "'\($0)'" }.joined(separator: " or ")
    throw StoreError(
      .invalidRequest,
      "\(reference.name) refers to objects of \(wanted), and the statement has one of '\(wrong)' "
        + "there; interpolate an object of that class", entity: reference.entity,
      properties: [reference.property])
  }

  // MARK: Words

  private func isSign(_ sign: Unicode.Scalar, at index: Int) -> Bool {
    guard tokens.indices.contains(index), case .sign(let byte) = tokens[index] else { return false }
    return UInt32(byte) == sign.value
  }

  private func isName(_ name: String, at index: Int) -> Bool {
    guard tokens.indices.contains(index), case .name(name) = tokens[index] else { return false }
    return true
  }

  /// Adds the words of `text`, without blanks and comments.
  private mutating func addWords(of text: String) {
    let bytes = Array(text.utf8)
    var index = 0
    func isPartOfName(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case 0x09...0x0D, 0x20: index += 1
      case UInt8(ascii: "-") where next == byte:
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        // The star that opens a comment does not close it.
        index += 3
        while index < bytes.count,
          !(bytes[index] == UInt8(ascii: "/") && bytes[index - 1] == UInt8(ascii: "*"))
        {
          index += 1
        }
        index += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        let closing = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        let end = bytes[(index + 1)...].firstIndex(of: closing) ?? bytes.count
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        tokens.append(byte == UInt8(ascii: "'") ? .other : .quoted(name.lowercased()))
        index = end + 1
      case _ where isPartOfName(byte):
        let end = bytes[index...].firstIndex { !isPartOfName($0) } ?? bytes.count
        tokens.append(.name(String(decoding: bytes[index..<end], as: UTF8.self).lowercased()))
        index = end
      default:
        tokens.append(.sign(byte))
        index += 1
      }
    }
  }
}
