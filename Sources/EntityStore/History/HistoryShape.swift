package import EntityModel

/// What changes in an entry of the history are about: an entity and some of its properties, by the
/// names that they had at the time.
package struct HistoryShape: Hashable, Sendable {
  /// A property as an entry names it.
  package struct Property: Hashable, Sendable {
    /// The property's name.
    package let name: String

    /// What the entry has of its values.
    package let content: Content
  }

  /// What an entry has of the values of a property.
  package enum Content: Hashable, Sendable {
    /// The values of an attribute.
    case values

    /// Nothing, since they are secret.
    case nothing

    /// The row ids that a to-one refers to, in the tree of the entity named.
    case references(root: String)
  }

  /// The name of the object's entity.
  package let entity: String

  /// The name of the entity at the root of its tree.
  package let root: String

  /// The properties, in the order of their values.
  package let properties: [Property]

  /// Creates a shape.
  package init(entity: String, root: String, properties: [Property]) {
    self.entity = entity
    self.root = root
    self.properties = properties
  }
}

extension HistoryShape {
  /// Creates the shape of `properties`, property indexes of `entity` that have columns.
  init(_ entity: EntityLayout, _ properties: [Int], _ layout: StoreLayout) {
    self.init(
      entity: entity.name, root: entity.rootName,
      properties: properties.map { index in
        switch entity.properties[index] {
        case .attribute(let attribute):
          Property(
            name: attribute.name,
            // The history would have each large value twice.
            content: attribute.isSecret || attribute.isExternal ? .nothing : .values)
        case .relationship(let relationship):
          Property(
            name: relationship.name,
            content: .references(
              root: layout.entity(relationship.target)?.rootName ?? relationship.target))
        case .fetched(let fetched): Property(name: fetched.name, content: .nothing)
        case .derived(let derived): Property(name: derived.name, content: .nothing)
        }
      })
  }
}

/// One end of links in an entry of the history.
package struct HistoryEnd: Hashable, Sendable {
  /// The name of the object's entity.
  package let entity: String

  /// The name of the entity at the root of its tree.
  package let root: String

  /// The name of the relationship.
  package let relationship: String

  /// Creates an end.
  package init(entity: String, root: String, relationship: String) {
    self.entity = entity
    self.root = root
    self.relationship = relationship
  }
}

/// One change in an entry of the history; values are in the order of the shape's properties, `nil`
/// where the entry has none.
package enum HistoryOperation: Sendable {
  case insert(HistoryShape, id: Int64, [StoredValue?])
  case delete(HistoryShape, id: Int64, [StoredValue?])
  case update(HistoryShape, id: Int64, old: [StoredValue?], new: [StoredValue?])
  case link(HistoryEnd, id: Int64, HistoryEnd, other: Int64)
  case unlink(HistoryEnd, id: Int64, HistoryEnd, other: Int64)

  /// An object that is deleted was linked to another.
  case unlinkDeleted(HistoryEnd, id: Int64, HistoryEnd, other: Int64)

  /// Members of an ordered to-many were put in other places.
  case order(HistoryEnd, id: Int64, HistoryEnd, [ChangeSet.Placement])

  /// Everything was removed.
  case reset
}

/// How operations are marked in what a recorder writes.
enum HistoryMark: UInt8 {
  case shape = 1
  case ends, insert, delete, update, link, unlink, unlinkDeleted, reset, order
}

/// How a place among members is marked in what a recorder writes.
enum HistoryPlaceMark: UInt8 {
  case start, end, near
}

/// How the content of properties is marked in what a recorder writes.
enum HistoryContentMark: UInt8 {
  case values, nothing, references
}
