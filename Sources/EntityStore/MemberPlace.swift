/// A member of an ordered to-many, and where it is.
package struct MemberPlace: Hashable, Comparable, Sendable {
  /// The number that members are ordered by; those with the same one by their ids.
  package let place: Int64

  /// The id of the member's row.
  package let id: Int64

  /// Creates the place of the member `id`.
  package init(place: Int64, id: Int64) {
    self.place = place
    self.id = id
  }

  package static func < (left: MemberPlace, right: MemberPlace) -> Bool {
    (left.place, left.id) < (right.place, right.id)
  }

  /// The place of a member that has been given none: it comes after all that have, and those come
  /// in the order of their ids.
  package static let unplaced = Int64.max

  /// How far apart neighbours are that are put at the end one after the other.
  package static let gap: Int64 = 1 << 32
}

/// Members of an ordered to-many that follow each other.
package struct MemberRange: Hashable, Sendable {
  /// The place after which they begin, whether a member is there or not; `nil` for the beginning.
  package var after: MemberPlace?

  /// How many are passed over first.
  package var offset = 0

  /// How many there are at most; `nil` for all.
  package var limit: Int?

  /// Creates a range.
  package init(after: MemberPlace? = nil, offset: Int = 0, limit: Int? = nil) {
    self.after = after
    self.offset = offset
    self.limit = limit
  }
}
