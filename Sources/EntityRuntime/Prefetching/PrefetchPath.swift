import EntityModel

/// The relationships that a request reads together with its objects, one after the other:
/// `Book.all.prefetching(\.author.books)`.
@dynamicMemberLookup
public struct PrefetchPath<Target: ManagedObjectProtocol>: Sendable {
  /// The names of the relationships, first to last.
  let names: [String]

  /// Creates the path of `names`; that of none leads to the fetched objects themselves.
  init(_ names: [String] = []) { self.names = names }

  /// The object that a required to-one refers to.
  public subscript<Next: ManagedObjectProtocol>(
    dynamicMember keyPath: KeyPath<Target, Next>
  ) -> PrefetchPath<Next> { PrefetchPath<Next>(names(appending: keyPath)) }

  /// The object that an optional to-one refers to.
  public subscript<Next: ManagedObjectProtocol>(
    dynamicMember keyPath: KeyPath<Target, Next?>
  ) -> PrefetchPath<Next> { PrefetchPath<Next>(names(appending: keyPath)) }

  /// The members of a to-many.
  public subscript<Next: ManagedObjectProtocol>(
    dynamicMember keyPath: KeyPath<Target, Set<Next>>
  ) -> PrefetchPath<Next> { PrefetchPath<Next>(names(appending: keyPath)) }

  /// The members of an ordered to-many.
  public subscript<Next: ManagedObjectProtocol>(
    dynamicMember keyPath: KeyPath<Target, [Next]>
  ) -> PrefetchPath<Next> { PrefetchPath<Next>(names(appending: keyPath)) }

  private func names(appending keyPath: PartialKeyPath<Target>) -> [String] {
    names + PropertyPath(to: keyPath, in: Target.__class).names
  }
}
