import EntityGraph
import EntityStore
import TestSupport
import Testing

@testable import EntityRuntime

/// One object that is found by several properties together, or made.
@Suite struct KeyLookUpTests {
  private func filled(_ kind: StoreKind) throws -> (PersistentContainer, Landlord, [Flat]) {
    let container = try kind.container(Tenancy.classes)
    let context = container.newContext()
    let ada = Landlord(name: "Ada", in: context)
    let bo = Landlord(name: "Bo", in: context)
    let flats = [
      Flat(label: "Attic", door: DoorPlace(street: "Quay", number: 1), in: context),
      Flat(label: "Cellar", door: DoorPlace(street: "Quay", number: 2), in: context),
      Flat(label: "Attic", door: DoorPlace(street: "Hill", number: 1), in: context),
    ]
    (flats[0].owner, flats[1].owner, flats[2].owner) = (ada, ada, bo)
    flats[2].back = DoorPlace(street: "Yard", number: 0, letter: "B")
    try context.save()
    return (container, ada, flats)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object is found by what is unique together, in any order`(kind: StoreKind) throws {
    let (container, ada, flats) = try filled(kind)
    let context = container.newContext()
    let owner = try #require(context.objects(Landlord.self, with: [ada.objectID]).first)
    let found = try context.find(Flat.self, by: (\.owner, owner), (\.label, "aTTIC"))
    #expect(found?.objectID == flats[0].objectID)
    #expect(try Flat.find(by: (\.label, "Attic"), (\.owner, owner), in: context) === found)
    #expect(
      try context.find(Flat.self, by: (\.owner?.objectID, owner.objectID), (\.label, "cellar"))?
        .objectID == flats[1].objectID)
    #expect(
      try context.find(Flat.self, by: (\.door.number, 1), (\.door.street, "Hill"))?.objectID
        == flats[2].objectID)
    #expect(try context.find(Flat.self, by: (\.back?.letter, "B"))?.objectID == flats[2].objectID)
    #expect(try context.find(Flat.self, by: (\.owner, owner), (\.label, "x")) == nil)
    // An object of another class has another id.
    #expect(
      try context.find(Flat.self, by: (\.owner?.objectID, flats[0].objectID), (\.label, "attic"))
        == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `unsaved changes count, and objects that are new are found by`(kind: StoreKind) throws {
    let (container, _, _) = try filled(kind)
    let context = container.newContext()
    let flat = try #require(
      try context.find(Flat.self, by: (\.door.street, "Quay"), (\.door.number, 1)))
    let new = Landlord(name: "New", in: context)
    flat.owner = new
    flat.door.number = 7
    let unsaved = Flat(label: "n", door: DoorPlace(street: "N", number: 1), owner: new, in: context)
    func found(_ owner: Landlord?, _ label: String) throws -> Flat? {
      try context.find(Flat.self, by: (\.owner, owner), (\.label, label))
    }
    #expect(try found(new, "ATTIC") === flat && found(new, "N") === unsaved)
    #expect(
      try context.find(Flat.self, by: (\.owner?.objectID, new.objectID), (\.label, "N")) === unsaved
    )
    #expect(try context.find(Flat.self, by: (\.door.street, "Quay"), (\.door.number, 1)) == nil)
    #expect(try context.find(Flat.self, by: (\.door.street, "Quay"), (\.door.number, 7)) === flat)
    new.flats = []
    #expect(try found(new, "attic") == nil)
    expectSound(context)
  }

  @Test func `what is no key is refused, with what is unique`() throws {
    let (container, owner, _) = try filled(.sqlite)
    let context = container.newContext()
    #expect(
      failure { _ = try context.find(Flat.self, by: (\.label, "x"), (\.rank, 1)) } == """
        'Flat.label' and 'Flat.rank' are not unique together, so that several objects may have the \
        values; unique in 'Flat': ('door.street' and 'door.number'), ('owner' and 'label'), \
        'back.letter'; name what is, or declare '@Entity(unique: [[…]])' [invalidRequest]
        """)
    #expect(
      failure {
        _ = try context.find(Landlord.self, by: (\.name, "x"), (\.objectID, owner.objectID))
      }?
      .contains("nothing is unique in 'Landlord'") == true)
    #expect(
      failure { _ = try context.find(Flat.self, by: (\.owner, nil), (\.label, "x")) } == """
        an object without a value of 'Flat.owner' cannot be found by it; give it one, or insert it \
        [invalidRequest]
        """)
    #expect(
      failure { _ = try context.find(Flat.self, by: (\.owner, owner), (\.label, "x")) } == """
        'Flat.owner' cannot be an object of another context; ask this context for the object with \
        its id, or give the id [invalidRequest]
        """)
  }

  @Test(arguments: StoreKind.allCases)
  func `a key of some objects finds those alone`(kind: StoreKind) throws {
    let context = try kind.container(Jar.self, JarBox.self).newContext()
    let first = Jar(code: 1, name: "x", in: context)
    try context.save()
    #expect(try context.find(Jar.self, \.name, "x") === first)
    context.delete(first)
    #expect(try context.find(Jar.self, \.name, "x") == nil)
    let second = try context.upsert(Jar.self, by: (\.name, "x")) { $0.code = 2 }
    #expect(second !== first && second.isInserted)
    try context.save()
    #expect(try context.upsert(Jar.self, \.name, "x") === second)
    #expect(try context.find(Jar.self, by: (\.name, "x")) === second)
    let box = JarBox(label: "b", in: context)
    (second.size, second.box) = (3, box)
    try context.save()
    // One in a box is not among those that have a size once.
    #expect(try context.find(Jar.self, by: (\.size, 3)) == nil)
    second.box = nil
    #expect(try context.upsert(Jar.self, by: (\.size, 3)) === second)
    expectSound(context)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object is found or made by several properties`(kind: StoreKind) throws {
    let (container, _, flats) = try filled(kind)
    let context = container.newContext()
    let owner = try #require(flats[0].owner?.objectID)
    let found = try context.upsert(
      Flat.self, by: (\.owner?.objectID, owner), (\.label, "ATTIC")
    ) { $0.rank = 5 }
    #expect(found.objectID == flats[0].objectID && found.label == "Attic" && found.rank == 5)
    let made = try Flat.upsert(
      by: (\.owner?.objectID, owner), (\.label, "New"), in: context
    ) {
      #expect($0.isInserted && $0.label == "New" && $0.owner?.name == "Ada")
      $0.door = DoorPlace(street: "Q", number: 1)
    }
    #expect(try context.upsert(Flat.self, by: (\.label, "new"), (\.owner, made.owner)) === made)
    let new = Landlord(name: "Cy", in: context)
    let other = try context.upsert(Flat.self, by: (\.owner, new), (\.label, "New")) {
      $0.door = DoorPlace(street: "Q", number: 2)
    }
    #expect(other !== made)
    try context.save()
    #expect(try context.upsert(Flat.self, by: (\.owner, new), (\.label, "NEW")) === other)
    let values = Flat.Values(other)
    #expect(try context.upsert(values, by: \.label, \.owner) === other)
    #expect(try context.upsert(values, by: \.door.number, \.door.street) === other)
    expectSound(context)
    #expect(!context.hasChanges)
  }

  @Test func `a new object has the leaves that it was looked for by, or is not added`() throws {
    let (container, _, _) = try filled(.sqlite)
    let context = container.newContext()
    #expect(
      failure {
        try context.upsert(Flat.self, by: (\.door.street, "Z"), (\.door.number, 9)) {
          $0.door = DoorPlace(street: "Z", number: 8)
        }
      } == """
        'Flat.door.number' of a new object is not the value that it was to be found by; assign \
        'door' with it in the closure [invalidRequest]
        """)
    #expect(!context.hasChanges)
    let made = try context.upsert(Flat.self, by: (\.door.street, "Z"), (\.door.number, 9)) {
      $0.label = "z"
      $0.door = DoorPlace(street: "Z", number: 9)
    }
    try context.save()
    #expect(try context.upsert(Flat.self, by: (\.door.street, "Z"), (\.door.number, 9)) === made)
    let gone = ObjectID(entityName: "Landlord", rowID: 9_999)
    #expect(
      failure { try context.upsert(Flat.self, by: (\.owner?.objectID, gone), (\.label, "x")) }
        == """
        'Flat.owner' cannot refer to \(gone), which does not exist or is of another class \
        [invalidRequest]
        """)
    #expect(!context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `many objects are found or made by several properties`(kind: StoreKind) throws {
    let container = try kind.container(Tenancy.classes)
    let context = container.newContext()
    let owners = (0..<150).map { Landlord(name: "\($0)", in: context) }
    try context.save()
    func upsert(_ rank: Int) throws -> UpsertResult {
      try context.insertAll(
        Flat.self, from: 0..<450, onConflict: .update(by: \.owner, \.label, only: \.rank)
      ) { flat, number in
        flat.owner = owners[number % 150]
        flat.label = (rank > 0 ? "L" : "l") + "\(number / 150)"
        flat.rank = rank
        flat.door = DoorPlace(street: "S", number: number)
      }
    }
    let first = try upsert(0)
    #expect(first.count(.inserted) == 450)
    let second = try upsert(1)
    #expect(second.count(.updated) == 450 && second.ids == first.ids)
    #expect(try context.count(Flat.where { $0.rank == 1 && $0.label.hasPrefix("l") }) == 450)
    let kept = try context.insertAll(
      Flat.self, from: [0, 1, 1, 500], onConflict: .keep(by: \.door.street, \.door.number)
    ) { flat, number in
      flat.label = "k\(number)"
      flat.door = DoorPlace(street: "S", number: number)
    }
    #expect(kept.outcomes == [.unchanged, .unchanged, .unchanged, .inserted])
    #expect(
      failure {
        try context.insertAll(
          Flat.self, from: [1], onConflict: .update(by: \.owner, \.label)
        ) { flat, _ in flat.label = "x" }
      } == """
        'Flat.owner', by which objects are found, is not assigned; assign it to each object \
        [invalidRequest]
        """)
  }

  @Test(arguments: StoreKind.allCases)
  func `a violation names the properties and leaves of its list`(kind: StoreKind) throws {
    let (container, ada, flats) = try filled(kind)
    let context = container.newContext()
    let owner = try #require(context.objects(Landlord.self, with: [ada.objectID]).first)
    let new = Flat(
      label: "ATTIC", door: DoorPlace(street: "Quay", number: 1),
      back: DoorPlace(street: "x", number: 2, letter: "B"), owner: owner, in: context)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      error?.message == """
        other objects already have values of unique attributes:
          'Flat.door.street' and 'Flat.door.number': \(flats[0].objectID) has the values that \
        \(new.objectID) is to have
          'Flat.owner' and 'Flat.label': \(flats[0].objectID) has the values that \(new.objectID) \
        is to have, ignoring case
          'Flat.back.letter': \(flats[2].objectID) has the value that \(new.objectID) is to have
        """)
    #expect(
      error?.uniqueViolations.map(\.properties) == [
        ["door.street", "door.number"], ["owner", "label"], ["back.letter"],
      ])
    // As problems beside others.
    _ = context.insert(Flat.self)
    let problems = #expect(throws: ValidationError.self) { try context.save() }?.problems ?? []
    #expect(problems.filter { $0.id == "validation.unique" }.count == 3)
    expectSound(context)
  }

  @Test(arguments: StoreKind.allCases)
  func `objects exchange leaves, and texts that differ in case, in one save`(
    kind: StoreKind
  ) throws {
    let (container, _, flats) = try filled(kind)
    let context = container.newContext()
    let found = try context.objects(Flat.self, with: flats.map(\.objectID))
    (found[0].door.number, found[1].door.number) = (2, 1)
    (found[0].label, found[1].label) = ("CELLAR", "ATTIC")
    try context.save()
    let again = try container.newContext().objects(Flat.self, with: flats.map(\.objectID))
    #expect(again.map(\.door.number) == [2, 1, 1])
    #expect(again.map(\.label) == ["CELLAR", "ATTIC", "Attic"])
    #expect(try kind == .dictionaries || container.checkIntegrity().isSound)
  }

  @Test func `a list without case serves conditions and orders without case`() throws {
    let (container, owner, _) = try filled(.sqlite)
    let context = container.newContext()
    let one = try Flat.where { $0.owner == owner.objectID && $0.label.lowercased() == "x" }
      .explain(in: context)
    #expect("\(one)".contains("Flat.owner and Flat.label ignoring case"))
    let two = try Flat.sorted(by: \.label, .descending, ignoringCase: true).sorted(by: \.rank)
      .explain(in: context)
    #expect("\(two)".contains("Flat.label ignoring case descending and Flat.rank"))
    let three = try Flat.where { $0.door.street == "x" }.sorted(by: \.rank).explain(in: context)
    #expect("\(three)".contains("Flat.door.street and Flat.rank"))
    #expect(one.missingIndexes.isEmpty && two.missingIndexes.isEmpty)
  }

  @Test func `SQL by hand keeps the texts of a list without case`() throws {
    let bench = try Bench.inFile(Flat.self, Landlord.self)
    let context = bench.context
    let owner = Landlord(name: "o", in: context)
    for (number, label) in ["a", "b"].enumerated() {
      _ = Flat(
        label: label, door: DoorPlace(street: "s", number: number), owner: owner, in: context)
    }
    try context.save()
    let error = #expect(throws: StoreError.self) {
      try context.execute("UPDATE \(Flat.self) SET \(\Flat.label) = 'A'")
    }
    #expect(error?.code == .uniqueViolation)
    try context.execute(
      "UPDATE \(Flat.self) SET \(\Flat.label) = CASE \(\Flat.label) WHEN 'a' THEN 'B' ELSE 'A' END")
    #expect(try context.find(Flat.self, by: (\.owner, owner), (\.label, "a"))?.door.number == 1)
    #expect(try bench.container.checkIntegrity().isSound)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object is found by what is made of a transformed value`(kind: StoreKind) throws {
    let context = try kind.container(Doorbell.self).newContext()
    let bell = try context.upsert(Doorbell.self, \.code, "abc") { $0.sign = "xyz" }
    try context.save()
    #expect(try context.find(Doorbell.self, \.code, "abc") === bell)
    #expect(try context.find(Doorbell.self, \.code, "cba") == nil)
    #expect(try context.find(Doorbell.self, by: (\.floor, 0), (\.sign, "xyz")) === bell)
    #expect(try context.upsert(Doorbell.self, by: (\.sign, "xyz"), (\.floor, 0)) === bell)
    let new = try context.upsert(Doorbell.self, by: (\.sign, "xyz"), (\.floor, 1)) {
      $0.code = "d"
    }
    #expect(new !== bell && new.sign == "xyz")
    #expect(try context.find(Doorbell.self, by: (\.sign, "xyz"), (\.floor, 1)) === new)
    try context.save()
    try context.insertAll(
      [Doorbell.Values(bell)], onConflict: .update(by: \.sign, \.floor))
    expectSound(context)
  }

  @Test func `upserts by several properties agree with a dictionary`() throws {
    var random = SeededRandom(seed: 47)
    let container = try PersistentContainer.forTesting(Flat.self, Landlord.self)
    let context = container.newContext()
    let owners = (0..<3).map { Landlord(name: "\($0)", in: context) }
    try context.save()
    var known: [String: Flat] = [:]
    var number = 0
    func key(_ flat: Flat) -> String? {
      flat.owner.map { "\($0.name) \(flat.label.lowercased())" }
    }
    for _ in 0..<2_000 {
      let owner = owners[Int.random(in: 0..<3, using: &random)]
      let label = ["a", "A", "b", "B", "c"][Int.random(in: 0..<5, using: &random)]
      let wanted = "\(owner.name) \(label.lowercased())"
      switch Int.random(in: 0..<12, using: &random) {
      case 0: try context.save()
      case 1:
        if let flat = known.removeValue(forKey: wanted) { context.delete(flat) }
      case 2:
        if let flat = known[wanted] {
          flat.owner = nil
          known[wanted] = nil
        }
      case 3:
        let (one, other) = (known[wanted], owners[Int.random(in: 0..<3, using: &random)])
        guard let one, known["\(other.name) \(label.lowercased())"] == nil else { continue }
        known[wanted] = nil
        other.flats.insert(one)
        known[key(one) ?? ""] = one
      case 4, 5:
        #expect(
          try context.find(Flat.self, by: (\.label, label), (\.owner, owner)) === known[wanted])
      default:
        number += 1
        let flat = try context.upsert(Flat.self, by: (\.owner, owner), (\.label, label)) {
          if $0.isInserted { $0.door = DoorPlace(street: "s", number: number) }
          $0.rank += 1
        }
        #expect(known[wanted] == nil || known[wanted] === flat)
        #expect(known[wanted] != nil || flat.rank == 1)
        known[wanted] = flat
      }
    }
    expectSound(context)
    try context.save()
    let stored = try container.newContext().fetch(Flat.where { $0.owner != nil })
    #expect(Set(stored.compactMap { key($0) }) == Set(known.keys))
  }
}
