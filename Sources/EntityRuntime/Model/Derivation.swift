import EntityModel

/// What derived attributes are, as conditions, orders and results name them.
///
/// A request that names a derived attribute asks what it is derived of, so that memory, a store and
/// whoever follows changes need not know of such attributes. Where a store keeps the value, it
/// recognizes what is asked.
enum Derivation {
  /// `true` while it is asked what a derived attribute is: no other one is part of that.
  @TaskLocal private static var isOpen = false

  /// Returns what the derived attribute `name` of `type` is, or `nil` if the property of that name
  /// is another one, or there is none.
  static func operand(of name: String, in type: ManagedObject.Type) -> PredicateOperand? {
    guard !isOpen else { return nil }
    for description in ClassDescription.lineage(of: type) {
      if let make = description.derivations[name] { return $isOpen.withValue(true) { make() } }
    }
    return nil
  }
}
