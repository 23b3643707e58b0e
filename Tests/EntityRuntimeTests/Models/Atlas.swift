import EntityGraph
import Foundation

/// Is referred to by implicit inverses alone, of every delete rule; what extends it has a property
/// where others of the tree have none.
@Entity(.observable) class Land: ManagedObject {
  var name: String
  @Relationship(inverse: .implicit) var successor: Land?
}

@Entity(.observable) final class Realm: Land {
  var crown: String = "gold"
  var seat: String?
}

/// Has an optional to-one, whose inverse nullifies.
@Entity(.values) final class Town: ManagedObject {
  var name: String
  @Relationship(inverse: .implicit) var land: Land?
  @Attribute(.deletedAt) var deletedAt: Date?
}

/// Has a required one, whose inverse denies.
@Entity final class Visa: ManagedObject {
  var number: Int
  @Relationship(inverse: .implicit, column: "country") var land: Land
}

/// Goes with its land, which has no more than two; an emblem keeps what it is of.
@Entity final class Emblem: ManagedObject {
  var motif: String
  @Relationship(inverse: .implicit(deleteRule: .cascade, maximumCount: 2)) var land: Land
}

/// Denies although it could be without its realm, whose deletion it goes with the other way round.
@Entity final class Throne: ManagedObject {
  var wood: String
  @Relationship(inverse: .implicit(deleteRule: .deny), deleteRule: .cascade) var realm: Realm?
}

/// Has an optional one that nobody looks after, so that the store refuses.
@Entity final class Treaty: ManagedObject {
  var year: Int
  @Relationship(inverse: .implicit(deleteRule: .noAction), originalName: "party") var land: Land?
}

/// Returns a bench of an atlas in memory.
func atlas() throws -> Bench {
  try Bench(
    Land.self, Realm.self, Town.self, Visa.self, Emblem.self, Throne.self, Treaty.self)
}

/// Returns a new realm, which is called L.
func realm(_ context: ManagedObjectContext) -> Realm {
  let realm = Realm(in: context)
  realm.name = "L"
  return realm
}

/// Returns everything in an atlas, a line for each object.
func atlas(_ context: ManagedObjectContext) throws -> String {
  try graph(
    context, Land.self, Town.self, Visa.self, Emblem.self, Throne.self, Treaty.self)
}
