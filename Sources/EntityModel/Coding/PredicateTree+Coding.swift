extension PredicateTree: Codable {
  /// The deepest condition that is written; JSON that is nested much deeper cannot be read.
  package static let deepestCoded = 100

  public init(from decoder: any Decoder) throws {
    self.init(try CodedCondition(from: decoder))
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
    try CodedCondition(root).encode(to: encoder)
  }

  /// Creates what `coded` describes.
  fileprivate init(_ coded: CodedCondition) {
    self =
      switch coded {
      case .constant(let value): .constant(value)
      case .refused(let text): .refused(text)
      case .not(let condition): .not(PredicateTree(condition))
      case .all(let conditions): .all(conditions.map { PredicateTree($0) })
      case .any(let conditions): .any(conditions.map { PredicateTree($0) })
      case .comparison(let left, let comparison, let right):
        .comparison(PredicateOperand(left), comparison, PredicateOperand(right))
      case .membership(let operand, let values): .membership(PredicateOperand(operand), values)
      case .objects(let path, let ids): .objects(path, ids)
      case .text(let operand, let match, let text, let ignoringCase):
        .text(PredicateOperand(operand), match, text, ignoringCase: ignoringCase)
      case .quantified(let quantifier, let path, let condition):
        .quantified(quantifier, path, PredicateTree(condition))
      case .amongAll(let operand, let values):
        .amongAll(PredicateOperand(operand), PredicateOperand(values))
      case .search(let path, let search): .search(path, search)
      }
  }
}

extension PredicateOperand: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try CodedOperand(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try CodedOperand(root).encode(to: encoder)
  }

  /// Creates what `coded` describes.
  fileprivate init(_ coded: CodedOperand) {
    self =
      switch coded {
      case .attribute(let path): .attribute(path)
      case .value(let value): .value(value)
      case .object(let path): .object(path)
      case .identifier(let id): .identifier(id)
      case .count(let path, let condition): .count(path, PredicateTree(condition))
      case .source: .source
      case .rowNumber(let path): .rowNumber(path)
      case .function(let function, let type, let arguments):
        .function(function, type, arguments.map { PredicateOperand($0) })
      case .choice(let type, let condition, let value, let other):
        .choice(
          type, PredicateTree(condition), PredicateOperand(value), PredicateOperand(other))
      case .aggregate(let function, let path, let type, let condition, let operand):
        .aggregate(function, path, type, PredicateTree(condition), PredicateOperand(operand))
      case .aggregateOfAll(let function, let scope, let type, let condition, let operand):
        .aggregateOfAll(
          function, scope, type, PredicateTree(condition), PredicateOperand(operand))
      case .allValues(let scope, let condition, let operand):
        .allValues(scope, PredicateTree(condition), PredicateOperand(operand))
      case .rank: .rank
      case .place(let path, let id): .place(path, of: id)
      case .excerpt(let path, let excerpt): .excerpt(path, excerpt)
      }
  }
}

/// A condition as it is written: an object with one member, named for what the condition is.
private indirect enum CodedCondition: Codable {
  case constant(Bool)
  case refused(String)
  case not(CodedCondition)
  case all([CodedCondition])
  case any([CodedCondition])
  case comparison(CodedOperand, PredicateTree.Comparison, CodedOperand)
  case membership(CodedOperand, [StoredValue])
  case objects(PropertyPath, [ObjectID])
  case text(CodedOperand, PredicateTree.TextMatch, String, ignoringCase: Bool)
  case quantified(PredicateTree.Quantifier, PropertyPath, CodedCondition)
  case amongAll(CodedOperand, CodedOperand)
  case search(PropertyPath, TextSearch)

  /// Creates what writes `part`, a condition.
  init(_ part: PredicatePart) {
    switch part.kind {
    case .constant(let value): self = .constant(value)
    case .refused(let text): self = .refused(text)
    case .not: self = .not(CodedCondition(part.first))
    case .all: self = .all(part.parts.map { CodedCondition($0) })
    case .any: self = .any(part.parts.map { CodedCondition($0) })
    case .comparison(let comparison):
      self = .comparison(CodedOperand(part.first), comparison, CodedOperand(part.second))
    case .membership(let values): self = .membership(CodedOperand(part.first), values)
    case .objects(let path, let ids): self = .objects(path, ids)
    case .text(let match, let text, let ignoringCase):
      self = .text(CodedOperand(part.first), match, text, ignoringCase: ignoringCase)
    case .quantified(let quantifier, let path):
      self = .quantified(quantifier, path, CodedCondition(part.first))
    case .amongAll: self = .amongAll(CodedOperand(part.first), CodedOperand(part.second))
    case .search(let path, let search): self = .search(path, search)
    case .attribute, .value, .object, .identifier, .source, .count, .function, .choice, .aggregate,
      .rowNumber, .aggregateOfAll, .allValues, .rank, .place, .excerpt:
      preconditionFailure("An operand stands where a condition is expected.")
    }
  }
}

/// An operand as it is written.
private indirect enum CodedOperand: Codable {
  case attribute(PropertyPath)
  case value(StoredValue)
  case object(PropertyPath)
  case identifier(ObjectID?)
  case count(PropertyPath, CodedCondition)
  case source
  case rowNumber(PropertyPath)
  case function(PredicateFunction, StorageType, [CodedOperand])
  case choice(StorageType, CodedCondition, CodedOperand, CodedOperand)
  case aggregate(AggregateFunction, PropertyPath, StorageType, CodedCondition, CodedOperand)
  case aggregateOfAll(AggregateFunction, ObjectScope, StorageType, CodedCondition, CodedOperand)
  case allValues(ObjectScope, CodedCondition, CodedOperand)
  case rank
  case place(PropertyPath, ObjectID)
  case excerpt(PropertyPath, TextExcerpt)

  /// Creates what writes `part`, an operand.
  init(_ part: PredicatePart) {
    switch part.kind {
    case .attribute(let path): self = .attribute(path)
    case .value(let value): self = .value(value)
    case .object(let path): self = .object(path)
    case .identifier(let id): self = .identifier(id)
    case .count(let path): self = .count(path, CodedCondition(part.first))
    case .source: self = .source
    case .rowNumber(let path): self = .rowNumber(path)
    case .function(let function, let type, _):
      self = .function(function, type, part.parts.map { CodedOperand($0) })
    case .choice(let type):
      self = .choice(
        type, CodedCondition(part.first), CodedOperand(part.second), CodedOperand(part.third))
    case .aggregate(let function, let path, let type):
      self = .aggregate(
        function, path, type, CodedCondition(part.first), CodedOperand(part.second))
    case .aggregateOfAll(let function, let scope, let type):
      self = .aggregateOfAll(
        function, scope, type, CodedCondition(part.first), CodedOperand(part.second))
    case .allValues(let scope):
      self = .allValues(scope, CodedCondition(part.first), CodedOperand(part.second))
    case .rank: self = .rank
    case .place(let path, let id): self = .place(path, id)
    case .excerpt(let path, let excerpt): self = .excerpt(path, excerpt)
    case .constant, .refused, .not, .all, .any, .comparison, .membership, .objects, .text,
      .quantified, .amongAll, .search:
      preconditionFailure("A condition stands where an operand is expected.")
    }
  }
}
