import EntityGraph
import Testing

/// Has properties that are not saved.
@Entity final class Session: ManagedObject {
  var user: String
  @Transient var token: String = "none"
  @Ignore var reads: Int = 5
  @Transient var hint: String?
}

@Suite struct TransientTests {
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
