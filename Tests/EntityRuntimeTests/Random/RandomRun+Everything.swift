import EntityGraph
import TestSupport

@testable import EntityRuntime

/// All operations in one run.
extension RandomRun {
  /// Does any of the things that the other steps do, in the innermost of several contexts, where
  /// everything is recorded; or, where no context is nested, has others save in between, changes
  /// rows at once, or begins another context. Returns what.
  mutating func stepOfEverything() throws -> String {
    guard outer.isEmpty, random.oneIn(4), let recorder = context.undoRecorder else {
      return try stepNested()
    }
    endGroup(recorder)
    if random.oneIn(3) { held = [] }
    let text: String
    switch random.below(9) {
    case 0, 1: text = try mergeElsewhere()
    case 2, 3: text = try changeRows()
    case 4: text = try workElsewhere()
    case 5: text = try changeElsewhere()
    case 6: text = try step(25)
    case 7: text = try step(26)
    default: text = random.oneIn(3) ? try step(27) : try step(21)
    }
    return text + forgotten(context.undoRecorder ?? recorder)
  }
}
