extension EntityPrinting {
  /// Adds what the accessors of an observable entity register observers with, and how the library
  /// reports changes that it makes itself.
  ///
  /// Each class of a tree has its own, since none can see whether the one that it extends has.
  ///
  /// Like:
  ///
  ///     @safe @exclusivity(unchecked) private var __observation: EntityGraph.__Observation?
  ///
  ///     override func __willChange(_ index: Swift.Int) {
  ///       super.__willChange(index)
  ///       __observation?.willChange(index)
  ///     }
  func printObservation(_ writer: inout CodeWriter) {
    guard entity.options.contains(.observable) else { return }
    writer.declaration {
      $0.line(
        "@safe @exclusivity(unchecked) private var __observation: EntityGraph.__Observation?")
    }
    writer.declaration {
      $0.line("\(override) class var __isObservable: Swift.Bool { true }")
    }
    for moment in ["will", "did"] {
      writer.declaration { writer in
        writer.block("\(override) func __\(moment)Change(_ index: Swift.Int)") { writer in
          writer.line("super.__\(moment)Change(index)")
          writer.line("__observation?.\(moment)Change(index)")
        }
      }
    }
    printObjectID(&writer)
  }

  /// Adds the id of the object, which a save changes; a class that extends an entity inherits it.
  private func printObjectID(_ writer: inout CodeWriter) {
    guard entity.superentity == nil else { return }
    let access = spelled(min(entity.access, .public))
    writer.declaration { writer in
      writer.block("\(access)final var objectID: EntityGraph.ObjectID") { writer in
        writer.line(
          "EntityGraph.__Observation.access("
            + "&__observation, EntityGraph.__Observation.identity)")
        writer.line("return (self as EntityGraph.ManagedObject).objectID")
      }
    }
  }
}
