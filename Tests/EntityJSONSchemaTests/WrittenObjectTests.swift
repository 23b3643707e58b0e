import EntityGraph
import EntityJSONSchema
import Foundation
import ModelGeneration
import Testing

@testable import Bookshop

/// What contexts write is what schemas say.
@Suite struct WrittenObjectTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func thePageShowsTheSchemaOfASupplier() throws {
    let source = try String(
      contentsOf: Self.root.appending(path: "Tests/Bookshop/JSON.swift"), encoding: .utf8)
    let page = try String(contentsOf: Self.root.appending(path: "Docs/JSON.md"), encoding: .utf8)
    let text = try ModelSchema(
      .reading(["JSON.swift": source]), options: ModelSchema.Options()
    ).text
    let shown = page.components(separatedBy: "```json\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(shown.count == 1)
    #expect(shown.allSatisfy { text.contains($0) })
  }

  /// Returns the check of what the file of the bookshop that is called `name` declares.
  private func check(_ name: String, _ options: ModelSchema.Options) throws -> SchemaCheck {
    let file = Self.root.appending(path: "Tests/Bookshop/\(name).swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    return SchemaCheck(
      document: try ModelSchema(.reading(["\(name).swift": text]), options: options).json)
  }

  @Test func suppliersAreWrittenAsTheSchemaSays() throws {
    let container = try PersistentContainer.forTesting(Supplier.self, Offer.self)
    let context = container.newContext()
    let supplier = Supplier(
      id: 1, legalName: "Ace", since: Date(timeIntervalSince1970: 0.5), city: "Oslo", in: context)
    let other = Supplier(id: 2, legalName: "", since: nil, in: context)
    let offer = Offer(number: 3, price: 1.5, supplier: supplier, in: context)
    for keys in JSONKeyStyle.allCases {
      for datesAreNumbers in [false, true] {
        var options = ModelSchema.Options()
        options.keys = keys
        options.datesAreNumbers = datesAreNumbers
        let check = try check("JSON", options)
        for writesNulls in [false, true] {
          let format = JSONFormat(
            keys: keys, dates: datesAreNumbers ? .unixSeconds : .iso8601, writesNulls: writesNulls)
          for supplier in [supplier, other] {
            let json = try context.json(supplier, format: format)
            #expect(check.problems(of: json, as: "Supplier") == [])
          }
          let json = try context.json(offer, format: format)
          #expect(check.problems(of: json, as: "Offer") == [])
          #expect(check.problems(of: json, as: "Supplier") != [])
        }
      }
    }
  }

  @Test func compositionsAreWrittenAsTheSchemaSays() throws {
    let container = try PersistentContainer.forTesting(Customer.self)
    let context = container.newContext()
    let check = try check("Attributes", ModelSchema.Options())
    let place = Place(latitude: 59.9, longitude: 10.7)
    let home = PostalAddress(street: "Storgata", city: "Oslo", place: place)
    let bare = PostalAddress(street: "", city: "")
    for customer in [
      Customer(name: "A", home: home, work: bare, in: context),
      Customer(name: "B", home: bare, work: nil, in: context),
    ] {
      #expect(check.problems(of: try context.json(customer), as: "Customer") == [])
    }
    #expect(
      check.problems(of: ["name": 1, "home": ["street": "x"]], as: "Customer")
        == ["$.name: is no string", "$.home: has no 'city'", "$.home: has no 'country'"])
  }
}
