import EntityModel
import EntitySQL
import EntityStore

/// The SQL of a statement that a program has written by hand, and the values bound to it.
struct HandwrittenText {
  /// The most values of a list that are bound one by one.
  private static let longList = 100

  /// The statement.
  private(set) var sql = ""

  /// The statement as it is checked, in which a long list looks like a short one.
  private(set) var checked = ""

  /// The values of its parameters.
  private(set) var bindings: [StoredValue] = []

  /// Writes `statement` for the tables of `layout`.
  ///
  /// - Throws: what of it the model does not have, or cannot be part of a statement.
  init(
    _ statement: HandwrittenStatement, _ layout: StoreLayout, _ dialect: any Dialect
  ) throws(StoreError) {
    for segment in statement.segments {
      switch segment {
      case .text(let text): append(text)
      case .value(let value): append(bind(value, dialect))
      case .list(let values): append(values, dialect)
      case .object(let id): append(bind(.integer(id.rowID), dialect))
      case .objects(let ids): append(ids.map { .integer($0.rowID) }, dialect)
      case .table(let name):
        append(dialect.quoted(try layout.requiredEntity(name).table.name))
      case .column(let name, let property):
        let entity = try layout.requiredEntity(name)
        let index = try entity.requiredOwnerIndex(property)
        guard let column = entity.column(named: property) else {
          throw StoreError(
            .invalidRequest,
            "'\(name).\(property)' has no column that a statement could name", entity: name,
            properties: [property])
        }
        guard !column.isExternal, entity.columns[index]?.isExternal != true else {
          throw StoreError(
            .invalidRequest,
            "'\(name).\(property)' is external, and its values are apart from the rows; fetch or "
              + "select it, and change it by objects or by 'update'", entity: name,
            properties: [property])
        }
        append(
          column.member.map { dialect.member(dialect.quoted($0.column), $0.member) }
            ?? dialect.quoted(column.name))
      case .links(let name, let property):
        append(dialect.quoted(try layout.join(of: property, name).table.name))
      case .linkColumn(let name, let property, let isOwner):
        let (join, isReversed) = try layout.join(of: property, name)
        let (own, other) = join.columns(isReversed: isReversed)
        append(dialect.quoted(isOwner ? own : other))
      case .refused(let message): throw StoreError(.invalidRequest, message)
      }
    }
    guard !sql.utf8.contains(0) else {
      throw StoreError(.invalidRequest, "a statement has no character U+0000")
    }
    try ObjectPlaces(statement, layout).check()
  }

  private mutating func append(_ text: String) {
    sql += text
    checked += text
  }

  private mutating func bind(_ value: StoredValue, _ dialect: any Dialect) -> String {
    bindings.append(value)
    return dialect.parameter(bindings.count)
  }

  /// Adds what follows `IN`: in parentheses, unless these are written already.
  private mutating func append(_ values: [StoredValue], _ dialect: any Dialect) {
    let isOpen = sql.utf8.last { $0 != UInt8(ascii: " ") && $0 != 0x0A } == UInt8(ascii: "(")
    if !isOpen { append("(") }
    defer { if !isOpen { append(")") } }
    guard values.count > Self.longList else {
      for (index, value) in values.enumerated() {
        append((index > 0 ? ", " : "") + bind(value, dialect))
      }
      return
    }
    let parameter = bind(dialect.list(values), dialect)
    sql += "SELECT value FROM \(SQLiteDialect.listTable)(\(parameter))"
    checked += parameter
  }
}

extension StoreLayout {
  /// Returns the table of the links of the relationship called `property` of the entity called
  /// `name`; the second column is the owner's where it is reversed.
  func join(
    of property: String, _ name: String
  ) throws(StoreError) -> (table: JoinTable, isReversed: Bool) {
    let entity = try requiredEntity(name)
    let index = try entity.requiredPropertyIndex(property)
    guard case .join(let join, let isReversed)? = entity.relationships[index]?.location else {
      throw entity.wrongUse(
        of: property, as: "a relationship that is to-many at both ends",
        advice: "no other has a table of links")
    }
    return (join, isReversed)
  }
}
