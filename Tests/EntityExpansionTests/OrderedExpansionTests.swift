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
      #"""
      init(tracks: [Track] = [], in __context: EntityGraph.ManagedObjectContext) {
        super.init(__owner: .inserting(Self.self, in: __context))
        __values = __Values()
        __didInsert(0..<1)
        if !tracks.isEmpty { __setOrderedObjects(__Index.tracks, tracks) }
      }

      required init(__owner: EntityGraph.__Owner) {
        super.init(__owner: __owner)
      }

      override class func __describe(_ entity: inout EntityGraph.__EntityBuilder) {
        entity.begin(Album.self, "Album")
        entity.relationship(
          "tracks", [Track].self, inverse: "album", deleteRule: .cascade, minimumCount: 1)
        entity.inverse("tracks", \Track.album as Swift.KeyPath<Track, _>, of: Album.self)
      }
      """#
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
