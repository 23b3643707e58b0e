import EntityGraph
import Logging
import Metrics
import Tracing

/// Passes on what happens in the store: to the log, to the metrics, and to the trace of the request
/// that it is done for.
struct StoreTelemetry: Sendable {
  let logger: Logger

  /// How long a statement takes that is worth a line of the log.
  var slow = Duration.milliseconds(50)

  // Made once: an event is noted on the thread of a statement, which waits meanwhile.
  private let statements: [String: Timer]
  private let otherStatements = Timer(label: "store.statement.duration", dimensions: [("verb", "")])
  private let rows = Recorder(label: "store.statement.rows")
  private let commits = Timer(label: "store.commit.duration")
  private let checkpoints = Timer(label: "store.checkpoint.duration")
  private let waits: [StoreEvent.Wait.Subject: Timer]
  private let repeatedReads = Counter(label: "store.repeated_reads")

  init(logger: Logger) {
    self.logger = logger
    func timers<Key: Hashable>(_ label: String, _ name: String, _ keys: [Key]) -> [Key: Timer] {
      Dictionary(
        uniqueKeysWithValues: keys.map {
          ($0, Timer(label: label, dimensions: [(name, "\($0)")]))
        })
    }
    statements = timers(
      "store.statement.duration", "verb", ["SELECT", "INSERT", "UPDATE", "DELETE", "COMMIT"])
    waits = timers("store.wait.duration", "for", [.reader, .writer, .file])
  }

  /// Takes note of `event`, on the thread that it happened on, which waits meanwhile.
  func note(_ event: StoreEvent) {
    switch event {
    case .statement(let statement): note(statement)
    case .commit(let commit): commits.record(duration: commit.duration)
    case .checkpoint(let checkpoint): checkpoints.record(duration: checkpoint.duration)
    case .wait(let wait):
      waits[wait.subject]?.record(duration: wait.duration)
      if wait.duration > slow {
        logger.notice(
          "the store was waited for",
          metadata: ["for": "\(wait.subject)", "ms": "\(wait.duration.milliseconds)"])
      }
    case .repeatedRead(let read):
      repeatedReads.increment()
      logger.warning(
        "objects are read one by one that could be read together",
        metadata: [
          "entity": "\(read.entity)", "property": "\(read.property ?? "-")",
          "count": "\(read.count)", "caller": "\(read.caller ?? "-")",
        ])
    case .scan(let scan):
      logger.warning(
        "rows are read that an index could leave out",
        metadata: [
          "read": "\(scan.scannedRows)", "found": "\(scan.rows)",
          "request": "\(scan.request ?? scan.sql)", "caller": "\(scan.caller ?? "-")",
        ])
    @unknown default: break
    }
  }

  private func note(_ statement: StoreEvent.Statement) {
    let verb = String(statement.sql.prefix { $0 != " " })
    (statements[verb] ?? otherStatements).record(duration: statement.duration)
    rows.record(statement.rows)
    if statement.duration > slow {
      logger.warning(
        "slow statement",
        metadata: [
          "sql": "\(statement.sql)", "ms": "\(statement.duration.milliseconds)",
          "rows": "\(statement.rows)", "plan": "\(statement.plan.joined(separator: "; "))",
        ])
    } else {
      logger.trace("statement", metadata: ["sql": "\(statement.sql)"])
    }
    trace(statement, verb)
  }

  /// The verbs of statements that read or write nothing by themselves.
  private static let framing: Set = [
    "BEGIN", "COMMIT", "PRAGMA", "RELEASE", "ROLLBACK", "SAVEPOINT",
  ]

  /// Adds a span to the trace of the request, if this task works for one.
  private func trace(_ statement: StoreEvent.Statement, _ verb: String) {
    guard !Self.framing.contains(verb), let context = InstrumentationContext.current else { return }
    // The statement has run already: its span began when it did.
    let end = DefaultTracerClock.now.nanosecondsSinceEpoch
    let nanoseconds = UInt64(statement.duration.seconds * 1e9)
    let start = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end - min(nanoseconds, end))
    let span = startSpan(verb, context: context, ofKind: .client, at: start)
    span.attributes["db.system.name"] = "sqlite"
    span.attributes["db.query.text"] = statement.sql
    span.attributes["db.response.returned_rows"] = statement.rows
    if let error = statement.error {
      span.attributes["error.type"] = error.name
      span.setStatus(SpanStatus(code: .error))
    }
    span.end()
  }
}

extension StoreOptions {
  /// The options of this server: what clients may cost, and who observes it.
  static func bookshop(observedBy telemetry: StoreTelemetry) -> StoreOptions {
    StoreOptions(
      budget: FetchBudget(rows: 10_000, time: .seconds(2)),
      observed: ObservedEvents(plans: true, repeatedReads: 20, scans: 100_000),
      observer: { telemetry.note($0) }, history: .days(30))
  }
}
