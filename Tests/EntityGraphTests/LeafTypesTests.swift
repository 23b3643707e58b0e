import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Leaves of types that do not encode themselves as they are stored, or have no value of their own.
@Suite struct LeafTypesTests {
  private typealias Earlier = EarlierLeafTypes
  private typealias Later = LaterLeafTypes

  private let tenant = Tenant(rawValue: UUID())

  private func contract(_ price: Int64, deposit: Cents? = nil) -> Earlier.Contract {
    Earlier.Contract(tenant: tenant, price: Cents(amount: price), deposit: deposit)
  }

  @Test func `a leaf is coded as what its type is stored as`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let contract = contract(7, deposit: Cents(amount: 9))
    let json = String(decoding: try encoder.encode(contract), as: UTF8.self)
    let none = "00000000-0000-0000-0000-000000000000"
    #expect(
      json
        == "{\"deposit\":9,\"other\":\"\(none)\",\"price\":7,\"tenant\":\"\(tenant.rawValue)\"}")
    #expect(try JSONDecoder().decode(Earlier.Contract.self, from: Data(json.utf8)) == contract)
    // The form that the types have by themselves.
    let own =
      "{\"price\":{\"amount\":7},\"tenant\":{\"rawValue\":\"\(tenant.rawValue)\"},"
      + "\"deposit\":{\"amount\":9}}"
    #expect(try JSONDecoder().decode(Earlier.Contract.self, from: Data(own.utf8)) == contract)
    #expect(
      throws: DecodingError.self,
      performing: {
        try JSONDecoder().decode(Earlier.Contract.self, from: Data(#"{"price":7}"#.utf8))
      })
  }

  @Test func `such leaves are asked of the store and of memory, and migrated`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("leases")
      let first = try PersistentContainer(model: ObjectModel(Earlier.Lease.self), at: .file(path))
      let context = first.newContext()
      _ = Earlier.Lease(name: "a", contract: contract(5), in: context)
      _ = Earlier.Lease(
        name: "b", contract: contract(50, deposit: Cents(amount: 1)), next: contract(3),
        in: context)
      let requests = [
        Earlier.Lease.where { $0.contract.tenant == tenant },
        Earlier.Lease.where { $0.contract.price > Cents(amount: 5) },
        Earlier.Lease.where { $0.contract.deposit == nil && $0.next == nil },
        Earlier.Lease.where { $0.next.price == Cents(amount: 3) },
        Earlier.Lease.where { $0.contract.tenant == Tenant(rawValue: UUID()) },
      ].map { $0.sorted(by: \.contract.price) }
      let inMemory = try requests.map { try context.fetch($0).map(\.name) }
      #expect(inMemory == [["a", "b"], ["b"], ["a"], ["b"], []])
      try context.save()
      #expect(try requests.map { try first.newContext().fetch($0).map(\.name) } == inMemory)
      first.close()

      let second = try PersistentContainer(
        model: ObjectModel(Later.Lease.self), at: .file(path),
        options: StoreOptions(migration: .migrating()))
      let later = second.newContext()
      let leases = try later.fetch(Later.Lease.all.sorted(by: \.name))
      #expect(
        leases.map(\.contract) == [
          Later.Contract(tenant: tenant, price: Cents(amount: 5)),
          Later.Contract(tenant: tenant, price: Cents(amount: 50), deposit: Cents(amount: 1)),
        ])
      #expect(leases.map { $0.next?.fee } == [nil, .usual])
      #expect(try later.count(Later.Lease.where { $0.contract.fee == .usual }) == 2)
    }
  }

  @Test func `a leaf that cannot be read has its placeholder`() throws {
    let container = try PersistentContainer.forTesting(Lodger.self)
    let context = container.newContext()
    let lodger = context.insert(Lodger.self)
    #expect(lodger.home.remarks == .placeholder)
    #expect(lodger.home.shade == .dark)
    #expect(lodger.home.tint == .blue)
    lodger.name = "x"
    lodger.home = .placeholder
    try context.save()
    try context.execute("UPDATE \(Lodger.self) SET \(\Lodger.home) = '{}'", unseen: true)
    try context.save()
    let other = container.newContext()
    #expect(try other.fetch(Lodger.all).map(\.home) == [.placeholder])
  }

  @Test func `key paths to leaves are resolved beside leaves of any type`() throws {
    let container = try PersistentContainer.forTesting(Lodger.self, Diver.self)
    let context = container.newContext()
    for city in ["b", "c", "a"] {
      var home = Flat.placeholder
      (home.city, home.price) = (city, Cents(amount: Int64(city.utf8.first ?? 0)))
      _ = Lodger(name: city, home: home, in: context)
      var deep = Deep1.placeholder
      deep.inner.inner.inner.inner.inner.inner.inner.second = city
      _ = Diver(name: city, deep: deep, in: context)
    }
    try context.save()
    #expect(try context.fetch(Lodger.sorted(by: \.home.city)).map(\.name) == ["a", "b", "c"])
    #expect(try context.fetch(Lodger.sorted(by: \.home.price)).map(\.name) == ["a", "b", "c"])
    let divers = Diver.sorted(by: \.deep.inner.inner.inner.inner.inner.inner.inner.second)
    #expect(try context.fetch(divers).map(\.name) == ["a", "b", "c"])
  }

  @Test func `a required leaf needs a placeholder`() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      struct Size: Codable, Hashable { var width = 0 }
      @Composition struct Box {
        var name: String
        var size: Size
      }
      """)
    #expect(
      report == """
        self.size = try leaves.value("size")
        error: 'value' is unavailable: a leaf of this type needs a default value, since nothing else can replace a missing one; give it one or make it optional
        """)
    let accepted = try Compiler.check(
      """
      import EntityGraph
      struct Size: Codable, Hashable { var width = 0 }
      enum Color: String, Codable { case red }
      @Composition struct Box {
        var size = Size()
        var other: Size?
        var color: Color = .red
      }
      """)
    #expect(accepted == "")
  }
}
