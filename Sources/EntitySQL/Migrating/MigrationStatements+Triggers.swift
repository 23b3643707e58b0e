import EntityStore

/// The statements about what triggers keep: texts without case, and indexes of words.
extension MigrationStatements {
  /// The statements that remove what older tables have triggers for and newer ones have not: the
  /// triggers that keep texts without case, and indexes of words.
  package var removingTriggers: [String] {
    let kept = Set(mapping.new.tables.filter(keepsFolding).map(\.name))
    return mapping.old.tables.filter { !kept.contains($0.name) }
      .flatMap { oldSchema.folding(in: $0).removal } + removingSearch
  }

  /// The statements that create what newer tables have triggers for and older ones had not.
  package var addingTriggers: [String] {
    mapping.new.tables.filter { !keepsFolding($0) }.flatMap { newSchema.folding(in: $0).triggers }
      + addingSearch
  }

  /// `true` if the triggers that keep the texts of `table`, a newer one, without case are those of
  /// the older one of its name.
  private func keepsFolding(_ table: TableLayout) -> Bool {
    guard isAltered(table), let before = mapping.old.tables.first(where: { $0.name == table.name })
    else { return false }
    return newSchema.folding(in: table).triggers == oldSchema.folding(in: before).triggers
  }

  // MARK: Indexes of words

  /// `true` if the index of the words of `table`, a newer one, is that of the older one of its
  /// name.
  private func keepsSearch(_ table: TableLayout) -> Bool {
    guard isAltered(table), let before = mapping.old.tables.first(where: { $0.name == table.name })
    else { return false }
    return newSchema.search(in: table).creation == oldSchema.search(in: before).creation
  }

  /// The statements that remove the older indexes of words that are none of the newer ones.
  private var removingSearch: [String] {
    let kept = Set(mapping.new.tables.filter(keepsSearch).map(\.name))
    return mapping.old.tables.filter { !kept.contains($0.name) }
      .flatMap { oldSchema.search(in: $0).removal }
  }

  /// The statements that create and fill those indexes of words that were not there before.
  private var addingSearch: [String] {
    mapping.new.tables.filter { !keepsSearch($0) }
      .flatMap { newSchema.search(in: $0).creationAndFilling }
  }
}
