import EntityGraph

/// Has two values that could be taken for each other.
@Entity final class Glove: ManagedObject {
  var left: String = ""
  var right: String = ""
  var size: Int32 = 0
  @Relationship(inverse: "gloves", deleteRule: .nullify) var drawer: Drawer?
}

@Entity final class Drawer: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "drawer", deleteRule: .nullify) var gloves: Set<Glove>
}
