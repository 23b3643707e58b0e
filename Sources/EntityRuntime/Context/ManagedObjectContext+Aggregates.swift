import EntityModel
public import EntityStore

// One value of all objects that a request asks for. Several at once, and of groups, are columns:
// `Book.select { ($0.count, $0.pages.sum, $0.pages.average) }`.

extension ManagedObjectContext {
  /// Returns the sum of a property of the objects that `request` asks for, its limit and offset
  /// included: `try context.sum(Book.where { $0.isRead }, of: \.pages)`; zero for none.
  ///
  /// Values that are `nil` count for nothing, and unsaved changes count.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have, and with the code `overflow` where a sum of whole numbers is more than an `Int` can
  ///   hold.
  public func sum<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of keyPath: KeyPath<Object, Value>
  ) throws -> Value.Present.Sum where Value.Present: SummableAttribute {
    try total(request, of: Fields<Object>.operand(of: keyPath))
  }

  /// Returns the sum of what `value` computes of each object that `request` asks for:
  /// `try context.sum(Line.all) { $0.price * $0.quantity }`; zero for none.
  ///
  /// - Throws: as `sum(_:of:)`.
  public func sum<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of value: (Fields<Object>) -> Field<Object, Value>
  ) throws -> Value.Present.Sum where Value.Present: SummableAttribute {
    try total(request, of: Fields<Object>.operand(value))
  }

  /// Returns the average of a property of the objects that `request` asks for, its limit and offset
  /// included: `try context.average(Book.all, of: \.pages)`; `nil` for none.
  ///
  /// Values that are `nil` count for nothing, and unsaved changes count.
  ///
  /// - Throws: as `sum(_:of:)`.
  public func average<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of keyPath: KeyPath<Object, Value>
  ) throws -> Value.Present.Average? where Value.Present: SummableAttribute {
    try aggregate(.average, request, Fields<Object>.operand(of: keyPath))
  }

  /// Returns the average of what `value` computes of each object that `request` asks for; `nil` for
  /// none.
  ///
  /// - Throws: as `sum(_:of:)`.
  public func average<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of value: (Fields<Object>) -> Field<Object, Value>
  ) throws -> Value.Present.Average? where Value.Present: SummableAttribute {
    try aggregate(.average, request, Fields<Object>.operand(value))
  }

  /// Returns the least value of a property of the objects that `request` asks for, its limit and
  /// offset included, in the order that `<` in a condition has:
  /// `try context.minimum(Book.all, of: \.published)`; `nil` for none.
  ///
  /// Values that are `nil` count for nothing, and unsaved changes count.
  ///
  /// - Throws: a `StoreError` when the store fails or the request names what the model does not
  ///   have.
  public func minimum<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of keyPath: KeyPath<Object, Value>
  ) throws -> Value.Present? {
    try aggregate(.minimum, request, Fields<Object>.operand(of: keyPath))
  }

  /// Returns the least of what `value` computes of each object that `request` asks for; `nil` for
  /// none.
  ///
  /// - Throws: as `minimum(_:of:)`.
  public func minimum<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of value: (Fields<Object>) -> Field<Object, Value>
  ) throws -> Value.Present? {
    try aggregate(.minimum, request, Fields<Object>.operand(value))
  }

  /// Returns the greatest value of a property of the objects that `request` asks for, its limit and
  /// offset included, in the order that `<` in a condition has, a NaN coming after all numbers:
  /// `try context.maximum(Book.all, of: \.pages)`; `nil` for none.
  ///
  /// Values that are `nil` count for nothing, and unsaved changes count.
  ///
  /// - Throws: as `minimum(_:of:)`.
  public func maximum<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of keyPath: KeyPath<Object, Value>
  ) throws -> Value.Present? {
    try aggregate(.maximum, request, Fields<Object>.operand(of: keyPath))
  }

  /// Returns the greatest of what `value` computes of each object that `request` asks for; `nil`
  /// for none.
  ///
  /// - Throws: as `minimum(_:of:)`.
  public func maximum<Object: ManagedObject, Value: OrderedAttribute>(
    _ request: FetchRequest<Object>, of value: (Fields<Object>) -> Field<Object, Value>
  ) throws -> Value.Present? {
    try aggregate(.maximum, request, Fields<Object>.operand(value))
  }

  private func total<Object: ManagedObject, Value: Storable>(
    _ request: FetchRequest<Object>, of operand: PredicateOperand
  ) throws -> Value { try only(request.select { _ in Aggregate<Object, Value>(.sum, operand) }) }

  private func aggregate<Object: ManagedObject, Value: Storable>(
    _ function: AggregateFunction, _ request: FetchRequest<Object>, _ operand: PredicateOperand
  ) throws -> Value? {
    try only(
      request.select { _ in OptionalAggregate(Column<Object, Value>(operand), function) })
  }
}
