public import EntityGraph
import Testing

@Entity private final class Hidden: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "hidden", deleteRule: .nullify) var secrets: Set<Secret>
}

@Entity fileprivate final class Secret: ManagedObject {
  var text: String
  @Relationship(inverse: "secrets", deleteRule: .nullify) var hidden: Hidden?
}

/// Holds entities.
enum Namespace {
  @Entity final class Inner: ManagedObject {
    var name: String
    @Relationship(inverse: "inner", deleteRule: .cascade) var leaves: Set<Leaf>

    @Entity final class Leaf: ManagedObject {
      var size: Int = 0
      @Relationship(inverse: "leaves", deleteRule: .nullify) var inner: Inner?
    }
  }
}

@Entity public final class Visible: ManagedObject {
  public var name: String = ""
  var hidden: Int = 0
  private var secret: Int = 1

  /// The value that nobody else sees.
  var revealed: Int {
    get { secret }
    set { secret = newValue }
  }
}

@Suite struct AccessTests {
  @Test func privateEntities() throws {
    let bench = try Bench(Hidden.self, Secret.self)
    let hidden = Hidden(name: "h", in: bench.context)
    _ = Secret(text: "s", hidden: hidden, in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let found = try context.fetch(Secret.where { $0.hidden.name == "h" }.sorted(by: \.text))
    #expect(found.map(\.text) == ["s"])
    #expect(found.first?.hidden?.secrets.count == 1)
  }

  @Test func nestedEntities() throws {
    let bench = try Bench(Namespace.Inner.self, Namespace.Inner.Leaf.self)
    let inner = Namespace.Inner(name: "i", in: bench.context)
    inner.leaves.insert(Namespace.Inner.Leaf(size: 3, in: bench.context))
    try bench.context.save()
    let context = bench.container.newContext()
    let found = try context.fetch(Namespace.Inner.where { $0.leaves.any { $0.size == 3 } })
    #expect(found.map(\.name) == ["i"])
    #expect(found.first?.leaves.map(\.size) == [3])
  }

  @Test func localEntities() throws {
    @Entity final class Local: ManagedObject {
      var name: String = ""
      var count: Int = 0
    }
    let bench = try Bench(Local.self)
    _ = Local(name: "a", count: 2, in: bench.context)
    _ = Local(name: "b", in: bench.context)
    try bench.context.save()
    let found = try bench.container.newContext().fetch(
      Local.where { $0.count < 5 }.sorted(by: \.name, .descending))
    #expect(found.map(\.name) == ["b", "a"])
    #expect(found.map(\.count) == [0, 2])
  }

  @Test func privatePropertiesAreAttributesToo() throws {
    let bench = try Bench(Visible.self)
    let object = bench.context.insert(Visible.self)
    object.revealed = 7
    object.hidden = 8
    try bench.context.save()
    let found = try #require(try bench.container.newContext().first(Visible.all))
    #expect(found.revealed == 7)
    #expect(found.hidden == 8)
    #expect(try found.value(forKey: "secret") as? Int == 7)
  }
}
