import Testing

@testable import EntityModel

/// What changes where properties are unique or indexed together.
@Suite struct IndexChangeTests {
  private func model(
    _ names: [String], was: String? = nil, keys: [[String]] = [], indexes: [[String]] = []
  ) -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        "Book",
        properties: names.enumerated().map { index, name in
          .attribute(
            Attribute(name: name, originalName: index == 0 ? was : nil, type: .string))
        }, uniqueKeys: keys, indexes: indexes)
    ])
  }

  private func ids(_ new: ObjectModel, _ old: ObjectModel) -> [String] {
    new.changes(since: old).map(\.id)
  }

  @Test func `a list that is another one is added and the former one removed`() {
    let old = model(["a", "b", "c"], keys: [["a", "b"]], indexes: [["b", "c"]])
    #expect(ids(old, old) == [])
    let new = model(["a", "b", "c"], keys: [["b", "a"]], indexes: [["b", "c"], ["c", "a"]])
    #expect(
      ids(new, old) == [
        "change.index-added", "change.unique-key-added", "change.unique-key-removed",
      ])
    #expect(
      ids(model(["a", "b", "c"]), old) == ["change.index-removed", "change.unique-key-removed"])
  }

  @Test func `a list of renamed properties is the same list`() {
    let old = model(["a", "b"], keys: [["a", "b"]], indexes: [["b", "a"]])
    let new = model(["d", "b"], was: "a", keys: [["d", "b"]], indexes: [["b", "d"]])
    #expect(ids(new, old) == ["change.attribute-renamed"])
  }

  @Test func `a list of a renamed leaf is the same list, one without case another`() {
    func model(_ leaf: Leaf, _ key: String) -> ObjectModel {
      ObjectModel(entities: [
        Entity(
          "Book",
          properties: [
            .attribute(
              Attribute(
                name: "place", type: .json,
                leaves: [Leaf(name: "spot", type: .json, leaves: [leaf])])),
            .attribute(Attribute(name: "title", type: .string)),
          ], uniqueKeys: [[key, "title"]])
      ])
    }
    let old = model(Leaf(name: "x", type: .double), "place.spot.x")
    let new = model(Leaf(name: "y", originalName: "x", type: .double), "place.spot.y")
    #expect(ids(new, old) == ["change.leaf-renamed"])
    let (plain, folded) = (
      self.model(["a", "b"], indexes: [["a", "b"]]),
      self.model(["a", "b"], indexes: [["a.lowercased()", "b"]])
    )
    let changes = folded.changes(since: plain)
    #expect(
      changes.map(\.message) == [
        "'Book.a' ignoring case and 'Book.b' are indexed together and were not",
        "'Book.a' and 'Book.b' are no longer indexed together",
      ])
    #expect(changes.map(\.isAdditive) == [true, true])
    // Nothing writes to a column that is gone.
    #expect(plain.changes(since: folded).map(\.isAdditive).contains(false))
  }

  @Test func `an index does not keep a program of the older model from writing`() {
    let (old, new) = (model(["a", "b"]), model(["a", "b"], indexes: [["a", "b"]]))
    #expect(new.changes(since: old).map(\.isAdditive) == [true])
    let unique = model(["a", "b"], keys: [["a", "b"]])
    #expect(unique.changes(since: old).map(\.isAdditive) == [false])
  }
}
