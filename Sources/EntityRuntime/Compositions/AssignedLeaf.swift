import EntityModel
import EntityStore

/// A leaf, and what a change of many objects makes it.
struct AssignedLeaf {
  /// What a leaf is made.
  enum Value {
    /// A constant that is stored as it is.
    case constant(StoredValue)

    /// The JSON of a constant.
    case json(String)

    /// What is computed for each object.
    case computed(PredicateOperand)

    /// Takes the form in which the constant `value` is stored.
    init(constant value: (some Encodable)?) {
      guard let value = value.flatMap({ flattened($0) }) else {
        self = .constant(.null)
        return
      }
      if let value = value as? any Storable {
        self = .constant(value.storedValue)
      } else {
        self =
          (value as? any Encodable).flatMap { JSONColumn.text(of: $0) }.map { .json($0) }
          ?? .constant(.null)
      }
    }

    /// The value as an operand of what is computed.
    var operand: PredicateOperand {
      switch self {
      case .constant(let value): .value(value)
      case .json(let text): .value(.text(text))
      case .computed(let operand): operand
      }
    }
  }

  /// The names that lead to the leaf, with dots between them.
  private(set) var way: String

  /// The leaf.
  let leaf: Leaf

  /// What it is made.
  var value: Value

  init(way: String, leaf: Leaf, value: Value) {
    (self.way, self.leaf, self.value) = (way, leaf, value)
  }

  /// Returns the leaves of the composition of `type` that `json` is, those that have a value, as
  /// constants.
  static func leaves(of type: any Composition.Type, inJSON json: String) -> [AssignedLeaf] {
    type.__leafTable.ways.compactMap { way in
      let value = StoredValue(leaf: way.path, of: Array(json.utf8), as: way.leaf.type)
      return value.isNull
        ? nil : AssignedLeaf(way: way.path, leaf: way.leaf, value: .constant(value))
    }
  }

  /// Returns the same of a leaf that `way` leads to.
  func moved(to way: Substring) -> AssignedLeaf {
    var moved = self
    moved.way = String(way)
    return moved
  }
}
