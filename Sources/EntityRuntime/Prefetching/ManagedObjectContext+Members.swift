import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Returns the first `limit` members of `relationship` for each of `owners`, read together:
  ///
  ///     let newest = try context.fetchMembers(\.books, of: authors, limit: 3) {
  ///       $0.sorted(by: \.published, .descending)
  ///     }
  ///     for author in authors { print(author.name, newest[author]?.first?.title ?? "") }
  ///
  /// `request` refines the request for the members of one owner: conditions, an order, what is
  /// prefetched. All are read of the same state of the store, unsaved changes included; the sets
  /// themselves are not loaded. An owner without members has an empty array, as each has where
  /// `limit` is negative.
  ///
  /// - Complexity: one query for each owner; each reads no more than `limit` rows where an index
  ///   serves its condition and its order.
  /// - Throws: a `StoreError` when the store cannot be read; a `ReadError` of what cannot be read.
  public func fetchMembers<Owner: ManagedObject, Member: ManagedObject>(
    _ relationship: KeyPath<Owner, Set<Member>>, of owners: some Sequence<Owner>, limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member> = { $0 }
  ) throws -> [Owner: [Member]] {
    try fetch(relationship, of: owners, limit, request) { ToMany<Member>($0, $1).all }
  }

  /// Returns the first `limit` members of an ordered `relationship` for each of `owners`, read
  /// together, as the form for sets does.
  ///
  /// - Complexity: one query for each owner; each reads no more than `limit` rows where an index
  ///   serves its condition and its order.
  /// - Throws: a `StoreError` when the store cannot be read; a `ReadError` of what cannot be read.
  public func fetchMembers<Owner: ManagedObject, Member: ManagedObject>(
    _ relationship: KeyPath<Owner, [Member]>, of owners: some Sequence<Owner>, limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member> = { $0 }
  ) throws -> [Owner: [Member]] {
    try fetch(relationship, of: owners, limit, request) { OrderedToMany<Member>($0, $1).all }
  }

  /// Returns what `request` makes of the request `all` for the members of each of `owners`.
  private func fetch<Owner: ManagedObject, Member: ManagedObject>(
    _ relationship: PartialKeyPath<Owner>, of owners: some Sequence<Owner>, _ limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member>,
    _ all: (Owner, Int) -> FetchRequest<Member>
  ) throws -> [Owner: [Member]] {
    let name = PropertyPath(to: relationship, in: Owner.self).names.joined(separator: ".")
    try takeOverCommits()
    return try read {
      var found: [Owner: [Member]] = [:]
      for owner in owners where found[owner] == nil {
        let layout = owner.__entity.layout
        let index = try layout.requiredPropertyIndex(name)
        found[owner] = try fetch(request(all(owner, index)).limit(limit))
      }
      return found
    }
  }
}
