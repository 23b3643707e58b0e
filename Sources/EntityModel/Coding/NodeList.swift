/// A condition or an operand as a list of its nodes, each before those that it applies to: the form
/// in which requests are saved.
///
/// It is written and read without recursion, so that no depth of what somebody has made up matters.
package struct NodeList: Codable {
  private let nodes: [CodedNode]

  /// Creates the list of the nodes of `part`.
  package init(_ part: PredicatePart) {
    nodes = (part.start..<part.end).map { CodedNode(part.nodes[$0].kind) }
  }

  package init(from decoder: any Decoder) throws {
    nodes = try [CodedNode](from: decoder)
  }

  package func encode(to encoder: any Encoder) throws { try nodes.encode(to: encoder) }

  /// Returns the condition that the nodes describe; `nil` if they describe none.
  package func condition() -> PredicateTree? {
    nodes(ofCondition: true).map { PredicateTree(nodes: $0) }
  }

  /// Returns the operand that the nodes describe; `nil` if they describe none.
  package func operand() -> PredicateOperand? {
    nodes(ofCondition: false).map { PredicateOperand(nodes: $0) }
  }

  /// Returns the nodes of one condition, or of one operand, with their lengths.
  private func nodes(ofCondition isCondition: Bool) -> [PredicateNode]? {
    // A node is whole once those are that it applies to, which follow it.
    var parts: [(length: Int, depth: Int, isCondition: Bool)] = []
    var made: [PredicateNode] = []
    for node in nodes.reversed() {
      guard let kind = node.kind, let wanted = kind.applicability,
        wanted.conditions <= parts.count, wanted.operands <= parts.count,
        wanted.conditions + wanted.operands <= parts.count
      else { return nil }
      var (length, depth) = (1, 0)
      for index in 0..<(wanted.conditions + wanted.operands) {
        let part = parts.removeLast()
        guard part.isCondition == (index < wanted.conditions) else { return nil }
        length += part.length
        depth = max(depth, part.depth + 1)
      }
      parts.append((length, depth, kind.isCondition))
      made.append(PredicateNode(kind, length: length, depth: depth))
    }
    guard parts.count == 1, parts[0].isCondition == isCondition else { return nil }
    return made.reversed()
  }
}

extension PredicateNode.Kind {
  /// `true` if the node begins a condition, and not an operand.
  package var isCondition: Bool {
    switch self {
    case .constant, .refused, .not, .all, .any, .comparison, .membership, .objects, .text,
      .quantified, .amongAll, .search:
      true
    case .attribute, .value, .object, .rowNumber, .identifier, .source, .count, .function, .choice,
      .aggregate, .aggregateOfAll, .allValues, .rank, .place, .excerpt:
      false
    }
  }

  /// How many conditions follow the node and then how many operands; `nil` if there cannot be as
  /// many.
  fileprivate var applicability: (conditions: Int, operands: Int)? {
    switch self {
    case .constant, .refused, .objects, .attribute, .value, .object, .rowNumber, .identifier,
      .source, .search, .rank, .place, .excerpt:
      (0, 0)
    case .not, .quantified, .count: (1, 0)
    case .all(let count), .any(let count): count < 0 ? nil : (count, 0)
    case .comparison, .amongAll: (0, 2)
    case .membership, .text: (0, 1)
    case .function(_, _, let count): count < 0 ? nil : (0, count)
    case .choice: (1, 2)
    case .aggregate, .aggregateOfAll: (1, 1)
    case .allValues(let scope): (1, 1 + (scope.range?.terms.count ?? 0))
    }
  }
}

/// A node as it is written: what it is, and what of the rest that has.
private struct CodedNode: Codable {
  var node: Name
  var count: Int?
  var value: StoredValue?
  var values: [StoredValue]?
  var comparison: PredicateTree.Comparison?
  var path: [String]?
  var outer: Int?
  var owner: Bool?
  var object: ObjectID?
  var objects: [ObjectID]?
  var match: PredicateTree.TextMatch?
  var text: String?
  var ignoringCase: Bool?
  var quantifier: PredicateTree.Quantifier?
  var type: StorageType?
  var function: String?
  var part: DatePart?
  var timeZone: String?
  var language: TextOrder?
  var folding: TextFolding?
  var aggregate: AggregateFunction?
  var entity: String?
  var includesSubentities: Bool?
  var visibility: RequestVisibility?
  var range: ObjectRange?
  var search: TextSearch?
  var excerpt: TextExcerpt?

  /// What a node is.
  enum Name: String, Codable {
    case `true`, `false`, refused, not, all, any, comparison, membership, objects, text, members
    case attribute, value, object, rowNumber, identifier, source, count, function, choice, aggregate
    case amongAll, aggregateOfAll, allValues, search, rank, place, excerpt
  }

