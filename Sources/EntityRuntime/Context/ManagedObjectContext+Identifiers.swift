public import EntityModel
public import EntityStore

/// Objects by their ids and by what is unique in them.
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
    try find(key, equalTo: value)
  }

  /// Returns the object of `type` whose optional attribute `key` is `value`, or nil when there is
  /// none.
  ///
  /// - Throws: a `StoreError` if the attribute is not marked `.unique`, or if the store fails.
  public func find<Object: ManagedObject, Value: Storable>(
    _ type: Object.Type, _ key: KeyPath<Object, Value?>, _ value: Value
  ) throws -> Object? {
    try find(key, equalTo: value)
  }

  /// Returns the object of `type` whose properties, which are unique together, have the values
  /// given, or nil when there is none.
  ///
  ///     let copy = try context.find(Copy.self, by: (\.branch, branch), (\.number, 7))
  ///     let same = try context.find(Copy.self, by: (\.branch?.objectID, id), (\.number, 7))
  ///
  /// The properties are those of a list in `@Entity(unique:)`, in any order: attributes, leaves of
  /// compositions (`\.home.city`), and to-ones, by their object or its id. Case does not count
  /// where the list says so. Where the list is of some objects alone, `"deletedAt == nil"`, only
  /// these are looked for; one that is of all objects comes first. Unsaved changes of this context
  /// count, and new objects as values.
  ///
  /// - Throws: a `StoreError` of the code `invalidRequest` if the properties are not unique
  ///   together, or one of the values is nil, since nothing is found by that; others if the store
  ///   fails.
  public func find<Object: ManagedObject, First, each Rest>(
    _ type: Object.Type, by first: (KeyPath<Object, First>, First),
    _ rest: repeat (KeyPath<Object, each Rest>, each Rest)
  ) throws -> Object? {
    var parts = [KeyPart(first)]
    for part in repeat each rest { parts.append(KeyPart(part)) }
    return try find(parts)
  }

  private func find<Object: ManagedObject>(
    _ key: PartialKeyPath<Object>, equalTo value: some Storable
  ) throws -> Object? {
    if let request = try plainRequest(key, value) { return try first(request) }
    return try find([KeyPart(key, value)])
  }

  /// Returns the request for the object whose attribute `key` is `value`, where nothing else is to
  /// be asked than an index of the store: nothing is unsaved, and the attribute is unique as it is.
  // Finding what is unique of properties by their names takes longer than the index does.
  private func plainRequest<Object: ManagedObject>(
    _ key: PartialKeyPath<Object>, _ value: some Storable
  ) throws -> FetchRequest<Object>? {
    let stored = value.storedValue
    if case .real(let number) = stored, number.isNaN { return nil }
    guard !unit.tracker.hasChanges,
      let path = KnownKeyPaths.path(of: key, in: Object.self), path.names.count == 1
    else { return nil }
    let layout = try unit.entity(of: Object.self).layout
    guard let index = layout.propertyIndex(path.names[0]), let column = layout.columns[index],
      column.isUnique, !column.isUniqueIgnoringCase
    else { return nil }
    var request = FetchRequest<Object>()
    request.condition = Condition(.comparison(path, .equal, stored))
    return request
  }

  private func find<Object: ManagedObject>(_ parts: [KeyPart<Object>]) throws -> Object? {
    let sought = try SoughtKey(parts, unit)
    try sought.key.requireValues(sought.values)
    // A request asks each unsaved object.
    if unit.tracker.hasChanges {
      try takeOverCommits()
      let object = try unit.queries.object(with: sought.values, sought.key)
      let entity = sought.key.entity
      let mayHide = unit.hidesObjects && unit.visibility.mayHide(entity)
      // What is hidden may hide another that has the values.
      if !mayHide || object.map({ unit.visibility.shows($0, among: entity) }) == true {
        return object.map { unsafeDowncast($0, to: Object.self) }
      }
    }
    var request = FetchRequest<Object>()
    request.condition = Condition(sought.key.condition(sought.values.map { [$0] }))
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

  /// Returns the object whose properties, which are unique together, have the values given, or nil
  /// when there is none: `try Copy.find(by: (\.branch, branch), (\.number, 7), in: context)`.
  ///
  /// - Throws: as `context.find(_:by:_:)` does.
  public static func find<First, each Rest>(
    by first: (KeyPath<Self, First>, First), _ rest: repeat (KeyPath<Self, each Rest>, each Rest),
    in context: ManagedObjectContext
  ) throws -> Self? {
    try context.find(Self.self, by: first, repeat each rest)
  }
}

extension ManagedEntity {
  /// Returns what is unique of `names`, properties or leaves in any order; refuses to look for one
  /// object by what is not.
  ///
  /// Of several keys, one of all objects comes before those of some.
  func requireKey(_ names: [String]) throws(StoreError) -> KeyLayout {
    let found = layout.keys.filter { key in
      let columns = key.index.columns
      return columns.count == names.count
        && (names.count == 1
          ? columns[0].property == names[0] : Set(columns.map(\.property)) == Set(names))
    }
    if let key = found.first(where: \.index.conditions.isEmpty) { return key }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw StoreError(
        .invalidRequest,
        "\(title(of: names)) \(names.count > 1 ? "are" : "is") unique among some objects and, by "
          + "another list, among others; fetch with a condition that says which are meant",
        entity: name, properties: names)
    }
    guard names.count == 1, let name = names.first else { throw noKey(names) }
    let attribute = layout.propertyIndex(name).flatMap { layout.properties[$0].attribute }
    let advice =
      attribute == nil
      ? "is no attribute of the entity; name one that is marked '@Attribute(.unique)'"
      : "is not unique, so that several objects may have the value; mark it "
        + "'@Attribute(.unique)', or fetch with a condition: "
        + "'context.first(\(self.name).where { $0.\(name) == … })'"
    throw StoreError(
      .invalidRequest, "'\(self.name).\(name)' \(advice)", entity: self.name, properties: [name])
  }

  /// Returns the error that `names` are not unique together, with what is.
  private func noKey(_ names: [String]) -> StoreError {
    let keys = layout.keys.map { key in
      let columns = key.index.columns.map { "'\($0.property)'" }.joined(separator: " and ")
      return key.index.columns.count > 1 ? "(\(columns))" : columns
    }
    return StoreError(
      .invalidRequest,
      "\(title(of: names)) are not unique together, so that several objects may have the values; "
        + (keys.isEmpty
          ? "nothing is unique in '\(name)'"
          : "unique in '\(name)': \(keys.joined(separator: ", "))")
        + "; name what is, or declare '@Entity(unique: [[…]])'",
      entity: name, properties: names)
  }

  private func title(of names: [String]) -> String {
    names.map { "'\(name).\($0)'" }.joined(separator: " and ")
  }
}
