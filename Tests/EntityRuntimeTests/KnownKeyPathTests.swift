import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct KnownKeyPathTests {
  /// Makes a new key path with each call.
  private func name<Object: Vehicle>(of type: Object.Type) -> AnyKeyPath { \Object.name }

  /// Makes another new key path with each call.
  private func wheels<Object: Vehicle>(of type: Object.Type) -> AnyKeyPath { \Object.wheels }

  @Test func aKeyPathThatTookTheAddressOfAnotherLeadsToItsOwnProperty() {
    for _ in 0..<2000 {
      #expect(PropertyPath(to: name(of: Vehicle.self), in: Vehicle.self).names == ["name"])
      #expect(PropertyPath(to: wheels(of: Vehicle.self), in: Vehicle.self).names == ["wheels"])
    }
  }

  @Test func aKnownKeyPathIsOneOfItsClassAlone() {
    let keyPath = \Book.title
    #expect(KnownKeyPaths.path(of: keyPath, in: Book.self)?.names == ["title"])
    #expect(KnownKeyPaths.path(of: keyPath, in: Author.self) == nil)
    #expect(KnownKeyPaths.path(of: keyPath, in: Book.self)?.names == ["title"])
  }

  @Test func manyTasksAskAtOnce() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { _ in
            PropertyPath(to: self.name(of: Vehicle.self), in: Vehicle.self).names == ["name"]
              && PropertyPath(to: \Author.email, in: Author.self).names == ["email"]
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
