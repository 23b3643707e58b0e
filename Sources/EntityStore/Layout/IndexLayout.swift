/// An index of a table.
package struct IndexLayout: Hashable, Sendable {
  /// The column whose values are found by the index.
  package let column: ColumnLayout

  /// `true` if they are found without case.
  package let ignoresCase: Bool

  /// The index's name.
  package let name: String

  /// `true` if no two rows have the same entry.
  package let isUnique: Bool

  /// Describes the index of `column` of `table`, of its texts without case if `ignoresCase`.
  package init(_ column: ColumnLayout, ofTable table: String, ignoresCase: Bool = false) {
    self.column = column
    self.ignoresCase = ignoresCase
    isUnique = ignoresCase ? column.isUniqueIgnoringCase : column.isUnique
    name = "_index.\(table).\(ignoresCase ? column.foldedName : column.name)"
  }

  /// The name of the column that the index has in order.
  package var columnName: String { ignoresCase ? column.foldedName : column.name }

  /// What the title of an index that ignores case ends with.
  static let ignoringCase = " ignoring case"

  /// The property that the index is of, as people read it: `Book.title`, `Book.title ignoring
  /// case`.
  package var title: String {
    "\(column.entity).\(column.property)" + (ignoresCase ? Self.ignoringCase : "")
  }
}
