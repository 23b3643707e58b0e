import EntityGraph
import EntityStore
import Testing

@testable import EntityRuntime

/// By which indexes texts are found where case does not count.
@Suite struct FoldedPlanTests {
  private let bench: Bench

  init() throws { bench = try Bench(Patron.self, Steward.self, Guild.self) }

  /// Expects that the plan is `steps` and that no index is missing.
  private func expect(
    _ explanation: RequestExplanation, _ steps: [String], missing: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      explanation.plan.map(\.text) == steps, "\(explanation.sql)", sourceLocation: sourceLocation)
    #expect(explanation.missingIndexes == missing, sourceLocation: sourceLocation)
  }

  private static let inOrder =
    "reads all rows of Patron in the order of the index of Patron.name ignoring case"
  private static let found = "finds rows of Patron by the index of Patron.name ignoring case"

  @Test func ordersThatIgnoreCaseReadTheIndex() throws {
    let context = bench.context
    expect(
      try Patron.sorted(by: \.name, ignoringCase: true).limit(3).explain(in: context),
      [Self.inOrder])
    expect(
      try Patron.sorted(by: \.name, .descending, ignoringCase: true).limit(3).explain(in: context),
      [Self.inOrder])
    expect(
      try Patron.sorted(by: \.nick, ignoringCase: true).limit(3).explain(in: context),
      ["reads all rows of Patron in the order of the index of Patron.nick ignoring case"])
    expect(
      try Patron.sorted(by: \.nick).limit(3).explain(in: context),
      ["reads all rows of Patron in the order of the index of Patron.nick"])
    expect(
      try Steward.sorted(by: \.office, ignoringCase: true).limit(3).explain(in: context),
      ["reads all rows of Patron in the order of the index of Steward.office ignoring case"])
    let toOne = try Patron.sorted(ignoringCase: true) { $0.guild.title }.explain(in: context)
    #expect(toOne.sql.hasSuffix("ORDER BY t1.\"_folded.title\", t0.\"_id\""))
    expect(
      try Patron.sorted { $0.name.lowercased() }.limit(3).explain(in: context), [Self.inOrder])
  }

  @Test func conditionsThatIgnoreCaseFindByTheIndex() throws {
    let context = bench.context
    for request in [
      Patron.where { $0.name.equals("ANNA", ignoringCase: true) },
      Patron.where { $0.name.hasPrefix("AN", ignoringCase: true) },
      Patron.where { $0.name.like("An%", ignoringCase: true) },
      Patron.where { $0.name.lowercased() == "anna" },
      Patron.where { $0.name.folded(.ignoringCase).in(["anna", "bert"]) },
    ] { #expect(try request.explain(in: context).plan.first?.text == Self.found, "\(request)") }
    expect(
      try Patron.where { $0.email.equals("A@x", ignoringCase: true) }.explain(in: context),
      ["finds rows of Patron by the index of Patron.email ignoring case"])
    // Those of other objects too.
    let toOne = try Patron.where { $0.guild.title.equals("Smiths", ignoringCase: true) }
      .explain(in: context)
    #expect(toOne.sql.contains("\"_folded.title\" = ?1"))
    let toMany = try Guild.where { $0.patrons.any { $0.name.equals("a", ignoringCase: true) } }
      .explain(in: context)
    #expect(toMany.sql.contains("\"_folded.name\" = ?1"))
  }

  @Test func pagesBeginInTheIndex() throws {
    let context = bench.context
    for (number, text) in Registry.texts.enumerated() {
      _ = Patron(email: "\(number)", name: text, in: context)
    }
    try context.save()
    let request = Patron.sorted(by: \.name, ignoringCase: true)
    let first = try context.fetch(request.page(size: 3))
    let explanation = try request.page(after: first.next, size: 3).explain(in: context)
    #expect(explanation.plan.first?.text == Self.found)
    #expect(!explanation.sorts, "\(explanation)")
    let byNick = Patron.sorted(by: \.nick, ignoringCase: true)
    let nicks = try byNick.page(after: context.fetch(byNick.page(size: 3)).next, size: 3)
      .explain(in: context)
    #expect(!nicks.sorts, "\(nicks)")
  }

  @Test func groupsAndExtremesReadTheIndex() throws {
    let context = bench.context
    let groups = try Patron.group { $0.name.folded(.ignoringCase) }
      .select { ($0.name.folded(.ignoringCase), $0.count) }.explain(in: context)
    #expect(groups.usedIndexes == ["Patron.name ignoring case"], "\(groups)")
    #expect(!groups.sorts)
    let least = try Patron.select { $0.name.folded(.ignoringCase).minimum }.explain(in: context)
    #expect(least.usedIndexes == ["Patron.name ignoring case"], "\(least)")
  }

  @Test func anIndexThatIgnoresCaseIsProposedWhereItWouldBeUsed() throws {
    let context = bench.context
    let order = try Patron.sorted(by: \.note, ignoringCase: true).limit(3).explain(in: context)
    expect(
      order, ["reads all rows of Patron", "sorts what is found"],
      missing: ["Patron.note ignoring case"])
    #expect(
      order.description.hasSuffix("\n\nmissing: @Attribute(.indexed(.ignoringCase)) on Patron.note")
    )
    expect(
      try Patron.where { $0.note.equals("x", ignoringCase: true) }.explain(in: context),
      ["reads all rows of Patron"], missing: ["Patron.note ignoring case"])
    expect(
      try Patron.where { $0.note == "x" }.explain(in: context), ["reads all rows of Patron"],
      missing: ["Patron.note"])
  }
}
