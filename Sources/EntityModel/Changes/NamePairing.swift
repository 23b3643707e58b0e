/// Which of the things that have names in a newer model are which in an older one.
package struct NamePairing: Sendable {
  /// A name, and the one that the same thing had before.
  struct Name: Sendable {
    let name: String
    let originalName: String?
  }

  /// What is wrong with an original name.
  enum Mistake: Sendable {
    /// Nothing had the original name.
    case unknown(String)

    /// Several say that they had the original name; they are all named, in order.
    case contested(String, by: [String])
  }

  /// The names before, by those now, of everything that is in both models.
  package private(set) var oldNames: [String: String] = [:]

  /// The names of what is new, in order.
  package private(set) var added: [String] = []

  /// The names of what is gone, in order.
  package private(set) var removed: [String] = []

  /// What is wrong with the original names, by the names now that give them.
  private(set) var mistakes: [String: Mistake] = [:]

  /// Returns the name now of what was called `oldName`; `nil` if that is gone.
  func newName(of oldName: String) -> String? { oldNames.first { $0.value == oldName }?.key }

  /// Pairs `old` with `new`; of several with one name, the first counts.
  init(from old: [Name], to new: [Name]) {
    let before = Dictionary(
      old.map { ($0.name, $0.originalName) }, uniquingKeysWith: { first, _ in first })
    let now = Dictionary(
      new.map { ($0.name, $0.originalName) }, uniquingKeysWith: { first, _ in first })
    let names = now.keys.sorted()

    // Original names come first, so that a new thing may take a name that has become free.
    var claims: [String: [String]] = [:]
    for name in names {
      guard let original = now[name] ?? nil, original != name else { continue }
      if let earlier = before[name], earlier == original {
        claims[name, default: []].append(name)
      } else if before[original] != nil {
        claims[original, default: []].append(name)
      }
    }
    for (original, claimants) in claims {
      for name in claimants {
        if claimants.count == 1 {
          oldNames[name] = original
        } else {
          mistakes[name] = .contested(original, by: claimants)
        }
      }
    }
    for name in names where oldNames[name] == nil && mistakes[name] == nil {
      if before[name] != nil, claims[name] == nil {
        oldNames[name] = name
      } else if let original = now[name] ?? nil, original != name {
        mistakes[name] = .unknown(original)
      } else {
        added.append(name)
      }
    }
    let found = Set(oldNames.values).union(claims.keys)
    removed = before.keys.filter { !found.contains($0) }.sorted()
  }
}
