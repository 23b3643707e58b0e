import EntityGraph
import Synchronization
import Testing

@testable import EntityRuntime

/// A statement that reads many rows without an index is reported, with who asks for what.
@Suite struct ScanTests {
  /// Records scans.
  private final class Scans: Sendable {
    private let events = Mutex<[StoreEvent.Scan]>([])

    func note(_ event: StoreEvent) {
      if case .scan(let scan) = event { events.withLock { $0.append(scan) } }
    }

    func take() -> [StoreEvent.Scan] {
      events.withLock { events in
        defer { events = [] }
        return events
      }
    }
  }

  private let scans = Scans()

  /// Returns a bookshop of two hundred books, which is observed.
  private func shop(_ threshold: Int?) throws -> TemporaryBookshop {
    let shop = try TemporaryBookshop(
      .file,
      options: StoreOptions(
        observed: ObservedEvents(statementsTaking: nil, scans: threshold),
        observer: { [scans] in scans.note($0) }))
    let context = shop.container.newContext()
    let author = Author(email: "a", in: context)
    for number in 0..<200 {
      _ = Book(title: "\(number)", pages: number, author: author, in: context)
    }
    try context.save()
    _ = scans.take()
    return shop
  }

  @Test func aScanOfManyRowsIsReportedWithTheRequestAndItsCaller() throws {
    let shop = try shop(100)
    let context = shop.container.newContext(fileID: "Shop/Orders.swift", line: 42)
    #expect(try context.fetch(Book.where { $0.pages > 196 }).count == 3)
    let scan = try #require(scans.take().first)
    #expect(scan.scannedRows >= 199 && scan.scannedRows <= 200)
    #expect(scan.rows == 3)
    #expect(!scan.sorts && !scan.makesIndex)
    #expect(scan.request == "Book.where { $0.pages > ? }")
    #expect(scan.caller == "Shop/Orders.swift:42")
    #expect(scan.sql.hasSuffix(#"WHERE t0."pages" > ?1 ORDER BY t0."_id""#))
  }

  @Test func eachRunIsReported() throws {
    let shop = try shop(100)
    let context = shop.container.newContext()
    for _ in 0..<3 { _ = try context.count(Book.where { $0.pages > 196 }) }
    #expect(scans.take().map(\.rows) == [1, 1, 1])
    _ = try context.fetch(Book.sorted(by: \.pages).select { $0.title })
    let sorted = scans.take()
    #expect(sorted.map(\.sorts) == [true])
    #expect(sorted.map(\.rows) == [200])
    #expect(sorted.first?.request == #"Book.sorted(by: \.pages).select { $0.title }"#)
  }

  @Test func whatAnIndexFindsIsNotReported() throws {
    let shop = try shop(100)
    let context = shop.container.newContext()
    let book = try #require(try context.fetch(Book.where { $0.title == "7" }).first)
    #expect(try #require(book.author).books.count == 200)
    #expect(try context.fetch(Book.sorted(by: \.title).limit(50)).count == 50)
    #expect(scans.take().isEmpty)
  }

  @Test func fewerRowsAreNotReported() throws {
    let shop = try shop(300)
    _ = try shop.container.newContext().fetch(Book.where { $0.pages > 196 })
    #expect(scans.take().isEmpty)
  }

  @Test func withoutANumberNothingIsReported() throws {
    let shop = try shop(nil)
    _ = try shop.container.newContext().fetch(Book.where { $0.pages > 196 })
    #expect(scans.take().isEmpty)
  }
}
