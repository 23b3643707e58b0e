import EntityModel
import EntityStore

/// What a change of many objects makes of the leaves of a composition, worked out for its rows.
struct LeafChange {
  /// What one leaf is made.
  private struct Step {
    let way: String
    let attribute: Attribute

    /// The JSON of a constant, the same in each row; `nil` for what is computed.
    let constant: String?

    /// The column of what is computed.
    let column: Int
  }

  private let steps: [Step]

  /// The type of the composition.
  private let type: any Composition.Type

  /// Works out what `leaves` of `attribute` of `entity` are made; what is to be computed for each
  /// row is added to `computed`.
  ///
  /// - Throws: a `StoreError` if a leaf cannot be what it is made.
  init(
    _ leaves: [AssignedLeaf], of attribute: Attribute, _ type: any Composition.Type,
    _ entity: ManagedEntity, computed: inout [PredicateOperand]
  ) throws(StoreError) {
    self.type = type
    var steps: [Step] = []
    for leaf in leaves {
      let own = Attribute(
        name: "\(attribute.name).\(leaf.way)", type: leaf.leaf.type,
        isOptional: leaf.leaf.isOptional)
      switch leaf.value {
      case .constant(let value):
        try own.check(value, of: entity, isConstant: true)
        steps.append(
          Step(way: leaf.way, attribute: own, constant: value.jsonText(as: own.type), column: 0))
      case .json(let text):
        steps.append(Step(way: leaf.way, attribute: own, constant: text, column: 0))
      case .computed(let operand):
        guard own.type.isOrdered else { throw entity.layout.uncomputedJSON(of: own.name) }
        steps.append(
          Step(way: leaf.way, attribute: own, constant: nil, column: computed.count))
        computed.append(operand)
      }
    }
    self.steps = steps
  }

  /// Returns `old`, a composition as it is stored, with the leaves as they are made, of which
  /// `made` are computed; what is none as it is.
  ///
  /// - Throws: a `StoreError` if a leaf cannot be what has been computed.
  func value(
    insteadOf old: StoredValue, _ made: [StoredValue], _ entity: ManagedEntity
  ) throws(StoreError) -> StoredValue {
    guard case .text(let text) = old else { return old }
    var json = Array(text.utf8)
    for step in steps {
      if let constant = step.constant {
        json = json.settingLeaf(step.way, to: constant) ?? json
        continue
      }
      let value = made[step.column]
      // What is computed of a leaf that is not there has no value.
      guard let changed = json.settingLeaf(step.way, to: value.jsonText(as: step.attribute.type))
      else { continue }
      try step.attribute.check(value, of: entity, isConstant: false)
      json = changed
    }
    // As an object would write it, so that equal values are stored alike.
    return type.normalized(String(decoding: json, as: UTF8.self)).map { .text($0) } ?? old
  }
}

extension LeafChange {
  /// Works out what `leaves` of the composition that the property `index` of `entity` is are made;
  /// what is to be computed for each row is added to `computed`.
  init(
    _ leaves: [AssignedLeaf], of entity: ManagedEntity, _ index: Int,
    computed: inout [PredicateOperand]
  ) throws(StoreError) {
    let property = entity.layout.properties[index]
    guard let attribute = property.attribute,
      let type = entity.accesses[index].map({ flattened($0.valueType).present })
        as? any Composition.Type
    else {
      throw entity.layout.wrongUse(of: property.name, as: "a composition")
    }
    try self.init(leaves, of: attribute, type, entity, computed: &computed)
  }

  /// Works out the constants that `leaves` of a composition of a new object are made.
  init(
    constants leaves: [AssignedLeaf], of entity: ManagedEntity, _ index: Int
  ) throws(StoreError) {
    var computed: [PredicateOperand] = []
    try self.init(leaves, of: entity, index, computed: &computed)
    guard computed.isEmpty else { throw entity.layout.computedInsertion(of: index) }
  }
}

extension Composition {
  /// Returns `json`, that of a composition, as an object writes it; `nil` if it is of none.
  fileprivate static func normalized(_ json: String) -> String? {
    JSONColumn.value(of: json, as: Self.self).flatMap { JSONColumn.text(of: $0) }
  }
}
