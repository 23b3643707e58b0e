import EntityModel
public import EntityStore

/// A composition, which a result has as a whole, `.select { $0.home }`, or of which it has leaves:
/// `.select { $0.home.city }`.
@dynamicMemberLookup
public struct CompositionColumn<Root: ManagedObject, Group: Composition>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Group? {
    row.decoded(at: column)
  }

  private var path: PropertyPath { __selection.path }

  /// A required leaf.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> Column<Root, Value> { Column(path.appendingLeaf(keyPath, of: Group.self)) }

  /// An optional leaf.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(path.appendingLeaf(keyPath, of: Group.self)) }

  /// A required composition within.
  public subscript<Inner: Composition>(
    dynamicMember keyPath: KeyPath<Group, Inner>
  ) -> CompositionColumn<Root, Inner> {
    CompositionColumn<Root, Inner>(path.appendingLeaf(keyPath, of: Group.self))
  }

  /// An optional composition within.
  public subscript<Inner: Composition>(
    dynamicMember keyPath: KeyPath<Group, Inner?>
  ) -> OptionalCompositionColumn<Root, Inner> {
    OptionalCompositionColumn(path.appendingLeaf(keyPath, of: Group.self))
  }
}

/// A composition that may be `nil`, which a result has as a whole, or of which it has leaves, which
/// are `nil` then.
@dynamicMemberLookup
public struct OptionalCompositionColumn<Root: ManagedObject, Group: Composition>: ResultColumn {
  public let __selection: __Selection

  init(_ path: PropertyPath) { __selection = __Selection(path) }

  public static func __output(_ row: borrowing __ResultRow, _ column: Int) -> Group?? {
    row.optionalDecoded(at: column)
  }

  private var path: PropertyPath { __selection.path }

  /// A required leaf.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(path.appendingLeaf(keyPath, of: Group.self)) }

  /// An optional leaf.
  public subscript<Value: Storable>(
    dynamicMember keyPath: KeyPath<Group, Value?>
  ) -> OptionalColumn<Root, Value> { OptionalColumn(path.appendingLeaf(keyPath, of: Group.self)) }

  /// A required composition within.
  public subscript<Inner: Composition>(
    dynamicMember keyPath: KeyPath<Group, Inner>
  ) -> OptionalCompositionColumn<Root, Inner> {
    OptionalCompositionColumn<Root, Inner>(path.appendingLeaf(keyPath, of: Group.self))
  }

  /// An optional composition within.
  public subscript<Inner: Composition>(
    dynamicMember keyPath: KeyPath<Group, Inner?>
  ) -> OptionalCompositionColumn<Root, Inner> {
    OptionalCompositionColumn<Root, Inner>(path.appendingLeaf(keyPath, of: Group.self))
  }
}

// MARK: What leads to compositions

extension Columns {
  /// A required composition.
  public subscript<Group: Composition>(
    dynamicMember keyPath: KeyPath<Root, Group>
  ) -> CompositionColumn<Root, Group> { CompositionColumn(Fields<Root>.path(of: keyPath)) }

  /// An optional composition.
  public subscript<Group: Composition>(
    dynamicMember keyPath: KeyPath<Root, Group?>
  ) -> OptionalCompositionColumn<Root, Group> {
    OptionalCompositionColumn(Fields<Root>.path(of: keyPath))
  }
}

extension ObjectColumn {
  /// A required composition of the objects.
  public subscript<Group: Composition>(
    dynamicMember keyPath: KeyPath<Object, Group>
  ) -> CompositionColumn<Root, Group> {
    CompositionColumn(__selection.path.appending(keyPath, of: Object.self))
  }

  /// An optional composition of the objects.
  public subscript<Group: Composition>(
    dynamicMember keyPath: KeyPath<Object, Group?>
  ) -> OptionalCompositionColumn<Root, Group> {
    OptionalCompositionColumn(__selection.path.appending(keyPath, of: Object.self))
  }
}

extension OptionalObjectColumn {
  /// A composition of the objects.
  public subscript<Group: Composition>(
    dynamicMember keyPath: KeyPath<Object, Group>
  ) -> OptionalCompositionColumn<Root, Group> {
    OptionalCompositionColumn(__selection.path.appending(keyPath, of: Object.self))
  }

  /// An optional composition of the objects.
  public subscript<Group: Composition>(
    dynamicMember keyPath: KeyPath<Object, Group?>
  ) -> OptionalCompositionColumn<Root, Group> {
    OptionalCompositionColumn(__selection.path.appending(keyPath, of: Object.self))
  }
}
