import EntityGraph
import Foundation

@Entity(indexes: [["tenant", "-written", "deletedAt == nil"]])
final class Comment: ManagedObject {
  var text: String
  var tenant: Int
  var written: Date = Date()
  @Attribute(.deletedAt) private(set) var deletedAt: Date?
  @Relationship(inverse: "answers", deleteRule: .nullify) var question: Comment?
  @Relationship(inverse: "question", deleteRule: .cascade) var answers: Set<Comment>
}

/// Deletes what has been written before `date`, and returns what can be restored.
func clear(before date: Date, in context: ManagedObjectContext) throws -> [Comment] {
  try context.deleteAll(Comment.where { $0.written < date })
  return try context.fetch(Comment.onlyDeleted().sorted(by: \.written, .descending))
}

/// Takes a deletion back, with the answers that went with the question.
func restore(_ id: ObjectID, in context: ManagedObjectContext) throws {
  guard let comment = try context.object(Comment.self, with: id), comment.isSoftlyDeleted else {
    return
  }
  context.restore(comment)
  try context.save()
}

/// Removes what nobody has restored in time.
func purge(before date: Date, in context: ManagedObjectContext) throws -> Int {
  try context.deleteAll(
    Comment.onlyDeleted().where { $0.deletedAt < date }, permanently: true)
}

/// Returns a context that sees the comments of one tenant.
func context(
  of tenant: Int, _ container: PersistentContainer
) throws -> ManagedObjectContext {
  let context = container.newContext()
  try context.setDefaultCondition(for: Comment.self) { $0.tenant == tenant }
  return context
}
