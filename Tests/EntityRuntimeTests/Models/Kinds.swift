import EntityGraph
import Foundation

/// Has a unique attribute of every form in which a store keeps values.
@Entity final class Unique: ManagedObject {
  @Attribute(.unique) var text: String?
  @Attribute(.unique) var integer: Int
  @Attribute(.unique) var real: Double
  @Attribute(.unique) var uuid: UUID
  @Attribute(.unique) var data: Data
}
