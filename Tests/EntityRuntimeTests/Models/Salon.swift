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

/// Has fetched properties whose conditions are properties that are true, in each form there is.
@Entity final class SalonDoor: ManagedObject {
  var isOpen: Bool = true
  @Relationship(inverse: "door", deleteRule: .nullify) var guests: Set<SalonGuest>

  @Fetched(SalonGuest.self, where: { $0.isMember }, sortedBy: \.seats, .descending)
  var members: [SalonGuest]
  @Fetched(SalonGuest.self, where: { guest in guest.isRegular })
  var regulars: [SalonGuest]
  @Fetched(SalonGuest.self, where: { !$0.isMember }, sortedBy: [.by(\.seats)])
  var strangers: [SalonGuest]
  @Fetched(SalonGuest.self, where: { $0.isMember && $0.seats > 1 }, sortedBy: \.seats)
  var largeMembers: [SalonGuest]
  @Fetched(SalonGuest.self, where: { guest, _ in guest.isMember }, sortedBy: \.seats, limit: 1)
  var firstMember: [SalonGuest]
  @Fetched(SalonGuest.self, where: { guest, door in guest.isMember && guest.door == door })
  var ownMembers: [SalonGuest]
  @Fetched(
    SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<SalonDoor>) in guest.isMember },
    sortedBy: \.seats)
  var membersByType: [SalonGuest]
  @Fetched(
    SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<SalonDoor>) in
      owner.isOpen.isTrue.outer() && guest.isMember
    }, sortedBy: [.by(\.seats)])
  var welcome: [SalonGuest]

  @Fetched(countOf: SalonGuest.self, where: { $0.isMember }) var memberCount: Int
  @Fetched(countOf: SalonGuest.self, where: { $0.seats > 1 }) var largeCount: Int
  @Fetched(countOf: SalonGuest.self, where: { guest, _ in guest.isRegular }) var regularCount: Int
  @Fetched(
    countOf: SalonGuest.self,
    where: { (guest: Fields<SalonGuest>, owner: Owner<SalonDoor>) in guest.isRegular })
  var regularCountByType: Int

  @Fetched(identifiersOf: SalonGuest.self, where: { $0.isMember }, sortedBy: \.seats)
  var memberIDs: [ObjectID]
  @Fetched(identifiersOf: SalonGuest.self, where: { $0.seats > 1 }) var largeIDs: [ObjectID]
  @Fetched(identifiersOf: SalonGuest.self, where: { guest, _ in guest.isMember })
  var memberIDsByID: [ObjectID]

  @Fetched(
    dictionariesOf: SalonGuest.self, where: { $0.isMember }, sortedBy: \.seats,
    properties: [\.seats])
  var memberRows: [[String: Any]]
  @Fetched(
    dictionariesOf: SalonGuest.self, where: { $0.seats > 1 }, sortedBy: [.by(\.seats)],
    properties: [\.seats])
  var largeRows: [[String: Any]]
  @Fetched(
    dictionariesOf: SalonGuest.self, where: { guest, _ in guest.isRegular },
    properties: [\.seats])
  var regularRows: [[String: Any]]
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
  var isMember: Bool = false
  var isRegular: Bool?
  @Relationship(inverse: "guests", deleteRule: .nullify) var door: SalonDoor?
}
