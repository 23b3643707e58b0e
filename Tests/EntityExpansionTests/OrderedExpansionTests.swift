import EntityExpansion
import Testing

/// What becomes of a to-many that is an array.
@Suite struct OrderedExpansionTests {
  private static let source = """
    @Entity final class Album: ManagedObject {
      @Relationship(inverse: "album", deleteRule: .cascade, minimumCount: 1) var tracks: [Track]
    }
    """

  @Test func anArrayIsGivenToTheInitializerAndDescribed() {
    assertMembers(["init", "__describe"], of: Self.source) {
      """
      init(
        tracks: [Track] = [],
        in __context: EntityGraph.ManagedObjectContext
      ) {
      """
    }
  }

  @Test func itsAccessorsAndItsHandleAreThoseOfAnOrder() {
    let lines = ExpansionDriver(Self.source).expanded.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(9).joined(separator: "\n") == """
        @Entity final class Album: ManagedObject {
          @Relationship(inverse: "album", deleteRule: .cascade, minimumCount: 1) var tracks: [Track] {
            get { __orderedObjects(__Index.tracks) }
            set { __setOrderedObjects(__Index.tracks, newValue) }
          }

          var $tracks: EntityGraph.OrderedToMany<Track> {
            __orderedHandle(__Index.tracks)
          }
        """)
  }
}
