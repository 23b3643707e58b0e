import EntityGraph

enum Mood: String, Storable, CaseIterable { case calm, cheerful, gloomy }

/// The root of a tree of two entities, related in every way.
@Entity class Thing: ManagedObject {
  @Attribute(.unique) var code: Int
  var name: String = ""
  var score: Double?
  var mood: Mood = .calm
  @Relationship(inverse: "things", deleteRule: .nullify) var box: Box?
  @Relationship(inverse: "things", deleteRule: .nullify) var tags: Set<Tag>
  @Relationship(inverse: "links", deleteRule: .nullify) var links: Set<Thing>
  @Relationship(inverse: "previous", deleteRule: .nullify) var next: Thing?
  @Relationship(inverse: "next", deleteRule: .nullify) var previous: Thing?
  @Relationship(inverse: "parts", deleteRule: .nullify) var whole: Gadget?
}

@Entity final class Gadget: Thing {
  var power: Int = 0
  @Relationship(inverse: "gadgets", deleteRule: .nullify) var maker: Maker?
  @Relationship(inverse: "whole", deleteRule: .noAction) var parts: Set<Thing>
}

@Entity final class Box: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "box", deleteRule: .cascade) var things: Set<Thing>
  @Relationship(inverse: "children", deleteRule: .nullify) var parent: Box?
  @Relationship(inverse: "parent", deleteRule: .cascade) var children: Set<Box>
  @Relationship(inverse: "twin", deleteRule: .nullify) var twin: Box?
}

@Entity final class Tag: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "tags", deleteRule: .nullify) var things: Set<Thing>
  @Relationship(inverse: "tags", deleteRule: .nullify) var maker: Maker
}

@Entity final class Maker: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "maker", deleteRule: .deny) var gadgets: Set<Gadget>
  @Relationship(inverse: "maker", deleteRule: .cascade) var tags: Set<Tag>
}
