public import EntityModel
public import EntityStore

/// Which objects of `Object` to fetch, and in what order.
///
/// A request is a value: it belongs to no context and may be stored, shared and refined.
public struct FetchRequest<Object: ManagedObject>: Sendable {
  /// The condition that the objects satisfy.
  public var condition: Condition<Object> {
    get { Condition(growing) }
    set { growing = newValue.growing }
  }

  // With no part of a generic type a request is copied without asking for that type at run time.
  private var growing = GrowingCondition(.constant(true))

  /// The condition as data.
  var tree: PredicateTree { growing.tree }

  /// The ORDER BY terms, most significant first; ties follow by id in the direction of the last.
  var sorting: [SortTerm] {
    guard ownSorting.isEmpty else { return ownSorting }
    if isSearch, tree.ranking != nil { return [SortTerm(.rank)] }
    guard let arrangement, tree.requires(arrangement.membership) else { return [] }
    return [SortTerm(arrangement.place)]
  }

  /// The ORDER BY terms that have been asked for.
  private var ownSorting: [SortTerm] = []

  /// `true` if the most relevant objects come first where nothing else is asked for.
  private var isSearch = false

  /// The members whose order it is that objects come in where nothing else is asked for; `nil` for
  /// the order of their creation.
  var arrangement: ArrangedMembers?

  /// The most objects to fetch, or `nil` for all.
  public var limit: Int?

  /// How many objects to leave out at the beginning.
  public var offset = 0

  /// `true` if the context's unsaved changes count; as saved otherwise.
  public var includesPendingChanges = true

  /// `true` if objects of entities that extend `Object` are fetched too.
  public var includesSubentities = true

  /// What the request finds of the objects that requests leave out by themselves.
  var visibility = RequestVisibility()

  /// The relationships that are read together with the objects: for each path, their names.
  var prefetched: [[String]] = []

  /// Creates the request for all objects.
  public init() {}

  /// Creates the request for the objects that satisfy `tree`, in the order of `sorting`.
  init(_ tree: PredicateTree, _ sorting: [SortTerm]) {
    growing = GrowingCondition(tree)
    ownSorting = sorting
  }

  /// Returns the request for those objects that satisfy `condition` too.
  public func `where`(_ condition: (Fields<Object>) -> Condition<Object>) -> FetchRequest {
    var request = self
    let more = Condition<Object>(Fields.condition(condition))
    request.condition = growing.isAlwaysTrue ? more : self.condition && more
    return request
  }

  /// Returns the request for those objects whose value is true too: `Book.where { $0.isNew }`.
  @_disfavoredOverload
  public func `where`(_ condition: (Fields<Object>) -> Field<Object, Bool>) -> FetchRequest {
    self.where { condition($0).isTrue }
  }

  /// Returns the request for those objects whose value is present and true too.
  @_disfavoredOverload
  public func `where`(_ condition: (Fields<Object>) -> Field<Object, Bool?>) -> FetchRequest {
    self.where { condition($0).isTrue }
  }

  /// Returns the request for the objects that this one or `other` asks for, each once, in the order
  /// of this one.
  ///
  /// A limit and an offset of either hold for what that one asks for, in its own order; those of
  /// the union are said of it: `a.limit(3).union(b.limit(2)).limit(4)`. A fetch refuses `other`
  /// with other settings for unsaved changes, subentities and visibility.
  public func union(_ other: FetchRequest) -> FetchRequest {
    var request = self
    // What belongs elsewhere has no place among the members.
    request.arrangement = nil
    request.limit = nil
    request.offset = 0
    guard other.includesPendingChanges == includesPendingChanges,
      other.includesSubentities == includesSubentities, other.visibility == visibility
    else {
      request.growing = GrowingCondition(
        .refused(
          "a union with a request that has other settings of its own (find the ids of that one by "
            + "'context.identifiers', and unite with '.where { $0.objectID.in(ids) }')"))
      return request
    }
    request.condition = membership || other.membership
    for path in other.prefetched where !prefetched.contains(path) {
      request.prefetched.append(path)
    }
    return request
  }

  /// Returns the request that orders the objects that are equal in its order so far as if at
  /// random, in the same way for the same `seed`, whatever is inserted and deleted.
  public func shuffled(seed: Int = .random(in: .min ... .max)) -> FetchRequest {
    adding(
      SortTerm(
        .function(.shuffled, .int64, [.rowNumber(), .value(.integer(Int64(seed)))])))
  }

