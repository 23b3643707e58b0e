import EntityGraph
import Foundation

/// A copy of a book, which a branch of the shop has once under a number.
@Entity(unique: [["branch", "number"]], indexes: [["branch", "bought"]])
final class Copy: ManagedObject {
  var branch: String
  var number: Int
  var bought: Date = Date()
}
