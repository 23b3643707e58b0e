import EntityGraph

/// Somebody who is found by an address, or by a number that not everybody has.
@Entity(.values) class Guest: ManagedObject {
  @Attribute(.unique) var email: String
  var name: String = ""
  @Attribute(.unique) var number: Int?
  var visits: Int = 0
  var note: String?
  var mood: Mood = .calm
  @Relationship(inverse: "guests", deleteRule: .nullify) var house: House?
  @Relationship(inverse: "guests", deleteRule: .nullify) var wishes: Set<Wish>
  @Relationship(inverse: "guest", deleteRule: .nullify) var key: RoomKey?
}

/// A guest who stays.
@Entity(.values) final class Resident: Guest {
  @Attribute(.unique) var room: Int?
}

/// Where guests are, of whom it holds two.
@Entity(.values) final class House: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "house", deleteRule: .nullify, maximumCount: 2) var guests: Set<Guest>
}

/// What guests wish for.
@Entity(.values) final class Wish: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "wishes", deleteRule: .nullify) var guests: Set<Guest>
}

/// Belongs to one guest.
@Entity(.values) final class RoomKey: ManagedObject {
  @Attribute(.unique) var code: String
  @Relationship(inverse: "key", deleteRule: .nullify) var guest: Guest?
}

/// Guests and what belongs to them.
enum Guesthouse {
  /// The classes.
  static let classes: [ManagedObject.Type] = [
    Guest.self, Resident.self, House.self, Wish.self, RoomKey.self,
  ]

  /// Opens a bench of a guesthouse in memory.
  static func bench() throws -> Bench {
    try Bench(Guest.self, Resident.self, House.self, Wish.self, RoomKey.self)
  }

  /// Returns everything of `context`, a line for each object.
  static func graph(_ context: ManagedObjectContext) throws -> String {
    try EntityRuntimeTests.graph(
      context, Guest.self, House.self, Wish.self, RoomKey.self)
  }
}
