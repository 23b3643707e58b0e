package import EntityModel

/// An index of a table.
package struct IndexLayout: Hashable, Sendable {
  /// The columns whose values are found by the index, in its order; at least one.
  package let columns: [ColumnLayout]

  /// The positions among the columns of those that are in descending order.
  package let descending: Set<Int>

  /// The columns that say which rows the index is of, and whether these have no value there; none
  /// if it is of all.
  package let conditions: [Condition]

  /// The positions among the columns of those whose texts are found without case.
  package let folded: Set<Int>

  /// `true` if the entries of a value are in the order of the rows' positions.
  package let isOrdered: Bool

  /// The index's name.
  package let name: String

  /// `true` if no two rows have the same entry.
  package let isUnique: Bool

  /// `true` if a list of the entity asks for the index, and no property by itself.
  package let isOfList: Bool

  /// Which rows an index is of.
  package struct Condition: Hashable, Sendable {
    package let column: ColumnLayout

    /// `true` if the rows have no value in the column, `false` if they have one.
    package let isAbsent: Bool
  }

  /// Describes the index of `column` of `table`, of its texts without case if `ignoresCase`.
  package init(_ column: ColumnLayout, ofTable table: String, ignoresCase: Bool = false) {
    columns = [column]
    descending = []
    conditions = []
    folded = ignoresCase ? [0] : []
    isUnique = ignoresCase ? column.isUniqueIgnoringCase : column.isUnique
    isOrdered = column.isOrdered
    isOfList = false
    name =
      isOrdered
      ? "_indexes.\(table).\(column.name),\(column.positionName)"
      : "_index.\(table).\(ignoresCase ? column.foldedName : column.name)"
  }

  /// Describes the index of what `terms` say of their columns in `table`.
  package init(
    _ terms: [(role: IndexTerm.Role, ignoresCase: Bool, column: ColumnLayout)],
    ofTable table: String, isUnique: Bool
  ) {
    let ordered = terms.filter { $0.role == .ascending || $0.role == .descending }
    columns = ordered.map(\.column)
    descending = Set(ordered.indices.filter { ordered[$0].role == .descending })
    conditions = terms.filter { $0.role == .absent || $0.role == .present }
      .map { Condition(column: $0.column, isAbsent: $0.role == .absent) }
    folded = Set(ordered.indices.filter { ordered[$0].ignoresCase })
    isOrdered = false
    isOfList = true
    self.isUnique = isUnique
    let texts = terms.map {
      IndexTerm($0.column.name, $0.role, ignoresCase: $0.ignoresCase).text
    }
    let prefix = terms.contains { $0.column.member != nil } ? DerivedLayout.prefix : ""
    name = "\(prefix)_indexes.\(table).\(texts.joined(separator: ","))"
  }

  /// The first of the columns.
  package var column: ColumnLayout { columns[0] }

  /// `true` if texts of one of the columns are found without case.
  package var ignoresCase: Bool { !folded.isEmpty }

  /// The columns, then those that say which rows the index is of.
  package var allColumns: [ColumnLayout] { columns + conditions.map(\.column) }

  /// The names of the columns that the index has in order.
  package var columnNames: [String] {
    let names = columns.enumerated().map { folded.contains($0) ? $1.foldedName : $1.name }
    return isOrdered ? names + columns.map(\.positionName) : names
  }

  /// The properties that the index is of, as people read them: `Book.title`, `Book.title ignoring
  /// case`, `Book.author and Book.published descending where Book.deletedAt is nil`.
  package var title: String {
    let terms = columns.enumerated().map {
      IndexTerm(
        "\($1.entity).\($1.property)", descending.contains($0) ? .descending : .ascending,
        ignoresCase: folded.contains($0))
    }
    let limits = conditions.map {
      IndexTerm("\($0.column.entity).\($0.column.property)", $0.isAbsent ? .absent : .present)
    }
    return IndexTerm.words(of: terms + limits) { $0 }
  }
}
