import EntityGraph
import Testing

@testable import EntityRuntime

/// An animal, which not everybody can ride.
@Entity class Steed: ManagedObject {
  var name: String = ""
}

/// An animal that one rider has.
@Entity final class Unicorn: Steed {
  var horn: Int = 0
  @Relationship(inverse: "unicorn", deleteRule: .nullify) var rider: Rider?
}

/// An animal that nobody has.
@Entity final class Griffin: Steed {
  var wings: Int = 2
  var claws: Int = 8
  var beak: Int?
}

/// Somebody who is found by name.
@Entity(.values) final class Rider: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "rider", deleteRule: .nullify) var unicorn: Unicorn?
}

/// To-ones that an upsert of many gives.
@Suite struct UpsertedReferenceTests {
  @Test func referencesToWhatDoesNotExistAreRefused() throws {
    let context = try Guesthouse.bench().context
    let guest = Guest(email: "a", in: context)
    try context.save()
    var values = Guest.Values(guest)
    values.house = ObjectID(entityName: "House", rowID: 9)
    for email in ["a", "b"] {
      values.email = email
      #expect(
        failure { try context.insertAll([values], onConflict: .update(by: \.email)) } == """
          'Guest.house' cannot refer to House-9, since there is no such object of 'House'
          """)
    }
    // What is not written is not looked at.
    values.email = "a"
    #expect(
      try context.insertAll([values], onConflict: .keep(by: \.email)).outcomes == [.unchanged])
    #expect(try context.count(Guest.all) == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func aToOneToAnObjectOfAnotherClassIsRefused(_ store: StoreKind) throws {
    let context = try store.container(
      Steed.self, Unicorn.self, Griffin.self, Rider.self
    ).newContext()
    let steeds = [context.insert(Steed.self), context.insert(Griffin.self)]
    let unicorn = context.insert(Unicorn.self)
    let rider = Rider(name: "r", in: context)
    try context.save()
    var values = Rider.Values(rider)
    for steed in steeds {
      values.unicorn = steed.objectID
      #expect(
        failure { try context.insertAll([values], onConflict: .update(by: \.name)) } == """
          'Rider.unicorn' cannot refer to \(steed.objectID), since there is no such object of \
          'Unicorn'
          """)
    }
    values.unicorn = ObjectID(entityName: "Steed", rowID: 99)
    #expect(
      failure { try context.insertAll([values], onConflict: .update(by: \.name)) } == """
        'Rider.unicorn' cannot refer to Steed-99, since there is no such object of 'Unicorn'
        """)
    values.unicorn = unicorn.objectID
    try context.insertAll([values], onConflict: .update(by: \.name))
    #expect(rider.unicorn === unicorn && unicorn.rider === rider)
    expectSound(context)
  }
}
