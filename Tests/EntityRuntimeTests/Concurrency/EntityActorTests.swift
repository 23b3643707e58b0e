import EntityGraph
import Testing

@testable import EntityRuntime

/// An actor as its author writes it.
@EntityActor actor Archive {
  /// How many methods run at this moment.
  private var running = 0

  @discardableResult func add(_ title: String, saving: Bool = true) throws -> ObjectID {
    let volume = Volume(title: title, in: context)
    if saving { try context.save() }
    return volume.objectID
  }

  func rename(_ id: ObjectID, to title: String) throws {
    guard let volume = self[id, as: Volume.self] else { throw ArchiveError.unknown }
    volume.title = title
    try context.save()
  }

  func title(of id: ObjectID) -> String? {
    let volume: Volume? = self[id]
    return volume?.title
  }

  func count() throws -> Int { try context.count(Volume.all) }

  /// The objects that the actor holds.
  private var held: [Volume] = []

  func hold() throws { held = try context.fetch(Volume.all) }

  func changeHeld(to title: String) { held.first?.title = title }

  /// The titles of the objects that the actor holds, which are read without asking the context.
  func heldTitles() -> [String] { held.filter { !$0.isDeleted }.map(\.title) }

  func conflictCount() -> Int { context.pendingConflicts.count }

  func save() throws { try context.save() }

  func takeBack() { context.rollback() }

  /// Blocks the thread that it runs on.
  func wait(at gate: Gate) { gate.pass() }

  /// Returns `true` if no other method runs meanwhile.
  func isAlone() -> Bool {
    running += 1
    defer { running -= 1 }
    return running == 1
  }

  /// Returns a value that only code of the actor may read.
  nonisolated func countOfRunning() -> Int { assumeIsolated { $0.running } }

  func check() async -> Int {
    preconditionIsolated()
    await Task.yield()
    assertIsolated()
    return countOfRunning()
  }

  /// Has the executor run `work`, which is no task.
  nonisolated func withoutTask(_ work: @escaping @Sendable () -> Void) {
    __executor.run { _ in work() }
  }
}

enum ArchiveError: Error { case unknown }

