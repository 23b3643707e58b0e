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

  /// The object that `PredicateOperand.source` represents.
  private let source: ObjectID?

  /// Creates the shape of the statement that asks for `selection` of the rows that `query` wants;
  /// `nil` where the statement depends on the values themselves.
  package init?(_ query: borrowing EntityQuery, _ selection: QueryLowering.Selection) {
    source = query.source
    values.reserveCapacity(4)
    switch selection {
    case .rows: key.add(0)
    case .identifiers: key.add(1)
    case .count: key.add(2)
    }
    key.add(query.includesSubentities ? 4 : 3)
    key.add(query.entity)
    guard add(query.predicate) else { return nil }
    guard selection != .count else { return }
    for term in query.sorting {
      add(term.path, term.order == .ascending ? 5 : 6)
      if term.ignoresCase { key.add(7) }
    }
    key.add(8, (query.limit == nil ? 0 : 1) | (query.offset > 0 ? 2 : 0))
    if let limit = query.limit { values.append(.integer(Int64(max(limit, 0)))) }
    if query.offset > 0 { values.append(.integer(Int64(query.offset))) }
  }

  /// Adds a condition; `false` where the statement depends on values.
  private mutating func add(_ tree: PredicateTree) -> Bool {
    switch tree {
    case .constant(let value):
      key.add(value ? 11 : 10)
      return true
    case .not(let inner):
      key.add(12)
      return add(inner)
    case .all(let parts):
      return add(parts, 13)
    case .any(let parts):
      return add(parts, 14)
    case .comparison(let left, let comparison, let right):
      key.add(15, comparison.position)
      return add(left) && add(right)
    case .quantified(let quantifier, let path, let inner):
      switch quantifier {
      case .any: add(path, 16)
      case .all: add(path, 17)
      case .none: add(path, 18)
      }
      return add(inner)
    // These have as many parameters as values, or others than the values.
    case .membership, .objects, .text: return false
    }
  }

  /// Adds the parts of a conjunction or a disjunction.
  private mutating func add(_ parts: [PredicateTree], _ kind: UInt8) -> Bool {
    key.add(kind, parts.count)
    return parts.allSatisfy { add($0) }
  }

  /// Adds one side of a comparison; `false` where the statement depends on it.
  private mutating func add(_ operand: PredicateOperand) -> Bool {
    switch operand {
    case .attribute(let path): add(path, 20)
    case .object(let path): add(path, 21)
    case .value(let value):
      guard value.isComparable, let storageClass = value.storageClass else { return false }
      switch storageClass {
      case .integer: key.add(22)
      case .real: key.add(23)
      case .text: key.add(24)
      case .blob: key.add(25)
      }
      values.append(value)
    case .identifier(let id): return add(id)
    case .source: return add(source)
    // A count of none is distinguished from others.
    case .count: return false
    }
    return true
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
