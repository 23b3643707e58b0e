import EntityModel
import EntityStore

/// One side of a comparison in SQL.
enum SQLOperand {
  /// An expression of values of one type.
  case expression(String, StorageType, isNullable: Bool)

  /// A constant.
  case value(StoredValue)

  /// An expression of ids of the tree whose root is named.
  case object(String, root: String, isNullable: Bool)

  /// One object, or none.
  case identifier(ObjectID?)

  /// `true` if it is a real number, which may be NaN.
  var isReal: Bool {
    switch self {
    case .expression(_, let type, _): type.storageClass == .real
    case .value(.real): true
    case .value, .object, .identifier: false
    }
  }

  /// The operand as a predicate has it, where it is constant.
  var constant: PredicateOperand? {
    switch self {
    case .value(let value): .value(value)
    case .identifier(let id): .identifier(id)
    case .expression, .object: nil
    }
  }
}

/// An object without properties, over which constants are compared.
struct NoObject: PredicateSubject {
  var subjectID: ObjectID { ObjectID(entityName: "", rowID: 0) }
  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? { nil }
  func relatedObject(_ name: String) -> NoObject? { nil }
  func relatedObjects(_ name: String) -> [NoObject] { [] }
}

extension StoredValue {
  /// `true` if the value is equal to values of its storage class: not null, and not a NaN.
  var isComparable: Bool {
    switch self {
    case .null: false
    case .real(let real): !real.isNaN
    default: true
    }
  }
}
