/// An index of a table.
package struct IndexLayout: Hashable, Sendable {
  /// The columns whose values are found by the index, in its order; at least one.
  package let columns: [ColumnLayout]

  /// `true` if they are found without case.
  package let ignoresCase: Bool

  /// `true` if the entries of a value are in the order of the rows' positions.
  package let isOrdered: Bool

  /// The index's name.
  package let name: String

  /// `true` if no two rows have the same entry.
  package let isUnique: Bool

  /// Describes the index of `column` of `table`, of its texts without case if `ignoresCase`.
  package init(_ column: ColumnLayout, ofTable table: String, ignoresCase: Bool = false) {
    columns = [column]
    self.ignoresCase = ignoresCase
    isUnique = ignoresCase ? column.isUniqueIgnoringCase : column.isUnique
    isOrdered = column.isOrdered
    name =
      isOrdered
      ? "_indexes.\(table).\(column.name),\(column.positionName)"
      : "_index.\(table).\(ignoresCase ? column.foldedName : column.name)"
  }

  /// Describes the index of `columns`, which are several, of `table`.
  package init(_ columns: [ColumnLayout], ofTable table: String, isUnique: Bool) {
    self.columns = columns
    ignoresCase = false
    isOrdered = false
    self.isUnique = isUnique
    name = "_indexes.\(table).\(columns.map(\.name).joined(separator: ","))"
  }

  /// The first of the columns.
  package var column: ColumnLayout { columns[0] }

  /// The names of the columns that the index has in order.
  package var columnNames: [String] {
    let names = columns.map { ignoresCase ? $0.foldedName : $0.name }
    return isOrdered ? names + columns.map(\.positionName) : names
  }

  /// What the title of an index that ignores case ends with.
  static let ignoringCase = " ignoring case"

  /// The properties that the index is of, as people read them: `Book.title`, `Book.title ignoring
  /// case`, `Book.author and Book.title`.
  package var title: String {
    columns.map { "\($0.entity).\($0.property)" }.joined(separator: " and ")
      + (ignoresCase ? Self.ignoringCase : "")
  }
}
