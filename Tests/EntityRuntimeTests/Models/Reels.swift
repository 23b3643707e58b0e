import EntityGraph
import Foundation

/// Has clips in an order, of which some may have been deleted softly.
@Entity final class Reel: ManagedObject {
  var name: String
  @Relationship(inverse: "reels", deleteRule: .nullify) var clips: [Clip]
}

@Entity final class Clip: ManagedObject {
  var text: String
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "clips", deleteRule: .nullify) var reels: Set<Reel>
}
