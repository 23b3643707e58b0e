import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Requests that are made from the handle of an ordered to-many.
@Suite struct OrderedRequestTests {
  /// What has tracks in an order.
  enum Holder: CaseIterable {
    case album, playlist, listener, track

    /// Returns a new one that holds `tracks`.
    func make(_ tracks: [Track], _ context: ManagedObjectContext) -> ManagedObject {
      switch self {
      case .album: Album(title: "A", tracks: tracks, in: context)
      case .playlist: Playlist(name: "P", tracks: tracks, in: context)
      case .listener: Listener(name: "L", favorites: tracks, in: context)
      case .track: Track(title: "T", similar: tracks, in: context)
      }
    }

    /// Returns the handle of the tracks of `object`.
    func tracks(of object: ManagedObject) -> OrderedToMany<Track>? {
      switch self {
      case .album: (object as? Album)?.$tracks
      case .playlist: (object as? Playlist)?.$tracks
      case .listener: (object as? Listener)?.$favorites
      case .track: (object as? Track)?.$similar
      }
    }
  }

  @Test(arguments: StoreKind.allCases, Holder.allCases)
  func `what is not sorted otherwise comes in the order of the relationship`(
    _ store: StoreKind, _ holder: Holder
  ) throws {
    let container = try store.container(musicClasses)
    let filling = container.newContext()
    let made = "abcde".map { Track(title: String($0), in: filling) }
    let wanted = [3, 0, 2, 1].map { made[$0] }
    let object = holder.make(wanted, filling)
    // Another one has the same tracks elsewhere.
    if holder != .album { _ = holder.make(made.reversed(), filling) }
    try filling.save()
    // The handle's own context has nothing unsaved, and another has read nothing.
    for context in [filling, container.newContext()] {
      let own = try #require(try context.object(for: object))
      let tracks = try #require(holder.tracks(of: own))
      #expect(try context.fetch(tracks.all).titles == "dacb")
      #expect(try context.fetch(tracks.where { $0.title != "a" }).titles == "dcb")
      #expect(try context.fetch(tracks.all.limit(2)).titles == "da")
      #expect(try context.fetch(tracks.all.offset(1).limit(2)).titles == "ac")
      #expect(try context.first(tracks.all)?.title == "d")
      #expect(try context.fetch(tracks.all.select(\.title)).joined() == "dacb")
      #expect(try context.identifiers(tracks.all) == wanted.map(\.objectID))
      #expect(try context.count(tracks.all) == 4)
      #expect(try context.fetch(tracks.sorted(by: \.title)).titles == "abcd")
      #expect(try context.fetch(tracks.all.where { $0.title < "d" }).titles == "acb")
      var walked = ""
      try context.forEach(tracks.all, batch: 3) { walked += $0.title }
      #expect(walked == "dacb")
      let union = tracks.where { $0.title == "d" }.union(Track.where { $0.title == "a" })
      #expect(try context.fetch(union).titles == "ad")
      let ends = tracks.all.limit(1).union(tracks.all.offset(3))
      #expect(try context.fetch(ends).titles == "bd")
    }
  }

  @Test(arguments: StoreKind.allCases, Holder.allCases)
  func `pages by cursor go through the order both ways`(
    _ store: StoreKind, _ holder: Holder
  ) throws {
    let container = try store.container(musicClasses)
    let context = container.newContext()
    let made = "abcdefg".map { Track(title: String($0), in: context) }
    let object = holder.make([6, 0, 5, 1, 4].map { made[$0] }, context)
    try context.save()
    let tracks = try #require(holder.tracks(of: object))
    let first = try context.fetch(tracks.all.page(size: 2))
    #expect(first.items.titles == "ga")
    let second = try context.fetch(tracks.all.page(after: first.next, size: 2))
    #expect(second.items.titles == "fb")
    let third = try context.fetch(tracks.all.page(after: second.next, size: 2))
    #expect(third.items.titles == "e")
    #expect(third.next == nil)
    let cursor = try #require(third.previous)
    let back = try context.fetch(tracks.all.page(before: cursor, size: 2))
    #expect(back.items.titles == "fb")
    #expect(try context.fetch(tracks.all.page(2, size: 3)).items.titles == "be")
  }

