public import EntityModel
public import EntityStore

// What requests of other libraries are called: the compiler names the form of this one.

extension FetchRequest {
  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public func order<Value>(
    _ keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public func orderBy<Value>(
    _ keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest { self }

  /// Refuses a name as a text.
  @available(
    *, unavailable,
    message: """
      name the property: '.sorted(by: \\.title)'; a name that comes as a text is for \
      'DynamicRequest("Book").sorted(by: "title")'
      """
  )
  @_disfavoredOverload
  public func sorted(by name: String, ascending: Bool = true) -> FetchRequest { self }

  /// Refuses a name as a text.
  @available(
    *, unavailable,
    message: """
      name the property: '.sorted(by: \\.title)'; a name that comes as a text is for \
      'DynamicRequest("Book").sorted(by: "title")'
      """
  )
  public func orderBy(_ name: String) -> FetchRequest { self }

  /// Refuses a direction that is true or false.
  @available(
    *, unavailable, message: "say the direction: '.sorted(by: \\.title, .descending)'"
  )
  @_disfavoredOverload
  public func sorted<Value>(
    by keyPath: KeyPath<Object, Value>, ascending: Bool
  ) -> FetchRequest { self }

  /// Refuses a condition as a text.
  @available(
    *, unavailable,
    message: """
      write the condition in Swift: '.where { $0.pages > 3 }'; one that comes as a text is for \
      'DynamicRequest', or JSON and a 'FilterPolicy'
      """
  )
  @_disfavoredOverload
  public func `where`(_ text: String, _ values: Any...) -> FetchRequest { self }

  /// Refuses a condition that is to hold for none.
  @available(*, unavailable, message: "say what is not to hold: '.where { !($0.pages > 3) }'")
  public func exclude(_ condition: (Fields<Object>) -> Condition<Object>) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, renamed: "limit(_:)")
  public func take(_ count: Int) -> FetchRequest { self }

  /// Refuses another name.
  @available(*, unavailable, message: "a limit is set by '.limit(20)'")
  public var fetchLimit: Int {
    get { 0 }
    nonmutating set {}
  }

  /// Refuses another name.
  @available(*, unavailable, message: "an offset is set by '.offset(20)'")
  public var fetchOffset: Int {
    get { 0 }
    nonmutating set {}
  }

  /// Refuses a condition that is assigned.
  @available(*, unavailable, message: "conditions are set by '.where { $0.pages > 3 }'")
  public var predicate: Condition<Object>? {
    get { nil }
    nonmutating set {}
  }

  /// Refuses to ask without a context.
  @available(*, unavailable, message: "a context knows: 'try !context.exists(request)'")
  public var isEmpty: Bool { true }

  /// Refuses a part of a request as one of a list.
  @available(
    *, unavailable, message: "take a part by '.offset(20).limit(10)', or pages by 'page(…)'"
  )
  public subscript(range: Range<Int>) -> FetchRequest { self }

  /// Refuses another name.
  @available(
    *, unavailable, message: "take a part by '.offset(20).limit(10)', or pages by 'page(…)'"
  )
  public func range(_ range: Range<Int>) -> FetchRequest { self }

  /// Refuses another name.
  @available(
    *, unavailable,
    message: "select what is wanted and fetch it: 'try context.fetch(request.select { $0.title })'"
  )
  public func pluck<Value>(_ keyPath: KeyPath<Object, Value>) -> FetchRequest { self }

  /// Refuses to make something of objects without a context.
  @available(
    *, unavailable,
    message: """
      select what is wanted of each, 'request.select { $0.title }', or use what is fetched: \
      'try context.fetch(request).map { … }'
      """
  )
  public func map<Result>(_ transform: (Object) throws -> Result) rethrows -> [Result] { [] }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Refuses another name.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public static func order<Value>(
    _ keyPath: KeyPath<Self, Value>, _ order: SortDirection = .ascending
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses a condition that is to hold for none.
  @available(*, unavailable, message: "say what is not to hold: '.where { !($0.pages > 3) }'")
  public static func exclude(
    _ condition: (Fields<Self>) -> Condition<Self>
  ) -> FetchRequest<Self> { FetchRequest() }

  /// Refuses another name.
  @available(
    *, unavailable,
    message: "select what is wanted and fetch it: 'try context.fetch(Book.select { $0.title })'"
  )
  public static func pluck<Value>(_ keyPath: KeyPath<Self, Value>) -> FetchRequest<Self> {
    FetchRequest()
  }

  /// Refuses a condition as a text.
  @available(
    *, unavailable,
    message: """
      write the condition in Swift: '.where { $0.pages > 3 }'; one that comes as a text is for \
      'DynamicRequest', or JSON and a 'FilterPolicy'
      """
  )
  @_disfavoredOverload
  public static func `where`(_ text: String, _ values: Any...) -> FetchRequest<Self> {
    FetchRequest()
  }

  /// Refuses the form of Core Data.
  @available(*, unavailable, message: "'Book.all' is the request for all objects of a class")
  public static func fetchRequest() -> FetchRequest<Self> { FetchRequest() }
}

extension Field where Value: OrderedAttribute {
  /// Refuses another name.
  @available(*, unavailable, renamed: "in(_:)")
  public func isIn(_ values: [Value.Present]) -> Condition<Root> { .false }

  /// Refuses another name.
  @available(*, unavailable, message: "say that it is in none: '!$0.title.in(titles)'")
  public func notIn(_ values: [Value.Present]) -> Condition<Root> { .false }
}

extension Field where Value: TextAttribute {
  /// Refuses another name.
  @available(*, unavailable, renamed: "like(_:)")
  public func isLike(_ pattern: String) -> Condition<Root> { .false }
}

extension Field where Value: ToManyValue {
  /// Refuses another name.
  @available(*, unavailable, renamed: "any(_:)")
  public func some(_ condition: (Fields<Value.Member>) -> Condition<Value.Member>) -> Condition<
    Root
  > { .false }

  /// Refuses another name.
  @available(*, unavailable, message: "the average is '$0.books.average(\\.pages)'")
  public func avg<Attribute>(_ keyPath: KeyPath<Value.Member, Attribute>) -> Field<Root, Double?> {
    Field<Root, Double?>(operand)
  }
}
