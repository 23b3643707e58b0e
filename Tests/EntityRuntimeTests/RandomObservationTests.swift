import EntityGraph
import Observation
import Synchronization
import TestSupport
import Testing

/// Random changes wake the readers of every property that has another value afterwards, and, where
/// it is known what changes, nobody else.
@Suite struct RandomObservationTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func whoeverHasReadAValueThatChangesIsWoken(seed: UInt64) throws {
    var walk = try ObservedWalk(seed: seed)
    for _ in 0..<60 { try walk.step() }
  }
}

/// Articles, editors, topics and covers, changed at random while every property is observed.
private struct ObservedWalk {
  /// What an observer has read.
  private struct Reading {
    let name: String
    let read: () -> AnyHashable
    let value: AnyHashable
    let isWoken: Flag
  }

  /// Whether an observer has been woken.
  private final class Flag: Sendable {
    let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
  }

  private let room: Newsroom
  private var random: SeededRandom
  private var articles: [Article] = []
  private var editors: [Editor] = []
  private var topics: [Topic] = []
  private var covers: [Cover] = []

  /// What has been deleted, which a rollback brings back: objects are known by their identity.
  private var held: [ManagedObject] = []

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    room = try Newsroom()
    for number in 0..<3 {
      articles.append(Article(title: "\(number)", in: room.context))
      editors.append(Editor(name: "\(number)", in: room.context))
      topics.append(Topic(name: "\(number)", in: room.context))
      covers.append(Cover(url: "\(number)", in: room.context))
    }
    try room.context.save()
  }

  /// Makes a random change and compares who is woken with what has changed.
  mutating func step() throws {
    removeDeleted()
    guard !articles.isEmpty, !editors.isEmpty, !topics.isEmpty, !covers.isEmpty else { return }
    let readings = observeAll()
    let (name, isExact) = try change()
    for reading in readings {
      let isChanged = reading.read() != reading.value
      if isChanged { #expect(reading.isWoken.isSet, "\(name): \(reading.name)") }
      if isExact, !isChanged { #expect(!reading.isWoken.isSet, "\(name): \(reading.name)") }
    }
    expectSound(room.context)
  }

  private mutating func removeDeleted() {
    held += room.context.deletedObjects
    articles.removeAll(where: \.isDeleted)
    editors.removeAll(where: \.isDeleted)
    topics.removeAll(where: \.isDeleted)
    covers.removeAll(where: \.isDeleted)
  }

  // MARK: Observing

  private func observeAll() -> [Reading] {
    articles.flatMap { article in
      [
        observe("title") { article.title }, observe("words") { article.words },
        observe("editor") { id(article.editor) }, observe("cover") { id(article.cover) },
        observe("topics") { ids(article.topics) },
      ]
    } + editors.map { editor in observe("editor.articles") { ids(editor.articles) } }
      + topics.map { topic in observe("topic.articles") { ids(topic.articles) } }
      + topics.map { topic in
        observe("topic.$articles") {
          ids(Set((try? room.context.fetch(topic.$articles.all)) ?? []))
        }
      }
      + covers.map { cover in observe("cover.article") { id(cover.article) } }
  }

  private func observe(_ name: String, _ read: @escaping () -> AnyHashable) -> Reading {
    // What loads is loaded before anybody observes, since loading may find what others did.
    _ = read()
    let flag = Flag()
    let value = withObservationTracking(read) { flag.value.withLock { $0 = true } }
    return Reading(name: name, read: read, value: value, isWoken: flag)
  }

  private func id(_ object: ManagedObject?) -> AnyHashable { object.map(ObjectIdentifier.init) }

  private func ids(_ objects: Set<some ManagedObject>) -> AnyHashable {
    Set(objects.map(ObjectIdentifier.init))
  }

  // MARK: Changing

  /// Changes something; returns what, and whether it is known exactly what that changes.
  private mutating func change() throws -> (String, isExact: Bool) {
    let article = random.pick(articles)
    switch random.below(12) {
    case 0:
      article.title = "\(random.next())"
      return ("title", true)
    case 1:
      article.editor = random.oneIn(3) ? nil : random.pick(editors)
      return ("editor", true)
    case 2:
      article.cover = random.oneIn(3) ? nil : random.pick(covers)
      return ("cover", true)
    case 3:
      random.pick(covers).article = random.oneIn(3) ? nil : article
      return ("cover.article", true)
    case 4 where random.oneIn(3):
      let topic = random.pick(topics)
      if random.oneIn(2) { article.$topics.insert(topic) } else { article.$topics.remove(topic) }
      return ("$topics", true)
    case 6 where random.oneIn(3):
      let editor = random.pick(editors)
      if random.oneIn(2) {
        editor.$articles.insert(article)
      } else {
        editor.$articles.remove(article)
      }
      return ("$articles", true)
    case 4:
      article.topics = Set(topics.filter { _ in random.oneIn(2) })
      return ("topics", true)
    case 5:
      random.pick(topics).articles = Set(articles.filter { _ in random.oneIn(2) })
      return ("topic.articles", true)
    case 6:
      random.pick(editors).articles = Set(articles.filter { _ in random.oneIn(2) })
      return ("editor.articles", true)
    case 7:
      try room.context.save()
      return ("save", true)
    case 8:
      room.context.rollback()
      articles.removeAll { $0.managedObjectContext == nil }
      return ("rollback", false)
    case 9:
      try room.context.save()
      try changeElsewhere(article)
      try room.context.refresh(article, mergingChanges: random.oneIn(2))
      return ("refresh", false)
    case 10 where random.oneIn(2):
      room.context.turnIntoFault(article)
      return ("turn into a fault", false)
    case 10:
      room.context.refreshAll()
      return ("refreshAll", false)
    default:
      if random.oneIn(2) {
        articles.append(
          Article(
            title: "new", editor: random.pick(editors), topics: [random.pick(topics)],
            in: room.context))
        return ("new", true)
      }
      let objects: [ManagedObject] = [
        article, random.pick(editors), random.pick(topics), random.pick(covers),
      ]
      room.context.delete(random.pick(objects))
      return ("delete", false)
    }
  }

  /// Changes the row of `article` in another context.
  private mutating func changeElsewhere(_ article: Article) throws {
    let context = room.bench.container.newContext()
    guard let theirs = try context.object(Article.self, with: article.objectID) else { return }
    theirs.title = "\(random.next())"
    theirs.editor = try context.object(with: random.pick(editors).objectID)
    try context.save()
  }
}
