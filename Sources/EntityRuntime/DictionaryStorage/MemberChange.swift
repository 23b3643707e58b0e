import EntityModel
import EntityStore

/// What a change of many objects makes of the properties of a storage, worked out for its rows.
struct MemberChange {
  /// What one property is made.
  private struct Step {
    let member: AssignedMember
    let attribute: Attribute

    /// The column of what is computed; `nil` for a constant.
    let column: Int?
  }

  private let steps: [Step]

  /// The type of the storage.
  private let type: any DictionaryStorage.Type

  /// Works out what `members` are made of the storage that the property `index` of `entity` is;
  /// what is to be computed for each row is added to `computed`.
  ///
  /// - Throws: a `StoreError` if a property cannot be what it is made.
  init(
    _ members: [AssignedMember], of entity: ManagedEntity, _ index: Int,
    computed: inout [PredicateOperand]
  ) throws(StoreError) {
    let property = entity.layout.properties[index]
    guard let owner = property.attribute,
      let type = entity.accesses[index].map({ flattened($0.valueType).present })
        as? any DictionaryStorage.Type
    else {
      throw entity.layout.wrongUse(of: property.name, as: "a storage")
    }
    self.type = type
    var steps: [Step] = []
    for member in members {
      let attribute = member.attribute(of: owner)
      switch member.value {
      case .constant(let value):
        if value == nil { try attribute.check(.null, of: entity, isConstant: true) }
        steps.append(Step(member: member, attribute: attribute, column: nil))
      case .computed(let operand):
        guard attribute.type.isOrdered else {
          throw entity.layout.uncomputedJSON(of: attribute.name)
        }
        steps.append(Step(member: member, attribute: attribute, column: computed.count))
        computed.append(operand)
      }
    }
    self.steps = steps
  }

  /// Works out the constants that `members` of a storage of a new object are made.
  init(
    constants members: [AssignedMember], of entity: ManagedEntity, _ index: Int
  ) throws(StoreError) {
    var computed: [PredicateOperand] = []
    try self.init(members, of: entity, index, computed: &computed)
    guard computed.isEmpty else { throw entity.layout.computedInsertion(of: index) }
  }

  /// Returns `old`, a storage as it is stored, with the properties as they are made, of which
  /// `made` are computed; what is none as it is.
  ///
  /// - Throws: a `StoreError` if a property cannot be what has been computed.
  func value(
    insteadOf old: StoredValue, _ made: [StoredValue], _ entity: ManagedEntity
  ) throws(StoreError) -> StoredValue {
    guard case .text(let text) = old, var storage = type.stored(text) else { return old }
    // What is computed of a property that is not there has no value.
    for step in steps where step.member.isReached(in: storage) {
      let value = step.column.map { made[$0] } ?? .null
      if step.column != nil { try step.attribute.check(value, of: entity, isConstant: false) }
      guard let changed = step.member.assigned(in: storage, value) else {
        let name = step.attribute.name
        throw StoreError(
          .invalidRequest,
          "'\(entity.name).\(name)' cannot hold what it was to be made: its type has no such value",
          entity: entity.name, properties: [name])
      }
      storage = changed
    }
    return (storage as? any DictionaryStorage).flatMap { JSONColumn.text(of: $0) }
      .map { .text($0) } ?? old
  }
}

extension DictionaryStorage {
  /// Returns the storage that is stored as `text`; `nil` if that is none.
  fileprivate static func stored(_ text: String) -> Any? {
    JSONColumn.value(of: text, as: Self.self)
  }
}
