import EntityJSON
import EntityModel
import EntityStore

/// The rows of a payload of which a row of the store each is made, without an object.
///
/// Texts are not copied from the payload before the store has them.
final class RowInsertion: ChangeSource {
  private let rows: [PayloadRow]
  private let document: JSONDocument

  /// What a row has where nothing is given, in the order of the entity's columns.
  private let defaults: [StoredValue]

  /// The positions of columns by property index; -1 for none.
  private let slots: [Int]

  // Only the store's session asks, for one row after the other.

  /// The properties that the last row gives, in their order: rows mostly give the same.
  @exclusivity(unchecked) private var order: [Int32] = []

  /// Where the value of each column is among those of such a row; -1 for one without.
  @exclusivity(unchecked) private var places: [Int]

  /// Creates the insertion of `rows`, whose texts are read of `document` where they are of one.
  init(_ rows: [PayloadRow], _ document: JSONDocument, _ template: RowTemplate) {
    (self.rows, self.document) = (rows, document)
    (defaults, slots) = template.columns
    places = Array(repeating: -1, count: defaults.count)
  }

  func write(insert index: Int, into row: __RowWriter) throws {
    rows[index].values.withElements { elements, document in
      find(elements)
      let isHere = document === self.document
      for slot in places.indices {
        let place = places[slot]
        guard place >= 0 else {
          row.write(defaults[slot])
          continue
        }
        if isHere, elements[place].isPlain {
          row.write(cell(elements[place]))
        } else {
          rows[index].values.write(place, into: row)
        }
      }
    }
  }

  /// Finds where the values of the columns are among `elements`.
  @inline(__always)
  private func find(_ elements: UnsafeBufferPointer<PayloadValues.Element>) {
    var isSame = elements.count == order.count
    if isSame {
      for place in elements.indices where elements[place].index != order[place] {
        isSame = false
        break
      }
    }
    if isSame { return }
    order = elements.map(\.index)
    for slot in places.indices { places[slot] = -1 }
    for place in elements.indices {
      let slot = slots[Int(elements[place].index)]
      if slot >= 0 { places[slot] = place }
    }
  }

  /// Returns `element` as a cell; the document stays until all rows have been written.
  @inline(__always)
  private func cell(_ element: PayloadValues.Element) -> __Cell {
    switch element.kind {
    case .integer: return __Cell(integer: Int64(bitPattern: element.content))
    case .real: return __Cell(real: Double(bitPattern: element.content))
    case .text:
      let node = document.node(Int(element.content))
      return document.bytes.withUnsafeBytes { bytes in
        __Cell(
          isText: true, address: bytes.baseAddress.map { $0 + Int(node.start) },
          count: Int(node.end - node.start))
      }
    case .null, .escapedText, .made: return .null
    }
  }

  func write(update index: Int, into row: __RowWriter) throws { throw Self.onlyInserts }

  func write(baseOfUpdate index: Int, into row: __RowWriter) throws { throw Self.onlyInserts }

  private static var onlyInserts: StoreError {
    StoreError(.invalidRequest, "rows that are inserted are not updated")
  }
}

extension Synchronization {
  /// Adds a row to the store for each of the rows, without making objects, if that is all that
  /// there is to do and comes to the same as saving objects; returns `false` and does nothing if
  /// not.
  ///
  /// - Parameter reader: What has read the rows.
  mutating func insertRows(_ reader: PayloadReader, of document: JSONDocument) throws -> Bool {
    guard insertsRows, savesItself, unit.session.isWriting, objects.isEmpty, !hasReferences,
      local == nil, parent == nil, unclear.isEmpty, !unit.tracker.hasChanges,
      unit.misuses.isEmpty, let form = rows.first?.form,
      templates.template(of: form.entity).takesRows(giving: reader.given, all: reader.alwaysGiven)
    else { return false }
    let made = passedOver.isEmpty && !hasRefused ? rows : rows.filter { !$0.isLeftOut }
    guard let ids = newIDs(made.count, form.entity) else { return false }
    var changes = ChangeSet()
    changes.inserts = ids.map { ChangeSet.Insert(entity: form.entity.layout.index, id: $0) }
    let source = RowInsertion(made, document, templates.template(of: form.entity))
    do {
      // The bytes of the document stay where they are for as long as it takes.
      try document.bytes.withUnsafeBufferPointer { _ in
        _ = try unit.session.write(endsWithTask: true) { session in
          _ = try session.apply(changes, from: source)
          return changes
        } committed: { changes in
          if !changes.isEmpty { unit.didCommit(changes) }
        }
      }
    } catch let error as StoreError where error.code == .uniqueViolation {
      // The objects say what is in the way, or are merged.
      unit.session.giveBack(ids, form.entity.tree)
      return false
    }
    insertedIDs = made.count == rows.count ? ids : spread(ids)
    return true
  }

  /// Returns as many ids of new rows of `entity`; `nil` if the store has none.
  private func newIDs(_ count: Int, _ entity: ManagedEntity) -> [Int64]? {
    var ids: [Int64] = []
    ids.reserveCapacity(count)
    for _ in 0..<count {
      guard let id = unit.session.newID(of: entity.layout.table, entity.tree) else {
        unit.session.giveBack(ids, entity.tree)
        return nil
      }
      ids.append(id)
    }
    return ids
  }

  /// Returns `ids`, those of the rows with which something has been done, by the positions of all
  /// rows; 0 for the others.
  private func spread(_ ids: [Int64]) -> [Int64] {
    var rest = ids[...]
    return rows.map { $0.isLeftOut ? 0 : rest.popFirst() ?? 0 }
  }
}
