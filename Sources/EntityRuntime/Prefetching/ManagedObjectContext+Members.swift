import EntityModel
import EntityStore

// Owners are of a protocol: of a superclass, the compiler would take those of a list that is
// written down to be of just that class.
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
  public func fetchMembers<Owner: ManagedObjectProtocol, Member: ManagedObject>(
    _ relationship: KeyPath<Owner, Set<Member>>, of owners: some Sequence<Owner>, limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member> = { $0 }
  ) throws -> [Owner: [Member]] {
    try fetch(relationship, of: owners, limit, request) { ToMany<Member>($0, $1).all }
  }

  /// Returns the first `limit` members of `relationship` for each of `owners`, as the form for any
  /// sequence does: `fetchMembers(\.books, of: [ursula, octavia], limit: 3)`.
  public func fetchMembers<Owner: ManagedObjectProtocol, Member: ManagedObject>(
    _ relationship: KeyPath<Owner, Set<Member>>, of owners: [Owner], limit: Int,
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
  public func fetchMembers<Owner: ManagedObjectProtocol, Member: ManagedObject>(
    _ relationship: KeyPath<Owner, [Member]>, of owners: some Sequence<Owner>, limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member> = { $0 }
  ) throws -> [Owner: [Member]] {
    try fetch(relationship, of: owners, limit, request) { OrderedToMany<Member>($0, $1).all }
  }

  /// Returns the first `limit` members of an ordered `relationship` for each of `owners`, as the
  /// form for any sequence does.
  public func fetchMembers<Owner: ManagedObjectProtocol, Member: ManagedObject>(
    _ relationship: KeyPath<Owner, [Member]>, of owners: [Owner], limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member> = { $0 }
  ) throws -> [Owner: [Member]] {
    try fetch(relationship, of: owners, limit, request) { OrderedToMany<Member>($0, $1).all }
  }

  /// Returns what `request` makes of the request `all` for the members of each of `owners`.
  private func fetch<Owner: ManagedObjectProtocol, Member: ManagedObject>(
    _ relationship: PartialKeyPath<Owner>, of owners: some Sequence<Owner>, _ limit: Int,
    _ request: (FetchRequest<Member>) -> FetchRequest<Member>,
    _ all: (ManagedObject, Int) -> FetchRequest<Member>
  ) throws -> [Owner: [Member]] {
    guard let type = Owner.self as? ManagedObject.Type else { return [:] }
    let name = PropertyPath(to: relationship, in: type).names.joined(separator: ".")
    try takeOverCommits()
    return try read {
      var found: [Owner: [Member]] = [:]
      for owner in owners where found[owner] == nil {
        guard let object = owner as? ManagedObject else { continue }
        let index = try object.__entity.layout.requiredPropertyIndex(name)
        found[owner] = try fetch(request(all(object, index)).limit(limit))
      }
      return found
    }
  }
}
