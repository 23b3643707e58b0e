import EntityGraph

/// Where a door is.
@Composition struct DoorPlace {
  var street: String
  var number: Int
  var letter: String?
}

/// A flat: one behind each door, one of a name for each landlord whatever its case, and one with a
/// back door of a letter.
@Entity(
  .values,
  unique: [
    ["door.street", "door.number"], ["owner", "label.lowercased()"], ["back.letter"],
  ],
  indexes: [["-label.lowercased()", "rank"], ["door.street", "rank"]])
final class Flat: ManagedObject {
  var label: String
  var rank: Int = 0
  var door: DoorPlace
  var back: DoorPlace?
  @Relationship(inverse: "flats", deleteRule: .nullify) var owner: Landlord?
}

/// Somebody who has flats.
@Entity(.values) final class Landlord: ManagedObject {
  var name: String
  @Relationship(inverse: "owner", deleteRule: .nullify) var flats: Set<Flat>
}

/// Stores a text backwards.
enum Backwards: AttributeTransform {
  static func stored(_ value: String) -> String { String(value.reversed()) }
  static func value(_ stored: String) -> String { String(stored.reversed()) }
}

/// A bell, whose sign is stored backwards.
@Entity(.values, unique: [["sign", "floor"]]) final class Doorbell: ManagedObject {
  @Attribute(.unique, transform: Backwards.self) var code: String
  @Attribute(transform: Backwards.self) var sign: String
  var floor: Int = 0
}

/// Flats and their landlords.
enum Tenancy {
  /// The classes.
  static let classes: [ManagedObject.Type] = [Flat.self, Landlord.self]
}
