import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a page begins.
struct PageStart {
  /// Some of the objects that come after the one that a cursor names.
  struct Part {
    /// The condition that they satisfy.
    let condition: PredicateTree

    /// By how many terms, from the first on, all of them have a value, or have none.
    let decided: Int
  }

  /// The objects that come after the one that a cursor names: those of the first part come first,
  /// and so on, and none is of two.
  ///
  /// Each is a range of an index, which their disjunction is not: the objects that are equal by all
  /// terms but the last, then those equal by one fewer. One that began at the first term alone
  /// would go through all that are equal by it.
  let parts: [Part]

  init(
    _ sorting: [SortTerm], _ content: PageCursor.Content, _ entity: ManagedEntity
  ) throws {
    let isDescending = sorting.last?.order == .descending
    // The number of the row, by which the opposite of no order sorts, is no value of a cursor.
    let terms = zip(sorting, content.values).map { PageTerm($0, $1, entity) }
    /// Adds the conditions of the objects that come later by the terms from `start` on.
    func addLater(_ builder: inout PredicateBuilder, from start: Int) {
      for end in start..<terms.count where terms[end].hasRangesAfter {
        builder.all { builder in
          for position in start..<end { terms[position].addSame(to: &builder) }
          builder.any { builder in
            terms[end].forEachRangeAfter { terms[end].add($0, to: &builder) }
          }
        }
      }
      builder.all { builder in
        for position in start..<terms.count { terms[position].addSame(to: &builder) }
        builder.rowNumber(isDescending ? .less : .greater, content.rowID)
      }
    }

    /// Returns the objects that are equal by the first `count` terms and satisfy what `add` adds.
    func part(
      equalBy count: Int, decided: Int, _ add: (inout PredicateBuilder) -> Void
    ) -> Part {
      var builder = PredicateBuilder()
      builder.all { builder in
        for position in 0..<count { terms[position].addSame(to: &builder) }
        add(&builder)
      }
      return Part(condition: builder.tree, decided: decided)
    }

    let equal = terms.firstIndex { !$0.isColumn || $0.isOneRange } ?? terms.count
    let first = part(equalBy: equal, decided: equal) { builder in
      if equal < terms.count, terms[equal].isOneRange { terms[equal].addBound(to: &builder) }
      builder.any { addLater(&$0, from: equal) }
    }
    let others = (0..<equal).reversed().flatMap { position in
      terms[position].rangesAfter.map { range in
        part(equalBy: position, decided: position + 1) { terms[position].add(range, to: &$0) }
      }
    }
    parts = [first] + others
  }
}

/// A term by which the objects of a page are sorted, and its value of the one that they follow.
private struct PageTerm {
  /// Values that come after the term's.
  enum Range {
    /// All that are there.
    case present

    /// Those that are beyond it.
    case beyond

    case notANumber
    case absent
  }

  private let operand: PredicateOperand
  private let value: StoredValue
  private let isAscending: Bool
  private let nilsAreLast: Bool
  private let language: TextOrder?

  /// `true` if the term sorts by a column as it is, or without case where that is stored; `false`
  /// for what is computed or reached through a to-one.
  let isColumn: Bool

  /// `true` unless the values are those of a column that has no nil.
  private let isNullable: Bool

  /// `true` if the values are those of a column of reals.
  private let isReal: Bool

  /// `true` if no two objects have the same value.
  private let isUnique: Bool

  init(_ term: SortTerm, _ value: StoredValue, _ entity: ManagedEntity) {
    operand = term.foldedOperand(of: entity)
    // The bytes that a store has of it, by which NaNs come after each other and after all numbers.
    if case .real(let real) = value, real.isNaN {
      self.value = .blob(real.withBytesOfNaN { Data($0) })
    } else {
      self.value = value
    }
    isAscending = term.order == .ascending
    nilsAreLast = term.absent.map { $0 == .last } ?? !isAscending
    language = term.language
    if let index = term.ownProperty(of: entity), let column = entity.layout.columns[index],
      !term.ignoresCase || column.isFolded
    {
      (isColumn, isNullable) = (true, column.isNullable)
      isReal = column.storageClass == .real
      isUnique = column.isUnique
    } else {
      (isColumn, isNullable, isReal, isUnique) = (false, true, false, false)
    }
  }

  /// Calls `body` with the values that come after the term's, in their order.
  func forEachRangeAfter(_ body: (Range) -> Void) {
    if value.isNull {
      if !nilsAreLast { body(.present) }
      return
    }
    body(.beyond)
    if case .real = value, isAscending { body(.notANumber) }
    if nilsAreLast, isNullable { body(.absent) }
  }

  /// `true` if there are values that come after the term's.
  var hasRangesAfter: Bool {
    var found = false
    forEachRangeAfter { _ in found = true }
    return found
  }

  /// The values that come after the term's, in their order.
  var rangesAfter: [Range] {
    var found: [Range] = []
    forEachRangeAfter { found.append($0) }
    return found
  }

  /// Adds the condition that the value is one of `range`.
  func add(_ range: Range, to builder: inout PredicateBuilder) {
    switch range {
    case .present: builder.add(.not(isNil))
    case .beyond: addCompared(isAscending ? .greater : .less, to: &builder)
    case .notANumber: builder.add(isNaN)
    case .absent: builder.add(isNil)
    }
  }

  /// Adds the condition that the value is one with the term's in their order.
  func addSame(to builder: inout PredicateBuilder) { addCompared(.equal, to: &builder) }

  /// `true` if the objects that follow are one range of an index of the column that the term sorts
  /// by, in which few are equal by it: reals, dates among them, and what is unique.
  var isOneRange: Bool {
    guard isColumn, isReal || isUnique, !value.isNull, !(isNullable && nilsAreLast) else {
      return false
    }
    // NaNs come after all numbers, and a comparison leaves them out.
    guard isReal else { return true }
    if case .real = value { return !isAscending }
    return false
  }

  /// Adds a condition on the term that the objects satisfy which follow, for an index to begin
  /// there.
  func addBound(to builder: inout PredicateBuilder) {
    addCompared(isAscending ? .greaterOrEqual : .lessOrEqual, to: &builder)
  }

  private var isNil: PredicateTree { .comparison(operand, .equal, .value(.null)) }

  // A NaN is the only value that differs from itself.
  private var isNaN: PredicateTree { .comparison(operand, .notEqual, operand) }

  /// Adds the condition that a value compares so with the term's, in the order of the term.
  private func addCompared(
    _ comparison: PredicateTree.Comparison, to builder: inout PredicateBuilder
  ) {
    guard let language, !value.isNull else {
      return builder.comparison(operand, comparison, value)
    }
    let order = PredicateOperand.function(
      .languageOrder(language), .string, [operand, .value(value)])
    builder.comparison(order, comparison, .integer(0))
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
