import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Objects with an attribute marked `.deletedAt` are deleted softly.
@Suite struct SoftDeletionTests {
  @Test func aDeletionSetsTheTimeAndLeavesTheRow() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", ["a", "b"])
    forum.context.delete(topic)
    #expect(topic.isSoftlyDeleted)
    #expect(!topic.isDeleted)
    #expect(topic.isUpdated)
    try forum.context.save()
    #expect(topic.context === forum.context)
    let other = forum.container.newContext()
    #expect(try other.count(Topic.all) == 0)
    let found = try #require(try other.object(Topic.self, with: topic.objectID))
    #expect(found.isSoftlyDeleted)
    #expect(found.deletedAt == topic.deletedAt)
    #expect(try other.only(Topic.onlyDeleted()) === found)
    forum.context.expectSound()
  }

  @Test func aNewObjectIsNotSaved() throws {
    let forum = try Forum()
    let topic = Topic(name: "never", in: forum.context)
    forum.context.delete(topic)
    #expect(topic.context == nil || topic.isDeleted || !topic.isInserted)
    try forum.context.save()
    #expect(try forum.context.count(Topic.includingDeleted()) == 0)
  }

  @Test(arguments: [false, true])
  func everyRequestLeavesOutTheDeleted(isPending: Bool) throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", ["a", "b", "c"])
    try forum.topic("c", ["d"])
    let context = forum.context
    let b = try context.only(Post.where { $0.text == "b" })
    context.delete(b)
    if !isPending { try context.save() }
    let all = Post.sorted(by: \.text)
    #expect(try context.fetch(all).map(\.text) == ["a", "c", "d"])
    #expect(try context.fetch(all.includingDeleted()).map(\.text) == ["a", "b", "c", "d"])
    #expect(try context.fetch(all.onlyDeleted()).map(\.text) == ["b"])
    #expect(try context.count(all) == 3)
    #expect(try context.count(all.onlyDeleted()) == 1)
    #expect(try context.exists(Post.where { $0.text == "b" }) == false)
    #expect(try context.first(all.offset(1))?.text == "c")
    #expect(try context.identifiers(all).count == 3)
    #expect(try context.fetch(all.select { $0.text }) == ["a", "c", "d"])
    #expect(try context.fetch(all.includingDeleted().select { $0.text }).count == 4)
    #expect(
      try context.fetch(Post.group(by: \.topic).select { $0.count }).sorted() == [1, 2])
    #expect(try context.fetch(all.select { $0.rank.sum }) == [2])
    #expect(try context.fetch(all.sections(by: \.text)).map(\.key) == ["a", "c", "d"])
    var walked: [String] = []
    try context.forEach(all, batch: 2) { walked.append($0.text) }
    #expect(walked == ["a", "c", "d"])
    #expect(try context.fetch(DynamicRequest("Post")).count == 3)
    #expect(try context.fetch(DynamicRequest("Post").onlyDeleted()).count == 1)
    // Relationships, from wherever they are asked.
    #expect(topic.posts.texts == ["a", "c"])
    #expect(try topic.$posts.count == 2)
    #expect(try !topic.$posts.contains(b))
    #expect(try context.fetch(topic.$posts.all).texts == ["a", "c"])
    #expect(topic.sortedPosts.map(\.text) == ["a", "c"])
    #expect(b.topic === topic)
    let names = { (request: FetchRequest<Topic>) in
      try context.fetch(request.sorted(by: \.name)).map(\.name)
    }
    #expect(try names(Topic.where { $0.posts.any { $0.text == "b" } }) == [])
    #expect(try names(Topic.where { $0.posts.count == 2 }) == ["swift"])
    #expect(try names(Topic.where { $0.posts.all { $0.text != "b" } }) == ["c", "swift"])
    #expect(try names(Topic.where { $0.posts.none { $0.rank == 1 } }) == ["c", "swift"])
    #expect(try names(Topic.where { $0.posts.max(\.rank) == 2 }) == ["swift"])
    #expect(
      try names(
        Topic.where { topic in Post.where { $0.topic == topic && $0.text == "b" }.exists() }) == []
    )
    #expect(
      try names(
        Topic.where { topic in
          Post.where { $0.topic == topic && $0.text == "b" }.includingDeleted().exists()
        }) == ["swift"])
    #expect(try context.fetch(Topic.sorted { $0.posts.count }).map(\.name) == ["c", "swift"])
    context.expectSound()
  }

  @Test func pagesAreOfWhatIsNotDeleted() throws {
    let forum = try Forum()
    try forum.topic("swift", ["a", "b", "c", "d"])
    let context = forum.context
    try context.delete(Post.where { $0.text == "b" })
    try context.save()
    let request = Post.sorted(by: \.text)
    let first = try context.fetch(request.page(size: 2))
    #expect(first.items.map(\.text) == ["a", "c"])
    #expect(try context.fetch(request.page(after: first.next, size: 2)).items.map(\.text) == ["d"])
    let numbered = try context.fetch(request.page(1, size: 2))
    #expect(numbered.total == 3)
    // A cursor is of the request that it has come from.
    #expect(throws: StoreError.self) {
      try context.fetch(request.includingDeleted().page(after: first.next, size: 2))
    }
  }

  @Test func aCascadeIsSoftAndARestorationTakesBackWhatWentTogether() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", ["a", "b", "c"])
    let context = forum.context
    let posts = Dictionary(uniqueKeysWithValues: topic.posts.map { ($0.text, $0) })
    let (a, b) = (try #require(posts["a"]), try #require(posts["b"]))
    let like = Like(post: b, in: context)
    let tag = Tag(word: "language", topics: [topic], in: context)
    try context.save()
    context.delete(a)
    try context.save()
    let earlier = a.deletedAt
    context.delete(topic)
    try context.save()
    #expect(a.deletedAt == earlier)
    #expect(b.deletedAt == topic.deletedAt)
    #expect(try context.count(Post.all) == 0)
    // What cannot be deleted softly stays, and so does every reference.
    #expect(try context.count(Like.all) == 1)
    #expect(like.post === b)
    #expect(b.topic === topic)
    #expect(tag.topics.isEmpty)
    context.restore(topic)
    try context.save()
    #expect(topic.posts.texts == ["b", "c"])
    #expect(a.isSoftlyDeleted)
    #expect(tag.topics == [topic])
    #expect(b.likes == [like])
    let other = forum.container.newContext()
    #expect(try other.only(Topic.all).posts.texts == ["b", "c"])
    #expect(try other.only(Tag.all).topics.count == 1)
    context.restore(a)
    #expect(topic.posts.texts == ["a", "b", "c"])
    context.rollback()
    #expect(topic.posts.texts == ["b", "c"])
    context.expectSound()
  }

  @Test func denyingIsAboutWhatIsNotDeleted() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", [])
    let context = forum.context
    let pin = Pin(topic: topic, in: context)
    try context.save()
    context.delete(topic)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.id) == ["validation.denied"])
    context.delete(pin)
    try context.save()
    #expect(try context.count(Topic.all) == 0)
    // Its row is still referred to.
    context.delete(topic, permanently: true)
    let second = #expect(throws: ValidationError.self) { try context.save() }
    #expect(second?.problems.map(\.id) == ["validation.denied"])
    context.delete(pin, permanently: true)
    try context.save()
    #expect(try context.count(Topic.includingDeleted()) == 0)
  }

  @Test func aPermanentDeletionTakesWhatItCascadesToAndIsPlain() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", ["a", "b"])
    let context = forum.context
    try context.delete(Post.where { $0.text == "a" })
    try context.save()
    context.delete(topic, permanently: true)
    #expect(topic.isDeleted)
    try context.save()
    #expect(try context.count(Post.includingDeleted()) == 0)
    #expect(try context.count(Topic.includingDeleted()) == 0)
  }

  @Test func whatIsRemovedLetsTheDeletedReferToNothing() throws {
    let forum = try Forum()
    try forum.topic("swift", ["a"])
    let context = forum.context
    let post = try context.only(Post.all)
    let poster = Poster(name: "Ada", in: context)
    post.poster = poster
    try context.save()
    context.delete(post)
    try context.save()
    #expect(poster.posts.isEmpty)
    context.delete(poster)
    try context.save()
    #expect(post.poster == nil)
    context.restore(post)
    try context.save()
    let other = forum.container.newContext()
    #expect(try other.only(Post.all).poster == nil)
  }

  @Test func aSetThatIsAssignedKeepsTheDeletedMembersThatItDoesNotShow() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", ["a", "b"])
    let context = forum.context
    let b = try context.only(Post.where { $0.text == "b" })
    context.delete(b)
    topic.posts = []
    topic.posts.insert(Post(text: "c", in: context))
    try context.save()
    #expect(topic.posts.texts == ["c"])
    context.restore(b)
    try context.save()
    #expect(topic.posts.texts == ["b", "c"])
    #expect(try forum.container.newContext().only(Topic.all).posts.texts == ["b", "c"])
  }

  @Test func subclassesAreDeletedAsTheirSuperclassIs() throws {
    let forum = try Forum()
    let context = forum.context
    let poll = Poll(votes: 3, text: "?", in: context)
    try context.save()
    context.delete(poll)
    try context.save()
    #expect(try context.count(Poll.all) == 0)
    #expect(try context.count(Post.all) == 0)
    #expect(try context.only(Poll.onlyDeleted()) === poll)
    #expect(try context.fetch(Post.onlyDeleted()).map(\.text) == ["?"])
  }

  @Test func aDeletedObjectStillHoldsItsUniqueValue() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", [])
    let context = forum.context
    context.delete(topic)
    try context.save()
    #expect(try context.find(Topic.self, \.name, "swift") == nil)
    // An upsert finds who holds the value, and leaves it deleted.
    let found = try context.upsert(Topic.self, \.name, "swift") { $0.tenant = 7 }
    #expect(found === topic)
    #expect(found.isSoftlyDeleted)
    _ = Topic(name: "swift", in: context)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func oneWhoseTimeIsAssignedIsDeletedToo() throws {
    let forum = try Forum()
    let topic = try forum.topic("swift", ["a"])
    let context = forum.context
    let post = try context.only(Post.all)
    post.deletedAt = Date(timeIntervalSinceReferenceDate: 5)
    #expect(topic.posts.isEmpty)
    post.deletedAt = nil
    #expect(topic.posts == [post])
    #expect(!context.hasChanges)
  }

  @Test func anEntityWithoutATimeRefusesToBeAskedForTheDeleted() throws {
    let forum = try Forum()
    let error = #expect(throws: StoreError.self) {
      try forum.context.fetch(Poster.onlyDeleted())
    }
    #expect(
      error?.message == """
        a predicate with objects of 'Poster' that have been deleted softly, which keeps no time of its deletion (mark a 'Date?' of it '.deletedAt') cannot be asked for
        """)
    #expect(try forum.context.fetch(Poster.includingDeleted()).isEmpty)
  }

  @Test func otherContextsSeeTheDeletionWhenTheyFollow() throws {
    let forum = try Forum()
    try forum.topic("swift", ["a", "b"])
    let reader = forum.container.newContext()
    let topic = try reader.only(Topic.all)
    #expect(topic.posts.count == 2)
    try forum.context.delete(Post.where { $0.text == "a" })
    try forum.context.save()
    reader.refreshAll()
    #expect(topic.posts.texts == ["b"])
    #expect(try reader.fetch(Post.all).texts == ["b"])
  }

  @Test func requestsAreWrittenWithWhatTheyFind() throws {
    #expect("\(Post.all.includingDeleted())" == "Post.all.includingDeleted()")
    #expect(
      "\(Post.where { $0.rank > 1 }.onlyDeleted().unscoped())"
        == "Post.where { $0.rank > ? }.onlyDeleted().unscoped()")
    let saved = try JSONEncoder().encode(Post.where { $0.rank > 1 }.onlyDeleted().unscoped())
    let read = try JSONDecoder().decode(FetchRequest<Post>.self, from: saved)
    #expect("\(read)" == "Post.where { $0.rank > ? }.onlyDeleted().unscoped()")
    let forum = try Forum()
    #expect(
      try Post.where { $0.rank > 1 }.explain(in: forum.context).sql == """
        SELECT t0."_id" FROM "Post"
        """)
  }
}

extension ManagedObjectContext {
  /// Expects the context to be sound.
  fileprivate func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(unit.checkInvariants() == [], sourceLocation: sourceLocation)
  }
}
