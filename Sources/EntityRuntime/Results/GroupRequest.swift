public import EntityModel
import EntityStore

/// Groups of objects of `Object` that have the same values of some properties; `select` says what
/// to fetch of them.
///
/// Without an order of their own, groups come in that of the properties they are made by.
public struct GroupRequest<Object: ManagedObject>: Sendable {
  /// The objects.
  private var base: FetchRequest<Object>

  /// What the objects of a group have in common.
  private let keys: [PredicateOperand]

  /// The condition on groups, or `nil` for none.
  private var condition: GroupCondition<Object>?

  /// The ORDER BY terms of the groups.
  private var order: [ResultQuery.Term] = []

  /// The most groups to fetch, or `nil` for all.
  private var limit: Int?

  /// How many groups to leave out at the beginning.
  private var offset = 0

  init(_ base: FetchRequest<Object>, _ keys: [PredicateOperand]) {
    self.base = base
    self.keys = keys
  }

  /// Returns the request for those groups that satisfy `condition` too:
  /// `.having { $0.count > 10 }`.
  public func having(_ condition: (Columns<Object>) -> GroupCondition<Object>) -> GroupRequest {
    var request = self
    let more = condition(Columns())
    request.condition = request.condition.map { $0 && more } ?? more
    return request
  }

  /// Returns the request whose order is that of a column where it has been the same so far:
  /// `.sorted(.descending) { $0.count }`.
  ///
  /// `nil` comes before every value, and last when descending, unless `nils` says otherwise.
  public func sorted(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false, nils: AbsentValues? = nil,
    by column: (Columns<Object>) -> some ResultColumn
  ) -> GroupRequest {
    var request = self
    request.order.append(
      ResultQuery.Term(
        column(Columns()).__selection.expression, order, ignoresCase: ignoringCase, absent: nils))
    return request
  }

  /// Returns the request whose order is that which `language` has of a column where it has been the
  /// same so far.
  package func sorted(
    by column: (Columns<Object>) -> some ResultColumn, _ order: SortDirection,
    _ language: TextOrder, nils: AbsentValues?
  ) -> GroupRequest {
    var request = self
    request.order.append(
      ResultQuery.Term(
        column(Columns()).__selection.expression, order, absent: nils, language: language))
    return request
  }

  /// Returns the request that the fetch refuses, since it has been made of `part`.
  package func refusing(_ part: String) -> GroupRequest {
    var request = self
    request.base = base.refusing(part)
    return request
  }

  /// Returns the request for at most `count` groups; `nil` is no limit.
  public func limit(_ count: Int?) -> GroupRequest {
    var request = self
    request.limit = count
    return request
  }

  /// Returns the request that leaves out the first `count` groups.
  public func offset(_ count: Int) -> GroupRequest {
    var request = self
    request.offset = count
    return request
  }
}

extension GroupRequest: SelectableRequest {
  public func __results<Row>(
    _ columns: [__Selection],
    _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row
  ) -> ResultRequest<Object, Row> {
    var query = ResultQuery(
      base.entityQuery(Object.__entityName), columns: columns.map(\.expression))
    query.grouping = keys
    query.condition = condition?.tree ?? .constant(true)
    query.named = condition?.columns ?? []
    query.order = order
    query.limit = limit
    query.offset = offset
    return ResultRequest(
      ResultParts(
        query: query, includesPendingChanges: base.includesPendingChanges,
        objects: columns.map(\.objects), identified: columns.map(\.identified)),
      makeRow)
  }
}
