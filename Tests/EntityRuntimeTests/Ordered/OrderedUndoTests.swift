import EntityGraph
import Testing

@testable import EntityRuntime

/// Undoing gives orders back.
@Suite struct OrderedUndoTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  /// A saved album and a playlist of the tracks a, b, c and d, each in an order; a recorder.
  init() throws {
    container = try StoreKind.sqlite.container(musicClasses)
    let filling = container.newContext()
    let tracks = ["a", "b", "c", "d"].map { Track(title: $0, in: filling) }
    _ = Album(title: "A", tracks: tracks, in: filling)
    Playlist(name: "P", in: filling).tracks = [tracks[3], tracks[1], tracks[0], tracks[2]]
    let other = Playlist(name: "Q", in: filling)
    other.tracks = [tracks[1], tracks[2]]
    tracks[1].playlists.reverse()
    tracks[0].similar = [tracks[3], tracks[1], tracks[2]]
    try filling.save()
    context = container.newContext()
    context.undoRecorder = UndoRecorder()
  }

  private var album: Album { get throws { try context.only(Album.where { $0.title == "A" }) } }

  private var playlist: Playlist {
    get throws { try context.only(Playlist.where { $0.name == "P" }) }
  }

  private func track(_ title: String) throws -> Track {
    try context.only(Track.where { $0.title == title })
  }

  /// Expects that what `body` changes can be undone and redone, saved in between or not.
  private func expectGivenBack(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    try context.save()
    let before = try Music(context).orders
    try context.undoGroup { try body() }
    let after = try Music(context).orders
    #expect(before != after, sourceLocation: sourceLocation)
    for round in 0..<4 {
      let saves = round > 1
      if saves { try context.save() }
      #expect(context.undo(), sourceLocation: sourceLocation)
      expectSound(context, sourceLocation: sourceLocation)
      #expect(try Music(context).orders == before, "\(round)", sourceLocation: sourceLocation)
      if saves {
        try context.save()
        #expect(
          try Music(container.newContext()).orders == before, "\(round)",
          sourceLocation: sourceLocation)
      } else {
        #expect(!context.hasChanges, "\(round)", sourceLocation: sourceLocation)
      }
      #expect(context.redo(), sourceLocation: sourceLocation)
      expectSound(context, sourceLocation: sourceLocation)
      #expect(try Music(context).orders == after, "\(round)", sourceLocation: sourceLocation)
    }
    try context.save()
    #expect(try Music(container.newContext()).orders == after, sourceLocation: sourceLocation)
  }

  @Test func aMoveIsTakenBack() throws {
    try expectGivenBack { try album.$tracks.move(from: 0, to: 2) }
    #expect(try album.tracks.titles == "bcad")
    context.undo()
    try expectGivenBack { try album.tracks.swapAt(0, 3) }
    context.undo()
    try expectGivenBack { try playlist.tracks.sort { $0.title < $1.title } }
    context.undo()
    try expectGivenBack { try playlist.$tracks.move(track("a"), before: track("d")) }
    context.undo()
    try expectGivenBack { try track("a").similar.reverse() }
  }

  @Test func anInsertionInTheMiddleIsTakenBack() throws {
    try expectGivenBack {
      try album.tracks.insert(Track(title: "x", in: context), at: 1)
      try playlist.$tracks.insert(track("x"), at: 2)
    }
    #expect(try album.tracks.titles == "axbcd")
    #expect(try playlist.tracks.titles == "dbxac")
    context.undo()
    try expectGivenBack {
      try album.$tracks.insert(Track(title: "y", in: context), before: track("c"))
    }
    #expect(try album.tracks.titles == "abycd")
  }

  @Test func aRemovalInTheMiddleIsTakenBack() throws {
    try expectGivenBack { try album.tracks.remove(at: 1) }
    context.undo()
    try expectGivenBack { try track("c").album = nil }
    context.undo()
    try expectGivenBack { try playlist.tracks.removeSubrange(1...2) }
    context.undo()
    try expectGivenBack { try playlist.$tracks.remove(at: 0) }
    context.undo()
    // From the other side.
    try expectGivenBack { try track("b").playlists = [] }
    context.undo()
    try expectGivenBack { try track("a").similar.remove(at: 1) }
  }

  @Test func aMoveToAnotherOwnerIsTakenBack() throws {
    let other = Album(title: "B", tracks: [Track(title: "x", in: context)], in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    try expectGivenBack {
      other.tracks.insert(try album.tracks[1], at: 0)
      try album.tracks.reverse()
    }
    #expect(other.tracks.titles == "bx")
  }

  @Test func aDeletedMemberComesBackWhereItWas() throws {
    try expectGivenBack { try context.delete(track("b")) }
    #expect(try album.tracks.titles == "acd")
    context.undo()
    try context.save()
    #expect(try album.tracks.titles == "abcd")
    #expect(try playlist.tracks.titles == "dbac")
    #expect(try track("b").playlists.map(\.name) == ["Q", "P"])
  }

  @Test func aDeletedOwnerComesBackWithItsOrder() throws {
    try expectGivenBack {
      try album.tracks.reverse()
      try context.delete(album)
      try context.delete(playlist)
    }
    context.undo()
    #expect(try album.tracks.titles == "abcd")
    #expect(try playlist.tracks.titles == "dbac")
  }

  @Test func whatIsNotToBeUndoneStaysWhereItIs() throws {
    try album.tracks.swapAt(1, 2)
    context.undoRecorder?.endGroup()
    try context.withoutUndo {
      try album.$tracks.insert(Track(title: "x", in: context), before: track("a"))
      try album.$tracks.append(Track(title: "y", in: context))
    }
    #expect(try album.tracks.titles == "xacbdy")
    context.undo()
    #expect(try album.tracks.titles == "xabcdy")
    context.redo()
    #expect(try album.tracks.titles == "xacbdy")
    expectSound(context)
  }

  @Test func whatChangesNoOrderIsNotRecorded() throws {
    try album.tracks = album.tracks
    try album.$tracks.move(track("b"), after: track("a"))
    try album.$tracks.move(from: 3, to: 3)
    #expect(context.undoRecorder?.canUndo == false)
    // What is added at the end needs no order to be taken back.
    try album.$tracks.append(Track(title: "x", in: context))
    context.undo()
    #expect(try album.tracks.titles == "abcd")
    context.redo()
    #expect(try album.tracks.titles == "abcdx")
  }

  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func whateverIsDoneIsTakenBackAndDoneAgain(over store: StoreKind, _ seed: UInt64) throws {
    var run = try RandomOrderRun(seed: seed, over: store)
    try expectNoProblems(steps: 400, over: store, seed) {
      (try run.undoableStep(), run.problems())
    }
  }
}
