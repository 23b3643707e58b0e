import EntityGraph
import Foundation

@Entity final class Salon: ManagedObject {
  var name: String = ""
  var mostGuests: Int = 0
  @Relationship(inverse: "salon", deleteRule: .cascade) var readings: Set<Reading>
  @Fetched(
    Reading.self, where: { reading, salon in reading.salon == salon && reading.date > Date() },
    sortedBy: \.date, limit: 3)
  var next: [Reading]
  @Fetched(
    Reading.self, where: { reading, salon in reading.salon == salon },
    sortedBy: [.by(\.guests, .descending), .by { $0.reader.name }])
  var fullest: [Reading]
  @Fetched(
    countOf: Reading.self,
    where: { (reading: Fields<Reading>, owner: Owner<Salon>) in
      reading.salon == owner && reading.guests > owner.mostGuests
    })
  var crowded: Int
  @Fetched(
    dictionariesOf: Reading.self, sortedBy: \.date, .descending,
    includesPendingChanges: false)
  var saved: [[String: Any]]
}

@Entity final class Reading: ManagedObject {
  var date: Date
  var guests: Int = 0
  @Relationship(inverse: "readings", deleteRule: .nullify) var salon: Salon?
  @Relationship(inverse: "readings", deleteRule: .nullify) var reader: Reader?
}

@Entity final class Reader: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "reader", deleteRule: .nullify) var readings: Set<Reading>
}
