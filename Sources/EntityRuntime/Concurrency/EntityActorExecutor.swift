public import EntityModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs the methods of one entity actor, one at a time and in order, on threads of the container.
///
/// `@EntityActor` makes one for each actor. Its threads are not those of Swift's cooperative pool:
/// a method that waits for a lock of the store delays no other task. They change from one piece of
/// a method to the next.
///
/// What others commit is taken over into the actor's context at once, between two pieces of its
/// methods.
///
/// Once the task that has called a method is cancelled, what the method asks of the store and saves
/// throws a `CancellationError`; an SQL statement that runs is ended. What it reads of objects is
/// read to its end.
///
/// It runs methods when the container has been closed too; what they ask of the store throws then.
public final class EntityActorExecutor: SerialExecutor, @unchecked Sendable {
  // The context is the actor's; what reads it is isolated to the actor, whose code runs here.

  /// The container that the actor works with.
  public let container: PersistentContainer

  /// The actor's context.
  public let __context: ManagedObjectContext

  private let lane = Lane()

  /// The thread that a job runs on at this moment; 0 while none does.
  private let thread = Atomic<UInt>(0)

  /// Creates the executor of an actor that works with a context of its own over `container`.
  public init(_ container: PersistentContainer) {
    self.container = container
    __context = ManagedObjectContext(container: container)
    __context.unit.session.endWithTasks()
    let isWaiting = Flag()
    __context.followCommits { [weak self, lane] in
      // The feed is locked, so that nothing may be released here that follows it.
      guard isWaiting.set() else { return }
      lane.enqueue(
        Lane.Job { [weak self] in
          isWaiting.clear()
          self?.perform { $0.__context.takeOverNow() }
        })
    }
  }

  // MARK: Running

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    run { job.runSynchronously(on: $0.asUnownedSerialExecutor()) }
  }

  /// Has `work`, which may use the actor's context, run when its turn comes.
  func run(_ work: @escaping @Sendable (EntityActorExecutor) -> Void) {
    lane.enqueue(Lane.Job { [self] in perform(work) })
  }

  private func perform(_ work: (EntityActorExecutor) -> Void) {
    thread.store(Self.currentThread, ordering: .relaxed)
    work(self)
    thread.store(0, ordering: .relaxed)
  }

  // MARK: Isolation

  public func isSameExclusiveExecutionContext(other: EntityActorExecutor) -> Bool {
    self === other
  }

  public func checkIsolated() {
    precondition(
      isCurrent, "this code is isolated to an entity actor and runs elsewhere; call it with 'await'"
    )
  }

  /// `true` if the caller runs on the executor.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  // Only the running job can find its own thread here, so that no order with others is needed.
  private var isCurrent: Bool { thread.load(ordering: .relaxed) == Self.currentThread }

  /// The number of the running thread, which no other one has.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}

/// What an entity actor stores that is a class of the main actor.
public final class __MainActorContext: @unchecked Sendable {
  // The context is read by a property that is isolated to the main actor.

  /// The container that the class works with.
  public let container: PersistentContainer

  /// The context of the class.
  public let __context: ManagedObjectContext

  /// Creates what a class stores that works with a context of its own over `container`.
  public init(_ container: PersistentContainer) {
    self.container = container
    __context = ManagedObjectContext(container: container)
    __context.unit.session.endWithTasks()
    let isWaiting = Flag()
    __context.followCommits { [weak self] in
      guard isWaiting.set() else { return }
      Task { @MainActor [weak self] in
        isWaiting.clear()
        self?.__context.takeOverNow()
      }
    }
  }
}

/// Is set until it is cleared.
private final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  /// Sets the flag; `false` if it is set already.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }

  func clear() { isSet.store(false, ordering: .releasing) }
}

extension ManagedObjectContext {
  /// Takes over what others have committed, if the context follows them; has everything read again
  /// if that fails. Conflicts stay in `pendingConflicts`.
  fileprivate func takeOverNow() {
    do { try takeOverCommits() } catch { refreshAll() }
  }

  /// Returns the object of `type` with `id`, or nil when there is none, any more or of that type.
  ///
  /// That the store cannot be read is thrown by the next `save`, `refresh` or end of `read`.
  public func __object<Object: ManagedObject>(_ type: Object.Type, with id: ObjectID) -> Object? {
    do {
      return try object(type, with: id)
    } catch {
      unit.problems.note(
        id, entity: Object.__entityName, "the store could not be read: \(error)", underlying: error)
      return nil
    }
  }
}
