import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// What nested contexts and editing sessions do beside orders, faults, derived attributes and ends
/// that no property is.
@Suite struct DraftTests {
  /// An album with tracks called a, b, c and on in a store, and a context.
  private struct Room {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let album: Album

    init(_ titles: String) throws {
      container = try StoreKind.sqlite.container(musicClasses)
      let context = container.newContext()
      self.context = context
      album = Album(
        title: "A", tracks: titles.map { Track(title: String($0), in: context) }, in: context)
      try context.save()
    }

    func track(_ title: String, _ context: ManagedObjectContext) throws -> Track {
      try context.only(Track.where { $0.title == title })
    }
  }

  // MARK: Orders

  @Test(arguments: [false, true])
  func `an order of a draft is merged member by member with one of its parent`(
    _ isSaved: Bool
  ) throws {
    let room = try Room("abcdef")
    let draft = room.context.nested()
    let own = try #require(try draft.object(for: room.album))
    // The draft moves the last, the parent swaps the first and adds one.
    try own.$tracks.move(from: 5, to: 3)
    room.album.tracks.swapAt(0, 1)
    room.album.tracks.append(Track(title: "g", in: room.context))
    if isSaved { try room.context.save() }
    try draft.save()
    expectSound(room.context)
    #expect(room.album.tracks.titles == "bacfdeg")
    try room.context.save()
    let other = room.container.newContext()
    #expect(try other.only(Album.all).tracks.titles == "bacfdeg")
  }

  @Test func `what a draft adds and takes away has its place beside what its parent moves`() throws
  {
    let room = try Room("abcd")
    let draft = room.context.nested()
    let own = try #require(try draft.object(for: room.album))
    own.tracks.remove(at: 0)
    try own.$tracks.insert(Track(title: "x", in: draft), at: 1)
    room.album.tracks.reverse()
    try draft.save()
    expectSound(room.context)
    #expect(room.album.tracks.titles == "dcbx")
    try room.context.save()
    #expect(try room.container.newContext().only(Album.all).tracks.titles == "dcbx")
  }

  @Test func `an order that both sides have changed is that of the draft where they differ`() throws
  {
    let room = try Room("abc")
    let draft = room.context.nested()
    let own = try #require(try draft.object(for: room.album))
    own.tracks = try ["c", "a", "b"].map { try room.track($0, draft) }
    room.album.tracks = try ["a", "c", "b"].map { try room.track($0, room.context) }
    try draft.save()
    #expect(room.album.tracks.titles == "cab")
  }

  @Test func `a kept order is merged with what others have saved`() throws {
    let room = try Room("abcd")
    let session = EditingSession(in: room.container)
    try session.context.only(Album.all).$tracks.move(from: 3, to: 0)
    let kept = try session.encoded()
    room.album.tracks.swapAt(1, 2)
    try room.context.save()
    let resumed = try EditingSession(resuming: kept, in: room.container)
    try resumed.save()
    #expect(try room.container.newContext().only(Album.all).tracks.titles == "dacb")
  }

  // MARK: What others have deleted

  @Test(arguments: [false, true])
  func `a link to what others have deleted is a conflict of the resumed session`(
    _ isNested: Bool
  ) throws {
    let room = try Room("ab")
    _ = Playlist(name: "P", in: room.context)
    try room.context.save()
    let session = EditingSession(in: room.container)
    let playlist = try session.context.only(Playlist.all)
    playlist.tracks = try [room.track("a", session.context), room.track("b", session.context)]
    let kept = try session.encoded()
    room.context.delete(try room.track("a", room.context))
    try room.context.save()
    let parent = room.container.newContext()
    let resumed =
      try isNested
      ? EditingSession(resuming: kept, in: parent)
      : EditingSession(resuming: kept, in: room.container)
    let error = #expect(throws: ConflictError.self) {
      try resumed.save()
      if isNested { try parent.save() }
    }
    #expect(error?.conflicts.map(\.kind) == [.missingReference])
    #expect(error?.conflicts.first?.relatedID?.rowID == 1)
    #expect(try room.container.newContext().only(Playlist.all).tracks.isEmpty)
  }

  // MARK: Faults

  @Test func `objects of a draft become faults and are read again as its parent has them`() throws {
    let bench = try bookshop()
    let context = bench.context
    let author = Author(email: "u", name: "Ursula", in: context)
    let book = Book(title: "A", pages: 100, author: author, in: context)
    try context.save()
    book.pages = 7
    let draft = context.nested()
    let (own, ownAuthor) = (
      try #require(try draft.object(for: book)), try #require(try draft.object(for: author))
    )
    #expect(ownAuthor.books.count == 1)
    draft.turnIntoFault(ownAuthor)
    #expect(ownAuthor.isFault && ownAuthor.name == "Ursula" && ownAuthor.books == [own])
    // What is unsaved in the parent is unsaved here, and stays.
    draft.turnIntoFault(own)
    #expect(!own.isFault && own.pages == 7)
    own.title = "AA"
    draft.turnIntoFaults([own, ownAuthor])
    #expect(own.title == "AA" && own.author === ownAuthor)
    try draft.save()
    #expect(book.title == "AA" && book.pages == 7)
    expectSound(draft)
    expectSound(context)
  }

  // MARK: Ends that no property is

  @Test(arguments: [false, true])
  func `implicit inverses hold in drafts`(_ isNew: Bool) throws {
    let bench = try atlas()
    let context = bench.context
    let land = realm(context)
    if !isNew { try context.save() }
    let town = Town(name: "T", land: land, in: context)
    _ = Emblem(motif: "a", land: land, in: context)
    let draft = context.nested()
    let own = try #require(try draft.object(for: land))
    _ = Emblem(motif: "b", land: own, in: draft)
    try draft.save()
    // One more is too many, wherever it is made.
    _ = Emblem(motif: "c", land: own, in: draft)
    let error = #expect(throws: ValidationError.self) { try draft.save() }
    #expect(error?.problems.map(\.id) == ["validation.count"])
    draft.rollback()
    draft.delete(try #require(try draft.object(for: land)))
    #expect(try draft.object(for: town)?.land == nil)
    #expect(try draft.count(Emblem.all) == 0)
    expectSound(draft)
    #expect(town.land === land)
    try draft.save()
    expectSound(context)
    #expect(town.land == nil)
    try context.save()
    #expect(try atlas(bench.container.newContext()) == "Town-1 name=T")
  }

  // MARK: Derived attributes

  @Test func `derived attributes of a draft are those of what it shows`() throws {
    let bench = try Bench(Pigment.self, Ochre.self, Palette.self, Fresco.self, Kit.self)
    let context = bench.context
    let all = pigments("abc", context)
    let palette = Palette(name: "P", pigments: [all[0]], in: context)
    try context.save()
    palette.pigments.insert(all[1])
    let draft = context.nested()
    let own = try #require(try draft.object(for: palette))
    #expect(own.size == palette.size)
    own.pigments.insert(try #require(try draft.object(for: all[2])))
    #expect(try draft.count(Palette.where { $0.size == 3 }) == 1)
    #expect(try context.count(Palette.where { $0.size == 2 }) == 1)
    try draft.save()
    #expect(try context.count(Palette.where { $0.size == 3 }) == 1)
    try context.save()
    #expect(try bench.container.newContext().only(Palette.all).size == 3)
  }
}
