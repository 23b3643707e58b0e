import EntityGraph

/// The root of a tree of siblings.
@Entity class Part: ManagedObject {
  var name: String = ""
}

@Entity final class Engine: Part {
  var power: Int = 0
  @Relationship(inverse: "engine", deleteRule: .nullify) var machines: Set<Machine>
  @Relationship(inverse: "spare", deleteRule: .cascade) var owners: Set<Machine>
  @Relationship(inverse: "drives", deleteRule: .nullify) var driven: Set<Machine>
}

@Entity final class Wheel: Part {
  var size: Int = 0
}

/// Refers to entities of one class of the tree in every way.
@Entity final class Machine: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "machines", deleteRule: .nullify) var engine: Engine?
  @Relationship(inverse: "owners", deleteRule: .nullify) var spare: Engine
  @Relationship(inverse: "driven", deleteRule: .nullify) var drives: Set<Engine>
}

/// Returns a bench with an engine, a wheel, and a machine that refers to the engine in every way.
func machines() throws -> Bench {
  let bench = try Bench(Part.self, Engine.self, Wheel.self, Machine.self)
  let engine = bench.context.insert(Engine.self)
  (engine.name, engine.power) = ("engine", 9)
  bench.context.insert(Wheel.self).name = "wheel"
  let machine = Machine(name: "m", engine: engine, spare: engine, in: bench.context)
  machine.drives = [engine]
  try bench.context.save()
  return bench
}
