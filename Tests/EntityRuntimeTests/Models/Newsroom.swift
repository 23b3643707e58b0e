import EntityGraph

/// Observable entities beside others that are not.
@Entity(.observable) final class Article: ManagedObject {
  var title: String
  var summary: String = ""
  var words: Int = 0
  var tags: [String] = []
  @Transient var isSelected: Bool = false
  @Relationship(inverse: "articles", deleteRule: .nullify) var editor: Editor?
  @Relationship(inverse: "articles", deleteRule: .nullify) var topics: Set<Topic>
  @Relationship(inverse: "article", deleteRule: .nullify) var cover: Cover?
  @Relationship(inverse: "article", deleteRule: .cascade) var remarks: Set<Remark>
  @Fetched(countOf: Remark.self) var remarkCount: Int
}

@Entity(.observable) final class Editor: ManagedObject {
  var name: String
  @Relationship(inverse: "editor", deleteRule: .nullify) var articles: Set<Article>
}

@Entity(.observable) final class Topic: ManagedObject {
  var name: String
  @Relationship(inverse: "topics", deleteRule: .nullify) var articles: Set<Article>
}

@Entity(.observable) final class Cover: ManagedObject {
  var url: String
  @Relationship(inverse: "cover", deleteRule: .nullify) var article: Article?
}

/// Cannot be observed.
@Entity final class Remark: ManagedObject {
  var text: String
  @Relationship(inverse: "remarks", deleteRule: .nullify) var article: Article?
}

/// An observable class with one below that is not.
@Entity(.observable) class Feed: ManagedObject {
  var url: String
}

@Entity class Podcast: Feed {
  var length: Int = 0
}

/// An observable class below one that is not.
@Entity(.observable) final class Series: Podcast {
  var season: Int = 1
}

/// A store of articles, in memory.
struct Newsroom {
  let bench: Bench
  var context: ManagedObjectContext { bench.context }

  init() throws {
    bench = try Bench(
      Article.self, Editor.self, Topic.self, Cover.self, Remark.self, Feed.self, Podcast.self,
      Series.self)
  }

  /// Returns a saved article.
  func article(_ title: String) throws -> Article {
    let article = Article(title: title, summary: "…", words: 7, in: context)
    try context.save()
    return article
  }
}
