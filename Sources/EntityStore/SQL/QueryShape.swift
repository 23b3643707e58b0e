import EntityModel

/// What of a query decides the text of its statement: everything but the values that are bound.
///
/// Two queries of one shape have one text, whose parameters have the values in the order in which
/// they stand in the query.
struct QueryShape {
  /// The shape, as bytes that no other one has.
  private(set) var key: [UInt8] = []

  /// The values, in order.
  private(set) var values: [StoredValue] = []

  /// What `PredicateOperand.source` stands for.
  private let source: ObjectID?

  /// Creates the shape of the statement that asks for `selection` of the rows that `query` wants;
  /// nil where its text depends on the values themselves.
  init?(_ query: EntityQuery, _ selection: QueryLowering.Selection) {
    source = query.source
    key.reserveCapacity(128)
    switch selection {
    case .rows: key.append(0)
    case .identifiers: key.append(1)
    case .count: key.append(2)
    }
    add(query.entity)
    key.append(query.includesSubentities ? 1 : 0)
    guard add(query.predicate) else { return nil }
    guard selection != .count else { return }
    for term in query.sorting {
      add(term.path)
      key.append((term.order == .ascending ? 2 : 4) | (term.ignoresCase ? 1 : 0))
    }
    key.append(query.limit == nil ? 0 : 1)
    key.append(query.offset > 0 ? 1 : 0)
    if let limit = query.limit { values.append(.integer(Int64(max(limit, 0)))) }
    if query.offset > 0 { values.append(.integer(Int64(query.offset))) }
  }

  /// Adds a condition; `false` where its text depends on values.
  private mutating func add(_ tree: PredicateTree) -> Bool {
    switch tree {
    case .constant(let value):
      key.append(value ? 11 : 10)
      return true
    case .not(let inner):
      key.append(12)
      return add(inner)
    case .all(let parts):
      return add(parts, 13)
    case .any(let parts):
      return add(parts, 14)
    case .comparison(let left, let comparison, let right):
      key.append(15)
      key.append(UInt8(truncatingIfNeeded: comparison.position))
      return add(left) && add(right)
    case .quantified(let quantifier, let path, let inner):
      key.append(16)
      switch quantifier {
      case .any: key.append(0)
      case .all: key.append(1)
      case .none: key.append(2)
      }
      add(path)
      return add(inner)
    // These have as many parameters as values, or others than the values.
    case .membership, .objects, .text: return false
    }
  }

  /// Adds the parts of a conjunction or a disjunction.
  private mutating func add(_ parts: [PredicateTree], _ code: UInt8) -> Bool {
    guard let count = UInt8(exactly: parts.count) else { return false }
    key.append(code)
    key.append(count)
    return parts.allSatisfy { add($0) }
  }

  /// Adds one side of a comparison; `false` where the text depends on it.
  private mutating func add(_ operand: PredicateOperand) -> Bool {
    switch operand {
    case .attribute(let path):
      key.append(20)
      add(path)
    case .object(let path):
      key.append(21)
      add(path)
    case .value(let value):
      guard value.isComparable, let form = value.form else { return false }
      switch form {
      case .integer: key.append(22)
      case .real: key.append(23)
      case .text: key.append(24)
      case .blob: key.append(25)
      }
      values.append(value)
    case .identifier(let id): return add(id)
    case .source: return add(source)
    // A count of none is told from others.
    case .count: return false
    }
    return true
  }

  /// Adds an object; `false` where there is none that a row could refer to.
  private mutating func add(_ id: ObjectID?) -> Bool {
    guard let id, !id.isTemporary else { return false }
    key.append(26)
    add(id.entityName)
    values.append(.integer(id.number))
    return true
  }

  private mutating func add(_ path: PropertyPath) {
    for name in path.names { add(name) }
    key.append(1)
  }

  /// Adds a name, which ends with a byte that no name has.
  private mutating func add(_ name: String) {
    key.append(contentsOf: name.utf8)
    key.append(0xFF)
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
