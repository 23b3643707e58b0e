import EntityGraph
import Testing

@testable import EntityRuntime

/// The first members of the relationships of many objects.
@Suite struct FetchedMembersTests {
  @Test func eachOwnerHasItsFirstMembersInTheOrderOfTheRequest() throws {
    let (bench, authors) = try shop()
    let longest = try bench.context.fetchMembers(\.books, of: authors, limit: 2) {
      $0.sorted(by: \.pages, .descending)
    }
    #expect(longest.count == 4)
    #expect(authors.map { longest[$0]?.map(\.pages) } == [[12, 11], [22, 21], [31], []])
  }

  @Test func conditionsAndWhatIsPrefetchedAreOfEachOwner() throws {
    let (bench, authors) = try shop()
    let context = bench.container.newContext()
    let own = try context.fetch(Author.sorted(by: \.email))
    let even = try context.fetchMembers(\Author.books, of: own, limit: 5) { books in
      books.where { $0.pages % 2 == 0 }.sorted(by: \.pages).prefetching(\.subjects)
    }
    #expect(own.map { even[$0]?.map(\.pages) } == [[10, 12], [20, 22], [], []])
    let count = bench.queries { #expect(even[own[0]]?.first?.subjects.count == 1) }
    #expect(count == 0)
    #expect(authors.count == own.count)
  }

  @Test func setsAreNotLoadedAndEachOwnerIsOneQuery() throws {
    let (bench, _) = try shop()
    let context = bench.container.newContext()
    let authors = try context.fetch(Author.all)
    let count = try bench.queries {
      _ = try context.fetchMembers(\.books, of: authors + authors, limit: 1)
    }
    #expect(count == 4)
    #expect(authors.allSatisfy { $0.__toManys.allSatisfy { $0.members == nil } })
  }

  @Test func unsavedMembersCount() throws {
    let (bench, authors) = try shop()
    let added = Book(title: "new", pages: 100, author: authors[3], in: bench.context)
    try #require(authors[0].books.first { $0.pages == 12 }).author = authors[3]
    let longest = try bench.context.fetchMembers(\.books, of: authors, limit: 1) {
      $0.sorted(by: \.pages, .descending)
    }
    #expect(authors.map { longest[$0]?.map(\.pages) } == [[11], [22], [31], [100]])
    #expect(longest[authors[3]]?.first === added)
  }

  @Test func membersOfManyToManysAndOfArraysAreFetchedToo() throws {
    let (bench, authors) = try shop()
    let books = try bench.context.fetch(Book.sorted(by: \.pages).limit(2))
    let subjects = try bench.context.fetchMembers(\.subjects, of: [books[0], books[1]], limit: 1)
    #expect(books.map { subjects[$0]?.map(\.name) } == [["s"], ["s"]])
    #expect(authors.count == 4)

    let music = try Bench(Album.self, Track.self, LiveTrack.self, Playlist.self, Listener.self)
    let albums = ["A", "B"].map { title in
      Album(
        title: title, tracks: ["z", "y", "x"].map { Track(title: $0, in: music.context) },
        in: music.context)
    }
    try music.context.save()
    let tracks = try music.context.fetchMembers(\.tracks, of: albums, limit: 2) {
      $0.sorted(by: \.title)
    }
    #expect(albums.map { tracks[$0]?.titles } == ["xy", "xy"])
  }

  @Test func ownersAreAnySequence() throws {
    let (bench, authors) = try shop()
    let (first, third) = (authors[0], authors[2])
    let owners = [first, third]
    let shortest = try bench.context.fetchMembers(\.books, of: owners, limit: 1) {
      $0.sorted(by: \.pages)
    }
    #expect([first, third].map { shortest[$0]?.map(\.pages) } == [[10], [31]])
    let listed = try bench.context.fetchMembers(\.books, of: [first, third], limit: 1) {
      $0.sorted(by: \.pages)
    }
    #expect(listed == shortest)
    let all = try bench.context.fetchMembers(\.books, of: Set(authors), limit: 9)
    #expect(authors.map { all[$0]?.count } == [3, 3, 1, 0])
  }

  @Test func aLimitOfNoneAndNoOwnersGiveNothing() throws {
    let (bench, authors) = try shop()
    let negative = try bench.context.fetchMembers(\.books, of: authors, limit: -1)
    #expect(negative.count == 4 && negative.values.allSatisfy { $0.isEmpty })
    let none = try bench.context.fetchMembers(\.books, of: authors, limit: 0)
    #expect(none.count == 4 && none.values.allSatisfy { $0.isEmpty })
    #expect(try bench.context.fetchMembers(\Author.books, of: [], limit: 3).isEmpty)
  }

  /// Returns four authors in the order of their addresses, with three, three, one and no books.
  private func shop() throws -> (Bench, [Author]) {
    let bench = try bookshop()
    let subject = Subject(name: "s", in: bench.context)
    let authors = (0..<4).map { Author(email: "\($0)", name: "\($0)", in: bench.context) }
    let pages = [[10, 11, 12], [20, 21, 22], [31], []]
    for (author, pages) in zip(authors, pages) {
      for count in pages {
        _ = Book(
          title: "\(count)", pages: count, author: author, subjects: [subject], in: bench.context)
      }
    }
    try bench.context.save()
    return (bench, authors)
  }
}
