import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// The program before a deployment.
enum Earlier {
  enum Tone: String, Storable, CaseIterable { case warm, flat }

  @Entity final class Story: ManagedObject {
    var title: String = ""
    var tone: Tone = .flat
    var echo: Tone?
    var length: Int = 7
    var words: [String] = ["none"]
    var ending: String?
  }
}

/// The program after a deployment, which knows more cases.
enum Later {
  enum Tone: String, Storable, CaseIterable { case warm, flat, cold }

  @Entity final class Story: ManagedObject {
    var title: String = ""
    var tone: Tone = .flat
    var echo: Tone?
    var length: Int = 7
    var words: [String] = ["none"]
    var ending: String?
  }
}

@Suite struct UnrecognizedValueTests {
  /// Calls `body` with the containers of two programs over one file, in which the later program has
  /// written a value that the earlier one does not know.
  private func deploy(
    _ body: (_ earlier: PersistentContainer, _ later: PersistentContainer) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("test.sqlite"))
      let later = try PersistentContainer(model: ObjectModel(Later.Story.self), at: location)
      let context = later.newContext()
      _ = Later.Story(title: "A", tone: .cold, echo: .cold, in: context)
      _ = Later.Story(title: "B", tone: .warm, echo: .flat, in: context)
      try context.save()
      try body(PersistentContainer(model: ObjectModel(Earlier.Story.self), at: location), later)
    }
  }

  @Test func anUnknownCaseIsAnsweredByTheDefaultAndNotThrown() throws {
    try deploy { earlier, _ in
      let context = earlier.newContext()
      let stories = try context.fetch(Earlier.Story.all)
      #expect(stories.map(\.tone) == [.flat, .warm])
      #expect(stories.map(\.echo) == [nil, .flat])
      #expect(
        stories.map(\.unrecognizedValues)
          == [["tone": .text("cold"), "echo": .text("cold")], [:]])
      #expect(stories.allSatisfy { !$0.isUnreadable && !$0.hasChanges })
      #expect(try stories.first?.storedValue(forKey: "tone") == .text("cold"))
      try context.save()
    }
  }

  @Test func anUnknownCaseIsWrittenBack() throws {
    try deploy { earlier, later in
      let context = earlier.newContext()
      let story = try #require(try context.first(Earlier.Story.all))
      story.title = "changed"
      story.length = 8
      try context.save()
      let other = try #require(try later.newContext().first(Later.Story.all))
      #expect(other.title == "changed")
      #expect(other.tone == .cold)
      #expect(other.echo == .cold)
    }
  }

  @Test func anAssignmentReplacesAnUnknownCase() throws {
    try deploy { earlier, later in
      let context = earlier.newContext()
      let story = try #require(try context.first(Earlier.Story.all))
      story.tone = .flat
      #expect(story.unrecognizedValues == ["echo": .text("cold")])
      try context.save()
      let other = try #require(try later.newContext().first(Later.Story.all))
      #expect(other.tone == .flat)
      #expect(other.echo == .cold)
    }
  }

  @Test func aRollbackBringsAnUnknownCaseBack() throws {
    try deploy { earlier, _ in
      let context = earlier.newContext()
      let story = try #require(try context.first(Earlier.Story.all))
      story.tone = .warm
      context.rollback()
      #expect(story.tone == .flat)
      #expect(story.unrecognizedValues == ["tone": .text("cold"), "echo": .text("cold")])
    }
  }

  @Test func conditionsAndOrdersSeeTheUnknownCase() throws {
    try deploy { earlier, _ in
      let context = earlier.newContext()
      let requests: [(FetchRequest<Earlier.Story>, [String])] = [
        (Earlier.Story.where { $0.tone == .flat }, []),
        (Earlier.Story.where { $0.tone != .flat }, ["A", "B"]),
        (Earlier.Story.where { $0.echo == nil }, []),
        (Earlier.Story.sorted(by: \.tone), ["A", "B"]),
        (Earlier.Story.sorted(by: \.tone, .descending), ["B", "A"]),
      ]
      for (request, titles) in requests {
        #expect(try context.fetch(request).map(\.title) == titles)
      }
      for story in try context.fetch(Earlier.Story.all) { story.length += 1 }
      for (request, titles) in requests {
        #expect(try context.fetch(request).map(\.title) == titles)
      }
    }
  }

  @Test(arguments: [
    ("UPDATE Story SET words = 'no JSON'", "words", "its column holds what its type cannot"),
    ("UPDATE Story SET words = '{}'", "words", "its column holds what its type cannot"),
    ("UPDATE Story SET length = 'text'", "length", "its column holds what its type cannot"),
    ("UPDATE Story SET title = x'FF'", "title", "its column holds what its type cannot"),
    ("UPDATE Story SET ending = x'FF'", "ending", "its column holds what its type cannot"),
  ])
  func whatATypeCannotHoldIsThrownOnceByASave(
    sql: String, property: String, message: String
  ) throws {
    let bench = try Bench(Earlier.Story.self)
    _ = Earlier.Story(title: "A", words: ["a"], ending: "e", in: bench.context)
    try bench.context.save()
    try bench.run(sql)
    let context = bench.container.newContext()
    let story = try #require(try context.fetch(Earlier.Story.all).first)
    let raw = try story.storedValue(forKey: property)
    #expect(story.isUnreadable)
    let blank = bench.container.newContext().insert(Earlier.Story.self)
    #expect(
      try "\(story.value(forKey: property) ?? "nil")" == "\(blank.value(forKey: property) ?? "nil")"
    )
    #expect(
      failure { try context.save() } == "Story-1.\(property) could not be read: \(message)")
    #expect(failure { try context.save() } == nil)
    if property == "length" { story.title = "changed" } else { story.length = 1 }
    try context.save()
    let other = try #require(try bench.container.newContext().fetch(Earlier.Story.all).first)
    #expect(try other.storedValue(forKey: property) == raw)
  }

  @Test func aRowThatHasVanishedIsThrownOnceByASave() throws {
    let bench = try Bench(Earlier.Story.self)
    let story = Earlier.Story(title: "A", length: 9, in: bench.context)
    try bench.context.save()
    bench.context.refreshAll()
    #expect(story.isFault)
    try bench.run("DELETE FROM Story")
    #expect(story.title == "")
    #expect(story.length == 7)
    #expect(story.words == ["none"])
    #expect(story.isUnreadable)
    #expect(!story.isFault)
    #expect(
      failure { try bench.context.save() }
        == "Story-1 could not be read: its row does not exist any more")
    #expect(try bench.context.fetch(Earlier.Story.all) == [])
  }
}
