import EntityGraph

/// Relates to itself in every way.
@Entity final class Person: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "children", deleteRule: .nullify) var parent: Person?
  @Relationship(inverse: "parent", deleteRule: .cascade) var children: Set<Person>
  @Relationship(inverse: "friends", deleteRule: .nullify) var friends: Set<Person>
  @Relationship(inverse: "dependents", deleteRule: .nullify) var dependencies: Set<Person>
  @Relationship(inverse: "dependencies", deleteRule: .nullify) var dependents: Set<Person>
  @Relationship(inverse: "spouse", deleteRule: .nullify) var spouse: Person?
  @Relationship(inverse: "pupil", deleteRule: .nullify) var mentor: Person?
  @Relationship(inverse: "mentor", deleteRule: .nullify) var pupil: Person?
}

extension Set<Person> {
  /// The names in order.
  var names: [String] { map(\.name).sorted() }
}
