import EntityGraph
import Testing

@testable import EntityRuntime

@Entity final class Snapshot: ManagedObject {
  @Attribute(.unique, .identity) var code: String
  var title: String = ""
  @Relationship(inverse: .implicit) var labels: Set<SnapshotLabel>
}

@Entity final class SnapshotLabel: ManagedObject {
  @Attribute(.unique, .identity) var code: String
  var title: String = ""
}

/// Two stores exchange their changes of links whose other ends are implicit.
@Suite struct ImplicitExchangeTests {
  private let (left, right): (PersistentContainer, PersistentContainer)
  private let (leftToken, rightToken): (CommitToken, CommitToken)

  init() throws {
    func store() throws -> PersistentContainer {
      let container = try PersistentContainer(
        model: ObjectModel(Snapshot.self, SnapshotLabel.self), at: .memory,
        options: StoreOptions(history: .everything))
      let context = container.newContext()
      let labels = Set(["a", "b"].map { SnapshotLabel(code: $0, in: context) })
      for code in ["1", "2"] { _ = Snapshot(code: code, labels: labels, in: context) }
      try context.save()
      return container
    }
    (left, right) = (try store(), try store())
    (leftToken, rightToken) = (try left.currentToken, try right.currentToken)
  }

  private func edit(
    _ container: PersistentContainer, _ body: (ManagedObjectContext) throws -> Void
  ) throws {
    let context = container.newContext()
    context.author = "app"
    try body(context)
    try context.save()
  }

  /// Exchanges what both have changed, and expects that both have `expected` then.
  private func expectBoth(_ expected: [String]) async throws {
    try await exchange((left, leftToken), (right, rightToken))
    for container in [left, right] {
      let context = container.newContext()
      let snapshots = try context.fetch(Snapshot.sorted(by: \.code)).map { snapshot in
        "\(snapshot.code)\(snapshot.title): \(snapshot.labels.map(\.code).sorted().joined())"
      }
      let labels = try context.fetch(SnapshotLabel.sorted(by: \.code)).map { $0.code + $0.title }
      #expect(snapshots + labels == expected)
    }
  }

  private func label(_ code: String, _ context: ManagedObjectContext) throws -> SnapshotLabel {
    try context.only(SnapshotLabel.where { $0.code == code })
  }

  @Test func whatOneSideHasDeletedAndTheOtherChangedIsLinkedAsBefore() async throws {
    try edit(left) { try label("a", $0).title = "left" }
    try edit(right) { $0.delete(try label("a", $0)) }
    try await expectBoth(["1: ab", "2: ab", "aleft", "b"])
  }

  @Test func whatHoldsTheLinksComesBackWithThem() async throws {
    try edit(left) { try $0.only(Snapshot.where { $0.code == "1" }).title = "left" }
    try edit(right) { $0.delete(try $0.only(Snapshot.where { $0.code == "1" })) }
    try await expectBoth(["1left: ab", "2: ab", "a", "b"])
  }

  @Test func whatHasTakenThePlaceOfAnotherIsNotLinkedAsThatWas() async throws {
    try edit(right) { $0.delete(try label("a", $0)) }
    try edit(right) { context in
      let new = SnapshotLabel(code: "a", title: "new", in: context)
      try context.only(Snapshot.where { $0.code == "2" }).labels.insert(new)
    }
    try await expectBoth(["1: b", "2: ab", "anew", "b"])
  }
}
