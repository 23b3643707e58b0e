import EntityJSON
import EntityModel
import EntityStore

/// Which object a row is about: its identity within its inheritance tree, or, where that is not
/// unique, within the object that has the row as a member.
struct PayloadKey: Hashable {
  /// The tree.
  let tree: Int

  /// The row that has this one as a member, and the property index of the to-many, where the
  /// identity is known within it alone.
  var owner: Owner?

  /// A to-many of a row.
  struct Owner: Hashable {
    /// The position of the row.
    let row: Int

    /// The property index.
    let relationship: Int
  }

  /// The attribute that is the identity.
  let property: String

  /// Its value.
  let value: StoredValue
}

/// A row of a payload, or an object inside one, which has been read.
struct PayloadRow {
  /// What rows of its entity have.
  let form: PayloadForm

  /// Which object it is about.
  var key: PayloadKey

  /// Where it is in the payload; the last of several places.
  var path: JSONPath

  /// `true` if it is not inside another row.
  var isOwn: Bool

  /// The values of attributes, by property index; null for one that is nil.
  var values: [Int: StoredValue]

  /// What relationships refer to, by property index.
  var links: [Int: Link]

  /// What the row says has become of the object; `nil` if it is no change.
  var change: HistoryChange.Kind?

  /// What has been linked, unlinked and put in another order, by property index.
  var linked: [Int: Link] = [:]
  var unlinked: [Int: Link] = [:]
  var orders: [Int: Link] = [:]

  /// Everything that the row refers to.
  var allLinks: [Link] { [links, linked, unlinked, orders].flatMap(\.values) }

  /// What a relationship refers to.
  struct Link {
    /// What rows of the objects have.
    let form: PayloadForm

    /// Which objects, in the order of the payload, with where they are.
    var targets: [(key: PayloadKey, path: JSONPath)]

    /// `true` if every one has been read, so that what is not among them is not meant.
    var isWhole: Bool
  }

  /// Takes what `later`, a row about the same object, says: in place of an earlier row of the
  /// payload itself all of it, of one inside of another row what the payload's own does not say.
  mutating func merge(_ later: PayloadRow) {
    if isOwn, !later.isOwn {
      values.merge(later.values) { own, _ in own }
      return
    }
    if isOwn { (values, links) = ([:], [:]) }
    (path, isOwn) = (later.path, later.isOwn)
    values.merge(later.values) { _, new in new }
  }
}
