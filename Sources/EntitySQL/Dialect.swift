package import EntityModel
package import EntityStore

/// How a database spells the SQL that stores use.
///
/// Arguments called `sql` are expressions in the dialect. What is the same everywhere is written
/// where it is used.
package protocol Dialect: Sendable {
  /// Returns the parameter number `number`, counted from 1.
  func parameter(_ number: Int) -> String

  /// Returns the type of the column that holds ids, as the key of its table.
  var keyType: String { get }

  /// Returns the type of `column`, with its collation.
  func type(of column: ColumnLayout) -> String

  /// Returns what follows the closing parenthesis of a table that is read by its whole key.
  var keyedTableSuffix: String { get }

  /// `left` and `right` are equal or both NULL.
  func same(_ left: String, _ right: String) -> String

  /// `left` and `right` are neither equal nor both NULL.
  func different(_ left: String, _ right: String) -> String

  /// The real `sql` is present and not NaN.
  func isNumber(_ sql: String) -> String

  /// The real `sql` is NaN.
  func isNotANumber(_ sql: String) -> String

  /// Returns the text `sql` as `StoredValue.folded` would.
  func folded(_ sql: String) -> String

  /// Returns the text `sql`, whatever its column's collation, as one that compares by its bytes.
  func plain(_ sql: String) -> String

  /// The text `part` occurs in the text `whole` as `match` says, byte for byte; false where `whole`
  /// is NULL.
  func matches(_ match: PredicateTree.TextMatch, _ whole: String, _ part: String) -> String

  /// `sql` equals one of the values that the parameter `list` holds, as `list(_:)` makes it.
  func isAmong(_ sql: String, _ list: String) -> String

  /// Returns any number of values as one.
  func list(_ values: [StoredValue]) -> StoredValue

  /// Returns what `function` makes of `arguments`, a value of `type`.
  func computed(
    _ function: PredicateFunction, _ type: StorageType, _ arguments: [String]
  ) -> String

  /// Returns the value `sql`, which is of `type` and of no column, as one that compares as values
  /// of that type do.
  func comparable(_ sql: String, _ type: StorageType) -> String

  /// The most terms that ORDER BY or GROUP BY, and the most columns that a result may have.
  var mostTerms: Int { get }

  /// Returns the ORDER BY term that has rows first, or last, where `sql` is NULL.
  func absentTerm(_ sql: String, _ absent: AbsentValues) -> String

  /// Returns the ORDER BY term of `sql`, with NULL before and NaN after all others when ascending.
  func orderTerm(_ sql: String, _ order: SortTerm.Order) -> String

  /// Returns the text `sql` as one that is sorted in the order of `language`.
  func ordered(_ sql: String, _ language: TextOrder) -> String

  /// The dialect in which a sum of whole numbers is had wherever 64 bits can hold it, whatever they
  /// cannot hold of it on the way; it takes longer.
  var addingExactly: any Dialect { get }

  /// Returns the sum of the numbers `sql` of the rows of a group, which are of `type`; zero for
  /// none.
  func sum(_ sql: String, _ type: StorageType) -> String

  /// Returns the average of the numbers `sql` of the rows of a group, which are of `type`; NULL for
  /// none.
  func average(_ sql: String, _ type: StorageType) -> String

  /// Returns the first, or the last, of the values `sql` of the rows of a group, which are of
  /// `type`; NULL for none.
  func extreme(_ sql: String, _ type: StorageType, isLast: Bool) -> String

  /// Returns the text of the column at `column` of the index of words `table`, with what was found
  /// between the two `marks`: all of it, or so many words with an ellipsis where others are left
  /// out.
  func excerpt(
    _ table: String, _ column: Int, _ marks: [String], words: (ellipsis: String, count: String)?
  ) -> String

  /// Returns `sql` as an expression that no index has in order.
  func unordered(_ sql: String) -> String

  /// Returns the value `sql`, which is of the type `old`, as one of the type `new`; NULL where
  /// there is none.
  func converted(_ sql: String, from old: StorageType, to new: StorageType) -> String

  /// Returns the leaf at `path`, which is of `type`, of the composition `sql`; NULL where there is
  /// none.
  func leaf(_ sql: String, _ path: String, _ type: StorageType) -> String

  /// Returns `member` of the JSON `sql`, as it compares; NULL where there is none.
  func member(_ sql: String, _ member: StoredMember) -> String

  /// Returns the composition `sql` with its leaves as `conversion`, the text of a `LeafConversion`,
  /// says.
  func recomposed(_ sql: String, _ conversion: String) -> String

  /// Returns the clause that leaves out `offset` rows and ends after `limit`, both parameters.
  func range(limit: String?, offset: String?) -> String
}

extension Dialect {
  /// Returns `name` as an identifier.
  package func quoted(_ name: String) -> String {
    if !name.utf8.contains(UInt8(ascii: "\"")) { return "\"\(name)\"" }
    var text = "\""
    for character in name.unicodeScalars {
      if character == "\"" { text += "\"" }
      text.unicodeScalars.append(character)
    }
    return text + "\""
  }

  /// Returns the expression of what `table`, a table of external values, has of the row whose id is
  /// `id`; NULL where there is none.
  package func externalValue(in table: String, ofRow id: String) -> String {
    "(SELECT \(quoted(ColumnLayout.valueColumn)) FROM \(quoted(table))"
      + " WHERE \(quoted("_id")) = \(id))"
  }

  /// Returns the column `name` of the row called `alias`.
  package func column(_ name: String, of alias: String) -> String { "\(alias).\(quoted(name))" }
}
