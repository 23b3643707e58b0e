import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomResultTests {
  /// How groups are made, of objects and of naive values.
  private static let groupings: [(GroupRequest<Sale>, @Sendable (NaiveSale) -> [String?])] = [
    (Sale.all.group(by: \.kind), { [$0.kind.rawValue] }),
    (Sale.all.group(by: \.city, \.kind), { [$0.city, $0.kind.rawValue] }),
    (Sale.all.group { $0.stand.name }, { [$0.stand] }),
    (Sale.all.group { ($0.stand.name, $0.city) }, { [$0.stand, $0.city] }),
    (Sale.where { $0.pieces > 0 }.group(by: \.city), { $0.pieces > 0 ? [$0.city] : [] }),
    (
      Sale.where { $0.price >= 0 || $0.stand.name == "b" }.group(by: \.kind),
      { ($0.price ?? -1) >= 0 || $0.stand == "b" ? [$0.kind.rawValue] : [] }
    ),
    (Sale.all.group(), { _ in ["all"] }),
  ]

  @Test(arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
  func groupsAreWhatANaiveModelComputes(over store: StoreKind, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let container = try store.container(Sale.self, Auction.self, Stand.self, Market.self)
    let context = container.newContext()
    let market = Market(name: "market", in: context)
    let names = ["a", "b", "c"]
    let stands = Dictionary(
      uniqueKeysWithValues: names.map { ($0, Stand(name: $0, market: market, in: context)) })
    var sales: [(Sale, NaiveSale)] = []
    for round in 0..<12 {
      for _ in 0..<random.below(6) {
        let sale = random.oneIn(4) ? context.insert(Auction.self) : context.insert(Sale.self)
        sales.append((sale, NaiveSale.random(&random, names)))
        sales[sales.count - 1].1.write(to: sale, stands)
      }
      if !sales.isEmpty {
        let index = random.below(sales.count)
        sales[index].1 = NaiveSale.random(&random, names)
        sales[index].1.write(to: sales[index].0, stands)
        if random.oneIn(3) { context.delete(sales.remove(at: random.below(sales.count)).0) }
      }
      let naive = sales.map(\.1)
      let comment = "\(store), seed \(seed), round \(round)"
      try expectSame(context, naive, "\(comment), in memory")
      guard random.oneIn(2) else { continue }
      try context.save()
      try expectSame(context, naive, "\(comment), stored")
      try expectSame(container.newContext(), naive, "\(comment), elsewhere")
    }
  }

  private func expectSame(
    _ context: ManagedObjectContext, _ naive: [NaiveSale], _ comment: Comment
  ) throws {
    for (request, key) in Self.groupings {
      let sums = try context.fetch(
        request.select {
          (
            $0.count, $0.grams.count, $0.pieces.sum, $0.grams.sum, $0.price.sum, $0.tax.sum,
            $0.pieces.average, $0.price.average
          )
        })
      let extremes = try context.fetch(
        request.select {
          (
            $0.tax.average, $0.grams.minimum, $0.price.maximum, $0.tax.maximum, $0.city.minimum,
            $0.city.distinctCount, $0.stand.distinctCount
          )
        })
      try #require(sums.count == extremes.count)
      let found = zip(sums, extremes).map { first, second in
        valuesText(
          first.0, first.1, first.2, first.3, first.4, first.5, first.6, first.7, second.0,
          second.1.map { Int($0) }, second.2, second.3, second.4, second.5, second.6)
      }
      var groups: [[String?]: [NaiveSale]] = [:]
      for sale in naive where !key(sale).isEmpty { groups[key(sale), default: []].append(sale) }
      if key(NaiveSale()) == ["all"], groups.isEmpty { groups[["all"]] = [] }
      #expect(found.sorted() == groups.values.map(\.text).sorted(), comment)
    }
  }
}
