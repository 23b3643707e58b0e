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

@Entity final class Label: ManagedObject {
  @Attribute(.unique) var text: String
}

@Entity final class Photo: ManagedObject {
  var title: String
  @Relationship(inverse: .implicit) var labels: Set<Label>
}

@Entity final class Negative: ManagedObject {
  var number: Int
  @Relationship(inverse: .implicit(deleteRule: .deny, maximumCount: 1), deleteRule: .cascade)
  var prints: [Label]
}
