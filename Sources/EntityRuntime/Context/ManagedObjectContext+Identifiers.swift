public import EntityModel
public import EntityStore

/// Objects by their ids and by unique attributes.
extension ManagedObjectContext {
  /// Returns the objects of `type` with `ids`, in their order.
  ///
  /// An id of which there is no object, any more or of that type, is left out; one that is given
  /// twice has its object twice. The store is asked once, and only for the objects that are not in
  /// the context. What the objects refer to is loaded for all of them together, as after a fetch.
  ///
  /// - Throws: a `StoreError` if the store fails.
  /// - Complexity: O(ids).
  public func objects<Object: ManagedObject>(
    _ type: Object.Type = Object.self, with ids: some Sequence<ObjectID>
  ) throws -> [Object] {
    if unit.inbox != nil { try takeOverCommits() }
    return try unit.queries.objects(type, with: Array(ids)).map {
      unsafeDowncast($0, to: Object.self)
    }
  }

  /// Returns the object of `type` whose attribute `key` is `value`, or nil when there is none:
  /// `try context.find(Author.self, \.email, "ursula@example.org")`.
  ///
  /// The store finds its row in the index of the attribute; unsaved changes of this context count.
  /// The case of a text does not count where the attribute is marked `.unique(.ignoringCase)`.
  ///
  /// - Throws: a `StoreError` if the attribute is not marked `.unique`, or if the store fails.
  public func find<Object: ManagedObject, Value: Storable>(
    _ type: Object.Type, _ key: KeyPath<Object, Value>, _ value: Value
  ) throws -> Object? {
    try find(Fields<Object>.path(of: key), value.storedValue)
  }

  /// Returns the object of `type` whose optional attribute `key` is `value`, or nil when there is
  /// none.
  ///
  /// - Throws: a `StoreError` if the attribute is not marked `.unique`, or if the store fails.
  public func find<Object: ManagedObject, Value: Storable>(
    _ type: Object.Type, _ key: KeyPath<Object, Value?>, _ value: Value
  ) throws -> Object? {
    try find(Fields<Object>.path(of: key), value.storedValue)
  }

  private func find<Object: ManagedObject>(
    _ path: PropertyPath, _ value: StoredValue
  ) throws -> Object? {
    let entity = try unit.entity(of: Object.self)
    let attribute = try entity.requireUnique(path.text)
    var request = FetchRequest<Object>()
    // The index is of texts without case, of which each is there once.
    request.condition = Condition(
      attribute.isUniqueIgnoringCase
        ? .comparison(
          .function(.folded(.ignoringCase), .string, [.attribute(path)]), .equal,
          .value(value.foldedText))
        : .comparison(.attribute(path), .equal, .value(value)))
    return try first(request)
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Returns the object whose attribute `key` is `value`, or nil when there is none:
  /// `try Author.find(\.email, "ursula@example.org", in: context)`.
  ///
  /// - Throws: a `StoreError` if the attribute is not marked `.unique`, or if the store fails.
  public static func find<Value: Storable>(
    _ key: KeyPath<Self, Value>, _ value: Value, in context: ManagedObjectContext
  ) throws -> Self? {
    try context.find(Self.self, key, value)
  }

  /// Returns the object whose optional attribute `key` is `value`, or nil when there is none.
  ///
  /// - Throws: a `StoreError` if the attribute is not marked `.unique`, or if the store fails.
  public static func find<Value: Storable>(
    _ key: KeyPath<Self, Value?>, _ value: Value, in context: ManagedObjectContext
  ) throws -> Self? {
    try context.find(Self.self, key, value)
  }
}

extension ManagedEntity {
  /// Returns the attribute `name`; refuses to look for one object by it unless it is unique.
  func requireUnique(_ name: String) throws -> Attribute {
    let attribute = layout.propertyIndex(name).flatMap { layout.properties[$0].attribute }
    if let attribute, attribute.holdsEachValueOnce { return attribute }
    let advice =
      attribute == nil
      ? "is no attribute of the entity; name one that is marked '@Attribute(.unique)'"
      : "is not unique, so that several objects may have the value; mark it "
        + "'@Attribute(.unique)', or fetch with a condition: "
        + "'context.first(\(self.name).where { $0.\(name) == … })'"
    throw StoreError(
      .invalidRequest, "'\(self.name).\(name)' \(advice)", entity: self.name, properties: [name])
  }
}
