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
    case .constant(.object(let object)): .object(object)
    case .constant(let constant):
      .value(constant.stored ?? StoredValue(constant: constant.value))
    }
  }

  /// Returns what a part of the composition or the storage has been made, which `way` leads to from
  /// there and `path` from the object; `nil` where it stays what it is. A part that has been
  /// assigned by itself is refused: it is not there where its composition or its storage is not.
  func operand(ofPart way: Substring, _ path: PropertyPath) -> PredicateOperand? {
    let assigned: [String]
    switch self {
    case .computed(let operand): return operand.path.map { .attribute($0.appendingPart(way)) }
    case .constant(let constant):
      guard let value = constant.value.flatMap({ flattened($0) }) else { return .value(.null) }
      let part = namedWays(of: type(of: value)).first { $0.path == way }?.value(of: value)
      return .value((part as? any Storable)?.storedValue ?? .null)
    case .leaves(let leaves, let whole):
      // Those of a constant are among them.
      if let known = whole?.operand(ofPart: way, path),
        leaves.last(where: { $0.way == way })?.value.operand == known
      {
        return known
      }
      assigned = leaves.map(\.way)
    case .members(let members, _): assigned = members.map(\.way)
    }
    guard assigned.contains(where: { way == $0 || way.hasPrefix("\($0).") }) else {
      return whole?.operand(ofPart: way, path)
    }
    let text = "what is derived of '\(path.text)', which has been assigned before (read it first)"
    return .choice(.string, .refused(text), .value(.null), .value(.null))
  }
}
