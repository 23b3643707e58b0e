package import EntityModel

/// A column of a table and the property that it holds.
package struct ColumnLayout: Hashable, Sendable {
  /// What a column's values are.
  package enum Kind: Hashable, Sendable {
    /// Values of an attribute.
    case value(StorageType)

    /// Ids of rows of the table named.
    case reference(table: String)
  }

  /// The column's name.
  package let name: String

  /// What the values are.
  package let kind: Kind

  /// `true` if the column may hold NULL.
  package let isNullable: Bool

  /// `true` if no two rows hold the same value.
  package let isUnique: Bool

  /// `true` if there is an index of the column; unique columns have one too.
  package let isIndexed: Bool

  /// How the words in the column are found by a search, or `nil` if they are not.
  package let search: SearchTokenizer?

  /// `true` if the table has the column's texts without case too, in a column beside it.
  package var isFolded: Bool

  /// `true` if no two rows hold texts that differ in case alone.
  package let isUniqueIgnoringCase: Bool

  /// `true` if the column refers to owners that have their members in an order, which the table has
  /// in a column beside it.
  package let isOrdered: Bool

  /// The index of the column in a row as a store hands it out.
  package let position: Int

  /// The name of the entity that the property is declared in.
  package let entity: String

  /// The property's name.
  package let property: String

  /// `true` if there is an index of the column's texts without case, and of nothing else.
  package var isIndexedIgnoringCase = false

  /// The name of the table that has the column's values, where these are apart from the rows; `nil`
  /// where the rows have them.
  ///
  /// The column itself has the version of the row at which the value was written then, and NULL
  /// where there is none: a row as a store hands it out has that number in place of a text or a
  /// blob.
  package var valueTable: String?

  /// The columns of the leaves of the composition that the column holds, each computed of it; empty
  /// for other columns.
  ///
  /// A leaf's position is that of the composition, since no row that a store hands out has it.
  package var leaves: [ColumnLayout] = []

  /// The names that lead to a leaf within its composition, or to a property within its storage,
  /// with dots between them; `nil` for what is neither.
  package var leafPath: String?

  /// The properties of the storage that the column holds, which are no columns of the table: each
  /// is computed where it is asked for.
  package var members: [ColumnLayout] = []

  /// What is asked of the JSON in which column; `nil` for what is a column of the table.
  package var member: Member?

  /// A property of a storage, as a column that is computed.
  package struct Member: Hashable, Sendable {
    /// The name of the column that holds the JSON.
    package let column: String

    /// What is asked of it.
    package let member: StoredMember
  }

  /// The name of the column that holds the texts without case, where there is one.
  ///
  /// No property has it, since the names of their columns do not begin so.
  package var foldedName: String { Self.foldedPrefix + name }

  /// What the names of columns begin with that hold texts without case.
  package static let foldedPrefix = "_folded."

  /// The name of the column that holds the row's position among the members of its owner, where
  /// there is one.
  package var positionName: String { "_position.\(name)" }

  /// `true` if the values are in a table of their own.
  package var isExternal: Bool { valueTable != nil }

  /// The name of the column that has the values in a table of their own.
  package static let valueColumn = "_value"

  /// The form of the column's values of which no two rows hold the same one, or `nil` where they
  /// may.
  package var uniqueForm: UniqueForm? {
    isUniqueIgnoringCase ? .folded : isUnique ? .plain : nil
  }

  /// The storage class of the values.
  package var storageClass: StorageClass {
    switch kind {
    case .value(let type): type.storageClass
    case .reference: .integer
    }
  }

  /// `true` if an object may leave the column's texts or blobs as bytes until they are read.
  package var isDeferrable: Bool {
    guard case .value(let type) = kind, !isExternal else { return false }
    return type != .uuid && (type.storageClass == .text || type.storageClass == .blob)
  }
}
