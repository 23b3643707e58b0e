import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// `find` beside a request for the same, while objects are made, changed, deleted and taken back.
@Suite struct RandomFindTests {
  private static let labels = ["Attic", "attic", "Cellar", "ß"]

  @Test(arguments: 0..<8)
  func `what is unique finds what a request finds`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let container = try StoreKind.sqlite.container(Tenancy.classes)
    let context = container.newContext()
    var owners = (0..<3).map { Landlord(name: "\($0)", in: context) }
    try context.save()
    if seed % 2 == 1 { context.undoRecorder = UndoRecorder() }
    var flats: [Flat] = []
    var number = 0
    for _ in 0..<400 {
      switch random.below(12) {
      case 0...3:
        number += 1
        let place = DoorPlace(street: "S", number: number)
        let label = random.pick(Self.labels)
        flats.append(Flat(label: label, door: place, owner: random.pick(owners), in: context))
      case 4: if let flat = flats.randomElement(using: &random) { flat.label = "\(number)" }
      case 5:
        if let flat = flats.randomElement(using: &random) { flat.owner = random.pick(owners) }
      case 6, 7: if let flat = flats.randomElement(using: &random) { context.delete(flat) }
      case 8: if random.oneIn(4) { context.rollback() }
      case 9: _ = random.oneIn(2) ? context.undo() : context.redo()
      default:
        // Two that hold the same are not saved.
        do {
          try context.save()
        } catch let error as StoreError where error.code == .uniqueViolation {
        }
      }
      owners = try context.fetch(Landlord.sorted(by: \.name))
      flats = try context.fetch(Flat.all)
      for owner in owners {
        for label in Self.labels {
          let wanted = try context.fetch(
            Flat.where { $0.owner == owner && $0.label.lowercased() == label.lowercased() })
          let found = try Flat.find(by: (\.owner, owner), (\.label, label), in: context)
          #expect(found.map(wanted.contains) ?? wanted.isEmpty)
        }
      }
      let changed = context.insertedObjects + context.updatedObjects + context.deletedObjects
      #expect(context.hasChanges == !changed.isEmpty)
      expectSound(context)
    }
    container.close()
  }
}
