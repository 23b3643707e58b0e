import EntityModel
import EntityStore

extension FetchRequest {
  /// Returns the request for the groups of objects that have the same values of the properties:
  /// `Book.group(by: \.genre)`.
  ///
  /// A group of its own are the objects that have no value.
  public func group(by keyPaths: PartialKeyPath<Object>...) -> GroupRequest<Object> {
    GroupRequest(self, keyPaths.map { Fields<Object>.operand(of: $0) })
  }

  /// Returns the request for the groups of objects that have the same values of what the closure
  /// makes: a property, reached through to-ones too, or what is computed, or several of them in
  /// parentheses: `Book.group { ($0.genre, $0.author.name) }`.
  public func group<Row>(
    @ColumnsBuilder by columns: (Columns<Object>) -> SelectedColumns<Row>
  ) -> GroupRequest<Object> { grouped(columns(Columns()).selections) }

  /// Returns the request for the groups of objects that have the same values of several properties,
  /// which a function or a `return` makes.
  @_disfavoredOverload
  public func group<First: ResultColumn, Second: ResultColumn, each Other: ResultColumn>(
    by columns: (Columns<Object>) -> (First, Second, repeat each Other)
  ) -> GroupRequest<Object> {
    grouped(
      __Selection.all(
        in: columns(Columns()), First.self, Second.self, repeat (each Other).self))
  }

  /// Returns the request for the groups of objects that have the same value of a property, which a
  /// function or a `return` makes.
  @_disfavoredOverload
  public func group<A: ResultColumn>(
    by columns: (Columns<Object>) -> A
  ) -> GroupRequest<Object> { grouped([columns(Columns()).__selection]) }

  private func grouped(_ keys: [__Selection]) -> GroupRequest<Object> {
    GroupRequest(self, keys.map(\.groupingOperand))
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the request for the groups of objects that have the same values of the properties:
  /// `Book.group(by: \.genre)`.
  public static func group(by keyPaths: PartialKeyPath<Self>...) -> GroupRequest<Self> {
    GroupRequest(FetchRequest(), keyPaths.map { Fields<Self>.operand(of: $0) })
  }

  /// Returns the request for the groups of objects that have the same values of what the closure
  /// makes: a property, reached through to-ones too, or what is computed, or several of them in
  /// parentheses: `Book.group { ($0.genre, $0.author.name) }`.
  public static func group<Row>(
    @ColumnsBuilder by columns: (Columns<Self>) -> SelectedColumns<Row>
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of several properties,
  /// which a function or a `return` makes.
  @_disfavoredOverload
  public static func group<First: ResultColumn, Second: ResultColumn, each Other: ResultColumn>(
    by columns: (Columns<Self>) -> (First, Second, repeat each Other)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same value of a property, which a
  /// function or a `return` makes.
  @_disfavoredOverload
  public static func group<A: ResultColumn>(
    by columns: (Columns<Self>) -> A
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }
}
