import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// The groups that can be undone.
@Suite struct UndoStackTests {
  /// Returns a group that holds `count` new objects.
  private func group(_ count: Int, _ bench: Bench) -> UndoGroup {
    let group = UndoGroup("\(count)")
    for _ in 0..<count { group.note(inserted: Author(email: "x", in: bench.context)) }
    group.close()
    return group
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aStackIsAnArrayWhoseFirstAreForgotten(seed: UInt64) throws {
    let bench = try bookshop()
    let groups = (0..<8).map { group($0, bench) }
    var generator = SeededRandom(seed: seed)
    var stack = UndoStack()
    var model: [UndoGroup] = []
    for _ in 0..<2_000 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<9:
        let group = groups[Int.random(in: 0..<8, using: &generator)]
        stack.append(group)
        model.append(group)
      case 9..<14:
        stack.removeFirst()
        if !model.isEmpty { model.removeFirst() }
      case 14..<19: #expect(stack.popLast() === model.popLast())
      default:
        guard model.count > 40 else { continue }
        stack.removeAll()
        model = []
      }
      #expect(stack.count == model.count && stack.isEmpty == model.isEmpty)
      #expect(stack.last === model.last)
      #expect(stack.groups.map(\.name) == model.map(\.name))
      #expect(stack.byteCount == model.reduce(0) { $0 + $1.byteCount })
    }
  }

  @Test func forgottenGroupsAreReleased() throws {
    let bench = try bookshop()
    var stack = UndoStack()
    weak var first: UndoGroup?
    do {
      let made = group(1, bench)
      first = made
      stack.append(made)
    }
    for _ in 0..<3 { stack.append(group(1, bench)) }
    stack.removeFirst()
    #expect(first == nil)
    #expect(stack.count == 3)
  }
}
