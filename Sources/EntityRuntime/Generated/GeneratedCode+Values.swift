// What generated code calls to take the values of an object.

public import EntityModel

extension ManagedObject {
  /// The id of the object that the optional to-one `index` refers to, which is not read.
  public final func __objectID(ofToOne index: Int) -> ObjectID? {
    if __flags.contains(.isFault) { __fire() }
    guard let relationship = __entity.relationships[index] else { return nil }
    let reference = __toOne(index).rowID
    return reference == 0
      ? nil : ObjectID(entityName: __unit.entities[relationship.target].rootName, rowID: reference)
  }

  /// The id of the object that the required to-one `index` refers to, which is not read; that of no
  /// object where there is none.
  public final func __requiredObjectID(ofToOne index: Int) -> ObjectID {
    // Asking for the object reports that there is none.
    __objectID(ofToOne: index) ?? (__value(index) as? ManagedObject)?.__objectID
      ?? ObjectID(entityName: "", rowID: 0)
  }

  /// The attribute `index`, which is deprecated, so that its accessor would draw a warning.
  public final func __attribute<Value>(_ index: Int) -> Value {
    guard let value = __value(index) as? Value else {
      preconditionFailure("an attribute answers with a value of its type")
    }
    return value
  }

  /// Passes on the value of an attribute of an entity with values; where its type is not Sendable,
  /// the compiler says so at the property.
  @inlinable public final func __sendableForValues<Value: Sendable>(_ value: Value) -> Value {
    value
  }
}
