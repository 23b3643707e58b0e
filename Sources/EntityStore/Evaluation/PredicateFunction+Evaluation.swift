import EntityJSON
package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateFunction {
  /// Returns what the function makes of `arguments`, a value of `type`; null where there is none.
  ///
  /// A store calls this too where its own functions would answer differently.
  package func value(of arguments: [StoredValue], as type: StorageType) -> StoredValue {
    switch self {
    case .coalesce: return arguments.first { !$0.isNull } ?? .null
    case .least: return Self.extreme(arguments, type, isLast: false)
    case .greatest: return Self.extreme(arguments, type, isLast: true)
    case .settingMember(let path):
      guard arguments.count == 2 else { return .null }
      return JSONMemberPath(path).setting(arguments[1], in: arguments[0])
    default: break
    }
    if arguments.contains(where: \.isNull) { return .null }
    if case .languageOrder(let order) = self { return Self.order(arguments, order) }
    if self == .concatenate { return .text(arguments.map(\.text).joined()) }
    if case .textMatch(let match) = self { return Self.match(match, arguments) }
    if case .member(let path) = self {
      return arguments.first.map { JSONMemberPath(path).value(in: $0, as: type) } ?? .null
    }
    if self == .written {
      return arguments.first?.json(as: type).map { .text($0.text) } ?? .null
    }
    if [.real, .whole, .decimal].contains(self) { return converted(arguments) }
    switch (arguments.first, arguments.dropFirst().first) {
    case (.integer(let left)?, .integer(let right)?):
      return whole(left, right).map { .integer($0) } ?? .null
    case (.real(let left)?, .real(let right)?): return .real(number(left, right))
    case (.text(let left)?, .text(let right)?): return decimal(left, right)
    case (.integer(let value)?, nil): return whole(value).map { .integer($0) } ?? .null
    case (.real(let value)?, nil): return single(value)
    case (.text(let text)?, nil): return type == .decimal ? decimal(text) : single(text)
    case (.blob(let bytes)?, nil) where self == .length: return .integer(Int64(bytes.count))
    default: return .null
    }
  }

  // MARK: Numbers

  private func whole(_ left: Int64, _ right: Int64) -> Int64? {
    let (result, overflows) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: right == -1 ? (0, false) : left.remainderReportingOverflow(dividingBy: right)
      case .shuffled: (Self.shuffled(left, right), false)
      default: (0, true)
      }
    return overflows ? nil : result
  }

  /// Returns a number that depends on a number and a seed, which are any.
  private static func shuffled(_ number: Int64, _ seed: Int64) -> Int64 {
    let bits = SplitMix.mixed(UInt64(bitPattern: number) &+ UInt64(bitPattern: seed))
    return Int64(bitPattern: SplitMix.mixed(bits))
  }

  private func whole(_ value: Int64) -> Int64? {
    switch self {
    case .negate: value == .min ? nil : -value
    case .absolute: value == .min ? nil : abs(value)
    case .rounded, .roundedDown, .roundedUp: value
    default: nil
    }
  }

  private func number(_ left: Double, _ right: Double) -> Double {
    let result =
      switch self {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .remainder: left.truncatingRemainder(dividingBy: right)
      default: Double.nan
      }
    // Processors differ in the sign of a NaN that comes of computing.
    return result.isNaN ? .nan : result
  }

  private func single(_ value: Double) -> StoredValue {
    switch self {
    case .negate: .real(-value)
    case .absolute: .real(abs(value))
    case .rounded: .real(value.rounded())
    case .roundedDown: .real(value.rounded(.down))
    case .roundedUp: .real(value.rounded(.up))
    case .datePart(let part, let zone):
      CivilTime(value, zone).map { .integer(Int64($0[part])) } ?? .null
    case .dateStart(let part, let zone):
      CivilTime(value, zone).map { .real($0.start(of: part)) } ?? .null
    default: .null
    }
  }

  private func decimal(_ left: String, _ right: String) -> StoredValue {
    guard let left = Decimal(digits: left), let right = Decimal(digits: right) else {
      return .null
    }
    let result: Decimal? =
      switch self {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left.product(right)
      case .divide: right == 0 ? nil : left / right
      default: nil
      }
    return result.flatMap { $0.isNaN ? nil : .text("\($0)") } ?? .null
  }

  private func decimal(_ text: String) -> StoredValue {
    guard let value = Decimal(digits: text) else { return .null }
    switch self {
    case .negate: return .text("\(-value)")
    case .absolute: return .text("\(abs(value))")
    case .rounded: return .text("\(value.rounded(.plain))")
    case .roundedDown: return .text("\(value.rounded(.down))")
    case .roundedUp: return .text("\(value.rounded(.up))")
    default: return .null
    }
  }

  /// Returns the number that the only one of `arguments` is as one of another type.
  private func converted(_ arguments: [StoredValue]) -> StoredValue {
    switch (self, arguments.first) {
    case (.real, .integer(let value)?): return .real(Double(value))
    case (.real, .text(let text)?): return Double(text).map { .real($0) } ?? .null
    case (.whole, .real(let value)?):
      return Int64(exactly: value.rounded(.towardZero)).map { .integer($0) } ?? .null
    case (.whole, .text(let text)?):
      let whole = Decimal(digits: text).flatMap { Int64("\($0.wholePart)") }
      return whole.map { .integer($0) } ?? .null
    case (.decimal, .integer(let value)?): return .text("\(Decimal(value))")
    case (.decimal, .real(let value)?):
      let decimal = Decimal(digits: "\(value)").flatMap { $0.isNaN ? nil : $0 }
      return decimal.map { .text("\($0)") } ?? .null
    case (_, let value): return value ?? .null
    }
  }

  // MARK: Texts

  private func single(_ text: String) -> StoredValue {
    switch self {
    case .length: .integer(Int64(text.count))
    case .lowercased: .text(text.lowercased())
    case .uppercased: .text(text.uppercased())
    case .trimmed: .text(Self.trimmed(text))
    case .folded(let folding): .text(folding.folded(text))
    default: .null
    }
  }

  private static func trimmed(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }

  /// Returns whether the second of two texts stands in the first where `match` says.
  private static func match(
    _ match: PredicateTree.TextMatch, _ arguments: [StoredValue]
  ) -> StoredValue {
    guard arguments.count == 2, case .text(let whole) = arguments[0],
      case .text(let part) = arguments[1]
    else { return .null }
    return .integer(match.holds(in: whole, part) ? 1 : 0)
  }

  /// Returns how two texts are ordered as a number; null where the process does not know the order.
  private static func order(_ arguments: [StoredValue], _ order: TextOrder) -> StoredValue {
    guard arguments.count == 2 else { return .null }
    return order.order(arguments[0], arguments[1]).map { .integer(Int64($0.signum())) } ?? .null
  }

  // MARK: Several values

  private static func extreme(
    _ values: [StoredValue], _ type: StorageType, isLast: Bool
  ) -> StoredValue {
    var found = StoredValue.null
    for value in values where !value.isNull {
      let order = found.isNull ? 0 : StoredValue.sortOrder(value, found, as: type)
      if found.isNull || (isLast ? order > 0 : order < 0) { found = value }
    }
    // All NaNs are one, whatever their bits.
    if case .real(let real) = found, real.isNaN { return .real(.nan) }
    return found
  }
}

