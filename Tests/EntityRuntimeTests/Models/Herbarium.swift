import EntityGraph
import Foundation

enum Season: String, Storable { case spring, autumn = "Herbst" }

/// A value that is stored as JSON.
struct Span: Codable, Equatable {
  var first: Int
  var last: Int?
}

// The model that the stores among the fixtures were made for. It may not be changed: stores with
// what it says are to open for ever.

@Entity class Plant: ManagedObject {
  @Attribute(.unique) var number: Int32
  @Attribute(.indexed) var title: String
  /// The two names have been exchanged since an earlier model, which happens once.
  @Attribute(originalName: "latin") var common: String = ""
  @Attribute(originalName: "common") var latin: String = ""
  var isRare: Bool = false
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int64: Int64 = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var float: Float = 0.5
  var double: Double = -0.0
  @Attribute(column: "found on") var found: Date = Date(timeIntervalSinceReferenceDate: 0)
  var picture: Data = Data()
  var uuid: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var url: URL = URL(filePath: "/")
  var weight: Decimal = 0
  var season: Season = .spring
  var height: Span = Span(first: 1, last: nil)
  var note: String?
  @Relationship(inverse: "plants", deleteRule: .cascade) var place: Place?
  @Relationship(inverse: "plants", deleteRule: .nullify) var labels: Set<Label>
}

@Entity final class Tree: Plant {
  var rings: Int?
}

@Entity final class Place: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "place", deleteRule: .nullify) var plants: Set<Plant>
  @Fetched(
    Plant.self, where: { plant, place in plant.place == place && plant.isRare == true },
    sortedBy: \.title)
  var rare: [Plant]
}

@Entity final class Label: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "labels", deleteRule: .nullify) var plants: Set<Plant>
}

/// Fills the store of a herbarium, as those among the fixtures are filled.
func fillHerbarium(_ context: ManagedObjectContext) throws {
  let wood = context.insert(Place.self)
  wood.name = "wood"
  let (dry, pressed) = (context.insert(Label.self), context.insert(Label.self))
  (dry.text, pressed.text) = ("dry", "pressed")
  let fern = context.insert(Plant.self)
  (fern.number, fern.title, fern.common, fern.latin) = (1, "Fern", "fern", "Pteridium")
  (fern.place, fern.labels) = (wood, [dry, pressed])
  try context.save()

  let oak = context.insert(Tree.self)
  (oak.number, oak.title, oak.common, oak.latin) = (
    .max, "Oak \u{1F333} e\u{301}", "oak", "Quercus"
  )
  (oak.isRare, oak.int8, oak.int16, oak.int64) = (true, .min, .min, .min)
  (oak.uint8, oak.uint16, oak.uint32, oak.uint64) = (.max, .max, .max, .max)
  (oak.float, oak.double) = (.greatestFiniteMagnitude, .leastNonzeroMagnitude)
  oak.found = Date(timeIntervalSinceReferenceDate: -0.125)
  oak.picture = Data([0, 255, 10])
  oak.uuid = UUID(uuid: (255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0))
  oak.url = URL(string: "https://example.com/oak?a=1#b") ?? oak.url
  oak.weight = Decimal(string: "-1234567890.000000001") ?? 0
  (oak.season, oak.height) = (.autumn, Span(first: -1, last: 40))
  (oak.note, oak.rings, oak.place, oak.labels) = ("a\0b \"c\" 'd'", 300, wood, [pressed])
  let gone = context.insert(Label.self)
  try context.save()

  // Its id is not given again.
  context.delete(gone)
  fern.title = "Common fern"
  try context.save()
}

// What the model has become.

@Entity(originalName: "Plant") class Growth: ManagedObject {
  var number: Int
  @Attribute(.unique) var title: String
  @Attribute(originalName: "common") var name: String = ""
  var latin: String = ""
  var isRare: Bool = false
  var isPoisonous: Bool = false
  var int8: Int16 = 0
  var int16: Int32 = 0
  var int64: Int64 = 0
  var uint8: Int = 0
  var uint16: UInt32 = 0
  var uint32: UInt64 = 0
  var uint64: UInt64 = 0
  var float: Double = 0.5
  var double: Double = -0.0
  var found: Date?
  var picture: Data = Data()
  var uuid: Data = Data()
  var url: String = ""
  var weight: Decimal = 0
  @Attribute(.indexed) var season: Season = .spring
  @Attribute(originalName: "height") var extent: Span = Span(first: 1, last: nil)
  var note: String?
  @Relationship(inverse: "growths", deleteRule: .cascade, originalName: "place") var site: Site?
  @Relationship(inverse: "growths", deleteRule: .nullify, originalName: "labels")
  var stickers: Set<Sticker>
}

@Entity(originalName: "Tree") final class Timber: Growth {
  @Attribute(originalName: "rings") var age: Int?
}

@Entity(originalName: "Place") final class Site: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "site", deleteRule: .nullify, originalName: "plants")
  var growths: Set<Growth>
}

@Entity(originalName: "Label") final class Sticker: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "stickers", deleteRule: .nullify, originalName: "plants")
  var growths: Set<Growth>
}
