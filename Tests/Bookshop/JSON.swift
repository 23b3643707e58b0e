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

/// Makes the suppliers those of a partner's list.
func take(over body: [UInt8], in container: PersistentContainer) async throws -> SyncReport {
  var options = SyncOptions(format: wire)
  options.invalidRows = .skip
  return try await container.sync(
    Supplier.self, from: JSON(reading: body), deleting: .missing, options: options,
    author: "partner")
}

/// Makes the offers of `supplier` those of a list.
func setOffers(
  of supplier: Supplier, to list: JSON, in context: ManagedObjectContext
) throws -> [String] {
  let report = try context.sync(\.offers, of: supplier, from: list)
  return report.skipped.map { "\($0.path): \($0.outcome)" }
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
