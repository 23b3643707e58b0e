import EntityGraph

extension SyncReport {
  /// The report as clients read it: how many, and what has been passed over, where and why.
  var json: JSON {
    let problems = skipped.compactMap { row -> JSON? in
      guard case .skipped(let reason) = row.outcome else { return nil }
      return ["message": JSON(reason), "property": JSON("\(row.path)")]
    }
    return [
      "inserted": JSON(insertedCount), "updated": JSON(updatedCount),
      "unchanged": JSON(unchangedCount), "deleted": JSON(deletedCount),
      "skipped": JSON(skippedCount), "problems": JSON(problems),
    ]
  }
}
