import EntityGraph
import Foundation
import Testing

@testable import Bookshop

/// Docs/Attributes.md shows what its code does.
@Suite struct AttributeTests {
  @Test func `customers are found and counted by their cities`() throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let context = container.newContext()
    let oslo = PostalAddress(street: "Karl Johan 1", city: "Oslo")
    _ = Customer(name: "Ada", home: oslo, in: context)
    let bo = Customer(
      name: "Bo", home: PostalAddress(street: "A", city: "Bergen"), work: oslo, in: context)
    _ = Customer(name: "Cy", home: PostalAddress(street: "B", city: "Bergen"), in: context)
    #expect(try customers(in: "Oslo", context: context).map(\.name) == ["Bo", "Ada"])
    try context.save()
    #expect(try customers(in: "Oslo", context: context).map(\.name) == ["Bo", "Ada"])
    let found = try counts(context: context).map { "\($0.city) \($0.count)" }
    #expect(found.sorted() == ["Bergen 2", "Oslo 1"])
    #expect(try bo.value(forKey: "work.city") as? String == "Oslo")
    #expect(try bo.value(forKey: "work.place.latitude") == nil)
  }

  @Test func `the model that the build makes has the leaves`() throws {
    let made = ObjectModel.bookshop.property("home", of: "Customer")?.attribute?.leaves
    #expect(made?.map(\.name) == ["street", "city", "country", "place"])
    #expect(made?.last?.leaves.map(\.type) == [.double, .double])
  }

  @Test func `depots are found by how many parcels they have`() throws {
    let container = try PersistentContainer.forTesting(model: .bookshop)
    let context = container.newContext()
    let (oslo, moss) = (
      Depot(name: "Oslo", places: 4, in: context), Depot(name: "Moss", places: 1, in: context)
    )
    _ = Depot(name: "Ski", places: 2, in: context)
    for (index, depot) in [oslo, moss, moss].enumerated() {
      Parcel(grams: index * 700, in: context).depot = depot
    }
    #expect(try fullest(context: context).map { "\($0.name) \($0.count)" } == ["Moss 2", "Oslo 1"])
    try context.save()
    #expect(try fullest(context: context).map { "\($0.name) \($0.count)" } == ["Moss 2", "Oslo 1"])
    #expect(moss.heavyCount == 1 && oslo.folded == "oslo")
    #expect(moss.weight == 2100 && moss.heaviest == 1400 && oslo.weight == 0)
  }
}
