import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Random changes of orders in contexts over one store, and of a naive model.
struct RandomOrderRun {
  private var random: SeededRandom
  private let container: PersistentContainer
  private(set) var music: Music
  private var naive: NaiveOrders
  private var saved: NaiveOrders
  private var idle: ManagedObjectContext
  private var count = 0

  /// The contexts that the present one is nested in, and what these have.
  private var outer: [(context: ManagedObjectContext, naive: NaiveOrders)] = []

  /// What was before what can be undone, and after what can be redone.
  private var (done, undone): ([NaiveOrders], [NaiveOrders]) = ([], [])

  init(seed: UInt64, over store: StoreKind) throws {
    random = SeededRandom(seed: seed)
    container = try store.container(musicClasses)
    let context = container.newContext()
    for name in ["A", "B"] { _ = Album(title: name, in: context) }
    for name in ["P", "Q", "R"] { _ = Playlist(name: name, in: context) }
    _ = Listener(name: "L", in: context)
    for number in 0..<9 { _ = Track(title: "t\(number)", in: context) }
    for number in 0..<3 { LiveTrack(place: "", in: context).title = "l\(number)" }
    try context.save()
    music = try Music(context)
    naive = NaiveOrders()
    saved = naive
    idle = container.newContext()
  }

  /// Does one thing and returns what it was.
  mutating func step() throws -> String {
    switch random.below(20) {
    case 0...7: return try changeArray()
    case 8...12: return try changeByHandle()
    case 13: return assignAlbum()
    case 14: return insert()
    case 15: return deleteTrack()
    case 16, 17:
      try music.context.save()
      saved = naive
      if random.below(3) == 0 { return try change() }
      return "save"
    case 18:
      music.context.rollback()
      naive = saved
      music = try Music(music.context)
      return "roll back"
    default:
      if random.oneIn(2) {
        music.context.turnIntoFaults(
          music.context.unit.maps.flatMap(\.objects).filter { _ in random.oneIn(3) })
        return "make faults"
      }
      music.context.refreshAll()
      return "refresh"
    }
  }

  /// Changes something in a context that may be nested, or nests one, saves it or leaves it;
  /// returns what it was.
  mutating func stepNested() throws -> String {
    let context = music.context
    switch random.below(24) {
    case 0, 1:
      guard outer.count < 2 else { return "nothing to nest" }
      outer.append((context, naive))
      music = try Music(context.nested())
      return "nest"
    case 2...4:
      try context.save()
      if outer.isEmpty { return "save" }
      outer[outer.count - 1].naive = naive
      if context.hasChanges { return "changes after save is [not [" }
      return "nested save"
    case 5:
      guard let (parent, former) = outer.popLast() else { return "nothing to leave" }
      naive = former
      music = try Music(parent)
      return "leave"
    case 6:
      guard let parent = outer.last else { return "nothing to roll back" }
      context.rollback()
      naive = parent.naive
      music = try Music(context)
      return "nested rollback"
    case 7:
      guard let root = outer.first else { return "nothing beneath" }
      try root.context.save()
      return "save beneath"
    case 8:
      if outer.isEmpty { return "nothing" }
      context.refreshAll()
      return "nested refresh"
    case 9...15: return try changeArray()
    case 16...19: return try changeByHandle()
    case 20: return assignAlbum()
    case 21, 22: return insert()
    default: return deleteTrack()
    }
  }

  /// Returns what is wrong; the members are compared, and so loaded, only now and then.
  mutating func problems() -> [String] {
    var problems = music.context.unit.checkInvariants()
    if random.below(3) == 0 {
      let found = music.orders
      if found != naive { problems.append("holds \(found.lists)\ninstead of \(naive.lists)") }
    }
    return problems
  }

  /// Returns what is wrong after `operation`, which says itself where it had a wrong result.
  mutating func problems(after operation: String) -> [String] {
    let isWrong = operation.contains(" is [") && operation.contains("not [")
    return problems() + (isWrong ? [operation] : [])
  }

  /// Changes something that can be undone, undoes it, redoes it or saves; returns what it was.
  mutating func undoableStep() throws -> String {
    let context = music.context
    let recorder = context.undoRecorder ?? UndoRecorder(levels: nil)
    context.undoRecorder = recorder
    switch random.below(10) {
    case 0..<5:
      let former = naive
      var operations: [String] = []
      for _ in 0...random.below(3) {
        switch random.below(8) {
        case 0..<3: operations.append(try changeArray())
        case 3..<5: operations.append(try changeByHandle())
        case 5: operations.append(assignAlbum())
        case 6: operations.append(insert())
        default: operations.append(deleteTrack())
        }
      }
      recorder.endGroup()
      if recorder.undoNames.count > done.count {
        done.append(former)
        undone = []
      }
      return operations.joined(separator: "; ")
    case 5:
      try context.save()
      return "save"
    case 6, 7:
      guard context.undo(), let former = done.popLast() else { return "nothing to undo" }
      undone.append(naive)
      naive = former
      music = try Music(context)
      return "undo"
    default:
      guard context.redo(), let later = undone.popLast() else { return "nothing to redo" }
      done.append(naive)
      naive = later
      music = try Music(context)
      return "redo"
    }
  }

  /// Goes on in the other context, which has nothing unsaved.
  private mutating func change() throws -> String {
    let context = music.context
    idle.refreshAll()
    music = try Music(idle)
    idle = context
    return "save and go on in another context"
  }

  private mutating func pick(_ names: [String]) -> String {
    names.isEmpty ? "" : names[random.below(names.count)]
  }

