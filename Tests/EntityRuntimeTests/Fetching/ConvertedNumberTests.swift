import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Entity final class Lading: ManagedObject {
  var amount: Int = 0
  var layers: UInt8?
  var weight: Double = 0
  var ratio: Float = 0
  var mass: UInt64 = 0
  var price: Decimal = 0
  var tax: Decimal?
}

/// Numbers that are asked for as numbers of another type.
@Suite struct ConvertedNumberTests {
  /// Asks the store, then a context in which the same objects are not saved.
  private func expect<Row: Equatable>(
    _ request: ResultRequest<Lading, Row>, _ expected: [Row],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bench = try Bench(Lading.self)
    Self.insert(into: bench.context)
    #expect(try bench.context.fetch(request) == expected, sourceLocation: sourceLocation)
    try bench.context.save()
    let rows = try bench.container.newContext().fetch(request)
    #expect(rows == expected, sourceLocation: sourceLocation)
  }

  private static func insert(into context: ManagedObjectContext) {
    _ = Lading(
      amount: 3, layers: 7, weight: 2.75, ratio: 0.5, price: Decimal(string: "0.10") ?? 0,
      tax: Decimal(string: "-2.5"), in: context)
    _ = Lading(
      amount: .max, layers: nil, weight: -1e300, ratio: .infinity,
      price: Decimal(string: "-99999999999999999999.9") ?? 0, tax: nil, in: context)
    _ = Lading(
      amount: .min, layers: 0, weight: .nan, ratio: -1.75,
      price: Decimal(string: "9223372036854775807.9") ?? 0, tax: 12, in: context)
  }

  @Test func wholeNumbersAreRealAndDecimalOnes() throws {
    try expect(
      Lading.select { $0.value { $0.amount.double } },
      [3, 9_223_372_036_854_775_808, -9_223_372_036_854_775_808])
    try expect(Lading.select { $0.value { $0.layers.double } }, [7, nil, 0])
    try expect(
      Lading.select { $0.value { $0.amount.decimal } }, [3, Decimal(Int.max), Decimal(Int.min)])
    try expect(Lading.select { $0.value { $0.layers.decimal } }, [7, nil, 0])
    try expect(Lading.select { $0.value { $0.layers.int } }, [7, nil, 0])
    try expect(Lading.select { $0.value { $0.amount.int } }, [3, .max, .min])
  }

  @Test func realNumbersLoseTheirFractionAsWholeOnesAndKeepTheirDigitsAsDecimals() throws {
    try expect(Lading.select { $0.value { $0.weight.int } }, [2, nil, nil])
    try expect(Lading.select { $0.value { $0.ratio.int } }, [0, nil, -1])
    try expect(Lading.select { $0.value { $0.ratio.double } }, [0.5, .infinity, -1.75])
    try expect(
      Lading.select { $0.value { $0.weight.decimal } }, [Decimal(string: "2.75"), nil, nil])
  }

  @Test func decimalsAreTheNearestRealNumbersAndWholeOnesThatFit() throws {
    try expect(
      Lading.select { $0.value { $0.price.double } },
      [0.1, -99_999_999_999_999_999_999.9, 9_223_372_036_854_775_807.9])
    try expect(Lading.select { $0.value { $0.price.int } }, [0, nil, .max])
    try expect(Lading.select { $0.value { $0.tax.int } }, [-2, nil, 12])
    try expect(Lading.select { $0.value { $0.tax.double } }, [-2.5, nil, 12])
  }

