import EntityModel
import EntityStore

/// What to fetch of objects of `Object` or of groups of them: rows of values, typed as `Row`.
///
/// A request is a value, as a `FetchRequest` is, and sees unsaved changes as that does.
public struct ResultRequest<Object: ManagedObject, Row>: Sendable {
  /// The columns' meaning, the objects and the groups.
  var parts: ResultParts

  /// Makes a row of the result, or throws an `UnreadableColumn`.
  @usableFromInline let makeRow: @Sendable (borrowing __ResultRow) throws -> Row

  init(_ parts: ResultParts, _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row) {
    self.parts = parts
    self.makeRow = makeRow
  }
}

/// What of a request does not depend on the types of its columns.
struct ResultParts: Sendable {
  /// The query, as the store understands it.
  var query: ResultQuery

  /// `true` if the context's unsaved changes count.
  var includesPendingChanges: Bool

  /// The classes of the objects that columns hold, by column.
  var objects: [ManagedObject.Type?]

  /// The classes of the objects whose ids columns hold, by column.
  var identified: [ManagedObject.Type?]

  /// Leaves all rows but the first out.
  mutating func limitToFirst() {
    if query.isGrouped {
      query.limit = min(query.limit ?? 1, 1)
    } else {
      query.base.limit = min(query.base.limit ?? 1, 1)
    }
  }
}

/// Reports which column of a row holds no value of its type.
@usableFromInline struct UnreadableColumn: Error {
  let column: Int

  @usableFromInline init(column: Int) { self.column = column }
}

extension FetchRequest: SelectableRequest {
  /// Returns the request for the groups of objects that have the same values of the properties:
  /// `Book.group(by: \.genre)`.
  ///
  /// A group of its own are the objects that have no value.
  public func group(by keyPaths: PartialKeyPath<Object>...) -> GroupRequest<Object> {
    GroupRequest(self, keyPaths.map { .attribute(Fields<Object>.path(of: $0)) })
  }

  /// Returns the request for the groups of objects that have the same values of properties, reached
  /// through to-ones too: `Book.group { ($0.genre, $0.author.name) }`.
  public func group<each Column: ResultColumn>(
    by columns: (Columns<Object>) -> (repeat each Column)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    var operands: [PredicateOperand] = []
    for key in repeat each keys { operands.append(key.__selection.groupingOperand) }
    return GroupRequest(self, operands)
  }

  public func __results<Row>(
    _ columns: [__Selection],
    _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row
  ) -> ResultRequest<Object, Row> {
    let query = ResultQuery(
      entityQuery(Object.__entityName), columns: columns.map(\.expression))
    return ResultRequest(
      ResultParts(
        query: query, includesPendingChanges: includesPendingChanges,
        objects: columns.map(\.objects), identified: columns.map(\.identified)),
      makeRow)
  }

  /// Returns the request as the store understands it, for objects of `entity`.
  func entityQuery(_ entity: String) -> EntityQuery {
    EntityQuery(
      entity: entity, predicate: tree, sorting: sorting, limit: limit, offset: offset,
      includesSubentities: includesSubentities)
  }
}
