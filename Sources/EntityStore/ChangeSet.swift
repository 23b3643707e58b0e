package import EntityModel

/// What a save writes, as a value without objects.
///
/// Rows are unlinked and deleted first, so that what they held of unique attributes is free, then
/// updated, inserted and linked, and members are put in their places last. Each list is in the
/// order of entities, then of ids; new rows come in the order in which they were created.
///
/// The values of inserts and updates are either part of the change set or pulled from `source`,
/// which is possible until the commit that writes them returns.
package struct ChangeSet: Sendable {
  /// A row to be added.
  package struct Insert: Hashable, Sendable {
    /// The index of the row's entity in the layout.
    package let entity: Int

    /// The row's id; negative while it is temporary.
    package var id: Int64

    /// The version that the row gets; `nil` for the first one. A row that there has been before
    /// gets a later one than it had, so that it is not taken for what others have read.
    package var version: Int64?

    /// The values in the order of the entity's columns; `nil` if they are pulled.
    package var values: [StoredValue]?

    /// Creates an insert.
    package init(entity: Int, id: Int64, version: Int64? = nil, values: [StoredValue]? = nil) {
      self.entity = entity
      self.id = id
      self.version = version
      self.values = values
    }
  }

  /// Columns of a row to be changed.
  package struct Update: Hashable, Sendable {
    /// The index of the row's entity in the layout.
    package let entity: Int

    /// The row's id.
    package let id: Int64

    /// The version that the row is expected to have.
    package let version: Int64

    /// The property indexes of the columns, in ascending order.
    package let properties: [Int]

    /// The values in the order of `properties`; `nil` if they are pulled.
    package var values: [StoredValue]?

    /// The values from before the change in the order of `properties`; `nil` if they are pulled.
    package var base: [StoredValue]?

    /// Creates an update.
    package init(
      entity: Int, id: Int64, version: Int64, properties: [Int], values: [StoredValue]? = nil,
      base: [StoredValue]? = nil
    ) {
      self.entity = entity
      self.id = id
      self.version = version
      self.properties = properties
      self.values = values
      self.base = base
    }
  }

  /// A row to be removed.
  package struct Delete: Hashable, Sendable {
    /// The index of the row's entity in the layout.
    package let entity: Int

    /// The row's id.
    package let id: Int64

    /// The version that the row is expected to have.
    package let version: Int64

    /// Creates a delete.
    package init(entity: Int, id: Int64, version: Int64) {
      self.entity = entity
      self.id = id
      self.version = version
    }
  }

  /// Two rows to be linked or unlinked by a relationship that is to-many at both ends.
  package struct Link: Hashable, Sendable {
    /// The index in the layout of the entity that owns the relationship.
    package let entity: Int

    /// The property index of the relationship.
    package let property: Int

    /// The id of the owner's row.
    package var owner: Int64

    /// The id of the other row.
    package var other: Int64

    /// Creates a link.
    package init(entity: Int, property: Int, owner: Int64, other: Int64) {
      self.entity = entity
      self.property = property
      self.owner = owner
      self.other = other
    }
  }

  /// Members of a to-many to be put in other places, one after the other.
  package struct Order: Hashable, Sendable {
    /// The index in the layout of the entity that owns the relationship.
    package let entity: Int

    /// The property index of the relationship, which is ordered.
    package let property: Int

    /// The id of the owner's row.
    package var owner: Int64

    /// What is put where.
    package var placements: [Placement]

    /// Creates a change of an order.
    package init(entity: Int, property: Int, owner: Int64, placements: [Placement]) {
      self.entity = entity
      self.property = property
      self.owner = owner
      self.placements = placements
    }
  }

  /// A member and the place that it is put in; what is no member stays none.
  package struct Placement: Hashable, Sendable {
    /// The id of the member's row.
    package let member: Int64

    /// Where it is put.
    package let place: Place

    /// Creates a placement.
    package init(_ member: Int64, _ place: Place) {
      self.member = member
      self.place = place
    }
  }

  /// A place among the members.
  package enum Place: Hashable, Sendable {
    case start, end

    /// Right after one member; if that is none, right before the other; and if neither is one, at
    /// the end. An id of 0 is no row's.
    case near(after: Int64, before: Int64)
  }

  /// The rows to be unlinked.
  package var unlinks: [Link] = []

  /// The rows to be removed.
  package var deletes: [Delete] = []

  /// The rows to be changed.
  package var updates: [Update] = []

  /// The rows to be added.
  package var inserts: [Insert] = []

  /// The rows to be linked.
  package var links: [Link] = []

  /// The members to be put in other places.
  package var orders: [Order] = []

  /// Creates the change set that changes nothing.
  package init() {}

  /// `true` if nothing is to be written.
  package var isEmpty: Bool {
    unlinks.isEmpty && deletes.isEmpty && updates.isEmpty && inserts.isEmpty && links.isEmpty
      && orders.isEmpty
  }
}

extension ChangeSet: Hashable {}

extension ChangeSet {
  /// Adds what `later`, written after it in the same transaction, changes.
  ///
  /// The parts are those of both, so that a row may be inserted, updated and deleted in one.
  package mutating func append(_ later: ChangeSet) {
    // Nearly always there is one save, whose lists need not be copied.
    if isEmpty { return self = later }
    unlinks += later.unlinks
    deletes += later.deletes
    updates += later.updates
    inserts += later.inserts
    links += later.links
    orders += later.orders
  }
}

/// Writes the values of a change set whose rows do not hold them.
///
/// It is asked on the thread of the save, while that writes.
package protocol ChangeSource: AnyObject {
  /// Writes the columns of the insert at `index` into `row`, in the order of the entity's columns.
  func write(insert index: Int, into row: __RowWriter) throws

  /// Writes the changed columns of the update at `index` into `row`, in the order of its
  /// properties.
  func write(update index: Int, into row: __RowWriter) throws

  /// Writes the values that the columns of the update at `index` had before, in the order of its
  /// properties.
  func write(baseOfUpdate index: Int, into row: __RowWriter) throws

  /// Writes the values that the row of the delete at `index` has, in the order of the entity's
  /// columns; returns `false` if they have to be read.
  func write(deleted index: Int, into row: __RowWriter) throws -> Bool
}

extension ChangeSource {
  package func write(deleted index: Int, into row: __RowWriter) throws -> Bool { false }
}

extension ChangeSet {
  /// Returns the change set with the values that `source` writes, so that it can be published,
  /// stored or compared.
  ///
  /// - Throws: what `source` throws, or that it has refused a value.
  package func stored(from source: any ChangeSource) throws -> ChangeSet {
    var result = self
    let row = __RowWriter()
    for index in inserts.indices where inserts[index].values == nil {
      row.begin()
      try source.write(insert: index, into: row)
      result.inserts[index].values = try row.storedValues()
    }
    for index in updates.indices {
      if updates[index].values == nil {
        row.begin()
        try source.write(update: index, into: row)
        result.updates[index].values = try row.storedValues()
      }
      if updates[index].base == nil {
        row.begin()
        try source.write(baseOfUpdate: index, into: row)
        result.updates[index].base = try row.storedValues()
      }
    }
    return result
  }
}

extension __RowWriter {
  /// Returns the values that have been written.
  fileprivate func storedValues() throws(StoreError) -> [StoredValue] {
    guard !isRefused else {
      throw StoreError(.invalidRequest, "a value of a change could not be encoded")
    }
    return row.map(\.storedValue)
  }
}