  /// Returns the request that orders by `keyPath` the objects that are equal in its order so far.
  ///
  /// `nil` comes before every value, and last when descending, unless `nils` says otherwise.
  public func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false, nils: AbsentValues? = nil
  ) -> FetchRequest {
    adding(
      SortTerm(
        Fields<Object>.operand(of: keyPath), order: order, ignoresCase: ignoringCase, absent: nils))
  }

  /// Returns the request that orders by a property reached through to-ones, or by what is computed,
  /// the objects that are equal in its order so far: `.sorted { $0.author.name }`,
  /// `.sorted(.descending) { $0.books.count }`.
  public func sorted<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false, nils: AbsentValues? = nil,
    by field: (Fields<Object>) -> Field<Object, Value>
  ) -> FetchRequest {
    adding(
      SortTerm(
        Fields.operand(field), order: order, ignoresCase: ignoringCase, absent: nils))
  }

  /// Returns the request in the order of `keyPath`, as `sorted(by:_:)` does, which has no label.
  @available(*, unavailable, renamed: "sorted(by:_:ignoringCase:nils:)")
  public func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Object, Value>, order: SortDirection
  ) -> FetchRequest { self }

  /// Refuses a property that has no order.
  @available(
    *, unavailable,
    message: """
      objects are sorted by a property whose type is Storable or an optional of such a type; for \
      an object that a relationship refers to, name an attribute of it: '.sorted { $0.author.name }'
      """
  )
  @_disfavoredOverload
  public func sorted<Value>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending,
    ignoringCase: Bool = false
  ) -> FetchRequest { self }

  /// Refuses a property that has no order.
  @available(
    *, unavailable,
    message: """
      objects are sorted by a property whose type is Storable or an optional of such a type; for \
      an object that a relationship refers to, name an attribute of it: '.sorted { $0.author.name }'
      """
  )
  @_disfavoredOverload
  public func sorted<Value>(
    _ order: SortDirection = .ascending, ignoringCase: Bool = false,
    by field: (Fields<Object>) -> Field<Object, Value>
  ) -> FetchRequest { self }

  /// Returns the request for at most `count` objects; `nil` is no limit.
  public func limit(_ count: Int?) -> FetchRequest {
    var request = self
    request.limit = count
    return request
  }

  /// Returns the request that leaves out the first `count` objects.
  public func offset(_ count: Int) -> FetchRequest {
    var request = self
    request.offset = count
    return request
  }

  /// Returns the request that sees the rows as saved, whatever the context has changed.
  public func ignoringPendingChanges() -> FetchRequest {
    var request = self
    request.includesPendingChanges = false
    return request
  }

  /// Returns the request in the order of `terms` alone.
  func sorted(as terms: [SortTerm]) -> FetchRequest {
    var request = self
    request.ownSorting = terms
    return request
  }

  /// Returns the request for objects of `Object` itself, without those of entities that extend it.
  public func excludingSubentities() -> FetchRequest {
    var request = self
    request.includesSubentities = false
    return request
  }

  /// Returns the request that orders by `keyPath`, which may be chosen while the program runs, the
  /// objects that are equal in its order so far; the fetch refuses what has no order.
  ///
  ///     let columns: [String: PartialKeyPath<Book>] = ["title": \.title, "pages": \.pages]
  public func sorted(
    byAny keyPath: PartialKeyPath<Object>, _ order: SortDirection = .ascending
  ) -> FetchRequest {
    let isID = keyPath == \Object.objectID
    return adding(
      SortTerm(isID ? .rowNumber() : Fields<Object>.operand(of: keyPath), order: order))
  }

  /// Returns the request that orders by `keyPath`, as `language` does, the objects that are equal
  /// in its order so far.
  package func sorted<Value: OrderedAttribute>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection, _ language: TextOrder,
    nils: AbsentValues?
  ) -> FetchRequest {
    adding(
      SortTerm(
        Fields<Object>.operand(of: keyPath), order: order, absent: nils, language: language))
  }

  /// Returns the request that orders by `field`, as `language` does, the objects that are equal in
  /// its order so far.
  package func sorted<Value: OrderedAttribute>(
    by field: (Fields<Object>) -> Field<Object, Value>, _ order: SortDirection,
    _ language: TextOrder, nils: AbsentValues?
  ) -> FetchRequest {
    adding(SortTerm(Fields.operand(field), order: order, absent: nils, language: language))
  }

  /// Returns the request that the fetch refuses, since it has been made of `part`.
  package func refusing(_ part: String) -> FetchRequest {
    var request = self
    request.condition = request.condition && Condition(.refused(part))
    return request
  }

  func adding(_ term: SortTerm) -> FetchRequest {
    var request = self
    request.add(term)
    return request
  }

  /// Orders by `term` the objects that are equal in the order so far.
  mutating func add(_ term: SortTerm) { ownSorting.append(term) }

  /// Returns the request for those objects that `search` finds too.
  func searching(_ search: TextSearch) -> FetchRequest {
    var request = self
    let condition = Condition<Object>(.search(PropertyPath(), search))
    request.condition = growing.isAlwaysTrue ? condition : self.condition && condition
    request.isSearch = true
    return request
  }

  /// Returns the request that orders by relevance the objects that are equal in its order so far.
  func sortedByRank() -> FetchRequest { adding(SortTerm(.rank)) }
}
