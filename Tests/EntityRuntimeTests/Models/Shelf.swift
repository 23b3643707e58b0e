import EntityGraph

/// Has a fetched property of every form.
@Entity final class Shelf: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "shelf", deleteRule: .nullify) var volumes: Set<Volume>
  @Fetched(
    Volume.self, where: { volume, shelf in volume.shelf == shelf && volume.pages > 100 },
    sortedBy: \.title)
  var long: [Volume]
  @Fetched(countOf: Volume.self, where: { volume, shelf in volume.shelf != shelf })
  var elsewhere: Int
  @Fetched(
    identifiersOf: Volume.self, where: { volume, shelf in volume.shelf == shelf },
    sortedBy: \.title)
  var ids: [ObjectID]
  @Fetched(dictionariesOf: Volume.self, where: { volume, shelf in volume.shelf == shelf })
  var rows: [[String: Any]]
  @Fetched(Volume.self) var everything: [Volume]
}

@Entity final class Volume: ManagedObject {
  var title: String
  var pages: Int = 0
  var note: String?
  @Relationship(inverse: "volumes", deleteRule: .nullify) var shelf: Shelf?
}
