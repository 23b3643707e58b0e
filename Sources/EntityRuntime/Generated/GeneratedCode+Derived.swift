import EntityModel
public import EntityStore

// What the accessors of derived attributes call.

extension ManagedObject {
  /// The value of the derived attribute `index`; what an empty row would have of the type where
  /// there is none.
  public final func __derived<Value: Storable & PlaceholderProviding>(
    _ index: Int, _ type: Value.Type
  ) -> Value {
    let stored = __unit.queries.derivedValue(of: self, index)
    return Value(storedValue: stored) ?? Value.placeholder
  }

  /// The value of the derived attribute `index`, which there need not be.
  public final func __derived<Value: Storable>(_ index: Int, _ type: Value?.Type) -> Value? {
    Value(storedValue: __unit.queries.derivedValue(of: self, index))
  }
}
