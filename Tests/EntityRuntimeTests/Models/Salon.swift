import EntityGraph
import Foundation

@Composition struct SalonPlace {
  var city = "Oslo"
  var notes: [String: String] = [:]
}

/// Has fetched properties that ask of it what it holds.
@Entity final class Salon: ManagedObject {
  @Attribute(.searchable) var name: String
  @Relationship(inverse: "salon", deleteRule: .nullify) var readings: Set<SalonReading>

  @Fetched(
    countOf: SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<Salon>) in
      guest.seats <= owner.readings.count
    })
  var seated: Int
  @Fetched(
    countOf: SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<Salon>) in
      owner.readings.any { $0.title == "b" }.outer() && guest.seats > 0
    })
  var seatedForB: Int
  @Fetched(
    countOf: SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<Salon>) in
      guest.seats <= owner.readings.filter { $0.salon == owner }.count
    })
  var seatedForOwn: Int
  @Fetched(
    countOf: SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<Salon>) in
      owner.name.matches("hand").outer() && guest.seats > 0
    })
  var seatedBySearch: Int
  @Fetched(
    dictionariesOf: SalonReading.self, sortedBy: [.by(\.rank)],
    properties: [\.title, \.place.city, \.place, \.salon?.name, \.salon],
    includesPendingChanges: false)
  var saved: [[String: Any]]
  @Fetched(
    dictionariesOf: SalonReading.self, sortedBy: [.by(\.rank)], properties: [\.place.city])
  var cities: [[String: Any]]
}

@Entity final class SalonReading: ManagedObject {
  var title: String
  var rank: Int = 0
  @Attribute(.deletedAt) var deletedAt: Date?
  var place: SalonPlace = SalonPlace()
  @Relationship(inverse: "readings", deleteRule: .nullify) var salon: Salon?
}

@Entity final class SalonGuest: ManagedObject {
  var seats: Int
}
