import EntityGraph

@testable import EntityRuntime

/// What a naive model knows of the orders of music: lists of names.
struct NaiveOrders: Equatable {
  /// The ordered relationships.
  enum Relationship: CaseIterable { case album, playlist, playlists, favorites, similar }

  /// The members of each owner, by its name, in order.
  var lists: [Relationship: [String: [String]]] = [:]

  /// Returns the members of `owner`.
  subscript(_ relationship: Relationship, _ owner: String) -> [String] {
    get { lists[relationship]?[owner] ?? [] }
    set {
      lists[relationship, default: [:]][owner] = newValue.isEmpty ? nil : newValue
      if lists[relationship]?.isEmpty == true { lists[relationship] = nil }
    }
  }

  /// Makes `relationship` of `owner` hold `members` in that order.
  mutating func hold(_ relationship: Relationship, _ owner: String, _ members: [String]) {
    let former = self[relationship, owner]
    for member in former where !members.contains(member) { unlink(relationship, owner, member) }
    for member in members where !former.contains(member) { link(relationship, owner, member) }
    self[relationship, owner] = members
  }

  /// Adds `member` at the end.
  mutating func link(_ relationship: Relationship, _ owner: String, _ member: String) {
    if self[relationship, owner].contains(member) { return }
    switch relationship {
    case .album:
      for other in Array((lists[.album] ?? [:]).keys) {
        self[.album, other].removeAll { $0 == member }
      }
    case .playlist: self[.playlists, member].append(owner)
    case .playlists: self[.playlist, member].append(owner)
    case .favorites: break
    case .similar: self[.similar, member].append(owner)
    }
    self[relationship, owner].append(member)
  }

  /// Removes `member`.
  mutating func unlink(_ relationship: Relationship, _ owner: String, _ member: String) {
    self[relationship, owner].removeAll { $0 == member }
    switch relationship {
    case .album, .favorites: break
    case .playlist: self[.playlists, member].removeAll { $0 == owner }
    case .playlists: self[.playlist, member].removeAll { $0 == owner }
    case .similar: self[.similar, member].removeAll { $0 == owner }
    }
  }

  /// Removes the track `name` from everything.
  mutating func delete(_ name: String) {
    for (relationship, owners) in lists {
      for owner in owners.keys { self[relationship, owner].removeAll { $0 == name } }
    }
    self[.playlists, name] = []
    self[.similar, name] = []
  }
}

/// The objects of one context by their names.
struct Music {
  let context: ManagedObjectContext
  var albums: [String: Album] = [:]
  var tracks: [String: Track] = [:]
  var playlists: [String: Playlist] = [:]
  var listeners: [String: Listener] = [:]

  /// Fetches everything in `context`.
  init(_ context: ManagedObjectContext) throws {
    self.context = context
    for album in try context.fetch(Album.all) { albums[album.title] = album }
    for track in try context.fetch(Track.all) { tracks[track.title] = track }
    for playlist in try context.fetch(Playlist.all) { playlists[playlist.name] = playlist }
    for listener in try context.fetch(Listener.all) { listeners[listener.name] = listener }
  }

  /// The names of the owners of `relationship`, in order.
  func owners(_ relationship: NaiveOrders.Relationship) -> [String] {
    switch relationship {
    case .album: albums.keys.sorted()
    case .playlist: playlists.keys.sorted()
    case .favorites: listeners.keys.sorted()
    case .playlists, .similar: tracks.keys.sorted()
    }
  }

  /// The names of what may be a member of `relationship`, in order.
  func candidates(_ relationship: NaiveOrders.Relationship) -> [String] {
    relationship == .playlists ? playlists.keys.sorted() : tracks.keys.sorted()
  }

  /// The members of `owner`.
  subscript(_ relationship: NaiveOrders.Relationship, _ owner: String) -> [String] {
    get {
      switch relationship {
      case .album: albums[owner]?.tracks.map(\.title) ?? []
      case .playlist: playlists[owner]?.tracks.map(\.title) ?? []
      case .favorites: listeners[owner]?.favorites.map(\.title) ?? []
      case .playlists: tracks[owner]?.playlists.map(\.name) ?? []
      case .similar: tracks[owner]?.similar.map(\.title) ?? []
      }
    }
    nonmutating set {
      let found = newValue.compactMap { tracks[$0] }
      switch relationship {
      case .album: albums[owner]?.tracks = found
      case .playlist: playlists[owner]?.tracks = found
      case .favorites: listeners[owner]?.favorites = found
      case .playlists: tracks[owner]?.playlists = newValue.compactMap { playlists[$0] }
      case .similar: tracks[owner]?.similar = found
      }
    }
  }

  /// What all relationships hold.
  var orders: NaiveOrders {
    var orders = NaiveOrders()
    for relationship in NaiveOrders.Relationship.allCases {
      for owner in owners(relationship) { orders[relationship, owner] = self[relationship, owner] }
    }
    return orders
  }
}