@Suite struct EntityActorTests {
  private static func container() throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(Shelf.self, Volume.self), at: .memory, options: .patient)
  }

  // MARK: Objects

  @Test func methodsWorkWithTheContext() async throws {
    let library = Archive(container: try Self.container())
    let id = try await library.add("A")
    try await library.rename(id, to: "B")
    #expect(await library.title(of: id) == "B")
    #expect(try library.container.newContext().fetch(Volume.all).map(\.title) == ["B"])
  }

  @Test func anIDOfNothingFindsNothing() async throws {
    let library = Archive(container: try Self.container())
    let id = try await library.add("A")
    let unknown = ObjectID(entityName: "Volume", rowID: 99)
    #expect(await library.title(of: unknown) == nil)
    await #expect(throws: ArchiveError.unknown) { try await library.rename(unknown, to: "") }
    #expect(await library.title(of: ObjectID(entityName: "Shelf", rowID: id.rowID)) == nil)
  }

  @Test func actorsOverOneContainerSeeWhatOthersHaveSaved() async throws {
    let container = try Self.container()
    let (one, two) = (Archive(container: container), Archive(container: container))
    try await one.add("A")
    #expect(try await two.count() == 1)
  }

  @Test func whatOthersCommitIsThereAtOnce() async throws {
    let library = Archive(container: try Self.container())
    let id = try await library.add("A")
    try await library.hold()
    let other = library.container.newContext()
    let theirs = try #require(try other.object(Volume.self, with: id))
    theirs.title = "B"
    try other.save()
    #expect(await library.heldTitles() == ["B"])
    await library.changeHeld(to: "ours")
    theirs.title = "theirs"
    try other.save()
    #expect(await library.heldTitles() == ["ours"])
    #expect(await library.conflictCount() == 1)
    await library.takeBack()
    other.delete(theirs)
    try other.save()
    #expect(await library.heldTitles() == [])
  }

  @Test func unsavedChangesStayForTheNextMethod() async throws {
    let library = Archive(container: try Self.container())
    try await library.add("A", saving: false)
    #expect(try await library.count() == 1)
    #expect(try library.container.newContext().count(Volume.all) == 0)
    await library.takeBack()
    #expect(try await library.count() == 0)
    try await library.add("B", saving: false)
    try await library.save()
    #expect(try library.container.newContext().count(Volume.all) == 1)
  }

  @Test func testsLookIntoTheContext() async throws {
    let library = Archive(container: try Self.container())
    let title = "A"
    let id = try await library.withContext { context in
      let volume = Volume(title: title, in: context)
      try context.save()
      return volume.objectID
    }
    #expect(await library.title(of: id) == "A")
    #expect(await library.withContext { $0.hasChanges } == false)
    await #expect(throws: ArchiveError.unknown) {
      try await library.withContext { _ in throw ArchiveError.unknown }
    }
  }

  @Test func theContextGoesWithTheActor() async throws {
    let container = try Self.container()
    var library: Archive? = Archive(container: container)
    let held = Held()
    await library?.withContext { held.context = $0 }
    try await library?.add("A")
    library = nil
    // The last piece of a method may still be on its way out.
    try await wait { held.context == nil }
    #expect(try container.newContext().count(Volume.all) == 1)
  }

  // MARK: Threads

  @Test(.timeLimit(.minutes(60))) func blockedActorsDelayNoOtherTask() async throws {
    let container = try Self.container()
    let gate = Gate()
    let libraries = (0..<50).map { _ in Archive(container: container) }
    let blocked = libraries.map { library in Task { await library.wait(at: gate) } }
    for _ in libraries { await gate.waitForArrival() }
    // All of them block a thread; other tasks and other actors run nevertheless.
    let answers = await withTaskGroup(of: Int.self) { group in
      for number in 0..<10 { group.addTask { number } }
      return await group.reduce(0, +)
    }
    #expect(answers == 45)
    try await Archive(container: container).add("A")
    for _ in libraries { gate.open() }
    for task in blocked { await task.value }
  }

  @Test func oneMethodRunsAtATime() async throws {
    let library = Archive(container: try Self.container())
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { await library.isAlone() } }
      for await isAlone in group { #expect(isAlone) }
    }
  }

  @Test func codeOfTheActorIsKnownToBeIsolated() async throws {
    let library = Archive(container: try Self.container())
    #expect(await library.check() == 0)
  }

  @Test func workThatIsNoTaskIsIsolatedToo() async throws {
    let library = Archive(container: try Self.container())
    let count = await withCheckedContinuation { continuation in
      library.withoutTask { continuation.resume(returning: library.countOfRunning()) }
    }
    #expect(count == 0)
  }

  @Test func codeElsewhereIsNotIsolated() throws {
    let executor = EntityActorExecutor(try Self.container())
    let other = EntityActorExecutor(executor.container)
    #expect(executor.isIsolatingCurrentContext() == false)
    #expect(executor.isSameExclusiveExecutionContext(other: executor))
    #expect(!executor.isSameExclusiveExecutionContext(other: other))
  }

  // MARK: A closed container

  @Test func methodsRunOverAClosedContainerAndThrow() async throws {
    let library = Archive(container: try Self.container())
    try await library.add("A")
    library.container.close()
    await #expect(throws: StoreError.self) { try await library.add("B") }
    await #expect(throws: StoreError.self) { try await library.count() }
  }

  @Test func whatCannotBeReadIsNoObjectAndIsReported() async throws {
    let container = try Self.container()
    let id = try await Archive(container: container).add("A")
    let library = Archive(container: container)
    container.close()
    #expect(await library.title(of: id) == nil)
    await #expect(throws: ReadError.self) { try await library.save() }
  }

  // MARK: Forms

  @Test func theInitializerTakesWhatTheActorStores() async throws {
    final class Box { var value = 1 }
    @EntityActor actor Desk {
      let name: String
      var limit = 3
      private(set) var box: Box
      var next: () -> Int
      var total: Int { limit + box.value + next() }
    }
    let box = Box()
    let desk = Desk(container: try Self.container(), name: "n", box: box, next: { 5 })
    #expect(await desk.total == 9)
    #expect(desk.name == "n")
  }

  @Test func anInitializerOfItsOwnGivesTheContainer() async throws {
    @EntityActor actor Desk {
      let name: String
      private(set) var ids: [ObjectID] = []
      let first: Int
      init(_ container: PersistentContainer, named name: String) throws {
        self.name = name
        self.container = container
        first = try container.newContext().count(Volume.all)
      }
      init(_ container: PersistentContainer) throws { try self.init(container, named: "none") }
      func add() throws { ids.append(Volume(title: name, in: context).objectID) }
    }
    let desk = try Desk(Self.container())
    try await desk.add()
    #expect(await desk.ids.count == 1)
    #expect(desk.name == "none")
  }

  @Test func anInitializerMayCallTheGeneratedOne() async throws {
    @EntityActor actor Desk {
      init(in path: StoreLocation) throws {
        self.init(
          container: try PersistentContainer(model: ObjectModel(Shelf.self, Volume.self), at: path))
      }
      func count() throws -> Int { try context.count(Volume.all) }
    }
    #expect(try await Desk(in: .memory).count() == 0)
  }

  @Test func anActorMayBeGeneric() async throws {
    let counter = Counter<Volume>(container: try Self.container())
    #expect(try await counter.count() == 0)
  }

  @MainActor @Test func aClassOfTheMainActorWorksThere() async throws {
    let window = Window(container: try Self.container(), title: "t")
    let id = try window.add("A")
    #expect(window[id, as: Volume.self]?.title == "A")
    #expect(window.context.hasChanges == false)
    let count = try await Task.detached {
      try await window.withContext { try $0.count(Volume.all) }
    }
    .value
    #expect(count == 1)
    #expect(await Task.detached { window.container.model }.value == window.container.model)
  }
}

/// Looks whether a context is still there.
private final class Held: @unchecked Sendable {
  // It is written before it is read.
  weak var context: ManagedObjectContext?
}

@EntityActor actor Counter<Object: ManagedObject> {
  func count() throws -> Int { try context.count(Object.all) }
}

@EntityActor @MainActor final class Window {
  let title: String
  var selection: ObjectID?

  func add(_ title: String) throws -> ObjectID {
    let volume = Volume(title: title, in: context)
    try context.save()
    selection = volume.objectID
    return volume.objectID
  }
}
