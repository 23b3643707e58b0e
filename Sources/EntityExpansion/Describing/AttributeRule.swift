package import EntityModel
import SwiftReader

/// A rule of an attribute, as its description has it.
package enum AttributeRule: Sendable {
  /// A rule that is read when the program is built.
  case value(ValueRule)

  /// A rule of the program's own: what a value has to be, the rule's name where one is written, and
  /// the closure as written.
  case own(text: String, id: String?, closure: String)
}

/// A rule as the annotation of an attribute writes it: `.range(1...9999)`.
struct WrittenRule {
  /// The rules that there are.
  enum Kind: String, CaseIterable {
    case range, length, pattern, rule
  }

  /// Why a rule is none, and where.
  enum Mistake: Error {
    /// The attribute's type has no such rule.
    case type

    /// Something else than a range of literals.
    case notRange(Range<Int>)

    /// A range without values; `swapped` is the range with its ends exchanged, where that has some.
    case empty(Expression, swapped: String?)

    /// A literal that the type does not have.
    case bound(Expression)

    /// No regular expression, as `message` says; nil where it is no literal.
    case pattern(Range<Int>, message: String?)

    /// A rule of the program's own without its text or a closure of one parameter.
    case notClosure(Range<Int>)

    /// A closure whose parameter has no type.
    case untyped(Range<Int>, parameter: String)

    /// A closure about other values.
    case otherType(TypeSyntax)
  }

  let kind: Kind
  /// The bytes of the rule's name, after the dot.
  let nameRange: Range<Int>
  private let arguments: [Argument]
  private let closures: [Expression.TrailingClosure]
  private let range: Range<Int>

  /// Reads `argument`, nil for other expressions.
  init?(_ argument: Expression) {
    guard case .call(let callee, let arguments, let closures) = argument.form,
      let kind = callee.memberName(of: "AttributeOption").flatMap(Kind.init)
    else { return nil }
    self.kind = kind
    self.arguments = arguments
    self.closures = closures
    range = argument.range
    let quotes = callee.text.hasSuffix("`") ? 2 : 0
    nameRange =
      (callee.range.upperBound - kind.rawValue.utf8.count - quotes)..<callee.range.upperBound
  }

  /// The range, text or closure that the rule is about, nil where there is none or more.
  var value: Expression? {
    arguments.count == 1 && closures.isEmpty && arguments[0].label == nil
      ? arguments[0].value : nil
  }

  /// Returns what the rule says of values of `type`.
  func meaning(for type: TypeSyntax) throws(Mistake) -> AttributeRule {
    try meaning(as: kind, for: type)
  }

  /// `true` if the rule would be right as one of `kind`.
  func means(_ kind: Kind, for type: TypeSyntax) -> Bool {
    (try? meaning(as: kind, for: type)) != nil
  }

  private func meaning(as kind: Kind, for type: TypeSyntax) throws(Mistake) -> AttributeRule {
    let storage = StorageType(ofStandard: type)
    switch kind {
    case .range:
      guard let storage, storage.isNumber else { throw .type }
      return .value(try numbers(of: storage))
    case .length:
      guard storage == .string || storage == .data else { throw .type }
      return .value(try counts())
    case .pattern:
      guard storage == .string else { throw .type }
      return .value(try pattern())
    case .rule: return try own(type)
    }
  }

  // MARK: Ranges

  private func ends() throws(Mistake) -> Expression.RangeEnds {
    guard let value, let ends = value.rangeEnds else { throw .notRange(value?.range ?? range) }
    for end in [ends.lower, ends.upper] where end?.isNumber == false {
      throw .notRange(value.range)
    }
    return ends
  }

  private func numbers(of type: StorageType) throws(Mistake) -> ValueRule {
    let ends = try ends()
    let lower = try ends.lower.map { end throws(Mistake) in try number(end, type) }
    let upper = try ends.upper.map { end throws(Mistake) in try number(end, type) }
    if let lower, let upper { try requireValues(ends, lower.order, upper.order) }
    return ends.isClosed
      ? .range(from: lower?.value, through: upper?.value)
      : .range(from: lower?.value, below: upper?.value)
  }

  /// What the ends of a range are compared by.
  private enum Order {
    case integer(Int)

    /// A number of which more digits may be written than a real has.
    case real(Double, isExact: Bool)

    var real: Double {
      switch self {
      case .integer(let number): Double(number)
      case .real(let number, _): number
      }
    }

