import EntityGraph

/// Writes everything to a file, whatever others do meanwhile.
func exportAll(
  _ container: PersistentContainer, to path: String
) async throws -> ExportReport {
  try await container.perform { container in
    try container.export(to: path) { progress in
      print("\(Int((progress.fraction ?? 0) * 100)) %")
    }
  }
}

/// Writes some suppliers and their offers, as another store is to have them.
func exportSome(
  _ container: PersistentContainer, of city: String, to path: String
) throws -> ExportReport {
  try container.export(
    Supplier.where { $0.city == city }, Offer.where { $0.supplier.city == city }, to: path,
    options: ExportOptions(omitsSecrets: true))
}

/// Adds what a file has and the store does not.
func importMissing(
  from path: String, into container: PersistentContainer
) async throws -> [ImportProblem] {
  try await container.perform { container in
    var options = ImportOptions(existing: .skip)
    options.invalidLines = .skip
    return try container.importObjects(from: path, options: options, author: "import").skipped
  }
}
