public import EntityModel
public import EntityStore

// Requests where their type is known: `let books: [Book] = try context.fetch(.all)`.

extension FetchRequest {
  /// The request for all objects.
  public static var all: FetchRequest { FetchRequest() }

  /// Returns the request for the objects that satisfy `condition`.
  public static func `where`(
    _ condition: (Fields<Object>) -> Condition<Object>
  ) -> FetchRequest { FetchRequest().where(condition) }

  /// Returns the request for the objects whose value is true.
  @_disfavoredOverload
  public static func `where`(
    _ condition: (Fields<Object>) -> Field<Object, Bool>
  ) -> FetchRequest { FetchRequest().where(condition) }

  /// Returns the request for all objects in the order of `keyPath`.
  public static func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false, nils: AbsentValues? = nil
  ) -> FetchRequest {
    FetchRequest().sorted(by: keyPath, order, ignoringCase: ignoringCase, nils: nils)
  }

  /// Returns the request for at most `count` objects; `nil` is no limit.
  public static func limit(_ count: Int?) -> FetchRequest { FetchRequest().limit(count) }
}
