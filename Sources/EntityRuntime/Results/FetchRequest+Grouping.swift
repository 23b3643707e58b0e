import EntityModel
import EntityStore

// One overload for each number of keys: a closure that makes nothing would do for a list of them.
extension FetchRequest {
  /// Returns the request for the groups of objects that have the same values of the properties:
  /// `Book.group(by: \.genre)`.
  ///
  /// A group of its own are the objects that have no value.
  public func group(by keyPaths: PartialKeyPath<Object>...) -> GroupRequest<Object> {
    GroupRequest(self, keyPaths.map { Fields<Object>.operand(of: $0) })
  }

  /// Returns the request for the groups of objects that have the same value of a property, reached
  /// through to-ones too, or of what is computed: `Book.group { $0.author.name }`.
  public func group<A: ResultColumn>(
    by columns: (Columns<Object>) -> A
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([keys.__selection])
  }

  /// Returns the request for the groups of objects that have the same values of two properties:
  /// `Book.group { ($0.genre, $0.author.name) }`.
  public func group<A: ResultColumn, B: ResultColumn>(
    by columns: (Columns<Object>) -> (A, B)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([keys.0.__selection, keys.1.__selection])
  }

  /// Returns the request for the groups of objects that have the same values of three properties.
  public func group<A: ResultColumn, B: ResultColumn, C: ResultColumn>(
    by columns: (Columns<Object>) -> (A, B, C)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([keys.0.__selection, keys.1.__selection, keys.2.__selection])
  }

  /// Returns the request for the groups of objects that have the same values of four properties.
  public func group<A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn>(
    by columns: (Columns<Object>) -> (A, B, C, D)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([keys.0.__selection, keys.1.__selection, keys.2.__selection, keys.3.__selection])
  }

  /// Returns the request for the groups of objects that have the same values of five properties.
  public func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn
  >(
    by columns: (Columns<Object>) -> (A, B, C, D, E)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([
      keys.0.__selection, keys.1.__selection, keys.2.__selection, keys.3.__selection,
      keys.4.__selection,
    ])
  }

  /// Returns the request for the groups of objects that have the same values of six properties.
  public func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn
  >(
    by columns: (Columns<Object>) -> (A, B, C, D, E, F)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([
      keys.0.__selection, keys.1.__selection, keys.2.__selection, keys.3.__selection,
      keys.4.__selection, keys.5.__selection,
    ])
  }

  /// Returns the request for the groups of objects that have the same values of seven properties.
  public func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn
  >(
    by columns: (Columns<Object>) -> (A, B, C, D, E, F, G)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([
      keys.0.__selection, keys.1.__selection, keys.2.__selection, keys.3.__selection,
      keys.4.__selection, keys.5.__selection, keys.6.__selection,
    ])
  }

  /// Returns the request for the groups of objects that have the same values of eight properties.
  public func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn
  >(
    by columns: (Columns<Object>) -> (A, B, C, D, E, F, G, H)
  ) -> GroupRequest<Object> {
    let keys = columns(Columns())
    return grouped([
      keys.0.__selection, keys.1.__selection, keys.2.__selection, keys.3.__selection,
      keys.4.__selection, keys.5.__selection, keys.6.__selection, keys.7.__selection,
    ])
  }

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

  /// Returns the request for the groups of objects that have the same value of a property, reached
  /// through to-ones too, or of what is computed: `Book.group { $0.author.name }`.
  public static func group<A: ResultColumn>(
    by columns: (Columns<Self>) -> A
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of two properties:
  /// `Book.group { ($0.genre, $0.author.name) }`.
  public static func group<A: ResultColumn, B: ResultColumn>(
    by columns: (Columns<Self>) -> (A, B)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of three properties.
  public static func group<A: ResultColumn, B: ResultColumn, C: ResultColumn>(
    by columns: (Columns<Self>) -> (A, B, C)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of four properties.
  public static func group<A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn>(
    by columns: (Columns<Self>) -> (A, B, C, D)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of five properties.
  public static func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn
  >(
    by columns: (Columns<Self>) -> (A, B, C, D, E)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of six properties.
  public static func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn
  >(
    by columns: (Columns<Self>) -> (A, B, C, D, E, F)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of seven properties.
  public static func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn
  >(
    by columns: (Columns<Self>) -> (A, B, C, D, E, F, G)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }

  /// Returns the request for the groups of objects that have the same values of eight properties.
  public static func group<
    A: ResultColumn, B: ResultColumn, C: ResultColumn, D: ResultColumn, E: ResultColumn,
    F: ResultColumn, G: ResultColumn, H: ResultColumn
  >(
    by columns: (Columns<Self>) -> (A, B, C, D, E, F, G, H)
  ) -> GroupRequest<Self> { FetchRequest().group(by: columns) }
}
