public import EntityModel
public import EntityStore

/// Which objects of an entity to fetch, by the names of the entity and of its properties: for pages
/// that show any entity, and for languages of queries such as GraphQL.
///
///     DynamicRequest("Book").where("pages", .greaterThan, 100).sorted(by: "title").limit(10)
///
/// It means what the request means that the compiler has checked, and is answered by the same SQL.
/// What the model does not have, a value of another type than its property's, and a property that
/// is secret are refused with an error when it is fetched.
public struct DynamicRequest: Sendable {
  /// The name of the entity.
  public let entity: String

  /// What is asked for, in names and values as they were given.
  private(set) var request = FetchRequest<ManagedObject>()

  /// The condition that clients' filters are, which policies have allowed.
  private var filter = GrowingCondition(.constant(true))

  /// The positions of the terms of the order that policies have allowed.
  private var allowedTerms: Set<Int> = []

  /// `true` if secret attributes may be compared, sorted by and selected.
  private(set) var allowsSecrets = false

  /// Creates the request for all objects of the entity called `entity`.
  public init(_ entity: String) { self.entity = entity }

  /// Returns the request for those objects that satisfy `condition` too.
  public func `where`(_ condition: DynamicCondition) -> DynamicRequest {
    var result = self
    result.request = request.where { _ in Condition(condition.growing) }
    return result
  }

  /// Returns the request for those objects whose property at `path` compares so with `value` too.
  public func `where`(
    _ path: String, _ comparison: DynamicComparison, _ value: (any Storable)?,
    ignoringCase: Bool = false
  ) -> DynamicRequest {
    self.where(.compare(path, comparison, value, ignoringCase: ignoringCase))
  }

  /// Returns the request that orders by the property at `path` the objects that are equal in its
  /// order so far; `nil` comes before every value, and last when descending, unless `nils` says
  /// otherwise. `objectID` is the order in which objects were created.
  public func sorted(
    by path: String, _ order: SortDirection = .ascending, ignoringCase: Bool = false,
    nils: AbsentValues? = nil
  ) -> DynamicRequest {
    var result = self
    let path = PropertyPath(dotted: path)
    result.request.add(
      SortTerm(
        path.identified.map { .rowNumber($0) } ?? .attribute(path), order: order,
        ignoresCase: ignoringCase, absent: nils))
    return result
  }

  /// Returns the request that orders by the property at `path`, as `language` does, the objects
  /// that are equal in its order so far.
  package func sorted(
    by path: String, _ order: SortDirection, _ language: TextOrder, nils: AbsentValues?
  ) -> DynamicRequest {
    var result = self
    result.request.add(
      SortTerm(
        .attribute(PropertyPath(dotted: path)), order: order, absent: nils, language: language))
    return result
  }

  /// Returns the request that is refused, since it has been made of `part`.
  package func refusing(_ part: String) -> DynamicRequest {
    var result = self
    result.request.condition = result.request.condition && Condition(.refused(part))
    return result
  }

  /// Returns the request for at most `count` objects; `nil` is no limit.
  public func limit(_ count: Int?) -> DynamicRequest {
    var result = self
    result.request.limit = count
    return result
  }

  /// Returns the request that leaves out the first `count` objects.
  public func offset(_ count: Int) -> DynamicRequest {
    var result = self
    result.request.offset = count
    return result
  }

  /// Returns the request that sees the rows as saved, whatever the context has changed.
  public func ignoringPendingChanges() -> DynamicRequest {
    var result = self
    result.request.includesPendingChanges = false
    return result
  }

  /// Returns the request for objects of the entity itself, without those of entities that extend
  /// it.
  public func excludingSubentities() -> DynamicRequest {
    var result = self
    result.request.includesSubentities = false
    return result
  }

  /// Returns the request that may compare, sort by and select secret attributes.
  public func allowingSecrets() -> DynamicRequest {
    var result = self
    result.allowsSecrets = true
    return result
  }

  /// Returns the request for rows of the properties at `paths`: attributes, to-ones as the ids of
  /// the objects that they refer to, and `objectID`, the id of the object itself.
  public func select(_ paths: String...) -> DynamicRowRequest {
    DynamicRowRequest(base: self, paths: paths)
  }

  /// Returns the request for rows of the properties at `paths`.
  public func select(_ paths: some Sequence<String>) -> DynamicRowRequest {
    DynamicRowRequest(base: self, paths: Array(paths))
  }

  /// Returns the request for those objects that satisfy `condition` too, which a policy has
  /// allowed.
  func filtered(by condition: PredicateTree) -> DynamicRequest {
    var result = self
    let more = GrowingCondition(condition)
    result.filter = filter.isAlwaysTrue ? more : filter.joined(isConjunction: true, more)
    return result
  }

  /// Returns the request that orders by `term` what is equal in its order so far, which a policy
  /// has allowed.
  func sorted(by term: SortTerm) -> DynamicRequest {
    var result = self
    result.allowedTerms.insert(request.sorting.count)
    result.request.add(term)
    return result
  }

  /// Returns the request that `change` makes of the one for objects.
  func changed(
    _ change: (FetchRequest<ManagedObject>) -> FetchRequest<ManagedObject>
  ) -> DynamicRequest {
    var result = self
    result.request = change(request)
    return result
  }

  /// Returns the request with its values as the properties of `model` store them.
  ///
  /// - Throws: a `StoreError` that says what the model does not have, which value is not of its
  ///   property's type, and which property is secret.
  func checked(in model: ObjectModel) throws(StoreError) -> FetchRequest<ManagedObject> {
    let check = RequestCheck(model)
    var checked = request
    checked.condition = Condition(
      try check.adapted(request.tree, of: entity, allowsSecrets: allowsSecrets))
    checked = checked.sorted(as: request.sorting.map { check.resolved($0, of: entity) })
    for (index, term) in checked.sorting.enumerated() {
      try check.namedTerm(
        term, of: entity, allowsSecrets: allowsSecrets || allowedTerms.contains(index))
    }
    return checked.filtered(by: filter.tree)
  }
}

extension DynamicRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, without the values that it compares.
  public var description: String { text(.hidden) }

  /// The request as Swift with the values that it compares, as they are stored.
  public var debugDescription: String { text(.shown(ObjectModel(entities: []))) }

  private func text(_ values: PredicateText.Values) -> String {
    RequestText(
      request.filtered(by: filter.tree).entityQuery(entity),
      includesPendingChanges: request.includesPendingChanges, values
    ).text
  }
}

extension FetchRequest {
  /// Returns the request for those objects that satisfy `filter` too.
  func filtered(by filter: PredicateTree) -> FetchRequest {
    guard filter != .constant(true) else { return self }
    var request = self
    request.condition =
      tree == .constant(true) ? Condition(filter) : condition && Condition(filter)
    return request
  }
}
