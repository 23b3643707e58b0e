import EntityGraph
import Observation
import Synchronization
import Testing

/// Counts how often observers of something are woken, until the value goes.
private final class Watch: Sendable {
  private let count = Mutex(0)

  /// How often the observers have been woken.
  var wakings: Int { count.withLock { $0 } }

  /// Reads what is observed, once.
  func watch(_ read: () -> some Any) {
    withObservationTracking {
      _ = read()
    } onChange: { [self] in
      count.withLock { $0 += 1 }
    }
  }

  /// Watches what `read` reads.
  init(_ read: () -> some Any) { watch(read) }
}

@Suite struct ObservationTests {
  // MARK: Assignment

  @Test func readersOfAPropertyAreWokenByItAlone() throws {
    let article = try Newsroom().article("One")
    let title = Watch { article.title }
    let summary = Watch { article.summary }
    article.title = "Two"
    #expect(title.wakings == 1)
    #expect(summary.wakings == 0)
    article.words += 1
    article.tags = ["x"]
    #expect(summary.wakings == 0)
    article.summary = "short"
    #expect(title.wakings == 1)
    #expect(summary.wakings == 1)
  }

  @Test func observersSeeTheFormerValueAndThenTheNewOne() throws {
    let article = try Newsroom().article("One")
    let seen = Mutex("")
    nonisolated(unsafe) let observed = article
    withObservationTracking {
      _ = observed.title
    } onChange: {
      seen.withLock { $0 = observed.title }
    }
    article.title = "Two"
    #expect(seen.withLock { $0 } == "One")
    #expect(article.title == "Two")
  }

  @Test func aValueGivenByNameWakesItsReaders() throws {
    let article = try Newsroom().article("One")
    let title = Watch { try? article.value(forKey: "title") }
    let words = Watch { article.words }
    try article.setValue("Two", forKey: "title")
    #expect(title.wakings == 1)
    #expect(words.wakings == 0)
  }

  @Test func anObjectWithoutRowIsObservedToo() throws {
    let room = try Newsroom()
    let article = Article(title: "New", in: room.context)
    let title = Watch { article.title }
    article.title = "Newer"
    #expect(title.wakings == 1)
  }

  @Test func oneReaderOfManyObjectsIsWokenByEach() throws {
    let room = try Newsroom()
    let articles = try ["A", "B", "C"].map(room.article)
    let titles = Watch { articles.map(\.title) }
    articles[1].title = "D"
    #expect(titles.wakings == 1)
    titles.watch { articles.map(\.title) }
    articles[2].title = "E"
    #expect(titles.wakings == 2)
  }

  @Test func entitiesWithoutTheOptionWakeNobody() throws {
    let room = try Newsroom()
    let remark = Remark(text: "n", in: room.context)
    let text = Watch { (remark.text, remark.article) }
    remark.text = "m"
    remark.article = try room.article("A")
    #expect(text.wakings == 0)
  }

  // MARK: Relationships

