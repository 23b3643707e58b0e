import EntityGraph
import EntityStore
import TestSupport
import Testing

@testable import EntityRuntime

/// Texts written at random by every way, and found by what ignores case.
@Suite struct RandomFoldingTests {
  @Test(arguments: 0..<6) func whatIsFoundIsWhatEvaluationInMemoryFinds(seed: Int) throws {
    let bench = try Bench.inFile(Patron.self, Steward.self, Guild.self)
    var random = SeededRandom(seed: UInt64(seed))
    let context = bench.context
    var count = 0
    for step in 0..<40 {
      switch random.below(8) {
      case 0...1:
        for _ in 0..<random.pick([1, 2, 40]) {
          count += 1
          let patron: Patron
          if random.oneIn(3) {
            patron = Steward(office: random.pick(Registry.texts), in: context)
          } else {
            patron = Patron(email: "", in: context)
          }
          patron.email = random.oneIn(2) ? "Mail\(count)" : "mAIL\(count)"
          patron.name = random.pick(Registry.texts)
          patron.nick = random.oneIn(3) ? nil : random.pick(Registry.texts)
        }
        try context.save()
      case 2:
        // Alike and one after the other, as many as are written by one statement.
        for patron in try context.fetch(Patron.all) where !random.oneIn(8) {
          patron.name = random.pick(Registry.texts)
        }
        try context.save()
      case 3:
        let patrons = try context.fetch(Patron.all)
        let emails = patrons.map { random.oneIn(2) ? $0.email.uppercased() : $0.email.lowercased() }
        for (patron, email) in zip(patrons, emails.shuffled(using: &random)) {
          patron.email = email
        }
        try context.save()
      case 4:
        let (old, new) = (random.pick(Registry.texts), random.pick(Registry.texts))
        try context.update(Patron.where { $0.name.equals(old, ignoringCase: true) }) {
          $0.nick = $0.name.uppercased()
          $0.name = new
        }
      case 5:
        let new = random.pick(Registry.texts)
        try context.execute(
          "UPDATE Patron SET name = \(new), alias = upper(name) WHERE _id % 3 = \(random.below(3))",
          unseen: random.oneIn(2))
      case 6:
        let texts = (0..<3).map { _ in random.pick(Registry.texts) }
        try context.insertAll(Steward.self, from: texts) {
          count += 1
          $0.email = "Mail\(count)"
          $0.office = $1
          $0.name = $1
        }
      default:
        let text = random.pick(Registry.texts)
        try context.deleteAll(Patron.where { $0.name.hasPrefix(text) && $0.rank == 0 })
      }
      try Registry.expectFolded(bench.container, "seed \(seed), step \(step)")
      try expectAgreement(bench, random.pick(Registry.texts), "seed \(seed), step \(step)")
    }
  }

  /// Expects that requests that ignore case find in the store what they find among changes that are
  /// not saved, and what Swift finds.
  private func expectAgreement(_ bench: Bench, _ text: String, _ place: String) throws {
    let stored = bench.container.newContext()
    let pending = bench.container.newContext()
    for patron in try pending.fetch(Patron.all) { patron.rank += 1 }
    let all = try stored.fetch(Patron.all)
    let lower = text.lowercased()
    let questions: [(FetchRequest<Patron>, (Patron) -> Bool)] = [
      (
        Patron.where { $0.name.equals(text, ignoringCase: true) },
        { Array($0.name.lowercased().utf8) == Array(lower.utf8) }
      ),
      (
        Patron.where { !$0.name.equals(text, ignoringCase: true) },
        { Array($0.name.lowercased().utf8) != Array(lower.utf8) }
      ),
      (
        Patron.where { $0.nick.hasPrefix(text, ignoringCase: true) },
        { $0.nick.map { $0.lowercased().utf8.starts(with: lower.utf8) } ?? false }
      ),
      (
        Patron.where { !$0.nick.hasPrefix(text, ignoringCase: true) },
        { !($0.nick.map { $0.lowercased().utf8.starts(with: lower.utf8) } ?? false) }
      ),
      (
        Patron.where { $0.nick.lowercased() == nil }, { $0.nick == nil }
      ),
      (
        Patron.where { $0.nick.lowercased() != lower },
        { $0.nick.map { Array($0.lowercased().utf8) != Array(lower.utf8) } ?? true }
      ),
    ]
    for (request, holds) in questions {
      let expected = all.filter(holds).map(\.objectID)
      #expect(try stored.fetch(request).map(\.objectID) == expected, "\(place): \(request)")
      #expect(try pending.fetch(request).map(\.objectID) == expected, "\(place): \(request)")
    }
    for order in [SortDirection.ascending, .descending] {
      let request = Patron.sorted(by: \.nick, order, ignoringCase: true)
      let ids = try stored.fetch(request).map(\.objectID)
      #expect(try pending.fetch(request).map(\.objectID) == ids, "\(place): \(order)")
      var paged: [ObjectID] = []
      var cursor: PageCursor?
      repeat {
        let page = try stored.fetch(request.page(after: cursor, size: 5))
        paged += page.map(\.objectID)
        cursor = page.next
      } while cursor != nil
      #expect(paged == ids, "\(place): pages \(order)")
    }
  }
}