  private mutating func relationship() -> NaiveOrders.Relationship {
    let all = NaiveOrders.Relationship.allCases
    return all[random.below(all.count)]
  }

  private mutating func changeArray() throws -> String {
    let relationship = relationship()
    let owner = pick(music.owners(relationship))
    var members = naive[relationship, owner]
    let candidates = music.candidates(relationship).filter {
      !members.contains($0) && $0 != owner
    }
    let position = random.below(members.count + 1)
    let operation = random.below(8)
    switch operation {
    case 0: if let new = candidates.first { members.append(new) }
    case 1:
      let new = pick(candidates)
      if !new.isEmpty { members.insert(new, at: position) }
    case 2: if position < members.count { members.remove(at: position) }
    case 3: members.reverse()
    case 4: members.sort()
    case 5:
      if position < members.count {
        let moved = members.remove(at: position)
        members.insert(moved, at: random.below(members.count + 1))
      }
    case 6:
      let new = pick(candidates)
      if position < members.count, !new.isEmpty { members[position] = new }
    default:
      members = (members + candidates.prefix(3)).filter { _ in random.below(3) > 0 }
      if members.count > 1 { members.swapAt(0, members.count - 1) }
    }
    if relationship == .favorites { members = Array(members.prefix(5)) }
    music[relationship, owner] = members
    naive.hold(relationship, owner, members)
    return "\(relationship) of \(owner) = \(members), by \(operation)"
  }

  private mutating func changeByHandle() throws -> String {
    let owner = pick(music.albums.keys.sorted())
    if random.below(2) == 0, let album = music.albums[owner] {
      return try change(album.$tracks, .album, owner)
    }
    let name = pick(music.playlists.keys.sorted())
    guard let playlist = music.playlists[name] else { return "nothing" }
    return try change(playlist.$tracks, .playlist, name)
  }

  private mutating func change(
    _ handle: OrderedToMany<Track>, _ relationship: NaiveOrders.Relationship, _ owner: String
  ) throws -> String {
    var members = naive[relationship, owner]
    let name = pick(music.tracks.keys.sorted())
    guard let track = music.tracks[name] else { return "no track" }
    let others = members.filter { $0 != name }
    let beside = pick(others)
    let operation = random.below(12)
    switch operation {
    case 0:
      handle.append(track)
      if !members.contains(name) { members.append(name) }
    case 1:
      let position = random.below(others.count + 1)
      try handle.insert(track, at: position)
      members = others
      members.insert(name, at: position)
    case 2, 3:
      guard let other = music.tracks[beside], let place = others.firstIndex(of: beside) else {
        return "nothing"
      }
      try operation == 2 ? handle.insert(track, before: other) : handle.insert(track, after: other)
      members = others
      members.insert(name, at: operation == 2 ? place : place + 1)
    case 4:
      guard members.count > 1 else { return "nothing" }
      let (from, to) = (random.below(members.count), random.below(members.count))
      try handle.move(from: from, to: to)
      members.insert(members.remove(at: from), at: to)
    case 5:
      handle.remove(track)
      members = others
    case 6:
      guard !members.isEmpty else { return "nothing" }
      let position = random.below(members.count)
      try handle.remove(at: position)
      members.remove(at: position)
    case 7:
      var found: [String] = []
      try handle.forEach(batch: 2) { found.append($0.title) }
      if found != members { return "forEach of \(owner) is \(found), not \(members)" }
      return "forEach"
    case 8:
      let found = [try handle.first?.title, try handle.last?.title]
      if found != [members.first, members.last] { return "ends are [\(found)], not [\(members)]" }
      let position = try handle.firstIndex(of: track)
      if position != members.firstIndex(of: name) {
        return "position of \(name) is [\(position ?? -1)] not [of \(members)]"
      }
      return "ends"
    case 9:
      guard !members.isEmpty else { return "nothing" }
      let (one, other) = (random.below(members.count), random.below(members.count))
      try handle.swapAt(one, other)
      members.swapAt(one, other)
    case 10:
      guard random.below(4) == 0 else { return "nothing" }
      try handle.removeAll()
      members = []
    default:
      guard !members.isEmpty else { return "nothing" }
      let position = random.below(members.count)
      let found = try handle[position].title
      if found != members[position] { return "\(position) of \(owner) is \(found): \(members)" }
      return "member"
    }
    naive.hold(relationship, owner, members)
    return "$\(relationship) of \(owner) is \(members), by \(operation) of \(name), \(beside)"
  }

  private mutating func assignAlbum() -> String {
    let (name, album) = (pick(music.tracks.keys.sorted()), pick(["A", "B", ""]))
    music.tracks[name]?.album = music.albums[album]
    if album.isEmpty {
      for owner in ["A", "B"] { naive.unlink(.album, owner, name) }
    } else {
      naive.link(.album, album, name)
    }
    return "album of \(name) is '\(album)'"
  }

  private mutating func insert() -> String {
    count += 1
    let name = "n\(count)"
    let track = Track(title: name, in: music.context)
    music.tracks[name] = track
    if random.below(2) == 0 {
      track.album = music.albums["A"]
      naive.link(.album, "A", name)
    }
    return "insert \(name)"
  }

  private mutating func deleteTrack() -> String {
    guard music.tracks.count > 6 else { return "nothing" }
    let name = pick(music.tracks.keys.sorted())
    if let track = music.tracks[name] { music.context.delete(track) }
    music.tracks[name] = nil
    naive.delete(name)
    return "delete \(name)"
  }
}
