import EntityGraph
import Testing

@testable import EntityRuntime

/// Expects that everything that must hold of a context does.
func expectSound(
  _ context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(context.unit.checkInvariants() == [], sourceLocation: sourceLocation)
}

/// Saves, and expects that the context is sound and that a new one reads the same graph.
func save<each Object: ManagedObject>(
  _ context: ManagedObjectContext, _ types: repeat (each Object).Type,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  expectSound(context, sourceLocation: sourceLocation)
  try context.save()
  expectSound(context, sourceLocation: sourceLocation)
  #expect(!context.hasChanges, sourceLocation: sourceLocation)
  let other = context.container.newContext()
  let saved = try graph(other, repeat each types)
  #expect(try graph(context, repeat each types) == saved, sourceLocation: sourceLocation)
  expectSound(other, sourceLocation: sourceLocation)
}

/// Returns the description of the error that `body` throws, or nil when it throws none.
func failure(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
