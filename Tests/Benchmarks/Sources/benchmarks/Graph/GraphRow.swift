/// Something that is done with objects and their relationships, what it costs, and what that is
/// compared with.
enum GraphRow: String, CaseIterable {
  case orderedAppend = "ordered-append"
  case orderedInsert = "ordered-insert"
  case orderedMove = "ordered-move"
  case orderedRemove = "ordered-remove"
  case orderedInsertMany = "ordered-insert-many"
  case orderedMoveMany = "ordered-move-many"
  case orderedRemoveMany = "ordered-remove-many"
  case orderedReading = "ordered-reading"
  case undo
  case cascade
  case cascadeAtOnce = "cascade-at-once"

  /// What is done, in a few words.
  func title(_ scale: Scale) -> String {
    let (all, some) = (grouped(scale.books), grouped(scale.books / 100))
    return switch self {
    case .orderedAppend: "\(some) new members at the end of an ordered to-many of \(all), one save"
    case .orderedInsert: "\(some) new members behind others all over it, each saved"
    case .orderedMove: "\(some) members of it moved behind others, each saved"
    case .orderedRemove: "\(some) members of it removed, each saved"
    case .orderedInsertMany: "\(some) new members behind others all over it, one save"
    case .orderedMoveMany: "\(some) members of it moved behind others, one save"
    case .orderedRemoveMany: "\(some) members of it removed, one save"
    case .orderedReading: "reading the \(all) members in their order"
    case .undo: "changing \(grouped(scale.changes)) objects, saved, with an undo recorder"
    case .cascade: "deleting an object that \(all) others go with, and the save"
    case .cascadeAtOnce: "deleting it without making objects"
    }
  }

  /// What it is compared with.
  var base: String {
    switch self {
    case .orderedAppend: "the C interface"
    case .orderedInsert, .orderedMove, .orderedRemove: "as many new ones at the end, each saved"
    case .orderedInsertMany, .orderedMoveMany, .orderedRemoveMany:
      "as many new ones at the end, one save"
    case .orderedReading: "a set of the same objects"
    case .undo: "without a recorder"
    case .cascade, .cascadeAtOnce: "the C interface, the ids read before"
    }
  }

  /// The greatest ratio that it is meant to have; `nil` where nothing is said.
  var target: Double? {
    switch self {
    case .orderedAppend: nil
    case .orderedInsert, .orderedMove, .orderedRemove: 3
    case .orderedInsertMany, .orderedMoveMany, .orderedRemoveMany: 3
    case .orderedReading: 1.1
    case .undo: 1.3
    case .cascade, .cascadeAtOnce: 1.2
    }
  }
}
