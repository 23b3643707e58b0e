import EntityModel

extension OrderedToMany where Member: ManagedObject {
  /// The first member; `nil` if there is none.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  public var first: Member? { get throws { try members(from: 0, count: 1).first } }

  /// The last member; `nil` if there is none.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  /// - Complexity: as `member(at:)` has.
  public var last: Member? { get throws { try members(from: count - 1, count: 1).first } }

  /// The member at `position`, as `member(at:)` returns it: `try album.$tracks[0]`.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if there are not so many; one when the
  ///   store cannot be read.
  public subscript(_ position: Int) -> Member { get throws { try member(at: position) } }

  /// Returns the position of `member`, counted from 0; `nil` if it is none.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  /// - Complexity: O(members), of which none is loaded for it.
  public func firstIndex(of member: Member) throws -> Int? {
    try contains(member) ? position(of: own(member)) : nil
  }

  /// Puts the members at two positions, counted from 0, where the other one is.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` if there are not so many; one when the
  ///   store cannot be read.
  /// - Complexity: as `member(at:)` has.
  public func swapAt(_ position: Int, _ other: Int) throws {
    let (lower, upper) = (min(position, other), max(position, other))
    try move(from: upper, to: lower)
    // Where the two are neighbours, one move is both.
    guard upper - lower > 1 else { return }
    try move(from: lower + 1, to: upper)
  }

  /// Makes all members that requests find members no more.
  ///
  /// - Throws: a `StoreError` when the store cannot be read.
  /// - Complexity: O(members), which are loaded.
  public func removeAll() throws { try members.removeAll() }
}
