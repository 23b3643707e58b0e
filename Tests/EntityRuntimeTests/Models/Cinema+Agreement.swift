import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

extension Cinema {
  /// Checks that the store, memory and a saved request find those of the objects for which `holds`
  /// is true, and again after changes that are not saved.
  func expect<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ objects: [Object], _ holds: (Object) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = self.context
    func check(_ state: Comment) throws {
      let expected = objects.filter(holds)
      #expect(try context.fetch(request) == expected, state, sourceLocation: sourceLocation)
      #expect(
        objects.filter { request.condition.isSatisfied(by: $0) } == expected, state,
        sourceLocation: sourceLocation)
      let saved = try JSONDecoder().decode(
        FetchRequest<Object>.self, from: JSONEncoder().encode(request))
      #expect(saved.condition == request.condition, sourceLocation: sourceLocation)
      #expect(try context.fetch(saved) == expected, state, sourceLocation: sourceLocation)
      #expect(try context.count(request) == expected.count, state, sourceLocation: sourceLocation)
    }
    try check("saved")
    films[0].seats = 60
    films[3].minutes = 140
    films[4].title = "Brazil"
    films[2].director = directors[1]
    directors[2].name = "Éden"
    tags[0].name = "Alien"
    try check("changed")
    context.rollback()
  }
}