  @Test func numbersOfTwoTypesAreComputedWithInConditionsOrdersAndChanges() throws {
    let bench = try Bench(Lading.self)
    let context = bench.context
    for amount in 1...4 {
      _ = Lading(amount: amount, weight: 2.5, price: Decimal(amount) / 10, in: context)
    }
    func amounts(_ request: FetchRequest<Lading>) throws -> [Int] {
      try context.fetch(request).map(\.amount)
    }
    let heavy = Lading.where { $0.weight / $0.amount.double < 1 }
    let dear = Lading.where { $0.price * $0.amount.decimal > 0.4 }
    let order = Lading.sorted(.descending) { $0.weight * $0.amount.double }
    for _ in 1...2 {
      #expect(try amounts(heavy) == [3, 4])
      #expect(try amounts(dear) == [3, 4])
      #expect(try amounts(order) == [4, 3, 2, 1])
      try context.save()
    }
    try context.update(Lading.all) {
      $0.price = $0.price * $0.amount.decimal
      $0.weight = $0.amount.double / 2
    }
    #expect(try context.fetch(Lading.all).map(\.weight) == [0.5, 1, 1.5, 2])
    #expect(
      try context.fetch(Lading.all).map { "\($0.price)" } == ["0.1", "0.4", "0.9", "1.6"])
    #expect(
      "\(heavy) \(dear)"
        == "Lading.where { $0.weight / $0.amount.double < ? } "
        + "Lading.where { $0.price * $0.amount.decimal > ? }")
    let saved = try JSONDecoder().decode(
      FetchRequest<Lading>.self, from: JSONEncoder().encode(heavy))
    #expect(try amounts(saved) == [1, 2, 3, 4])
  }

  @Test func aRequestWhoseTypeIsKnownBeginsWithAPoint() throws {
    let bench = try Bench(Lading.self)
    for amount in 1...3 { _ = Lading(amount: amount, in: bench.context) }
    let all: [Lading] = try bench.context.fetch(.all)
    let many: [Lading] = try bench.context.fetch(.where { $0.amount > 1 }.limit(1))
    let order: [Lading] = try bench.context.fetch(.sorted(by: \.amount, .descending))
    let two: [Lading] = try bench.context.fetch(.limit(2))
    let last: Lading? = try bench.context.first(.sorted(by: \.amount, .descending))
    #expect(
      [all, many, order, two].map { $0.map(\.amount) } == [[1, 2, 3], [2], [3, 2, 1], [1, 2]])
    #expect(last?.amount == 3)
  }

  @Test func anOrderIsChosenWhileTheProgramRuns() throws {
    let bench = try Bench(Lading.self)
    for amount in 1...3 {
      _ = Lading(amount: amount, weight: Double(amount % 3), in: bench.context)
    }
    let columns: [String: PartialKeyPath<Lading>] = [
      "amount": \.amount, "weight": \.weight, "id": \.objectID,
    ]
    func amounts(by names: [String], _ order: SortDirection = .ascending) throws -> [Int] {
      let request = names.compactMap { columns[$0] }.reduce(Lading.all) {
        $0.sorted(byAny: $1, order)
      }
      return try bench.context.fetch(request).map(\.amount)
    }
    #expect(try amounts(by: ["amount"], .descending) == [3, 2, 1])
    #expect(try amounts(by: ["weight", "amount"]) == [3, 1, 2])
    #expect(try amounts(by: ["id"], .descending) == [3, 2, 1])
    #expect(throws: StoreError.self) {
      try bench.context.fetch(Lading.sorted(byAny: \.description))
    }
  }

  @Test func theLeastAndGreatestOfNumbersWithoutASignAreThoseOfTheirWholeRange() throws {
    let bench = try Bench(Lading.self)
    let context = bench.context
    let masses: [UInt64] = [0, 5, 1 << 62, 1 << 63, .max]
    for (amount, mass) in masses.enumerated() {
      _ = Lading(amount: amount, mass: mass, in: context)
    }
    func amounts(_ request: FetchRequest<Lading>) throws -> [Int] {
      try context.fetch(request).map(\.amount)
    }
    for _ in 1...2 {
      #expect(try amounts(Lading.where { min($0.mass, 5) == $0.mass }) == [0, 1])
      #expect(try amounts(Lading.where { max($0.mass, 1 << 63) == 1 << 63 }) == [0, 1, 2, 3])
      #expect(try amounts(Lading.sorted(.descending) { max($0.mass, 5) }) == [4, 3, 2, 1, 0])
      try context.save()
    }
    #expect("\(Lading.where { $0.mass == .max })" == "Lading.where { $0.mass == ? }")
    #expect(
      Lading.where { $0.mass == .max }.debugDescription
        == "Lading.where { $0.mass == 18446744073709551615 }")
  }
}
