import EntityGraph
import EntityStore
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Properties that are unique among some objects, by a condition in their list.
@Suite struct LimitedKeyTests {
  private func context(_ kind: StoreKind) throws -> ManagedObjectContext {
    try kind.container(Jar.self, JarBox.self).newContext()
  }

  @Test(arguments: StoreKind.allCases)
  func `one takes the place of another while both exchange other values`(kind: StoreKind) throws {
    let context = try context(kind)
    let first = Jar(code: 1, name: "x", place: 1, in: context)
    let second = Jar(code: 2, name: "x", place: 2, emptied: Date(), in: context)
    try context.save()
    (first.code, second.code) = (2, 1)
    context.delete(first)
    context.restore(second)
    try context.save()
    #expect(try context.only(Jar.where { $0.name == "x" }) === second)
    let other = context.container.newContext()
    let found = try other.fetch(Jar.includingDeleted().sorted(by: \.code))
    #expect(found.map(\.objectID) == [second.objectID, first.objectID])
    #expect(found.map(\.name) == ["x", "x"])
    #expect(found.map(\.place) == [2, 1])
    #expect(found.map(\.isSoftlyDeleted) == [false, true])
    // They can be changed again, so that what was given up is not seen as changed by others.
    first.place = 3
    try context.save()
    // The name is taken.
    context.restore(first)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == .uniqueViolation)
  }

  @Test(arguments: StoreKind.allCases)
  func `a problem among others is found where a reference limits what is unique`(
    kind: StoreKind
  ) throws {
    let context = try context(kind)
    let box = JarBox(label: "a", in: context)
    let holder = Jar(code: 1, name: "a", size: 1, in: context)
    _ = Jar(code: 2, name: "b", size: 2, box: box, in: context)
    try context.save()
    let taking = Jar(code: 3, name: "a", size: 1, in: context)
    // What another in a box has is free, and what one in a box is to have is its own.
    _ = Jar(code: 4, name: "c", size: 2, in: context)
    _ = Jar(code: 5, name: "d", size: 1, box: box, in: context)
    // What has no label is not saved.
    _ = context.insert(JarBox.self)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    let taken = (error?.problems ?? []).filter { $0.id == "validation.unique" }
    #expect(taken.map(\.property) == ["name", "size"])
    #expect(taken.map(\.objectID) == [taking.objectID, taking.objectID])
    #expect(taken.allSatisfy { $0.message.contains("\(holder.objectID) has") })
  }

  @Test func `what is accepted is what a naive comparison accepts`() throws {
    var random = SeededRandom(seed: 27)
    let context = try context(.sqlite)
    let boxes = (0..<2).map { JarBox(label: "\($0)", in: context) }
    let jars = (0..<6).map { Jar(code: $0, name: "\($0)", place: $0, in: context) }
    try context.save()
    let date = Date(timeIntervalSinceReferenceDate: 1)
    var (accepted, refused) = (0, 0)
    for _ in 0..<1500 {
      for _ in 0...random.below(5) {
        let (one, two) = (random.pick(jars), random.pick(jars))
        switch random.below(7) {
        case 0: (one.code, two.code) = (two.code, one.code)
        case 1: (one.name, two.name) = (two.name, one.name)
        case 2: (one.emptied, two.emptied) = (two.emptied, one.emptied)
        case 3: one.emptied = random.oneIn(2) ? date : nil
        case 4: one.size = random.pick([nil, 1, 2])
        case 5: one.box = random.pick([nil, boxes[0], boxes[1]])
        default: (one.name, one.place) = (random.pick(["0", "1", nil]), random.below(6))
        }
      }
      var seen: Set<String> = []
      let isUnique = jars.allSatisfy { jar in
        var claims = ["code \(jar.code)"]
        if let name = jar.name, jar.emptied == nil { claims.append("name \(name)") }
        if jar.emptied != nil { claims.append("place \(jar.place)") }
        if let size = jar.size, jar.box == nil { claims.append("size \(size)") }
        return claims.allSatisfy { seen.insert($0).inserted }
      }
      let values = jars.map { [$0.name, "\($0.place)", "\(String(describing: $0.size))"] }
      if isUnique {
        try context.save()
        let other = context.container.newContext()
        let stored = try jars.map { try other.object(Jar.self, with: $0.objectID) }
        #expect(
          stored.map { [$0?.name, $0.map { "\($0.place)" }, "\(String(describing: $0?.size))"] }
            == values)
        accepted += 1
      } else {
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .uniqueViolation)
        context.rollback()
        refused += 1
      }
    }
    #expect(accepted > 100)
    #expect(refused > 100)
  }
}
