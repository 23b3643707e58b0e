import EntityModel

/// What the library stores for few of the objects: for those with to-many relationships that have
/// been used, and for those with values that their properties cannot hold.
final class SideTable {
  /// The to-many relationships that have been used.
  var toManys: [ToManyState] = []

  /// The stored values that a property's type does not know, by property index.
  var unrecognized: [Int: StoredValue] = [:]
}
