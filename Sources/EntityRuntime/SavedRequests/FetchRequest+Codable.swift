import EntityModel
import EntityStore

/// A request as a program stores it: a search that somebody has saved.
///
/// The JSON is an object: `version`, 1; `entity`; `condition`, the list of its nodes, each before
/// those that it applies to; `sorting`, the list of its terms, the `value` of each such a list too;
/// `limit` and `offset`; and, where they are not the usual, `includesPendingChanges`,
/// `includesSubentities`, `deleted`, which is "included" or "only", `unscoped`, and `prefetching`,
/// the list of the lists of names. It holds the values
/// that the request compares.
///
/// What is read is checked against the classes of the program as it is now: a request of another
/// entity, one that names a property that there is not any more or compares it with a value of
/// another type, and one that is deeper or longer than a program's own are refused with a
/// `DecodingError` that says so. So is what somebody has made up.
extension FetchRequest: Codable {
  private enum Key: String, CodingKey {
    case version, entity, condition, sorting, limit, offset
    case includesPendingChanges, includesSubentities, deleted, unscoped, prefetching
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func refusal(_ key: Key, _ message: String, _ error: (any Error)? = nil) -> DecodingError {
      .dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [key], debugDescription: message,
          underlyingError: error))
    }
    // A condition under a misspelled name would be none, and the request one for all objects.
    let names = try decoder.container(keyedBy: AnyName.self).allKeys.map(\.stringValue)
    if let unknown = names.sorted().first(where: { Key(stringValue: $0) == nil }) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "a request has no \(String(unknown.prefix(64)).debugDescription)"))
    }
    let version = try container.decode(Int.self, forKey: .version)
    guard version == SavedRequest.version else {
      throw refusal(
        .version,
        "the request was saved in a form of version \(version); this library reads version "
          + "\(SavedRequest.version)")
    }
    let name = try container.decode(String.self, forKey: .entity)
    guard name == Object.__entityName else {
      throw refusal(
        .entity,
        "the request is for objects of \(String(name.prefix(64)).debugDescription), and one for "
          + "'\(Object.__entityName)' is wanted")
    }
    let nodes = try container.decodeIfPresent(NodeList.self, forKey: .condition)
    guard let tree = nodes.map({ $0.condition() }) ?? .constant(true) else {
      throw refusal(.condition, "the condition is no list of nodes that belong together")
    }
    let terms = try container.decodeIfPresent([SavedTerm].self, forKey: .sorting) ?? []
    let sorting = terms.compactMap(\.term)
    guard sorting.count == terms.count else {
      throw refusal(.sorting, "what is sorted by is no list of nodes that belong together")
    }
    do {
      try SavedRequest.check(tree, sorting, of: Object.self)
    } catch {
      throw refusal(.condition, error.message, error)
    }
    self.init(tree, sorting)
    limit = try container.decodeIfPresent(Int.self, forKey: .limit)
    offset = try container.decodeIfPresent(Int.self, forKey: .offset) ?? 0
    includesPendingChanges =
      try container.decodeIfPresent(Bool.self, forKey: .includesPendingChanges) ?? true
    includesSubentities =
      try container.decodeIfPresent(Bool.self, forKey: .includesSubentities) ?? true
    visibility = RequestVisibility(
      deleted: try container.decodeIfPresent(RequestVisibility.Deleted.self, forKey: .deleted)
        ?? .excluded,
      isUnscoped: try container.decodeIfPresent(Bool.self, forKey: .unscoped) ?? false)
    prefetched = try container.decodeIfPresent([[String]].self, forKey: .prefetching) ?? []
    do {
      try SavedRequest.check(prefetched, of: Object.self)
    } catch {
      throw refusal(.prefetching, error.message, error)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    do {
      try SavedRequest.check(tree, sorting, of: Object.self)
      try SavedRequest.requireSavedObjects(tree, sorting)
    } catch {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.message, underlyingError: error))
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(SavedRequest.version, forKey: .version)
    try container.encode(Object.__entityName, forKey: .entity)
    if tree != .constant(true) { try container.encode(NodeList(tree.root), forKey: .condition) }
    if !sorting.isEmpty { try container.encode(sorting.map(SavedTerm.init), forKey: .sorting) }
    try container.encodeIfPresent(limit, forKey: .limit)
    if offset != 0 { try container.encode(offset, forKey: .offset) }
    if !includesPendingChanges { try container.encode(false, forKey: .includesPendingChanges) }
    if !includesSubentities { try container.encode(false, forKey: .includesSubentities) }
    if visibility.deleted != .excluded {
      try container.encode(visibility.deleted, forKey: .deleted)
    }
    if visibility.isUnscoped { try container.encode(true, forKey: .unscoped) }
    if !prefetched.isEmpty { try container.encode(prefetched, forKey: .prefetching) }
  }
}

