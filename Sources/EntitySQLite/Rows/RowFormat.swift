import EntityCSQLite
import EntityModel
import EntityStore

/// How the rows of one table are read: where their columns are, and which entities they may be of.
// What is asked of each row is reached without counting references.
final class RowFormat {
  /// An entity of the table, as rows name it.
  private struct Member {
    let name: UnsafeBufferPointer<UInt8>
    let index: Int
    let starts: UnsafePointer<Int>
  }

  /// How many columns come before those of the properties.
  let headerCount: Int32

  /// How many columns the properties have.
  let count: Int

  /// `true` if rows name their entity.
  let isPolymorphic: Bool

  /// `true` for each column of reals.
  let isReal: UnsafePointer<Bool>

  /// The entities of the table.
  private let members: UnsafeMutableBufferPointer<Member>

  /// Creates the format of the rows of `table`.
  init(_ table: TableLayout, in layout: StoreLayout) {
    isPolymorphic = table.isPolymorphic
    headerCount = table.isPolymorphic ? 3 : 2
    count = table.columns.count
    let isReal = UnsafeMutablePointer<Bool>.allocate(capacity: max(count, 1))
    for (index, column) in table.columns.enumerated() {
      (isReal + index).initialize(to: column.storageClass == .real)
    }
    self.isReal = UnsafePointer(isReal)
    let entities = table.entityNames.compactMap { layout.entity($0) }
    members = .allocate(capacity: entities.count)
    for (position, entity) in entities.enumerated() {
      let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: entity.name.utf8.count)
      _ = name.initialize(from: entity.name.utf8)
      members.initializeElement(
        at: position,
        to: Member(
          name: UnsafeBufferPointer(name), index: entity.index, starts: entity.columnStarts))
    }
  }

  deinit {
    for member in members { member.name.deallocate() }
    members.deallocate()
    isReal.deallocate()
  }

  /// Returns the position among the table's entities of the one that `value` names, `guess` if it
  /// is that one; `nil` if it is none of them.
  @inline(__always)
  private func position(ofEntityNamed value: OpaquePointer?, guess: Int) -> Int? {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else {
      return nil
    }
    let name = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    if members[guess].name.elementsEqual(name) { return guess }
    return members.firstIndex { $0.name.elementsEqual(name) }
  }

  /// Calls `body` with the row that `statement` is at, whose columns are those of the table's rows.
  ///
  /// - Parameters:
  ///   - guess: the position among the table's entities of the one that the row is likely of; it
  ///     becomes the position of the row's.
  ///   - count: how many columns of properties there are: all, or none.
  @inline(__always)
  func withRow(
    of statement: Statement, _ fallback: UnsafePointer<Int>, _ guess: inout Int, count: Int,
    _ body: (inout __Row) throws -> Void
  ) rethrows {
    let handle = statement.handle
    let cells = statement.cells(count)
    for index in 0..<count {
      let value = sqlite3_column_value(handle, headerCount &+ Int32(truncatingIfNeeded: index))
      (cells + index).initialize(to: __Cell(value, isReal: isReal[index]))
    }
    var position: Int? = 0
    if isPolymorphic {
      position = self.position(ofEntityNamed: sqlite3_column_value(handle, 2), guess: guess)
      if let position { guess = position }
    }
    let version = sqlite3_column_value(handle, 1)
    var row = __Row(
      cells: cells, count: count, id: sqlite3_column_int64(handle, 0),
      version: sqlite3_value_type(version) == SQLITE_INTEGER ? sqlite3_value_int64(version) : nil,
      entity: position.map { members[$0].index },
      starts: position.map { members[$0].starts } ?? fallback)
    try body(&row)
  }

  /// Calls `body` with each row of `statement`, whose columns are those of the table's rows.
  ///
  /// - Parameter entity: the entity that is asked for, by whose columns a row is read that names
  ///   none of the table's.
  func forEachRow(
    of statement: Statement, _ entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws {
    let fallback = entity.columnStarts
    try withExtendedLifetime(entity) {
      var guess = 0
      while try statement.step() {
        try withRow(of: statement, fallback, &guess, count: count, body)
      }
    }
  }
}
