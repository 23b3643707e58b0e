/// How many things were met and the sum of a number of each: nobody knows it without reading them.
struct Tally: Hashable, Sendable {
  var count = 0
  var sum = 0

  /// Counts a thing with its number.
  @inline(__always) mutating func add(_ number: Int) {
    count += 1
    sum &+= number
  }

  /// Counts what another tally has counted.
  mutating func add(_ other: Tally) {
    count += other.count
    sum &+= other.sum
  }
}

/// Says that a contender has not done what it was asked to.
struct WrongAnswer: Error, CustomStringConvertible {
  let description: String
}

/// Throws a `WrongAnswer` about `what` unless `tally` is `answer`.
func expect(_ tally: Tally, _ answer: Tally, _ what: String) throws {
  guard tally != answer else { return }
  throw WrongAnswer(
    description: "\(what): \(tally.count) with the sum \(tally.sum); "
      + "\(answer.count) with the sum \(answer.sum) is right")
}
