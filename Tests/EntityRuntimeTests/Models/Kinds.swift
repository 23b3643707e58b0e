import EntityGraph
import Foundation

/// Has a unique attribute of every storage class.
@Entity final class Unique: ManagedObject {
  @Attribute(.unique) var text: String?
  @Attribute(.unique) var integer: Int
  @Attribute(.unique) var real: Double
  @Attribute(.unique) var uuid: UUID
  @Attribute(.unique) var data: Data
}

/// A value that refuses to be written as JSON where it says so.
struct Stubborn: Codable {
  var refuses = false

  init(refuses: Bool) { self.refuses = refuses }

  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {
    if refuses {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: ""))
    }
    try [String: String]().encode(to: encoder)
  }
}

/// Holds values that can refuse.
@Entity final class Holder: ManagedObject {
  var required: Stubborn = Stubborn(refuses: false)
  var optional: Stubborn?
}
