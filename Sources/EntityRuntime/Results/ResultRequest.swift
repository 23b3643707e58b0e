public import EntityModel
import EntityStore

/// What to fetch of objects of `Object` or of groups of them: rows of values, typed as `Row`.
///
/// A request is a value, as a `FetchRequest` is, and sees unsaved changes as that does.
public struct ResultRequest<Object: ManagedObject, Row>: Sendable {
  /// The columns' meaning, the objects and the groups.
  let parts: ResultParts

  /// Makes a row of the result, or throws the number of the column that holds no value of its type.
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

  /// `true` iff the context's unsaved changes count.
  var includesPendingChanges: Bool

  /// The classes of the objects that columns hold, by column.
  var objects: [ManagedObject.Type?]
}

/// Says which column of a row holds no value of its type.
@usableFromInline struct UnreadableColumn: Error {
  let column: Int

  @usableFromInline init(column: Int) { self.column = column }
}

/// Reads the columns of one row, one after the other.
@usableFromInline struct ResultRowReader {
  /// The column that comes next.
  @usableFromInline var column = 0

  @inlinable init() {}

  /// Returns the value of the next column.
  @inlinable mutating func next<Column: ResultColumn>(
    _ type: Column, _ row: borrowing __ResultRow
  ) throws -> Column.Output {
    defer { column += 1 }
    guard let output = type.__output(row, column) else { throw UnreadableColumn(column: column) }
    return output
  }
}

extension FetchRequest {
  /// Returns the request for `columns` of the objects, a row for each in their order:
  /// `.select { ($0.title, $0.author.name) }`; or, where the columns are computed over many
  /// objects, for one row that is computed over all: `.select { ($0.count, $0.pages.sum) }`.
  ///
  /// What a row needs is all that is read. A fetch throws where a column holds a value that its
  /// type does not know.
  @inlinable public func select<each Column: ResultColumn>(
    _ columns: (Columns<Object>) -> (repeat each Column)
  ) -> ResultRequest<Object, (repeat (each Column).Output)> {
    let selected = columns(Columns())
    var expressions: [ResultExpression] = []
    var objects: [ManagedObject.Type?] = []
    for column in repeat each selected {
      expressions.append(column.__expression)
      objects.append(type(of: column).__objects)
    }
    return __results(expressions, objects) { row in
      var reader = ResultRowReader()
      return (repeat try reader.next(each selected, row))
    }
  }

  /// Returns the request for the groups of objects that have the same values of the properties:
  /// `Book.group(by: \.genre)`.
  ///
  /// A group of its own are the objects that have no value.
  public func group(by keyPaths: PartialKeyPath<Object>...) -> GroupRequest<Object> {
    GroupRequest(self, keyPaths.map { Fields<Object>.path(of: $0) })
  }

  /// Returns the request for the groups of objects that have the same values of properties, reached
  /// through to-ones too: `Book.group { ($0.genre, $0.author.name) }`.
  public func group<each Column: ResultColumn>(
    by columns: (Columns<Object>) -> (repeat each Column)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    var paths: [PropertyPath] = []
    for key in repeat each keys { paths.append(key.__expression.groupingPath) }
    return GroupRequest(self, paths)
  }

  /// Returns the request for a result of which `makeRow` makes the rows.
  @usableFromInline func __results<Row>(
    _ columns: [ResultExpression], _ objects: [ManagedObject.Type?],
    _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row
  ) -> ResultRequest<Object, Row> {
    let query = ResultQuery(entityQuery(Object.__entityName), columns: columns)
    return ResultRequest(
      ResultParts(
        query: query, includesPendingChanges: includesPendingChanges, objects: objects),
      makeRow)
  }

  /// Returns the request as the store understands it, for objects of `entity`.
  func entityQuery(_ entity: String) -> EntityQuery {
    EntityQuery(
      entity: entity, predicate: tree, sorting: sorting, limit: limit, offset: offset,
      includesSubentities: includesSubentities)
  }
}

extension ResultExpression {
  /// The path that groups are made by; one that leads nowhere for what is computed over groups, so
  /// that the fetch reports it.
  fileprivate var groupingPath: PropertyPath { isAggregate ? PropertyPath([text]) : path }
}
