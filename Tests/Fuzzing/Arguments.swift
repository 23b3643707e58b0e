/// What the program is asked to do.
enum Arguments {
  case campaign(seconds: Int, seed: UInt64)
  /// What a campaign asks of the processes that it starts.
  case worker(seeds: Range<UInt64>)

  /// Words that ask for nothing the program can do.
  struct Misuse: Error, CustomStringConvertible {
    let word: String
    var description: String { "unexpected '\(word)'" }
  }

  /// The word that makes a worker of the program.
  static let worker = "worker"

  /// Reads `words`.
  init(_ words: some Collection<String>) throws(Misuse) {
    let words = Array(words)
    if words.first == Self.worker, words.count == 3 {
      let first: UInt64 = try Self.number(words[1])
      self = .worker(seeds: first..<first + (try Self.number(words[2])))
      return
    }
    if words.count > 2 { throw Misuse(word: words[2]) }
    let seconds: Int = words.isEmpty ? 60 : try Self.number(words[0])
    let seed: UInt64 = words.count < 2 ? .random(in: 0..<1 << 48) : try Self.number(words[1])
    self = .campaign(seconds: seconds, seed: seed)
  }

  private static func number<Number: FixedWidthInteger>(
    _ word: String
  ) throws(Misuse) -> Number {
    guard let number = Number(word), number >= 0 else { throw Misuse(word: word) }
    return number
  }
}
