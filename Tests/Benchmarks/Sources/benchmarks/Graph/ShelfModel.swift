import EntityGraph

/// Holds volumes in an order of its own.
@Entity final class Shelf: ManagedObject {
  var name: String
  @Relationship(inverse: "shelf", deleteRule: .nullify) var volumes: [Volume]
}

/// Holds the same volumes without an order.
@Entity final class Room: ManagedObject {
  var name: String
  @Relationship(inverse: "room", deleteRule: .nullify) var volumes: Set<Volume>
}

/// What stands on a shelf, and is in a room.
@Entity final class Volume: ManagedObject {
  var title: String
  var pages: Int
  @Relationship(inverse: "volumes", deleteRule: .nullify) var shelf: Shelf?
  @Relationship(inverse: "volumes", deleteRule: .nullify) var room: Room?
}
