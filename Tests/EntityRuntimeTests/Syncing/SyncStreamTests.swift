import EntityGraph
import EntityStore
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct SyncStreamTests {
  private let run: SyncRuleRun
  private var container: PersistentContainer { run.container }

  init() throws { run = try SyncRuleRun() }

  /// Returns `text` in pieces of a few bytes.
  private func pieces(_ text: String, of size: Int = 5) -> AsyncStream<[UInt8]> {
    let bytes = Array(text.utf8)
    return AsyncStream(
      of: stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      })
  }

  /// Applies `payload` in parts of `partSize` rows and returns the report.
  private func sync<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, deleting: SyncDeletion<Object> = .none,
    _ options: SyncOptions = SyncOptions(), partSize: Int = 1, partBytes: Int = 8 << 20
  ) async throws -> SyncReport {
    let report = try await container.sync(
      type, from: JSON.elements(of: pieces(payload)), deleting: deleting, options: options,
      author: nil, progress: nil, partSize: partSize, partBytes: partBytes, memoryLimit: 40)
    let fresh = container.newContext()
    _ = try fresh.fetch(FetchRequest<Object>())
    expectSound(fresh)
    return report
  }

  private func moorings() throws -> [String] {
    try container.newContext().fetch(Mooring.all.sorted(by: \.id)).map {
      "\($0.id) \($0.note) \($0.wharf.id) \($0.next?.id ?? 0)"
    }
  }

  @Test func piecesBytesLinesAndRowsAreApplied() async throws {
    let list = #"[{"id": 1, "name": "a"}, {"id": 2}]"#
    var report = try await container.sync(Wharf.self, from: pieces(list), deleting: .missing)
    #expect(report.description == "2 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(report.rows == [])
    let bytes = AsyncStream(of: list.utf8)
    report = try await container.sync(Wharf.self, from: bytes)
    #expect(report.description == "0 inserted, 0 updated, 2 unchanged, 0 deleted, 0 skipped")
    report = try await container.sync(
      Wharf.self, from: pieces("{\"id\": 2, \"name\": \"b\"}\n\n{\"id\": 3}\n"), as: .lines,
      deleting: .missing, author: "partner")
    #expect(report.description == "1 inserted, 1 updated, 0 unchanged, 1 deleted, 0 skipped")
    let row: JSON = ["id": 4]
    let rows = AsyncStream(of: [row])
    report = try await container.sync(Wharf.self, from: rows, deleting: .missing)
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 2 deleted, 0 skipped")
    #expect(report.deleted.count == 2)
    #expect(try container.newContext().fetch(Wharf.all).map(\.id) == [4])
  }

  @Test func referencesMayBeToRowsOfLaterParts() async throws {
    let payload = #"""
      [{"id": 1, "wharf": 7, "next": 3}, {"id": 2, "wharf": {"id": 7}}, {"id": 3, "wharf": 7},
       {"id": 4, "wharf": 8, "followers": [1, 5]}, {"id": 5, "wharf": {"id": 8}}]
      """#
    #expect(
      try await sync(Mooring.self, payload).description
        == "7 inserted, 0 updated, 0 unchanged, 0 deleted, 0 skipped")
    #expect(try moorings() == ["1  7 4", "2  7 0", "3  7 0", "4  8 0", "5  8 4"])
  }

  @Test func aPayloadInPartsWritesNothingTheSecondTime() async throws {
    let payload = #"""
      [{"id": 1, "note": "a", "wharf": {"id": 7}, "next": 2}, {"id": 2, "wharf": 7, "next": 3},
       {"id": 3, "wharf": 7}]
      """#
    _ = try await sync(Mooring.self, payload)
    let report = try await sync(Mooring.self, payload, deleting: .missing)
    #expect(report.description == "0 inserted, 0 updated, 4 unchanged, 0 deleted, 0 skipped")
    #expect(!report.hasChanges)
    let changed = try await sync(
      Mooring.self, #"[{"id": 1, "next": 4}, {"id": 4, "wharf": 7}]"#)
    #expect(changed.description == "1 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
  }

  @Test func whatIsNowhereIsUnknownAtTheEnd() async throws {
    let payload = #"[{"id": 1, "wharf": {"id": 7}, "next": 9}, {"id": 2, "wharf": 7}]"#
    let report = try await sync(Mooring.self, payload)
    #expect(report.description == "3 inserted, 0 updated, 0 unchanged, 0 deleted, 1 skipped")
    #expect(
      report.rows == [
        SyncReport.Row(
          path: JSONPath([.index(0), .name("next")]),
          outcome: .skipped("'Mooring.next' refers to an object that is not there"))
      ])
    await #expect(throws: SyncError.self) {
      try await sync(
        Mooring.self, #"[{"id": 3, "wharf": 7, "next": 9}, {"id": 4, "wharf": 7}]"#, .strict())
    }
    await #expect(throws: SyncError.self) {
      try await sync(Mooring.self, #"[{"id": 3, "wharf": 99}, {"id": 4, "wharf": 7}]"#)
    }
    #expect(try moorings().count == 2)
  }

  @Test func aMemberThatALaterPartTakesIsNotDeleted() async throws {
    _ = try await sync(
      Wharf.self,
      #"""
      [{"id": 1, "moorings": [{"id": 1, "note": "a"}, {"id": 2, "note": "b"}],
        "bollards": [{"id": 1, "note": "x"}, {"id": 2, "note": "y"}]}, {"id": 2}]
      """#)
    let report = try await sync(
      Wharf.self,
      #"""
      [{"id": 1, "moorings": [], "bollards": [2]}, {"id": 2, "moorings": [1], "bollards": []},
       {"id": 3}]
      """#)
    #expect(report.description == "1 inserted, 2 updated, 0 unchanged, 2 deleted, 0 skipped")
    #expect(try moorings() == ["1 a 2 0"])
    let bollards = try container.newContext().fetch(Bollard.all).map { "\($0.id) \($0.note)" }
    #expect(bollards == ["2 y"])
  }

  @Test func rowsOfOneObjectInSeveralPartsAreAppliedInTheirOrder() async throws {
    let payload = #"""
      [{"id": 1, "wharf": {"id": 7}, "note": "a"}, {"id": 2, "wharf": 7},
       {"id": 1, "next": 2}, {"id": 1, "note": "c"}]
      """#
    for partSize in [1, 2, 3, 10] {
      let report = try await sync(
        Mooring.self, "[]", deleting: .missing, partSize: partSize)
      #expect(report.insertedCount == 0)
      let first = try await sync(Mooring.self, payload, partSize: partSize)
      #expect(first.skippedCount == 2)
      #expect(try moorings() == ["1 c 7 2", "2  7 0"])
    }
    await #expect(throws: SyncError.self) { try await sync(Mooring.self, payload, .strict()) }
  }

  @Test func aReferenceThatWaitsLeavesWhatALaterRowHasSettled() async throws {
    _ = try await sync(Wharf.self, #"[{"id": 7}]"#)
    _ = try await sync(
      Mooring.self,
      #"""
      [{"id": 2, "wharf": 7}, {"id": 1, "wharf": 7, "next": 3}, {"id": 1, "next": 2},
       {"id": 3, "wharf": 7}]
      """#)
    #expect(try moorings() == ["1  7 2", "2  7 0", "3  7 0"])
  }

  @Test func rowsAboutWhatIsPostponedComeAfterIt() async throws {
    _ = try await sync(Wharf.self, #"[{"id": 7}]"#)
    let payload = #"""
      [{"id": 1, "note": "old", "wharf": 9}, {"id": 1, "note": "new", "wharf": 7},
       {"id": 2, "wharf": {"id": 9}}]
      """#
    for partSize in 1...3 {
      _ = try await sync(Mooring.self, "[]", deleting: .missing)
      _ = try await sync(Mooring.self, payload, partSize: partSize)
      #expect(try moorings() == ["1 new 7 0", "2  9 0"])
      _ = try await sync(Wharf.self, #"[{"id": 7}]"#, deleting: .missing)
    }
  }

  @Test func partsThatEndByTheirBytesAwaitLaterRowsToo() async throws {
    let payload = #"[{"id": 1, "wharf": 7, "next": 2}, {"id": 2, "wharf": {"id": 7}}]"#
    _ = try await sync(Mooring.self, payload, partSize: 100, partBytes: 10)
    #expect(try moorings() == ["1  7 2", "2  7 0"])
  }

  @Test func anObjectIsCountedOnceWhateverItsRowsDo() async throws {
    _ = try await sync(Wharf.self, #"[{"id": 1}]"#)
    let report = try await sync(
      Wharf.self, #"[{"id": 1}, {"id": 1, "name": "a"}, {"id": 1, "name": "b"}]"#)
    #expect(report.description == "0 inserted, 1 updated, 0 unchanged, 0 deleted, 2 skipped")
  }

  @Test func whatIsRefusedInTheLastPartWritesNothing() async throws {
    let rows = (1...40).map { #"{"id": \#($0)}"# }.joined(separator: ",\n")
    for (end, message) in [
      (
        #", {"id": "x"}]"#,
        "$[40].id: 'Wharf.id' is a whole number within the range of the property"
      ),
      (#", 7]"#, "$[40]: a row is an object, and this is a number"),
      (#", {"id": 41, "moorings": [{"id": 1}, {}]}]"#, "$[40].moorings[1]: the row has no 'id'"),
      (#", {"id": tru}]"#, "line 40, column 20, $[40].id: expected a value"),
      ("", "line 40, column 11, $[40]: expected ',' or ']'"),
    ] {
      do {
        _ = try await sync(Wharf.self, "[\(rows)\(end)", deleting: .missing)
        Issue.record("\(message) was not refused")
      } catch {
        #expect("\(error)".hasPrefix(message))
      }
    }
    #expect(try container.newContext().count(Wharf.self) == 0)
  }

  @Test func rowsThatArePassedOverAreListedAndNothingIsDeleted() async throws {
    _ = try await sync(Wharf.self, #"[{"id": 1}, {"id": 2}]"#)
    var options = SyncOptions()
    options.invalidRows = .skip
    let report = try await sync(
      Wharf.self, #"[{"id": 3}, 7, {"name": "x"}]"#, deleting: .missing, options)
    #expect(report.description == "1 inserted, 0 updated, 0 unchanged, 0 deleted, 2 skipped")
    #expect(report.skipped.map { "\($0.path)" } == ["$[1]", "$[2]"])
  }

  @Test func whatOneRequestFindsBeforeIsDeletedWhereItIsMissing() async throws {
    _ = try await sync(Wharf.self, #"[{"id": 1}, {"id": 2, "name": "x"}, {"id": 3, "name": "x"}]"#)
    let report = try await sync(
      Wharf.self, #"[{"id": 3, "name": "y"}, {"id": 4, "name": "x"}]"#,
      deleting: .missingFrom(Wharf.where { $0.name == "x" }))
    #expect(report.description == "1 inserted, 1 updated, 0 unchanged, 1 deleted, 0 skipped")
    #expect(try container.newContext().fetch(Wharf.all.sorted(by: \.id)).map(\.id) == [1, 3, 4])
  }

  @Test func whoeverSendsSlowlyKeepsNobodyFromWriting() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let container = container
    let task = Task { try await container.sync(Wharf.self, from: stream) }
    continuation.yield(Array(#"[{"id": 1},"#.utf8))
    try await container.write { _ = Wharf(id: 2, in: $0) }
    continuation.yield(Array(#"{"id": 2, "name": "b"}]"#.utf8))
    continuation.finish()
    #expect(
      try await task.value.description
        == "1 inserted, 1 updated, 0 unchanged, 0 deleted, 0 skipped")
  }

  @Test func whoeverIsCancelledWhileRowsArriveWritesNothing() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: JSON.self)
    let container = container
    let task = Task { try await container.sync(Wharf.self, from: stream, deleting: .missing) }
    continuation.yield(["id": 1])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try container.newContext().count(Wharf.self) == 0)
  }

  @Test func whoeverIsCancelledWhileRowsAreAppliedWritesNothing() async throws {
    let container = container
    let rows = pieces("[" + (1...20).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]")
    let task = Task {
      try await container.sync(
        Wharf.self, from: JSON.elements(of: rows), deleting: .none, options: SyncOptions(),
        author: nil,
        progress: { progress in
          if progress.appliedRows >= 10 { withUnsafeCurrentTask { $0?.cancel() } }
        }, partSize: 5)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try container.newContext().count(Wharf.self) == 0)
  }

  @Test func progressSaysHowFarItIsAndMayEndIt() async throws {
    let payload = "[" + (1...5).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
    let seen = Mutex<[String]>([])
    let note: @Sendable (SyncProgress) -> Void = { progress in
      seen.withLock { $0.append("\(progress.receivedRows) \(progress.appliedRows)") }
    }
    let elements = { JSON.elements(of: self.pieces(payload)) }
    _ = try await container.sync(
      Wharf.self, from: elements(), deleting: .none, options: SyncOptions(), author: nil,
      progress: note, partSize: 2)
    #expect(seen.withLock { $0 } == ["2 0", "4 0", "5 0", "5 2", "5 4", "5 5"])
    struct Enough: Error {}
    await #expect(throws: Enough.self) {
      try await container.sync(
        Wharf.self, from: pieces(#"[{"id": 9}]"#),
        progress: { if $0.appliedRows > 0 { throw Enough() } })
    }
    #expect(try container.newContext().count(Wharf.self) == 5)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func stagedRowsAreReadAsTheyWereAdded(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let staged = StagedRows(memoryLimit: 1 + random.below(200_000))
    var rows: [[UInt8]] = []
    for index in 0..<400 {
      let row = Array(repeating: UInt8(index & 255), count: random.below(20_000))
      rows.append(row)
      try staged.keep(row[...], index: index * 3)
    }
    #expect(staged.count == 400)
    for _ in 0..<2 {
      var reader = StagedRows.Reader(staged)
      for (index, row) in rows.enumerated() {
        let read = try #require(try reader.next())
        #expect(read.index == index * 3 && Array(read.source) == row)
      }
      #expect(try reader.next() == nil)
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func aSetOfRowNumbersIsASet(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (numbers, model) = (RowIDs(), Set<Int64>())
    for _ in 0..<2000 {
      let number = Int64(random.below(20_000)) - 500 + (random.oneIn(9) ? Int64.max / 2 : 0)
      #expect(numbers.contains(number) == model.contains(number))
      numbers.insert(number)
      model.insert(number)
      #expect(numbers.contains(number))
    }
    #expect(numbers.count == model.count)
    for _ in 0..<200 {
      let first = Int64(random.below(20_000)) - 500
      let range = first..<first + Int64(random.below(300))
      numbers.insert(contentsOf: range)
      model.formUnion(range)
      #expect(numbers.count == model.count)
      for number in [first - 1, first, range.upperBound - 1, range.upperBound] {
        #expect(numbers.contains(number) == model.contains(number))
      }
    }
  }
}
