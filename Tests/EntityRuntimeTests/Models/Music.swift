import EntityGraph
import Foundation

/// Has its tracks in an order.
@Entity final class Album: ManagedObject {
  var title: String = ""
  @Relationship(inverse: "album", deleteRule: .nullify) var tracks: [Track]
}

@Entity class Track: ManagedObject {
  var title: String = ""
  @Relationship(inverse: "tracks", deleteRule: .nullify) var album: Album?
  /// Both ends have an order.
  @Relationship(inverse: "tracks", deleteRule: .nullify) var playlists: [Playlist]
  /// This end has none.
  @Relationship(inverse: "favorites", deleteRule: .nullify) var fans: Set<Listener>
  /// Its own inverse.
  @Relationship(inverse: "similar", deleteRule: .nullify) var similar: [Track]
}

/// A track with a property of its own.
@Entity final class LiveTrack: Track {
  var place: String = ""
}

@Entity final class Playlist: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "playlists", deleteRule: .nullify) var tracks: [Track]
}

@Entity final class Listener: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "fans", deleteRule: .nullify, maximumCount: 5) var favorites: [Track]
}

/// The classes of the model.
let musicClasses: [ManagedObject.Type] = [
  Album.self, Track.self, LiveTrack.self, Playlist.self, Listener.self,
]

extension [Track] {
  /// The titles, in order, with nothing in between.
  var titles: String { map(\.title).joined() }
}

/// Has its steps in an order.
@Entity final class Recipe: ManagedObject {
  var title: String = ""
  @Relationship(inverse: "recipe", deleteRule: .cascade) var steps: [Step]
}

/// Is deleted softly.
@Entity final class Step: ManagedObject {
  var text: String = ""
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "steps", deleteRule: .nullify) var recipe: Recipe?
}

extension [Step] {
  /// The texts, in order, with nothing in between.
  var texts: String { map(\.text).joined() }
}
