/// How much of everything there is.
struct Scale: Sendable {
  /// How many authors there are, who have a hundred books each.
  let authors: Int

  /// How many times books are looked for by a range of dates.
  let queries: Int

  /// How many times each of two readers does so beside a writer.
  let queriesBeside: Int

  /// How many books a writer adds meanwhile, a hundred to a transaction.
  let booksBeside: Int

  /// How many requests of a server there are.
  let requests: Int

  /// How many requests are served beside others.
  var requestsServed: Int { requests * 2 }

  /// How many requests wait at once, and where there are many of them.
  var inFlight: Int { requests / 10 }
  var manyInFlight: Int { requests }

  /// How many listen to how many requests.
  var requestsListenedTo: Int { min(authors, 100) }
  var listeners: Int { requestsListenedTo * 100 }

  /// How many items there are in a store that is migrated.
  let items: Int

  /// How many there are in a smaller one.
  var fewerItems: Int { items / 4 }

  /// How many reviews there are.
  var reviews: Int { books / 5 }

  /// How many members come, half of whom have come before.
  var members: Int { books }

  /// How many times a word is looked for in them.
  var searches: Int { queries / 10 }

  /// How many books there are.
  var books: Int { authors * 100 }

  /// How many books are changed, and how many are deleted.
  var changes: Int { books / 5 }

  /// The distance between two dates of publication that follow each other.
  static let gap = 10

  /// The scale that the published figures are of.
  static let full = Scale(
    authors: 1000, queries: 20_000, queriesBeside: 5000, booksBeside: 10_000, requests: 2000,
    items: 1_000_000)

  /// A scale at which everything takes a second.
  static let small = Scale(
    authors: 20, queries: 400, queriesBeside: 100, booksBeside: 200, requests: 40, items: 20_000)
}
