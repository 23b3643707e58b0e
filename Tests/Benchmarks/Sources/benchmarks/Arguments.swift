/// What the benchmark is asked to do.
struct Arguments {
  /// Says what is wrong with the arguments.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// What is to be done.
  enum Task {
    case compare
    case profile(Workload)
    case profilePayload(ServerRow)
    case alone(Workload, contender: Int, path: String)
    case migrate(path: String)
    case sync(megabytes: Int, path: String)
    case export(path: String)
    case help
  }

  private(set) var task = Task.compare
  private(set) var isSmall = false
  private(set) var stopwatch = Stopwatch.wall

  /// The names of the rows to measure, or nil for all.
  private var only: Set<String>?

  /// How many rounds are asked for, or nil.
  private(set) var rounds: Int?

  /// The folder of the documents to write to, if any.
  private(set) var documents: String?

  /// How many megabytes the large payload has that is asked for, or nil.
  private var payload: Int?

  /// How many megabytes the payload has whose memory is measured.
  var megabytes: Int { payload ?? (isSmall ? 4 : 64) }

  /// How much of everything there is.
  var scale: Scale { isSmall ? .small : .full }

  /// Returns `true` if the row that is called `name` is to be measured.
  func wants(_ name: String) -> Bool { only?.contains(name) ?? true }

  /// The names of all rows, in their order.
  private static var rows: [String] {
    Workload.allCases.map(\.rawValue) + MemoryRow.allCases.map(\.rawValue)
      + ServerRow.allCases.map(\.rawValue) + GraphRow.allCases.map(\.rawValue)
      + MigrationRow.allCases.map(\.rawValue)
  }

  /// How the program is used.
  static let usage = """
    usage: benchmarks [--small] [--rounds N] [--cpu] [--only ROW,...] [--payload MB]
                      [--write DOCS]
           benchmarks [--small] [--rounds N] [--cpu] --profile WORKLOAD

    Compares EntityGraph with the C interface by hand (RAW) and with GRDB, workload by workload, and
    prints a table: RAW's time and the others' ratios to it, each the median of the rounds.

      --small             a library of 2,000 books in place of 100,000, and one round;
                          20,000 rows to migrate in place of 1,000,000
      --rounds N          so many rounds in place of 7
      --only ROW,...      these rows, in the table's order; may be given more than once
      --cpu               CPU time in place of the time that passes, where others use the machine
      --payload MB        so large a payload in place of 64 MB, 4 with --small, where the memory
                          that one takes is measured: 1024 for a gigabyte
      --write DOCS        writes the table into DOCS/Performance.md and a chart beside it
      --profile WORKLOAD  has EntityGraph alone do the workload, for a profiler to watch

    The workloads: \(Workload.allCases.map(\.rawValue).joined(separator: ", ")).
    Payloads that can be profiled too: \(profiledRows.map(\.rawValue).joined(separator: ", ")).
    The rows are these, \(MemoryRow.allCases.map(\.rawValue).joined(separator: ", ")),
    of servers \(ServerRow.allCases.map(\.rawValue).joined(separator: ", ")),
    of objects \(GraphRow.allCases.map(\.rawValue).joined(separator: ", ")),
    and, of migrations, \(MigrationRow.allCases.map(\.rawValue).joined(separator: ", ")).
    """

  /// Reads the arguments, the program's name not among them.
  init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--small": isSmall = true
      case "--cpu": stopwatch = .cpu
      case "--rounds": rounds = try Self.number(after: argument, &rest)
      case "--only":
        only = (only ?? []).union(try Self.rows(after: argument, &rest))
      case "--write": documents = try Self.value(after: argument, &rest)
      case "--profile": task = try Self.profiled(after: argument, &rest)
      case "--alone":
        let workload = try Self.workload(after: argument, &rest)
        let contender = try Self.number(after: argument, &rest, from: 0)
        guard contenders.indices.contains(contender) else {
          throw Problem(description: "there is no contender \(contender)")
        }
        task = .alone(
          workload, contender: contender, path: try Self.value(after: argument, &rest))
      case "--migrate": task = .migrate(path: try Self.value(after: argument, &rest))
      case "--payload": payload = try Self.number(after: argument, &rest, from: 4)
      case "--sync":
        let megabytes = try Self.number(after: argument, &rest)
        task = .sync(megabytes: megabytes, path: try Self.value(after: argument, &rest))
      case "--export": task = .export(path: try Self.value(after: argument, &rest))
      case "--help", "-h": task = .help
      default: throw Problem(description: "unknown argument '\(argument)'")
      }
    }
    guard documents == nil || only == nil else {
      throw Problem(description: "'--write' needs all rows, so it does not go with '--only'")
    }
  }

  private static func value(
    after option: String, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> String {
    guard let value = rest.popFirst() else {
      throw Problem(description: "'\(option)' needs a value")
    }
    return value
  }

  private static func number(
    after option: String, _ rest: inout ArraySlice<String>, from least: Int = 1
  ) throws(Problem) -> Int {
    let value = try value(after: option, &rest)
    guard let number = Int(value), number >= least else {
      throw Problem(description: "'\(option)' needs a number from \(least), not '\(value)'")
    }
    return number
  }

  private static func rows(
    after option: String, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> [String] {
    let names = try value(after: option, &rest).split(separator: ",").map { String($0) }
    for name in names where !rows.contains(name) {
      let known = rows.joined(separator: ", ")
      throw Problem(description: "there is no row '\(name)'; there are \(known)")
    }
    return names
  }

  /// What is done with payloads that a profiler may watch.
  private static let profiledRows: [ServerRow] = [.syncInsert, .syncPieces]

  private static func profiled(
    after option: String, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> Task {
    if let row = profiledRows.first(where: { $0.rawValue == rest.first }) {
      rest.removeFirst()
      return .profilePayload(row)
    }
    return .profile(try workload(after: option, &rest))
  }

  private static func workload(
    after option: String, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> Workload {
    let value = try value(after: option, &rest)
    guard let workload = Workload(rawValue: value) else {
      let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(description: "there is no workload '\(value)'; there are \(names)")
    }
    return workload
  }
}
