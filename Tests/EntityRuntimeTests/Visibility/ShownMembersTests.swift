import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// What to-manys show, which is found out again only when something may have changed it.
@Suite struct ShownMembersTests {
  @Test func whatIsShownIsFoundOutOnceWhileNothingDecidesOtherwise() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a", "b", "c"])
    let context = forum.context
    let index = try #require(debate.__entity.layout.propertyIndex("posts"))
    let b = try context.only(Post.where { $0.text == "b" })
    context.delete(b)
    let shown = debate.__members(index)
    #expect(shown.count == 2)
    b.rank = 7
    debate.tenant = 3
    #expect(debate.__members(index) === shown)
    try context.save()
    #expect(debate.__members(index) === debate.__members(index))
    try context.setDefaultCondition(for: Post.self) { $0.rank < 9 }
    let ranked = debate.__members(index)
    #expect(ranked.count == 2)
    b.text = "B"
    #expect(debate.__members(index) === ranked)
    for post in debate.posts { post.rank = 10 }
    #expect(debate.__members(index).count == 0)
    #expect(debate.__members(index) === debate.__members(index))
    try context.removeDefaultCondition(for: Post.self)
    #expect(debate.__members(index).count == 2)
  }

  @Test func `a condition of a class that extends that of the members hides none of them`() throws {
    let forum = try Forum()
    let debate = try forum.debate("swift", ["a"])
    let context = forum.context
    let poll = Poll(in: context)
    (poll.text, poll.debate) = ("b", debate)
    try context.save()
    try context.setDefaultCondition(for: Poll.self) { $0.votes > 5 }
    #expect(try context.fetch(Poll.all).isEmpty)
    #expect(debate.posts.count == 2)
    #expect(try debate.$posts.count == 2 && context.count(debate.$posts.all) == 2)
    #expect(try debate.$posts.contains(poll))
    let other = forum.container.newContext()
    try other.setDefaultCondition(for: Poll.self) { $0.votes > 5 }
    let again = try other.only(Debate.all)
    #expect(try again.$posts.count == 2 && other.count(again.$posts.all) == 2)
    #expect(again.posts.count == 2)
    try context.setDefaultCondition(for: Post.self) { $0.text != "b" }
    #expect(debate.posts.map(\.text) == ["a"])
    #expect(try debate.$posts.count == 1 && !debate.$posts.contains(poll))
    #expect(try context.count(debate.$posts.all) == 1)
  }

  @Test(arguments: [false, true])
  func `assigning a member that is not shown does not link it again`(_ appends: Bool) throws {
    let bench = try Bench(Reel.self, Clip.self)
    let context = bench.context
    let reel = Reel(name: "R", in: context)
    let clips = ["a", "b", "c"].map { Clip(text: $0, in: context) }
    reel.clips = clips
    try context.save()
    context.delete(clips[1])
    try context.save()
    #expect(reel.clips.map(\.text) == ["a", "c"])
    reel.clips = appends ? [clips[0], clips[2], clips[1]] : [clips[2], clips[1], clips[0]]
    expectSound(context)
    try context.save()
    expectSound(context)
    #expect(reel.clips.map(\.text) == (appends ? ["a", "c"] : ["c", "a"]))
    let other = bench.container.newContext()
    #expect(try other.only(Reel.all).clips.map(\.text) == reel.clips.map(\.text))
    #expect(reel.__members(1).count == 2)
    #expect(context.unit.graph.members(of: reel, 1).objects.count == 3)
  }

  /// What decides which posts are shown.
  enum Decision: CaseIterable {
    case deletion, ownColumn, otherObject
  }

  @Test(arguments: Decision.allCases)
  func whatIsShownIsWhatANaiveFilterFinds(_ decision: Decision) throws {
    var random = SeededRandom(seed: 31)
    let forum = try Forum()
    let debates = try ["a", "b"].map { try forum.debate($0, ["1", "2", "3", "4"]) }
    let context = forum.context
    switch decision {
    case .deletion: break
    case .ownColumn: try context.setDefaultCondition(for: Post.self) { $0.rank < 2 }
    case .otherObject: try context.setDefaultCondition(for: Post.self) { $0.debate.tenant < 2 }
    }
    var posts = try context.fetch(Post.includingDeleted().unscoped())
    let other = forum.container.newContext()
    let date = Date(timeIntervalSinceReferenceDate: 1)
    var hidden = 0
    for _ in 0..<1200 {
      let post = random.pick(posts)
      switch random.below(14) {
      case 0: context.delete(post)
      case 1: context.restore(post)
      case 2: post.deletedAt = random.oneIn(2) ? date : nil
      case 3, 4: post.rank = random.below(4)
      case 5: post.debate = random.pick([debates[0], debates[1], nil])
      case 6: random.pick(debates).posts.insert(post)
      case 7: random.pick(debates).tenant = random.below(4)
      case 8: context.rollback()
      case 9: try context.save()
      case 10: context.refreshAll()
      case 11:
        try context.save()
        other.refreshAll()
        let theirs = try #require(try other.object(Post.self, with: post.objectID))
        (theirs.deletedAt, theirs.rank) = (random.oneIn(2) ? date : nil, random.below(4))
        try other.save()
        try context.refresh(post, mergingChanges: random.oneIn(2))
      case 12:
        try context.save()
        try context.update(Post.includingDeleted().unscoped().where { $0.rank == 3 }) {
          $0.rank = 1
          $0.deletedAt = nil
        }
      default:
        guard posts.count < 20 else { break }
        let new = Post(text: "new", debate: random.pick(debates), in: context)
        try context.save()
        posts.append(new)
      }
      for debate in debates {
        let expected = posts.filter { post in
          guard post.debate === debate, post.deletedAt == nil else { return false }
          switch decision {
          case .deletion: return true
          case .ownColumn: return post.rank < 2
          case .otherObject: return debate.tenant < 2
          }
        }
        #expect(debate.posts == Set(expected))
        hidden += posts.count { $0.debate === debate } - expected.count
      }
    }
    #expect(hidden > 1000)
    #expect(context.unit.checkInvariants() == [])
  }
}
