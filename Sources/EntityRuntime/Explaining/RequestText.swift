import EntityModel
import EntityStore

/// A request as the Swift that it is made by.
struct RequestText {
  /// The text.
  let text: String

  /// Writes the request that a store is asked `question` for, without values.
  init(_ question: StoreQuestion) {
    switch question {
    case .rows(let query), .count(let query): self.init(query, .hidden)
    case .results(let query): self.init(query, .hidden)
    }
  }

  /// Writes the request for the objects that `query` wants.
  init(_ query: EntityQuery, includesPendingChanges: Bool = true, _ values: PredicateText.Values) {
    var writer = PredicateText(values)
    writer.write(query, includesPendingChanges)
    writer.writeAll(of: query.entity)
    text = writer.text
  }

  /// Writes the request for the rows of `query`.
  init(_ query: ResultQuery, includesPendingChanges: Bool = true, _ values: PredicateText.Values) {
    var writer = PredicateText(values)
    writer.write(query.base, includesPendingChanges)
    if query.isDistinct {
      if query.base.sorting.isEmpty { writer.writeOrder(of: query) }
    } else {
      writer.writeGroups(of: query)
    }
    if !query.columns.isEmpty {
      writer.write(".select { ")
      writer.write(query.columns, of: query.base.entity)
      writer.write(" }")
    }
    if query.isDistinct {
      writer.write(".distinct()")
      writer.writeRange(query.limit, query.offset)
    }
    text = writer.text
  }

  /// Writes the request for the sections that the first term of the order of `query` makes.
  init(sectionsOf query: EntityQuery, _ values: PredicateText.Values) {
    var query = query
    let term = query.sorting.isEmpty ? nil : query.sorting.removeFirst()
    var writer = PredicateText(values)
    writer.write(query, true)
    writer.writeAll(of: query.entity)
    if let term { writer.write(term, as: "sections", of: query.entity) }
    text = writer.text
  }
}

extension ResultQuery {
  /// `true` if the rows are columns of objects, of which equal ones come once.
  fileprivate var isDistinct: Bool {
    !grouping.isEmpty && !columns.contains(where: \.isAggregate) && named.isEmpty
      && grouping == columns.compactMap(\.operand)
  }
}

extension PredicateText {
  /// Adds the request for the objects that `query` wants.
  fileprivate mutating func write(_ query: EntityQuery, _ includesPendingChanges: Bool) {
    let entity = query.entity
    write(entity)
    let isSearch = writeConditions(query)
    // A search has the most relevant first.
    if !isSearch || query.sorting != [SortTerm(.rank)] {
      // What a handle asks for has the order of its relationship by itself.
      for term in query.sorting where term.operand.placeOwner == nil {
        write(term, as: "sorted", of: entity)
      }
    }
    let visibility = query.visibility ?? RequestVisibility()
    let hasChanged =
      !query.includesSubentities || !includesPendingChanges || query.offset != 0
      || visibility != RequestVisibility()
    if hasChanged { writeAll(of: entity) }
    writeRange(query.limit, query.offset)
    if !query.includesSubentities { write(".excludingSubentities()") }
    if !includesPendingChanges { write(".ignoringPendingChanges()") }
    write(visibility.calls)
  }

  /// Adds `.all` if nothing has been written but the name of `entity`.
  fileprivate mutating func writeAll(of entity: String) {
    if text == entity { write(".all") }
  }

  /// Adds the condition of `query`; `true` if a search is among what is added.
  private mutating func writeConditions(_ query: EntityQuery) -> Bool {
    guard query.predicate != .constant(true) else { return false }
    guard let (search, before, after) = query.search else {
      write(".where")
      writeClosure(query.predicate.root, of: query.entity)
      return false
    }
    func writeWhere(_ conditions: [PredicateTree]) {
      guard !conditions.isEmpty else { return }
      write(".where")
      let tree = conditions.count == 1 ? conditions[0] : PredicateTree.all(conditions)
      writeClosure(tree.root, of: query.entity)
    }
    writeWhere(before)
    write(".search(\(text(of: .text(search.text)))")
    if !search.weights.isEmpty {
      let weights = search.weights.sorted { $0.key < $1.key }.map { "\\.\($0.key): \($0.value)" }
      write(", weights: [\(weights.joined(separator: ", "))]")
    }
    write(")")
    writeWhere(after)
    return true
  }

