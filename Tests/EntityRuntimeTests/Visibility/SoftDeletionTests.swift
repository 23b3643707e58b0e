import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// Objects with an attribute marked `.deletedAt` are deleted softly.
@Suite struct SoftDeletionTests {
  @Test func aDeletionSetsTheTimeAndLeavesTheRow() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a", "b"])
    forum.context.delete(debate)
    #expect(debate.isSoftlyDeleted)
    #expect(!debate.isDeleted)
    #expect(debate.isUpdated)
    try forum.context.save()
    let other = forum.container.newContext()
    #expect(try other.count(Debate.all) == 0)
    let found = try #require(try other.object(Debate.self, with: debate.objectID))
    #expect(found.isSoftlyDeleted)
    #expect(found.deletedAt == debate.deletedAt)
    #expect(try other.only(Debate.onlyDeleted()) === found)
    forum.context.expectSound()
  }

  @Test func aNewObjectIsNotSaved() throws {
    let forum = try Forum()
    let debate = Debate(name: "never", in: forum.context)
    forum.context.delete(debate)
    try forum.context.save()
    #expect(try forum.context.count(Debate.includingDeleted()) == 0)
  }

  @Test func aNewObjectIsNotSavedIfADeletionCascadesToIt() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a"])
    let context = forum.context
    let post = Post(text: "never", debate: debate, in: context)
    let applause = Applause(post: post, in: context)
    context.delete(debate)
    #expect(context.insertedObjects.isEmpty)
    #expect(!applause.isInserted)
    try context.save()
    #expect(try context.fetch(Post.includingDeleted()).texts == ["a"])
    #expect(try context.count(Applause.all) == 0)
    context.restore(debate)
    try context.save()
    #expect(debate.posts.texts == ["a"])
    context.expectSound()
  }

  @Test(arguments: [false, true])
  func everyRequestLeavesOutTheDeleted(isPending: Bool) throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a", "b", "c"])
    try forum.debate("c", ["d"])
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
      try context.fetch(Post.group(by: \.debate).select { $0.count }).sorted() == [1, 2])
    #expect(try context.fetch(all.select { $0.rank.sum }) == [2])
    #expect(try context.fetch(all.sections(by: \.text)).map(\.key) == ["a", "c", "d"])
    var walked: [String] = []
    try context.forEach(all, batch: 2) { walked.append($0.text) }
    #expect(walked == ["a", "c", "d"])
    #expect(try context.fetch(DynamicRequest("Post")).count == 3)
    #expect(try context.fetch(DynamicRequest("Post").onlyDeleted()).count == 1)
    // Relationships, from wherever they are asked.
    #expect(debate.posts.texts == ["a", "c"])
    #expect(try debate.$posts.count == 2)
    #expect(try !debate.$posts.contains(b))
    #expect(try context.fetch(debate.$posts.all).texts == ["a", "c"])
    #expect(debate.sortedPosts.map(\.text) == ["a", "c"])
    #expect(b.debate === debate)
    let names = { (request: FetchRequest<Debate>) in
      try context.fetch(request.sorted(by: \.name)).map(\.name)
    }
    #expect(try names(Debate.where { $0.posts.any { $0.text == "b" } }) == [])
    #expect(try names(Debate.where { $0.posts.count == 2 }) == ["swift"])
    #expect(try names(Debate.where { $0.posts.all { $0.text != "b" } }) == ["c", "swift"])
    #expect(try names(Debate.where { $0.posts.none { $0.rank == 1 } }) == ["c", "swift"])
    #expect(try names(Debate.where { $0.posts.max(\.rank) == 2 }) == ["swift"])
    #expect(
      try names(
        Debate.where { debate in Post.where { $0.debate == debate && $0.text == "b" }.exists() })
        == []
    )
    #expect(
      try names(
        Debate.where { debate in
          Post.where { $0.debate == debate && $0.text == "b" }.includingDeleted().exists()
        }) == ["swift"])
    #expect(try context.fetch(Debate.sorted { $0.posts.count }).map(\.name) == ["c", "swift"])
    context.expectSound()
  }

  @Test func pagesAreOfWhatIsNotDeleted() throws {
    let forum = try Forum()
    try forum.debate("swift", ["a", "b", "c", "d"])
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
    let debate = try forum.debate("swift", ["a", "b", "c"])
    let context = forum.context
    let posts = Dictionary(uniqueKeysWithValues: debate.posts.map { ($0.text, $0) })
    let (a, b) = (try #require(posts["a"]), try #require(posts["b"]))
    let applause = Applause(post: b, in: context)
    let keyword = Keyword(word: "language", debates: [debate], in: context)
    try context.save()
    context.delete(a)
    try context.save()
    let earlier = a.deletedAt
    context.delete(debate)
    try context.save()
    #expect(a.deletedAt == earlier)
    #expect(b.deletedAt == debate.deletedAt)
    #expect(try context.count(Post.all) == 0)
    // What cannot be deleted softly stays, and so does every reference.
    #expect(try context.count(Applause.all) == 1)
    #expect(applause.post === b)
    #expect(b.debate === debate)
    #expect(keyword.debates.isEmpty)
    context.restore(debate)
    try context.save()
    #expect(debate.posts.texts == ["b", "c"])
    #expect(a.isSoftlyDeleted)
    #expect(keyword.debates == [debate])
    #expect(b.applauses == [applause])
    let other = forum.container.newContext()
    #expect(try other.only(Debate.all).posts.texts == ["b", "c"])
    #expect(try other.only(Keyword.all).debates.count == 1)
    context.restore(a)
    #expect(debate.posts.texts == ["a", "b", "c"])
    context.rollback()
    #expect(debate.posts.texts == ["b", "c"])
    context.expectSound()
  }

  @Test func denyingIsAboutWhatIsNotDeleted() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", [])
    let context = forum.context
    let pin = Pin(debate: debate, in: context)
    try context.save()
    context.delete(debate)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.id) == ["validation.denied"])
    context.delete(pin)
    try context.save()
    #expect(try context.count(Debate.all) == 0)
    // Its row is still referred to.
    context.delete(debate, permanently: true)
    let second = #expect(throws: ValidationError.self) { try context.save() }
    #expect(second?.problems.map(\.id) == ["validation.denied"])
    context.delete(pin, permanently: true)
    try context.save()
    #expect(try context.count(Debate.includingDeleted()) == 0)
  }

  @Test func denyingIsAboutDeletionsAndNotAboutAssignments() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", [])
    let context = forum.context
    let pin = Pin(debate: debate, in: context)
    try context.save()
    debate.deletedAt = Date(timeIntervalSinceReferenceDate: 5)
    try context.save()
    #expect(try context.count(Debate.all) == 0)
    // One that is restored and deleted again is denied, although its row says that it is deleted.
    context.restore(debate)
    context.delete(debate)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.id) == ["validation.denied"])
    context.restore(debate)
    try context.save()
    #expect(try context.count(Debate.all) == 1)
    // What has been taken back denies nothing, however that was done.
    context.delete(debate)
    context.rollback()
    debate.deletedAt = Date(timeIntervalSinceReferenceDate: 6)
    try context.save()
    debate.deletedAt = nil
    try context.save()
    context.delete(debate)
    try context.refresh(debate, mergingChanges: false)
    debate.deletedAt = Date(timeIntervalSinceReferenceDate: 7)
    try context.save()
    #expect(!pin.isSoftlyDeleted)
    context.expectSound()
  }

  @Test func aPermanentDeletionTakesWhatItCascadesToAndIsPlain() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a", "b"])
    let context = forum.context
    try context.delete(Post.where { $0.text == "a" })
    try context.save()
    context.delete(debate, permanently: true)
    #expect(debate.isDeleted)
    try context.save()
    #expect(try context.count(Post.includingDeleted()) == 0)
    #expect(try context.count(Debate.includingDeleted()) == 0)
  }

  @Test func whatIsRemovedLetsTheDeletedReferToNothing() throws {
    let forum = try Forum()
    try forum.debate("swift", ["a"])
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
    let debate = try forum.debate("swift", ["a", "b"])
    let context = forum.context
    let b = try context.only(Post.where { $0.text == "b" })
    context.delete(b)
    debate.posts = []
    debate.posts.insert(Post(text: "c", in: context))
    try context.save()
    #expect(debate.posts.texts == ["c"])
    context.restore(b)
    try context.save()
    #expect(debate.posts.texts == ["b", "c"])
    #expect(try forum.container.newContext().only(Debate.all).posts.texts == ["b", "c"])
  }

  @Test func subclassesAreDeletedAsTheirSuperclassIs() throws {
    let forum = try Forum()
    let context = forum.context
    let poll = Poll(votes: 3, in: context)
    poll.text = "?"
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
    let debate = try forum.debate("swift", [])
    let context = forum.context
    context.delete(debate)
    try context.save()
    #expect(try context.find(Debate.self, \.name, "swift") == nil)
    // An upsert finds who holds the value, and leaves it deleted.
    let found = try context.upsert(Debate.self, \.name, "swift") { $0.tenant = 7 }
    #expect(found === debate)
    #expect(found.isSoftlyDeleted)
    _ = Debate(name: "swift", in: context)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func `find sees what is deleted, restored and renamed without being saved`() throws {
    let forum = try Forum()
    let context = forum.context
    let debates = try ["a", "b", "c"].map { try forum.debate($0, []) }
    context.delete(debates[2])
    try context.save()
    debates[0].tenant = 7
    context.delete(debates[1])
    context.restore(debates[2])
    #expect(try context.find(Debate.self, \.name, "a") === debates[0])
    #expect(try context.find(Debate.self, \.name, "b") == nil)
    #expect(try context.find(Debate.self, \.name, "c") === debates[2])
    debates[0].name = "d"
    #expect(try context.find(Debate.self, \.name, "a") == nil)
    #expect(try context.find(Debate.self, \.name, "d") === debates[0])
    let new = Debate(name: "a", in: context)
    #expect(try context.find(Debate.self, \.name, "a") === new)
    context.delete(new)
    #expect(try context.find(Debate.self, \.name, "a") == nil)
    forum.context.expectSound()
  }

  @Test(arguments: StoreKind.allCases)
  func aValueMayBeUniqueAmongWhatIsNotDeleted(_ kind: StoreKind) throws {
    let context = try kind.container(Forum.classes).newContext()
    let first = Keyword(word: "a", in: context)
    try context.save()
    context.delete(first)
    let second = Keyword(word: "a", in: context)
    try context.save()
    context.restore(first)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == .uniqueViolation)
    // One takes the place of the other.
    context.delete(second)
    try context.save()
    #expect(try context.only(Keyword.all) === first)
    _ = Keyword(word: "a", in: context)
    // Another problem brings the taken value with it.
    _ = context.insert(Debate.self)
    let problems = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      problems?.problems.map(\.id).sorted() == ["validation.required", "validation.unique"])
    context.rollback()
    #expect(try context.deleteAll(Keyword.all) == 1)
    #expect(try context.restoreAll(Keyword.where { $0.objectID == second.objectID }) == 1)
    #expect(try context.only(Keyword.all) === second)
  }

  @Test func oneWhoseTimeIsAssignedIsDeletedToo() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a"])
    let context = forum.context
    let post = try context.only(Post.all)
    post.deletedAt = Date(timeIntervalSinceReferenceDate: 5)
    #expect(debate.posts.isEmpty)
    post.deletedAt = nil
    #expect(debate.posts == [post])
    #expect(!context.hasChanges)
  }

  @Test func anEntityWithoutATimeRefusesToBeAskedForTheDeleted() throws {
    let forum = try Forum()
    let error = #expect(throws: StoreError.self) {
      try forum.context.fetch(Poster.onlyDeleted())
    }
    #expect(
      error?.message == """
        'Poster' cannot be asked by a predicate with 'onlyDeleted()', since no attribute of it says \
        when an object was deleted (mark a 'Date?' '.deletedAt')
        """)
    #expect(try forum.context.fetch(Poster.includingDeleted()).isEmpty)
  }

  @Test func otherContextsSeeTheDeletionWhenTheyFollow() throws {
    let forum = try Forum()
    try forum.debate("swift", ["a", "b"])
    let reader = forum.container.newContext()
    let debate = try reader.only(Debate.all)
    #expect(debate.posts.count == 2)
    try forum.context.delete(Post.where { $0.text == "a" })
    try forum.context.save()
    reader.refreshAll()
    #expect(debate.posts.texts == ["b"])
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
    let explained = try Post.where { $0.rank > 1 }.explainCount(in: forum.context)
    #expect(
      explained.sql == """
        SELECT count(*) FROM "Post" AS t0 WHERE t0."rank" > ?1 AND t0."deletedAt" IS NULL
        """)
    // An index of time alone is none that is missing: nearly all rows have none.
    #expect(try Post.all.explain(in: forum.context).missingIndexes == [])
    let ofOne = Post.where { $0.debate == nil }.sorted(by: \.rank, .descending)
    let plan = try ofOne.explain(in: forum.context)
    #expect(
      plan.usedIndexes == [
        "Post.debate and Post.rank descending where Post.deletedAt is nil"
      ])
    #expect(!plan.sorts)
  }
}

extension ManagedObjectContext {
  /// Expects the context to be sound.
  fileprivate func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(unit.checkInvariants() == [], sourceLocation: sourceLocation)
  }
}
