import EntityGraph

/// Has room for two at both ends of one relationship, and for two of another that is declared at
/// one end.
@Entity final class Crew: ManagedObject {
  var name: String
  @Relationship(inverse: "crews", deleteRule: .nullify, minimumCount: 1, maximumCount: 2)
  var rowers: Set<Rower>
  @Relationship(inverse: "boat", deleteRule: .nullify, maximumCount: 2) var guests: [Rower]
}

@Entity final class Rower: ManagedObject {
  var name: String
  @Relationship(inverse: "rowers", deleteRule: .nullify, maximumCount: 2) var crews: Set<Crew>
  @Relationship(inverse: "guests", deleteRule: .nullify) var boat: Crew?
  @Relationship(inverse: .implicit(maximumCount: 2)) var captain: Rower?
}
