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

  /// Returns what the derived attribute that `path` leads to from an object of `type` is, or `nil`
  /// if it leads to anything else.
  static func operand(at path: PropertyPath, in type: ManagedObject.Type) -> PredicateOperand? {
    guard let name = path.names.last else { return nil }
    var owner: ManagedObject.Type? = type
    for step in path.names.dropLast() { owner = owner.flatMap { target(of: step, in: $0) } }
    return owner.flatMap { operand(of: name, in: $0) }?.leading(from: path.owner)
  }

  /// Returns the class of the object that the to-one `name` of `type` refers to.
  private static func target(
    of name: String, in type: ManagedObject.Type
  ) -> ManagedObject.Type? {
    var next: ManagedObject.Type? = type
    while let type = next {
      let description = ClassDescription.of(type)
      let relationship = description.entity?.properties.first { $0.name == name }?.relationship
      if let relationship {
        return description.targets.first { $0.__entityName == relationship.target }
      }
      next = description.superclass
    }
    return nil
  }
}
