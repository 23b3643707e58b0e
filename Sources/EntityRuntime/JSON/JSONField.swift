public import EntityStore

/// A property that is written.
///
/// A composition and a range lead on to their parts, `{ $0.address.city }`, and a storage to its
/// properties, `{ $0.settings.theme }`.
@dynamicMemberLookup
public struct JSONField<Object: ManagedObject, Value>: Sendable {
  var member: JSONShapeMember

  /// The property under another name; with dots, that of a member of an object inside.
  public func named(_ name: String) -> JSONField {
    JSONField(member: member.named(name))
  }

  private func objects<Target: ManagedObject>(
    _ type: Target.Type, _ shape: JSONShape<Target>
  ) -> JSONShapeMember {
    var member = member
    member.content = .objects(shape.members)
    return member
  }

  private func keyed<Target: ManagedObject>(
    _ key: PartialKeyPath<Target>, _ shape: JSONShape<Target>
  ) -> JSONShapeMember {
    var member = member
    member.content = .keyed(by: JSONFields<Target>.name(of: key), shape.members)
    return member
  }

  private func part<Part>(_ leaf: JSONShapeLeaf) -> JSONField<Object, Part> {
    var member = member
    member.leaves.append(leaf)
    member.path? += leaf.names
    return JSONField<Object, Part>(member: member)
  }
}

// MARK: - Parts

extension JSONField {
  /// A leaf of the composition, or a bound of the range, as a member of an object inside.
  public subscript<Leaf>(
    dynamicMember keyPath: KeyPath<Value, Leaf>
  ) -> JSONField<Object, Leaf> where Value: Composition {
    part(JSONShapeLeaf(keyPath, of: Value.self))
  }

  /// A leaf of the composition, or a bound of the range, as a member of an object inside; null
  /// where there is none.
  public subscript<Group: Composition, Leaf>(
    dynamicMember keyPath: KeyPath<Group, Leaf>
  ) -> JSONField<Object, Leaf> where Value == Group? {
    part(JSONShapeLeaf(keyPath, of: Group.self))
  }

  /// A property of the storage, as the member of an object inside that its annotation says.
  public subscript<Part>(
    dynamicMember keyPath: KeyPath<Value, Part>
  ) -> JSONField<Object, Part> where Value: DictionaryStorage {
    part(JSONShapeLeaf(keyPath, of: Value.self))
  }

  /// A property of the storage, as the member of an object inside that its annotation says; null
  /// where there is none.
  public subscript<Group: DictionaryStorage, Part>(
    dynamicMember keyPath: KeyPath<Group, Part>
  ) -> JSONField<Object, Part> where Value == Group? {
    part(JSONShapeLeaf(keyPath, of: Group.self))
  }

  /// Refuses a property of another object.
  @available(
    *, unavailable,
    message: "name what is written of the object in a closure: '$0.author { $0.name }'"
  )
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value, Next>
  ) -> JSONField<Object, Next> where Value: ManagedObjectProtocol {
    JSONField<Object, Next>(member: member)
  }

  /// Refuses a property of another object.
  @available(
    *, unavailable,
    message: "name what is written of the object in a closure: '$0.author { $0.name }'"
  )
  public subscript<Target: ManagedObjectProtocol, Next>(
    dynamicMember keyPath: KeyPath<Target, Next>
  ) -> JSONField<Object, Next> where Value == Target? { JSONField<Object, Next>(member: member) }
}

// MARK: - Objects

extension JSONField where Value: ManagedObject {
  /// The object that the to-one refers to.
  public func callAsFunction(
    @JSONShapeBuilder _ members: (JSONFields<Value>) -> [JSONShapeMember]
  ) -> JSONShapeMember { objects(Value.self, JSONShape(members)) }

  /// The object that the to-one refers to, in a shape.
  public func callAsFunction(_ shape: JSONShape<Value>) -> JSONShapeMember {
    objects(Value.self, shape)
  }

  /// The object that the to-one refers to, under another name.
  public func named(
    _ name: String, @JSONShapeBuilder _ members: (JSONFields<Value>) -> [JSONShapeMember]
  ) -> JSONShapeMember { named(name)(JSONShape(members)) }
}

extension JSONField {
  /// The object that the to-one refers to; null for none.
  public func callAsFunction<Target: ManagedObject>(
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Target? { objects(Target.self, JSONShape(members)) }

  /// The object that the to-one refers to, in a shape; null for none.
  public func callAsFunction<Target: ManagedObject>(
    _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == Target? { objects(Target.self, shape) }

  /// The object that the to-one refers to, under another name; null for none.
  public func named<Target: ManagedObject>(
    _ name: String, @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Target? { named(name)(JSONShape(members)) }

  /// The members of the to-many, in the order of their ids.
  public func callAsFunction<Target: ManagedObject>(
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Set<Target> { objects(Target.self, JSONShape(members)) }

  /// The members of the to-many, in a shape, in the order of their ids.
  public func callAsFunction<Target: ManagedObject>(
    _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == Set<Target> { objects(Target.self, shape) }

  /// The members of the to-many, under another name, in the order of their ids.
  public func named<Target: ManagedObject>(
    _ name: String, @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Set<Target> { named(name)(JSONShape(members)) }

  /// The members of the ordered to-many, in their order.
  public func callAsFunction<Target: ManagedObject>(
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == [Target] { objects(Target.self, JSONShape(members)) }

  /// The members of the ordered to-many, in a shape, in their order.
  public func callAsFunction<Target: ManagedObject>(
    _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == [Target] { objects(Target.self, shape) }

  /// The members of the ordered to-many, under another name, in their order.
  public func named<Target: ManagedObject>(
    _ name: String, @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == [Target] { named(name)(JSONShape(members)) }

}

// MARK: - Objects by name

extension JSONField {
  /// The members of the to-many as members of one object, each named by its attribute `key`.
  public func keyed<Target: ManagedObject, Key: Storable>(
    by key: KeyPath<Target, Key>,
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == Set<Target> { keyed(key, JSONShape(members)) }

  /// The members of the to-many, in a shape, as members of one object, each named by its
  /// attribute `key`.
  public func keyed<Target: ManagedObject, Key: Storable>(
    by key: KeyPath<Target, Key>, _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == Set<Target> { keyed(key, shape) }

  /// The members of the ordered to-many as members of one object, each named by its attribute
  /// `key`.
  public func keyed<Target: ManagedObject, Key: Storable>(
    by key: KeyPath<Target, Key>,
    @JSONShapeBuilder _ members: (JSONFields<Target>) -> [JSONShapeMember]
  ) -> JSONShapeMember where Value == [Target] { keyed(key, JSONShape(members)) }

  /// The members of the ordered to-many, in a shape, as members of one object, each named by its
  /// attribute `key`.
  public func keyed<Target: ManagedObject, Key: Storable>(
    by key: KeyPath<Target, Key>, _ shape: JSONShape<Target>
  ) -> JSONShapeMember where Value == [Target] { keyed(key, shape) }
}
