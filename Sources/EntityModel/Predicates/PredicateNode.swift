/// A node of a condition: what it is, how many nodes it takes with those that it applies to, and
/// how deep these are nested.
package struct PredicateNode: Hashable, Sendable {
  /// What the node is.
  package internal(set) var kind: Kind

  private let nodeCount: Int32
  private let levels: Int32

  /// The store of the objects that the node names itself.
  package let store: StoreTag

  // Nodes are copied all the time: what few of them are, and takes much room, is kept elsewhere.

  /// Creates a node that is the first of so many, in which parts are nested so deep, and which
  /// names objects of `store`.
  init(_ kind: Kind, length: Int = 1, depth: Int = 0, store: StoreTag = .unknown) {
    self.kind = kind
    nodeCount = Int32(clamping: length)
    levels = Int32(clamping: depth)
    self.store = store
  }

  /// How many nodes the part that begins here has.
  package var length: Int { Int(nodeCount) }

  /// How deep parts are nested in the one that begins here; zero for one node.
  package var depth: Int { Int(levels) }

  // An object is the same whether it is named itself or by its id.

  package static func == (left: PredicateNode, right: PredicateNode) -> Bool {
    left.nodeCount == right.nodeCount && left.kind == right.kind
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(nodeCount)
  }

  /// What a node is; in words, what follows it.
  package enum Kind: Hashable, Sendable {
    // MARK: Conditions

    case constant(Bool)

    /// Nothing; what cannot be asked, in words that follow "a predicate with".
    case refused(String)

    /// A condition that must not hold.
    case not

    /// So many conditions, all of which must hold.
    case all(Int)

    /// So many conditions, one of which must hold.
    case any(Int)

    /// Two operands.
    case comparison(PredicateTree.Comparison)

    /// An operand, which equals one of the values; `nil` equals a null among them.
    case membership([StoredValue])

    /// Nothing; the object that the to-one path leads to is one of those named.
    case objects(PropertyPath, [ObjectID])

    /// An operand, which is a string that has the text there.
    case text(PredicateTree.TextMatch, String, ignoringCase: Bool)

    /// A condition on the objects of the to-many path.
    case quantified(PredicateTree.Quantifier, PropertyPath)

    /// Two operands, the second of them `allValues`: the first is present and one of those.
    case amongAll

    /// Nothing; the object that the to-one path leads to is found by the search.
    indirect case search(PropertyPath, TextSearch)

    // MARK: Operands

    /// Nothing; the attribute that the path leads to.
    case attribute(PropertyPath)

    /// Nothing; a constant.
    case value(StoredValue)

    /// Nothing; the object that the to-one path leads to.
    case object(PropertyPath)

    /// Nothing; the number of the row of the object that the to-one path leads to, by which objects
    /// are ordered as they were created; those that have not been saved come after the others.
    case rowNumber(PropertyPath)

    /// Nothing; one object, or none.
    case identifier(ObjectID?)

    /// Nothing; the object that owns a fetched property.
    case source

    /// A condition on the objects of the to-many path, which are counted.
    case count(PropertyPath)

    /// So many operands, of which a value of the type is computed.
    indirect case function(PredicateFunction, StorageType, Int)

    /// A condition, the operand of the type where it holds, and the one where it does not.
    case choice(StorageType)

    /// A condition on the objects of the to-many path, and an operand of the type about them, of
    /// whose values one is computed.
    case aggregate(AggregateFunction, PropertyPath, StorageType)

    /// A condition on the objects of an entity, and an operand of the type about them, of whose
    /// values one is computed.
    indirect case aggregateOfAll(AggregateFunction, ObjectScope, StorageType)

    /// A condition on the objects of an entity, and an operand about them: its present values.
    /// Where the scope has a range, an operand for each term of its order follows.
    indirect case allValues(ObjectScope)

    /// Nothing; a number that is the less the more relevant the object is to the search that all
    /// objects have to be found by; zero for objects whose changes have not been saved.
    case rank

    /// Nothing; where the object is among the members of the object named, of the ordered to-many
    /// whose inverse the path is.
    indirect case place(PropertyPath, ObjectID)

    /// Nothing; the text of the attribute that the path leads to, with the words marked that that
    /// search has found.
    indirect case excerpt(PropertyPath, TextExcerpt)
  }
}

