import EntityGraph
import Testing

@testable import EntityRuntime

/// Entities of one tree whose relationships have the same property index.
@Suite struct SiblingEntityTests {
  @Test func relationshipsOfSiblingsAreLoadedApart() throws {
    let bench = try Bench(Cat.self, Dog.self, Cushion.self, Kennel.self)
    let cushion = Cushion(text: "soft", in: bench.context)
    let kennel = Kennel(number: 7, in: bench.context)
    for _ in 0..<2 {
      Cat(in: bench.context).place = cushion
      Dog(in: bench.context).place = kennel
    }
    try save(bench.context, Animal.self, Cushion.self, Kennel.self)
    let context = bench.container.newContext()
    var places: [String] = []
    let statements = try bench.sql {
      for animal in try context.fetch(Animal.all) {
        if let cat = animal as? Cat { places.append(cat.place?.text ?? "") }
        if let dog = animal as? Dog { places.append("\(dog.place?.number ?? 0)") }
      }
    }
    #expect(places == ["soft", "7", "soft", "7"])
    #expect(statements.count == 3)
    expectSound(context)
    for cushion in try context.fetch(Cushion.all) { #expect(cushion.cats.count == 2) }
    for kennel in try context.fetch(Kennel.all) { #expect(kennel.dogs.count == 2) }
    expectSound(context)
  }
}

@Entity private class Animal: ManagedObject {
  var name: String = ""
}

@Entity private final class Cat: Animal {
  @Relationship(inverse: "cats", deleteRule: .nullify) var place: Cushion?
}

@Entity private final class Dog: Animal {
  @Relationship(inverse: "dogs", deleteRule: .nullify, column: "kennel") var place: Kennel?
}

@Entity private final class Cushion: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "place", deleteRule: .nullify) var cats: Set<Cat>
}

@Entity private final class Kennel: ManagedObject {
  var number: Int = 0
  @Relationship(inverse: "place", deleteRule: .nullify) var dogs: Set<Dog>
}
