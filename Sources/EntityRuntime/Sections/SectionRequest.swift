public import EntityModel
public import EntityStore

/// The objects that a request asks for, in sections whose objects have the same value of something.
///
///     for section in try context.fetch(Book.sorted(by: \.title).sections(by: \.genre)) {
///       print(section.key, section.objects.count)
///     }
public struct SectionRequest<Object: ManagedObject, Key>: Sendable {
  /// The objects, in the order of their sections first.
  let base: FetchRequest<Object>

  /// What the objects of a section have in common.
  let operand: PredicateOperand

  /// The type as which values of it are compared.
  let type: StorageType

  /// Returns the key that a stored value is; `nil` where it is none of the type's.
  let makeKey: @Sendable (StoredValue) -> Key?
}

/// Objects that have the same value of something.
public struct FetchedSection<Key, Object: ManagedObject> {
  /// What the objects have in common.
  public let key: Key

  /// The objects, in the order of the request; at least one.
  public let objects: [Object]
}

extension FetchRequest {
  /// Returns the request for the objects in sections of the same value of `keyPath`.
  ///
  /// Sections are in the order of their keys, and the objects in each in the order of this request,
  /// whose limit and offset hold for all objects in that order.
  public func sections<Value: Storable>(
    by keyPath: KeyPath<Object, Value>, _ order: SortDirection = .ascending
  ) -> SectionRequest<Object, Value> {
    sections(by: Fields<Object>.operand(of: keyPath), order, Value.storageType) {
      Value(storedValue: $0)
    }
  }

  /// Returns the request for the objects in sections of the same value of `keyPath`; those that
  /// have none are a section of their own, with `nil` as its key.
  public func sections<Value: Storable>(
    by keyPath: KeyPath<Object, Value?>, _ order: SortDirection = .ascending
  ) -> SectionRequest<Object, Value?> {
    sections(by: Fields<Object>.operand(of: keyPath), order, Value.storageType) { value in
      value.isNull ? .some(nil) : Value(storedValue: value)
    }
  }

  /// Returns the request for the objects in sections of the same value of a property reached
  /// through to-ones, or of what is computed: `.sections { $0.author.name }`,
  /// `.sections { $0.published.start(of: .month) }`.
  ///
  /// A key is `nil` for the objects for which there is no value.
  public func sections<Value: OrderedAttribute>(
    _ order: SortDirection = .ascending, by value: (Fields<Object>) -> Field<Object, Value>
  ) -> SectionRequest<Object, Value.Present?> {
    sections(by: Fields.operand(value), order, Value.Present.storageType) { value in
      value.isNull ? .some(nil) : Value.Present(storedValue: value)
    }
  }

  private func sections<Key>(
    by operand: PredicateOperand, _ order: SortDirection, _ type: StorageType,
    _ makeKey: @escaping @Sendable (StoredValue) -> Key?
  ) -> SectionRequest<Object, Key> {
    SectionRequest(
      base: sorted(as: [SortTerm(operand, order: order)] + sorting), operand: operand, type: type,
      makeKey: makeKey)
  }
}

extension ManagedObjectContext {
  /// Returns the sections that `request` asks for.
  ///
  /// - Throws: what a fetch of the objects throws; a `StoreError` of the code `unreadableValue` for
  ///   a key that its type does not know.
  public func fetch<Object: ManagedObject, Key>(
    _ request: SectionRequest<Object, Key>
  ) throws -> [FetchedSection<Key, Object>] {
    var sections: [FetchedSection<Key, Object>] = []
    var last: GroupKey?
    var objects: [Object] = []
    var value = StoredValue.null
    func end() throws {
      guard !objects.isEmpty else { return }
      guard let key = request.makeKey(value) else {
        let entity = try unit.entity(of: Object.self).name
        throw StoreError(
          .unreadableValue,
          "a section of '\(entity)' has a key that its type does not know; fetch the objects to "
            + "see which", entity: entity)
      }
      sections.append(FetchedSection(key: key, objects: objects))
    }
    for object in try fetch(request.base) {
      let found = request.operand.value(for: ManagedSubject(object: object))
      let key = GroupKey(found, as: request.type)
      if key != last {
        try end()
        (last, value, objects) = (key, found, [])
      }
      objects.append(object)
    }
    try end()
    return sections
  }
}
