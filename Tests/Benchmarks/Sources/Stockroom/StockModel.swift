import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Something that is sold. Until the second snapshot a weight was a whole number.
@Entity final class Item: ManagedObject {
  var title: String
  var code: String
  var weight: Double
  var price: Double
  @Attribute(.indexed) var arrival: Date
  var isSold: Bool
  var summary: String?
  @Relationship(inverse: "items", deleteRule: .nullify) var maker: Maker?
}

/// Who makes items.
@Entity final class Maker: ManagedObject {
  var name: String
  @Relationship(inverse: "maker", deleteRule: .nullify) var items: Set<Item>
}
