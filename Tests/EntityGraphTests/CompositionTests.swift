import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compositions are attributes whose leaves requests can name.
@Suite struct CompositionTests {
  private func withResidents(_ body: (PersistentContainer) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Resident.self, House.self), at: .file(directory.path("residents")))
      let context = container.newContext()
      let house = House(
        label: "h", address: Address(street: "Quay", city: "Bergen"), in: context)
      let ada = Resident(
        name: "Ada",
        home: Address(
          street: "A 1", city: "Oslo", since: Date(timeIntervalSinceReferenceDate: 0.1 + 0.2),
          rent: Decimal(string: "10.50") ?? 0,
          geo: Geo(latitude: 59.91, longitude: 10.75)),
        work: Address(street: "W 1", city: "Bergen"), in: context)
      let bo = Resident(
        name: "Bo",
        home: Address(street: "B 2", city: "Bergen", rent: 9, isOwned: true, number: .max),
        in: context)
      bo.house = house
      _ = Resident(
        name: "Cy", home: Address(street: "C 3", city: "Oslo", kind: .house), in: context)
      _ = ada
      try context.save()
      try body(container)
      container.close()
    }
  }

  /// Expects that `request` finds the residents called `names`, in this order.
  private func expect(
    _ names: [String], _ request: FetchRequest<Resident>, _ container: PersistentContainer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try container.newContext().fetch(request).map(\.name)
    #expect(found == names, sourceLocation: sourceLocation)
  }

  @Test func `a leaf is compared and sorted by in the store`() throws {
    try withResidents { container in
      try expect(
        ["Cy", "Ada"],
        Resident.where { $0.home.city == "Oslo" }.sorted(by: \.home.street, .descending), container)
      try expect(["Cy", "Bo", "Ada"], Resident.all.sorted { $0.home.rent }, container)
      try expect(["Cy"], Resident.where { $0.home.kind == .house }, container)
      try expect(["Bo"], Resident.where { $0.home.isOwned }, container)
      try expect(["Bo"], Resident.where { $0.home.number > 3 }, container)
      let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
      try expect(["Ada"], Resident.where { $0.home.since == date }, container)
      try expect(["Ada"], Resident.where { $0.home.geo.latitude > 59 }, container)
      try expect(["Ada"], Resident.where { $0.work.city == "Bergen" }, container)
      try expect(
        ["Bo", "Cy"], Resident.where { $0.work.city != "Bergen" }.sorted(by: \.name), container)
      try expect(
        ["Bo", "Cy"], Resident.where { $0.home.geo == nil }.sorted(by: \.name), container)
      try expect([], Resident.where { $0.home.tags == nil }, container)
      try expect(["Ada"], Resident.where { $0.work.tags != nil }, container)
      try expect(
        ["Bo", "Cy"], Resident.where { $0.work.tags == nil }.sorted(by: \.name), container)
      try expect(["Bo"], Resident.where { $0.house.address.city == "Bergen" }, container)
      try expect(
        ["Ada", "Cy"],
        Resident.where { $0.home.city.hasPrefix("OS", ignoringCase: true) }.sorted(by: \.name),
        container)
    }
  }

  @Test func `key paths that go through optional compositions are resolved`() throws {
    try withResidents { container in
      try expect(
        ["Bo", "Cy", "Ada"], Resident.all.sorted(by: \.work?.city).sorted(by: \.name), container)
      try expect(
        ["Ada"], Resident.all.sorted(by: \.home.geo?.latitude, .descending).limit(1), container)
      try expect(
        ["Bo"], Resident.all.sorted(by: \.house?.address.city, .descending).limit(1), container)
    }
  }

  @Test func `what is computed of a composition in Swift cannot be asked of the store`() throws {
    try withResidents { container in
      let error = #expect(throws: StoreError.self) {
        _ = try container.newContext().fetch(Resident.where { $0.home.summary == "x" })
      }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test func `leaves are selected, grouped and computed with`() throws {
    try withResidents { container in
      let context = container.newContext()
      #expect(
        try context.fetch(Resident.all.sorted(by: \.name).select { $0.home.city })
          == ["Oslo", "Bergen", "Oslo"])
      #expect(
        try context.fetch(Resident.all.sorted(by: \.name).select { $0.work.city })
          == ["Bergen", nil, nil])
      let groups = try context.fetch(
        Resident.group { $0.home.city }.select { ($0.home.city, $0.count, $0.home.rent.sum) })
      #expect(Set(groups.map { "\($0.0) \($0.1) \($0.2)" }) == ["Oslo 2 10.5", "Bergen 1 9"])
      #expect(
        try context.fetch(Resident.all.sorted(by: \.name).select { $0.home.geo.latitude })
          == [59.91, nil, nil])
    }
  }

  @Test func `unsaved compositions are compared as stored ones`() throws {
    try withResidents { container in
      let context = container.newContext()
      let ada = try #require(try context.fetch(Resident.where { $0.name == "Ada" }).first)
      ada.home.city = "Hamar"
      ada.work = nil
      #expect(try context.fetch(Resident.where { $0.home.city == "Hamar" }) == [ada])
      #expect(try context.fetch(Resident.where { $0.work.city == "Bergen" }).isEmpty)
      #expect(
        try context.fetch(Resident.all.sorted(by: \.home.city).sorted(by: \.name)).map(\.name)
          == ["Bo", "Ada", "Cy"])
      #expect(
        try context.fetch(Resident.all.sorted(by: \.name).select { $0.home.city })
          == ["Hamar", "Bergen", "Oslo"])
      #expect(try context.fetch(Resident.where { $0.home.geo.latitude == 59.91 }) == [ada])
      try context.save()
      try expect(["Ada"], Resident.where { $0.home.city == "Hamar" }, container)
    }
  }

  @Test func `an index of a leaf is used, and a missing one is named`() throws {
    try withResidents { container in
      let context = container.newContext()
      let indexed = try Resident.where { $0.home.city == "Oslo" }.explain(in: context)
      #expect("\(indexed)".contains("Resident.home.city"))
      #expect(indexed.missingIndexes.isEmpty)
      let other = try Resident.where { $0.home.street == "Oslo" }.explain(in: context)
      #expect(other.missingIndexes == ["Resident.home.street"])
    }
  }

  @Test func `requests with leaves are printed, coded and made of names`() throws {
    try withResidents { container in
      let context = container.newContext()
      let request = Resident.where { $0.home.city == "Oslo" && $0.work.street == nil }
        .sorted(by: \.home.geo?.latitude)
      #expect(
        "\(request)"
          == "Resident.where { $0.home.city == ? && $0.work.street == nil }"
          + ".sorted { $0.home.geo.latitude }")
      let json = try JSONEncoder().encode(request)
      let decoded = try JSONDecoder().decode(FetchRequest<Resident>.self, from: json)
      #expect(try context.fetch(decoded).map(\.name) == ["Cy"])
      let dynamic = DynamicRequest("Resident").where("home.city", .equal, "Oslo")
        .sorted(by: "home.geo.latitude", .descending)
      #expect(
        try context.fetch(dynamic).map { try $0.value(forKey: "name") as? String } == ["Ada", "Cy"])
      #expect(throws: StoreError.self) {
        try context.fetch(DynamicRequest("Resident").where("home.town", .equal, "Oslo"))
      }
      let cities = try context.sql(
        "SELECT \(\Resident.home.city) FROM \(Resident.self) ORDER BY 1", as: String.self)
      #expect(cities == ["Bergen", "Oslo", "Oslo"])
    }
  }

  @Test func `a composition is compared, hashed and coded as its leaves are`() throws {
    let address = Address(street: "A", city: "B", geo: Geo(latitude: 1, longitude: 2))
    let json = try JSONEncoder().encode(address)
    #expect(try JSONDecoder().decode(Address.self, from: json) == address)
    #expect(Set([address, address, .nowhere]).count == 2)
    let short = try JSONDecoder().decode(
      Address.self, from: Data(#"{"street":"A","city":"B"}"#.utf8))
    #expect(short == Address(street: "A", city: "B"))
    #expect(
      throws: DecodingError.self,
      performing: {
        try JSONDecoder().decode(Address.self, from: Data(#"{"street":"A"}"#.utf8))
      })
  }

  /// Returns an address whose leaves have few values, so that many are equal.
  private func address(_ random: inout SeededRandom) -> Address {
    var address = Address(
      street: "s\(Int.random(in: 0..<4, using: &random))",
      city: ["Oslo", "oslo", "Ås", ""].randomElement(using: &random) ?? "")
    address.rent = Decimal(Int.random(in: -2..<3, using: &random)) / 4
    address.number =
      Bool.random(using: &random) ? 0 : .max - UInt64.random(in: 0..<2, using: &random)
    address.since =
      Bool.random(using: &random)
      ? nil : Date(timeIntervalSinceReferenceDate: Double.random(in: -1..<1, using: &random) * 1e9)
    address.kind = Bool.random(using: &random) ? .flat : .house
    if Bool.random(using: &random) {
      address.geo = Geo(
        latitude: Double.random(in: -2..<2, using: &random), longitude: 0,
        accuracy: Bool.random(using: &random) ? nil : Float.random(in: 0..<1, using: &random))
    }
    return address
  }

  @Test func `the store and memory agree on leaves`() throws {
    let container = try PersistentContainer.forTesting(Resident.self, House.self)
    var random = SeededRandom(seed: 11)
    let context = container.newContext()
    for number in 0..<200 {
      _ = Resident(
        name: "r\(1000 + number)", home: address(&random),
        work: Bool.random(using: &random) ? nil : address(&random), in: context)
    }
    let middle = Date(timeIntervalSinceReferenceDate: 0)
    let requests: [FetchRequest<Resident>] = [
      Resident.where { $0.home.city == "Oslo" }.sorted(by: \.home.rent),
      Resident.where { $0.home.city.lowercased() == "oslo" && $0.work.city != "Oslo" },
      Resident.where { $0.work.since < middle }.sorted(by: \.work?.since),
      Resident.where { $0.work == nil || $0.home.geo == nil }.sorted(by: \.home.number),
      Resident.where { $0.home.geo.accuracy > 0.5 }.sorted { $0.home.geo.accuracy },
      Resident.where { $0.home.rent + 1 > 1 && $0.home.kind == .house }.sorted(by: \.work?.rent),
      Resident.where { !($0.work.geo.latitude > 0) }.sorted { $0.work.geo.latitude },
      Resident.where { $0.home.number > 5 && $0.home.street.in(["s1", "s2"]) },
      Resident.where { $0.home.city == $0.work.city }.sorted(by: \.home.city, ignoringCase: true),
    ]
    let sorted = requests.map { $0.sorted(by: \.name) }
    let inMemory = try sorted.map { try context.fetch($0).map(\.name) }
    try context.save()
    let inStore = try sorted.map { try container.newContext().fetch($0).map(\.name) }
    #expect(inMemory == inStore)
    #expect(inStore.allSatisfy { !$0.isEmpty && $0.count < 200 })
  }

  @Test func `a page goes on behind the value of a leaf`() throws {
    try withResidents { container in
      let context = container.newContext()
      let request = Resident.all.sorted(by: \.home.city).sorted(by: \.name)
      let first = try context.fetch(request.page(size: 2))
      let second = try context.fetch(request.page(after: first.next, size: 2))
      #expect((first.items + second.items).map(\.name) == ["Bo", "Ada", "Cy"])
    }
  }

  @Test func `a composition is assigned by a change of many objects`() throws {
    try withResidents { container in
      let context = container.newContext()
      let address = Address(street: "New", city: "Hamar")
      try context.update(Resident.where { $0.home.city == "Oslo" }) { $0.home = address }
      try context.save()
      try expect(
        ["Ada", "Cy"], Resident.where { $0.home.city == "Hamar" }.sorted(by: \.name), container)
      #expect(try container.checkIntegrity().isSound)
    }
  }

  @Test func `what is computed of a composition that is absent leaves it absent`() throws {
    try withResidents { container in
      let context = container.newContext()
      try context.update(Resident.all) { $0.home.geo.latitude += 1 }
      try expect(["Ada"], Resident.where { $0.home.geo.latitude > 60 }, container)
      try expect(
        ["Bo", "Cy"], Resident.where { $0.home.geo == nil }.sorted(by: \.name), container)
      let error = #expect(throws: StoreError.self) {
        try context.update(Resident.all) { $0.home.city = $0.work.city }
      }
      #expect(error?.code == .notNullViolation)
    }
  }

  @Test func `what a composition computes is named by no request`() throws {
    try withResidents { container in
      let error = #expect(throws: StoreError.self) {
        try container.newContext().fetch(Resident.where { $0.home.summary == "x" })
      }
      #expect(
        error?.message == #"'Resident' has no property 'home.\Address.<computed (String)>'"#
          + "; what Swift computes is not stored, and requests name what is")
    }
  }

  @Test func `JSON that is no composition is read as a placeholder, and found by no leaf`() throws {
    try withResidents { container in
      let context = container.newContext()
      try context.execute(
        "UPDATE \(Resident.self) SET \(\Resident.home) = 'x' WHERE \(\Resident.name) = 'Cy'",
        unseen: true)
      try context.save()
      try expect(["Ada"], Resident.where { $0.home.city == "Oslo" }, container)
      let cy = try #require(
        try container.newContext().fetch(Resident.where { $0.name == "Cy" }).first)
      #expect(cy.home == .nowhere)
    }
  }
}
