import EntityGraph

@Entity final class Album: ManagedObject {
  var title: String
  @Relationship(inverse: "album", deleteRule: .cascade) var tracks: [Track]
}

@Entity final class Track: ManagedObject {
  var title: String
  @Relationship(inverse: "tracks", deleteRule: .nullify) var album: Album?
}

/// Puts the tracks of an album in another order.
func resequence(_ album: Album, _ bonus: Track) {
  album.tracks.swapAt(0, 1)
  album.tracks.insert(bonus, at: 2)
  album.tracks.removeLast()
  album.tracks.sort { $0.title < $1.title }
}

/// Puts two tracks where they belong without reading the others.
func open(_ album: Album, with overture: Track, then aria: Track) throws -> [String] {
  try album.$tracks.insert(overture, at: 0)
  try album.$tracks.insert(aria, after: overture)
  try album.managedObjectContext?.save()
  return try album.$tracks.page(size: 20).items.map(\.title)
}
