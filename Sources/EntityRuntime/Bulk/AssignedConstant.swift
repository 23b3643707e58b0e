import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A constant that a property is made.
///
/// Those of the types that most properties have are kept as what they are: one is made for each
/// property of each row, and a value of any type takes several times as long to copy.
@usableFromInline enum AssignedConstant {
  case absent
  case text(String)
  case integer(Int)
  case real(Double)
  case flag(Bool)
  case date(Date)
  case uuid(UUID)
  case object(ManagedObject)

  /// A value of another type.
  indirect case other(Any)

  /// Takes `value` over.
  // Inlined, since the type of the constant is known where it is assigned. To ask a value for its
  // type takes ten times as long.
  @inlinable init<Value>(_ value: Value?) {
    guard let value else {
      self = .absent
      return
    }
    switch value {
    case let value as String: self = .text(value)
    case let value as Int: self = .integer(value)
    case let value as Double: self = .real(value)
    case let value as Bool: self = .flag(value)
    case let value as Date: self = .date(value)
    case let value as UUID: self = .uuid(value)
    case let value as ManagedObject: self = .object(value)
    default: self = .other(value)
    }
  }

  /// The constant itself.
  var value: Any? {
    switch self {
    case .absent: nil
    case .text(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .flag(let value): value
    case .date(let value): value
    case .uuid(let value): value
    case .object(let value): value
    case .other(let value): value
    }
  }

  /// The form in which the constant is stored, if its type alone says that.
  var stored: StoredValue? {
    switch self {
    case .absent: .null
    case .text(let value): .text(value)
    case .integer(let value): .integer(Int64(value))
    case .real(let value): .real(value)
    case .flag(let value): .integer(value ? 1 : 0)
    case .date(let value): value.storedValue
    case .uuid(let value): value.storedValue
    case .object, .other: nil
    }
  }
}

extension StoredValue {
  /// Takes the form in which `value` is stored if it is of one of the types that most are; `nil`
  /// otherwise.
  init?<Value>(standard value: Value) {
    switch value {
    case let value as String: self = .text(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as Double: self = .real(value)
    case let value as Bool: self = .integer(value ? 1 : 0)
    default: return nil
    }
  }

  /// Takes the form in which the constant `value` of a Storable type is stored, or the JSON of what
  /// can be encoded; null for another one.
  init(constant value: Any?) {
    switch value {
    case let value as any Storable: self = value.storedValue
    case let value as any Encodable:
      self = JSONColumn.text(of: value).map { .text($0) } ?? .null
    default: self = .null
    }
  }
}
