public import EntityModel
public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A statement of SQL that a program writes by hand, into which values are never written.
///
///     let rows = try context.sql(
///       "SELECT \(\Book.title), \(\Book.pages) FROM \(Book.self) WHERE \(\Book.title) = \(title)",
///       as: (String, Int).self)
///
/// It is made by a literal alone, never of a string. What is interpolated is a value, which is
/// bound to a parameter; values for `IN`; a class, which is the name of its table; a key path,
/// which is the name of a column; or another such piece of SQL. The tables of links between objects
/// have names by `\(links: \Book.tags)`.
public struct HandwrittenSQL: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The parts.
  let statement: HandwrittenStatement

  // A static string is known when the program is compiled, whoever calls the initializer.
  public init(stringLiteral value: StaticString) {
    var statement = HandwrittenStatement()
    statement.segments = [.text(value.description)]
    self.statement = statement
  }

  public init(stringInterpolation: StringInterpolation) {
    statement = stringInterpolation.statement
  }

  /// What a literal is made of.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var statement = HandwrittenStatement()

    public init(literalCapacity: Int, interpolationCount: Int) {
      statement.segments.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Adds SQL.
    public mutating func appendLiteral(_ literal: StaticString) {
      let text = literal.description
      if !text.isEmpty { statement.segments.append(.text(text)) }
    }

    /// Adds a value, which is bound.
    public mutating func appendInterpolation<Value: Storable>(_ value: Value) {
      statement.segments.append(.value(value.storedValue))
    }

    /// Adds a value, which is bound; `nil` is NULL, which equals nothing by `=`: write `IS`.
    public mutating func appendInterpolation<Value: Storable>(_ value: Value?) {
      statement.segments.append(.value(value?.storedValue ?? .null))
    }

    /// Adds values for `IN`, which are bound; none, few or many thousands.
    public mutating func appendInterpolation<Value: Storable>(_ values: some Sequence<Value>) {
      statement.segments.append(.list(values.map(\.storedValue)))
    }

    /// Adds values for `IN`, which are bound; a set is in any order.
    public mutating func appendInterpolation<Value: Storable>(_ values: [Value]) {
      statement.segments.append(.list(values.map(\.storedValue)))
    }

    /// Adds a text, which is bound; it is no list of characters.
    public mutating func appendInterpolation(_ text: String) {
      statement.segments.append(.value(.text(text)))
    }

    /// Adds bytes, which are bound; they are no list of numbers.
    public mutating func appendInterpolation(_ data: Data) {
      statement.segments.append(.value(.blob(data)))
    }

    /// Adds the number of an object's row, which is bound: what `_id` and a to-one hold.
    public mutating func appendInterpolation(_ id: ObjectID) { append([id], isList: false) }

    /// Adds the number of an object's row, which is bound; `nil` is NULL.
    public mutating func appendInterpolation(_ id: ObjectID?) {
      if let id { append([id], isList: false) } else { statement.segments.append(.value(.null)) }
    }

    /// Adds the numbers of objects' rows for `IN`, which are bound.
    public mutating func appendInterpolation(_ ids: some Sequence<ObjectID>) {
      append(Array(ids), isList: true)
    }

    /// Adds the number of the object's row, which is bound.
    public mutating func appendInterpolation<Object: ManagedObject>(_ object: Object) {
      append([object.__objectID], isList: false, in: object.__storeTag)
    }

    /// Adds the number of the object's row, which is bound; `nil` is NULL.
    public mutating func appendInterpolation<Object: ManagedObject>(_ object: Object?) {
      if let object { appendInterpolation(object) } else { appendInterpolation(nil as ObjectID?) }
    }

    /// Adds the numbers of the objects' rows for `IN`, which are bound.
    public mutating func appendInterpolation<Object: ManagedObject>(_ objects: [Object]) {
      append(objects.map(\.__objectID), isList: true, in: .joined(of: objects))
    }

    /// Adds the name of the table that the objects of a class are in, those of all entities of its
    /// tree.
    public mutating func appendInterpolation<Object: ManagedObject>(_ type: Object.Type) {
      statement.segments.append(.table(entity: type.__entityName))
    }

    /// Adds the name of the column of an attribute or a to-one: `b.\(\Book.title)`.
    public mutating func appendInterpolation<Object: ManagedObject, Value>(
      _ keyPath: KeyPath<Object, Value>
    ) {
      append(keyPath) { .column(entity: $0, property: $1) }
    }

    /// Adds the name of the table of the links of a relationship that is to-many at both ends.
    ///
    ///     try context.execute(
    ///       """
    ///       INSERT INTO \(links: \Book.tags) (\(owner: \Book.tags), \(member: \Book.tags))
    ///       VALUES (\(book), \(tag))
    ///       """)
    public mutating func appendInterpolation<Object: ManagedObject, Value>(
      links keyPath: KeyPath<Object, Value>
    ) {
      append(keyPath) { .links(entity: $0, property: $1) }
    }

    /// Adds the name of the column of `links` that holds the numbers of the objects whose property
    /// the relationship is.
    public mutating func appendInterpolation<Object: ManagedObject, Value>(
      owner keyPath: KeyPath<Object, Value>
    ) {
      append(keyPath) { .linkColumn(entity: $0, property: $1, isOwner: true) }
    }

    /// Adds the name of the column of `links` that holds the numbers of the objects that the
    /// relationship holds.
    public mutating func appendInterpolation<Object: ManagedObject, Value>(
      member keyPath: KeyPath<Object, Value>
    ) {
      append(keyPath) { .linkColumn(entity: $0, property: $1, isOwner: false) }
    }

    /// Adds another piece of SQL.
    public mutating func appendInterpolation(_ sql: HandwrittenSQL) {
      statement.segments += sql.statement.segments
      statement.store = statement.store.joined(with: sql.statement.store)
    }

    /// Refuses text that would become SQL.
    @available(
      *, unavailable,
      message: """
        text never becomes SQL; write it in the literal, name tables and columns by classes and \
        key paths, or interpolate another piece of HandwrittenSQL
        """
    )
    public mutating func appendInterpolation(raw: String) {}

    /// Adds what `segment` makes of the names of an entity and of its property at `keyPath`.
    private mutating func append<Object: ManagedObject, Value>(
      _ keyPath: KeyPath<Object, Value>,
      _ segment: (_ entity: String, _ property: String) -> HandwrittenStatement.Segment
    ) {
      let path = Fields<Object>.path(of: keyPath)
      statement.segments.append(
        path.names.count == 1
          ? segment(Object.__entityName, path.names[0])
          : .refused("'\(path.text)' leads to another table, which the statement has to join"))
    }

    private mutating func append(
      _ ids: [ObjectID], isList: Bool, in store: StoreTag = .unknown
    ) {
      guard !ids.contains(where: \.isTemporary) else {
        statement.segments.append(
          .refused(
            "a statement by hand names an object that has not been saved, and so has no row; save "
              + "it first"))
        return
      }
      statement.segments.append(isList ? .objects(ids) : .object(ids[0]))
      statement.store = statement.store.joined(with: store)
    }
  }
}
