import EntityGraph
import Testing

@testable import EntityRuntime

/// Members that two contexts put in other places, whether these have read the array or not.
@Suite struct MovedMemberTests {
  private let container: PersistentContainer

  init() throws {
    container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    _ = Album(
      title: "A", tracks: "abcde".map { Track(title: String($0), in: context) }, in: context)
    try context.save()
  }

  private typealias Change = (Album, [Track]) throws -> Void

  /// Returns the titles after two contexts have made their changes, of which the second has read
  /// the array if it `isRead`.
  private func titles(
    isRead: Bool, after first: Change, and second: Change
  ) throws -> String {
    let (one, other) = (container.newContext(), container.newContext())
    let (album, same) = (try one.only(Album.all), try other.only(Album.all))
    let (tracks, others) = (
      try one.fetch(Track.sorted(by: \.title)), try other.fetch(Track.sorted(by: \.title))
    )
    if isRead { #expect(same.tracks.titles == "abcde") }
    try first(album, tracks)
    try one.save()
    try second(same, others)
    try other.save()
    expectSound(other)
    return try container.newContext().only(Album.all).tracks.titles
  }

  @Test(arguments: [(false, "adbec"), (true, "adecb")])
  func theMemberThatIsMovedIsTheOneThatTheHandleNames(
    _ isRead: Bool, _ expected: String
  ) throws {
    // Where nothing is read, positions are those that the store has.
    let found = try titles(isRead: isRead) { album, _ in
      try album.$tracks.move(from: 2, to: 4)
    } and: { album, _ in
      try album.$tracks.move(from: 1, to: 2)
    }
    #expect(found == expected)
  }

  @Test(arguments: [false, true], 0...3)
  func ofTwoPlacesForOneMemberTheLaterSaveWins(_ isRead: Bool, _ form: Int) throws {
    let found = try titles(isRead: isRead) { album, _ in
      try album.$tracks.move(from: 3, to: 0)
    } and: { album, tracks in
      switch form {
      case 0: try album.$tracks.move(from: isRead ? 3 : 0, to: 4)
      case 1: try album.$tracks.insert(tracks[3], after: tracks[4])
      case 2: try album.$tracks.move(tracks[3], after: tracks[4])
      default:
        album.$tracks.remove(tracks[3])
        album.$tracks.append(tracks[3])
      }
    }
    #expect(found == "abced")
  }

  @Test func whatIsMovedThereAndBackIsNoChange() throws {
    let context = container.newContext()
    let album = try context.only(Album.all)
    #expect(album.tracks.titles == "abcde")
    try album.$tracks.move(from: 1, to: 3)
    #expect(context.hasChanges)
    try album.$tracks.move(from: 3, to: 1)
    #expect(!context.hasChanges)
    try album.$tracks.move(from: 1, to: 3)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(album.tracks.titles == "abcde")
    expectSound(context)
  }
}
