import EntityGraph
import Testing

/// A row that is not of the entity where it is found harms nothing else.
@Suite struct DamagedRowTests {
  private static let sibling = "UPDATE Part SET _entity = 'Wheel', size = 4 WHERE _id = 1"
  private static let unknown = "UPDATE Part SET _entity = 'Boiler' WHERE _id = 1"

  // MARK: Entities that the model does not have

  @Test func aFetchSkipsARowOfAnUnknownEntityAndReportsIt() throws {
    let bench = try machines()
    try bench.run(Self.unknown)
    let context = bench.container.newContext()
    #expect(try context.fetch(Part.all).map(\.name) == ["wheel"])
    let problem = try #require(context.pendingErrors.first)
    #expect(problem.objectID == ObjectID(entityName: "Part", rowID: 1))
    #expect(problem.entity == "Part")
    #expect(problem.property == nil)
    #expect(
      problems { try context.save() }
        == "Part-1 could not be read: its row names an entity that the model does not have")
    #expect(problems { try context.save() } == "")
  }

  @Test func othersOfTheTreeAreSavedWhileARowIsOfAnUnknownEntity() throws {
    let bench = try machines()
    try bench.run(Self.unknown)
    let context = bench.container.newContext()
    try #require(try context.first(Wheel.all)).size = 4
    try context.save()
    #expect(try bench.text("SELECT _entity FROM Part WHERE _id = 1") == "Boiler")
  }

  @Test func anObjectOfAnUnknownEntityIsNotFoundByItsId() throws {
    let bench = try machines()
    try bench.run(Self.unknown)
    let context = bench.container.newContext()
    let id = ObjectID(entityName: "Part", rowID: 1)
    #expect(try context.object(Part.self, with: id) == nil)
    #expect(context.pendingErrors.map(\.objectID) == [id])
  }

  @Test func aReferenceToARowOfAnUnknownEntityLeadsToNothing() throws {
    let bench = try machines()
    try bench.run(Self.unknown)
    let context = bench.container.newContext()
    let machine = try #require(try context.first(Machine.all))
    #expect(machine.engine == nil)
    #expect(machine.drives == [])
    #expect(context.pendingErrors.map(\.objectID).contains(ObjectID(entityName: "Part", rowID: 1)))
    expectSound(context)
  }

  // MARK: Siblings

  @Test func aToOneToASiblingLeadsToNothing() throws {
    let bench = try machines()
    try bench.run(Self.sibling)
    let context = bench.container.newContext()
    let machine = try #require(try context.first(Machine.all))
    #expect(machine.engine == nil)
    #expect(
      problems { try context.save() }
        == "Machine-1.engine could not be read: the row that it refers to, Part-1, is of the "
        + "entity 'Wheel', not of 'Engine'")
    machine.name = "changed"
    try context.save()
    #expect(try bench.text("SELECT typeof(engine) || engine FROM Machine") == "integer1")
  }

  @Test func aToOneToASiblingThatIsInTheContextLeadsToNothing() throws {
    let bench = try machines()
    try bench.run("UPDATE Machine SET engine = 2")
    let context = bench.container.newContext()
    let wheel = try #require(try context.first(Wheel.all))
    let machine = try #require(try context.first(Machine.all))
    #expect(machine.engine == nil)
    #expect(wheel.name == "wheel")
    let problem = try #require(context.pendingErrors.first)
    #expect(problem.entity == "Machine")
    #expect(problem.property == "engine")
    #expect(problem.objectID == machine.objectID)
  }

  @Test func aRequiredToOneToASiblingAnswersWithABlankObject() throws {
    let bench = try machines()
    try bench.run(Self.sibling)
    let context = bench.container.newContext()
    let machine = try #require(try context.first(Machine.all))
    #expect(machine.spare.name == "")
    #expect(machine.spare.power == 0)
    #expect(machine.isUnreadable)
    #expect(context.pendingErrors.map(\.property) == ["spare"])
  }

  @Test func aSetLeavesSiblingsOut() throws {
    let bench = try machines()
    try bench.run(Self.sibling)
    let context = bench.container.newContext()
    let machine = try #require(try context.first(Machine.all))
    #expect(machine.drives == [])
    #expect(
      problems { try context.save() }
        == "Machine-1.drives could not be read: the row that it refers to, Part-1, is of the "
        + "entity 'Wheel', not of 'Engine'")
  }

  @Test func aBatchReportsItsSiblingsAndLoadsTheOthers() throws {
    let bench = try machines()
    let engine = bench.context.insert(Engine.self)
    engine.power = 5
    _ = Machine(name: "n", engine: engine, spare: engine, in: bench.context)
    try bench.context.save()
    try bench.run(Self.sibling)
    let context = bench.container.newContext()
    let found = try context.fetch(Machine.sorted(by: \.name))
    #expect(found.map { $0.engine?.power } == [nil, 5])
    #expect(context.pendingErrors.map(\.objectID) == [found[0].objectID])
    expectSound(context)
  }

  @Test func anObjectWhoseRowHasBecomeASiblingsIsReportedByARefresh() throws {
    let bench = try machines()
    let context = bench.container.newContext()
    let engine = try #require(try context.first(Engine.all))
    try bench.run(Self.sibling)
    #expect(
      problems { try context.refresh(engine) }
        == "Part-1 could not be read: its row is of the entity 'Wheel', not of 'Engine'")
    #expect(engine.power == 9)
    #expect(engine.isUnreadable)
  }

  @Test func aFaultWhoseRowHasBecomeASiblingsAnswersWithPlaceholders() throws {
    let bench = try machines()
    let context = bench.container.newContext()
    let engine = try #require(try context.first(Engine.all))
    context.refreshAll()
    try bench.run(Self.sibling)
    #expect(engine.power == 0)
    #expect(
      problems { try context.save() }
        == "Part-1 could not be read: its row is of the entity 'Wheel', not of 'Engine'")
    #expect(try context.fetch(Engine.all) == [])
  }

  // MARK: Versions

  @Test(arguments: ["'two'", "x'02'", "1.5"])
  func aRowWithoutAVersionIsReadAndNeverWritten(version: String) throws {
    let bench = try machines()
    try bench.run("UPDATE Machine SET _version = \(version)")
    let context = bench.container.newContext()
    let machine = try #require(try context.first(Machine.all))
    #expect(machine.name == "m")
    let report = "Machine-1 could not be read: its version is missing or not an integer"
    #expect(problems { try context.save() } == report)
    machine.name = "changed"
    for _ in 0..<2 { #expect(problems { try context.save() } == report) }
    #expect(machine.name == "changed")
    #expect(try bench.text("SELECT name FROM Machine") == "m")
    try bench.run("UPDATE Machine SET _version = 7")
    try context.refresh(machine)
    try context.save()
    #expect(try bench.text("SELECT name FROM Machine") == "changed")
  }

  @Test func aVersionThatIsMissingIsReportedToo() throws {
    let bench = try bookshop()
    _ = Profile(text: "p", in: bench.context)
    try bench.context.save()
    // A copy of a table has none of its constraints.
    try bench.run(
      """
      CREATE TABLE copy AS SELECT * FROM Profile; DROP TABLE Profile;
      ALTER TABLE copy RENAME TO Profile; UPDATE Profile SET _version = NULL
      """)
    let context = bench.container.newContext()
    let profile = try #require(try context.first(Profile.all))
    #expect(profile.text == "p")
    profile.text = "changed"
    let report = "Profile-1 could not be read: its version is missing or not an integer"
    for _ in 0..<2 { #expect(problems { try context.save() } == report) }
  }

  @Test func aRequiredColumnThatHoldsNothingIsReported() throws {
    let bench = try machines()
    try bench.run("UPDATE Part SET power = NULL")
    let context = bench.container.newContext()
    let engine = try #require(try context.first(Engine.all))
    #expect(engine.power == 0)
    #expect(
      problems { try context.save() }
        == "Part-1.power could not be read: its column holds nothing, and it is required")
  }

  @Test func aRowWithoutAVersionIsNotDeleted() throws {
    let bench = try bookshop()
    _ = Profile(text: "p", in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE Profile SET _version = 'two'")
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Profile.all)))
    let report = "Profile-1 could not be read: its version is missing or not an integer"
    for _ in 0..<2 { #expect(problems { try context.save() } == report) }
    #expect(try bench.container.newContext().count(Profile.all) == 1)
  }
}
