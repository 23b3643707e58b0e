import EntityGraph
import Foundation
import Synchronization
import Testing

@testable import EntityRuntime

/// Attributes that keep a time by themselves, at each way in which rows are written.
@Suite struct TimestampTests {
  /// A clock that the test sets.
  private final class Clock: Sendable {
    private let seconds = Mutex<Double>(0)

    var time: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    /// Makes it `second`.
    func set(_ second: Double) { seconds.withLock { $0 = second } }
  }

  private let clock = Clock()
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    var options = StoreOptions(history: .everything)
    options.now = { [clock] in clock.time }
    container = try PersistentContainer(
      model: ObjectModel(Minutes.self, SignedMinutes.self, Room.self), at: .memory,
      options: options)
    context = container.newContext()
  }

  private func at(_ second: Double) -> Date { Date(timeIntervalSince1970: second) }

  /// The seconds at which `minutes` were made and saved last.
  private func times(_ minutes: Minutes) -> [Double?] {
    [minutes.createdAt, minutes.updatedAt, minutes.seen].map { $0?.timeIntervalSince1970 }
  }

  /// The same of the row with `number`, as another context reads it.
  private func saved(_ number: Int) throws -> [Double?] {
    try times(container.newContext().only(Minutes.where { $0.number == number }))
  }

  @Test func aNewObjectHasTheTimeAtWhichItIsMade() throws {
    clock.set(10)
    let minutes = Minutes(number: 1, in: context)
    #expect(times(minutes) == [10, 10, 10])
    clock.set(20)
    try context.save()
    #expect(try saved(1) == [10, 10, 10])
  }

  @Test func aNewObjectOfASubclassHasTheTimesThatItInherits() throws {
    clock.set(10)
    let signed = SignedMinutes(signature: "x", in: context)
    signed.number = 1
    #expect(times(signed) == [10, 10, 10] && signed.signedAt == at(10))
    let inserted = context.insert(Minutes.self)
    #expect(times(inserted) == [10, 10, 10])
  }

  @Test func whatIsGivenInsteadStays() throws {
    clock.set(10)
    let minutes = Minutes(
      number: 1, createdAt: at(1), updatedAt: at(2), seen: at(3), in: context)
    try context.save()
    #expect(times(minutes) == [1, 2, 3])
    clock.set(20)
    (minutes.text, minutes.seen) = ("x", at(4))
    try context.save()
    #expect(try saved(1) == [1, 20, 4])
  }

  @Test func aTimeThatIsTakenAwayCountsAsNotGiven() throws {
    let minutes = Minutes(number: 1, in: context)
    try context.save()
    clock.set(10)
    (minutes.text, minutes.seen) = ("x", nil)
    try context.save()
    #expect(times(minutes) == [0, 10, 10])
    clock.set(20)
    minutes.seen = nil
    minutes.backdate(to: .distantPast)
    try context.save()
    #expect(times(minutes) == [0, 20, 20])
    #expect(try saved(1) == [0, 20, 20])
  }

  @Test func aSaveOfAChangeIsNotedAndASaveOfNoneIsNot() throws {
    let minutes = Minutes(number: 1, text: "a", in: context)
    let other = Minutes(number: 2, in: context)
    try context.save()
    clock.set(10)
    minutes.text = "b"
    other.text = other.text
    try context.save()
    #expect(times(minutes) == [0, 10, 10] && times(other) == [0, 0, 0])
    clock.set(20)
    minutes.text = "c"
    minutes.text = "b"
    try context.save()
    #expect(!context.hasChanges)
    #expect(try saved(1) == [0, 10, 10] && saved(2) == [0, 0, 0])
  }

  @Test func aReferenceIsAColumnAndAMemberIsNone() throws {
    let minutes = Minutes(number: 1, in: context)
    let room = Room(name: "A", in: context)
    try context.save()
    clock.set(10)
    room.minutes.insert(minutes)
    try context.save()
    #expect(times(minutes) == [0, 10, 10])
    clock.set(20)
    context.delete(room)
    try context.save()
    #expect(try saved(1) == [0, 20, 20])
  }

  @Test func aTimeThatIsTakenAwayIsGivenAgain() throws {
    let minutes = Minutes(number: 1, in: context)
    minutes.createdAt = .distantPast
    minutes.seen = nil
    clock.set(5)
    try context.save()
    #expect(try saved(1) == [5, 0, 5])
  }

  @Test func aSaveThatFailsLeavesTheTimeAsItWas() throws {
    let minutes = Minutes(number: 1, in: context)
    _ = Minutes(number: 2, in: context)
    try context.save()
    clock.set(10)
    minutes.number = 2
    #expect(throws: StoreError.self) { try context.save() }
    #expect(times(minutes) == [0, 0, 0])
    minutes.number = 1
    #expect(!context.hasChanges)
    clock.set(20)
    minutes.text = "x"
    try context.save()
    #expect(try saved(1) == [0, 20, 20])
  }

  @Test func aRollbackTakesTheTimeBackToo() throws {
    let minutes = Minutes(number: 1, in: context)
    try context.save()
    clock.set(10)
    minutes.text = "x"
    minutes.room = Room(in: context)
    context.rollback()
    #expect(times(minutes) == [0, 0, 0] && !context.hasChanges)
  }

  @Test func theLaterTimeIsKeptWhereTwoHaveSaved() throws {
    _ = Minutes(number: 1, in: context)
    try context.save()
    let (first, second) = (container.newContext(), container.newContext())
    let mine = try first.only(Minutes.all)
    let theirs = try second.only(Minutes.all)
    clock.set(20)
    theirs.text = "theirs"
    try second.save()
    clock.set(10)
    mine.room = Room(name: "mine", in: first)
    let error = #expect(throws: ConflictError.self) { try first.save() }
    #expect(error?.conflicts.first?.contestedProperties == [])
    // A policy that leaves open what both have changed finds nothing of that kind.
    try first.save(merging: .custom { _ in })
    let row = try container.newContext().only(Minutes.all)
    #expect(times(row) == [0, 20, 20] && row.text == "theirs" && row.room?.name == "mine")
    #expect(times(mine) == [0, 20, 20])
  }

  // MARK: Without objects

  @Test func aChangeOfManyIsNotedInThoseThatItChanges() throws {
    for number in 1...3 { _ = Minutes(number: number, text: number == 2 ? "x" : "", in: context) }
    try context.save()
    clock.set(10)
    #expect(try context.update(Minutes.all) { $0.text = "x" } == 2)
    #expect(try [saved(1), saved(2), saved(3)] == [[0, 10, 10], [0, 0, 0], [0, 10, 10]])
    clock.set(20)
    #expect(
      try context.update(Minutes.where { $0.number == 1 }) {
        $0.text = $0.text + "y"
        $0.seen = Date(timeIntervalSince1970: 5)
      } == 1)
    #expect(try saved(1) == [0, 20, 5])
  }

  @Test func aChangeOfManyIsNotedInWhatTheirSubclassesKeep() throws {
    let signed = SignedMinutes(in: context)
    signed.number = 1
    _ = Minutes(number: 2, in: context)
    try context.save()
    clock.set(10)
    #expect(try context.update(Minutes.all) { $0.text = "x" } == 2)
    #expect(signed.signedAt == at(10))
    #expect(try [saved(1), saved(2)] == [[0, 10, 10], [0, 10, 10]])
  }

  @Test func aReferenceThatADeletionOfManyTakesAwayIsNoted() throws {
    let minutes = Minutes(number: 1, room: Room(name: "A", in: context), in: context)
    try context.save()
    clock.set(10)
    #expect(try context.deleteAll(Room.all) == 1)
    #expect(try saved(1) == [0, 10, 10] && minutes.room == nil)
  }

  @Test func aSoftDeletionIsAChangeLikeAnyOther() throws {
    for number in 1...2 { _ = Minutes(number: number, in: context) }
    try context.save()
    clock.set(10)
    context.delete(try context.only(Minutes.where { $0.number == 1 }))
    try context.save()
    #expect(try context.deleteAll(Minutes.where { $0.number == 2 }) == 1)
    let deleted = try context.fetch(Minutes.onlyDeleted().sorted(by: \.number))
    #expect(deleted.map(times) == [[0, 10, 10], [0, 10, 10]])
    #expect(deleted.map(\.deletedAt) == [at(10), at(10)])
    clock.set(20)
    #expect(try context.restoreAll(Minutes.all) == 2)
    #expect(try [saved(1), saved(2)] == [[0, 20, 20], [0, 20, 20]])
  }

  @Test func rowsThatAreAddedTogetherHaveOneTime() throws {
    clock.set(10)
    try context.insertAll(Minutes.self, from: [1, 2]) { $0.number = $1 }
    try context.insertAll([Minutes.Values(number: 3), Minutes.Values(number: 4, createdAt: at(1))])
    #expect(try [saved(1), saved(2), saved(3)] == Array(repeating: [10, 10, 10], count: 3))
    #expect(try saved(4) == [1, 10, 10])
  }

  @Test func anUpsertNotesWhatItChanges() throws {
    for number in 1...2 { _ = Minutes(number: number, text: "a", in: context) }
    try context.save()
    clock.set(10)
    let values = [
      Minutes.Values(number: 1, text: "a"), Minutes.Values(number: 2, text: "b"),
      Minutes.Values(number: 3),
    ]
    let result = try context.insertAll(values, onConflict: .update(by: \.number))
    #expect(result.outcomes == [.unchanged, .updated, .inserted])
    #expect(try [saved(1), saved(2), saved(3)] == [[0, 0, 0], [0, 10, 10], [10, 10, 10]])
    clock.set(20)
    try context.upsert(Minutes.Values(number: 1, text: "c"), by: \.number)
    try context.save()
    #expect(try saved(1) == [0, 20, 20])
  }

  // MARK: Values, history

  @Test func valuesWithoutATimeLeaveThatOfTheirObject() throws {
    clock.set(10)
    let minutes = try context.insert(Minutes.Values(number: 1))
    #expect(times(minutes) == [10, 10, 10])
    try context.save()
    clock.set(20)
    try minutes.apply(Minutes.Values(number: 1, text: "x"))
    #expect(times(minutes) == [10, 10, 10])
    try context.save()
    #expect(times(minutes) == [10, 20, 20])
  }

  @Test func theTimeIsAPartOfTheCommit() throws {
    let minutes = Minutes(number: 1, in: context)
    try context.save()
    minutes.text = "x"
    clock.set(10)
    try context.save()
    let last = try #require(try context.container.history().last)
    #expect(last.date == at(10))
    #expect(last.changes.first?.properties.sorted() == ["seen", "text", "updatedAt"])
  }

  @Test func requestsFindAndSortByTheTime() throws {
    for number in 1...3 {
      clock.set(Double(10 - number))
      _ = Minutes(number: number, in: context)
    }
    let since = at(8)
    let request = Minutes.where { $0.updatedAt >= since }.sorted(by: \.createdAt)
    #expect(try context.fetch(request).map(\.number) == [2, 1])
    try context.save()
    #expect(try container.newContext().fetch(request).map(\.number) == [2, 1])
  }
}
