import EntityGraph

@Entity(.abstract) class Article: ManagedObject {
  @Attribute(.unique) var code: String
  var price: Int = 0
  @Relationship(inverse: "articles", deleteRule: .nullify) var counter: Counter?
}

@Entity final class Recording: Article {
  var minutes: Int = 0
  var narrator: String?
}

@Entity class Print: Article {
  var sheets: Int = 1
}

@Entity final class Map: Print {
  var scale: Int?
}

@Entity final class Counter: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "counter", deleteRule: .nullify) var articles: Set<Article>
}

/// Adds a recording and a map to a counter and returns what the counter has.
func stock(_ counter: Counter, _ context: ManagedObjectContext) throws -> [String] {
  let recording = Recording(code: "R-1", minutes: 90, narrator: "Ann", in: context)
  let map = Map(code: "M-1", price: 12, scale: 25_000, in: context)
  counter.articles = [recording, map]
  return try context.fetch(Article.sorted(by: \.code)).map { article in
    switch article {
    case let recording as Recording: "\(recording.code): \(recording.minutes) minutes"
    case let map as Map: "\(map.code): 1 to \(map.scale ?? 0)"
    default: article.code
    }
  }
}

/// Returns the codes of long recordings and of maps, the long ones first.
func special(_ context: ManagedObjectContext) throws -> [String] {
  try context.fetch(
    Article.where { $0.cast(to: Recording.self).minutes > 60 || $0.isKind(of: Map.self) }
      .sorted(.descending, nils: .last) { $0.cast(to: Recording.self).minutes }
  ).map(\.code)
}

/// Returns the codes of all articles with the length of those that have one.
func lengths(_ context: ManagedObjectContext) throws -> [(String, Int?)] {
  try context.fetch(Article.select { ($0.code, $0.cast(to: Recording.self).minutes) })
}

/// Returns the names of the counters that have a recording by `narrator`.
func counters(with narrator: String, _ context: ManagedObjectContext) throws -> [String] {
  try context.fetch(
    Counter.where { $0.articles.any { $0.cast(to: Recording.self).narrator == narrator } }
  ).map(\.name)
}

@Entity(.noInitializer) final class Ticket: ManagedObject {
  @Attribute(.unique) var code: String
  var price: Int = 25

  convenience init(row: Int, seat: Int, in context: ManagedObjectContext) {
    self.init(insertedInto: context)
    code = "\(row)-\(seat)"
  }
}

/// Makes an article of the class called `entity`, with `values` by name and at a counter called
/// `name`.
func article(
  _ entity: String, _ values: [String: Any], at name: String, _ context: ManagedObjectContext
) throws -> Article? {
  let object = try context.insert(entityNamed: entity)
  for (key, value) in values { try object.setValue(value, forKey: key) }
  try object.setValue(Counter(name: name, in: context), forKey: "counter")
  return object as? Article
}

/// Returns what the class of an article has, by name, and where it is sold.
func account(of article: Article) throws -> String {
  let names = article.entity.attributes.map(\.name)
  let values = try names.map { "\($0): \(try article.value(forKey: $0) ?? "none")" }
  let place = try article.value(forKey: "counter.name") as? String
  return "\(article.entity.name) at \(place ?? "no counter"), \(values.joined(separator: ", "))"
}