  @Test func aToOneWakesTheReadersOfBothEnds() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let (first, second) = (Editor(name: "1", in: room.context), Editor(name: "2", in: room.context))
    let editor = Watch { article.editor }
    let (firsts, seconds) = (Watch { first.articles }, Watch { second.articles })
    let names = Watch { (first.name, second.name, article.title) }
    article.editor = first
    #expect((editor.wakings, firsts.wakings, seconds.wakings) == (1, 1, 0))
    editor.watch { article.editor }
    firsts.watch { first.articles }
    article.editor = second
    #expect((editor.wakings, firsts.wakings, seconds.wakings) == (2, 2, 1))
    seconds.watch { second.articles }
    article.editor = nil
    #expect(seconds.wakings == 2)
    #expect(names.wakings == 0)
  }

  @Test func aSoftDeletionWakesTheReadersOfWhatShowsTheObjectAFaultToo() throws {
    let bench = try Bench(NoticeBoard.self, PinnedNotice.self, NoticeTopic.self)
    let board = NoticeBoard(name: "hall", in: bench.context)
    let notice = PinnedNotice(text: "a", board: board, in: bench.context)
    try bench.context.save()
    let notices = Watch { board.notices }
    // Its row is read when it is needed, and the board still knows its members.
    try bench.context.update(PinnedNotice.all) { $0.text = "b" }
    #expect(notices.wakings == 0)
    bench.context.delete(notice)
    #expect(notices.wakings == 1)
    notices.watch { board.notices }
    try bench.context.save()
    try bench.context.update(PinnedNotice.onlyDeleted()) { $0.text = "c" }
    bench.context.restore(notice)
    #expect(notices.wakings == 2)
    #expect(board.notices == [notice])
  }

  @Test func softDeletionsOfAnyKindWakeTheReadersOfWhatShowsTheObject() throws {
    let bench = try Bench(NoticeBoard.self, PinnedNotice.self, NoticeTopic.self)
    let context = bench.context
    let board = NoticeBoard(name: "hall", in: context)
    let notice = PinnedNotice(text: "a", board: board, in: context)
    try context.save()
    func expectWoken(_ count: Int, _ body: () throws -> Void) throws {
      let notices = Watch { board.notices }
      try body()
      #expect(notices.wakings == 1)
      #expect(board.notices.count == count)
    }
    try expectWoken(0) { try context.deleteAll(PinnedNotice.all) }
    try expectWoken(1) { try context.restoreAll(PinnedNotice.onlyDeleted()) }
    context.delete(notice)
    try expectWoken(1) { context.rollback() }
    context.delete(notice)
    try context.save()
    context.restore(notice)
    try expectWoken(0) { context.rollback() }
    context.restore(notice)
    try context.save()
    let nested = context.nested()
    nested.delete(try #require(try nested.object(for: notice)))
    try expectWoken(0) { try nested.save() }
  }

  @Test func aSoftDeletionWakesTheReadersOfLinksWhoseOtherEndHasNotBeenRead() throws {
    let bench = try Bench(NoticeBoard.self, PinnedNotice.self, NoticeTopic.self)
    _ = NoticeTopic(
      name: "t", notices: [PinnedNotice(text: "a", in: bench.context)], in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let topic = try context.only(NoticeTopic.all)
    let notices = Watch { topic.notices }
    let notice = try context.only(PinnedNotice.all)
    context.delete(notice)
    #expect(notices.wakings == 1)
    #expect(topic.notices == [])
    notices.watch { topic.notices }
    context.restore(notice)
    #expect(notices.wakings == 2)
    #expect(topic.notices == [notice])
  }

  @Test func aToOneThatStaysAsItIsWakesNobody() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let editor = Editor(name: "1", in: room.context)
    article.editor = editor
    let watch = Watch { (article.editor, editor.articles) }
    article.editor = editor
    #expect(watch.wakings == 0)
  }

  @Test func aToManyWakesTheReadersOfBothEnds() throws {
    let room = try Newsroom()
    let (one, two) = (try room.article("A"), try room.article("B"))
    let (first, second) = (Editor(name: "1", in: room.context), Editor(name: "2", in: room.context))
    two.editor = second
    let (ones, twos) = (Watch { one.editor }, Watch { two.editor })
    let (firsts, seconds) = (Watch { first.articles }, Watch { second.articles })
    first.articles = [one]
    #expect((ones.wakings, twos.wakings, firsts.wakings, seconds.wakings) == (1, 0, 1, 0))
    firsts.watch { first.articles }
    first.articles.insert(two)
    #expect((twos.wakings, firsts.wakings, seconds.wakings) == (1, 2, 1))
  }

  @Test func linksWakeTheReadersOfBothEnds() throws {
    let room = try Newsroom()
    let (one, two) = (try room.article("A"), try room.article("B"))
    let topic = Topic(name: "t", in: room.context)
    let (ones, twos) = (Watch { one.topics }, Watch { two.topics })
    let topics = Watch { topic.articles }
    topic.articles = [one]
    #expect((ones.wakings, twos.wakings, topics.wakings) == (1, 0, 1))
    ones.watch { one.topics }
    topics.watch { topic.articles }
    one.topics = []
    #expect((ones.wakings, twos.wakings, topics.wakings) == (2, 0, 2))
  }

  @Test func aOneToOneWakesEveryoneThatItUnlinks() throws {
    let room = try Newsroom()
    let (one, two) = (try room.article("A"), try room.article("B"))
    let (first, second) = (Cover(url: "1", in: room.context), Cover(url: "2", in: room.context))
    (one.cover, two.cover) = (first, second)
    let (ones, twos) = (Watch { one.cover }, Watch { two.cover })
    let (firsts, seconds) = (Watch { first.article }, Watch { second.article })
    one.cover = second
    #expect((ones.wakings, twos.wakings) == (1, 1))
    #expect((firsts.wakings, seconds.wakings) == (1, 1))
  }

  @Test func anEndThatIsNotObservableWakesTheOther() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let remarks = Watch { article.remarks }
    let remark = Remark(text: "n", article: article, in: room.context)
    #expect(remarks.wakings == 1)
    remarks.watch { article.remarks }
    remark.article = nil
    #expect(remarks.wakings == 2)
  }

  @Test func aNewObjectWakesTheReadersOfWhatItRefersTo() throws {
    let room = try Newsroom()
    let editor = Editor(name: "e", in: room.context)
    let articles = Watch { editor.articles }
    _ = Article(title: "A", editor: editor, in: room.context)
    #expect(articles.wakings == 1)
  }

  // MARK: Faults

  @Test func firingAFaultWakesNobody() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let editor = Editor(name: "e", in: room.context)
    article.editor = editor
    try room.context.save()
    let context = room.bench.container.newContext()
    let ours = try #require(try context.object(Article.self, with: article.objectID))
    let watch = Watch { (ours.title, ours.editor, ours.topics) }
    let fault = try #require(ours.editor)
    #expect(fault.isFault)
    let names = Watch { (fault.name, fault.articles) }
    #expect(!fault.isFault)
    _ = try context.fetch(Article.all)
    _ = try context.fetch(Editor.all)
    #expect((watch.wakings, names.wakings) == (0, 0))
  }

  // MARK: Rollback

  @Test func rollbackWakesTheReadersOfWhatItTakesBack() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let editor = Editor(name: "e", in: room.context)
    try room.context.save()
    article.title = "B"
    article.editor = editor
    article.summary = "x"
    article.summary = "…"
    let (title, summary) = (Watch { article.title }, Watch { article.summary })
    let (editors, articles) = (Watch { article.editor }, Watch { editor.articles })
    let names = Watch { editor.name }
    room.context.rollback()
    #expect((title.wakings, editors.wakings, articles.wakings) == (1, 1, 1))
    #expect((summary.wakings, names.wakings) == (0, 0))
    #expect(article.title == "A")
  }

  @Test func rollbackWakesTheReadersOfNewAndOfDeletedObjects() throws {
    let room = try Newsroom()
    let (old, new) = (try room.article("A"), Article(title: "B", in: room.context))
    room.context.delete(old)
    let (olds, news) = (Watch { old.title }, Watch { new.title })
    room.context.rollback()
    #expect((olds.wakings, news.wakings) == (1, 1))
    #expect(!old.isDeleted)
  }

  @Test func releasingTheContextWakesNobody() throws {
    let room = try Newsroom()
    _ = try room.article("A")
    var context: ManagedObjectContext? = room.bench.container.newContext()
    let article = try #require(try context?.first(Article.all))
    article.title = "B"
    let title = Watch { article.title }
    context = nil
    #expect(title.wakings == 0)
  }

  // MARK: Deleting

  @Test func aDeletionWakesTheReadersOfTheObjectAndOfWhatReferredToIt() throws {
    let room = try Newsroom()
    let (article, other) = (try room.article("A"), try room.article("B"))
    let editor = Editor(name: "e", articles: [article, other], in: room.context)
    try room.context.save()
    let (titles, editors) = (Watch { editor.name }, Watch { article.editor })
    let (articles, others) = (Watch { editor.articles }, Watch { (other.title, other.editor) })
    room.context.delete(article)
    #expect((titles.wakings, editors.wakings) == (0, 1))
    #expect((articles.wakings, others.wakings) == (1, 0))
    articles.watch { editor.articles }
    try room.context.save()
    #expect((articles.wakings, others.wakings) == (0 + 1, 0))
  }

  @Test func whatADeleteRuleClearsOrDeletesIsReported() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let editor = Editor(name: "e", articles: [article], in: room.context)
    let remark = Remark(text: "n", article: article, in: room.context)
    try room.context.save()
    let editors = Watch { article.editor }
    room.context.delete(editor)
    #expect(editors.wakings == 1)
    #expect(article.editor == nil)
    let remarks = Watch { article.remarks }
    room.context.delete(remark)
    #expect(remarks.wakings == 1)
  }

  // MARK: Saving and reading again

  @Test func aSaveWakesTheReadersOfNewIDsAlone() throws {
    let room = try Newsroom()
    let article = Article(title: "A", in: room.context)
    let editor = Editor(name: "e", articles: [article], in: room.context)
    let id = Watch { article.objectID }
    let values = Watch { (article.title, article.editor, article.topics, editor.articles) }
    try room.context.save()
    #expect((id.wakings, values.wakings) == (1, 0))
    id.watch { article.objectID }
    article.title = "B"
    try room.context.save()
    #expect(id.wakings == 1)
  }

  @Test func aSaveThatFailsWakesNobody() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let other = room.bench.container.newContext()
    let theirs = try #require(try other.first(Article.all))
    theirs.title = "B"
    try other.save()
    article.title = "C"
    let new = Article(title: "D", in: room.context)
    let watch = Watch { (article.title, new.objectID, new.title) }
    #expect(throws: ConflictError.self) { try room.context.save() }
    #expect(watch.wakings == 0)
  }

  @Test func aRefreshWakesTheReadersOfWhatOthersHaveChanged() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let other = room.bench.container.newContext()
    let theirs = try #require(try other.first(Article.all))
    theirs.title = "B"
    theirs.editor = Editor(name: "e", in: other)
    try other.save()
    article.summary = "ours"
    let (title, summary) = (Watch { article.title }, Watch { article.summary })
    let (words, editor) = (Watch { article.words }, Watch { article.editor })
    try room.context.refresh(article)
    #expect((title.wakings, editor.wakings) == (1, 1))
    #expect((summary.wakings, words.wakings) == (0, 0))
    #expect(article.summary == "ours")
    try room.context.refresh(article, mergingChanges: false)
    #expect((summary.wakings, words.wakings) == (1, 0))
  }

  @Test func aRefreshWakesTheReadersOfSetsThatOthersHaveChanged() throws {
    let room = try Newsroom()
    let article = try room.article("A")
    let (one, two) = (Editor(name: "1", in: room.context), Editor(name: "2", in: room.context))
    article.editor = one
    try room.context.save()
    let other = room.bench.container.newContext()
    try #require(try other.first(Article.all)).editor = try other.object(with: two.objectID)
    try other.save()
    let (ones, twos) = (Watch { one.articles }, Watch { two.articles })
    try room.context.refresh(article)
    #expect((ones.wakings, twos.wakings) == (1, 1))
    #expect(two.articles == [article])
  }

  @Test func takingOverACommitWakesTheReadersOfWhatItHasChanged() throws {
    let room = try Newsroom()
    let (article, gone) = (try room.article("A"), try room.article("B"))
    let editor = Editor(name: "e", in: room.context)
    try room.context.save()
    room.context.followsCommits = true
    let other = room.bench.container.newContext()
    let theirs = try #require(try other.object(Article.self, with: article.objectID))
    theirs.title = "C"
    theirs.editor = try other.object(with: editor.objectID)
    other.delete(try #require(try other.object(Article.self, with: gone.objectID)))
    try other.save()
    let (title, summary) = (Watch { article.title }, Watch { article.summary })
    let (articles, name) = (Watch { editor.articles }, Watch { editor.name })
    let deleted = Watch { gone.title }
    try room.context.processCommits()
    #expect((title.wakings, summary.wakings) == (1, 0))
    #expect((articles.wakings, name.wakings, deleted.wakings) == (1, 0, 1))
    #expect(article.title == "C")
    #expect(editor.articles == [article])
  }

  @Test func readingEverythingAgainWakesTheReadersOfWhatMayHaveChanged() throws {
    let room = try Newsroom()
    let (article, changed) = (try room.article("A"), try room.article("B"))
    changed.title = "C"
    let (title, other) = (Watch { article.title }, Watch { changed.title })
    room.context.refreshAll()
    #expect((title.wakings, other.wakings) == (1, 0))
    title.watch { article.title }
    #expect(title.wakings == 1)
  }

  // MARK: Inheritance and local classes

  @Test func eachClassObservesThePropertiesThatItDeclares() throws {
    let room = try Newsroom()
    let series = Series(season: 1, in: room.context)
    (series.url, series.length) = ("u", 1)
    let (url, length) = (Watch { series.url }, Watch { series.length })
    let (season, id) = (Watch { series.season }, Watch { series.objectID })
    series.url = "v"
    series.length = 2
    series.season = 2
    #expect((url.wakings, length.wakings, season.wakings) == (1, 0, 1))
    try room.context.save()
    #expect(id.wakings == 1)
    series.season = 3
    season.watch { series.season }
    room.context.rollback()
    #expect(season.wakings == 2)
  }

  @Test func aLocalClassIsObserved() throws {
    @Entity(.observable) final class Local: ManagedObject {
      var name: String = "local"
      @Relationship(inverse: "children", deleteRule: .nullify) var parent: Local?
      @Relationship(inverse: "parent", deleteRule: .nullify) var children: Set<Local>
    }
    let context = try PersistentContainer(model: ObjectModel(Local.self), at: .memory).newContext()
    let (parent, child) = (Local(in: context), Local(in: context))
    let (name, children) = (Watch { parent.name }, Watch { parent.children })
    parent.name = "x"
    child.parent = parent
    #expect((name.wakings, children.wakings) == (1, 1))
  }

  // MARK: Sequences

  @Test func anActorFollowsAnObjectOfItsOwn() async throws {
    let container = try PersistentContainer(
      model: ObjectModel(
        Article.self, Editor.self, Topic.self, Cover.self, Remark.self, Feed.self, Podcast.self,
        Series.self), at: .memory)
    let desk = Desk(container: container)
    if #available(macOS 26, *) {
      #expect(try await desk.titles(after: ["B", "C"]) == ["A", "B", "C"])
    }
  }
}

/// Observes what it changes itself.
@EntityActor private actor Desk {
  private var article: Article?

  /// Returns the titles that an observer sees of an article that is given `others` one by one.
  @available(macOS 26, *)
  func titles(after others: [String]) async throws -> [String] {
    article = Article(title: "A", in: context)
    try context.save()
    var seen: [String] = []
    var rest = others[...]
    for await title in Observations({ self.article?.title ?? "" }) {
      seen.append(title)
      guard let next = rest.popFirst() else { break }
      article?.title = next
    }
    return seen
  }
}
