extension PredicateTree: Codable {
  /// The deepest condition that is written; JSON that is nested much deeper cannot be read.
  package static let deepestCoded = 100

  public init(from decoder: any Decoder) throws {
    let coded = try CaseReader(from: decoder)
    self =
      switch coded.name {
      case "constant": .constant(try coded.value(0))
      case "refused": .refused(try coded.value(0))
      case "not": .not(try coded.value(0))
      case "all": .all(try coded.value(0))
      case "any": .any(try coded.value(0))
      case "comparison":
        .comparison(
          try coded.value(0, as: PredicateOperand.self), try coded.value(1),
          try coded.value(2, as: PredicateOperand.self))
      case "membership": .membership(try coded.value(0), try coded.value(1))
      case "objects": .objects(try coded.value(0), try coded.value(1))
      case "text":
        .text(
          try coded.value(0), try coded.value(1), try coded.value(2),
          ignoringCase: try coded.value(named: "ignoringCase"))
      case "quantified": .quantified(try coded.value(0), try coded.value(1), try coded.value(2))
      case "amongAll": .amongAll(try coded.value(0), try coded.value(1))
      case "search": .search(try coded.value(0), try coded.value(1))
      default: throw coded.unknown
      }
  }

  public func encode(to encoder: any Encoder) throws {
    guard root.depth <= Self.deepestCoded else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a condition is written if it is nested at most "
            + "\(Self.deepestCoded) deep, and this one is nested \(root.depth) deep"))
    }
    try CodedPart(root).encode(to: encoder)
  }
}

extension PredicateOperand: Codable {
  public init(from decoder: any Decoder) throws {
    let coded = try CaseReader(from: decoder)
    self =
      switch coded.name {
      case "attribute": .attribute(try coded.value(0))
      case "value": .value(try coded.value(0))
      case "object": .object(try coded.value(0))
      case "identifier": .identifier(try coded.valueIfPresent(0))
      case "count": .count(try coded.value(0), try coded.value(1))
      case "source": .source
      case "rowNumber": .rowNumber(try coded.value(0))
      case "function": .function(try coded.value(0), try coded.value(1), try coded.value(2))
      case "choice":
        .choice(try coded.value(0), try coded.value(1), try coded.value(2), try coded.value(3))
      case "aggregate":
        .aggregate(
          try coded.value(0), try coded.value(1), try coded.value(2), try coded.value(3),
          try coded.value(4))
      case "aggregateOfAll":
        .aggregateOfAll(
          try coded.value(0), try coded.value(1), try coded.value(2), try coded.value(3),
          try coded.value(4))
      case "allValues": try Self.allValues(coded)
      case "rank": .rank
      case "place": .place(try coded.value(0), of: try coded.value(1))
      case "excerpt": .excerpt(try coded.value(0), try coded.value(1))
      default: throw coded.unknown
      }
  }

  /// Returns the values that `coded` describes, of all objects or of those of a range.
  private static func allValues(_ coded: CaseReader) throws -> PredicateOperand {
    let scope: ObjectScope = try coded.value(0)
    let condition: PredicateTree = try coded.value(1)
    let operand: PredicateOperand = try coded.value(2)
    guard let range = scope.range else { return .allValues(scope, condition, operand) }
    var sorting: [SortTerm] = []
    for (index, term) in range.terms.enumerated() {
      sorting.append(term.sorting(by: try coded.value(3 + index)))
    }
    return .allValues(
      scope, condition, operand, sorting: sorting, limit: range.limit, offset: range.offset)
  }

  public func encode(to encoder: any Encoder) throws { try CodedPart(root).encode(to: encoder) }
}

/// A part of a condition as it is written: an object with one member, named for what the part is.
private struct CodedPart: Encodable {
  let part: PredicatePart

  init(_ part: PredicatePart) { self.part = part }

