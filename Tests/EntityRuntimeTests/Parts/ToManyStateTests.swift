import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct ToManyStateTests {
  @Test func whatIsAddedAndRemovedIsNoChange() throws {
    let (_, books) = try books()
    let state = ToManyState(index: 0)
    state.insert(books[0])
    #expect(state.hasChanges)
    state.remove(books[0])
    #expect(!state.hasChanges)
  }

  @Test func whatIsRemovedAndAddedIsNoChange() throws {
    let (_, books) = try books()
    let state = ToManyState(index: 0)
    state.remove(books[0])
    #expect(state.removed == [books[0]])
    state.insert(books[0])
    #expect(!state.hasChanges)
  }

  @Test func changesAreAppliedToWhatIsLoaded() throws {
    let (_, books) = try books()
    let state = ToManyState(index: 0)
    state.insert(books[0])
    state.remove(books[1])
    state.load(members(of: [books[1], books[2]]))
    #expect(Set(state.members?.objects ?? []) == [books[0], books[2]])
    #expect(state.added.objects == [books[0]])
    #expect(state.removed == [books[1]])
  }

  @Test func aRollbackLeavesTheStoredMembers() throws {
    let (_, books) = try books()
    let state = ToManyState(index: 0)
    state.load(members(of: [books[0], books[1]]))
    state.remove(books[0])
    state.insert(books[2])
    state.rollBack()
    #expect(Set(state.members?.objects ?? []) == [books[0], books[1]])
    #expect(!state.hasChanges)
  }

  @Test func aSaveLeavesTheMembersAndNoChanges() throws {
    let (_, books) = try books()
    let state = ToManyState(index: 0)
    state.load(members(of: [books[0]]))
    state.insert(books[1])
    state.didSave()
    #expect(Set(state.members?.objects ?? []) == [books[0], books[1]])
    #expect(!state.hasChanges)
  }

  @Test func whatOthersHaveStoredIsNoChange() throws {
    let (_, books) = try books()
    let state = ToManyState(index: 0)
    state.load(members(of: [books[0]]))
    state.insert(books[1])
    state.storeAdded(books[1])
    state.remove(books[0])
    state.storeRemoved(books[0])
    #expect(state.members?.objects == [books[1]])
    #expect(!state.hasChanges)
  }

  /// Returns members that hold `objects`.
  private func members(of objects: [ManagedObject]) -> AnyMembers {
    let members = Members<ManagedObject>()
    for object in objects { members.insert(object) }
    return members
  }

  /// Returns three books and what retains them.
  private func books() throws -> (Bench, [ManagedObject]) {
    let bench = try bookshop()
    return (bench, (0..<3).map { Book(title: "\($0)", in: bench.context) })
  }
}
