import EntityGraph
import TestSupport
import Testing

/// A to-one whose inverse is implicit.
private enum One {
  @Entity final class Stamp: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit) var album: Album?
  }

  @Entity final class Album: ManagedObject {
    var name: String
  }
}

/// The to-one has become a to-many by another name.
private enum Renamed {
  @Entity final class Stamp: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit, originalName: "album") var albums: Set<Album>
  }

  @Entity final class Album: ManagedObject {
    var name: String
  }
}

/// The to-one has become a to-many of an entity that has another name.
private enum OfItem {
  @Entity(originalName: "Stamp") final class Item: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit) var album: Set<Album>
  }

  @Entity final class Album: ManagedObject {
    var name: String
  }
}

/// The to-one has become a to-many, and its inverse has a property.
private enum Declared {
  @Entity final class Stamp: ManagedObject {
    var name: String
    @Relationship(inverse: "stamps", deleteRule: .nullify) var album: [Album]
  }

  @Entity final class Album: ManagedObject {
    var name: String
    @Relationship(inverse: "album", deleteRule: .nullify) var stamps: Set<Stamp>
  }
}

/// A to-one whose entity comes before that of the array which is its inverse.
private enum Cards {
  @Entity final class Card: ManagedObject {
    var name: String
    @Relationship(inverse: "cards", deleteRule: .nullify) var list: List?
  }

  @Entity final class List: ManagedObject {
    var name: String
    @Relationship(inverse: "list", deleteRule: .nullify) var cards: [Card]
  }
}

/// The cards have sets of lists.
private enum SharedCards {
  @Entity final class Card: ManagedObject {
    var name: String
    @Relationship(inverse: "cards", deleteRule: .nullify) var list: Set<List>
  }

  @Entity final class List: ManagedObject {
    var name: String
    @Relationship(inverse: "list", deleteRule: .nullify) var cards: [Card]
  }
}

/// The cards have sets of lists, and these do not have the cards any more.
private enum CardsAlone {
  @Entity final class Card: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit) var list: Set<List>
  }

  @Entity final class List: ManagedObject {
    var name: String
  }
}

/// A to-one becomes a to-many, whatever becomes of its inverse in the same step.
@Suite struct WidenedRelationshipMigrationTests {
  /// Migrates a store that `fill` has filled to each of the models that `migrations` are for, in
  /// stores of their own, and expects that no stage is needed.
  private func migrate(
    from model: ObjectModel, _ fill: (ManagedObjectContext) throws -> Void,
    _ migrations: [(ObjectModel, (ManagedObjectContext) throws -> Void)]
  ) throws {
    for (newer, check) in migrations {
      try TemporaryDirectory.with { directory in
        let location = StoreLocation.file(directory.path("store"))
        let container = try PersistentContainer(model: model, at: location)
        let context = container.newContext()
        try fill(context)
        try context.save()
        container.close()
        let plan = try #require(try PersistentContainer.migrationPlan(for: newer, at: location))
        #expect(plan.isAutomatic, "\(plan)")
        let migrated = try PersistentContainer(model: newer, at: location)
        try check(migrated.newContext())
        #expect(try migrated.checkIntegrity().problems.isEmpty)
        migrated.close()
      }
    }
  }

  @Test func `what the to-one refers to stays, with an implicit inverse`() throws {
    let expected = [["A"], ["B"], []]
    try migrate(
      from: ObjectModel(One.Stamp.self, One.Album.self),
      { context in
        for name in ["A", "B"] {
          let album = One.Album(name: name, in: context)
          _ = One.Stamp(name: name.lowercased(), album: album, in: context)
        }
        _ = One.Stamp(name: "c", in: context)
      },
      [
        (
          ObjectModel(Renamed.Stamp.self, Renamed.Album.self),
          {
            let stamps = try $0.fetch(Renamed.Stamp.sorted(by: \.name))
            #expect(stamps.map { $0.albums.map(\.name) } == expected)
          }
        ),
        (
          ObjectModel(OfItem.Item.self, OfItem.Album.self),
          {
            let stamps = try $0.fetch(OfItem.Item.sorted(by: \.name))
            #expect(stamps.map { $0.album.map(\.name) } == expected)
          }
        ),
        (
          ObjectModel(Declared.Stamp.self, Declared.Album.self),
          {
            let stamps = try $0.fetch(Declared.Stamp.sorted(by: \.name))
            #expect(stamps.map { $0.album.map(\.name) } == expected)
            let albums = try $0.fetch(Declared.Album.sorted(by: \.name))
            #expect(albums.map { $0.stamps.map(\.name) } == [["a"], ["b"]])
          }
        ),
      ])
  }

  @Test func `what the to-one refers to stays, and the order of the array that is its inverse`()
    throws
  {
    try migrate(
      from: ObjectModel(Cards.Card.self, Cards.List.self),
      { context in
        let cards = ["a", "b", "c", "d"].map { Cards.Card(name: $0, in: context) }
        _ = Cards.List(name: "L", cards: [cards[2], cards[0], cards[1]], in: context)
      },
      [
        (
          ObjectModel(SharedCards.Card.self, SharedCards.List.self),
          {
            let list = try $0.only(SharedCards.List.all)
            #expect(list.cards.map(\.name) == ["c", "a", "b"])
          }
        ),
        (
          ObjectModel(CardsAlone.Card.self, CardsAlone.List.self),
          {
            let cards = try $0.fetch(CardsAlone.Card.sorted(by: \.name))
            #expect(cards.map { $0.list.map(\.name) } == [["L"], ["L"], ["L"], []])
          }
        ),
      ])
  }

  @Test func `where a to-many becomes a to-one, its inverse keeps its order`() throws {
    try migrate(
      from: ObjectModel(SharedCards.Card.self, SharedCards.List.self),
      { context in
        let cards = ["a", "b", "c"].map { SharedCards.Card(name: $0, in: context) }
        _ = SharedCards.List(name: "L", cards: [cards[2], cards[0]], in: context)
        _ = SharedCards.List(name: "M", cards: [cards[1]], in: context)
      },
      [
        (
          ObjectModel(Cards.Card.self, Cards.List.self),
          {
            let lists = try $0.fetch(Cards.List.sorted(by: \.name))
            #expect(lists.map { $0.cards.map(\.name) } == [["c", "a"], ["b"]])
          }
        )
      ])
  }
}
