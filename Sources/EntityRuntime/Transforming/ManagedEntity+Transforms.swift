public import EntityModel
import EntityStore

extension ManagedEntity {
  /// Returns what the attributes of the class `type` with a transform are stored as, inherited ones
  /// too, by property index in `layout`.
  static func transforms(
    of type: ManagedObject.Type, _ layout: EntityLayout
  ) -> [Int: any TransformedAttribute.Type] {
    var found: [Int: any TransformedAttribute.Type] = [:]
    for description in ClassDescription.lineage(of: type) {
      for (name, value) in description.valueTypes {
        guard let transformed = value as? any TransformedAttribute.Type,
          let index = layout.propertyIndex(name)
        else { continue }
        found[index] = transformed
      }
    }
    return found
  }
}

extension Saver {
  /// Adds the values of `object` that a transform has not stored: all of a new one, those that have
  /// been assigned of another.
  func addRefusedValues(of object: ManagedObject, to found: inout [ValidationError.Problem]) {
    let entity = object.__entity
    guard !entity.transforms.isEmpty else { return }
    let assigned = object.__changes?.properties ?? []
    for (index, type) in entity.transforms.sorted(by: { $0.key < $1.key }) {
      guard object.__flags.contains(.isInserted) || assigned.contains(index),
        object.storedValue(at: index).isNull, let value = object.__value(index)
      else { continue }
      do {
        _ = try type.storing(value)
      } catch {
        found.append(
          ValidationError.Problem(
            "validation.transform", object, index,
            "holds a value that '\(type.transformName)' does not store: \(error)"))
      }
    }
  }
}

extension __EntityBuilder {
  /// Adds a rule of the required attribute `name`, with a transform, which has been added last.
  public mutating func rule<Value: TransformedAttribute>(
    _ name: String, _ type: Value.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value.Transform.Value) -> Bool
  ) {
    rule(name, type, text, id: id) { (value: Value) in condition(value.value) }
  }

  /// Adds a rule of the optional attribute `name`, with a transform, which has been added last.
  public mutating func rule<Value: TransformedAttribute>(
    _ name: String, _ type: Value?.Type, _ text: String, id: String = ValueRule.customID,
    _ condition: @escaping @Sendable (Value.Transform.Value) -> Bool
  ) {
    rule(name, Value.self, text, id: id) { (value: Value) in condition(value.value) }
  }
}

extension __ValuesVisitor {
  /// Sees an attribute whose values `transform` stores.
  public final func attribute<Transform: AttributeTransform>(
    _ name: String, _ value: inout Transform.Value, _ kind: Kind, as transform: Transform.Type
  ) {
    var transformed = Transformed<Transform>(value)
    attribute(name, &transformed, kind)
    value = transformed.value
  }

  /// Sees an optional attribute whose values `transform` stores.
  public final func attribute<Transform: AttributeTransform>(
    _ name: String, _ value: inout Transform.Value?, _ kind: Kind, as transform: Transform.Type
  ) {
    var transformed = Transformed<Transform>(value)
    attribute(name, &transformed, kind)
    value = transformed?.value
  }
}

extension __KeyPathTable {
  /// Adds the key path of the attribute `name`, whose values `transform` stores, and that of what
  /// they are stored as, where that has a name.
  public mutating func add<Root: ManagedObject, Value, Transform: AttributeTransform>(
    _ name: String, _ keyPath: ReferenceWritableKeyPath<Root, Value>, transform: Transform.Type,
    storedAs stored: AnyKeyPath? = nil
  ) {
    rows.append(
      Row(
        name: name, keyPath: keyPath, isTransformed: true, storedForm: stored,
        get: { object in (object as? Root).flatMap { flattened($0[keyPath: keyPath]) } },
        set: { object, value in
          let value = (value.flatMap(flattened) as? Transformed<Transform>)?.value ?? value
          guard let object = object as? Root, let value = value as? Value else { return false }
          object[keyPath: keyPath] = value
          return true
        }))
  }
}