  /// Adds what leaves out rows at the beginning and at the end.
  fileprivate mutating func writeRange(_ limit: Int?, _ offset: Int) {
    write(Self.range(limit, offset))
  }

  /// Returns what leaves out rows at the beginning and at the end.
  static func range(_ limit: Int?, _ offset: Int) -> String {
    (offset != 0 ? ".offset(\(offset))" : "") + (limit.map { ".limit(\($0))" } ?? "")
  }

  /// Adds a term of an order, by the function `name`.
  fileprivate mutating func write(_ term: SortTerm, as name: String, of entity: String) {
    if case .function(.shuffled, _, _) = term.operand.root.kind { writeAll(of: entity) }
    write(term.operand.root) { $0.order(term, $1, as: name, of: entity, at: -1) }
  }

  /// Returns a term of an order by `operand`, by the function `name`, of objects that the node at
  /// `index` asks for.
  func order(
    _ term: SortTerm, _ operand: PredicatePart, as name: String, of entity: String, at index: Int
  ) -> [Step] {
    if term.operand == .rank { return [.text(".sortedByRelevance()")] }
    if case .function(.shuffled, _, _) = operand.kind {
      return [
        .text(".shuffled(seed: "), .part(operand.second, .any, entity: entity, type: nil),
        .text(")"),
      ]
    }
    let options = Self.options(term.order, term.ignoresCase, term.language, term.absent)
    let path = operand.kind.path
    if case .rowNumber = operand.kind, path?.names.isEmpty == true {
      return [.text(".\(name)(\((["by: \\.objectID"] + options).joined(separator: ", ")))")]
    }
    // A key path to a leaf goes on with a question mark where its composition may be absent.
    if case .attribute(let path) = operand.kind, path.names.count == 1, !path.isLeaf {
      let key = keyPath(path, of: entity)
      return [.text(".\(name)(\((["by: \(key)"] + options).joined(separator: ", ")))")]
    }
    let start = ".\(name)\(options.isEmpty ? "" : "(\(options.joined(separator: ", ")))")"
    if case .rowNumber(let path) = operand.kind {
      return [.text("\(start) { $0.\(path.text).objectID }")]
    }
    return [.text(start)] + closure(operand, of: entity, at: index)
  }

  /// Returns the key path of the property of `entity` that `path` names.
  private func keyPath(_ path: PropertyPath, of entity: String) -> String {
    "\\.\(storedForm(path, entity) == nil ? "" : "$")\(path.text)"
  }

  /// Returns the arguments that say how values are ordered.
  private static func options(
    _ order: SortTerm.Order, _ ignoresCase: Bool, _ language: TextOrder?, _ absent: AbsentValues?
  ) -> [String] {
    var options: [String] = []
    if order == .descending { options.append(".descending") }
    if ignoresCase { options.append("ignoringCase: true") }
    if let language {
      options.append("locale: Locale(identifier: \(language.locale.debugDescription))")
      if language.isNumeric { options.append("numeric: true") }
    }
    if let absent { options.append("nils: .\(absent.rawValue)") }
    return options
  }

  /// Adds what makes groups of the objects, and which of them are wanted.
  fileprivate mutating func writeGroups(of query: ResultQuery) {
    let entity = query.base.entity
    if !query.grouping.isEmpty {
      let paths = query.grouping.compactMap(\.path).filter { $0.names.count == 1 && !$0.isLeaf }
      if paths.count == query.grouping.count {
        write(".group(by: \(paths.map { keyPath($0, of: entity) }.joined(separator: ", ")))")
      } else {
        write(".group { ")
        write(query.grouping.map { ResultExpression(nil, $0) }, of: entity)
        write(" }")
      }
    }
    if query.condition != .constant(true) {
      write(".having")
      for column in query.named {
        columns[column.text] = groupColumn(column, of: entity)
      }
      writeClosure(query.condition.root, of: entity)
      columns = [:]
    }
    writeOrder(of: query)
    if query.isGrouped { writeRange(query.limit, query.offset) }
  }

