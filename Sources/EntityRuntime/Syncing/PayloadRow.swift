import EntityJSON
import EntityModel
import EntityStore

/// Which object a row is about: its identity among the objects of the class that declares that, or,
/// where it is not unique, within the object that has the row as a member.
struct PayloadKey: Hashable {
  /// The class that declares the identity.
  let declaringClass: ObjectIdentifier

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

  /// The value of the identity.
  let value: StoredValue
}

/// A row of a payload, or an object inside one, which has been read.
///
/// Many are passed from step to step, so that there is one of each.
final class PayloadRow {
  /// What rows of its entity have.
  let form: PayloadForm

  // What is asked of each row in each step is not checked for being changed meanwhile: a row is
  // changed by one step after the other, each of which calls nobody while it does so.

  /// Which object it is about.
  @exclusivity(unchecked) var key: PayloadKey

  /// Where it is in the payload; the last of several places.
  var path: JSONPath

  /// `true` if it is not inside another row.
  var isOwn: Bool

  /// The values of attributes; null for one that is nil.
  var values: PayloadValues

  /// What relationships refer to, by property index.
  @exclusivity(unchecked) var links: [Int: Link] = [:]

  /// What the row says has become of the object; `nil` if it is no change.
  var change: HistoryChange.Kind?

  /// What has been linked, unlinked and put in another order, by property index.
  var linked: [Int: Link] = [:]
  var unlinked: [Int: Link] = [:]
  var orders: [Int: Link] = [:]

  init(
    form: PayloadForm, key: PayloadKey, path: JSONPath, isOwn: Bool, values: PayloadValues,
    change: HistoryChange.Kind? = nil
  ) {
    (self.form, self.key, self.path, self.isOwn) = (form, key, path, isOwn)
    (self.values, self.change) = (values, change)
  }

  /// Everything that the row refers to.
  var allLinks: [Link] {
    links.isEmpty && change == nil ? [] : [links, linked, unlinked, orders].flatMap(\.values)
  }

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
  /// payload itself all of it, unless `isPart` of a payload, of one inside of another row what the
  /// payload's own does not say.
  func merge(_ later: PayloadRow, isPart: Bool) {
    if isOwn, !later.isOwn { return values.merge(later.values, replacing: false) }
    if isOwn, !isPart { (values, links) = (PayloadValues(), [:]) }
    (path, isOwn) = (later.path, later.isOwn)
    values.merge(later.values, replacing: true)
  }
}

/// Values by the index of their property; few, in the order in which they were read.
struct PayloadValues {
  /// The value of one property.
  // Lists of tuples are copied and released by code that asks what they consist of.
  struct Element {
    let index: Int
    fileprivate(set) var value: StoredValue
  }

  /// The values, each property once.
  private(set) var all: [Element] = []

  /// The properties that have a value.
  private(set) var indexes: PropertySet = []

  init() {}

  init(_ values: [Int: StoredValue]) {
    all = values.sorted { $0.key < $1.key }.map { Element(index: $0.key, value: $0.value) }
    indexes = PropertySet(values.keys)
  }

  /// The values by the index of their property.
  var byIndex: [Int: StoredValue] {
    Dictionary(all.map { ($0.index, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// The value of the property `index`; `nil` for none.
  subscript(index: Int) -> StoredValue? { position(of: index).map { all[$0].value } }

  /// Returns where the value of the property `index` is; `nil` for none.
  private func position(of index: Int) -> Int? {
    guard indexes.contains(index) else { return nil }
    // Looking at the indexes alone copies no values.
    return all.indices.first { all[$0].index == index }
  }

  /// Gives the property `index` the value, in place of an earlier one if `replacing`.
  mutating func set(_ index: Int, _ value: StoredValue, replacing: Bool = true) {
    guard let position = position(of: index) else {
      indexes.insert(index)
      if all.isEmpty { all.reserveCapacity(8) }
      return all.append(Element(index: index, value: value))
    }
    if replacing { all[position].value = value }
  }

  /// Takes the values of `others`, in place of its own if `replacing`.
  mutating func merge(_ others: PayloadValues, replacing: Bool) {
    for other in others.all { set(other.index, other.value, replacing: replacing) }
  }
}
