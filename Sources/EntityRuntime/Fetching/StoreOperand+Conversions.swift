#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What is converted from habit and has another form here: the compiler names that. Without these it
// finds no words for what it refuses.

extension Int {
  /// Refuses to make a number of what represents a value.
  @available(
    *, unavailable, message: "the store converts the value: write '$0.price.int' in the closure"
  )
  public init(_ operand: some __StoreOperand) { self = 0 }
}

extension Double {
  /// Refuses to make a number of what represents a value.
  @available(
    *, unavailable, message: "the store converts the value: write '$0.pages.double' in the closure"
  )
  public init(_ operand: some __StoreOperand) { self = 0 }
}

extension Decimal {
  /// Refuses to make a number of what represents a value.
  @available(
    *, unavailable, message: "the store converts the value: write '$0.pages.decimal' in the closure"
  )
  public init(_ operand: some __StoreOperand) { self = 0 }
}

extension String {
  /// Refuses to make text of what represents a value.
  @available(
    *, unavailable,
    message: """
      this represents a value that only the store has, which makes no text of numbers; compare the \
      number, or fetch the values and make text of these
      """
  )
  public init(_ operand: some __StoreOperand) { self = "" }
}