    /// Returns `true` if the range from `self` to `other` has no values.
    func isEmptyRange(to other: Order, isClosed: Bool) -> Bool {
      if case .integer(let lower) = self, case .integer(let upper) = other {
        return lower > upper || (lower == upper && !isClosed)
      }
      var isKnown = true
      for case .real(_, isExact: false) in [self, other] { isKnown = false }
      return real > other.real || (real == other.real && !isClosed && isKnown)
    }
  }

  /// Returns the number that `literal` is as one of `type`, and what orders it.
  private func number(
    _ literal: Expression, _ type: StorageType
  ) throws(Mistake) -> (value: StoredValue, order: Order) {
    if let number = literal.signedInteger {
      switch type {
      case .double, .float: return (.real(Double(number)), .real(Double(number), isExact: true))
      case .decimal: return (.text("\(number)"), .integer(number))
      default:
        guard type.integerRange?.contains(Int64(number)) ?? true else { throw .bound(literal) }
        return (.integer(Int64(number)), .integer(number))
      }
    }
    let digits = literal.spelling.filter { $0 != "_" && $0 != " " && $0 != "(" && $0 != ")" }
    guard let order = Double(digits), order.isFinite, type.integerRange == nil, type != .int64,
      type != .float || Float(order).isFinite
    else {
      throw .bound(literal)
    }
    guard type == .decimal else { return (.real(order), .real(order, isExact: true)) }
    guard digits.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }) else { throw .bound(literal) }
    return (.text(digits), .real(order, isExact: false))
  }

  private func counts() throws(Mistake) -> ValueRule {
    let ends = try ends()
    var bounds: [Int?] = []
    for end in [ends.lower, ends.upper] {
      let number = end?.signedInteger
      if let end, number.map({ $0 < 0 }) ?? true { throw .bound(end) }
      bounds.append(number)
    }
    let (lower, upper) = (bounds[0] ?? 0, bounds[1])
    guard let upper else { return .length(from: lower) }
    try requireValues(ends, .integer(lower), .integer(upper))
    return .length(from: lower, through: ends.isClosed ? upper : upper - 1)
  }

  private func requireValues(
    _ ends: Expression.RangeEnds, _ lower: Order, _ upper: Order
  ) throws(Mistake) {
    guard let value, lower.isEmptyRange(to: upper, isClosed: ends.isClosed) else { return }
    guard lower.isEmptyRange(to: upper, isClosed: true), let first = ends.lower,
      let last = ends.upper
    else { throw .empty(value, swapped: nil) }
    throw .empty(value, swapped: last.text + (ends.isClosed ? "..." : "..<") + first.text)
  }

  // MARK: Patterns and closures

  private func pattern() throws(Mistake) -> ValueRule {
    guard let value, let text = value.stringValue else {
      throw .pattern(value?.range ?? range, message: nil)
    }
    do throws(RegularExpressionError) {
      _ = try RegularExpression(text)
    } catch {
      throw .pattern(value.range, message: error.message)
    }
    return .pattern(text)
  }

  private func own(_ type: TypeSyntax) throws(Mistake) -> AttributeRule {
    var rest = arguments[...]
    guard let text = rest.popFirst(), text.label == nil, let words = text.value.stringValue,
      !words.isEmpty
    else { throw .notClosure(range) }
    var id: String?
    if rest.first?.label == "id" {
      guard let name = rest.popFirst()?.value.stringValue, !name.isEmpty else {
        throw .notClosure(range)
      }
      id = name
    }
    let given = rest.map(\.value) + closures.map(\.closure)
    guard given.count == 1, rest.first?.label == nil, closures.first?.label == nil,
      case .closure(let closure) = given[0].form, closure.parameters.count == 1,
      let signature = closure.signatureRange
    else { throw .notClosure(given.first?.range ?? range) }
    guard let written = closure.parameterTypes[0] else {
      throw .untyped(signature, parameter: closure.parameters[0])
    }
    // Other names may be those of one type, which the compiler knows.
    if let asked = StorageType(ofStandard: written), let held = StorageType(ofStandard: type),
      asked != held
    {
      throw .otherType(written)
    }
    if written.isOptional { throw .otherType(written) }
    return .own(text: words, id: id, closure: given[0].text)
  }
}

extension StorageType {
  /// `true` if values of the type are numbers.
  fileprivate var isNumber: Bool {
    self == .int64 || integerRange != nil || [.float, .double, .decimal].contains(self)
  }
}

extension Expression {
  /// `true` if the expression is a number, with or without a sign.
  fileprivate var isNumber: Bool {
    switch form {
    case .integer, .float: true
    default: isSignedNumber
    }
  }
}