  /// Creates what writes a node that is `kind`.
  init(_ kind: PredicateNode.Kind) {
    if case .outer(let levels) = kind.path?.start { outer = levels }
    if case .owner = kind.path?.start { owner = true }
    switch kind {
    case .constant(let value): node = value ? .true : .false
    case .refused(let text): (node, self.text) = (.refused, text)
    case .not: node = .not
    case .all(let count): (node, self.count) = (.all, count)
    case .any(let count): (node, self.count) = (.any, count)
    case .comparison(let comparison): (node, self.comparison) = (.comparison, comparison)
    case .membership(let values): (node, self.values) = (.membership, values)
    case .objects(let path, let ids): (node, self.path, objects) = (.objects, path.names, ids)
    case .text(let match, let text, let ignoringCase):
      (node, self.match, self.text) = (.text, match, text)
      self.ignoringCase = ignoringCase ? true : nil
    case .quantified(let quantifier, let path):
      (node, self.quantifier, self.path) = (.members, quantifier, path.names)
    case .attribute(let path): (node, self.path) = (.attribute, path.names)
    case .value(let value): (node, self.value) = (.value, value)
    case .object(let path): (node, self.path) = (.object, path.names)
    case .rowNumber(let path): (node, self.path) = (.rowNumber, path.names)
    case .identifier(let id): (node, object) = (.identifier, id)
    case .source: node = .source
    case .count(let path): (node, self.path) = (.count, path.names)
    case .function(let function, let type, let count):
      (node, self.type, self.count) = (.function, type, count)
      self.function = function.codedName
      switch function {
      case .datePart(let part, let zone), .dateStart(let part, let zone):
        (self.part, timeZone) = (part, zone)
      case .languageOrder(let order): language = order
      case .folded(let folding): self.folding = folding
      case .member(let path), .settingMember(let path): text = path
      default: break
      }
    case .choice(let type): (node, self.type) = (.choice, type)
    case .aggregate(let function, let path, let type):
      (node, aggregate, self.path, self.type) = (.aggregate, function, path.names, type)
    case .amongAll: node = .amongAll
    case .aggregateOfAll(let function, let scope, let type):
      (node, aggregate, self.type) = (.aggregateOfAll, function, type)
      (entity, includesSubentities) = (scope.entity, scope.includesSubentities ? nil : false)
      visibility = scope.visibility
    case .allValues(let scope):
      node = .allValues
      (entity, includesSubentities) = (scope.entity, scope.includesSubentities ? nil : false)
      (visibility, range) = (scope.visibility, scope.range)
    case .search(let path, let search):
      (node, self.path, self.search) = (.search, path.names, search)
    case .rank: node = .rank
    case .place(let path, let id): (node, self.path, object) = (.place, path.names, id)
    case .excerpt(let path, let excerpt):
      (node, self.path, self.excerpt) = (.excerpt, path.names, excerpt)
    }
  }

  /// What the node is; `nil` if something of it is missing.
  var kind: PredicateNode.Kind? {
    if let outer, outer < 1 || path == nil { return nil }
    let start = owner == true ? .owner : outer.map { PropertyPath.Start.outer($0) } ?? .own
    let path = path.map { PropertyPath($0, from: start) }
    switch node {
    case .true: return .constant(true)
    case .false: return .constant(false)
    case .refused: return text.map { .refused($0) }
    case .not: return .not
    case .all: return count.map { .all($0) }
    case .any: return count.map { .any($0) }
    case .comparison: return comparison.map { .comparison($0) }
    case .membership: return values.map { .membership($0) }
    case .objects:
      guard let path, let objects else { return nil }
      return .objects(path, objects)
    case .text:
      guard let match, let text else { return nil }
      return .text(match, text, ignoringCase: ignoringCase ?? false)
    case .members:
      guard let quantifier, let path else { return nil }
      return .quantified(quantifier, path)
    case .attribute: return path.map { .attribute($0) }
    case .value: return value.map { .value($0) }
    case .object: return path.map { .object($0) }
    case .rowNumber: return path.map { .rowNumber($0) }
    case .identifier: return .identifier(object)
    case .source: return .source
    case .count: return path.map { .count($0) }
    case .function:
      guard let type, let count, let computed else { return nil }
      return .function(computed, type, count)
    case .choice: return type.map { .choice($0) }
    case .aggregate:
      guard let aggregate, let path, let type else { return nil }
      return .aggregate(aggregate, path, type)
    case .amongAll: return .amongAll
    case .aggregateOfAll:
      guard let aggregate, let scope, let type else { return nil }
      return .aggregateOfAll(aggregate, scope, type)
    case .allValues:
      return scope.map { .allValues($0.with(range)) }
    case .search:
      guard let path, let search else { return nil }
      return .search(path, search)
    case .rank: return .rank
    case .place:
      guard let path, let object else { return nil }
      return .place(path, object)
    case .excerpt:
      guard let path, let excerpt else { return nil }
      return .excerpt(path, excerpt)
    }
  }

  /// The objects of an entity that the node names.
  private var scope: ObjectScope? {
    entity.map {
      ObjectScope(
        entity: $0, includesSubentities: includesSubentities ?? true, visibility: visibility)
    }
  }

  /// The function that the node names.
  private var computed: PredicateFunction? {
    switch function {
    case "datePart":
      guard let part, let timeZone else { return nil }
      return .datePart(part, timeZone: timeZone)
    case "dateStart":
      guard let part, let timeZone else { return nil }
      return .dateStart(part, timeZone: timeZone)
    case "folded": return folding.map { .folded($0) }
    case "languageOrder": return language.map { .languageOrder($0) }
    case "member": return text.map { .member($0) }
    case "settingMember": return text.map { .settingMember($0) }
    default: return PredicateFunction.plain.first { $0.codedName == function }
    }
  }
}

extension PredicateFunction {
  /// The functions that their names say all of.
  static let plain: [PredicateFunction] = [
    .add, .subtract, .multiply, .divide, .remainder, .negate, .absolute, .rounded, .roundedDown,
    .roundedUp, .real, .whole, .decimal, .length, .lowercased, .uppercased, .trimmed, .coalesce,
    .least, .greatest, .concatenate, .shuffled, .textMatch(.prefix), .textMatch(.suffix),
    .textMatch(.contains), .written,
  ]

  /// The name that the function is saved by.
  var codedName: String {
    switch self {
    case .folded: "folded"
    case .datePart: "datePart"
    case .dateStart: "dateStart"
    case .languageOrder: "languageOrder"
    case .member: "member"
    case .settingMember: "settingMember"
    default: name
    }
  }
}