extension PredicateNode.Kind {
  /// The path that the node names, if it names one.
  package var path: PropertyPath? {
    switch self {
    case .attribute(let path), .object(let path), .objects(let path, _), .quantified(_, let path),
      .count(let path), .aggregate(_, let path, _), .rowNumber(let path), .search(let path, _),
      .excerpt(let path, _), .place(let path, _):
      path
    case .constant, .refused, .not, .all, .any, .comparison, .membership, .text, .value,
      .identifier, .source, .function, .choice, .amongAll, .aggregateOfAll, .allValues, .rank:
      nil
    }
  }

  /// `true` if the node is a value that is computed of what it applies to.
  var isComputed: Bool {
    switch self {
    case .function, .choice: true
    default: false
    }
  }

  /// The objects that what the node applies to is about, where these are all of an entity.
  package var scope: ObjectScope? {
    switch self {
    case .aggregateOfAll(_, let scope, _), .allValues(let scope): scope
    default: nil
    }
  }
}

/// All objects of an entity, or those of them that a range has.
package struct ObjectScope: Codable, Hashable, Sendable {
  /// The entity's name.
  package let entity: String

  /// `true` if objects of the entities that extend it are among them.
  package let includesSubentities: Bool

  /// Which of the objects count that requests leave out by themselves; `nil` for none.
  package let visibility: RequestVisibility?

  /// Which of the objects that satisfy the condition count; `nil` for all.
  package let range: ObjectRange?

  /// Creates the scope of the objects of `entity`.
  package init(
    entity: String, includesSubentities: Bool, visibility: RequestVisibility? = nil,
    range: ObjectRange? = nil
  ) {
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.visibility = visibility == RequestVisibility() ? nil : visibility
    self.range = range
  }

  /// The scope of as many objects as there are.
  package var withoutRange: ObjectScope { with(nil) }

  /// Returns the scope of the same objects, of which those in `range` count; `nil` for all.
  package func with(_ range: ObjectRange?) -> ObjectScope {
    ObjectScope(
      entity: entity, includesSubentities: includesSubentities, visibility: visibility,
      range: range)
  }
}

/// A range of objects in an order.
package struct ObjectRange: Codable, Hashable, Sendable {
  /// How objects are ordered by one of the operands that a node applies to.
  package struct Term: Codable, Hashable, Sendable {
    package let order: SortTerm.Order
    package let ignoresCase: Bool
    package let absent: AbsentValues?
    package let language: TextOrder?

    /// Creates what `term` has beside its operand.
    init(_ term: SortTerm) {
      order = term.order
      ignoresCase = term.ignoresCase
      absent = term.absent
      language = term.language
    }

    /// Returns the term that orders objects so by `operand`.
    func sorting(by operand: PredicateOperand) -> SortTerm {
      SortTerm(
        operand, order: order, ignoresCase: ignoresCase, absent: absent, language: language)
    }
  }

  /// The order, the most significant term first; ties follow by id in the direction of the last.
  package let terms: [Term]

  /// The most objects, or `nil` for all.
  package let limit: Int?

  /// How many objects are left out at the beginning.
  package let offset: Int

  /// Creates the range of at most `limit` objects after the first `offset` in the order of
  /// `sorting`.
  package init(_ sorting: [SortTerm], limit: Int?, offset: Int) {
    terms = sorting.map(Term.init)
    self.limit = limit
    self.offset = offset
  }
}

extension [PredicateNode] {
  // No list of lists is made for the parts that nearly all conditions are made of.

  /// Creates the part that begins with `kind`, which names objects of `store` and applies to
  /// `part`.
  init(_ kind: PredicateNode.Kind, _ part: [PredicateNode], store: StoreTag = .unknown) {
    self.init()
    reserveCapacity(1 + part.count)
    append(
      PredicateNode(kind, length: 1 + part.count, depth: 1 + part[0].depth, store: store))
    append(contentsOf: part)
  }

  /// Creates the part that begins with `kind`, which applies to two parts.
  init(_ kind: PredicateNode.Kind, _ first: [PredicateNode], _ second: [PredicateNode]) {
    let length = 1 + first.count + second.count
    self.init()
    reserveCapacity(length)
    append(
      PredicateNode(
        kind, length: length, depth: 1 + Swift.max(first[0].depth, second[0].depth)))
    append(contentsOf: first)
    append(contentsOf: second)
  }

  /// Creates the part that begins with `kind`, which applies to `parts`.
  init(_ kind: PredicateNode.Kind, _ parts: [[PredicateNode]]) {
    let length = 1 + parts.reduce(0) { $0 + $1.count }
    self.init()
    reserveCapacity(length)
    append(
      PredicateNode(
        kind, length: length, depth: parts.reduce(0) { Swift.max($0, 1 + $1[0].depth) }))
    for part in parts { append(contentsOf: part) }
  }
}
