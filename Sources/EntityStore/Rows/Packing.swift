import CSQLite
import EntityModel

/// Which columns of a row are packed, and how they are found there.
struct Packing: Sendable {
  /// A column that is packed.
  struct Column: Sendable {
    /// Where the column stands in a row as selected.
    let column: Int32

    /// `true` iff its values are texts; blobs else.
    let isText: Bool

    /// `true` iff a row without a value is as it should be.
    let mayBeNull: Bool
  }

  /// The columns in the order of a packed row.
  let columns: [Column]

  /// A bit for each of them, by where it stands in a row as selected.
  let mask: UInt64

  /// Works out what is packed of rows with `columns`, of which `optional` says whether they may
  /// hold nothing.
  init(_ columns: [(layout: ColumnLayout, mayBeNull: Bool)]) {
    self.columns = columns.filter { Self.packs($0.layout) }.map { layout, mayBeNull in
      Column(
        column: Int32(truncatingIfNeeded: layout.position), isText: layout.form == .text,
        mayBeNull: mayBeNull)
    }
    mask = self.columns.reduce(0) { $0 | 1 << UInt64($1.column) }
  }

  /// Returns where `column` stands in a packed row, or nil.
  func position(of column: ColumnLayout) -> Int? {
    columns.firstIndex { Int($0.column) == column.position }
  }

  /// `true` iff the values of `column` are worth being packed: numbers and UUIDs take no allocation
  /// and are read at once.
  private static func packs(_ column: ColumnLayout) -> Bool {
    guard case .value(let type) = column.kind, column.position < UInt64.bitWidth else {
      return false
    }
    return type != .uuid && (type.form == .text || type.form == .blob)
  }
}

extension RowReader {
  /// Adds the row's texts and blobs to `block` as bytes, and says of their columns from then on
  /// that it keeps them; returns where they stand.
  ///
  /// Nothing is kept where there is none, nor where one of them is not of the form of its column,
  /// which whoever reads the row has to hear of at once.
  package mutating func pack(into block: inout PackedRows?) -> PackedRows.Place? {
    guard let layout, layout.packing.mask != 0 else { return nil }
    let columns = layout.packing.columns
    let place = withUnsafeTemporaryAllocation(of: UnpackedValue.self, capacity: columns.count) {
      values -> PackedRows.Place? in
      for position in columns.indices {
        guard let value = unpackedValue(columns[position]) else { return nil }
        values.initializeElement(at: position, to: value)
      }
      return PackedRows.add(values, to: &block)
    }
    if place != nil { kept = layout.packing.mask }
    return place
  }

  /// Returns the value in `column`; nil where it is not of the form of the column.
  @inline(__always)
  private func unpackedValue(_ column: Packing.Column) -> UnpackedValue? {
    let value = sqlite3_column_value(statement, column.column)
    switch sqlite3_value_type(value) {
    case SQLITE_TEXT where column.isText:
      let text = sqlite3_value_text(value)
      return UnpackedValue(
        isText: true, address: text, count: Int(sqlite3_value_bytes(value)))
    case SQLITE_BLOB where !column.isText:
      // A blob of no bytes has no address, and is a value.
      let blob = sqlite3_value_blob(value) ?? UnsafeRawPointer(value)
      return UnpackedValue(isText: false, address: blob, count: Int(sqlite3_value_bytes(value)))
    case SQLITE_NULL where column.mayBeNull:
      return UnpackedValue(isText: column.isText, address: nil, count: 0)
    default:
      return nil
    }
  }
}
