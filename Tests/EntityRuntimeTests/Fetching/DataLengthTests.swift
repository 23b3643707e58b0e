import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// How many bytes data has, in conditions, orders, columns and changes of many.
@Suite struct DataLengthTests {
  private let vaults: Vaults

  /// Five accounts whose pictures have 3, no, none, 300 and 0 bytes, the last two unsaved.
  init() throws {
    vaults = try Vaults()
    for (login, size) in [("d", 300), ("e", 0)] {
      let account = Deposit(login: login, in: vaults.context)
      account.picture = Data(repeating: 7, count: size)
    }
  }

  private func logins(_ request: FetchRequest<Deposit>) throws -> String {
    try vaults.context.fetch(request).map(\.login).sorted().joined()
  }

  @Test func lengthsAreComparedInTheStoreAndOverUnsavedChanges() throws {
    for _ in 0..<2 {
      #expect(try logins(Deposit.where { $0.picture.count > 3 }) == "d")
      #expect(try logins(Deposit.where { $0.picture.count <= 3 }) == "ae")
      #expect(try logins(Deposit.where { $0.picture.count == nil }) == "Cb")
      #expect(try logins(Deposit.where { ($0.picture.count ?? 9) > 5 }) == "Cbd")
      #expect(try logins(Deposit.where { $0.picture.isEmpty }) == "e")
      #expect(try logins(Deposit.where { !$0.picture.isEmpty }) == "Cabd")
      #expect(try logins(Deposit.where { $0.picture.count * 100 == $0.picture.count }) == "Cbe")
      try vaults.context.save()
    }
  }

  @Test func lengthsAreSelectedAndSortedBy() throws {
    try vaults.context.save()
    let sorted = Deposit.where { $0.picture != nil }.sorted(.descending) { $0.picture.count }
    #expect(try vaults.context.fetch(sorted).map(\.login) == ["d", "a", "e"])
    let rows = try vaults.context.fetch(sorted.select { ($0.login, $0.picture.count) })
    #expect(rows.map(\.1) == [300, 3, 0])
    #expect(try vaults.context.fetch(Deposit.select { $0.picture.count.sum }) == [303])
  }

  @Test func aPredicateOfFoundationAsksForThem() throws {
    try vaults.context.save()
    #expect(
      try logins(Deposit.where(#Predicate { ($0.picture?.count ?? 0) > 3 })) == "d")
    #expect(try logins(Deposit.where(#Predicate { $0.picture?.isEmpty == true })) == "e")
  }

  @Test func manyAreMadeWhatTheLengthIs() throws {
    try vaults.context.save()
    let count = try vaults.context.update(Deposit.where { $0.picture != nil }) {
      $0.ratio = ($0.picture.count ?? 0).double
    }
    #expect(count == 2)
    #expect(
      try vaults.context.fetch(Deposit.sorted(by: \.login)).map(\.ratio) == [0.5, 3, 0, 300, 0])
  }

  @Test func theStoreAsksSQLiteForTheLength() throws {
    let sql = try vaults.bench.sql {
      let context = vaults.bench.container.newContext()
      _ = try context.fetch(Deposit.where { $0.picture.count > 3 }.select { $0.login })
    }
    #expect(
      sql == [
        """
        SELECT t0."login" FROM "Deposit" AS t0 WHERE length(t0."picture") > ?1 ORDER BY t0."_id"
        """
      ])
    #expect("\(Deposit.where { $0.picture.count > 3 })".hasSuffix("{ $0.picture.count > ? }"))
  }
}
