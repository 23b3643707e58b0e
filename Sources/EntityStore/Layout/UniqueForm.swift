package import EntityModel

/// What of a value no two rows hold both.
package enum UniqueForm: Hashable, Sendable {
  /// The value as it is.
  case plain

  /// The text without case, which those have in common whose texts are equal too.
  case folded

  /// Returns what of `value` another row may not hold.
  package func of(_ value: StoredValue) -> StoredValue {
    if self == .folded { return value.foldedText }
    // Zero has two signs and is one number.
    if case .real(0) = value { return .real(0) }
    return value
  }

  /// Returns what requests compare with that, where `operand` is the value.
  package func of(_ operand: PredicateOperand) -> PredicateOperand {
    // The index is of texts without case, of which each is there once.
    self == .folded ? .function(.folded(.ignoringCase), .string, [operand]) : operand
  }
}
