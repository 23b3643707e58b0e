import EntityGraph
import TestSupport
import Testing

private enum Named {
  @Composition struct Place: Equatable {
    var town: String
    var spot: Spot?
  }

  @Composition struct Spot: Equatable {
    var lat: Double
  }

  @Entity final class Shop: ManagedObject {
    var place: Place
  }
}

/// The same with other names.
private enum NamedOtherwise {
  @Composition struct Place: Equatable {
    @Leaf(originalName: "town") var city: String
    var spot: Spot?
  }

  @Composition struct Spot: Equatable {
    @Leaf(originalName: "lat") var latitude: Double
  }

  @Entity final class Shop: ManagedObject {
    @Attribute(originalName: "place") var address: Place
  }
}

/// A store with compositions is migrated as their leaves change.
@Suite struct CompositionMigrationTests {
  private typealias Earlier = EarlierComposition
  private typealias Later = LaterComposition
  private typealias Plain = PlainComposition

  @Test func `an older program takes the names of leaves back, and a later one renews them`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("shops"))
      let older = try ObjectModel(Named.Shop.self)
      let first = try PersistentContainer(model: older, at: location)
      let context = first.newContext()
      let place = Named.Place(town: "Oslo", spot: Named.Spot(lat: 59.9))
      _ = Named.Shop(place: place, in: context)
      try context.save()
      first.close()
      for _ in 0..<2 {
        let newer = try PersistentContainer(
          model: ObjectModel(NamedOtherwise.Shop.self), at: location)
        let shop = try newer.newContext().only(NamedOtherwise.Shop.all)
        #expect(shop.address.city == "Oslo")
        #expect(shop.address.spot?.latitude == 59.9)
        newer.close()
        let again = try PersistentContainer(model: older, at: location, options: .migrating())
        #expect(try again.newContext().only(Named.Shop.all).place == place)
        again.close()
      }
    }
  }

  @Test func `leaves are renamed, added with their default values and removed`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("shops")
      let first = try PersistentContainer(
        model: ObjectModel(Earlier.Shop.self), at: .file(path))
      let context = first.newContext()
      _ = Earlier.Shop(
        name: "a",
        place: Earlier.Place(
          town: "Oslo", zip: 150, note: "x", spot: Earlier.Spot(lat: 59.9, label: nil)),
        in: context)
      _ = Earlier.Shop(
        name: "b", place: Earlier.Place(town: "\"Ås\"", zip: -1, note: ""),
        other: Earlier.Place(
          town: "Moss", zip: 0, note: "", spot: Earlier.Spot(lat: 1, label: "q")),
        in: context)
      try context.save()
      first.close()

      let model = try ObjectModel(Later.Shop.self)
      let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
      #expect(
        plan.steps.map(\.summary) == [
          "'Shop.other.city' is indexed and was not",
          "'Shop.other.city' was called 'town'",
          "'Shop.other.country' is new: a required string",
          "'Shop.other.floor' is new: an optional int64",
          "'Shop.other.note' is gone",
          "'Shop.other.spot.label' is required, not optional",
          "'Shop.other.spot.latitude' was called 'lat'",
          "'Shop.other.zip' is of type int64, not int32",
          "'Shop.place.city' is indexed and was not",
          "'Shop.place.city' was called 'town'",
          "'Shop.place.country' is new: a required string",
          "'Shop.place.floor' is new: an optional int64",
          "'Shop.place.note' is gone",
          "'Shop.place.spot.label' is required, not optional",
          "'Shop.place.spot.latitude' was called 'lat'",
          "'Shop.place.zip' is of type int64, not int32",
        ])
      #expect(throws: StoreError.self) {
        _ = try PersistentContainer(model: model, at: .file(path))
      }
      let second = try PersistentContainer(
        model: model, at: .file(path),
        options: StoreOptions(
          migration: .migrating(
            allowing: .removing("Shop.place.note"), .removing("Shop.other.note"))))
      let later = second.newContext()
      let shops = try later.fetch(Later.Shop.all.sorted(by: \.name))
      #expect(
        shops.map(\.place) == [
          Later.Place(
            city: "Oslo", zip: 150, spot: Later.Spot(latitude: 59.9)),
          Later.Place(city: "\"Ås\"", zip: -1),
        ])
      #expect(
        shops.map(\.other) == [
          nil, Later.Place(city: "Moss", zip: 0, spot: Later.Spot(latitude: 1, label: "q")),
        ])
      #expect(
        try later.fetch(Later.Shop.all.sorted(by: \.name).select { $0.place.country })
          == ["NO", "NO"])
      #expect(
        try later.fetch(Later.Shop.where { $0.place.spot.label == "none" }).map(\.name) == ["a"])
      #expect(
        try later.fetch(Later.Shop.where { $0.other.city == "Moss" }).map(\.name) == ["b"])
      #expect(try second.checkIntegrity().isSound)
    }
  }

  @Test func `a Codable struct becomes a composition of the same JSON`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("shops")
      let first = try PersistentContainer(model: ObjectModel(Plain.Shop.self), at: .file(path))
      let context = first.newContext()
      _ = Plain.Shop(name: "a", place: .init(town: "Oslo", zip: 7, note: "n"), in: context)
      try context.save()
      first.close()
      let second = try PersistentContainer(model: ObjectModel(Earlier.Shop.self), at: .file(path))
      let later = second.newContext()
      let shops = try later.fetch(Earlier.Shop.where { $0.place.zip == 7 })
      #expect(shops.map(\.place) == [Earlier.Place(town: "Oslo", zip: 7, note: "n")])
      second.close()
      let third = try PersistentContainer(
        model: ObjectModel(Plain.Shop.self), at: .file(path),
        options: StoreOptions(migration: .migrating()))
      #expect(try third.newContext().fetch(Plain.Shop.all).map(\.place.town) == ["Oslo"])
    }
  }

  @Test func `lists of leaves and of texts without case are made where values allow it`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("shops")
      let first = try PersistentContainer(model: ObjectModel(Earlier.Shop.self), at: .file(path))
      let context = first.newContext()
      let shops = ["a", "A", "b"].enumerated().map { number, name in
        Earlier.Shop(
          name: name, place: Earlier.Place(town: "Oslo", zip: Int32(number), note: "n"),
          in: context)
      }
      try context.save()
      first.close()
      let model = try ObjectModel(ListedComposition.Shop.self)
      let options = StoreOptions(
        migration: .migrating(
          allowing: .removing("Shop.place.note"), .removing("Shop.other.note"),
          .removing("Shop.place.spot"), .removing("Shop.other.spot")))
      let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
      let key = "'Shop.place.city' and 'Shop.name' ignoring case are unique together and were not"
      #expect(plan.steps.first { $0.summary == key }?.rows == 2)
      let error = #expect(throws: StoreError.self) {
        _ = try PersistentContainer(model: model, at: .file(path), options: options)
      }
      #expect(error?.message.contains(key) == true)
      #expect(error?.message.contains("2 rows") == true)

      let again = try PersistentContainer(model: ObjectModel(Earlier.Shop.self), at: .file(path))
      let mending = again.newContext()
      try #require(try mending.object(Earlier.Shop.self, with: shops[1].objectID)).name = "c"
      try mending.save()
      again.close()
      let second = try PersistentContainer(model: model, at: .file(path), options: options)
      let later = second.newContext()
      let found = try later.find(
        ListedComposition.Shop.self, by: (\.name, "C"), (\.place.city, "Oslo"))
      #expect(found?.objectID == shops[1].objectID)
      #expect(try later.find(ListedComposition.Shop.self, by: (\.place.zip, 2))?.name == "b")
      #expect(try second.checkIntegrity().isSound)
      second.close()
      // Back again: the column without case and the indexes go.
      let third = try PersistentContainer(
        model: ObjectModel(UnlistedComposition.Shop.self), at: .file(path), options: options)
      _ = UnlistedComposition.Shop(
        name: "A", place: ListedComposition.Place(city: "Oslo", zip: 2), in: third.newContext())
      #expect(try third.newContext().count(UnlistedComposition.Shop.all) == 3)
      #expect(try third.checkIntegrity().isSound)
    }
  }
}
