import EntityGraph
import EntityStore
import Testing

@testable import EntityRuntime

/// The index of words, whoever writes the store.
@Suite struct SearchIndexTests {
  @Test func theIndexIsKeptByTheStoreWhoeverWritesIt() throws {
    let bench = try Papers.benchInFile()
    try Papers.fill(bench.context)
    let context = bench.container.newContext()
    func pages(_ text: String) throws -> [Int] {
      try bench.container.newContext().pages(Paper.search(text).sorted(by: \.pages))
    }
    // By saves.
    let paper = try #require(context.fetch(Paper.where { $0.pages == 304 }).first)
    paper.title = "The Right Foot"
    try context.save()
    #expect(try pages("\"left hand\"") == [])
    #expect(try pages("\"right foot\"") == [304])
    context.delete(paper)
    try context.save()
    #expect(try pages("foot") == [])
    // By SQL.
    try bench.run("UPDATE Paper SET title = 'Moon' WHERE pages = 12")
    #expect(try pages("moon") == [12])
    try bench.run("UPDATE Paper SET summary = NULL")
    #expect(try pages("utopia") == [])
    try bench.run("DELETE FROM Paper WHERE pages = 12")
    #expect(try pages("moon") == [])
    try bench.run("UPDATE Paper SET _id = 3 WHERE pages = 387")
    #expect(try pages("dispossessed") == [387])
    #expect(try bench.container.checkIntegrity().isSound)
  }

  @Test func theIndexIsKeptWhereManyAreChangedAtOnce() throws {
    let bench = try Papers.benchInFile()
    try Papers.fill(bench.context)
    let context = bench.container.newContext()
    func pages(_ text: String) throws -> [Int] {
      try context.pages(Paper.search(text).sorted(by: \.pages))
    }

    #expect(try context.update(Paper.where { $0.pages < 50 }) { $0.title = "New moon" } == 2)
    #expect(try pages("moon") == [12, 40])
    #expect(try pages("café") == [])
    #expect(try context.update(Writer.all) { $0.name = $0.name + " Jones" } == 2)
    #expect(try context.fetch(Writer.search("jones")).count == 2)
    #expect(
      try context.update(Paper.search("moon").where { $0.pages == 12 }) { $0.pages = 13 } == 1)
    #expect(try context.update(Paper.search("moon")) { $0.abstract = "Full" } == 2)
    #expect(try pages("full") == [13, 40])
    #expect(try context.deleteAll(Paper.search("full").where { $0.pages == 13 }) == 1)
    #expect(try pages("full") == [40])
    let plain = (0..<100).map { "word\($0)" }
    try context.insertAll(Plain.self, from: plain) { $0.text = $1 }
    #expect(try context.fetch(Plain.search("word7")).count == 1)
    #expect(try context.deleteAll(Plain.where { $0.text.hasPrefix("word1") }) == 11)
    #expect(try context.count(Plain.search("word*")) == 89)
    #expect(try context.deleteAll(Plain.search("word*")) == 89)
    #expect(try context.count(Plain.search("word*")) == 0)
    #expect(try bench.container.checkIntegrity().isSound)
  }

  @Test func whatIsRolledBackIsNotInTheIndex() throws {
    let bench = try Papers.bench()
    try Papers.fill(bench.context)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try bench.container.store.write { session in
        let id = try session.reserveIDs(1, of: bench.container.store.layout.tables[0])
        #expect(id > 0)
        throw Stop()
      }
    }
    let context = bench.container.newContext()
    _ = Paper(title: "A moon", pages: 1, in: context)
    context.rollback()
    #expect(try context.pages(Paper.search("moon")) == [])
    #expect(try bench.container.checkIntegrity().isSound)
  }

  @Test func anIndexThatDoesNotAgreeIsFoundAndMadeAgain() throws {
    let bench = try Papers.benchInFile()
    try Papers.fill(bench.context)
    // Without recursive triggers, SQLite says nothing of the rows that it replaces.
    try bench.run(
      "INSERT OR REPLACE INTO Paper (_id, _version, _entity, title, pages)"
        + " VALUES (1, 1, 'Paper', 'Replaced', 387)")
    let report = try bench.container.checkIntegrity()
    #expect(report.problems.map(\.kind) == [.searchIndex])
    #expect(
      report.description
        == "the index of the words of 'Paper' does not agree with its rows; make it again by "
        + "'rebuildSearchIndex()'")
    #expect(try bench.container.checkIntegrity(isQuick: true).isSound)
    try bench.container.rebuildSearchIndex()
    #expect(try bench.container.checkIntegrity().isSound)
    #expect(try bench.container.newContext().pages(Paper.search("replaced")) == [387])
    #expect(try bench.container.newContext().pages(Paper.search("dispossessed")) == [])
  }

  @Test func theIndexIsInACopyAndOutlivesVacuum() throws {
    let bench = try Papers.benchInFile()
    try Papers.fill(bench.context)
    try bench.run("DELETE FROM Paper WHERE pages = 387")
    try bench.container.vacuum()
    #expect(
      try bench.container.newContext().pages(Paper.search("left hand").sorted(by: \.pages))
        == [12, 304])
    #expect(try bench.container.checkIntegrity().isSound)
  }

  @Test func resultsThatAreFollowedChangeWithTheWordsOfTheirObjects() async throws {
    let bench = try Papers.benchInFile()
    try Papers.fill(bench.context)
    let container = bench.container
    var updates = container.updates(of: Paper.search("moon").select { $0.pages })
      .makeAsyncIterator()
    #expect(try await updates.next() == [])
    try await container.write { context in
      let paper = try #require(context.fetch(Paper.where { $0.pages == 304 }).first)
      paper.abstract = "Moon"
    }
    #expect(try await updates.next() == [304])
    try await container.write { context in
      let report = try #require(context.fetch(Report.all).first)
      report.subject = "moon moon"
    }
    #expect(Set(try #require(await updates.next())) == [40, 304])
  }

  @Test func dependenciesAreTheAttributesThatAreSearched() throws {
    let bench = try Papers.bench()
    let layout = bench.container.store.layout
    let paper = try #require(layout.entity("Paper"))
    let report = try #require(layout.entity("Report"))
    func concerned(_ request: FetchRequest<Paper>) -> [String] {
      let dependencies = QueryDependencies(request.entityQuery("Paper"), layout)
      return [paper, report].flatMap { entity in
        entity.columnIndexes.filter { index in
          var changes = ChangeSet()
          changes.updates = [
            ChangeSet.Update(entity: entity.index, id: 1, version: 1, properties: [index])
          ]
          return dependencies.mayChange(by: ChangeSummary(changes, layout))
        }.map { "\(entity.name).\(entity.properties[$0].name)" }
      }
    }
    #expect(
      concerned(Paper.search("x")) == [
        "Paper.title", "Paper.abstract", "Report.title", "Report.abstract", "Report.subject",
      ])
    #expect(
      concerned(Paper.where { $0.abstract.matches("x") }) == ["Paper.abstract", "Report.abstract"])
  }
}
