package import EntityModel

/// The table that stores the rows of all the entities of one inheritance tree.
package final class TableLayout: Sendable {
  /// The table's name: a prefix, which is empty in a store, and that of the entity at the root of
  /// the tree.
  package let name: String

  /// The names of the tree's entities, each before those that extend it.
  package let entityNames: [String]

  /// The columns that hold properties, in the order of a row.
  package let columns: [ColumnLayout]

  /// The indexes: those of one column in the order of a row, then those of several.
  package let indexes: [IndexLayout]

  /// The indexes of properties of storages. No row depends on them, so that they are not part of
  /// what a store is made for: who opens it to be written makes them.
  package let memberIndexes: [IndexLayout]

  /// The columns whose texts are stored without case too, in the order of a row.
  package let foldedColumns: [ColumnLayout]

  /// The columns whose values are in tables of their own, in the order of a row.
  package let externalColumns: [ColumnLayout]

  /// The columns beside which the table has positions among the members of owners, in the order of
  /// a row.
  package let orderedColumns: [ColumnLayout]

  /// `true` if the tree has several entities, so that each row names its own.
  package var isPolymorphic: Bool { entityNames.count > 1 }

  /// The indexes of the columns whose texts and blobs an object may defer: numbers and UUIDs need
  /// no allocation and are read at once.
  package let deferrableColumns: [Int]

  /// The columns whose words are found by a search, in the order of a row.
  package let searchColumns: [ColumnLayout]

  /// How words are found in them; they have that in common.
  package var tokenizer: SearchTokenizer { searchColumns.first?.search ?? .unicode }

  /// The name of the table that is the index of their words.
  package let searchTable: String

  /// Creates the table of the tree rooted at `root`, whose name and those of other tables begin
  /// with `prefix`.
  init(root: String, in model: ObjectModel, prefix: String) {
    let tree = model.tree(rootedAt: root)
    name = prefix + root
    entityNames = tree.map(\.name)
    var columns: [ColumnLayout] = []
    for entity in tree {
      for property in entity.properties {
        let position = columns.count
        let isRoot = entity.name == root
        switch property {
        case .attribute(let attribute):
          columns.append(
            ColumnLayout(
              name: attribute.column, kind: .value(attribute.type),
              isNullable: attribute.isOptional || !isRoot, isUnique: attribute.isUnique,
              isIndexed: attribute.isIndexed, search: attribute.search,
              isFolded: attribute.isFolded,
              isUniqueIgnoringCase: attribute.isUniqueIgnoringCase, isOrdered: false,
              position: position, entity: entity.name, property: attribute.name,
              isIndexedIgnoringCase: attribute.isFolded,
              valueTable: attribute.isExternal
                ? "\(prefix)_external.\(root).\(attribute.column)" : nil,
              leaves: Self.leaves(of: attribute, at: position, in: entity.name),
              members: Self.members(of: attribute, at: position, in: entity.name)))
        case .relationship(let relationship) where !relationship.isToMany:
          columns.append(
            ColumnLayout(
              name: relationship.column,
              kind: .reference(table: prefix + model.root(of: relationship.target)),
              isNullable: relationship.isOptional || !isRoot, isUnique: false, isIndexed: true,
              search: nil, isFolded: false, isUniqueIgnoringCase: false,
              isOrdered: model.property(relationship.inverse, of: relationship.target)?
                .relationship?.isOrdered ?? false,
              position: position, entity: entity.name, property: relationship.name))
        case .relationship, .fetched, .derived: break
        }
      }
    }
    for term in Self.lists(of: tree, columns, in: model).flatMap(\.terms) where term.ignoresCase {
      columns[term.column.position].isFolded = true
    }
    self.columns = columns
    let lists = Self.lists(of: tree, columns, in: model)
    var indexes: [IndexLayout] = []
    for column in columns {
      if column.isUnique || column.isIndexed { indexes.append(IndexLayout(column, ofTable: name)) }
      if column.isIndexedIgnoringCase {
        indexes.append(IndexLayout(column, ofTable: name, ignoresCase: true))
      }
      for leaf in column.leaves where leaf.isIndexed {
        indexes.append(IndexLayout(leaf, ofTable: name))
      }
    }
    for list in lists where !list.namesMembers {
      indexes.append(IndexLayout(list.terms, ofTable: name, isUnique: list.isUnique))
    }
    self.indexes = indexes
    memberIndexes = lists.filter { $0.namesMembers && !$0.isUnique }
      .map { [name] in IndexLayout($0.terms, ofTable: name, isUnique: false) }
    foldedColumns = columns.filter(\.isFolded)
    externalColumns = columns.filter(\.isExternal)
    orderedColumns = columns.filter(\.isOrdered)
    searchColumns = columns.filter { $0.search != nil }
    searchTable = "\(prefix)_search.\(root)"
    deferrableColumns = columns.indices.filter { columns[$0].isDeferrable }
  }

  /// What a list of an entity says of its columns.
  private struct List {
    typealias Term = (role: IndexTerm.Role, ignoresCase: Bool, column: ColumnLayout)

    let terms: [Term]
    let isUnique: Bool

    /// The terms as a list writes them, of columns.
    var names: [String] {
      terms.map { IndexTerm($0.column.name, $0.role, ignoresCase: $0.ignoresCase).text }
    }

    /// `true` if a property of a storage is in the list.
    var namesMembers: Bool { terms.contains { $0.column.member != nil } }
  }

  /// Returns what the lists of the entities of `tree` say of `columns`, in their order.
  private static func lists(
    of tree: [Entity], _ columns: [ColumnLayout], in model: ObjectModel
  ) -> [List] {
    let all = listed(columns, of: tree.map(\.name))
    let lists = tree.flatMap { entity -> [List] in
      let lists =
        entity.uniqueKeys.map { (names: $0, isUnique: true) }
        + entity.indexes.map { (names: $0, isUnique: false) }
      let lineage = model.lineage(of: entity.name).map(\.name)
      return lists.compactMap { list -> List? in
        var isShort = true
        var terms: [List.Term] = []
        for term in list.names.map({ IndexTerm($0) }) {
          let column = all.first(term, lineage)
          if let column {
            terms.append((role: term.role, ignoresCase: term.ignoresCase, column: column))
          } else if !term.isKind || tree.count > 1 {
            return nil
          }
          // One property alone is indexed by itself.
          if term.isKind || column?.leafPath != nil { isShort = false }
        }
        guard terms.count > 1 || !isShort,
          terms.contains(where: { $0.role == .ascending || $0.role == .descending })
        else { return nil }
        return List(terms: terms, isUnique: list.isUnique)
      }
    }
    guard tree.count == 1 else { return lists }
    // Lists may differ in nothing but the class, which all rows have in common.
    var names: Set<[String]> = []
    return lists.filter { names.insert($0.names).inserted }
  }

  /// The name of the column that names the entity of a row.
  private static let kindName = "_entity"

  /// Returns the column that `term` of a list is of, where `lineage` are the entity of the list and
  /// its ancestors; `nil` if there is none.
  func column(of term: IndexTerm, lineage: [String]) -> ColumnLayout? {
    Self.listed(columns, of: entityNames).first(term, lineage)
  }

  /// Returns what lists may be of, where properties of the tree of entities have `columns`: these,
  /// their leaves and properties of storages, and the class where there are several.
  private static func listed(_ columns: [ColumnLayout], of tree: [String]) -> [ColumnLayout] {
    let all = columns.flatMap { [$0] + $0.leaves + $0.members }
    guard tree.count > 1 else { return all }
    return all + [
      // No row that a store hands out has it in a place of its own.
      ColumnLayout(
        name: kindName, kind: .value(.string), isNullable: false, isUnique: false,
        isIndexed: false, search: nil, isFolded: false, isUniqueIgnoringCase: false,
        isOrdered: false, position: -1, entity: tree[0], property: IndexTerm.kind)
    ]
  }

  /// Returns the columns of the leaves of `attribute`, whose own is at `position`.
  private static func leaves(
    of attribute: Attribute, at position: Int, in entity: String
  ) -> [ColumnLayout] {
    attribute.leafAttributes.map { leaf in
      ColumnLayout(
        name: leaf.column, kind: .value(leaf.type), isNullable: true, isUnique: false,
        isIndexed: leaf.isIndexed, search: nil, isFolded: false, isUniqueIgnoringCase: false,
        isOrdered: false, position: position, entity: entity, property: leaf.name,
        leafPath: String(leaf.name.dropFirst(attribute.name.count + 1)))
    }
  }

  /// Returns the properties of the storage that `attribute` is, whose column is at `position`.
  private static func members(
    of attribute: Attribute, at position: Int, in entity: String
  ) -> [ColumnLayout] {
    attribute.members.filter { $0.refusal == nil }.map { member in
      ColumnLayout(
        name: "\(attribute.column).\(member.name)", kind: .value(member.type),
        isNullable: attribute.isOptional || member.isOptional, isUnique: false, isIndexed: false,
        search: nil, isFolded: false, isUniqueIgnoringCase: false, isOrdered: false,
        position: position, entity: entity, property: "\(attribute.name).\(member.name)",
        leafPath: member.name,
        member: ColumnLayout.Member(column: attribute.column, member: member))
    }
  }
}

extension [ColumnLayout] {
  /// Returns the one that `term` of a list is of, where `lineage` are the entity of the list and
  /// its ancestors; `nil` if there is none.
  fileprivate func first(_ term: IndexTerm, _ lineage: [String]) -> ColumnLayout? {
    first { $0.property == term.property && lineage.contains($0.entity) }
  }
}
