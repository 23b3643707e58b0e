import EntityGraph

/// A house with seats.
@Entity final class Playhouse: ManagedObject {
  var name: String
  @Relationship(inverse: "house", deleteRule: .nullify) var seats: Set<PlayhouseSeat>
}

/// A seat, which a house has once in a row.
@Entity(unique: [["house", "row", "number"]], indexes: [["house", "price"]])
class PlayhouseSeat: ManagedObject {
  var row: String?
  @Attribute(column: "no") var number: Int = 0
  @Attribute(.range(0...100)) var price: Int = 0
  @Relationship(inverse: "seats", deleteRule: .nullify) var house: Playhouse?
}

/// A seat that has a label once at each price.
@Entity(unique: [["price", "label"]])
final class LabelledSeat: PlayhouseSeat {
  var label: String = ""
}

extension Playhouse {
  /// The classes.
  static let classes: [ManagedObject.Type] = [
    Playhouse.self, PlayhouseSeat.self, LabelledSeat.self,
  ]
}
