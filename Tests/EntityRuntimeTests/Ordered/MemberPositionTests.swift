import EntityGraph
import Testing

@testable import EntityRuntime

/// What the handle of an ordered to-many answers about positions, and does at them.
@Suite struct MemberPositionTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let album: Album

  init() throws {
    container = try StoreKind.sqlite.container(musicClasses)
    let context = container.newContext()
    let tracks = "abcde".map { Track(title: String($0), in: context) }
    _ = Track(title: "x", in: context)
    album = Album(title: "A", tracks: tracks, in: context)
    try context.save()
    context.refreshAll()
    self.context = context
  }

  private func track(_ title: String) throws -> Track {
    try context.only(Track.where { $0.title == title })
  }

  @Test(arguments: [false, true])
  func theEndsAndPositionsAreThoseOfTheArray(_ isLoaded: Bool) throws {
    if isLoaded { #expect(album.tracks.count == 5) }
    #expect(try album.$tracks.first?.title == "a")
    #expect(try album.$tracks.last?.title == "e")
    #expect(try album.$tracks[2].title == "c")
    #expect(try album.$tracks.firstIndex(of: track("d")) == 3)
    #expect(try album.$tracks.firstIndex(of: track("x")) == nil)
  }

  @Test func withoutMembersThereAreNoEnds() throws {
    try album.$tracks.removeAll()
    #expect(try album.$tracks.first == nil)
    #expect(try album.$tracks.last == nil)
    #expect(try album.$tracks.firstIndex(of: track("a")) == nil)
    #expect(throws: StoreError.self) { try album.$tracks[0] }
    try context.save()
    #expect(try container.newContext().only(Album.all).tracks.isEmpty)
  }

  @Test(arguments: [
    (0, 4, "ebcda"), (4, 0, "ebcda"), (1, 2, "acbde"), (3, 1, "adcbe"), (2, 2, "abcde"),
  ])
  func swappingPutsEachWhereTheOtherOneIs(
    _ position: Int, _ other: Int, _ expected: String
  ) throws {
    try album.$tracks.swapAt(position, other)
    #expect(context.hasChanges == (position != other))
    try context.save()
    #expect(album.tracks.titles == expected)
  }

  @Test(arguments: [(0, 5), (-1, 2), (5, 5)])
  func aPositionThatThereIsNoneOfIsNotSwapped(_ position: Int, _ other: Int) throws {
    #expect(throws: StoreError.self) { try album.$tracks.swapAt(position, other) }
    #expect(!context.hasChanges)
    #expect(album.tracks.titles == "abcde")
  }
}
