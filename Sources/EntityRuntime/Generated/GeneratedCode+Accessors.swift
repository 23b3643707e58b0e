// What the accessors of generated code call.

public import EntityModel

extension ManagedObject {
  /// Reads the object's row, or fills the object with placeholders where that fails.
  public final func __fire() { __unit.loader.fire(self) }

  /// Prepares the object for a change of the property `index`.
  public final func __willWrite(_ index: Int) { __unit.willWrite(self, index) }

  /// Registers a new object, whose properties in `assigned` have been given values.
  public final func __didInsert(_ assigned: Range<Int>) { __didInsert(assigned) {} }

  /// Registers a new object, whose properties in `assigned` have been given values, has
  /// `assignTransients` give its transients theirs, then has it awake.
  public final func __didInsert(_ assigned: Range<Int>, _ assignTransients: () -> Void) {
    let unit = __unit
    unit.tracker.insert(self, assigned: assigned)
    if !__entity.timestampIndexes.isEmpty { unit.fillTimestamps(of: self) }
    assignTransients()
    if let lifeCycle = unit.lifeCycle { lifeCycle.didInsert(self) }
  }

  // MARK: Relationships

  /// The object that an optional to-one relationship refers to.
  @inlinable public final func __object<Object: ManagedObject>(
    _ reference: __ToOne, _ index: Int, as type: Object.Type
  ) -> Object? {
    // Only an object of the relationship's class becomes part of a reference.
    let object = reference.object ?? (reference.id == 0 ? nil : __resolve(reference, index))
    return object.map { unsafeDowncast($0, to: Object.self) }
  }

  /// The object that a required to-one relationship refers to; a blank one where there is none.
  @inlinable public final func __requiredObject<Object: ManagedObject>(
    _ reference: __ToOne, _ index: Int, as type: Object.Type
  ) -> Object {
    __object(reference, index, as: type)
      ?? unsafeDowncast(__blankObject(of: type, index), to: Object.self)
  }

  /// Finds the object of the row that `reference` names and stores it in the reference.
  @usableFromInline final func __resolve(_ reference: __ToOne, _ index: Int) -> ManagedObject? {
    Unmanaged.passUnretained(__batch.unit.loader)._withUnsafeGuaranteedRef {
      $0.resolveAndStore(reference, of: self, index)
    }
  }

  /// The object that answers for the required to-one `index`, which refers to none.
  @usableFromInline final func __blankObject(
    of type: ManagedObject.Type, _ index: Int
  ) -> ManagedObject { __unit.blank(type, insteadOf: index, of: self) }

  /// Makes a to-one relationship refer to `object`, and both inverses agree.
  public final func __setObject(_ index: Int, _ object: ManagedObject?) {
    __unit.graph.set(self, index, to: object)
  }

  /// The objects of a to-many relationship.
  @inlinable public final func __objects<Object: ManagedObject>(_ index: Int) -> Set<Object> {
    // Inlined, so that the set is made where the user's class is known.
    __members(index).set(of: Object.self)
  }

  /// The members of a to-many relationship, for their set to be asked for.
  @usableFromInline final func __members(_ index: Int) -> AnyMembers {
    __unit.graph.membersToRead(of: self, index)
  }

  /// Makes a to-many relationship hold `objects`, and all inverses agree.
  public final func __setObjects<Object: ManagedObject>(_ index: Int, _ objects: Set<Object>) {
    __unit.graph.set(self, index, to: objects)
  }

  /// The objects of an ordered to-many relationship, in their order.
  @inlinable public final func __orderedObjects<Object: ManagedObject>(
    _ index: Int
  ) -> [Object] { __members(index).array(of: Object.self) }

  /// Makes an ordered to-many relationship hold `objects` in that order, and all inverses agree.
  public final func __setOrderedObjects<Object: ManagedObject>(_ index: Int, _ objects: [Object]) {
    __unit.graph.set(self, index, to: objects.asManagedObjects)
  }

  /// The handle of an ordered to-many relationship.
  public final func __orderedHandle<Member>(_ index: Int) -> OrderedToMany<Member> {
    OrderedToMany(self, index)
  }

  /// The handle of a to-many relationship.
  public final func __handle<Member>(_ index: Int) -> ToMany<Member> { ToMany(self, index) }

  // MARK: Fetched properties

  /// The objects that a fetched property finds, in its order.
  public final func __fetchedObjects<Object: ManagedObject>(_ index: Int) -> [Object] {
    __unit.queries.fetchedObjects(of: self, index)
  }

  /// How many objects a fetched property finds.
  public final func __fetchedCount(_ index: Int) -> Int {
    __unit.queries.fetchedCount(of: self, index)
  }

  /// The ids of the objects that a fetched property finds, in its order.
  public final func __fetchedIdentifiers(_ index: Int) -> [ObjectID] {
    __unit.queries.fetchedIdentifiers(of: self, index)
  }

  /// The values, by name, of the objects that a fetched property finds, in its order.
  public final func __fetchedDictionaries(_ index: Int) -> [[String: Any]] {
    __unit.queries.fetchedDictionaries(of: self, index)
  }
}
