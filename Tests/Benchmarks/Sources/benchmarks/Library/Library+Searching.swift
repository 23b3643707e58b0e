// Reviews, and what is looked for in them.

/// The values of a review.
struct ReviewValues: Sendable {
  /// How many words a review has, all of them of the same length.
  static let words = 20

  let text: String
  let stars: Int

  /// Creates the values of review `number`.
  init(_ number: Int) {
    let words = (0..<Self.words).map { place in
      Library.word((number * 7919 + place * place * 271 + place * 31) % Library.vocabulary)
    }
    text = words.joined(separator: " ")
    stars = 5
  }
}

extension Library {
  /// How many words reviews are made of.
  static let vocabulary = 1000

  /// Returns the word of that number, below `vocabulary`.
  static func word(_ number: Int) -> String {
    func syllable(_ number: Int) -> String {
      let (consonants, vowels) = (Array("bdfgklmnpr"), Array("aeiou"))
      return "\(consonants[number / 5])\(vowels[number % 5])"
    }
    return syllable(number % 50) + syllable(number / 50) + "n"
  }

  /// All reviews.
  var reviews: [ReviewValues] { (0..<scale.reviews).map { ReviewValues($0) } }

  /// The words that are looked for, one after the other.
  var searchedWords: [String] {
    (0..<scale.searches).map { Self.word($0 * 48_271 % Self.vocabulary) }
  }

  /// What looking for them finds: all texts are of one length.
  var searched: Tally {
    var found: [String: Int] = [:]
    for review in reviews {
      for word in Set(review.text.split(separator: " ")) { found[String(word), default: 0] += 1 }
    }
    let number = (reviews.first?.text.utf8.count ?? 0) + 5
    var tally = Tally()
    for word in searchedWords {
      for _ in 0..<min(found[word] ?? 0, Self.limit) { tally.add(number) }
    }
    return tally
  }
}