  @Test(arguments: Holder.allCases)
  func `a page goes on after the member that it follows, wherever that is now`(
    _ holder: Holder
  ) throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let made = "abcde".map { Track(title: String($0), in: context) }
    let tracks = try #require(holder.tracks(of: holder.make(made, context)))
    try context.save()
    let cursor = try #require(try context.fetch(tracks.all.page(size: 2)).next)
    func next() throws -> String {
      try context.fetch(tracks.all.page(after: cursor, size: 2)).items.titles
    }
    #expect(try next() == "cd")
    try tracks.move(made[1], after: made[3])
    try context.save()
    #expect(try next() == "e")
    #expect(try context.fetch(tracks.all.page(before: cursor, size: 3)).items.titles == "acd")
    // Of one that is no member any more it is known where it was.
    tracks.remove(made[1])
    try context.save()
    #expect(try next() == "cd")
  }

  @Test func `a page and its cursors are read from one state of the store`() throws {
    let log = SQLLog()
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let container = try PersistentContainer(
      model: ObjectModel(classes: musicClasses), at: .file(directory.path("music.sqlite")),
      options: StoreOptions(trace: { log.append($0) }))
    let context = container.newContext()
    let album = Album(title: "A", in: context)
    album.tracks = "abcdef".map { Track(title: String($0), in: context) }
    try context.save()
    /// Returns how many transactions read the second page of `request`.
    func transactions(_ request: FetchRequest<Track>) throws -> Int {
      let first = try container.newContext().fetch(request.page(size: 2))
      let other = container.newContext()
      log.clear()
      #expect(try other.fetch(request.page(after: first.next, size: 2)).items.titles == "cd")
      return log.statements.count { $0.hasPrefix("BEGIN") }
    }
    #expect(
      try transactions(album.$tracks.all) == transactions(album.$tracks.sorted(by: \.title)))
  }

  @Test(arguments: Holder.allCases)
  func `unsaved changes of the order count`(_ holder: Holder) throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let filling = container.newContext()
    let made = "abcd".map { Track(title: String($0), in: filling) }
    let object = holder.make(made, filling)
    try filling.save()
    let context = container.newContext()
    let own = try #require(try context.object(for: object))
    let tracks = try #require(holder.tracks(of: own))
    try tracks.move(from: 3, to: 0)
    #expect(try context.fetch(tracks.all).titles == "dabc")
    #expect(try context.fetch(tracks.all.limit(1)).titles == "d")
    tracks.append(Track(title: "e", in: context))
    tracks.remove(try tracks.member(at: 1))
    #expect(try context.fetch(tracks.all).titles == "dbce")
    #expect(try context.fetch(tracks.all.offset(2)).titles == "ce")
    #expect(try context.fetch(tracks.all.select(\.title)).joined() == "dbce")
    #expect(try context.fetch(tracks.all.ignoringPendingChanges()).titles == "abcd")
    try context.save()
    #expect(try context.fetch(tracks.all).titles == "dbce")
  }

  @Test func `the order of members is read in an index`() throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let album = Album(title: "A", in: context)
    let playlist = Playlist(name: "P", in: context)
    for title in "ab" {
      let track = Track(title: String(title), album: album, in: context)
      playlist.tracks.append(track)
    }
    try context.save()
    for request in [album.$tracks.all, playlist.$tracks.all] {
      let plan = try request.limit(10).explain(in: context)
      #expect(!"\(plan)".contains("TEMP B-TREE"), "\(plan)")
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func `live results follow a commit that moves members alone`() async throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let album = Album(title: "A", in: context)
    album.tracks = "abc".map { Track(title: String($0), in: context) }
    try context.save()
    var titles = container.updates(of: album.$tracks.all.select(\.title)).makeAsyncIterator()
    #expect(try await titles.next() == ["a", "b", "c"])
    try album.$tracks.move(from: 2, to: 0)
    try context.save()
    #expect(try await titles.next() == ["c", "a", "b"])
  }

  @Test func `a saved request keeps the order`() throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let made = "ab".map { Track(title: String($0), in: context) }
    let album = Album(title: "A", tracks: made.reversed(), in: context)
    try context.save()
    let data = try JSONEncoder().encode(album.$tracks.all)
    let read = try JSONDecoder().decode(FetchRequest<Track>.self, from: data)
    #expect(try container.newContext().fetch(read).titles == "ba")
  }
}
