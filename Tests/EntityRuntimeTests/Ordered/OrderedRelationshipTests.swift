import EntityGraph
import EntityStore
import Testing

@testable import EntityRuntime

/// To-manys that are arrays.
@Suite struct OrderedRelationshipTests {
  /// An album with tracks called a, b, c and on in a store, and a context.
  private struct Room {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let album: Album

    init(_ titles: String, over store: StoreKind = .sqlite) throws {
      container = try store.container(musicClasses)
      let filling = container.newContext()
      _ = Album(
        title: "A", tracks: titles.map { Track(title: String($0), in: filling) }, in: filling)
      try filling.save()
      context = container.newContext()
      album = try context.only(Album.all)
    }

    /// The titles of the tracks that another context finds.
    var saved: String {
      get throws { try container.newContext().only(Album.all).tracks.titles }
    }

    /// Returns the track called `title` in the context.
    func track(_ title: String) throws -> Track {
      try context.only(Track.where { $0.title == title })
    }

    /// `true` if the tracks are loaded.
    var isLoaded: Bool {
      get throws {
        let index = try #require(album.__entity.layout.propertyIndex("tracks"))
        return album.__toMany(index)?.members != nil
      }
    }
  }

  @Test func whatIsAppendedComesBehindLinksThatHaveNoPlace() throws {
    let bench = try Bench(Album.self, Track.self, LiveTrack.self, Playlist.self, Listener.self)
    let context = bench.context
    let playlist = Playlist(name: "P", in: context)
    let made = "abcd".map { Track(title: String($0), in: context) }
    try context.save()
    // As one writes a link by hand, who leaves its place out.
    let (owner, member) = (playlist.objectID.rowID, made[3].objectID.rowID)
    try bench.run(
      #"INSERT INTO "_Playlist.tracks" ("_first", "_second") VALUES (\#(owner), \#(member))"#)
    let other = bench.container.newContext()
    let own = try other.only(Playlist.all)
    own.$tracks.append(
      contentsOf: try [2, 0].map { try #require(try other.object(for: made[$0])) })
    try other.save()
    #expect(try bench.container.newContext().only(Playlist.all).tracks.titles == "dca")
  }

  @Test(arguments: StoreKind.allCases)
  func theOrderOfAnArrayIsWhatIsSavedAndRead(_ store: StoreKind) throws {
    let room = try Room("dacb", over: store)
    let album = room.album
    #expect(album.tracks.titles == "dacb")
    func expect(_ titles: String, _ line: Int = #line) throws {
      #expect(album.tracks.titles == titles, "line \(line)")
      expectSound(room.context)
      try room.context.save()
      #expect(album.tracks.titles == titles, "line \(line)")
      #expect(try room.saved == titles, "line \(line)")
      #expect(!room.context.unit.tracker.hasChanges, "line \(line)")
    }
    album.tracks.insert(Track(title: "e", in: room.context), at: 2)
    try expect("daecb")
    album.tracks.append(Track(title: "f", in: room.context))
    try expect("daecbf")
    album.tracks.remove(at: 1)
    try expect("decbf")
    album.tracks.swapAt(0, 4)
    try expect("fecbd")
    album.tracks.reverse()
    try expect("dbcef")
    album.tracks.sort { $0.title < $1.title }
    try expect("bcdef")
    album.tracks[0] = Track(title: "g", in: room.context)
    try expect("gcdef")
    album.tracks.removeAll { $0.title == "d" }
    try expect("gcef")
    album.tracks = [album.tracks[3], album.tracks[0], try room.track("a")]
    try expect("fga")
    album.tracks = []
    try expect("")
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsMadeAMemberFromTheOtherSideComesAtTheEnd(_ store: StoreKind) throws {
    let room = try Room("ab", over: store)
    // Their ids are in another order than they are added in.
    let (x, y) = (Track(title: "x", in: room.context), Track(title: "y", in: room.context))
    try room.context.save()
    y.album = room.album
    Track(title: "z", in: room.context).album = room.album
    x.album = room.album
    try room.context.save()
    #expect(try room.saved == "abyzx")
    #expect(room.album.tracks.titles == "abyzx")
    try room.track("a").album = nil
    try room.track("a").album = room.album
    #expect(room.album.tracks.titles == "byzxa")
    try room.context.save()
    #expect(try room.saved == "byzxa")
  }

  @Test func aMemberThatComesTwiceIsHeldOnceAndRefusedByTheSave() throws {
    let room = try Room("abc")
    room.album.tracks.append(room.album.tracks[0])
    #expect(room.album.tracks.titles == "abc")
    let error = #expect(throws: ValidationError.self) { try room.context.save() }
    #expect(
      error?.problems.map(\.message) == [
        "'Album.tracks' holds each object once, and was given "
          + "\(room.album.tracks[0].objectID) twice; an object whose 'album' has been set is in "
          + "the array already"
      ])
    #expect(error?.problems.map(\.id) == ["validation.duplicateMember"])
    room.album.tracks = Array(room.album.tracks.reversed())
    try room.context.save()
    #expect(try room.saved == "cba")
    room.album.tracks += room.album.tracks
    room.context.rollback()
    try room.context.save()
    #expect(try room.saved == "cba")
  }

  @Test func aRollbackGivesTheOrderBack() throws {
    let room = try Room("abcd")
    room.album.tracks.swapAt(0, 3)
    room.album.tracks.remove(at: 1)
    room.album.tracks.insert(Track(title: "e", in: room.context), at: 0)
    #expect(room.album.tracks.titles == "edca")
    room.context.rollback()
    #expect(room.album.tracks.titles == "abcd")
    expectSound(room.context)
    try room.album.$tracks.move(from: 0, to: 2)
    room.context.rollback()
    #expect(room.album.tracks.titles == "abcd")
  }

  @Test func deletedMembersGoAndTheOthersStayInOrder() throws {
    let room = try Room("abcd")
    room.context.delete(try room.track("b"))
    #expect(room.album.tracks.titles == "acd")
    try room.context.save()
    #expect(try room.saved == "acd")
    room.context.delete(room.album)
    try room.context.save()
    #expect(try room.context.count(Track.where { $0.album == nil }) == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func bothSidesOfAManyToManyHaveAnOrderOfTheirOwn(_ store: StoreKind) throws {
    let container = try store.container(musicClasses)
    let context = container.newContext()
    let tracks = ["a", "b", "c"].map { Track(title: $0, in: context) }
    let lists = ["P", "Q"].map { Playlist(name: $0, in: context) }
    try context.save()
    lists[1].tracks = [tracks[2], tracks[0]]
    lists[0].tracks = [tracks[0], tracks[1], tracks[2]]
    #expect(tracks[0].playlists.map(\.name) == ["Q", "P"])
    tracks[0].playlists.reverse()
    tracks[0].similar = [tracks[2], tracks[1]]
    try context.save()
    let other = try Music(container.newContext())
    #expect(other.tracks["a"]?.playlists.map(\.name) == ["P", "Q"])
    #expect(other.tracks["c"]?.playlists.map(\.name) == ["Q", "P"])
    #expect(other.playlists["Q"]?.tracks.titles == "ca")
    #expect(other.playlists["P"]?.tracks.titles == "abc")
    #expect(other.tracks["a"]?.similar.titles == "cb")
    #expect(other.tracks["b"]?.similar.titles == "a")
  }

  @Test func aChangeOfTheOrderIsSavedAsWhatHasMoved() throws {
    let room = try Room("abcdefgh")
    let before = try room.container.newContext().fetch(Track.all).map(\.__version)
    _ = room.album.tracks
    let versions = room.album.__version
    var changes: ChangeSet?
    room.album.tracks.insert(room.album.tracks.remove(at: 6), at: 1)
    room.album.tracks.append(room.album.tracks.remove(at: 0))
    changes = SavePlan(room.context.unit.tracker).changeSet()
    let index = try #require(room.album.__entity.layout.propertyIndex("tracks"))
    var expected = ChangeSet()
    expected.orders = [
      .init(
        entity: room.album.__entity.layout.index, property: index, owner: 1,
        placements: [.init(7, .start), .init(1, .end)])
    ]
    #expect(changes == expected)
    try room.context.save()
    #expect(try room.saved == "gbcdefha")
    // What has moved is no conflict for whoever changes the object.
    #expect(room.album.__version == versions)
    #expect(try room.container.newContext().fetch(Track.all).map(\.__version) == before)
  }

  @Test(arguments: StoreKind.allCases)
  func membersThatOnlyComeAtTheEndAreLinkedInTheirOrder(_ store: StoreKind) throws {
    let container = try store.container(musicClasses)
    let context = container.newContext()
    let tracks = "abcd".map { Track(title: String($0), in: context) }
    let listener = Listener(name: "L", in: context)
    try context.save()
    listener.favorites = [tracks[2], tracks[0], tracks[3]]
    let index = try #require(listener.__entity.layout.propertyIndex("favorites"))
    let entity = listener.__entity.layout.index
    var expected = ChangeSet()
    expected.links = [3, 1, 4].map { .init(entity: entity, property: index, owner: 1, other: $0) }
    #expect(SavePlan(context.unit.tracker).changeSet() == expected)
    try context.save()
    // One that is put before others needs more than a link.
    try listener.$favorites.insert(tracks[1], at: 1)
    #expect(SavePlan(context.unit.tracker).changeSet().orders.map(\.placements.count) == [1])
    try context.save()
    let other = try container.newContext().only(Listener.all)
    #expect(other.favorites.titles == "cbad")
  }

  @Test func anotherOrderIsAChangeOfTheOwner() throws {
    let room = try Room("abc")
    #expect(!room.context.hasChanges)
    room.album.tracks.swapAt(0, 2)
    #expect(room.context.hasChanges)
    #expect(room.context.updatedObjects.map(\.__objectID) == [room.album.objectID])
    #expect(room.album.hasChanges && room.album.isUpdated)
    #expect(room.album.changedValues.isEmpty)
    room.album.tracks.swapAt(0, 2)
    #expect(!room.context.hasChanges)
    try room.album.$tracks.move(from: 0, to: 1)
    #expect(room.context.hasChanges)
    try room.context.save()
    #expect(!room.context.hasChanges)
    // What comes at the end, or goes, changes no order.
    let new = Track(title: "d", in: room.context)
    room.album.tracks.append(new)
    let first = room.album.tracks.removeFirst()
    #expect(room.context.updatedObjects.map(\.__objectID) == [first.objectID])
  }

  @Test func countsHoldForArrays() throws {
    let container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let listener = Listener(name: "L", in: context)
    listener.favorites = (0..<6).map { Track(title: "\($0)", in: context) }
    #expect(throws: ValidationError.self) { try context.save() }
    listener.favorites.removeFirst()
    try context.save()
    #expect(try container.newContext().only(Listener.all).favorites.titles == "12345")
  }

  @Test func conditionsAndPrefetchingAskArraysAsTheyAskSets() throws {
    let room = try Room("abc")
    #expect(try room.context.count(Album.where { $0.tracks.any { $0.title == "b" } }) == 1)
    #expect(try room.context.count(Album.where { $0.tracks.count == 3 }) == 1)
    #expect(try room.context.count(Album.where { $0.tracks.isEmpty }) == 0)
    #expect(try room.context.count(Track.where { $0.album == room.album }) == 3)
    let context = room.container.newContext()
    let albums = try context.fetch(Album.all.prefetching(\.tracks))
    #expect(albums.map(\.tracks.titles) == ["abc"])
    #expect(
      try context.fetch(Album.all.select { ($0.title, $0.tracks.count) }).map(\.1) == [3])
    try albums[0].setValue(Array(albums[0].tracks.reversed()), forKey: "tracks")
    #expect((try albums[0].value(forKey: "tracks") as? [Track])?.titles == "cba")
  }

  // MARK: Two contexts

  /// Has two contexts change the same order; returns what others read then.
  private func merged(
    _ titles: String, _ first: (Album, Room) throws -> Void,
    _ second: (Album, ManagedObjectContext) throws -> Void
  ) throws -> String {
    let room = try Room(titles)
    let other = room.container.newContext()
    let album = try other.only(Album.all)
    _ = (room.album.tracks, album.tracks)
    try first(room.album, room)
    try second(album, other)
    try room.context.save()
    try other.save()
    expectSound(room.context)
    expectSound(other)
    let saved = try room.saved
    for context in [room.context, other] {
      context.refreshAll()
      #expect(try context.only(Album.all).tracks.titles == saved)
    }
    return saved
  }

  @Test func additionsAndMovesOfTwoContextsAreBothKept() throws {
    let added = try merged("abcdef") { album, room in
      album.tracks.insert(Track(title: "x", in: room.context), at: 2)
      album.tracks.append(Track(title: "y", in: room.context))
    } _: { album, context in
      album.tracks.insert(album.tracks.remove(at: 4), at: 1)
      album.tracks.append(Track(title: "z", in: context))
    }
    #expect(added == "aebxcdfyz")
    let removed = try merged("abcd") { album, _ in
      album.tracks.remove(at: 1)
    } _: { album, _ in
      // What it is put behind has gone; it comes before the next one.
      album.tracks.insert(album.tracks.remove(at: 3), at: 2)
    }
    #expect(removed == "adc")
    let moved = try merged("abcd") { album, _ in
      album.tracks.swapAt(0, 3)
    } _: { album, _ in
      album.tracks.append(album.tracks.remove(at: 0))
    }
    #expect(moved == "dbca")
  }

  @Test func aContextThatFollowsCommitsTakesOrdersOver() throws {
    let room = try Room("abcd")
    _ = room.album.tracks
    room.context.followsCommits = true
    let other = room.container.newContext()
    try other.only(Album.all).tracks.reverse()
    try room.album.$tracks.insert(Track(title: "e", in: room.context), at: 4)
    try other.save()
    _ = try room.context.fetch(Track.all)
    #expect(room.album.tracks.titles == "dcbae")
    try room.context.save()
    #expect(try room.saved == "dcbae")
    try other.only(Album.all).tracks.swapAt(0, 1)
    try other.save()
    _ = try room.context.fetch(Track.all)
    #expect(room.album.tracks.titles == "cdbae")
  }

  // MARK: Handles

  @Test(arguments: StoreKind.allCases)
  func aHandlePutsMembersWithoutLoadingThem(_ store: StoreKind) throws {
    let room = try Room("abcdefgh", over: store)
    let tracks = room.album.$tracks
    let new = { Track(title: $0, in: room.context) }
    try tracks.insert(new("x"), before: try room.track("c"))
    try tracks.insert(new("y"), after: try room.track("h"))
    try tracks.move(try room.track("a"), after: try room.track("g"))
    tracks.append(new("z"))
    tracks.remove(try room.track("e"))
    #expect(try !room.isLoaded)
    #expect(try tracks.count == 10)
    try room.context.save()
    #expect(try !room.isLoaded)
    #expect(try room.saved == "bxcdfgahyz")
    #expect(try tracks.member(at: 3).title == "d")
    try tracks.insert(new("w"), at: 5)
    try room.context.save()
    try tracks.move(from: 10, to: 0)
    try room.context.save()
    try tracks.remove(at: 1)
    try room.context.save()
    #expect(try !room.isLoaded)
    #expect(try room.saved == "zxcdfwgahy")
    var found = ""
    try tracks.forEach(batch: 3) { found += $0.title }
    #expect(found == "zxcdfwgahy")
    #expect(room.album.tracks.titles == "zxcdfwgahy")
  }

  @Test func pagesAreInTheOrderOfMembersAndFollowThem() throws {
    let room = try Room("abcdefg")
    let tracks = room.album.$tracks
    let first = try tracks.page(size: 3)
    #expect(first.items.titles == "abc")
    try tracks.move(room.track("c"), after: room.track("e"))
    try room.context.save()
    let second = try tracks.page(after: first.next, size: 3)
    #expect(second.items.titles == "fg")
    #expect(second.next == nil)
    tracks.remove(try room.track("c"))
    try room.context.save()
    #expect(try tracks.page(after: first.next, size: 9).items.titles == "defg")
    #expect(throws: StoreError.self) { try tracks.page(size: 0) }
    let request = try room.context.fetch(tracks.all.page(size: 2))
    #expect(throws: StoreError.self) { try tracks.page(after: request.next, size: 2) }
  }

  @Test func placesThatThereAreNoneOfAreRefused() throws {
    let room = try Room("ab")
    let tracks = room.album.$tracks
    let new = Track(title: "n", in: room.context)
    func message(_ body: () throws -> Void) -> String {
      #expect(throws: StoreError.self, performing: body)?.message ?? ""
    }
    #expect(
      message { try tracks.insert(new, at: 3) }
        == "'Album.tracks' of \(room.album.objectID) has no place 3, since it has 2 members")
    #expect(
      message { try tracks.move(from: 2, to: 0) }
        == "'Album.tracks' of \(room.album.objectID) has no place 2, since it has 2 members")
    #expect(
      message { _ = try tracks.member(at: -1) }
        == "'Album.tracks' of \(room.album.objectID) has no member -1")
    #expect(
      message { try tracks.insert(new, before: new) }
        == "'Album.tracks' of \(room.album.objectID) does not hold \(new.objectID), beside which "
        + "something is to be put")
    #expect(room.album.tracks.titles == "ab")
  }

  // MARK: What is hidden

  @Test(arguments: StoreKind.allCases)
  func whatIsDeletedSoftlyStaysInItsPlace(_ store: StoreKind) throws {
    let container = try store.container(Recipe.self, Step.self)
    let context = container.newContext()
    let recipe = Recipe(
      title: "R", steps: ["a", "b", "c", "d", "e"].map { Step(text: $0, in: context) }, in: context)
    try context.save()
    let (b, d) = (recipe.steps[1], recipe.steps[3])
    context.delete(b)
    context.delete(d)
    try context.save()
    #expect(recipe.steps.texts == "ace")
    recipe.steps.reverse()
    #expect(recipe.steps.texts == "eca")
    try context.save()
    #expect(try container.newContext().only(Recipe.all).steps.texts == "eca")
    context.restore(b)
    context.restore(d)
    // They are behind what they were behind.
    #expect(recipe.steps.texts == "ecdab")
    try context.save()
    #expect(try container.newContext().only(Recipe.all).steps.texts == "ecdab")
    // Positions are those of what is shown.
    context.delete(d)
    try context.save()
    let other = container.newContext()
    let found = try other.only(Recipe.all)
    let steps = found.$steps
    #expect(try steps.count == 4)
    #expect(try steps.member(at: 2).text == "a")
    let first = try steps.page(size: 2)
    #expect(first.items.texts == "ec")
    let second = try steps.page(after: first.next, size: 2)
    #expect(second.items.texts == "ab")
    #expect(second.next == nil)
    try steps.move(from: 3, to: 2)
    var texts = ""
    try steps.forEach { texts += $0.text }
    #expect(texts == "ecba")
    #expect(found.steps.texts == "ecba")
    try other.save()
    #expect(try container.newContext().only(Recipe.all).steps.texts == "ecba")
  }

  // MARK: What else writes

  @Test func whatIsWrittenInBulkComesAtTheEnd() throws {
    let room = try Room("ab")
    for title in ["x", "y"] { _ = Track(title: title, in: room.context) }
    try room.context.save()
    try room.context.update(Track.where { $0.title == "x" }) { $0.album = room.album }
    #expect(try room.saved == "abx")
    Track(title: "z", in: room.context).album = room.album
    try room.context.save()
    #expect(try room.saved == "abxz")
    try room.album.$tracks.insert(room.track("y"), at: 1)
    try room.context.save()
    #expect(try room.saved == "aybxz")
    // One that it has stays where it is.
    try room.context.update(Track.all) {
      $0.album = room.album
      $0.title = "t"
    }
    #expect(try room.saved == "ttttt")
    let ids = try room.container.newContext().only(Album.all).tracks.map(\.objectID.rowID)
    #expect(ids == [1, 4, 2, 3, 5])
  }

  @Test func theHistoryNamesTheOwnerOfAnOrder() throws {
    let model = try ObjectModel(classes: musicClasses)
    let container = try PersistentContainer(
      model: model, at: .memory, options: StoreOptions(history: .everything))
    let context = container.newContext()
    let album = Album(
      title: "A", tracks: ["a", "b", "c"].map { Track(title: $0, in: context) }, in: context)
    try context.save()
    album.tracks.swapAt(0, 2)
    try context.save()
    let entry = try #require(try container.history().last)
    #expect(entry.changes.map(\.objectID) == [album.objectID])
    #expect(entry.changes.map(\.properties) == [["tracks"]])
  }

  @Test func manyMembersInOnePlaceKeepTheirOrder() throws {
    let room = try Room("ab")
    // More than there are numbers between two neighbours.
    let end = try room.track("b")
    for round in 0..<5 {
      for number in 0..<60 {
        try room.album.$tracks.insert(
          Track(title: "\(round),\(number);", in: room.context), before: end)
      }
      try room.context.save()
    }
    let first = try room.track("a")
    for number in 0..<200 {
      try room.album.$tracks.insert(Track(title: "f\(number);", in: room.context), after: first)
      if number % 50 == 0 { try room.context.save() }
    }
    try room.context.save()
    let expected =
      "a" + (0..<200).reversed().map { "f\($0);" }.joined()
      + (0..<5).map { round in (0..<60).map { "\(round),\($0);" }.joined() }.joined() + "b"
    #expect(try room.saved == expected)
  }

  @Test func membersMoveBetweenOwnersAndSubclassesAreMembers() throws {
    let room = try Room("abc")
    let other = Album(title: "B", in: room.context)
    let live = LiveTrack(place: "x", in: room.context)
    live.title = "l"
    other.tracks = [live, room.album.tracks[2], room.album.tracks[0]]
    #expect(room.album.tracks.titles == "b")
    try room.context.save()
    let context = room.container.newContext()
    let titles = try context.fetch(Album.sorted(by: \.title)).map(\.tracks.titles)
    #expect(titles == ["b", "lca"])
  }
}
