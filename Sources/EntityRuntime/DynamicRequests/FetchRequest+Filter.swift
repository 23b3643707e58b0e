public import EntityModel
import EntityStore

extension FetchRequest {
  /// Returns the request for those objects that `filter` wants too, which a client has sent:
  ///
  ///     let policy = FilterPolicy(Book.self) { ($0.title, $0.pages, $0.author.name) }
  ///     let request = try Book.where { $0.isPublic }.filtered(by: filter, allowing: policy)
  ///
  /// - Throws: a `FilterError`, in words for the client, if the filter is none, names what `policy`
  ///   does not allow, or is longer or deeper than that says. A `StoreError` if the policy allows
  ///   what the entity does not have.
  public func filtered(
    by filter: ClientFilter, allowing policy: FilterPolicy
  ) throws -> FetchRequest {
    var reading = FilterReading(ReachableModel.of(Object.self), policy)
    try reading.checkPolicy(of: Object.__entityName)
    return filtered(by: try reading.condition(filter, of: Object.__entityName))
  }

  /// Returns the request in the order that `text` is, which a client has sent: names with commas
  /// between them, each after a minus where it descends, such as `-pages,author.name`.
  ///
  /// - Throws: a `FilterError`, in words for the client, if it names what `policy` does not allow
  ///   or what has no order. A `StoreError` if the policy allows what the entity does not have.
  public func sorted(
    byNames text: String, allowing policy: FilterPolicy
  ) throws -> FetchRequest {
    let reading = FilterReading(ReachableModel.of(Object.self), policy)
    try reading.checkPolicy(of: Object.__entityName)
    var request = self
    for term in try reading.order(text, of: Object.__entityName) { request.add(term) }
    return request
  }
}

extension DynamicRequest {
  /// Returns the request for those objects that `filter` wants too, which a client has sent;
  /// `model` is that of the container.
  ///
  /// - Throws: a `FilterError`, in words for the client, if the filter is none, names what `policy`
  ///   does not allow, or is longer or deeper than that says. A `StoreError` if there is no such
  ///   entity, or the policy allows what it does not have.
  public func filtered(
    by filter: ClientFilter, allowing policy: FilterPolicy, in model: ObjectModel
  ) throws -> DynamicRequest {
    var reading = FilterReading(try known(model), policy)
    try reading.checkPolicy(of: entity)
    return filtered(by: try reading.condition(filter, of: entity))
  }

  /// Returns the request in the order that `text` is, which a client has sent: names with commas
  /// between them, each after a minus where it descends; `model` is that of the container.
  ///
  /// - Throws: a `FilterError`, in words for the client, if it names what `policy` does not allow
  ///   or what has no order. A `StoreError` if there is no such entity, or the policy allows what
  ///   it does not have.
  public func sorted(
    byNames text: String, allowing policy: FilterPolicy, in model: ObjectModel
  ) throws -> DynamicRequest {
    let reading = FilterReading(try known(model), policy)
    try reading.checkPolicy(of: entity)
    return try reading.order(text, of: entity).reduce(self) { $0.sorted(by: $1) }
  }

  /// Returns `model`, which has the entity.
  private func known(_ model: ObjectModel) throws(StoreError) -> ObjectModel {
    guard model.entity(named: entity) == nil else { return model }
    throw StoreError(
      .invalidRequest, "there is no entity \(String(entity.prefix(64)).debugDescription)")
  }
}
