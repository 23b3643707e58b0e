import EntityGraph
import Foundation

/// A copy of a book, which a branch of the shop has once under a number.
@Entity(unique: [["branch", "number"]], indexes: [["branch", "bought"]])
final class Copy: ManagedObject {
  var branch: String
  var number: Int
  var bought: Date = Date()
}

func copy(_ number: Int, in branch: String, context: ManagedObjectContext) throws -> Copy? {
  try context.find(Copy.self, by: (\.branch, branch), (\.number, number))
}

func added(_ number: Int, to branch: String, context: ManagedObjectContext) throws -> Copy {
  try context.upsert(Copy.self, by: (\.branch, branch), (\.number, number)) {
    $0.bought = $0.isInserted ? .now : $0.bought
  }
}
