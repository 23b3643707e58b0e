import EntityModel

/// The object that owns a fetched property, in the condition of that property, with its own
/// properties, whose values are those that the object has at the moment of the access, unsaved ones
/// too.
///
/// The types of the closure's parameters are written:
///
///     @Fetched(
///       Book.self,
///       where: { (book: Fields<Book>, owner: Owner<Author>) in book.pages > owner.minimum })
///     var longBooks: [Book]
///
/// What is asked of the owner alone, `owner.books.count > 3` for instance, is answered in memory.
@dynamicMemberLookup
public struct Owner<Object: ManagedObject>: __FetchedOwner {
  public init() {}

  /// A property of the owner.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Field<Object, Value> {
    Field(path: PropertyPath(Fields<Object>.path(of: keyPath).names, from: .owner))
  }
}

/// What `Owner` is to the type checker, which would take a class for a parameter without a type.
public protocol __FetchedOwner: Sendable {
  /// The class of the owner.
  associatedtype Object: ManagedObject

  /// Creates the owner of whichever fetched property.
  init()
}

/// The object that the relationship refers to is the owner of the fetched property.
public func == <Root, Value: ToOneValue>(
  left: Field<Root, Value>, right: some __FetchedOwner
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .source))
}

/// The object that the relationship refers to is not the owner of the fetched property.
public func != <Root, Value: ToOneValue>(
  left: Field<Root, Value>, right: some __FetchedOwner
) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .source))
}

/// The object is the owner of the fetched property.
public func == <Root>(left: Fields<Root>, right: some __FetchedOwner) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .equal, .source))
}

/// The object is not the owner of the fetched property.
public func != <Root>(left: Fields<Root>, right: some __FetchedOwner) -> Condition<Root> {
  Condition(.comparison(.object(left.path), .notEqual, .source))
}
