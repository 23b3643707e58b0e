import EntityGraph
import Testing

@testable import EntityRuntime

@Entity final class Listing: ManagedObject {
  var count: Int = 0
  var any: String = ""
  var first: String = ""
  var map: String = ""
  var isEmpty: Bool = false
  @Relationship(inverse: "listing", deleteRule: .nullify) var clicks: Set<Click>
}

@Entity final class Click: ManagedObject {
  var place: String = ""
  @Relationship(inverse: "clicks", deleteRule: .nullify) var listing: Listing?
}

/// Attributes that have the names of what is asked of members and of columns.
@Suite struct AttributeNameTests {
  private let context: ManagedObjectContext

  init() throws {
    context = try Bench(Listing.self, Click.self).context
    let listing = Listing(count: 3, any: "x", first: "y", map: "z", isEmpty: true, in: context)
    _ = Listing(in: context)
    _ = Click(place: "left", listing: listing, in: context)
    _ = Click(place: "right", in: context)
    try context.save()
  }

  @Test func anAttributeIsNamedInConditions() throws {
    #expect(try context.count(Listing.where { $0.count == 3 && $0.first == "y" }) == 1)
    #expect(try context.count(Listing.where { $0.any == "x" && $0.map == "z" && $0.isEmpty }) == 1)
  }

  @Test func anAttributeIsReachedThroughAToOne() throws {
    #expect(
      try context.count(Click.where { $0.listing.first == "y" && $0.listing.map == "z" }) == 1)
    #expect(try context.count(Click.where { $0.listing.any == "x" && $0.listing.count == 3 }) == 1)
    #expect(try context.count(Click.where { $0.place == "left" && $0.listing.isEmpty }) == 1)
  }

  @Test func aColumnOfTheNameOfACountIsAValue() throws {
    #expect(try context.fetch(Listing.select { $0.value { $0.count } }) == [3, 0])
    #expect(try context.fetch(Listing.select { $0.count }) == [2])
    #expect(try context.fetch(Listing.select { $0.first }) == ["y", ""])
  }
}
