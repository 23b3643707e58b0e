import EntityGraph
import Foundation

/// Observable entities, some of which are deleted softly.
@Entity(.observable) final class Binder: ManagedObject {
  var name: String
  @Relationship(inverse: "binder", deleteRule: .nullify) var receipts: Set<Receipt>
}

@Entity(.observable) final class Receipt: ManagedObject {
  var text: String
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "receipts", deleteRule: .nullify) var binder: Binder?
  @Relationship(inverse: "receipts", deleteRule: .nullify) var markers: Set<Marker>
}

@Entity(.observable) final class Marker: ManagedObject {
  var name: String
  @Relationship(inverse: "markers", deleteRule: .nullify) var receipts: Set<Receipt>
}
