import EntityGraph
import Testing

@testable import EntityRuntime

/// Default conditions, which every request of a context obeys.
@Suite struct DefaultConditionTests {
  private func forum() throws -> Forum {
    let forum = try Forum()
    try forum.debate("mine", ["a", "b"], tenant: 1)
    try forum.debate("theirs", ["c"], tenant: 2)
    return forum
  }

  @Test func everyRequestObeysTheConditionOfItsContext() throws {
    let forum = try forum()
    let context = forum.container.newContext()
    try context.setDefaultCondition(for: Debate.self) { $0.tenant == 1 }
    #expect(try context.fetch(Debate.all).map(\.name) == ["mine"])
    #expect(try context.count(Debate.all) == 1)
    #expect(try context.fetch(Debate.all.select { $0.name }) == ["mine"])
    #expect(try context.find(Debate.self, \.name, "theirs") == nil)
    #expect(try context.fetch(Debate.unscoped()).count == 2)
    #expect(try context.fetch(Debate.where { $0.tenant == 2 }.unscoped()).map(\.name) == ["theirs"])
    #expect(try forum.context.count(Debate.all) == 2)
    try context.removeDefaultCondition(for: Debate.self)
    #expect(try context.count(Debate.all) == 2)
  }

  @Test func unsavedChangesAreJudgedToo() throws {
    let forum = try forum()
    let context = forum.container.newContext()
    try context.setDefaultCondition(for: Debate.self) { $0.tenant == 1 }
    let mine = try context.only(Debate.all)
    _ = Debate(name: "new", tenant: 1, in: context)
    _ = Debate(name: "elsewhere", tenant: 3, in: context)
    #expect(try context.fetch(Debate.sorted(by: \.name)).map(\.name) == ["mine", "new"])
    mine.tenant = 2
    #expect(try context.fetch(Debate.all).map(\.name) == ["new"])
    // What is inserted or changed is not held against the condition.
    try context.save()
    #expect(try forum.context.count(Debate.all) == 4)
  }

  @Test func conditionsOnOthersAndToManysObeyIt() throws {
    let forum = try forum()
    let context = forum.container.newContext()
    try context.setDefaultCondition(for: Post.self) { $0.text != "b" }
    let mine = try context.only(Debate.where { $0.name == "mine" })
    #expect(mine.posts.texts == ["a"])
    #expect(try mine.$posts.count == 1)
    #expect(try context.fetch(Debate.where { $0.posts.any { $0.text == "b" } }).isEmpty)
    #expect(
      try context.fetch(Debate.where { $0.posts.any { $0.text == "b" } }.unscoped()).count == 1)
    #expect(try context.fetch(Debate.where { $0.posts.count == 1 }).count == 2)
    // Requests for a class that extends it obey it, too.
    Poll(votes: 1, in: context).text = "b"
    try context.save()
    #expect(try context.count(Poll.all) == 0)
    #expect(try context.count(Poll.unscoped()) == 1)
  }

  @Test func groupsWithConditionsObeyIt() throws {
    let forum = try forum()
    let context = forum.container.newContext()
    try context.setDefaultCondition(for: Post.self) { $0.text != "b" }
    let counts = try context.fetch(
      Debate.group { $0.value { $0.posts.count } }.having { $0.count > 1 }.select { $0.count })
    #expect(counts == [2])
  }

  @Test func aConditionOfTheContainerHoldsForNewContextsAndLiveQueries() async throws {
    let forum = try forum()
    try forum.container.setDefaultCondition(for: Debate.self) { $0.tenant == 1 }
    #expect(try forum.context.count(Debate.all) == 2)
    #expect(try forum.container.newContext().count(Debate.all) == 1)
    #expect(try await forum.container.read { try $0.count(Debate.all) } == 1)
    var counts = forum.container.updates(of: Debate.all, as: .count).makeAsyncIterator()
    #expect(try await counts.next() == 1)
    try await forum.container.write { context in
      _ = Debate(name: "more", tenant: 1, in: context)
    }
    #expect(try await counts.next() == 2)
  }

  @Test func aLiveQueryObeysTheConditionsOfItsBeginning() async throws {
    let forum = try forum()
    let container = forum.container
    try container.setDefaultCondition(for: Debate.self) { $0.tenant == 1 }
    var counts = container.updates(of: Debate.all, as: .count).makeAsyncIterator()
    var names = container.updates(of: Debate.sorted(by: \.name).select { $0.name })
      .makeAsyncIterator()
    #expect(try await counts.next() == 1)
    #expect(try await names.next() == ["mine"])
    try container.setDefaultCondition(for: Debate.self) { $0.tenant == 2 }
    try await container.write { context in
      _ = Debate(name: "more", tenant: 1, in: context)
      _ = Debate(name: "most", tenant: 1, in: context)
    }
    #expect(try await counts.next() == 3)
    #expect(try await names.next() == ["mine", "more", "most"])
    var later = container.updates(of: Debate.all, as: .count).makeAsyncIterator()
    #expect(try await later.next() == 1)
  }

  @Test func aConditionMayAskOthers() throws {
    let forum = try forum()
    let context = forum.container.newContext()
    try context.setDefaultCondition(for: Debate.self) { $0.posts.any { $0.text == "c" } }
    try context.setDefaultCondition(for: Post.self) { $0.debate.name != "x" }
    #expect(try context.fetch(Debate.all).map(\.name) == ["theirs"])
    context.delete(try context.only(Post.where { $0.text == "c" }))
    #expect(try context.fetch(Debate.all).isEmpty)
    try context.save()
    #expect(try context.fetch(Debate.all).isEmpty)
  }

  @Test func aConditionThatCannotBeAskedIsRefused() throws {
    let forum = try forum()
    #expect(throws: StoreError.self) {
      try forum.context.setDefaultCondition(for: Book.self) { $0.pages > 1 }
    }
    #expect(throws: StoreError.self) {
      try forum.container.setDefaultCondition(for: Book.self) { $0.pages > 1 }
    }
  }

  @Test func itIsSeenInTheExplanation() throws {
    let forum = try forum()
    try forum.context.setDefaultCondition(for: Debate.self) { $0.tenant == 1 }
    let explained = try Debate.where { $0.posts.count > 1 }.explainCount(in: forum.context)
    #expect(
      explained.sql == """
        SELECT count(*) FROM "Debate" AS t0 WHERE (SELECT count(*) FROM "Post" AS t1 \
        WHERE t1."debate" = t0."_id" AND t1."deletedAt" IS NULL) > ?1 \
        AND t0."deletedAt" IS NULL AND t0."tenant" = ?2
        """)
  }
}
