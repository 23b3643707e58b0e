import EntityGraph
import TestSupport

@testable import EntityRuntime

/// The states of a naive graph that undoing and redoing return to: whole copies.
struct PastStates {
  typealias Records = [NaiveGraph.Key: NaiveGraph.Record]

  var done: [Records] = []
  var undone: [Records] = []

  /// What was before the group that is being recorded.
  var before: Records?
}

/// What is undone and redone.
extension RandomRun {
  /// Has everything recorded from now on.
  mutating func record() {
    past = PastStates()
    context.undoRecorder = UndoRecorder(levels: nil, bytes: .max)
  }

  /// Does something that is recorded, or undoes or redoes something, and returns what.
  mutating func stepRecorded() throws -> String {
    guard let recorder = context.undoRecorder else {
      record()
      return "record"
    }
    if past?.before == nil { past?.before = naive.records }
    switch random.below(40) {
    case 0..<5: return undo(recorder)
    case 5..<8: return redo(recorder)
    case 8: return try step(24) + forgotten(recorder)
    case 9: return try step(25) + forgotten(recorder)
    case 10: return try step(26) + forgotten(recorder)
    case 11:
      if !random.oneIn(4) { return "nothing" }
      return try step(27) + forgotten(recorder)
    case 12..<15:
      endGroup(recorder)
      let text = try step(21)
      return text.contains("roll back") ? text + forgotten(recorder) : text
    case 15:
      endGroup(recorder)
      let text = try step(32)
      return text.hasPrefix("no ") ? text : text + forgotten(recorder)
    default:
      let text = try step(random.pick([0, 0, 6, 6, 9, 9, 9, 14, 14, 14, 19, 33, 33, 29, 37, 40]))
      if random.oneIn(2) { endGroup(recorder) }
      return text
    }
  }

  /// Ends the group that is being recorded: the state before it can be returned to.
  mutating func endGroup(_ recorder: UndoRecorder) {
    // A group in which nothing has been given a value is none.
    let isGroup = recorder.undoNames.count > past?.done.count ?? 0
    recorder.endGroup()
    if isGroup, let before = past?.before {
      past?.done.append(before)
      past?.undone = []
    }
    past?.before = nil
  }

  mutating func forgotten(_ recorder: UndoRecorder) -> String {
    recorder.removeAll()
    past = PastStates()
    if context.undoRecorder == nil { record() }
    // Nothing leads back to what is gone.
    ids = ids.filter { naive.isKnown($0.key) }
    return ", with all that was recorded"
  }

  mutating func undo(_ recorder: UndoRecorder) -> String {
    endGroup(recorder)
    guard let former = past?.done.popLast() else {
      if context.undo() { findings.append("there was something to undo") }
      return "undo nothing"
    }
    past?.undone.append(naive.records)
    naive.records = former
    if !context.undo() { findings.append("there was nothing to undo") }
    return "undo"
  }

  mutating func redo(_ recorder: UndoRecorder) -> String {
    endGroup(recorder)
    guard let former = past?.undone.popLast() else {
      if context.redo() { findings.append("there was something to redo") }
      return "redo nothing"
    }
    past?.done.append(naive.records)
    naive.records = former
    if !context.redo() { findings.append("there was nothing to redo") }
    return "redo"
  }
}
