/// Which store the objects are of that a condition names, which their ids do not say.
///
/// A store refuses objects of another one, whose rows may have the numbers of its own.
package struct StoreTag: Hashable, Sendable {
  private let number: UInt32

  private init(number: UInt32) { self.number = number }

  /// Creates the tag of the store with the id `id`; `unknown` for an empty one.
  ///
  /// It is a hash of the id, by FNV-1a: two stores in four thousand million may share one, and what
  /// names objects of either is not refused by the other.
  package init(storeID id: String) {
    guard !id.isEmpty else {
      self = .unknown
      return
    }
    let hash = id.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    number = min(max(hash, 1), .max - 1)
  }

  /// That of any store: an object is named by its id alone, or none is named.
  package static let unknown = StoreTag(number: 0)

  /// That of no store, for objects of several.
  package static let several = StoreTag(number: .max)

  /// The tag of what names objects of both.
  package func joined(with other: StoreTag) -> StoreTag {
    if self == .unknown || self == other { return other }
    return other == .unknown ? self : .several
  }

  /// `true` if a store with the tag `store` can be asked.
  @inline(__always) package func isOf(_ store: StoreTag) -> Bool {
    number == 0 || number == store.number || store.number == 0 && number != .max
  }
}
