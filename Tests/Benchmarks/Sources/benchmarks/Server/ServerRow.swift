/// Something that a server does, what it costs, and what that is compared with.
enum ServerRow: String, CaseIterable {
  case emptyReads = "empty-reads"
  case emptyRead = "empty-read"
  case liveQueries = "live-queries"
  case liveStatements = "live-statements"
  case smallSave = "small-save"
  case history
  case historyOfMany = "history-of-many"
  case binding
  case largeSetInsertions = "large-set-insertions"
  case largeSetReading = "large-set-reading"
  case syncInsert = "sync-insert"
  case syncPieces = "sync-pieces"
  case syncMany = "sync-many"
  case syncOne = "sync-one"
  case syncMembers = "sync-members"
  case exportParent = "export-parent"
  case jsonDecode = "json-decode"
  case jsonEncode = "json-encode"
  case jsonEncodeByHand = "json-encode-by-hand"
  case syncMemory = "sync-memory"
  case exportMemory = "export-memory"

  /// `true` if it reads JSON into the graph, or writes it.
  var isOfPayloads: Bool {
    switch self {
    case .syncInsert, .syncPieces, .syncMany, .syncOne, .syncMembers, .exportParent: true
    case .jsonDecode, .jsonEncode, .jsonEncodeByHand, .syncMemory, .exportMemory: true
    default: false
    }
  }

  /// What is done, in a few words.
  func title(_ scale: Scale, _ megabytes: Int) -> String {
    let listeners = "\(grouped(scale.listeners)) listeners on \(scale.requestsListenedTo) requests"
    return switch self {
    case .emptyReads: "`read { _ in }`, 20 in flight, a call"
    case .emptyRead: "the same, one alone"
    case .liveQueries: "\(listeners): a commit until all have the result"
    case .liveStatements: "queries of the same"
    case .smallSave: "a save of one changed object, nobody listening"
    case .history: "the same, with history"
    case .historyOfMany: "a save of \(grouped(scale.changes)) changed objects, with history"
    case .largeSetInsertions:
      "\(LargeSet.insertions) new members of a set of \(grouped(scale.books)), saved"
    case .largeSetReading: "counting that set and reading a page of it, one member unsaved"
    case .binding: "making, lowering and binding a request that finds nothing"
    case .syncInsert: "\(grouped(scale.books)) new objects of 8 keys, saved"
    case .syncPieces: "the same in pieces of 64 KB"
    case .syncMany: "\(grouped(scale.books / 10)) objects, half of them there, saved"
    case .syncOne: "one in a store of \(grouped(scale.books / 10)), saved"
    case .syncMembers: "the 100 members of one object, all changed, saved"
    case .exportParent: "an object with 100 members as JSON"
    case .jsonDecode: "\(grouped(scale.books)) structs of 8 members from `JSON`"
    case .jsonEncode: "\(grouped(scale.books)) objects of 8 attributes as JSON"
    case .jsonEncodeByHand: "the same"
    case .syncMemory: "peak memory of synchronizing \(megabytes) MB in pieces"
    case .exportMemory: "peak memory of `writeJSON` of \(megabytes) MB"
    }
  }

  /// What it is compared with.
  func base(_ scale: Scale, _ megabytes: Int) -> String {
    switch self {
    case .emptyReads: "hand-over to a thread and back, 20 in flight"
    case .emptyRead: "the same, one alone"
    case .liveQueries, .liveStatements: "a commit, then each request once in one `read`"
    case .smallSave, .largeSetInsertions, .largeSetReading: "the C interface"
    case .binding: "binding and running its statement by the C interface"
    case .history, .historyOfMany: "without history"
    case .syncInsert, .syncPieces: "inserting what has been decoded by the C interface"
    case .syncMany, .syncOne, .syncMembers, .exportParent: "reading its JSON alone"
    case .jsonDecode: "`JSONDecoder`"
    case .jsonEncode: "`JSONEncoder` and structs"
    case .jsonEncodeByHand: "writing structs by hand"
    case .syncMemory, .exportMemory: "\(megabytes / 4) MB"
    }
  }

  /// What it is meant to cost at most; `nil` where nothing is said.
  var target: Comparison.Target? {
    switch self {
    case .emptyReads: .figure(5)
    case .emptyRead: .ratio(1.2)
    case .liveQueries, .smallSave, .largeSetInsertions, .largeSetReading: nil
    case .binding: .figure(1.5)
    case .liveStatements: .ratio(1)
    case .history, .historyOfMany: .ratio(1.3)
    case .syncInsert, .syncPieces: .ratio(2)
    case .syncMany: .figure(100)
    case .syncOne: .figure(0.3)
    case .syncMembers: .figure(1.5)
    case .exportParent: .figure(1)
    case .jsonDecode, .jsonEncode: .ratio(0.2)
    case .jsonEncodeByHand: .ratio(1.5)
    case .syncMemory, .exportMemory: .ratio(1.2)
    }
  }

  /// What the figures are counted in.
  var unit: String {
    switch self {
    case .emptyReads, .emptyRead, .smallSave, .history, .binding: "µs"
    case .liveQueries, .historyOfMany, .largeSetInsertions, .largeSetReading: "ms"
    case .syncInsert, .syncPieces, .syncMany, .syncOne, .syncMembers, .exportParent: "ms"
    case .jsonDecode, .jsonEncode, .jsonEncodeByHand: "ms"
    case .syncMemory, .exportMemory: "MB"
    case .liveStatements: "statements"
    }
  }
}