/// Any name of a member.
private struct AnyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A term of an order as it is saved.
private struct SavedTerm: Codable {
  let value: NodeList
  let order: SortTerm.Order
  var ignoringCase: Bool?
  var nils: AbsentValues?
  var language: TextOrder?

  init(_ term: SortTerm) {
    value = NodeList(term.operand.root)
    order = term.order
    ignoringCase = term.ignoresCase ? true : nil
    nils = term.absent
    language = term.language
  }

  /// The term; `nil` if the value is none.
  var term: SortTerm? {
    value.operand().map {
      SortTerm(
        $0, order: order, ignoresCase: ignoringCase ?? false, absent: nils, language: language)
    }
  }
}

/// What requests that are saved have in common.
private enum SavedRequest {
  /// The version of the form that is written and read.
  static let version = 1

  /// The most parts of a condition.
  static let mostParts = 50_000

  /// The most terms of an order.
  static let mostTerms = 64

  /// Accepts a condition and an order of objects of `type`, or throws what is wrong with them.
  static func check(
    _ tree: PredicateTree, _ sorting: [SortTerm], of type: ManagedObject.Type
  ) throws(StoreError) {
    let entity = type.__entityName
    guard tree.nodes.count <= mostParts, sorting.count <= mostTerms else {
      throw StoreError(
        .invalidRequest,
        "a saved request for '\(entity)' has at most \(mostParts) parts and \(mostTerms) terms to "
          + "sort by", entity: entity)
    }
    let nodes = tree.nodes + sorting.flatMap(\.operand.nodes)
    let casts = nodes.flatMap { $0.kind.path?.names ?? [] }.compactMap(\.castEntity)
    let asked = nodes.compactMap { $0.kind.scope?.entity }
    let check = RequestCheck(ReachableModel.of(type, andEntities: Set(casts + asked)))
    guard tree.root.depth <= PredicateTree.deepest else {
      throw StoreError(
        .invalidRequest,
        "a condition on '\(entity)' is nested more than \(PredicateTree.deepest) deep",
        entity: entity)
    }
    try check.condition(tree, of: entity)
    for term in sorting { try check.sortTerm(term, of: entity) }
  }

  /// Accepts what is read together with objects of `type`, or throws what is wrong with it.
  static func check(_ prefetched: [[String]], of type: ManagedObject.Type) throws(StoreError) {
    let model = ReachableModel.of(type)
    let parts = prefetched.reduce(0) { $0 + $1.count }
    guard parts <= mostTerms, prefetched.allSatisfy({ !$0.isEmpty }) else {
      throw StoreError(
        .invalidRequest,
        "a saved request for '\(type.__entityName)' prefetches at most \(mostTerms) relationships, "
          + "by paths of at least one",
        entity: type.__entityName)
    }
    for path in prefetched {
      var entity = type.__entityName
      for name in path {
        guard case .relationship(let relationship)? = model.property(name, of: entity) else {
          throw StoreError(
            .invalidRequest,
            "'\(entity)' has no relationship \(String(name.prefix(64)).debugDescription)",
            entity: entity)
        }
        entity = relationship.target
      }
    }
  }

  /// Throws if the request names an object that only its context knows.
  static func requireSavedObjects(
    _ tree: PredicateTree, _ sorting: [SortTerm]
  ) throws(StoreError) {
    let nodes = tree.nodes + sorting.flatMap(\.operand.nodes)
    let namesUnsaved = nodes.contains { node in
      switch node.kind {
      case .identifier(let id): id?.isTemporary ?? false
      case .objects(_, let ids): ids.contains(where: \.isTemporary)
      default: false
      }
    }
    guard namesUnsaved else { return }
    throw StoreError(
      .invalidRequest,
      "the request names an object that has not been saved, which nobody else can find; save it "
        + "first")
  }
}
