import EntityGraph
import Foundation
import TestSupport
import Testing

/// The migration of one entity into two that all of these use.
private let split = Migration(from: 1, to: 2) { stage in
  try stage.forEach(Snapshot1.Person.self) { old in
    var address: SnapshotID<Snapshot2.Address>?
    if let street = old.street, let city = old.city {
      address =
        try stage.first(Snapshot2.Address.self) { $0.street == street && $0.city == city }?.id
        ?? stage.insert(Snapshot2.Address(street: street, city: city))
    }
    return Snapshot2.Person(
      from: old, initials: String(old.name.suffix(1)), age: old.age ?? 0, address: address)
  }
}

@Suite struct StageTests {
  @Test func anEntityBecomesTwoAndEverythingElseIsCarriedOver() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let container = try town.open([split])
      let context = container.newContext()
      let people = try context.fetch(StageSecond.Person.sorted(by: \.name))
      #expect(people.map(\.name) == ["Person 0", "Person 1", "Person 2"])
      #expect(people.map(\.initials) == ["0", "1", "2"])
      #expect(people.map(\.age) == [20, 0, 22])
      #expect(people.map(\.nicknames) == [["n0"], ["n1"], ["n2"]])
      #expect(people.map { $0.address?.street } == ["Road 0", "Road 0", nil])
      #expect(people[0].address === people[1].address)
      #expect(people.map { $0.employer?.name } == ["Press", nil, "Press"])
      #expect(people.map { $0.clubs.map(\.name) } == [[], ["Chess"], ["Chess"]])
      #expect(
        people.map { $0.friends.map(\.name).sorted() } == [
          ["Person 1"], ["Person 0", "Person 2"], ["Person 1"],
        ])
      #expect(try context.fetch(StageSecond.Company.all).map(\.note) == [nil])
      _ = StageSecond.Person(name: "New", initials: "N", age: 1, in: context)
      _ = StageSecond.Address(street: "s", city: "c", in: context)
      try context.save()
      #expect(
        throws: StoreError.self,
        performing: {
          _ = StageSecond.Person(name: "Other", initials: "N", age: 1, in: context)
          try context.save()
        })
      container.close()
      try town.open([]).close()
    }
  }

  @Test func aPlanSaysWhatAStageSeesTo() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let model = try StageSecond.model()
      let with = try #require(
        try PersistentContainer.migrationPlan(
          for: model, at: .file(town.path), migrations: [split]))
      #expect(with.isAutomatic)
      #expect(with.oldSnapshot == 1)
      #expect(with.newSnapshot == 2)
      #expect(
        with.description.hasPrefix(
          "from snapshot 1, \(with.oldVersion), to snapshot 2, \(with.newVersion)\n"))
      #expect(
        with.steps.filter { $0.kind == .stage }.map(\.subject.property) == [
          "age", "city", "initials", "street",
        ])
      let without = try #require(
        try PersistentContainer.migrationPlan(for: model, at: .file(town.path)))
      #expect(!without.isAutomatic)
    }
  }

  @Test func aStageThatThrowsLeavesTheFileAsItWas() throws {
    struct Refusal: Error {}
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let error = try town.refusal([
        Migration(from: 1, to: 2) { stage in
          try stage.insert(Snapshot2.Address(street: "s", city: "c"))
          throw Refusal()
        }
      ])
      #expect(error.underlying is Refusal)
    }
  }

  @Test func rowsThatAStageLeavesOutAreRefusedByName() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let error = try town.refusal([Migration(from: 1, to: 2) { _ in }])
      #expect(error.entity == "Person")
      #expect(
        error.message.contains(
          "the stage from 1 to 2 leaves out what cannot be carried over as it is; it needs "
            + "'forEach(Snapshot1.Person.self)' that returns objects of 'Snapshot2.Person'"))
      #expect(error.message.contains("'Person.initials' is new"))
    }
  }

  @Test func objectsWithOneUniqueValueAreRefusedByTheirRows() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let error = try town.refusal([
        Migration(from: 1, to: 2) { stage in
          try stage.forEach(Snapshot1.Person.self) { old in
            Snapshot2.Person(from: old, initials: "X", age: 1)
          }
        }
      ])
      #expect(error.code == .uniqueViolation)
      #expect(
        error.message.hasSuffix(
          "objects would have the same value of 'Person.initials', which is unique: rows 1, 2, 3"))
    }
  }

  @Test func objectsThatAreLeftOutAreGoneWithTheirLinks() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let container = try town.open([
        Migration(from: 1, to: 2) { stage in
          try stage.forEach(Snapshot1.Person.self) { old -> Snapshot2.Person? in
            guard old.name != "Person 1" else { return nil }
            return Snapshot2.Person(from: old, initials: old.name, age: 1)
          }
        }
      ])
      let people = try container.newContext().fetch(StageSecond.Person.sorted(by: \.name))
      #expect(people.map(\.name) == ["Person 0", "Person 2"])
      #expect(people.map(\.friends.count) == [0, 0])
      #expect(people.map(\.clubs.count) == [0, 1])
      container.close()
    }
  }

  @Test func aStageReadsBothSidesAndTheirRelationships() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let container = try town.open([
        Migration(from: 1, to: 2) { stage in
          try stage.forEach(Snapshot1.Person.self) { old in
            Snapshot2.Person(from: old, initials: old.name, age: old.age ?? 1)
          }
          #expect(try stage.count(Snapshot1.Person.self) { $0.age > 20 } == 1)
          #expect(try stage.count(Snapshot2.Person.self) { $0.age > 0 } == 3)
          let press = try #require(try stage.first(Snapshot1.Company.self))
          #expect(try stage.members(of: press.staff).map(\.name) == ["Person 0", "Person 2"])
          #expect(
            try stage.objects(Snapshot1.Person.self) { $0.employer == press.id }.count == 2)
          let first = try #require(try stage.first(Snapshot2.Person.self))
          #expect(try stage.members(of: first.friends).map(\.name) == ["Person 1"])
          #expect(try first.nicknames.value() == ["n0"])
          #expect(try stage.object(first.employer)?.name == "Press")
          var company = try #require(try stage.object(first.employer))
          company.note = "renamed"
          try stage.update(company)
          let club = try stage.insert(Snapshot2.Club(name: "Go"))
          try stage.add(club, to: first.clubs)
          for old in try stage.members(of: first.friends) {
            try stage.remove(old.id, from: first.friends)
          }
          let other = try #require(
            try stage.first(Snapshot2.Person.self) { $0.name == "Person 2" })
          try stage.delete(other.id)
        }
      ])
      let people = try container.newContext().fetch(StageSecond.Person.sorted(by: \.name))
      #expect(people.map(\.name) == ["Person 0", "Person 1"])
      #expect(people.map { $0.clubs.map(\.name).sorted() } == [["Go"], ["Chess"]])
      #expect(people.map(\.friends.count) == [0, 0])
      #expect(people[0].employer?.note == "renamed")
      container.close()
    }
  }

  @Test func entitiesCanBeNamedInPlaceOfTypes() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let container = try town.open([
        Migration(from: 1, to: 2) { stage in
          var streets: [String: Int64] = [:]
          try stage.forEach(old: "Person", making: "Person") { old, carriedOver in
            var new = carriedOver
            if let street = old.value("street", as: String.self) {
              let known =
                try streets[street]
                ?? stage.insert(
                  StageObject("Address", ["street": .text(street), "city": old["city"]]))
              streets[street] = known
              new["address"] = .integer(known)
            }
            new.set("initials", to: old.value("name", as: String.self))
            new.set("age", to: old.value("age", as: Int.self) ?? 7)
            return new
          }
          var press = try stage.objects(new: "Company", where: ["name": .text("Press")])[0]
          press.set("note", to: "changed")
          try stage.update(press)
          #expect(try stage.objects(old: "Person", where: ["employer": .integer(1)]).count == 2)
          try stage.delete(try stage.objects(new: "Club")[0])
        }
      ])
      let context = container.newContext()
      let people = try context.fetch(StageSecond.Person.sorted(by: \.name))
      #expect(people.map(\.age) == [20, 7, 22])
      #expect(people.map { $0.address?.street } == ["Road 0", "Road 0", nil])
      #expect(people.map(\.initials) == ["Person 0", "Person 1", "Person 2"])
      #expect(people.map { $0.employer?.note } == ["changed", nil, "changed"])
      #expect(people.map(\.clubs.count) == [0, 0, 0])
      #expect(people.map { $0.friends.count } == [1, 2, 1])
      container.close()
    }
  }

  @Test func mistakesInAStageAreErrorsThatSayWhatToDo() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      func message(_ body: @escaping @Sendable (MigrationStage) throws -> Void) throws -> String {
        try town.refusal([Migration(from: 1, to: 2, body)]).message
      }
      #expect(
        try message { stage in
          let company = try #require(try stage.first(Snapshot1.Company.self))
          try stage.update(company)
        }.contains("of the older snapshot, which cannot be changed"))
      #expect(
        try message { stage in
          let company = try #require(try stage.first(Snapshot2.Company.self))
          try stage.insert(company)
        }.contains("the 'Company' has an id already"))
      #expect(
        try message { stage in
          try stage.forEach(Snapshot2.Company.self) { _ -> Snapshot2.Company? in nil }
        }.contains("the older one is what objects are made of"))
      #expect(
        try message { stage in
          _ = try stage.objects(Snapshot2.Company.self)
          try stage.forEach(Snapshot1.Company.self) { _ -> Snapshot2.Company? in nil }
        }.contains("the stage has read the new 'Company' before it makes its objects"))
      #expect(
        try message { try $0.insert(StageObject("Address", ["street": .text("s")])) }
          .contains("'Address.city' is required and has no value"))
      #expect(
        try message { try $0.insert(StageObject("Address", ["town": .text("s")])) }
          .contains("'Address' has no attribute or to-one 'town'"))
      #expect(
        try message { _ = try $0.first(Snapshot1.Person.self) { $0.name.matches("x") } }
          .contains("a stage of a migration cannot search 'Person'"))
    }
  }

  @Test func anErrorOfTheStageItselfNamesTheStage() throws {
    struct Fault: Error, CustomStringConvertible { var description: String { "no luck" } }
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let error = try town.refusal([Migration(from: 1, to: 2) { _ in throw Fault() }])
      #expect(error.message.hasSuffix("the stage from 1 to 2 failed: no luck"))
      #expect(
        try town.refusal([
          Migration(from: 1, to: 2) { stage in
            for _ in 1...2 {
              try stage.forEach(Snapshot1.Person.self) { old in
                Snapshot2.Person(from: old, initials: old.name, age: 1)
              }
            }
          }
        ]).message.hasSuffix("makes the objects of 'Person' twice; make them in one 'forEach'"))
      #expect(
        try town.refusal([Migration(from: 1, to: 2, batchSize: 0) { _ in }]).message
          == "the migration from 1 to 2 has a batch size of less than one object")
    }
  }

  @Test func objectsThatBecomeThoseOfAnotherEntityAreReferredToByTheirNewIDs() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let container = try town.open([
        Migration(from: 1, to: 2) { stage in
          try stage.insert(Snapshot2.Address(street: "first", city: "c"))
          try stage.forEach(Snapshot1.Club.self) { old in
            Snapshot2.Address(street: old.name, city: "club")
          }
          let club = try #require(try stage.first(Snapshot1.Club.self))
          try stage.forEach(Snapshot1.Person.self) { old in
            Snapshot2.Person(
              from: old, initials: old.name, age: 1, address: SnapshotID(club.id))
          }
          let address = try stage.newID(of: club.id, as: Snapshot2.Address.self)
          #expect(try stage.object(address)?.street == "Chess")
        }
      ])
      let people = try container.newContext().fetch(StageSecond.Person.all)
      #expect(people.map { $0.address?.street } == ["Chess", "Chess", "Chess"])
      container.close()
    }
  }

  @Test func anIDThatHasBecomeNothingIsAnError() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let error = try town.refusal([
        Migration(from: 1, to: 2) { stage in
          let club = try #require(try stage.first(Snapshot1.Club.self))
          try stage.forEach(Snapshot1.Person.self) { old in
            Snapshot2.Person(
              from: old, initials: old.name, age: 1, address: SnapshotID(club.id))
          }
        }
      ])
      #expect(
        error.message.contains("an id of 'Snapshot1.Club' is none of 'Snapshot2.Address'"))
    }
  }

  @Test func aMigrationThatIsNotPassedOnIsMissed() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      let model = try StageSecond.model(expecting: true)
      let error = #expect(throws: StoreError.self) {
        try PersistentContainer(
          model: model, at: .file(town.path),
          options: .migrating(
            allowing: .removing("Person.street"), .removing("Person.city")))
      }
      #expect(
        error?.message.hasSuffix(
          "the store needs the migration from 1 to 2, which the sources make and which has not "
            + "been passed to the container; add it to 'migrations:'") == true)
      try PersistentContainer(model: model, at: .file(town.path), migrations: [split]).close()
      try PersistentContainer(model: model, at: .file(directory.path("new"))).close()
    }
  }

  @Test func aMigrationMustLeadFromAKnownSnapshotToALaterOne() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory)
      #expect(
        try town.refusal([
          Migration(from: 2, to: 1) { _ in }, Migration(from: 2, to: 7) { _ in },
        ]).message == """
          the migration from 2 to 1 does not lead to a later snapshot
          the migration from 2 to 7 needs snapshot 7, which is not among those that the model knows
          """)
    }
  }

  @Test func progressCountsTheRowsThatAreVisited() throws {
    try TemporaryDirectory.with { directory in
      let town = try Town(in: directory, people: 1200)
      let log = ProgressLog()
      let options = StoreOptions(migrationProgress: { log.add($0) })
      let migration = Migration(from: 1, to: 2) { stage in
        try stage.forEach(Snapshot1.Person.self) { old in
          Snapshot2.Person(from: old, initials: old.name, age: 1)
        }
      }
      try town.open([migration], options).close()
      #expect(log.entries.map(\.completedRows).prefix(3) == [512, 1024, 1200])
      #expect(log.entries.last?.fraction == 1)
      #expect(log.entries.first?.activity == "the stage from 1 to 2")
    }
  }
}

/// What a migration has reported.
private final class ProgressLog: @unchecked Sendable {
  // A migration reports on the thread of the test.
  private(set) var entries: [MigrationProgress] = []

  func add(_ progress: MigrationProgress) { entries.append(progress) }
}
