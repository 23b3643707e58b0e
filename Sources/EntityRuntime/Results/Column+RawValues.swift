public import EntityStore

// What is stored of an enumeration, which has a value where the program knows none of its cases.

extension Column where Value: RawRepresentable, Value.RawValue: Storable {
  /// The raw values, as which the cases are stored; those of cases that the program does not know too.
  public var rawValue: Column<Root, Value.RawValue> {
    Column<Root, Value.RawValue>(__selection.expression.operand)
  }
}

extension OptionalColumn where Value: RawRepresentable, Value.RawValue: Storable {
  /// The raw values, as which the cases are stored; those of cases that the program does not know too.
  public var rawValue: OptionalColumn<Root, Value.RawValue> {
    OptionalColumn<Root, Value.RawValue>(__selection.expression.operand)
  }
}
