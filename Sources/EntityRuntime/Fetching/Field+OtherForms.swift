import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What is written from habit and has another form here: the compiler names that.

extension Field {
  /// Refuses to look into a value that is stored as JSON.
  @available(
    *, unavailable,
    message: """
      a list is stored as JSON, which a condition cannot look into; make the elements objects of a \
      to-many relationship ('$0.tags.contains { $0.name == "x" }'), or filter what is fetched
      """
  )
  public func contains<Element: Codable>(_ element: Element) -> Condition<Root>
  where Value == [Element] { .false }
}

extension Field where Value: MutableCollection & ExpressibleByArrayLiteral {
  /// Refuses to count what is stored as JSON.
  @available(
    *, unavailable,
    message: """
      a list is stored as JSON, which a condition cannot look into; make the elements objects of a \
      to-many relationship, or filter what is fetched
      """
  )
  public var count: Field<Root, Int> { Field<Root, Int>(operand) }

  /// Refuses to look into a value that is stored as JSON.
  @available(
    *, unavailable,
    message: """
      a list is stored as JSON, which a condition cannot look into; make the elements objects of a \
      to-many relationship, or filter what is fetched
      """
  )
  public var isEmpty: Condition<Root> { .false }
}

extension Field where Value: ToManyValue {
  /// Refuses to take one member out.
  @available(
    *, unavailable,
    message: """
      whether a member satisfies a condition is asked by 'any', '$0.books.any { $0.pages > 300 }', \
      and its values by 'filter', '$0.books.filter { $0.pages > 300 }.max(\\.pages)'
      """
  )
  @_disfavoredOverload
  public func first(
    where condition: (Fields<Value.Member>) -> Condition<Value.Member>
  ) -> Field<Root, Value.Member?> { Field<Root, Value.Member?>(operand) }
}

extension Field where Value: TextAttribute {
  /// Refuses a comparison by the rules of a locale.
  @available(
    *, unavailable,
    message: """
      a store knows no locale; write '.contains("x", ignoringCase: true)', or, where accents do \
      not matter either, '.folded().contains("x")' with a text in small letters without accents
      """
  )
  public func localizedStandardContains(_ text: String) -> Condition<Root> { .false }

  /// Refuses a comparison by the rules of a locale.
  @available(
    *, unavailable,
    message: "a store knows no locale; write '.contains(\"x\", ignoringCase: true)'"
  )
  public func localizedCaseInsensitiveContains(_ text: String) -> Condition<Root> { .false }

  /// Refuses a comparison whose result is an order.
  @available(
    *, unavailable,
    message: "write '.equals(\"x\", ignoringCase: true)' for texts that differ in case alone"
  )
  public func caseInsensitiveCompare(_ text: String) -> Field<Root, ComparisonResult> {
    Field<Root, ComparisonResult>(operand)
  }

  /// Refuses options of another library.
  @available(
    *, unavailable,
    message: "write '.contains(\"x\", ignoringCase: true)', or '.folded().contains(\"x\")'"
  )
  public func contains(_ text: String, options: __TextOptions) -> Condition<Root> { .false }

  /// Refuses options of another library.
  @available(
    *, unavailable,
    message: "write '.hasPrefix(\"x\", ignoringCase: true)', or '.folded().hasPrefix(\"x\")'"
  )
  public func starts(with prefix: String, options: __TextOptions) -> Condition<Root> { .false }

  /// Refuses the wildcards of another library.
  @available(
    *, unavailable,
    message: "write '.like(\"a%\", ignoringCase: true)', with '%' for '*' and '_' for '?'"
  )
  public func like(_ pattern: String, caseInsensitive: Bool) -> Condition<Root> { .false }

  /// Refuses the name that sequences have for it.
  @available(*, unavailable, renamed: "hasPrefix(_:ignoringCase:)")
  public func starts(with prefix: String) -> Condition<Root> { .false }
}

extension Field where Value: OrderedAttribute, Value.Present: Comparable {
  /// Refuses bounds that are no range.
  @available(*, unavailable, message: "write '.in(1...3)', whose upper bound is included")
  public func between(_ lower: Value.Present, _ upper: Value.Present) -> Condition<Root> {
    .false
  }

  /// Refuses bounds that are no range.
  @available(*, unavailable, message: "write '.in(1...3)', whose upper bound is included")
  public func between(_ lower: Value.Present, and upper: Value.Present) -> Condition<Root> {
    .false
  }

  /// Refuses another name.
  @available(*, unavailable, renamed: "in(_:)")
  public func between(_ range: ClosedRange<Value.Present>) -> Condition<Root> { .false }

  /// Refuses the range as what is looked for in the value.
  @available(*, unavailable, message: "write '.in(1...3)', or '(1...3).contains($0.pages)'")
  @_disfavoredOverload
  public func contains<Bounds: RangeExpression>(_ range: Bounds) -> Condition<Root>
  where Bounds.Bound == Value.Present { .false }
}

/// The options of other libraries that compare texts, which are refused by name.
public struct __TextOptions: ExpressibleByArrayLiteral, Sendable {
  /// Capital and small letters are equal.
  public static let caseInsensitive = __TextOptions()

  /// Letters with and without accents are equal.
  public static let diacriticInsensitive = __TextOptions()

  public init(arrayLiteral elements: __TextOptions...) {}

  private init() {}
}

extension Field where Value: OrderedAttribute, Value.Present: BinaryInteger {
  /// Refuses a function that the store does not have.
  @available(*, unavailable, message: "write '$0.pages % 2 == 0'")
  public func isMultiple(of other: Value.Present) -> Condition<Root> { .false }
}

extension Field where Value: OrderedAttribute, Value.Present == Duration {
  /// Refuses a multiple of a duration.
  @available(
    *, unavailable,
    message: """
      durations are added to each other and subtracted; store seconds as a number to compute anything \
      else, or compute the other side: '$0.length > limit / 2'
      """
  )
  @_disfavoredOverload
  public static func * (left: Field, right: Int) -> Field { left }

  /// Refuses a part of a duration.
  @available(
    *, unavailable,
    message: """
      durations are added to each other and subtracted; store seconds as a number to compute anything \
      else, or compute the other side: '$0.length > limit * 2'
      """
  )
  @_disfavoredOverload
  public static func / (left: Field, right: Int) -> Field { left }
}
