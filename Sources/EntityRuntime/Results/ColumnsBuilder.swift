/// The columns that a closure of `select` or `group` has made, and how a row is made of them.
public struct SelectedColumns<Row>: Sendable {
  /// What the columns select.
  @usableFromInline let selections: [__Selection]

  /// Makes a row of the values, or throws an `UnreadableColumn`.
  @usableFromInline let makeRow: @Sendable (borrowing __ResultRow) throws -> Row

  @usableFromInline init(
    _ selections: [__Selection],
    _ makeRow: @escaping @Sendable (borrowing __ResultRow) throws -> Row
  ) {
    self.selections = selections
    self.makeRow = makeRow
  }
}

/// Takes what stands in a closure of `select` or `group` as its columns: one, or several in
/// parentheses. Programs do not name it.
///
/// Of a closure that makes a tuple, the compiler compares how many columns there are with what is
/// asked for only when it has tried every reading of every column, for each number that there is an
/// overload for. Here the columns are an argument, which it reads by itself; how many there are
/// decides about the overload afterwards.
@resultBuilder
public enum ColumnsBuilder {
  /// Returns a column, or several in parentheses, as they are.
  @inlinable public static func buildExpression<each Column: ResultColumn>(
    _ columns: (repeat each Column)
  ) -> (repeat each Column) { columns }

  /// Refuses columns in lines of their own.
  @available(*, unavailable, message: "write columns in parentheses: '{ ($0.title, $0.pages) }'")
  public static func buildBlock<First, each Other>(
    _ first: First, _ others: repeat each Other
  ) -> SelectedColumns<Bool> { SelectedColumns([]) { _ in false } }

  /// Returns a column, whose rows are the values themselves.
  @inlinable public static func buildBlock<A: __ReadableColumn>(
    _ column: A
  ) -> SelectedColumns<A.Output> {
    SelectedColumns([column.__selection]) { try $0.output(of: A.self, at: 0) }
  }

  /// Returns two columns.
  @inlinable public static func buildBlock<A: __ReadableColumn, B: __ReadableColumn>(
    _ columns: (A, B)
  ) -> SelectedColumns<(A.Output, B.Output)> {
    SelectedColumns([columns.0.__selection, columns.1.__selection]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1)
      )
    }
  }

  /// Returns three columns.
  @inlinable
  public static func buildBlock<A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn>(
    _ columns: (A, B, C)
  ) -> SelectedColumns<(A.Output, B.Output, C.Output)> {
    SelectedColumns([columns.0.__selection, columns.1.__selection, columns.2.__selection]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2)
      )
    }
  }

  /// Returns four columns.
  @inlinable
  public static func buildBlock<
    A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn, D: __ReadableColumn
  >(
    _ columns: (A, B, C, D)
  ) -> SelectedColumns<(A.Output, B.Output, C.Output, D.Output)> {
    SelectedColumns([
      columns.0.__selection, columns.1.__selection, columns.2.__selection, columns.3.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3)
      )
    }
  }

  /// Returns five columns.
  @inlinable
  public static func buildBlock<
    A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn, D: __ReadableColumn,
    E: __ReadableColumn
  >(
    _ columns: (A, B, C, D, E)
  ) -> SelectedColumns<(A.Output, B.Output, C.Output, D.Output, E.Output)> {
    SelectedColumns([
      columns.0.__selection, columns.1.__selection, columns.2.__selection, columns.3.__selection,
      columns.4.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4)
      )
    }
  }

  /// Returns six columns.
  @inlinable
  public static func buildBlock<
    A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn, D: __ReadableColumn,
    E: __ReadableColumn, F: __ReadableColumn
  >(
    _ columns: (A, B, C, D, E, F)
  ) -> SelectedColumns<(A.Output, B.Output, C.Output, D.Output, E.Output, F.Output)> {
    SelectedColumns([
      columns.0.__selection, columns.1.__selection, columns.2.__selection, columns.3.__selection,
      columns.4.__selection, columns.5.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4),
        try $0.output(of: F.self, at: 5)
      )
    }
  }

  /// Returns seven columns.
  @inlinable
  public static func buildBlock<
    A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn, D: __ReadableColumn,
    E: __ReadableColumn, F: __ReadableColumn, G: __ReadableColumn
  >(
    _ columns: (A, B, C, D, E, F, G)
  ) -> SelectedColumns<(A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output)> {
    SelectedColumns([
      columns.0.__selection, columns.1.__selection, columns.2.__selection, columns.3.__selection,
      columns.4.__selection, columns.5.__selection, columns.6.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4),
        try $0.output(of: F.self, at: 5),
        try $0.output(of: G.self, at: 6)
      )
    }
  }

  /// Returns eight columns.
  @inlinable
  public static func buildBlock<
    A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn, D: __ReadableColumn,
    E: __ReadableColumn, F: __ReadableColumn, G: __ReadableColumn, H: __ReadableColumn
  >(
    _ columns: (A, B, C, D, E, F, G, H)
  ) -> SelectedColumns<
    (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output)
  > {
    SelectedColumns([
      columns.0.__selection, columns.1.__selection, columns.2.__selection, columns.3.__selection,
      columns.4.__selection, columns.5.__selection, columns.6.__selection, columns.7.__selection,
    ]) {
      (
        try $0.output(of: A.self, at: 0),
        try $0.output(of: B.self, at: 1),
        try $0.output(of: C.self, at: 2),
        try $0.output(of: D.self, at: 3),
        try $0.output(of: E.self, at: 4),
        try $0.output(of: F.self, at: 5),
        try $0.output(of: G.self, at: 6),
        try $0.output(of: H.self, at: 7)
      )
    }
  }

  /// Returns nine columns and more.
  @inlinable
  public static func buildBlock<
    A: __ReadableColumn, B: __ReadableColumn, C: __ReadableColumn, D: __ReadableColumn,
    E: __ReadableColumn, F: __ReadableColumn, G: __ReadableColumn, H: __ReadableColumn,
    I: __ReadableColumn, each Other: __ReadableColumn
  >(
    _ columns: (A, B, C, D, E, F, G, H, I, repeat each Other)
  ) -> SelectedColumns<
    (
      A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, I.Output,
      repeat (each Other).Output
    )
  > {
    let selections = __Selection.all(
      in: columns, A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self, I.self,
      repeat (each Other).self)
    return SelectedColumns(selections) { row in
      var next = 9
      return (
        try row.output(of: A.self, at: 0),
        try row.output(of: B.self, at: 1),
        try row.output(of: C.self, at: 2),
        try row.output(of: D.self, at: 3),
        try row.output(of: E.self, at: 4),
        try row.output(of: F.self, at: 5),
        try row.output(of: G.self, at: 6),
        try row.output(of: H.self, at: 7),
        try row.output(of: I.self, at: 8),
        repeat try row.output(of: (each Other).self, movingOn: &next)
      )
    }
  }
}
