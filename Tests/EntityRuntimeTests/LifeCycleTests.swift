import EntityGraph
import Testing

@testable import EntityRuntime

/// What objects do when they are made, read, saved, deleted and read again.
@Suite struct LifeCycleTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try StoreKind.sqlite.container(Journal.self, LockedJournal.self, Passage.self)
    context = container.newContext()
  }

  /// Has journals saved and returns those of another context.
  private func saved(_ titles: String...) throws -> (ManagedObjectContext, [Journal]) {
    for title in titles { _ = Journal(title: title, in: context) }
    try context.save()
    let other = container.newContext()
    return (other, try other.fetch(Journal.sorted(by: \.title)))
  }

  // MARK: Awaking

  @Test func aNewObjectAwakesOnceWithItsAttributes() throws {
    let journal = Journal(title: "A", in: context)
    #expect(journal.calls == ["awakeFromInsert"])
    #expect(journal.revision == 1)
    let inserted = context.insert(Journal.self)
    #expect(inserted.calls == ["awakeFromInsert"])
    let passage = Passage(text: "a", journal: journal, in: context)
    #expect(journal.passages == [passage])
  }

  @Test func whatIsReadAwakesBeforeTheFetchReturns() throws {
    let (_, journals) = try saved("A", "B")
    #expect(journals.map(\.calls) == [["awakeFromFetch A"], ["awakeFromFetch B"]])
    #expect(journals.allSatisfy { !$0.hasChanges })
  }

  @Test func aFaultAwakesWhenItIsReadAndAgainWhenItWasAFaultAgain() throws {
    let (other, journals) = try saved("A")
    #expect(try other.fetch(Journal.all) == journals)
    #expect(journals[0].calls == ["awakeFromFetch A"])
    other.refreshAll()
    #expect(journals[0].calls == ["awakeFromFetch A"])
    #expect(journals[0].title == "A")
    #expect(journals[0].calls == ["awakeFromFetch A", "awakeFromFetch A"])
  }

  @Test func anAwakingObjectMayReadAndChange() throws {
    let journal = Journal(title: "A", in: context)
    _ = Passage(text: "a", journal: journal, in: context)
    try context.save()
    let other = container.newContext()
    let passage = try other.only(Passage.all)
    #expect(passage.journal?.title == "A")
    #expect(passage.journal?.calls == ["awakeFromFetch A"])
  }

  @Test func whatChangesAsItAwakesIsFoundBesideUnsavedChanges() throws {
    _ = Passage(text: "lost", in: context)
    _ = Passage(text: "kept", in: context)
    try context.save()
    let other = container.newContext()
    _ = Passage(text: "new", in: other)
    #expect(try other.fetch(Passage.all).map(\.text) == ["found", "kept", "new"])
    #expect(other.hasChanges)
  }

  @Test func aFaultThatIsRefreshedAwakes() throws {
    let (other, journals) = try saved("A")
    other.refreshAll()
    journals[0].calls = []
    try other.refresh(journals[0])
    #expect(journals[0].calls == ["awakeFromFetch A", "didRefresh A"])
  }

  // MARK: Saving

  @Test func readingAgainByWhatReadingCallsCallsNoFurther() throws {
    let bench = try Bench(Journal.self, LockedJournal.self, Passage.self)
    _ = bench.context.insert(Journal.self).title = "A"
    try bench.context.save()
    let context = bench.container.newContext()
    let journal = try context.only(Journal.all)
    journal.calls = []
    journal.afterReading = { journal in
      context.turnIntoFault(journal)
      _ = journal.title
      try? context.refresh(journal)
    }
    context.turnIntoFault(journal)
    #expect(journal.title == "A")
    #expect(journal.calls == ["awakeFromFetch A"])
    try context.refresh(journal)
    #expect(journal.calls == ["awakeFromFetch A", "didRefresh A"])
    expectSound(context)
  }

  @Test func aSaveWithinASaveIsRefused() throws {
    let journal = Journal(title: "A", in: context)
    var failure: (any Error)?
    journal.beforeSave = { journal in
      do { try journal.managedObjectContext?.save() } catch { failure = error }
    }
    try context.save()
    #expect((failure as? StoreError)?.code == .busy)
    #expect(try container.newContext().count(Journal.all) == 1)
  }

  @Test func aNewObjectThatIsDeletedBeforeTheSaveIsNotSaved() throws {
    let first = Journal(title: "A", in: context)
    let second = Journal(title: "B", in: context)
    first.beforeSave = { $0.managedObjectContext?.delete(second) }
    try context.save()
    #expect(second.calls == ["awakeFromInsert", "willDelete 0"])
    #expect(try container.newContext().count(Journal.all) == 1)
  }

  @Test func whatChangesBeforeTheSaveIsSaved() throws {
    let journal = Journal(title: "A", in: context)
    try context.save()
    #expect(journal.slug == "a")
    #expect(journal.calls == ["awakeFromInsert", "willSave", "didSave"])
    #expect(!context.hasChanges)
    #expect(try container.newContext().only(Journal.all).slug == "a")
    journal.title = "B"
    try context.save()
    #expect(try container.newContext().only(Journal.all).slug == "b")
  }

  @Test func onlyObjectsWithChangesAreCalledAndEachOnce() throws {
    let (first, second) = (Journal(title: "A", in: context), Journal(title: "B", in: context))
    try context.save()
    (first.calls, second.calls) = ([], [])
    try context.save()
    first.title = "a"
    first.title = "A"
    try context.save()
    #expect(first.calls == [])
    first.title = "C"
    try context.save()
    #expect(first.calls == ["willSave", "didSave"])
    #expect(second.calls == [])
  }

  @Test func objectsThatAreMadeOrChangedBeforeTheSaveAreCalledInTurn() throws {
    let other = Journal(title: "B", in: context)
    try context.save()
    other.calls = []
    let journal = Journal(title: "A", in: context)
    journal.beforeSave = { journal in
      other.title = "C"
      if let context = journal.managedObjectContext { _ = Journal(title: "D", in: context) }
    }
    try context.save()
    #expect(other.calls == ["willSave", "didSave"])
    let slugs = try container.newContext().fetch(Journal.sorted(by: \.slug)).map(\.slug)
    #expect(slugs == ["a", "c", "d"])
  }

  @Test func objectsThatGoOnMakingOthersAreAnError() throws {
    func multiply(_ journal: Journal) {
      guard let context = journal.managedObjectContext else { return }
      Journal(title: "x", in: context).beforeSave = multiply
    }
    Journal(title: "A", in: context).beforeSave = multiply
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      error?.message
        == "'willSave' of 'Journal' makes or changes further objects each time that it is called, "
        + "so that the save does not end; nothing has been written")
    #expect(try container.newContext().count(Journal.all) == 0)
  }

  @Test func objectsThatGoOnMakingSeveralAreAnErrorBeforeTheyAreTooMany() throws {
    var count = 0
    func multiply(_ journal: Journal) {
      guard let context = journal.managedObjectContext else { return }
      count += 2
      for _ in 0..<2 { Journal(title: "x", in: context).beforeSave = multiply }
    }
    func add(_ rest: Int) -> (Journal) -> Void {
      { journal in
        guard rest > 0, let context = journal.managedObjectContext else { return }
        Journal(title: "y", in: context).beforeSave = add(rest - 1)
      }
    }
    Journal(title: "A", in: context).beforeSave = add(50)
    try context.save()
    #expect(try context.count(Journal.all) == 51)
    Journal(title: "B", in: context).beforeSave = multiply
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == .invalidRequest)
    #expect(10_000..<100_000 ~= count)
  }

  @Test func aSaveWithinAValidationIsRefused() throws {
    var failures: [any Error] = []
    let journal = Journal(title: "A", in: context)
    journal.duringValidation = { journal in
      do { try journal.managedObjectContext?.save() } catch { failures.append(error) }
    }
    try context.save()
    #expect(failures.count == 1)
    #expect((failures.first as? StoreError)?.code == .busy)
    #expect(try container.newContext().count(Journal.all) == 1)
    journal.title = "B"
    try context.save()
    #expect(failures.count == 2)
  }

  @Test func aSaveThatFailsIsNoSave() throws {
    let journal = Journal(title: String(repeating: "x", count: 21), in: context)
    #expect(throws: ValidationError.self) { try context.save() }
    #expect(journal.calls == ["awakeFromInsert", "willSave"])
    journal.title = "A"
    try context.save()
    #expect(journal.calls == ["awakeFromInsert", "willSave", "willSave", "didSave"])
  }

  @Test func whatChangesAfterTheSaveIsForTheNextOne() throws {
    let journal = Journal(title: "A", in: context)
    journal.afterSave = { $0.revision += 1 }
    try context.save()
    #expect(journal.revision == 2)
    #expect(journal.isUpdated)
    #expect(journal.committedValue(\.revision) == 1)
  }

  @Test func theCommittedValueOfACompositionOrOfJSONIsTheOneThatWasRead() throws {
    let context = try Bench(
      Salon.self, SalonReading.self, SalonGuest.self, SalonDoor.self
    ).context
    let reading = SalonReading(
      title: "a", place: SalonPlace(city: "Bergen", notes: ["a": "1"]), in: context)
    #expect(reading.committedValue(\.place) == nil)
    try context.save()
    reading.place = SalonPlace(city: "Oslo")
    #expect(reading.committedValue(\.place) == SalonPlace(city: "Bergen", notes: ["a": "1"]))
    #expect(reading.committedValue(\.place.city) == "Bergen")
    try context.save()
    #expect(reading.committedValue(\.place) == SalonPlace(city: "Oslo"))
    let books = try bookshop().context
    let book = Book(title: "A", tags: ["x"], in: books)
    try books.save()
    book.tags.append("y")
    #expect(book.committedValue(\.tags) == ["x"])
  }

  @Test func aSubclassAddsToWhatItsSuperclassDoes() throws {
    let journal = LockedJournal(lock: "x", in: context)
    journal.title = "A"
    try context.save()
    #expect(journal.calls == ["awakeFromInsert", "willSave", "locked", "didSave"])
    #expect(journal.slug == "a")
  }

  // MARK: Deleting

  @Test func whatIsDeletedKnowsItBeforeItsRelationshipsGo() throws {
    let journal = Journal(title: "A", in: context)
    let passages = ["a", "b"].map { Passage(text: $0, journal: journal, in: context) }
    try context.save()
    journal.calls = []
    context.delete(journal)
    #expect(journal.calls == ["willDelete 2"])
    #expect(passages.map(\.isGoing) == [true, true])
    try context.save()
    #expect(journal.calls == ["willDelete 2", "willSave", "didSave"])
  }

  @Test func objectsThatDeleteEachOtherAreDeleted() throws {
    let journal = Journal(title: "A", in: context)
    let passage = Passage(text: "last", journal: journal, in: context)
    try context.save()
    journal.beforeDeletion = { $0.passages.forEach { context.delete($0) } }
    context.delete(passage)
    #expect(journal.isDeleted && passage.isDeleted)
    try context.save()
    #expect(try container.newContext().count(Journal.all) == 0)
  }

  @Test func manyAreDeletedTogetherAndOneByItsID() throws {
    let (other, journals) = try saved("A", "B", "C")
    other.delete(journals.dropFirst())
    #expect(try other.delete(Journal.self, with: journals[0].objectID))
    #expect(try !other.delete(Journal.self, with: journals[0].objectID))
    try other.save()
    #expect(try container.newContext().count(Journal.all) == 0)
  }

  // MARK: Reading again

  @Test func whatIsReadAgainKnowsIt() throws {
    let (other, journals) = try saved("A")
    let third = container.newContext()
    try third.only(Journal.all).title = "B"
    try third.save()
    journals[0].calls = []
    try other.refresh(journals[0])
    #expect(journals[0].calls == ["didRefresh B"])
  }

  @Test func whoeverFollowsCommitsIsCalledForWhatTheyBring() async throws {
    let journal = Journal(title: "A", in: context)
    try context.save()
    context.followsCommits = true
    journal.calls = []
    try await container.write { try $0.only(Journal.all).title = "B" }
    _ = try context.fetch(Journal.all)
    #expect(journal.title == "B")
    #expect(journal.calls == ["didRefresh B"])
  }

  // MARK: Facts

  @Test func anObjectIsWhatHasHappenedToIt() throws {
    let journal = Journal(title: "A", in: context)
    #expect(journal.isInserted && !journal.isUpdated && !journal.isDeleted && journal.hasChanges)
    #expect(journal.committedValue(\.title) == nil)
    try context.save()
    #expect(!journal.isInserted && !journal.isUpdated && !journal.hasChanges)
    journal.title = "B"
    #expect(journal.isUpdated && journal.hasChanges)
    #expect(journal.committedValue(\.title) == "A")
    journal.title = "A"
    #expect(!journal.isUpdated && !journal.hasChanges)
    context.delete(journal)
    #expect(journal.isDeleted && !journal.isUpdated && journal.hasChanges)
  }

  @Test func theCommittedValueOfAFaultIsRead() throws {
    let (other, journals) = try saved("A")
    other.refreshAll()
    #expect(journals[0].committedValue(\.title) == "A")
  }

  // MARK: Validating

  @Test func allProblemsOfAllObjectsAreReportedTogether() throws {
    let long = Journal(title: String(repeating: "x", count: 21), in: context)
    let locked = LockedJournal(in: context)
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      error?.problems.map(\.message) == [
        "'Journal.title' must have at most 20 characters", "'LockedJournal.lock' must not be empty",
      ])
    #expect(error?.problems.map(\.objectID) == [long.objectID, locked.objectID])
    #expect(error?.problems.map(\.property) == ["title", "lock"])
    #expect(error?.problems.map(\.id) == ["validation.rule", "validation.rule"])
    #expect(try container.newContext().count(Journal.all) == 0)
  }

  @Test func aRuleAboutTheWholeObjectHasNoProperty() throws {
    let journal = Journal(title: "A", in: context)
    journal.beforeSave = { $0.title = "LOUD" }
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.id) == ["journal.shouting"])
    #expect(error?.problems.map(\.message) == ["'Journal' must not shout"])
    #expect(error?.problems.map(\.property) == [""])
  }

  @Test func whatHasBeenTakenBackIsNotAsked() throws {
    let journal = Journal(title: "A", in: context)
    let passage = Passage(text: "p", in: context)
    try context.save()
    try context.update(Journal.all) { $0.title = "LOUD" }
    try context.refresh(journal)
    journal.revision += 1
    journal.revision -= 1
    #expect(!context.hasChanges)
    try context.save()
    journal.passages.insert(passage)
    journal.passages.remove(passage)
    #expect(!context.hasChanges)
    try context.save()
    journal.passages.insert(passage)
    #expect(throws: ValidationError.self) { try context.save() }
    journal.passages.remove(passage)
    journal.revision += 1
    #expect(throws: ValidationError.self) { try context.save() }
  }

  @Test func whatIsNotChangedIsNotAsked() throws {
    try container.newContext().insertAll(Journal.self, from: [30]) { journal, count in
      journal.title = String(repeating: "x", count: count)
    }
    _ = Journal(title: "A", in: context)
    _ = try context.fetch(Journal.all)
    try context.save()
    #expect(try context.count(Journal.all) == 2)
  }
}
