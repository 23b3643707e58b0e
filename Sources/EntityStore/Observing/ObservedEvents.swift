/// Which events an observer of a store receives.
///
///     StoreOptions(
///       observed: ObservedEvents(statementsTaking: .milliseconds(50), plans: true),
///       observer: { event in log(event) })
public struct ObservedEvents: Hashable, Sendable {
  /// The shortest time that a statement takes to be reported: zero for all statements, `nil` for
  /// none.
  public var statementsTaking: Duration?

  /// `true` if the statements that are reported have their plans, each of which is asked for once.
  public var plans: Bool

  /// `true` if commits are reported.
  public var commits: Bool

  /// `true` if waits are reported.
  public var waits: Bool

  /// `true` if checkpoints are reported.
  public var checkpoints: Bool

  /// How often a context reads one object by the same relationship, or by ids of the same entity,
  /// until that is reported; `nil` for never.
  public var repeatedReads: Int?

  /// How many rows a statement reads one after the other, without an index to find them by, for
  /// that to be reported; `nil` for never.
  public var scans: Int?

  /// Creates a selection; without arguments, of every statement, commit, wait and checkpoint.
  public init(
    statementsTaking: Duration? = .zero, plans: Bool = false, commits: Bool = true,
    waits: Bool = true, checkpoints: Bool = true, repeatedReads: Int? = nil,
    scans: Int? = nil
  ) {
    self.statementsTaking = statementsTaking
    self.plans = plans
    self.commits = commits
    self.waits = waits
    self.checkpoints = checkpoints
    self.repeatedReads = repeatedReads
    self.scans = scans
  }
}

/// Who receives the events of a store, and which.
package struct StoreObserver: Sendable {
  /// Which events are reported.
  package let observed: ObservedEvents

  /// Receives an event, on the thread that it happened on.
  package let report: @Sendable (StoreEvent) -> Void

  /// Creates an observer.
  package init(_ observed: ObservedEvents, _ report: @escaping @Sendable (StoreEvent) -> Void) {
    self.observed = observed
    self.report = report
  }

  /// Returns what reports waits for `subject`.
  package func reporting(
    _ subject: StoreEvent.Wait.Subject
  ) -> @Sendable (Duration) -> Void {
    { [report] duration in
      report(.wait(StoreEvent.Wait(subject: subject, duration: duration)))
    }
  }
}
