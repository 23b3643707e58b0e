import EntityModel
import EntityStore

/// Where a page begins.
struct PageStart {
  /// The conditions of the objects that come after the one that a cursor names: those that satisfy
  /// the first come first, and so on, and none satisfies two.
  let conditions: [PredicateTree]

  init(
    _ sorting: [SortTerm], _ content: PageCursor.Content, _ entity: ManagedEntity
  ) throws {
    let isDescending = sorting.last?.order == .descending
    let operands = sorting.map { $0.foldedOperand(of: entity) }
    let terms = zip(zip(sorting, operands), content.values).map { ($0.0, $0.1, $1) }
    /// Adds the conditions of the objects that come later by the terms from `start` on.
    func addLater(_ builder: inout PredicateBuilder, from start: Int = 0) {
      for end in start..<terms.count {
        let (term, operand, value) = terms[end]
        let after = Self.after(value, term, operand, entity)
        if after.isEmpty { continue }
        builder.all { builder in
          for (term, operand, value) in terms[start..<end] {
            builder.add(Self.same(value, term, operand))
          }
          builder.any { builder in
            for condition in after { builder.add(condition) }
          }
        }
      }
      builder.all { builder in
        for (term, operand, value) in terms[start...] {
          builder.add(Self.same(value, term, operand))
        }
        builder.rowNumber(isDescending ? .less : .greater, content.rowID)
      }
    }

    var builder = PredicateBuilder()
    guard let (term, operand, value) = terms.first,
      let column = Self.column(of: term, entity)
    else {
      builder.any { addLater(&$0) }
      conditions = [builder.tree]
      return
    }
    if let bound = Self.bound(value, term, operand, column) {
      builder.all { builder in
        builder.add(bound)
        builder.any { addLater(&$0) }
      }
      conditions = [builder.tree]
    } else {
      builder.all { builder in
        builder.add(Self.same(value, term, operand))
        builder.any { addLater(&$0, from: 1) }
      }
      // Each is a range of an index, which their disjunction is not.
      conditions = [builder.tree] + Self.after(value, term, operand, entity)
    }
  }

  /// Returns the conditions that the value of `term`, which is `operand`, comes after `value`, in
  /// the order of the values that satisfy them.
  private static func after(
    _ value: StoredValue, _ term: SortTerm, _ operand: PredicateOperand, _ entity: ManagedEntity
  ) -> [PredicateTree] {
    let isAscending = term.order == .ascending
    let nilsAreLast = term.absent.map { $0 == .last } ?? !isAscending
    var isNil: PredicateTree { .comparison(operand, .equal, .value(.null)) }
    // A NaN is the only value that differs from itself.
    var isNaN: PredicateTree { .comparison(operand, .notEqual, operand) }
    if value.isNull { return nilsAreLast ? [] : [.not(isNil)] }
    var found: [PredicateTree] = []
    if case .real(let real) = value, real.isNaN {
      if !isAscending { found.append(.all([.not(isNaN), .not(isNil)])) }
    } else {
      found.append(compared(operand, isAscending ? .greater : .less, value, term))
      if case .real = value, isAscending { found.append(isNaN) }
    }
    if nilsAreLast, column(of: term, entity)?.isNullable ?? true { found.append(isNil) }
    return found
  }

  /// Returns the condition that the value of `term`, which is `operand`, is one with `value` in
  /// their order.
  private static func same(
    _ value: StoredValue, _ term: SortTerm, _ operand: PredicateOperand
  ) -> PredicateTree {
    if case .real(let real) = value, real.isNaN {
      return .comparison(operand, .notEqual, operand)
    }
    return compared(operand, .equal, value, term)
  }

  /// Returns the condition that `operand` compares with `value` in the order of `term`.
  private static func compared(
    _ operand: PredicateOperand, _ comparison: PredicateTree.Comparison, _ value: StoredValue,
    _ term: SortTerm
  ) -> PredicateTree {
    guard let language = term.language, !value.isNull else {
      if let path = operand.path { return .comparison(path, comparison, value) }
      return .comparison(operand, comparison, .value(value))
    }
    let order = PredicateOperand.function(
      .languageOrder(language), .string, [operand, .value(value)])
    return .comparison(order, comparison, .value(.integer(0)))
  }

  /// Returns the column that `term` sorts by as it is, or without case where that is stored; `nil`
  /// for what is computed or reached through a to-one.
  private static func column(of term: SortTerm, _ entity: ManagedEntity) -> ColumnLayout? {
    guard let column = term.ownProperty(of: entity).flatMap({ entity.layout.columns[$0] }),
      !term.ignoresCase || column.isFolded
    else { return nil }
    return column
  }

  /// Returns a condition on `term`, which sorts by `operand`, of `column`, that the objects satisfy
  /// which follow `value`, for an index to begin there; `nil` where more than one range of it does.
  private static func bound(
    _ value: StoredValue, _ term: SortTerm, _ operand: PredicateOperand, _ column: ColumnLayout
  ) -> PredicateTree? {
    let isAscending = term.order == .ascending
    let nilsAreLast = term.absent.map { $0 == .last } ?? !isAscending
    guard !value.isNull, !(column.isNullable && nilsAreLast) else { return nil }
    // NaNs come after all numbers, and a comparison leaves them out.
    if column.storageClass == .real {
      guard !isAscending, case .real(let real) = value, !real.isNaN else { return nil }
    }
    return compared(operand, isAscending ? .greaterOrEqual : .lessOrEqual, value, term)
  }
}

extension SortTerm {
  /// The index of the property of `entity` that the term sorts by, whether its case counts or not;
  /// `nil` for what is computed, in the order of a language, or reached through a to-one.
  func ownProperty(of entity: ManagedEntity) -> Int? {
    guard language == nil, let path = operand.path, path.names.count == 1 else { return nil }
    return entity.layout.propertyIndex(path.names[0])
  }

  /// The value that is compared: the folded text where case does not matter.
  func foldedOperand(of entity: ManagedEntity) -> PredicateOperand {
    guard ignoresCase else { return operand }
    let type = operand.type { path in
      guard path.names.count == 1, let column = entity.layout.column(named: path.names[0]),
        case .value(let type) = column.kind
      else { return .string }
      return type
    }
    guard type == .string || type == .url else { return operand }
    return .function(.folded(.ignoringCase), .string, [operand])
  }
}
