import EntityModel

extension Store {
  /// Writes the rows that `queries` find, or all if there are none, to `output`, which takes the
  /// text a piece at a time; `version` is that of the model.
  package func export(
    _ queries: [EntityQuery]?, options: ExportOptions,
    omitting omitted: [String: Set<String>] = [:], modelVersion version: String,
    progress: ((TransferProgress) throws -> Void)?, to output: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    try read { session in
      try withoutActuallyEscaping(output) { output in
        try StoreExport(
          session, layout, queries: queries, options: options, omitted: omitted,
          progress: progress, to: output
        ).run(modelVersion: version)
      }
    }
  }
}
