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

  /// The value of the identity, as it is compared.
  let value: StoredValue
}

extension Attribute {
  /// The form in which values of the attribute, an identity, are compared.
  var identityForm: UniqueForm { isUniqueIgnoringCase ? .folded : .plain }

  /// What requests compare with values in that form.
  var identityOperand: PredicateOperand {
    identityForm.of(.attribute(PropertyPath([name])))
  }
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
  var path: JSONPath {
    get { place.path }
    set { place = PayloadPlace(newValue) }
  }

  /// The same, which takes no memory of its own where the row is not inside of another one.
  @exclusivity(unchecked) private(set) var place: PayloadPlace

  /// `true` if it is not inside another row.
  var isOwn: Bool

  /// The values of attributes; null for one that is nil.
  @exclusivity(unchecked) var values: PayloadValues

  /// What the row says has become of the object; `nil` if it is no change.
  var change: HistoryChange.Kind?

  /// `true` if it is inside of rows with which nothing is done, and nowhere else.
  @exclusivity(unchecked) var isInsideOfRefused = false

  /// What most rows do not have; `nil` for those.
  // Of many rows that have none of it, each part would take its memory and its time.
  @exclusivity(unchecked) private var rest: Rest?

  /// What few rows have.
  private final class Rest {
    var links: [Int: Link] = [:]
    var linked: [Int: Link] = [:]
    var unlinked: [Int: Link] = [:]
    var orders: [Int: Link] = [:]
    var broken: [Int: SyncError] = [:]
    var repeats: [PayloadRow] = []
    var refusal: SyncReport.Row?
  }

  /// `false` if the row has values alone, which rules accept, and something is done with it.
  var hasMoreThanValues: Bool { rest != nil }

  /// What relationships refer to, by property index.
  var links: [Int: Link] {
    get { rest?.links ?? [:] }
    set { if rest != nil || !newValue.isEmpty { madeRest.links = newValue } }
  }

  /// What has been linked, unlinked and put in another order, by property index.
  var linked: [Int: Link] {
    get { rest?.linked ?? [:] }
    set { if rest != nil || !newValue.isEmpty { madeRest.linked = newValue } }
  }
  var unlinked: [Int: Link] {
    get { rest?.unlinked ?? [:] }
    set { if rest != nil || !newValue.isEmpty { madeRest.unlinked = newValue } }
  }
  var orders: [Int: Link] {
    get { rest?.orders ?? [:] }
    set { if rest != nil || !newValue.isEmpty { madeRest.orders = newValue } }
  }

  /// What the rules of attributes do not accept, with its path, by property index.
  var broken: [Int: SyncError] {
    get { rest?.broken ?? [:] }
    set { if rest != nil || !newValue.isEmpty { madeRest.broken = newValue } }
  }

  /// Later rows of the payload itself about the same object, in their order, until it is known
  /// which of them are applied.
  var repeats: [PayloadRow] {
    get { rest?.repeats ?? [] }
    set { if rest != nil || !newValue.isEmpty { madeRest.repeats = newValue } }
  }

  /// Why nothing is done with the row; `nil` if something is.
  var refusal: SyncReport.Row? {
    get { rest?.refusal }
    set { if rest != nil || newValue != nil { madeRest.refusal = newValue } }
  }

  private var madeRest: Rest {
    if let rest { return rest }
    let made = Rest()
    rest = made
    return made
  }

  /// `true` if nothing is done with it.
  var isLeftOut: Bool { isInsideOfRefused || rest?.refusal != nil }

  init(
    form: PayloadForm, key: PayloadKey, path: JSONPath, isOwn: Bool, values: PayloadValues,
    change: HistoryChange.Kind? = nil
  ) {
    (self.form, self.key, self.isOwn) = (form, key, isOwn)
    place = PayloadPlace(path)
    (self.values, self.change) = (values, change)
  }

  /// `true` if the row may refer to something.
  var mayRefer: Bool { !links.isEmpty || change != nil || !repeats.isEmpty }

  /// Everything that the row refers to.
  var allLinks: [Link] {
    if !mayRefer { return [] }
    return [links, linked, unlinked, orders].flatMap(\.values) + repeats.flatMap(\.allLinks)
  }

  /// What a relationship refers to.
  struct Link {
    /// What rows of the objects have.
    let form: PayloadForm

    /// Which objects, in the order of the payload, with where they are.
    var targets: [Target]

    /// `true` if every one has been read, so that what is not among them is not meant.
    var isWhole: Bool

    /// An object that is referred to.
    struct Target {
      let key: PayloadKey

      /// Where it is referred to.
      let path: JSONPath

      /// `true` if what is there is a row, `false` for an identity.
      let isRow: Bool
    }
  }

  /// Takes what `later`, a row about the same object, of which one at least is inside of another,
  /// says: of the payload's own rows all, of others what no own one says.
  func merge(_ later: PayloadRow) {
    merge(later.values, later.broken, replacing: later.isOwn || !isOwn)
    if isOwn, !later.isOwn { return }
    (path, isOwn) = (later.path, later.isOwn)
  }

  /// Takes what `later`, a later row of the payload itself about the same object, says.
  func follow(_ later: PayloadRow) {
    merge(later.values, later.broken, replacing: true)
    links.merge(later.links) { _, new in new }
  }

  /// Takes what `later` is, in place of what the row says.
  func become(_ later: PayloadRow) {
    (values, broken, links, path) = (later.values, later.broken, later.links, later.path)
  }

  private func merge(
    _ others: PayloadValues, _ theirs: [Int: SyncError], replacing: Bool
  ) {
    if !broken.isEmpty || !theirs.isEmpty {
      for index in others.indexes.sorted where replacing || !values.indexes.contains(index) {
        broken[index] = theirs[index]
      }
    }
    values.merge(others, replacing: replacing)
  }

  /// Where in the payload the property `index` of the row is.
  func path(of index: Int) -> JSONPath {
    var path = change == nil ? path : path.member("values")
    for name in form.layout.path(of: index) ?? [] { path.append(.name(name)) }
    return path
  }

  /// Leaves out of what the row refers to what `isWrong` says is not meant.
  func removeTargets(where isWrong: (Link.Target, PayloadForm) throws -> Bool) rethrows {
    links = try Self.targets(of: links, without: isWrong)
    linked = try Self.targets(of: linked, without: isWrong)
    unlinked = try Self.targets(of: unlinked, without: isWrong)
    orders = try Self.targets(of: orders, without: isWrong)
  }

  private static func targets(
    of links: [Int: Link], without isWrong: (Link.Target, PayloadForm) throws -> Bool
  ) rethrows -> [Int: Link] {
    var links = links
    for (index, link) in links {
      // Hardly ever is one wrong.
      var kept: [Link.Target]?
      for (position, target) in link.targets.enumerated() {
        if try isWrong(target, link.form) {
          kept = kept ?? Array(link.targets[..<position])
        } else {
          kept?.append(target)
        }
      }
      guard let kept else { continue }
      links[index]?.targets = kept
      links[index]?.isWhole = false
    }
    return links
  }
}
