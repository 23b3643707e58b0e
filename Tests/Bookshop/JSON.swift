import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Entity final class Supplier: ManagedObject {
  @Attribute(.unique) var id: Int
  var legalName: String
  var since: Date?
  @Attribute(json: "address.city") var city: String = ""
  @Attribute(json: .notExported) var bankAccount: String = ""
  @Relationship(inverse: "supplier", deleteRule: .cascade) var offers: Set<Offer>
}

@Entity final class Offer: ManagedObject {
  @Attribute(.identity) var number: Int
  var price: Decimal
  @Relationship(inverse: "offers", deleteRule: .nullify) var supplier: Supplier
}

let wire = JSONFormat(keys: .snakeCase)

let supplierShape = JSONShape<Supplier> {
  $0.id
  $0.legalName
  $0.city
  $0.offers {
    $0.number
    $0.price
  }
}

/// Returns the body of a response: the suppliers of a city with what they offer.
func suppliers(of city: String, in container: PersistentContainer) async throws -> [UInt8] {
  try await container.read { context in
    let suppliers = Supplier.where { $0.city == city }.sorted(by: \.legalName)
    return Array(try context.json(suppliers, as: supplierShape, format: wire).source)
  }
}

/// Writes all suppliers to `output`, however many there are.
func export(
  _ context: ManagedObjectContext, to output: ([UInt8]) throws -> Void
) throws {
  try context.writeJSON(Supplier.all, as: supplierShape, format: wire, to: output)
}

@Entity(.codable) final class Invoice: ManagedObject {
  @Attribute(.unique) var number: String
  var total: Decimal
  var paid: Date?
}

/// Returns what archives keep of the invoices.
func archive(_ invoices: [Invoice]) throws -> Data {
  try JSONEncoder().encode(invoices)
}

/// Inserts the invoices of an archive.
func restore(_ archive: Data, into container: PersistentContainer) async throws -> Int {
  try await container.write { context in
    let decoder = JSONDecoder()
    decoder.userInfo[.managedObjectContext] = context.forDecoding
    return try decoder.decode([Invoice].self, from: archive).count
  }
}

/// Returns the titles in what somebody has sent.
func titles(in body: [UInt8]) throws -> [String] {
  let json = try JSON(reading: body)
  return (json["rows"]?.elements ?? []).compactMap { $0["title"]?.string }
}

/// Returns an answer that no class is about.
func status(_ count: Int) -> JSON {
  ["status": "ok", "count": JSON(count), "warnings": []]
}

/// Returns an answer made of values.
func reply(to note: String?, price: Decimal, stock: [String: Int]) throws -> JSON {
  [
    "price": JSON(price), "stock": JSON(stock), "sizes": JSON([38, 40]),
    "note": JSON(note),
    "limits": try JSON(encoding: ["low": 0.5]),
  ]
}

@DictionaryStorage struct ReaderSettings {
  var theme = "light"
  var language: String?
  @Stored(json: "font-size") var fontSize: Double = 11
  @Stored(json: "window.width") var width = 800
  var favourite: ReadingKind = .book
  var shelves: [ReadingShelf] = []
}

@DictionaryStorage struct ReadingShelf {
  var name = ""
  var isPublic = false
}

@OpenEnumeration enum ReadingKind {
  case book, magazine
  @CaseName("audio-book") case audioBook
  @CaseName(prefix: "x-") case custom(String)
  case unknown(String)
}

@Entity final class Patron: ManagedObject {
  var email: String
  var settings: ReaderSettings = ReaderSettings()
  var favourite: ReadingKind = .book
}

/// Returns the settings that `body` is with a dark theme, and everything else as it is.
func darkened(_ body: [UInt8]) throws -> ArraySlice<UInt8> {
  var settings = try ReaderSettings(reading: body)
  settings.theme = "dark"
  settings.shelves.append(ReadingShelf(name: "To read"))
  return settings.json.source
}

/// Returns the patrons that read in the dark on a wide window, by the size of their texts.
func darkPatrons(in context: ManagedObjectContext) throws -> [Patron] {
  let isDark = Patron.where { $0.settings.theme == "dark" && $0.settings.width > 600 }
  return try context.fetch(isDark.sorted(by: \.settings.fontSize))
}

/// Has those who read in the dark do so on a wide window; returns how many have changed.
func widen(in context: ManagedObjectContext) throws -> Int {
  try context.update(Patron.where { $0.settings.theme == "dark" }) {
    $0.settings.width = 1200
    $0.settings.language = nil
  }
}

/// Returns what of the settings that `body` is has another type than it should.
func mistakes(in body: [UInt8]) throws -> [String] {
  try ReaderSettings(reading: body).unreadable.map(\.description)
}

/// A shade of grey, written "#80".
struct Grey: JSONRepresentable {
  var value: UInt8

  init?(json: JSON) {
    guard let text = json.string, text.hasPrefix("#"),
      let value = UInt8(text.dropFirst(), radix: 16)
    else { return nil }
    self.value = value
  }

  var json: JSON { JSON("#" + String(value, radix: 16)) }
}

@DictionaryStorage struct Address2024 {
  var street = ""
  var city = ""

  init(json: JSON) {
    self.json = json
    // Until 2023 there was one line for both.
    if let line = json["line"]?.string, json["city"] == nil {
      let parts = line.split(separator: ", ")
      street = parts.first.map(String.init) ?? ""
      city = parts.last.map(String.init) ?? ""
    }
  }
}
