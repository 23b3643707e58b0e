import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Two contexts that follow each other's commits, change the same orders and undo what they have
/// done.
@Suite struct OrdersAmongOthersRandomTests {
  @Test(arguments: StoreKind.allCases, 1...4 as ClosedRange<UInt64>)
  func contextsThatChangeTheSameOrdersAgreeInTheEnd(over store: StoreKind, _ seed: UInt64) throws {
    let container = try store.container(musicClasses)
    var random = SeededRandom(seed: seed)
    let contexts = [container.newContext(), container.newContext()]
    for context in contexts {
      context.followsCommits = true
      context.mergePolicy = .ours
      context.undoRecorder = UndoRecorder(levels: 20)
    }
    for name in ["A", "B"] { _ = Album(title: name, in: contexts[0]) }
    for name in ["P", "Q"] { _ = Playlist(name: name, in: contexts[0]) }
    for number in 0..<8 { _ = Track(title: "t\(number)", in: contexts[0]) }
    try contexts[0].save()
    var (saves, undone) = (0, 0)
    for step in 0..<500 {
      let context = random.pick(contexts)
      switch random.below(16) {
      case 0..<3:
        do {
          try context.save()
          saves += 1
        } catch {
          context.rollback()
        }
      case 3..<6: if context.undo() { undone += 1 }
      case 6: context.redo()
      default:
        try change(context, &random, step)
        if random.oneIn(2) { context.undoRecorder?.endGroup() }
      }
      let found = context.unit.checkInvariants(isStale: true)
      guard found.isEmpty else {
        Issue.record("\(store), seed \(seed), step \(step):\n\(found.joined(separator: "\n"))")
        return
      }
    }
    #expect(saves > 20 && undone > 20)
    let saved = try Music(container.newContext()).orders
    for context in contexts {
      context.rollback()
      context.refreshAll()
      expectSound(context)
      #expect(try Music(context).orders == saved)
    }
  }

  private func change(
    _ context: ManagedObjectContext, _ random: inout SeededRandom, _ number: Int
  ) throws {
    let albums = try context.fetch(Album.all)
    let playlists = try context.fetch(Playlist.all)
    let tracks = try context.fetch(Track.all)
    if random.oneIn(6) { _ = Track(title: "n\(number)", in: context) }
    guard !albums.isEmpty, !playlists.isEmpty, !tracks.isEmpty else { return }
    let (album, playlist, track) = (
      random.pick(albums), random.pick(playlists), random.pick(tracks)
    )
    switch random.below(9) {
    case 0: album.tracks.reverse()
    case 1: playlist.tracks.sort { $0.title < $1.title }
    case 2:
      let count = try album.$tracks.count
      try album.$tracks.insert(track, at: random.below(max(count, 1)))
    case 3: playlist.$tracks.append(track)
    case 4: if !playlist.tracks.isEmpty { playlist.tracks.removeFirst() }
    case 5: track.album = random.oneIn(3) ? nil : album
    case 6:
      if let other = track.similar.last { try track.$similar.move(other, before: track.similar[0]) }
      let other = random.pick(tracks)
      if other !== track { track.$similar.append(other) }
    case 7: track.playlists.reverse()
    default: if random.oneIn(3), tracks.count > 5 { context.delete(track) }
    }
  }
}
