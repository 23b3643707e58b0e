import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct BulkDeletionTests {
  @Test func everyRuleHoldsAsForASave() throws {
    let bench = try warehouse()
    let context = bench.context
    let customer = Customer(name: "c", in: context)
    let order = Order(number: 1, customer: customer, in: context)
    let line = OrderLine(text: "l", order: order, in: context)
    let item = Item(name: "i", in: context)
    line.items = [item]
    customer.card = Card(code: "k", in: context)
    let note = Note(text: "n", in: context)
    note.customer = customer
    try context.save()

    #expect(
      failure { try context.deleteAll(Customer.all) } == """
        the save has been refused for 2 reasons:
          Customer-1: 'Customer.orders' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
          Note-1: 'Note.customer' refers to an object that has been deleted; let it refer to \
        another or to nothing [validation.deleted]
        """)
    expectSound(context)
    #expect(try context.deleteAll(Order.all) == 1)
    #expect(try context.count(OrderLine.all) == 0)
    #expect(try context.count(Item.all) == 0)
    #expect(order.isDeleted && line.isDeleted && item.isDeleted)
    try context.update(Note.all) { $0.customer = nil }
    #expect(try context.deleteAll(Customer.all) == 1)
    #expect(try warehouse(context) == "Note-1 text=n")
    expectSound(context)
  }

  @Test func aTreeOfAnyDepthGoes() throws {
    let bench = try Bench(Person.self)
    var parent: Person?
    for number in 0..<300 {
      let person = Person(name: "\(number)", in: bench.context)
      person.parent = parent
      parent = person
    }
    try bench.context.save()
    #expect(try bench.context.deleteAll(Person.where { $0.name == "0" }) == 1)
    #expect(try bench.context.count(Person.all) == 0)
  }

  @Test func aRequiredReferenceStopsTheDeletion() throws {
    let bench = try machines()
    // A machine goes with its spare engine; another engine of it must not.
    let other = bench.context.insert(Engine.self)
    try bench.context.save()
    let machine = try bench.context.only(Machine.all)
    machine.engine = other
    try bench.context.save()
    #expect(try bench.context.deleteAll(Engine.where { $0 == other }) == 1)
    #expect(machine.engine == nil)
    #expect(try bench.context.deleteAll(Engine.all) == 1)
    #expect(try bench.context.count(Machine.all) == 0)
    #expect(try bench.context.fetch(Part.all).map(\.name) == ["wheel"])
  }

  @Test func membersOfARelationshipThatIsToManyAtBothEndsGoOrDeny() throws {
    let bench = try Bench(Vessel.self, Sailor.self, Crate.self)
    let vessel = Vessel(name: "v", in: bench.context)
    let sailor = Sailor(name: "s", in: bench.context)
    sailor.vessels = [vessel]
    Crate(name: "c", in: bench.context).vessels = [vessel]
    try bench.context.save()
    #expect(
      failure { try bench.context.deleteAll(Vessel.all) } == """
        the save has been refused:
          Vessel-1: 'Vessel.sailors' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
        """)
    try bench.context.deleteAll(Sailor.all)
    #expect(vessel.sailors.isEmpty)
    try bench.context.deleteAll(Vessel.all)
    #expect(try harbor(bench.context) == "")
  }

  @Test func thoseThatWouldHoldTooLittleStopIt() throws {
    let bench = try warehouse()
    let club = Club(name: "k", in: bench.context)
    for number in 0..<2 { Customer(name: "\(number)", in: bench.context).club = club }
    try bench.context.save()
    // A club denies that its members go, so that it has to go itself.
    #expect(
      failure { try bench.context.deleteAll(Customer.limit(1)) } == """
        the save has been refused:
          Customer-1: 'Customer.club' forbids deleting the object while it holds one; delete or \
        move what it holds first [validation.denied]
        """)
    #expect(try bench.context.deleteAll(Club.all) == 1)
    #expect(try bench.context.fetch(Customer.all).allSatisfy { $0.club == nil })
  }

  /// Returns what the history of a store says of forty people and forty volumes, once `delete` has
  /// deleted them.
  private func history(
    _ delete: (ManagedObjectContext) throws -> Void
  ) throws -> [[UInt8]] {
    let container = try PersistentContainer(
      model: ObjectModel(Person.self, Shelf.self, Volume.self), at: .memory,
      options: StoreOptions(history: .everything))
    let context = container.newContext()
    let people = (0..<40).map { Person(name: "\($0)", in: context) }
    for (person, next) in zip(people, people.dropFirst()) { person.friends = [next] }
    let shelf = Shelf(name: "s", in: context)
    for number in 0..<40 { Volume(title: "\(number)", in: context).shelf = shelf }
    try context.save()
    try delete(context)
    return try container.store.read { session in
      var entries: [[UInt8]] = []
      try session.history(after: 0) { record in
        entries.append(record.changes)
        return true
      }
      return entries
    }
  }

  @Test func whatGoesTogetherIsRecordedAsWhatGoesOneByOne() throws {
    let one = try history { context in
      for person in try context.fetch(Person.all) { context.delete(person) }
      try context.save()
      for volume in try context.fetch(Volume.all) { context.delete(volume) }
      try context.save()
    }
    let many = try history { context in
      let counts = [try context.deleteAll(Person.all), try context.deleteAll(Volume.all)]
      #expect(counts == [40, 40])
    }
    #expect(one == many)
    #expect(one.count == 3)
  }

  @Test func manyRowsOfAnEntityTakeOneStatement() throws {
    let bench = try Bench(Shelf.self, Volume.self)
    for number in 0..<100 { _ = Volume(title: "\(number)", in: bench.context) }
    try bench.context.save()
    let sql = try bench.sql { try bench.context.deleteAll(Volume.where { $0.title != "5" }) }
    #expect(
      sql.filter { $0.hasPrefix("DELETE") } == [
        """
        DELETE FROM "Volume" WHERE "_id" BETWEEN ?1 AND ?2 AND entity_takes("_id", "_version")
        """
      ])
    #expect(try bench.context.fetch(Volume.all).map(\.title) == ["5"])
  }

  @Test func manyRowsFarFromOneAnotherAreLookedForOneByOne() throws {
    let bench = try Bench(Shelf.self, Volume.self)
    for number in 0..<400 {
      _ = Volume(title: number % 10 == 0 ? "far" : "\(number)", in: bench.context)
    }
    try bench.context.save()
    let sql = try bench.sql { try bench.context.deleteAll(Volume.where { $0.title == "far" }) }
    #expect(
      sql.filter { $0.hasPrefix("DELETE") } == [
        """
        DELETE FROM "Volume" WHERE "_id" IN (SELECT "value" FROM entity_list(?1)) \
        AND entity_takes("_id", "_version")
        """
      ])
    #expect(try bench.context.count(Volume.all) == 360)
  }
}