extension StoredValue {
  /// The text that the value is; the empty one for another value.
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}

extension TextFolding {
  /// Returns the form of `text` in which texts are equal that differ in what is ignored.
  package func folded(_ text: String) -> String {
    let text = contains(.ignoringDiacritics) ? text.withoutDiacritics : text
    return contains(.ignoringCase) ? StoredValue.folded(text) : text
  }
}

extension Decimal {
  /// Returns the whole number next to this one, in the direction that `mode` says.
  fileprivate func rounded(_ mode: Decimal.RoundingMode) -> Decimal {
    let down = wholePart
    if down == self { return self }
    let isNegative = self < 0
    switch mode {
    case .up: return isNegative ? down : down + 1
    case .down: return isNegative ? down - 1 : down
    default:
      let rest = abs(self - down)
      // A half goes away from zero.
      return rest + rest >= 1 ? (isNegative ? down - 1 : down + 1) : down
    }
  }

  /// The number without the digits after the point.
  fileprivate var wholePart: Decimal {
    let text = "\(self)"
    guard let point = text.firstIndex(of: ".") else { return self }
    return Decimal(digits: String(text[..<point])) ?? 0
  }
}

extension Decimal {
  /// Returns the product of the numbers; `nil` if it may be nearer to zero than a decimal can be.
  ///
  /// Foundation's own ends the process where the exponent of the product is too small, once its
  /// digits have been cut off that a decimal does not hold.
  fileprivate func product(_ other: Decimal) -> Decimal? {
    if isZero || other.isZero { return 0 }
    let exponent = self.exponent + other.exponent
    if exponent >= Int(Int8.min) { return self * other }
    let digits = "\(significand)\(other.significand)".count { $0.isNumber } - 1
    return exponent + max(0, digits - 39) >= Int(Int8.min) ? self * other : nil
  }
}