  /// Returns a column that a condition on groups names.
  private func groupColumn(_ column: ResultExpression, of entity: String) -> GroupColumn {
    var writer = PredicateText(values)
    writer.write(column, of: entity)
    var type = column.operand.flatMap { self.type(of: $0.root, entity) }
    if let function = column.function, function != .minimum, function != .maximum {
      type = ConstantType(storage: function.type(of: type?.storage ?? .int64))
    }
    return GroupColumn(
      text: writer.text, isCondition: column.function == .any || column.function == .all, type: type
    )
  }

  /// Adds the order of the groups.
  fileprivate mutating func writeOrder(of query: ResultQuery) {
    for term in query.order {
      let options = Self.options(term.order, term.ignoresCase, term.language, term.absent)
      write(".sorted\(options.isEmpty ? "" : "(\(options.joined(separator: ", ")))") { ")
      write(term.column, of: query.base.entity)
      write(" }")
    }
  }

  /// Adds columns, in parentheses where there are several.
  fileprivate mutating func write(_ columns: [ResultExpression], of entity: String) {
    if columns.count > 1 { write("(") }
    for (index, column) in columns.enumerated() {
      if index > 0 { write(", ") }
      write(column, of: entity)
    }
    if columns.count > 1 { write(")") }
  }

  /// Adds a column.
  private mutating func write(_ column: ResultExpression, of entity: String) {
    guard let operand = column.operand else { return write("$0.count") }
    if writeFiltered(column, operand.root, of: entity) { return }
    switch operand.root.kind {
    case .object(let path) where !path.names.isEmpty: write("$0.\(path.text).objectID")
    case .attribute(let path) where storedForm(path, entity) != nil:
      write(storedForm(path, entity) ?? "")
    case .attribute, .object, .count, .aggregate, .excerpt: writeOperand(operand, of: entity)
    default:
      if operand == Fields<ManagedObject>().relevance.operand {
        write("$0.relevance")
      } else {
        write("$0.value")
        writeClosure(operand.root, of: entity)
      }
    }
    if let function = column.function {
      write(function == .count ? ".valueCount" : ".\(function.rawValue)")
    }
  }
}

extension PredicateText {
  /// Adds a column that is computed over those objects of a group that satisfy a condition, or of
  /// whether they do; `false` if `part` is no operand of such a one.
  private mutating func writeFiltered(
    _ column: ResultExpression, _ part: PredicatePart, of entity: String
  ) -> Bool {
    guard case .choice = part.kind, let function = column.function else { return false }
    switch (function, part.second.kind, part.third.kind) {
    case (.any, .value(.integer(1)), .value(.integer(0))),
      (.all, .value(.integer(1)), .value(.integer(0))):
      write("$0.\(function.rawValue)")
      writeClosure(PredicateTree(part.first).root, of: entity)
    case (.count, .value(.integer(1)), .value(.null)):
      write("$0.count")
      writeClosure(PredicateTree(part.first).root, of: entity)
    case (_, .attribute, .value(.null)):
      writeOperand(PredicateOperand(part.second), of: entity)
      write(".filter")
      writeClosure(PredicateTree(part.first).root, of: entity)
      write(".\(function.rawValue)")
    default: return false
    }
    return true
  }
}

extension EntityQuery {
  /// The search that the request began with or went on to, and the conditions before and after it;
  /// `nil` where a search is a condition as others are.
  fileprivate var search: (TextSearch, before: [PredicateTree], after: [PredicateTree])? {
    let parts = predicate.conjuncts
    let found = parts.enumerated().lazy.compactMap { index, part -> (Int, TextSearch)? in
      guard case .search(PropertyPath(), let search) = part.kind,
        search.attributes.isEmpty
      else { return nil }
      return (index, search)
    }
    // What orders nothing is no search but a condition.
    guard let (index, search) = found.first, !sorting.isEmpty || !search.weights.isEmpty else {
      return nil
    }
    let conditions = parts.map { PredicateTree($0) }
    return (search, Array(conditions[..<index]), Array(conditions[(index + 1)...]))
  }
}

extension PredicateTree {
  /// The conditions that all have to hold.
  fileprivate var conjuncts: [PredicatePart] {
    if case .all(let count) = root.kind, count > 0 { root.parts } else { [root] }
  }
}

extension RequestVisibility {
  /// The functions that make a request of the visibility.
  var calls: String {
    let found =
      switch deleted {
      case .excluded: ""
      case .included: ".includingDeleted()"
      case .only: ".onlyDeleted()"
      }
    return found + (isUnscoped ? ".unscoped()" : "")
  }
}
