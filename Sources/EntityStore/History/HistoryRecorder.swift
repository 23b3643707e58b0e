import EntityModel

/// Writes what a transaction changes, in a form that names entities and properties and that a
/// `HistoryReader` reads.
///
/// It is used by the one thread that writes. Shapes are written once in each entry, before the
/// first change that is of them.
package final class HistoryRecorder {
  /// What changes are about, as it is looked up.
  private enum Subject: Hashable {
    case row(entity: Int, properties: [Int])
    case link(entity: Int, property: Int, own: Int, other: Int)
  }

  /// What has been written about a subject.
  private final class Known {
    /// The mark and the names.
    let bytes: [UInt8]

    /// `true` for each property whose values are written.
    let hasValues: [Bool]

    /// The number of the subject in the entry; `nil` until it has been written.
    var number: Int?

    init(_ bytes: [UInt8], hasValues: [Bool] = []) {
      self.bytes = bytes
      self.hasValues = hasValues
    }
  }

  /// The format of what is written.
  static let format: UInt8 = 1

  private let layout: StoreLayout
  private var writer = ByteWriter()

  /// All that has been described since the recorder was created.
  private var known: [Subject: Known] = [:]

  /// The descriptions of whole rows, by the index of the entity.
  private var rows: [Known?]

  /// What was looked up last.
  private var last: (entity: Int, properties: [Int], known: Known)?

  /// What has been written in the entry, in order.
  private var written: [Known] = []

  /// How many parts of the entry have been taken away.
  package private(set) var parts = 0

  /// Creates a recorder of changes in `layout`.
  package init(_ layout: StoreLayout) {
    self.layout = layout
    rows = Array(repeating: nil, count: layout.entities.count)
  }

  deinit { writer.deallocate() }

  // MARK: Entries

  /// Begins another entry.
  package func begin() {
    for known in written { known.number = nil }
    written.removeAll(keepingCapacity: true)
    writer.removeAll()
    parts = 0
  }

  /// How many bytes there are that have not been taken away.
  package var count: Int { writer.count }

  /// The bytes that have not been taken away, valid until the next change is recorded.
  package var bytes: UnsafeRawBufferPointer {
    if writer.count == 0, parts == 0 { writer.append(Self.format) }
    return writer.bytes
  }

  /// Has the next bytes be another part of the entry.
  package func beginPart() {
    parts += 1
    writer.removeAll()
  }

  /// What has been recorded at one moment.
  package struct State {
    fileprivate let bytes: [UInt8]
    fileprivate let written: Int
    fileprivate let parts: Int
  }

  /// What has been recorded; given an earlier state, the recorder forgets what came after it.
  package var state: State {
    get { State(bytes: Array(writer.bytes), written: written.count, parts: parts) }
    set {
      writer.replace(with: newValue.bytes)
      for known in written[newValue.written...] { known.number = nil }
      written.removeSubrange(newValue.written...)
      parts = newValue.parts
    }
  }

  // MARK: Changes

  /// Records that the row `id` of `entity` has been added, or removed, with `cells` as the values
  /// of its columns in the order of their properties.
  package func record(
    isInsert: Bool, _ entity: EntityLayout, id: Int64, _ cells: (Int) -> __Cell
  ) {
    let known = row(of: entity)
    begin(isInsert ? .insert : .delete, known)
    writer.append(signed: id)
    for index in known.hasValues.indices where known.hasValues[index] {
      writer.append(cells(index))
    }
  }

  /// Records that `properties` of the row `id` of `entity` are being changed from `old`, their
  /// values in that order; what they become follows by `record(new:)`.
  package func record(
    update entity: EntityLayout, id: Int64, _ properties: [Int], old: (Int) -> __Cell
  ) {
    let known = row(of: entity, properties)
    begin(.update, known)
    writer.append(signed: id)
    for index in known.hasValues.indices where known.hasValues[index] { writer.append(old(index)) }
    last = (entity.index, properties, known)
  }

  /// Records what the properties become of the update that was begun last.
  package func record(new cells: UnsafeBufferPointer<__Cell>) {
    guard let known = last?.known else { return }
    for index in known.hasValues.indices where known.hasValues[index] {
      writer.append(cells[index])
    }
  }

  /// What is recorded of two rows.
  package enum LinkChange {
    case linked, unlinked

    /// One of them, the owner, is deleted.
    case unlinkedByDeletion
  }

  /// Records a change of `link`, whose rows are of the entities at the indexes `own` and `other`.
  package func record(_ change: LinkChange, _ link: ChangeSet.Link, own: Int, other: Int) {
    guard let known = ends(of: link, own: own, other: other) else { return }
    switch change {
    case .linked: begin(.link, known)
    case .unlinked: begin(.unlink, known)
    case .unlinkedByDeletion: begin(.unlinkDeleted, known)
    }
    writer.append(signed: link.owner)
    writer.append(signed: link.other)
  }

  /// Records that members have been put in other places by `order`, whose owner is of the entity at
  /// the index `own`.
  package func record(_ order: ChangeSet.Order, own: Int) {
    let link = ChangeSet.Link(
      entity: order.entity, property: order.property, owner: order.owner, other: 0)
    guard let end = layout.otherEnd(of: link),
      let known = ends(of: link, own: own, other: end.entity)
    else { return }
    begin(.order, known)
    writer.append(signed: order.owner)
    writer.append(number: UInt64(order.placements.count))
    for placement in order.placements {
      writer.append(signed: placement.member)
      switch placement.place {
      case .start: writer.append(HistoryPlaceMark.start.rawValue)
      case .end: writer.append(HistoryPlaceMark.end.rawValue)
      case .near(let after, let before):
        writer.append(HistoryPlaceMark.near.rawValue)
        writer.append(signed: after)
        writer.append(signed: before)
      }
    }
  }

  /// Returns the description of the ends of `link`, whose rows are of the entities at the indexes
  /// `own` and `other`; `nil` if its property is no relationship.
  private func ends(of link: ChangeSet.Link, own: Int, other: Int) -> Known? {
    guard let end = layout.otherEnd(of: link) else { return nil }
    let subject = Subject.link(
      entity: link.entity, property: link.property, own: own, other: other)
    if let known = known[subject] { return known }
    return describe(subject) { writer in
      writer.append(HistoryMark.ends.rawValue)
      let ends = [(own, link.entity, link.property), (other, end.entity, end.property)]
      for (entity, declaring, property) in ends {
        writer.append(text: layout.entities[entity].name)
        writer.append(text: layout.entities[entity].rootName)
        writer.append(text: layout.entities[declaring].name(of: property))
      }
      return []
    }
  }

  /// Records that everything has been removed.
  package func recordReset() {
    beginEntry()
    writer.append(HistoryMark.reset.rawValue)
  }

  // MARK: Shapes

  /// Notes that there is something to record, if only that nothing has become of it.
  package func beginEntry() {
    if writer.count == 0, parts == 0 { writer.append(Self.format) }
  }

  /// Writes `mark` and the number of `known`, which is described before its first use.
  private func begin(_ mark: HistoryMark, _ known: Known) {
    beginEntry()
    let number: Int
    if let found = known.number {
      number = found
    } else {
      number = written.count
      known.number = number
      written.append(known)
      known.bytes.withUnsafeBytes { writer.append($0) }
    }
    writer.append(mark.rawValue)
    writer.append(number: UInt64(number))
  }

  /// Returns the description of whole rows of `entity`.
  private func row(of entity: EntityLayout) -> Known {
    if let known = rows[entity.index] { return known }
    let known = row(of: entity, entity.columnIndexes)
    rows[entity.index] = known
    return known
  }

  /// Returns the description of `properties` of rows of `entity`.
  private func row(of entity: EntityLayout, _ properties: [Int]) -> Known {
    if let last, last.entity == entity.index, last.properties == properties { return last.known }
    let subject = Subject.row(entity: entity.index, properties: properties)
    if let known = known[subject] { return known }
    return describe(subject) { writer in
      let shape = HistoryShape(entity, properties, layout)
      writer.append(HistoryMark.shape.rawValue)
      writer.append(text: shape.entity)
      writer.append(text: shape.root)
      writer.append(number: UInt64(shape.properties.count))
      for property in shape.properties {
        writer.append(text: property.name)
        switch property.content {
        case .values: writer.append(HistoryContentMark.values.rawValue)
        case .nothing: writer.append(HistoryContentMark.nothing.rawValue)
        case .references(let root):
          writer.append(HistoryContentMark.references.rawValue)
          writer.append(text: root)
        }
      }
      return shape.properties.map { $0.content != .nothing }
    }
  }

  /// Returns the description of `subject` that `write` writes, and which of its properties have
  /// values.
  private func describe(
    _ subject: Subject, _ write: (inout ByteWriter) -> [Bool]
  ) -> Known {
    var writer = ByteWriter()
    defer { writer.deallocate() }
    let hasValues = write(&writer)
    let description = Known(Array(writer.bytes), hasValues: hasValues)
    known[subject] = description
    return description
  }
}
