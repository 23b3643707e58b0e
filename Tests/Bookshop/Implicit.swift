import EntityGraph

@Entity final class Country: ManagedObject {
  @Attribute(.unique) var code: String
}

@Entity final class Stamp: ManagedObject {
  var year: Int
  @Relationship(inverse: .implicit) var country: Country?
}

@Entity final class Embassy: ManagedObject {
  var city: String
  @Relationship(inverse: .implicit(deleteRule: .cascade, maximumCount: 3)) var country: Country
}
