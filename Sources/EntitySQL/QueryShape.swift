package import EntityModel
package import EntityStore

/// What of a query decides its SQL statement: everything but the values that are bound.
///
/// Two queries of one shape have one statement, whose parameters have the values in the order in
/// which they stand in the query.
package struct QueryShape {
  /// The shape, as a key that no other one has.
  package private(set) var key = ShapeKey()

  /// The values, in order.
  package private(set) var values: [StoredValue] = []

  /// The tables that are searched and have not been met yet, the last first; `nil` before any.
  private var searched: [TableLayout]?

  /// Creates the shape of nothing.
  package init() {}

  /// Becomes the shape of nothing; it keeps the room that most queries take.
  package mutating func removeAll() {
    key.removeAll()
    values.removeAll(keepingCapacity: values.count <= 32)
    searched = nil
  }

  /// Becomes, from the shape of nothing, that of the statement that asks for `selection` of the
  /// rows that `query` wants; `false` where the statement depends on the values themselves.
  package mutating func describe(
    _ query: borrowing EntityQuery, _ selection: QueryLowering.Selection, _ layout: StoreLayout
  ) -> Bool {
    switch selection {
    case .rows: key.add(0)
    case .identifiers: key.add(1)
    case .count: key.add(2)
    }
    key.add(query.includesSubentities ? 4 : 3)
    key.add(query.entity)
    guard add(query.predicate.nodes, query, layout) else { return false }
    guard selection != .count else { return true }
    guard addOrder(of: query, layout) else { return false }
    addRange(limit: query.limit, offset: query.offset)
    return true
  }

  /// Becomes, from the shape of nothing, that of the statement that asks for the rows of `query`;
  /// `false` where the statement depends on the values themselves, or the order of its parameters
  /// is not known.
  package mutating func describe(_ query: borrowing ResultQuery, _ layout: StoreLayout) -> Bool {
    guard query.named.isEmpty, query.condition == .constant(true) else { return false }
    let isGrouped = query.isGrouped
    // Groups of a range have their range within their condition.
    if isGrouped, query.base.limit != nil || query.base.offset > 0 { return false }
    key.add(36, query.countsRows ? 1 : 0)
    key.add(query.base.includesSubentities ? 4 : 3)
    key.add(query.base.entity)
    guard add(query.base.predicate.nodes, query.base, layout) else { return false }
    key.add(37, query.columns.count)
    for column in query.columns where !add(column, query.base, layout) { return false }
    key.add(38, query.grouping.count)
    for operand in query.grouping where !add(operand.nodes, query.base, layout) { return false }
    guard isGrouped else {
      guard addOrder(of: query.base, layout) else { return false }
      addRange(limit: query.base.limit, offset: query.base.offset)
      return true
    }
    for term in query.order {
      addTerm(term.order, ignoresCase: term.ignoresCase, term.absent, term.language)
      guard add(term.column, query.base, layout) else { return false }
    }
    addRange(limit: query.limit, offset: query.offset)
    return true
  }

  /// Adds a column of a result of objects of `query`; `false` where the statement depends on
  /// values.
  private mutating func add(
    _ column: ResultExpression, _ query: borrowing EntityQuery, _ layout: StoreLayout
  ) -> Bool {
    key.add(39)
    key.add(column.function?.rawValue ?? "")
    guard let operand = column.operand else {
      key.add(40)
      return true
    }
    return add(operand.nodes, query, layout)
  }

  /// Adds the order of `query`; `false` where the statement depends on values.
  private mutating func addOrder(
    of query: borrowing EntityQuery, _ layout: StoreLayout
  ) -> Bool {
    for term in query.sorting {
      addTerm(term.order, ignoresCase: term.ignoresCase, term.absent, term.language)
      guard add(term.operand.nodes, query, layout) else { return false }
    }
    return true
  }

  /// Adds what a term of an order has beside its operand.
  private mutating func addTerm(
    _ order: SortTerm.Order, ignoresCase: Bool, _ absent: AbsentValues?, _ language: TextOrder?
  ) {
    key.add(order == .ascending ? 5 : 6)
    if ignoresCase { key.add(7) }
    if let absent { key.add(9, absent == .first ? 0 : 1) }
    guard let language else { return }
    key.add(34)
    key.add(language.name)
  }

  /// Adds a range.
  private mutating func addRange(limit: Int?, offset: Int) {
    key.add(8, (limit == nil ? 0 : 1) | (offset > 0 ? 2 : 0))
    if let limit { values.append(.integer(Int64(max(limit, 0)))) }
    if offset > 0 { values.append(.integer(Int64(offset))) }
  }

  /// Adds a condition or an operand of `query`; `false` where the statement depends on values.
  private mutating func add(
    _ nodes: [PredicateNode], _ query: borrowing EntityQuery, _ layout: StoreLayout
  ) -> Bool {
    // Nodes are looked at where they are, since each copy of one retains what it refers to.
    for index in nodes.indices where !add(nodes[index], query, layout) { return false }
    return true
  }

  /// Adds a node of a condition of `query`; `false` where the statement depends on values.
  @inline(__always)
  private mutating func add(
    _ node: borrowing PredicateNode, _ query: borrowing EntityQuery, _ layout: StoreLayout
  ) -> Bool {
    switch node.kind {
    case .constant(let value): key.add(value ? 11 : 10)
    case .not: key.add(12)
    case .all(let count): key.add(13, count)
    case .any(let count): key.add(14, count)
    case .comparison(let comparison): key.add(15, comparison.position)
    case .quantified(let quantifier, let path):
      switch quantifier {
      case .any: add(path, 16)
      case .all: add(path, 17)
      case .none: add(path, 18)
      }
    case .attribute(let path): add(path, 20)
    case .object(let path): add(path, 21)
    case .value(let value):
      if value.isNull {
        // It is no parameter: the statement says `IS NULL`.
        key.add(35)
        return true
      }
      guard value.isComparable, let storageClass = value.storageClass else { return false }
      switch storageClass {
      case .integer: key.add(22)
      case .real: key.add(23)
      case .text: key.add(24)
      case .blob: key.add(25)
      }
      values.append(value)
    case .identifier(let id): return add(id)
    case .rowNumber(let path): add(path, 29)
    case .source: return add(query.source)
    case .function(let function, let type, let count):
      key.add(27, count)
      key.add(function.name)
      key.add(type.rawValue)
      if let detail = function.detail { key.add(detail) }
    case .search(let path, let search):
      guard search.weights.isEmpty, let table = nextSearched(query, layout) else { return false }
      add(path, 30)
      key.add(31, search.attributes.count)
      for name in search.attributes { key.add(name) }
      values.append(.text(search.expression(in: table)))
    case .rank: key.add(32)
    // The object is a value, which may be one more parameter.
    case .place: return false
    case .choice(let type):
      key.add(28)
      key.add(type.rawValue)
    // These have as many parameters as values, or others than the values; a count of none is
    // distinguished from others.
    case .refused, .membership, .objects, .text, .count, .aggregate, .amongAll, .aggregateOfAll,
      .allValues, .excerpt:
      return false
    }
    return true
  }

  /// Returns the table of what the next search in the condition of `query` is about; `nil` for
  /// none.
  private mutating func nextSearched(
    _ query: borrowing EntityQuery, _ layout: StoreLayout
  ) -> TableLayout? {
    if searched == nil {
      var tables: [TableLayout] = []
      let own = layout.entity(query.entity)
      query.predicate.root.visit(from: own) { kind, entity -> EntityLayout?? in
        guard let entity, let path = kind.path else { return .some(nil) }
        var target: EntityLayout? = entity
        for name in path.names {
          if let kind = name.castEntity {
            target = layout.entity(kind)
            continue
          }
          target = target?.relationshipIndex(name).flatMap { target?.relationships[$0] }
            .flatMap { layout.entity($0.relationship.target) }
        }
        if case .search = kind, let table = target?.table { tables.append(table) }
        return target
      }
      searched = tables.reversed()
    }
    return searched?.popLast()
  }

  /// Adds an object; `false` where there is none that a row could refer to.
  private mutating func add(_ id: ObjectID?) -> Bool {
    guard let id, !id.isTemporary else { return false }
    key.add(26)
    key.add(id.entityName)
    values.append(.integer(id.rowID))
    return true
  }

  /// Adds a path that is what `kind` says.
  private mutating func add(_ path: PropertyPath, _ kind: UInt8) {
    switch path.start {
    case .own, .variable: break
    case .outer(let levels): key.add(33, levels)
    case .owner: key.add(33, -1)
    }
    key.add(kind, path.names.count)
    for name in path.names { key.add(name) }
  }
}

extension PredicateTree.Comparison {
  /// A number that no other comparison has.
  fileprivate var position: Int {
    switch self {
    case .equal: 0
    case .notEqual: 1
    case .less: 2
    case .lessOrEqual: 3
    case .greater: 4
    case .greaterOrEqual: 5
    }
  }
}
