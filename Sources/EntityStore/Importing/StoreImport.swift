import EntityJSON
package import EntityModel

/// Puts the rows of a file into a store, in one transaction.
///
/// Lines are read and written a batch at a time. Of what has been written it remembers the ids,
/// half a byte for each, and what commits say of updates and links. Rows may refer to later ones:
/// whether all of them are there is found out at the end.
package final class StoreImport {
  /// What an import asks of whoever knows more of a model than its description.
  package struct Knowledge {
    /// Returns what is wrong with a value that the property at an index of an entity is given, or
    /// `nil`.
    package var brokenRule: (EntityLayout, Int, StoredValue) -> String?

    /// Returns the default value of an attribute of an entity that the model does not know, for one
    /// object; `nil` if there is none.
    package var computedDefault: (EntityLayout, String) -> StoredValue?

    /// Creates what is known of a model beside its description: nothing by default.
    package init(
      brokenRule: @escaping (EntityLayout, Int, StoredValue) -> String? = { _, _, _ in nil },
      computedDefault: @escaping (EntityLayout, String) -> StoredValue? = { _, _ in nil }
    ) {
      self.brokenRule = brokenRule
      self.computedDefault = computedDefault
    }
  }

  let session: any WritingSession
  let layout: StoreLayout
  let options: ImportOptions
  let knowledge: Knowledge

  /// The time that attributes are given which keep one by themselves.
  let now: StoredValue

  private let progress: ((TransferProgress) throws -> Void)?
  private var lines: LineReader
  private var reader: ImportedLineReader
  private var totalObjects: Int?

  /// `true` if lists do not have the members that were not written with them.
  private(set) var isPart = false

  /// How many lines with objects there have been.
  private var objects = 0

  /// What has been done.
  var report = ImportReport()

  /// What is wrong with the file.
  private(set) var problems: [ImportProblem] = []

  /// Objects that have been read and not been written.
  var rows: [ImportedRow] = []

  /// Lists that have been read and not been written.
  var lists: [ImportedList] = []

  /// Objects whose unique values rows of the store hold that later lines may be about.
  var waiting = Work()

  /// How many bytes the lines have that have been read and not been written.
  private var heldBytes = 0

  /// What the import remembers of the rows that it has seen.
  var ledger: ImportLedger

  /// Prepares an import of the text whose pieces `next` returns until it returns `nil`.
  package init(
    _ session: any WritingSession, _ layout: StoreLayout, options: ImportOptions,
    knowledge: Knowledge, now: StoredValue, progress: ((TransferProgress) throws -> Void)? = nil,
    from next: @escaping () throws -> [UInt8]?
  ) throws {
    self.session = session
    self.layout = layout
    self.options = options
    self.knowledge = knowledge
    self.now = now
    self.progress = progress
    lines = LineReader(next)
    reader = ImportedLineReader(layout, unknownProperties: options.unknownProperties)
    ledger = try ImportLedger(session, layout)
  }

  /// Writes everything, and returns what has been done.
  ///
  /// - Throws: an `ImportError`; whoever calls rolls back then.
  package func run() throws -> ImportReport {
    let hasEnd = try readHeader()
    var isEnded = false
    while let bytes = try lines.next() {
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      if isEnded {
        refuse(ImportProblem(line: lines.number, "there is something after the last line"))
        break
      }
      isEnded = try take(bytes)
    }
    try flushRows()
    try writeWaiting()
    try flushLists()
    if hasEnd, !isEnded {
      refuse(
        ImportProblem(
          line: lines.number,
          "the file ends before its last line; it has not been written or copied to its end"))
    }
    try throwProblems()
    try check()
    try throwProblems()
    try reportProgress()
    return report
  }

  /// What has been written, as commits say it: rows without values.
  package var changes: ChangeSet { ledger.changes(layout) }

  /// `true` if anything has been written.
  package var hasWritten: Bool { ledger.hasWritten }

  // MARK: Lines

  /// Reads the first line; returns `true` if it says that there is a last one.
  private func readHeader() throws -> Bool {
    guard let bytes = try lines.next() else {
      throw ImportError([ImportProblem(line: 1, "the file is empty; an export has a first line")])
    }
    do {
      let header = try reader.header(bytes)
      totalObjects = header.objects
      isPart = header.isPart
      return header.hasEnd
    } catch {
      throw ImportError([error.problem])
    }
  }

  /// Takes a line that is not empty; returns `true` if it is the last one.
  private func take(_ bytes: [UInt8]) throws -> Bool {
    let line: ImportedLine
    do throws(ImportedLineReader.Failure) {
      line = try reader.read(bytes, line: lines.number)
    } catch {
      refuse(error.problem, by: options.invalidLines)
      try throwManyProblems()
      return false
    }
    for problem in reader.skipped { report.skip(problem) }
    switch line {
    case .object(let row):
      if !lists.isEmpty {
        try flushLists()
        heldBytes = 0
      }
      objects += 1
      rows.append(row)
      if isEnough(rows.count, bytes) { try flushRows() }
    case .list(let list):
      if !rows.isEmpty {
        try flushRows()
        heldBytes = 0
      }
      try writeWaiting()
      lists.append(list)
      if isEnough(lists.count, bytes) { try flushLists() }
    case .metadata(let key, let value): try take(value, forKey: key)
    case .end(let count):
      // A line that was passed over may have been an object.
      if count != objects, report.skippedCount == 0, problems.isEmpty {
        refuse(
          ImportProblem(
            line: lines.number,
            "the file has \(objects) objects, and had \(count) when it was written"))
      }
      return true
    }
    return false
  }

  /// Notes that a line of `bytes` is held; returns `true` if the lines that are, `count` of them,
  /// are to be written.
  private func isEnough(_ count: Int, _ bytes: [UInt8]) -> Bool {
    heldBytes += bytes.count
    guard count >= TransferFormat.batch || heldBytes > TransferFormat.heldBytes else {
      return false
    }
    heldBytes = 0
    return true
  }

  private func take(_ value: StoredValue, forKey key: String) throws {
    let former = try session.metadata(key, as: .real)
    if former == value { return }
    let problem = ImportProblem(
      line: lines.number, path: JSONPath([.name("metadata")]),
      "the store has other metadata of that key")
    if former != nil {
      switch options.existing {
      case .refuse: return refuse(problem)
      case .skip: return report.skip(problem)
      case .update: break
      }
    }
    try session.setMetadata(value, for: key)
  }

  func reportProgress() throws {
    try Task.checkCancellation()
    try progress?(
      TransferProgress(objects: objects, totalObjects: totalObjects, bytes: lines.bytes))
  }

  // MARK: Problems

  /// Notes that the file is refused.
  func refuse(_ problem: ImportProblem) { problems.append(problem) }

  /// Notes that a part of the file is refused, or is passed over.
  func refuse(_ problem: ImportProblem, by rule: ImportRule) {
    switch rule {
    case .refuse: refuse(problem)
    case .skip: report.skip(problem)
    }
  }

  /// Throws what is wrong with the file.
  func throwProblems() throws {
    if !problems.isEmpty { throw ImportError(problems) }
  }

  /// Throws what is wrong with the file if that is as much as an error has.
  func throwManyProblems() throws {
    if problems.count >= TransferFormat.batch { try throwProblems() }
  }
}
