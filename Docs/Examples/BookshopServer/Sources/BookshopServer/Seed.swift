import EntityGraph
import Foundation

extension PersistentContainer {
  /// Puts books on the shelves of a store that has none: the known ones, and made-up ones up to
  /// `count`.
  func fillShelves(upTo count: Int) async throws {
    try await write(author: "seed") { context in
      _ = try context.single(Shop.self)
      guard try context.count(Book.all) == 0 else { return }
      var authors: [String: Author] = [:]
      for (index, line) in knownBooks.split(separator: "\n").enumerated() {
        let parts = line.split(separator: "|").map(String.init)
        guard parts.count == 4, let genre = Genre(rawValue: parts[2]) else { continue }
        let author = authors[parts[1]] ?? Author(name: parts[1], in: context)
        authors[parts[1]] = author
        _ = Book(
          isbn: isbn(index), title: parts[0], genre: genre, pages: Int(parts[3]) ?? 0,
          price: Decimal(6 + index % 9) + Decimal(90) / 100, stock: 3 + index * 7 % 10,
          author: author, in: context)
      }
      let known = try context.count(Book.all)
      let names = authors.values.sorted { $0.name < $1.name }
      for index in known..<max(count, known) {
        _ = Book(
          isbn: isbn(index), title: "Collected Papers, Volume \(index)",
          genre: Genre.allCases[index % Genre.allCases.count], pages: 100 + index % 900,
          price: Decimal(5 + index % 40), stock: 1_000_000, author: names[index % names.count],
          in: context)
      }
    }
  }
}

/// Returns the number of the `index`th book of the seed.
private func isbn(_ index: Int) -> String { String(9_780_000_000_000 + index) }

/// Title, author, genre, pages.
private let knownBooks = """
  The Left Hand of Darkness|Ursula K. Le Guin|fiction|304
  The Dispossessed|Ursula K. Le Guin|fiction|387
  Always Coming Home|Ursula K. Le Guin|fiction|523
  Invisible Cities|Italo Calvino|fiction|165
  If on a winter's night a traveler|Italo Calvino|fiction|260
  Middlemarch|George Eliot|fiction|880
  Silas Marner|George Eliot|fiction|224
  Mrs Dalloway|Virginia Woolf|fiction|194
  The Waves|Virginia Woolf|fiction|228
  Solaris|Stanisław Lem|fiction|204
  On the Origin of Species|Charles Darwin|science|502
  The Voyage of the Beagle|Charles Darwin|science|448
  The Character of Physical Law|Richard Feynman|science|192
  QED|Richard Feynman|science|176
  Silent Spring|Rachel Carson|science|400
  The Sea Around Us|Rachel Carson|science|288
  Gödel, Escher, Bach|Douglas Hofstadter|science|777
  The Selfish Gene|Richard Dawkins|science|360
  The Histories|Herodotus|history|716
  The Peloponnesian War|Thucydides|history|648
  The Mediterranean|Fernand Braudel|history|1375
  The Making of the English Working Class|E. P. Thompson|history|848
  The Cheese and the Worms|Carlo Ginzburg|history|208
  A Distant Mirror|Barbara Tuchman|history|677
  """
