import EntityGraph

/// Has relationships that are to-many at both ends and whose delete rules are about the members.
@Entity final class Vessel: ManagedObject {
  var name: String
  @Relationship(inverse: "vessels", deleteRule: .deny) var sailors: Set<Sailor>
  @Relationship(inverse: "vessels", deleteRule: .cascade) var crates: Set<Crate>
}

@Entity final class Sailor: ManagedObject {
  var name: String
  @Relationship(inverse: "sailors", deleteRule: .nullify) var vessels: Set<Vessel>
}

@Entity final class Crate: ManagedObject {
  var name: String
  @Relationship(inverse: "crates", deleteRule: .nullify) var vessels: Set<Vessel>
}

/// Returns everything in a harbor, a line for each object.
func harbor(_ context: ManagedObjectContext) throws -> String {
  try graph(context, Vessel.self, Sailor.self, Crate.self)
}
