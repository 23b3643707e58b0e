import EntityModel
import EntityStore

/// What a property of many objects is made.
enum AssignedValue {
  /// A value of the property's type, or an object.
  case constant(AssignedConstant)

  /// What is computed for each object.
  case computed(PredicateOperand)

  /// The composition that it is, or that it has been made as a whole, with other leaves.
  indirect case leaves([AssignedLeaf], of: AssignedValue?)

  /// The storage that it is, or that it has been made as a whole, with other properties.
  indirect case members([AssignedMember], of: AssignedValue?)

  /// What a composition or a storage has been made before parts of it were; `nil` for nothing.
  var whole: AssignedValue? {
    switch self {
    case .leaves(_, let whole), .members(_, let whole): whole
    case .constant, .computed: self
    }
  }

  /// Returns the path to what a composition at `path` is where no leaf of it has been assigned;
  /// `nil` where it has been made a constant, whose leaves are known.
  func source(_ path: PropertyPath) -> PropertyPath? {
    switch self {
    case .leaves(_, let whole), .members(_, let whole): whole.map { $0.source(path) } ?? path
    case .computed(let operand): operand.path ?? path
    case .constant: nil
    }
  }

  /// Returns the leaves that a composition of `type` has been made to have.
  func leaves(of type: any Composition.Type) -> [AssignedLeaf] {
    switch self {
    case .computed, .members: return []
    case .leaves(let leaves, _): return leaves
    case .constant(let constant):
      // What they are is known, so that they may be read.
      guard let value = constant.value.flatMap({ flattened($0) }) else { return [] }
      return type.__leafTable.ways.compactMap { way in
        guard let stored = way.value(of: value) as? any Storable else { return nil }
        return AssignedLeaf(way: way.path, leaf: way.leaf, value: .constant(stored.storedValue))
      }
    }
  }

  /// Returns the value with what leads from the variable leading from the object that is changed.
  func binding(_ variable: Int) -> AssignedValue {
    switch self {
    case .constant: return self
    case .computed(let operand): return .computed(operand.binding(variable))
    case .leaves(let leaves, let whole):
      let bound = leaves.map { leaf in
        var leaf = leaf
        if case .computed(let operand) = leaf.value {
          leaf.value = .computed(operand.binding(variable))
        }
        return leaf
      }
      return .leaves(bound, of: whole?.binding(variable))
    case .members(let members, let whole):
      return .members(members.map { $0.binding(variable) }, of: whole?.binding(variable))
    }
  }

  /// The value as an operand of what is computed; `nil` for a composition or a storage of which
  /// parts have been assigned, which stays what it is.
  var operand: PredicateOperand? {
    switch self {
    case .leaves, .members: nil
    case .computed(let operand): operand
    case .constant(.other(let object as ManagedObject)): .identifier(object.__objectID)
    case .constant(let constant):
      .value(constant.stored ?? StoredValue(constant: constant.value))
    }
  }
}
