import EntityGraph
import Foundation

@Composition struct Place {
  var latitude: Double
  var longitude: Double
}

@Composition struct PostalAddress {
  var street: String
  @Leaf(.indexed) var city: String
  var country = "NO"
  var place: Place?
}

@Entity final class Customer: ManagedObject {
  var name: String
  var home: PostalAddress
  var work: PostalAddress?
}

func customers(in city: String, context: ManagedObjectContext) throws -> [Customer] {
  try context.fetch(
    Customer.where { $0.home.city == city || $0.work.city == city }
      .sorted(by: \.home.street).sorted(by: \.work?.place?.latitude))
}

func counts(context: ManagedObjectContext) throws -> [(city: String, count: Int)] {
  try context.fetch(Customer.group { $0.home.city }.select { ($0.home.city, $0.count) })
    .map { (city: $0.0, count: $0.1) }
}

@Entity final class Depot: ManagedObject {
  var name: String
  var places: Int
  @Relationship(inverse: "depot", deleteRule: .nullify) var parcels: Set<Parcel>

  @Attribute(.derived { (depot: Fields<Depot>) in depot.parcels.count }, .indexed)
  var parcelCount: Int
  @Attribute(.derived { (depot: Fields<Depot>) in depot.parcels.filter { $0.grams > 900 }.count })
  var heavyCount: Int
  @Attribute(.derived { (depot: Fields<Depot>) in depot.parcels.sum(\.grams) }, .indexed)
  var weight: Int
  @Attribute(.derived { (depot: Fields<Depot>) in depot.parcels.max(\.grams) }) var heaviest: Int?
  @Attribute(.derived { (depot: Fields<Depot>) in depot.name.lowercased() }, .indexed)
  var folded: String
}

@Entity final class Parcel: ManagedObject {
  var grams: Int
  @Relationship(inverse: "parcels", deleteRule: .nullify) var depot: Depot?
}

func fullest(context: ManagedObjectContext) throws -> [(name: String, count: Int)] {
  try context.fetch(
    Depot.where { $0.parcelCount > 0 }.sorted(by: \.parcelCount, .descending)
      .select { ($0.name, $0.parcelCount) }
  ).map { (name: $0.0, count: $0.1) }
}

struct Paint: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

struct NoPaint: Error {}

enum HexPaint: AttributeTransform {
  static func stored(_ paint: Paint) -> String {
    [paint.red, paint.green, paint.blue]
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func value(_ text: String) throws -> Paint {
    guard text.count == 6, let number = UInt32(text, radix: 16) else { throw NoPaint() }
    return Paint(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }
}

@Entity final class Fence: ManagedObject {
  @Attribute(transform: HexPaint.self) var color: Paint = Paint(red: 0, green: 0, blue: 0)
  @Attribute(transform: HexPaint.self) var trim: Paint?
}

func fences(of color: Paint, context: ManagedObjectContext) throws -> [Fence] {
  try context.fetch(Fence.where { $0.$color == color && $0.$trim != nil }.sorted(by: \.$color))
}

enum Meters: AttributeTransform {
  static func stored(_ length: Measurement<UnitLength>) -> Double {
    length.converted(to: .meters).value
  }

  static func value(_ meters: Double) -> Measurement<UnitLength> {
    Measurement(value: meters, unit: .meters)
  }
}

enum Finish: String, Storable, CaseIterable { case matt, gloss }

@Entity final class Tile: ManagedObject {
  var finish: Finish = .matt
  @Attribute(.undecodable(.throw)) var edge: Finish = .matt
  @Attribute(.undecodable(.useDefault)) var back: Finish = .matt
  @Attribute(.undecodable(.keep)) var sizes: [Int] = []
}

@Entity final class Lease: ManagedObject {
  var period: ClosedRange<Date>
  var floors: Range<Int>?
  var notice: Duration = .seconds(86400)
}

func leases(on day: Date, context: ManagedObjectContext) throws -> [Lease] {
  try context.fetch(
    Lease.where { $0.period.contains(day) && $0.floors.overlaps(1..<3) && $0.notice > .seconds(60) }
      .sorted(by: \.period.upperBound))
}

let leaseColumns = [Lease.properties.period.name, Lease.properties.notice.name]
let endIsRequired = Lease.properties.period.attribute?.isOptional == false

@Entity final class Interview: ManagedObject {
  var title: String
  var plays: Int = 0
  @Attribute(.external) var sound: Data
  @Attribute(.external, .length(1...100_000)) var transcript: String?
}

func loudest(context: ManagedObjectContext) throws -> Data? {
  let interviews = try context.fetch(Interview.sorted(by: \.plays, .descending).limit(10))
  return interviews.first?.sound
}
