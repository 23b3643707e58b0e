package import EntityModel

/// What a column of a result holds, as data: a value of each object, or what is computed over the
/// values of many.
package struct ResultExpression: Hashable, Sendable {
  /// What is made of the values of many objects; `nil` for the value itself.
  package let function: AggregateFunction?

  /// The value; `nil` for the object itself, where objects are counted.
  package let operand: PredicateOperand?

  /// Creates the column that `function` makes of `operand`.
  package init(_ function: AggregateFunction?, _ operand: PredicateOperand?) {
    self.function = function
    self.operand = operand
  }

  /// Creates the column of the property at `path`.
  package init(_ path: PropertyPath) { self.init(nil, .attribute(path)) }

  /// How many objects there are.
  package static let countOfObjects = ResultExpression(.count, nil)

  /// `true` if the column is computed over many objects.
  package var isAggregate: Bool { function != nil }

  /// The column as text, which no other one has: `author.name`, `sum(pages)`.
  package var text: String {
    let inner = operand.map { $0.path?.text ?? "\($0.nodes.map(\.kind))" } ?? ""
    return function.map { "\($0.rawValue)(\(inner))" } ?? inner
  }

  /// The names of the properties that the column is made of, for messages.
  package var propertyNames: [String] {
    operand.map { $0.nodes.compactMap { $0.kind.path?.text } } ?? []
  }

  /// Returns the type of the column when the values are of `type`.
  package func type(of type: StorageType) -> StorageType { function?.type(of: type) ?? type }
}

extension AggregateFunction {
  /// Returns the type of what the function makes of values of `type`.
  package func type(of type: StorageType) -> StorageType {
    switch self {
    case .minimum, .maximum: type
    case .count, .distinctCount: .int64
    case .any, .all: .boolean
    case .sum: type.storageClass == .integer ? .int64 : type == .decimal ? .decimal : .double
    case .average: type == .decimal ? .decimal : .double
    }
  }
}

extension PredicateFunction {
  /// Returns the type that arguments of the function have, which makes values of `type`, or makes
  /// something of them.
  package func argumentType(_ type: StorageType) -> StorageType {
    switch self {
    case .member, .settingMember: .json
    default: type
    }
  }

  /// Returns the type of what the function makes of values of `type`, or of the values of `type`
  /// that it computes.
  package func type(of type: StorageType) -> StorageType {
    switch self {
    case .length, .datePart, .languageOrder, .whole: .int64
    case .real: .double
    case .subtract where type == .date: .double
    case .decimal: .decimal
    case .lowercased, .uppercased, .trimmed, .folded, .concatenate: .string
    case .dateStart: .date
    case .textMatch: .boolean
    case .written: .json
    default: type
    }
  }
}
