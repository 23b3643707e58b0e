import EntityGraph
import Foundation
import TestSupport

/// The values of a sale, and what is computed over many, written as simply as can be.
struct NaiveSale {
  var pieces = 0
  var grams: Int?
  var price: Double?
  var tax: Decimal?
  var kind = Kind.fruit
  var city: String?
  var stand: String?

  /// Returns the values of a sale at one of `stands`.
  static func random(_ random: inout SeededRandom, _ stands: [String]) -> NaiveSale {
    NaiveSale(
      pieces: random.below(20) - 10, grams: random.oneIn(3) ? nil : random.below(5) * 100,
      price: random.oneIn(3) ? nil : random.oneIn(20) ? .nan : Double(random.below(9)) / 4 - 1,
      tax: random.oneIn(3) ? nil : Decimal(random.below(50)) / 100,
      kind: random.pick(Kind.allCases),
      city: random.oneIn(4) ? nil : random.pick(["Bern", "Ulm", "Ürün", "bern"]),
      stand: random.oneIn(4) ? nil : random.pick(stands))
  }

  /// Gives `sale` these values.
  func write(to sale: Sale, _ stands: [String: Stand]) {
    sale.pieces = pieces
    sale.grams = grams.map { Int32($0) }
    sale.price = price
    sale.tax = tax
    sale.kind = kind
    sale.city = city
    sale.stand = stand.flatMap { stands[$0] }
  }
}

extension [NaiveSale] {
  /// Everything that is computed over the sales, as text.
  var text: String {
    let grams = compactMap(\.grams)
    let prices = compactMap(\.price)
    let taxes = compactMap(\.tax)
    let cities = compactMap(\.city)
    let numbers = prices.filter { !$0.isNaN }
    let pieces = reduce(0) { $0 + $1.pieces }
    let largest: Double? = numbers.count < prices.count ? Double.nan : numbers.max()
    let first = cities.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let average: Double? = isEmpty ? nil : Double(pieces) / Double(count)
    let averages = valuesText(average, prices.average, taxes.average)
    // Each has a type of its own here, without which the compiler tries `+` of every number.
    let weight: Int = grams.reduce(0, +)
    let price: Double = prices.reduce(0, +)
    let tax: Decimal = taxes.reduce(0, +)
    return valuesText(
      count, grams.count, pieces, weight, price, tax, averages, grams.min(), largest, taxes.max(),
      first, Set(cities).count, Set(compactMap(\.stand)).count)
  }
}

extension [Double] {
  fileprivate var average: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}

extension [Decimal] {
  fileprivate var average: Decimal? { isEmpty ? nil : reduce(0, +) / Decimal(count) }
}

/// Returns `values` as one text.
func valuesText<each Value>(_ values: repeat each Value) -> String {
  var parts: [String] = []
  for value in repeat each values { parts.append(String(describing: value)) }
  return parts.joined(separator: " ")
}
