import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct NegatedValueTests {
  private let context: ManagedObjectContext

  init() throws {
    let container = try PersistentContainer(
      model: ObjectModel(Lamp.self, Chamber.self), at: .memory)
    context = container.newContext()
    let lit = Chamber(name: "lit", isLit: true, isWarm: true, in: context)
    let dark = Chamber(name: "dark", isLit: false, isWarm: false, in: context)
    let cold = Chamber(name: "cold", isLit: true, in: context)
    _ = Lamp(code: "A", isOn: true, room: lit, in: context)
    _ = Lamp(code: "B", isOn: false, room: dark, in: context)
    _ = Lamp(code: "C", isOn: true, room: cold, in: context)
    _ = Lamp(code: "D", isOn: false, in: context)
    try context.save()
  }

  /// Returns the letters that the store finds, and checks that memory finds the same.
  private func codes(_ request: FetchRequest<Lamp>) throws -> String {
    let found = try context.fetch(request).map(\.code).joined()
    let all = try context.fetch(Lamp.all)
    #expect(all.filter { request.condition.isSatisfied(by: $0) }.map(\.code).joined() == found)
    return found
  }

  @Test func `the opposite of a value is all that does not have it, behind a to-one as well`()
    throws
  {
    #expect(try codes(Lamp.where { $0.isOn }) == "AC")
    #expect(try codes(Lamp.where { !$0.isOn }) == "BD")
    #expect(try codes(Lamp.where { $0.room.isLit }) == "AC")
    #expect(try codes(Lamp.where { !$0.room.isLit }) == "BD")
    #expect(try codes(Lamp.where { !($0.room.isLit == true) }) == "BD")
    #expect(try codes(Lamp.where { $0.room.isLit == false }) == "B")
    #expect(try codes(Lamp.where { !$0.room.isLit && !$0.isOn }) == "BD")
  }

  @Test func `what may be nil is a term beside others`() throws {
    #expect(try codes(Lamp.where { $0.room.isWarm && $0.isOn }) == "A")
    #expect(try codes(Lamp.where { $0.isOn || $0.room.isWarm }) == "AC")
    #expect(
      try context.fetch(Chamber.where { $0.isWarm && $0.isLit }).map(\.name) == ["lit"])
    #expect(
      try context.fetch(Chamber.where { $0.isLit && $0.isWarm == nil }).map(\.name) == ["cold"])
  }

  @Test func `a property is asked by its key path`() throws {
    func lamps<Value: Storable & OrderedAttribute>(
      _ keyPath: KeyPath<Lamp, Value>, _ value: Value
    ) -> FetchRequest<Lamp> { Lamp.where { $0[keyPath] == value } }

    #expect(try codes(lamps(\.code, "B")) == "B")
    #expect(try codes(Lamp.where { $0.room[\.name] == "lit" }) == "A")
  }
}

@Entity final class Lamp: ManagedObject {
  var code: String
  var isOn: Bool
  @Relationship(inverse: "lamps", deleteRule: .nullify) var room: Chamber?
}

@Entity final class Chamber: ManagedObject {
  var name: String
  var isLit: Bool
  var isWarm: Bool?
  @Relationship(inverse: "room", deleteRule: .nullify) var lamps: Set<Lamp>
}
