import EntityModel

extension __EntityBuilder {
  /// Adds a fetched property that holds objects.
  public mutating func fetched<Object: ManagedObject, Value>(
    _ name: String, _ type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    sortedBy order: any KeyPath<Object, Value> & Sendable
  ) {
    add(name, .objects, type, condition, order)
  }

  /// Adds a fetched property that holds objects by their ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String, _ type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>
  ) {
    add(name, .objects, type, condition, nil)
  }

  /// Adds a fetched property that holds all the objects of an entity.
  public mutating func fetched<Object: ManagedObject, Value>(
    _ name: String, _ type: Object.Type, sortedBy order: any KeyPath<Object, Value> & Sendable
  ) {
    add(name, .objects, type, { _, _ in .true }, order)
  }

  /// Adds a fetched property that holds all the objects of an entity by their ids.
  public mutating func fetched<Object: ManagedObject>(_ name: String, _ type: Object.Type) {
    add(name, .objects, type, { _, _ in .true }, nil)
  }

  /// Adds a fetched property that counts objects.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String, countOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object> = {
      _, _ in .true
    }
  ) {
    add(name, .count, type, condition, nil)
  }

  /// Adds a fetched property that holds ids.
  public mutating func fetched<Object: ManagedObject, Value>(
    _ name: String, identifiersOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object> = {
      _, _ in .true
    }, sortedBy order: any KeyPath<Object, Value> & Sendable
  ) {
    add(name, .identifiers, type, condition, order)
  }

  /// Adds a fetched property that holds ids in their own order.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String, identifiersOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object> = {
      _, _ in .true
    }
  ) {
    add(name, .identifiers, type, condition, nil)
  }

  /// Adds a fetched property that holds values by name.
  public mutating func fetched<Object: ManagedObject, Value>(
    _ name: String, dictionariesOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object> = {
      _, _ in .true
    }, sortedBy order: any KeyPath<Object, Value> & Sendable
  ) {
    add(name, .dictionaries, type, condition, order)
  }

  /// Adds a fetched property that holds values by name, in the order of ids.
  public mutating func fetched<Object: ManagedObject>(
    _ name: String, dictionariesOf type: Object.Type,
    where condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object> = {
      _, _ in .true
    }
  ) {
    add(name, .dictionaries, type, condition, nil)
  }

  private mutating func add<Object: ManagedObject>(
    _ name: String, _ result: Fetched.Result, _ type: Object.Type,
    _ condition: @escaping @Sendable (Fields<Object>, FetchSource) -> Condition<Object>,
    _ order: (any PartialKeyPath<Object> & Sendable)?
  ) {
    let target = Object.__entityName
    targets.append(type)
    // The condition asks for key paths, which may lead back to the class being described.
    fetches[name] = {
      Fetched(
        name: name, target: target, result: result,
        predicate: Fields.condition { condition($0, FetchSource()) },
        sorting: order.map { [SortTerm(path: Fields<Object>.path(of: $0))] } ?? [])
    }
    entity?.properties.append(.fetched(Fetched(name: name, target: target, result: result)))
  }
}
