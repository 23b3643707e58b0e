import EntityGraph
import Testing

@testable import EntityRuntime

/// Soft deletion and restoration of many, in the store.
@Suite struct BulkSoftDeletionTests {
  @Test func deletingManyIsSoftWithWhatTheyCascadeTo() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a", "b"])
    try forum.debate("c", ["d"])
    let context = forum.context
    try context.delete(Post.where { $0.text == "a" })
    try context.save()
    let earlier = try context.only(Post.onlyDeleted()).deletedAt
    #expect(try context.deleteAll(Debate.where { $0.name == "swift" }) == 1)
    #expect(debate.isSoftlyDeleted)
    #expect(try context.fetch(Post.all).texts == ["d"])
    #expect(try context.fetch(Post.onlyDeleted()).texts == ["a", "b"])
    #expect(try context.only(Post.onlyDeleted().where { $0.text == "a" }).deletedAt == earlier)
    // What has been deleted is not deleted again.
    #expect(try context.deleteAll(Debate.includingDeleted().where { $0.name == "swift" }) == 0)
    #expect(try context.restoreAll(Debate.all) == 1)
    #expect(!debate.isSoftlyDeleted)
    #expect(debate.posts.texts == ["b"])
    #expect(try context.restoreAll(Post.all) == 1)
    #expect(debate.posts.texts == ["a", "b"])
    #expect(try context.restoreAll(Post.all) == 0)
  }

  @Test func deletingPermanentlyRemovesRows() throws {
    let forum = try Forum()
    try forum.debate("swift", ["a", "b"])
    let context = forum.context
    try context.deleteAll(Post.where { $0.text == "a" })
    #expect(try context.deleteAll(Post.onlyDeleted(), permanently: true) == 1)
    #expect(try context.count(Post.includingDeleted()) == 1)
    #expect(try context.deleteAll(Debate.all, permanently: true) == 1)
    #expect(try context.count(Post.includingDeleted()) == 0)
  }

  @Test func denyingIsObeyed() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", [])
    let context = forum.context
    let pin = Pin(debate: debate, in: context)
    try context.save()
    let error = #expect(throws: ValidationError.self) { try context.deleteAll(Debate.all) }
    #expect(error?.problems.map(\.id) == ["validation.denied"])
    context.delete(pin)
    try context.save()
    #expect(try context.deleteAll(Debate.all) == 1)
  }

  @Test func whatCannotBeRestoredIsRefused() throws {
    let forum = try Forum()
    #expect(throws: StoreError.self) { try forum.context.restoreAll(Poster.all) }
  }

  @Test func updatesAreOfWhatIsNotDeleted() throws {
    let forum = try Forum()
    try forum.debate("swift", ["a", "b"])
    let context = forum.context
    try context.deleteAll(Post.where { $0.text == "a" })
    #expect(try context.update(Post.all) { $0.rank = 9 } == 1)
    #expect(try context.only(Post.onlyDeleted()).rank == 0)
    #expect(try context.update(Post.onlyDeleted()) { $0.deletedAt = nil } == 1)
    #expect(try context.count(Post.all) == 2)
  }
}