  func encode(to encoder: any Encoder) throws {
    var coded = CaseWriter(part.kind.codedName, to: encoder)
    let (kind, parts) = (part.kind, part.parts.map { CodedPart($0) })
    switch kind {
    case .not, .amongAll, .source, .rank: break
    case .all, .any: return try coded.add(parts)
    case .constant(let value): try coded.add(value)
    case .refused(let text): try coded.add(text)
    case .value(let value): try coded.add(value)
    case .identifier(let id): if let id { try coded.add(id) }
    case .attribute(let path), .object(let path), .rowNumber(let path), .count(let path):
      try coded.add(path)
    case .objects(let path, let ids):
      try coded.add(path)
      try coded.add(ids)
    case .quantified(let quantifier, let path):
      try coded.add(quantifier)
      try coded.add(path)
    case .search(let path, let search):
      try coded.add(path)
      try coded.add(search)
    case .place(let path, let id):
      try coded.add(path)
      try coded.add(id)
    case .excerpt(let path, let excerpt):
      try coded.add(path)
      try coded.add(excerpt)
    case .comparison(let comparison):
      try coded.add(parts[0])
      try coded.add(comparison)
      return try coded.add(parts[1])
    case .membership(let values):
      try coded.add(parts[0])
      return try coded.add(values)
    case .text(let match, let text, let ignoringCase):
      try coded.add(parts[0])
      try coded.add(match)
      try coded.add(text)
      return try coded.add(ignoringCase, named: "ignoringCase")
    case .function(let function, let type, _):
      try coded.add(function)
      try coded.add(type)
      return try coded.add(parts)
    case .choice(let type): try coded.add(type)
    case .aggregate(let function, let path, let type):
      try coded.add(function)
      try coded.add(path)
      try coded.add(type)
    case .aggregateOfAll(let function, let scope, let type):
      try coded.add(function)
      try coded.add(scope)
      try coded.add(type)
    case .allValues(let scope): try coded.add(scope)
    }
    for part in parts { try coded.add(part) }
  }
}

extension PredicateNode.Kind {
  /// What a part that begins with the node is called where it is written.
  fileprivate var codedName: String {
    switch self {
    case .constant: "constant"
    case .refused: "refused"
    case .not: "not"
    case .all: "all"
    case .any: "any"
    case .comparison: "comparison"
    case .membership: "membership"
    case .objects: "objects"
    case .text: "text"
    case .quantified: "quantified"
    case .amongAll: "amongAll"
    case .search: "search"
    case .attribute: "attribute"
    case .value: "value"
    case .object: "object"
    case .identifier: "identifier"
    case .count: "count"
    case .source: "source"
    case .rowNumber: "rowNumber"
    case .function: "function"
    case .choice: "choice"
    case .aggregate: "aggregate"
    case .aggregateOfAll: "aggregateOfAll"
    case .allValues: "allValues"
    case .rank: "rank"
    case .place: "place"
    case .excerpt: "excerpt"
    }
  }
}

extension PredicateFunction: Codable {
  package init(from decoder: any Decoder) throws {
    let coded = try CaseReader(from: decoder)
    self =
      switch coded.name {
      case "folded": .folded(try coded.value(0))
      case "languageOrder": .languageOrder(try coded.value(0))
      case "datePart": .datePart(try coded.value(0), timeZone: try coded.value(named: "timeZone"))
      case "dateStart": .dateStart(try coded.value(0), timeZone: try coded.value(named: "timeZone"))
      case "textMatch": .textMatch(try coded.value(0))
      case "member": .member(try coded.value(0))
      default: try Self.plain(named: coded.name) ?? { throw coded.unknown }()
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var coded = CaseWriter(caseName, to: encoder)
    switch self {
    case .folded(let folding): try coded.add(folding)
    case .languageOrder(let order): try coded.add(order)
    case .datePart(let part, let zone), .dateStart(let part, let zone):
      try coded.add(part)
      try coded.add(zone, named: "timeZone")
    case .textMatch(let match): try coded.add(match)
    case .member(let path): try coded.add(path)
    default: break
    }
  }

  /// The name of the case.
  private var caseName: String {
    switch self {
    case .folded, .datePart, .dateStart, .languageOrder, .member: codedName
    case .textMatch: "textMatch"
    case .roundedDown: "roundedDown"
    case .roundedUp: "roundedUp"
    default: name
    }
  }

  /// Returns the function that has no values of its own and that name.
  private static func plain(named name: String) -> Self? {
    plain.first { $0.caseName == name }
  }
}
