import EntityGraph
import Testing

/// Has properties that are not saved.
@Entity final class Session: ManagedObject {
  var user: String
  @Transient var token: String = "none"
  @Ignore var reads: Int = 5
  @Transient var hint: String?
}

/// Notes in a transient property that it has been made.
@Entity class NotedVisit: ManagedObject {
  var place: String
  @Transient var events: [String] = []
  @Transient var guide: String?

  func awakeFromInsert() { events.append("insert \(place) \(guide ?? "alone")") }
}

extension NotedVisit: ObjectLifeCycle {}

@Entity final class NotedTour: NotedVisit {
  @Transient var hours: Int = 1

  override func awakeFromInsert() {
    super.awakeFromInsert()
    events.append("tour \(hours)")
  }
}

@Suite struct TransientTests {
  @Test func whatAnAwakingObjectAssignsStays() throws {
    let bench = try Bench(NotedVisit.self, NotedTour.self)
    #expect(NotedVisit(place: "Rome", in: bench.context).events == ["insert Rome alone"])
    let guided = NotedVisit(place: "Rome", events: ["asked"], guide: "Ada", in: bench.context)
    #expect(guided.events == ["asked", "insert Rome Ada"])
    #expect(bench.context.insert(NotedVisit.self).events == ["insert  alone"])
    let tour = NotedTour(hours: 3, in: bench.context)
    #expect(tour.events == ["insert  alone", "tour 3"])
  }

  @Test func theModelHasOnlyWhatIsSaved() throws {
    let model = try ObjectModel(Session.self)
    #expect(model.properties(of: "Session").map(\.name) == ["user"])
  }

  @Test func transientPropertiesAreOnTheObjectAlone() throws {
    let bench = try Bench(Session.self)
    let session = Session(user: "u", token: "t", hint: "h", in: bench.context)
    session.reads = 9
    try bench.context.save()
    #expect(session.token == "t")
    #expect(session.hint == "h")
    #expect(session.reads == 9)
    let other = try #require(try bench.container.newContext().first(Session.all))
    #expect(other.user == "u")
    #expect(other.token == "none")
    #expect(other.hint == nil)
    #expect(other.reads == 5)
  }

  @Test func theirChangesAreNothingToSave() throws {
    let bench = try Bench(Session.self)
    let session = Session(user: "u", in: bench.context)
    try bench.context.save()
    session.token = "new"
    session.reads += 1
    #expect(!bench.context.hasChanges)
    #expect(!session.hasChanges)
    bench.context.rollback()
    bench.context.refreshAll()
    #expect(session.user == "u")
    #expect(session.token == "new")
    #expect(session.reads == 6)
  }

  @Test func transientPropertiesHaveNamesAndIgnoredOnesNone() throws {
    let bench = try Bench(Session.self)
    let session = Session(user: "u", in: bench.context)
    try session.setValue("t", forKey: "token")
    #expect(session.token == "t")
    #expect(try session.value(forKey: "token") as? String == "t")
    try session.setValue(nil, forKey: "hint")
    #expect(try session.value(forKey: "hint") == nil)
    #expect(
      failure { try session.setValue(1, forKey: "token") }
        == "'Session.token' cannot be given a value of another type than its own, 'String'")
    #expect(
      failure { _ = try session.storedValue(forKey: "token") }
        == "'Session' has no property 'token'; it has 'user'")
    #expect(
      failure { try session.setValue(1, forKey: "reads") }
        == "'Session' has no property 'reads'; it has 'user'")
    #expect(Session.properties.token.name == "token")
    #expect(Session.properties.token.description == nil)
  }
}
