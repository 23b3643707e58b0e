package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ResultExpression {
  /// Returns the value of the column over `subjects`, the objects of one group, when the values are
  /// of `type`; `nil` where a sum of whole numbers is more than 64 bits can hold.
  ///
  /// Values that are absent count for nothing. A column that is no aggregate is that of the first
  /// object.
  package func value<Subject: PredicateSubject>(
    over subjects: [Subject], as type: StorageType
  ) -> StoredValue? {
    guard let operand else { return .integer(Int64(subjects.count)) }
    guard let function else { return subjects.first.map { operand.value(for: $0) } ?? .null }
    return function.value(over: subjects.map { operand.value(for: $0) }, as: type)
  }
}

extension AggregateFunction {
  /// Returns the value over `values`, which are of `type`; `nil` where a sum of whole numbers is
  /// more than 64 bits can hold. Values that are absent count for nothing.
  package func value(over values: [StoredValue], as type: StorageType) -> StoredValue? {
    let values = values.filter { !$0.isNull }
    return switch self {
    case .count: .integer(Int64(values.count))
    case .distinctCount: .integer(Int64(Set(values.map { GroupKey($0, as: type) }).count))
    case .sum: Self.sum(values, type)
    case .average: Self.average(values, type)
    case .any: .integer(values.contains(.integer(1)) ? 1 : 0)
    case .all: .integer(values.contains(.integer(0)) ? 0 : 1)
    case .minimum: values.min { Self.precedes($0, $1, type) } ?? .null
    case .maximum: values.max { Self.precedes($0, $1, type) } ?? .null
    }
  }

  /// `true` if `left` comes before `right` in the order of `type`.
  private static func precedes(
    _ left: StoredValue, _ right: StoredValue, _ type: StorageType
  ) -> Bool {
    StoredValue.sortOrder(left, right, as: type) < 0
  }

  /// Returns the sum of `values`, or `nil` where it is too large.
  private static func sum(_ values: [StoredValue], _ type: StorageType) -> StoredValue? {
    if type == .decimal { return .text("\(values.reduce(Decimal.zero) { $0 + $1.decimal })") }
    if type.storageClass == .real { return .real(sum(values)) }
    // What a part comes to does not matter, as it depends on the order.
    var sum: Int128 = 0
    for case .integer(let value) in values { sum += Int128(value) }
    return Int64(exactly: sum).map { .integer($0) }
  }

  /// Returns the average of `values`, or null for none.
  private static func average(_ values: [StoredValue], _ type: StorageType) -> StoredValue {
    if values.isEmpty { return .null }
    guard type == .decimal else {
      return .real(sum(values) / Double(values.count))
    }
    return .text("\(values.reduce(Decimal.zero) { $0 + $1.decimal } / Decimal(values.count))")
  }

  /// Returns the sum of `values` as reals.
  private static func sum(_ values: [StoredValue]) -> Double {
    let sum = values.reduce(0) { $0 + $1.double }
    // Processors differ in the sign of a NaN that comes of adding.
    return sum.isNaN ? .nan : sum
  }
}

/// A value by which objects are grouped: two keys are equal when the store says that their values
/// are.
package struct GroupKey: Hashable {
  private let value: StoredValue
  private let decimal: Decimal?

  /// Creates the key of `value`, which is of `type`.
  package init(_ value: StoredValue, as type: StorageType) {
    switch value {
    // Zero has two signs and is one number.
    case .real(0): self.value = .real(0)
    default: self.value = value
    }
    guard type == .decimal, case .text(let text) = value else {
      decimal = nil
      return
    }
    decimal = Decimal(digits: text)
  }

  package static func == (left: GroupKey, right: GroupKey) -> Bool {
    if let first = left.decimal, let second = right.decimal { return first == second }
    return left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    if let decimal { hasher.combine(decimal) } else { hasher.combine(value) }
  }
}

extension PredicateSubject {
  /// Returns what `path` leads to: an attribute's value or the number of a to-one's object.
  package func value(at path: PropertyPath) -> StoredValue {
    var owner: Self? = self
    for name in path.names.dropLast() { owner = owner?.relatedObject(name) }
    guard let owner, let name = path.names.last else { return .null }
    if let found = owner.attributeValue(name) { return found.value }
    return owner.relatedObject(name).map { .integer($0.subjectID.rowID) } ?? .null
  }
}

extension StoredValue {
  /// The number that the value is; what is none counts as not a number.
  fileprivate var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: .nan
    }
  }

  /// The decimal that the value's digits are; what is none counts as not a number.
  fileprivate var decimal: Decimal {
    if case .text(let text) = self { Decimal(digits: text) ?? .nan } else { .nan }
  }
}
