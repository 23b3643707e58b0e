import EntityGraph

/// Has objects of the classes that extend it alone.
@Entity(.abstract, indexes: [["entity", "title"]]) class Publication: ManagedObject {
  @Attribute(.unique) var code: String
  var title: String = ""
  @Relationship(inverse: "publications", deleteRule: .nullify) var shop: PublicationShop?
}

@Entity class Pamphlet: Publication {
  var sides: Int = 1
  /// Has a name that conditions have another use for.
  var cast: String?
}

@Entity final class Trilogy: Publication {
  var chapters: Int?
  var isKind: Bool = true
  @Relationship(inverse: "trilogies", deleteRule: .nullify) var illustrator: Illustrator?
  @Relationship(inverse: "trilogy", deleteRule: .cascade) var volumes: Set<TrilogyVolume>
}

@Entity final class Leaflet: Pamphlet {
  var isFolded: Bool = false
}

@Entity final class TrilogyVolume: ManagedObject {
  var number: Int = 1
  @Relationship(inverse: "volumes", deleteRule: .nullify) var trilogy: Trilogy?
}

@Entity final class Illustrator: ManagedObject {
  var name: String
  @Relationship(inverse: "illustrator", deleteRule: .nullify) var trilogies: Set<Trilogy>
}

@Entity final class PublicationShop: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "shop", deleteRule: .nullify) var publications: Set<Publication>
  @Relationship(inverse: "favourite", deleteRule: .nullify) var owners: Set<ShopOwner>
}

@Entity final class ShopOwner: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "owners", deleteRule: .nullify) var favourite: PublicationShop?
}
