import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Random searches, saved and unsaved, against a model that knows nothing but lists of words.
@Suite struct RandomSearchTests {
  /// A search as a person would mean it.
  indirect enum Question {
    case word(String, isPrefix: Bool, attribute: String?)
    case phrase([String])
    case all([Question])
    case any([Question])
    case except(Question, Question)

    /// The search as it is typed.
    var text: String {
      switch self {
      case .word(let word, let isPrefix, let attribute):
        (attribute.map { "\($0):" } ?? "") + word + (isPrefix ? "*" : "")
      case .phrase(let words): "\"\(words.joined(separator: " "))\""
      case .all(let parts): parts.map { "(\($0.text))" }.joined(separator: " ")
      case .any(let parts): parts.map { "(\($0.text))" }.joined(separator: " OR ")
      case .except(let part, let other): "(\(part.text)) -(\(other.text))"
      }
    }

    /// `true` if an object with these words in its attributes is to be found.
    func finds(_ texts: [String: [String]]) -> Bool {
      switch self {
      case .word(let word, let isPrefix, let attribute):
        texts.contains { name, words in
          (attribute == nil || attribute == name)
            && words.contains { isPrefix ? $0.hasPrefix(word) : $0 == word }
        }
      case .phrase(let words):
        texts.values.contains { text in
          text.indices.contains { text[$0...].starts(with: words) }
        }
      case .all(let parts): parts.allSatisfy { $0.finds(texts) }
      case .any(let parts): parts.contains { $0.finds(texts) }
      case .except(let part, let other): part.finds(texts) && !other.finds(texts)
      }
    }
  }

  private static let words = ["moon", "moor", "sun", "sea", "seal", "café", "ice"]

  private static func question(_ random: inout SeededRandom, depth: Int) -> Question {
    switch depth > 2 ? random.below(2) : random.below(6) {
    case 0, 2:
      let word = random.pick(words)
      let isPrefix = random.oneIn(3)
      return .word(
        isPrefix ? String(word.prefix(2)) : word, isPrefix: isPrefix,
        attribute: random.oneIn(3) ? random.pick(["title", "abstract", "subject"]) : nil)
    case 1: return .phrase((0...random.below(3)).map { _ in random.pick(words) })
    case 3: return .all((0...random.below(3)).map { _ in question(&random, depth: depth + 1) })
    case 4: return .any((0...random.below(3)).map { _ in question(&random, depth: depth + 1) })
    default:
      return .except(question(&random, depth: depth + 1), question(&random, depth: depth + 1))
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    (0..<random.below(6)).map { _ in
      let word = random.pick(words)
      return random.oneIn(3) ? word.uppercased() : word
    }.joined(separator: random.pick([" ", ", ", " - "]))
  }

  private static func words(of text: String?) -> [String] {
    (text ?? "").lowercased().split { " ,-".contains($0) }.map(String.init)
  }

  /// Returns what the searchable attributes of `paper` hold, in words.
  private static func texts(of paper: Paper) -> [String: [String]] {
    var texts = ["title": words(of: paper.title), "abstract": words(of: paper.abstract)]
    if let report = paper as? Report { texts["subject"] = words(of: report.subject) }
    return texts
  }

  @Test(arguments: 0..<12) func searchesFindWhatAPersonWouldFind(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let bench = try Papers.bench()
    let context = bench.context
    var papers: [Paper] = []
    for _ in 0..<60 {
      switch random.below(10) {
      case 0..<4:
        let paper =
          random.oneIn(3)
          ? Report(subject: Self.text(&random), in: context)
          : Paper(title: "", in: context)
        (paper.title, paper.pages) = (Self.text(&random), papers.count)
        paper.abstract = random.oneIn(2) ? nil : Self.text(&random)
        papers.append(paper)
      case 4, 5:
        guard !papers.isEmpty else { break }
        let paper = random.pick(papers)
        if random.oneIn(2) { paper.title = Self.text(&random) } else { paper.abstract = nil }
        if let report = paper as? Report { report.subject = Self.text(&random) }
      case 6:
        guard !papers.isEmpty else { break }
        context.delete(papers.remove(at: random.below(papers.count)))
      case 7:
        context.rollback()
        papers = try context.fetch(Paper.all)
      default: try context.save()
      }
      for _ in 0..<4 {
        let question = Self.question(&random, depth: 0)
        let expected = Set(papers.filter { question.finds(Self.texts(of: $0)) }.map(\.objectID))
        let request = Paper.search(question.text)
        let found = try context.fetch(request)
        #expect(Set(found.map(\.objectID)) == expected, "\(question.text)")
        #expect(found.count == expected.count)
        #expect(try context.count(request) == expected.count)
        let condition = Paper.where { _ in !.search(question.text) }
        #expect(try context.count(condition) == papers.count - expected.count, "\(question.text)")
      }
    }
    try context.save()
    #expect(try bench.container.checkIntegrity().isSound)
    let other = bench.container.newContext()
    for _ in 0..<20 {
      let question = Self.question(&random, depth: 0)
      let found = try context.fetch(Paper.search(question.text)).map(\.objectID)
      // The same objects, in the same order, whoever asks.
      #expect(try other.fetch(Paper.search(question.text)).map(\.objectID) == found)
      #expect(
        Set(found)
          == Set(papers.filter { question.finds(Self.texts(of: $0)) }.map(\.objectID)))
    }
  }
}
