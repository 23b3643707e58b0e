import EntityModel
package import EntityStore

/// The statements about what a store holds of derived attributes.
///
/// What is asked of members is a column of the owner's row, which triggers keep whoever changes
/// rows. They change no other column of it, so that no version is raised. What is computed of
/// attributes has an index at most.
package struct DerivedStatements {
  /// The statements on rows, which know the tables and the dialect.
  let statements: RowStatements

  /// Creates the statements about the derived attributes of what `statements` are on.
  package init(_ statements: RowStatements) { self.statements = statements }

  var dialect: any Dialect { statements.dialect }

  /// A column that there is to be.
  package struct Column {
    /// The name of its table.
    package let table: String

    /// Its name.
    package let name: String

    /// Its type, and what new rows have.
    fileprivate let definition: String
  }

  /// The columns that there are to be.
  package var columns: [Column] {
    statements.layout.derived.compactMap { derived in
      guard case .members(let members, _, _) = derived.content else { return nil }
      let definition =
        switch members.aggregate {
        case nil: " INTEGER NOT NULL DEFAULT 0"
        case let sum? where sum.function == .sum && sum.type == .decimal: " DEFAULT '0'"
        case let sum? where sum.function == .sum: " INTEGER DEFAULT 0"
        // Without a type a column holds values as they are.
        case .some: ""
        }
      return Column(table: derived.entity.table.name, name: derived.name, definition: definition)
    }
  }

  /// Returns the statement that adds `column`.
  package func addition(of column: Column) -> String {
    "ALTER TABLE \(quoted(column.table)) ADD COLUMN \(quoted(column.name))\(column.definition)"
  }

  /// Returns the statement that removes the column `name` of `table`.
  package func removal(of name: String, from table: String) -> String {
    "ALTER TABLE \(quoted(table)) DROP COLUMN \(quoted(name))"
  }

  /// The statements that make the columns what they should be.
  package func filling() throws(StoreError) -> [String] {
    var all: [String] = []
    for derived in statements.layout.derived {
      guard let value = try value(of: derived) else { continue }
      let table = quoted(derived.entity.table.name)
      let column = quoted(derived.name)
      all.append(
        "UPDATE \(table) SET \(column) = \(value) WHERE "
          + dialect.different(kept(derived), value))
    }
    return all
  }

  /// The derived attributes that have a column, and the statements that find the ids of the first
  /// rows that do not hold what they should.
  package func stale(limit: Int) throws(StoreError) -> [(derived: DerivedLayout, sql: String)] {
    var all: [(DerivedLayout, String)] = []
    for derived in statements.layout.derived {
      guard let value = try value(of: derived) else { continue }
      all.append(
        (
          derived,
          "SELECT \(quoted("_id")) FROM \(quoted(derived.entity.table.name)) WHERE "
            + dialect.different(kept(derived), value)
            + " ORDER BY \(quoted("_id")) LIMIT \(limit)"
        ))
    }
    return all
  }

  /// The statements that create the triggers and the indexes.
  package func creation() throws(StoreError) -> [String] {
    var all: [String] = []
    for derived in statements.layout.derived {
      switch derived.content {
      case .members(let members, let location, let target):
        all += try DerivedTriggers(self, derived).creation()
        if let index = try index(of: derived, members, location, target) { all.append(index) }
        if derived.isIndexed {
          all.append(index(derived.name, on: derived.entity, [kept(derived)]))
        }
      case .expression(let operand):
        let value = try indexed(operand, derived.entity)
        all.append(index(derived.name, on: derived.entity, [value]))
      }
    }
    let schema = SchemaStatements(layout: statements.layout, dialect: dialect)
    for table in statements.layout.tables {
      all += table.memberIndexes.map { schema.creation(of: $0, of: table) }
    }
    for index in statements.layout.derivedIndexes { all.append(try creation(of: index, schema)) }
    return all
  }

  /// Returns the statement that creates `index`.
  private func creation(
    of index: DerivedIndexLayout, _ schema: SchemaStatements
  ) throws(StoreError) -> String {
    var terms: [String] = []
    for term in index.terms {
      let value =
        switch term.value {
        case .column(let column): schema.term(of: column)
        case .kept(let derived): kept(derived)
        case .expression(let operand): try indexed(operand, index.entity)
        }
      terms.append(value + (term.isDescending ? " DESC" : ""))
    }
    if index.terms.last?.isDescending == true { terms.append("\(quoted("_id")) DESC") }
    return self.index(index.name, on: index.entity, terms) + schema.condition(index.conditions)
  }

  /// `true` if a store can be used that does not hold what `line`, one of `text()`, says: an index
  /// makes requests faster, and no more.
  package func isOptional(_ line: some StringProtocol) -> Bool {
    line.hasPrefix("CREATE INDEX \(quoted("\(DerivedLayout.prefix)_indexes.").dropLast())")
      || line == StoredValue.foldVersion
        && !statements.layout.derived.contains(where: \.dependsOnUnicode)
  }

  /// What a store records of what it holds; empty where it holds nothing.
  ///
  /// An index of texts without case is another one where the tables of Unicode are.
  package func text() throws(StoreError) -> String {
    let parts = try columns.map { "\($0.table) \($0.name)" } + creation()
    let folds =
      statements.layout.derived.contains(where: \.dependsOnUnicode)
      || statements.layout.derivedIndexes.contains { index in
        index.terms.contains { if case .expression = $0.value { true } else { false } }
      }
    return (parts + (folds ? [StoredValue.foldVersion] : [])).joined(separator: "\n")
  }

  /// Returns the expression of what is asked of the members of the object of a row of the table of
  /// `derived`, or `nil` where it asks none.
  func value(of derived: DerivedLayout) throws(StoreError) -> String? {
    guard case .members(let members, _, _) = derived.content else { return nil }
    return try lowering().keptValue(
      members, SelectScope(quoted(derived.entity.table.name), derived.entity))
  }

  /// Returns the expression of `operand` about the row `alias` of `entity`; `nil` for none.
  func value(
    _ operand: PredicateOperand?, on alias: String, _ entity: EntityLayout
  ) throws(StoreError) -> String? {
    guard let operand else { return nil }
    return try lowering().value(operand, SelectScope(alias, entity)).sql
  }

  /// Returns the condition `condition` on the row `alias` of `entity`.
  func condition(
    _ condition: PredicateTree, on alias: String, _ entity: EntityLayout
  ) throws(StoreError) -> Condition {
    try lowering().condition(condition, SelectScope(alias, entity), negated: false)
  }

  private func lowering() -> QueryLowering {
    let lowering = QueryLowering(statements, source: nil)
    lowering.writesValues = true
    lowering.usesDerived = false
    return lowering
  }

  /// Returns the column of `derived` as its values compare.
  private func kept(_ derived: DerivedLayout) -> String {
    let column = quoted(derived.name)
    guard case .members(let members, _, _) = derived.content, let aggregate = members.aggregate
    else { return column }
    return dialect.comparable(column, aggregate.type)
  }

  /// Returns the index by which an extreme of the values of the members of one owner is found
  /// without reading all; `nil` where there is none.
  private func index(
    of derived: DerivedLayout, _ members: DerivedMembers,
    _ location: RelationshipLayout.Location, _ target: EntityLayout
  ) throws(StoreError) -> String? {
    guard let aggregate = members.aggregate, aggregate.function != .sum,
      case .inverseColumn(let column) = location
    else { return nil }
    let value = try indexed(aggregate.operand, target)
    return index("\(derived.name).members", on: target, [quoted(column), value])
  }

  /// Returns `operand` about a row of `entity` as an index has it.
  private func indexed(
    _ operand: PredicateOperand, _ entity: EntityLayout
  ) throws(StoreError) -> String {
    let row = "new"
    let value = try lowering().value(operand, SelectScope(row, entity))
    // An index names columns of its own table alone, by no other name.
    return value.sql.replacing(dialect.column("", of: row).dropLast(), with: "\"")
  }

  private func index(_ name: String, on entity: EntityLayout, _ terms: [String]) -> String {
    "CREATE INDEX \(quoted(name)) ON \(quoted(entity.table.name))"
      + " (\(terms.joined(separator: ", ")))"
  }

  func quoted(_ name: String) -> String { dialect.quoted(name) }
}

extension DerivedLayout {
  /// `true` if what is held may be another where the tables of Unicode are.
  fileprivate var dependsOnUnicode: Bool {
    guard case .members(let members, _, _) = content else { return true }
    return members.nodes.contains { node in
      switch node.kind {
      case .text, .function: true
      default: false
      }
    }
  }
}
