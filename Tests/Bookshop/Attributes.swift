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
