import EntityModel
import EntitySQL
import EntityStore

/// Puts members of one owner in other places: each is given a number between those of its
/// neighbours. Where there is no number left, those that follow are moved apart, as few as make
/// room.
struct MemberArrangement {
  private let session: SQLiteWritingSession
  private let owner: Int64
  private let placements: [ChangeSet.Placement]

  private let sql: OrderSQL

  /// The least distance that neighbours have which have been moved apart.
  private static let leastGap: Int64 = 1 << 8

  /// How many are read first to be moved apart.
  private static let fewest = 32

  /// Prepares to carry out `order` in `session`.
  init(_ order: ChangeSet.Order, _ session: SQLiteWritingSession) throws(StoreError) {
    self.session = session
    sql = try session.orderSQL(of: order)
    owner = order.owner
    placements = order.placements
  }

  /// Puts each member in its place, one after the other.
  ///
  /// What has no place yet is either put somewhere by this, and is nobody's neighbour until then,
  /// or is given a number first.
  func arrange() throws {
    try numberUnplaced()
    for placement in placements {
      let member = placement.member
      switch placement.place {
      case .start:
        try put(member, after: nil)
      case .end:
        try put(member, after: try last(except: member))
      case .near(let after, let before):
        if after != member, let neighbour = try place(of: after) {
          try put(member, after: neighbour)
        } else if before != member, let neighbour = try place(of: before) {
          try put(member, after: try previous(to: neighbour, except: member))
        } else {
          try put(member, after: try last(except: member))
        }
      }
    }
  }

  /// Gives those members numbers that have none and are not put anywhere.
  private func numberUnplaced() throws {
    let beginning = MemberPlace(place: MemberPlace.unplaced - 1, id: .max)
    let unplaced = try session.places(sql.following, [owner, beginning.place, beginning.id])
    guard !unplaced.isEmpty else { return }
    let placed = Set(placements.map(\.member))
    let ids = unplaced.map(\.id).filter { !placed.contains($0) }
    guard !ids.isEmpty else { return }
    let start = try last(except: 0)?.place ?? 0
    guard try number(ids, after: start) else { return try numberAll() }
  }

  /// Puts `member`, if it is one, right after `former`, or first if that is `nil`.
  private func put(_ member: Int64, after former: MemberPlace?) throws {
    let later = try next(to: former, except: member, limit: 1).first
    if let number = number(between: former?.place, later?.place) {
      return try put(member, at: number)
    }
    try moveApart(member, after: former)
  }

  /// Returns a number between two, of which either may be missing; `nil` if there is none.
  private func number(between former: Int64?, _ later: Int64?) -> Int64? {
    switch (former, later) {
    case (nil, nil): return MemberPlace.gap
    case (let former?, nil):
      let (number, overflow) = former.addingReportingOverflow(MemberPlace.gap)
      return overflow || number == MemberPlace.unplaced ? nil : number
    case (nil, let later?):
      let (number, overflow) = later.subtractingReportingOverflow(MemberPlace.gap)
      return overflow ? nil : number
    case (let former?, let later?):
      guard former < later else { return nil }
      let distance = UInt64(bitPattern: later &- former)
      return distance > 1 ? former &+ Int64(distance / 2) : nil
    }
  }

  /// Puts `member` right after `former`, and gives it and those that follow other numbers: as few
  /// of them as have room, or all members where the numbers end.
  private func moveApart(_ member: Int64, after former: MemberPlace?) throws {
    guard let former else { return try numberAll(with: member, after: nil) }
    var count = Self.fewest
    while true {
      let following = try next(to: former, except: member, limit: count)
      guard following.count == count, let end = following.last else {
        if try number([member] + following.map(\.id), after: former.place) { return }
        break
      }
      // The last one that has been read stays where it is.
      let moved = [member] + following.dropLast().map(\.id)
      let distance = UInt64(bitPattern: end.place &- former.place)
      let step = Int64(clamping: distance / UInt64(moved.count + 1))
      if end.place > former.place, step >= Self.leastGap {
        for (index, id) in moved.enumerated() {
          try put(id, at: former.place &+ step * Int64(index + 1))
        }
        return
      }
      count *= 2
    }
    try numberAll(with: member, after: former)
  }

  /// Gives the members `ids`, which are the last ones, the numbers after `start`; `false` if there
  /// are not so many.
  private func number(_ ids: [Int64], after start: Int64) throws -> Bool {
    let room = UInt64(bitPattern: (MemberPlace.unplaced - 1) &- start)
    guard UInt64(ids.count) < room / UInt64(MemberPlace.gap) else { return false }
    for (index, id) in ids.enumerated() {
      try put(id, at: start &+ MemberPlace.gap * Int64(index + 1))
    }
    return true
  }

  /// Numbers all members, and `member`, if there is one, right after `former`.
  private func numberAll(with member: Int64? = nil, after former: MemberPlace? = nil) throws {
    let others = try session.places(sql.all, [owner]).filter { $0.id != member }
    var ids = others.map(\.id)
    if let member {
      let position = former.flatMap { former in ids.firstIndex(of: former.id) }
      ids.insert(member, at: position.map { $0 + 1 } ?? 0)
    }
    for (index, id) in ids.enumerated() { try put(id, at: MemberPlace.gap * Int64(index + 1)) }
  }

  // MARK: Statements

  private func put(_ member: Int64, at number: Int64) throws {
    try session.connection.run(sql.put, [.integer(owner), .integer(member), .integer(number)])
  }

  /// Returns the place of `member`; `nil` if it is none.
  private func place(of member: Int64) throws -> MemberPlace? {
    member == 0 ? nil : try session.places(sql.place, [owner, member]).first
  }

  private func last(except member: Int64) throws -> MemberPlace? {
    try previous(to: MemberPlace(place: MemberPlace.unplaced, id: .min), except: member)
  }

  private func previous(to place: MemberPlace, except member: Int64) throws -> MemberPlace? {
    try session.places(sql.previous, [owner, place.place, place.id, member]).first
  }

  private func next(
    to place: MemberPlace?, except member: Int64, limit: Int
  ) throws -> [MemberPlace] {
    let place = place ?? MemberPlace(place: .min, id: .min)
    return try session.places(
      sql.next, [owner, place.place, place.id, member, Int64(limit)]
    ).filter { $0.place < MemberPlace.unplaced }
  }
}

/// The statements on the places of the members of one to-many.
struct OrderSQL {
  let all: String
  let following: String
  let firstFollowing: String
  let place: String
  let previous: String
  let next: String
  let put: String

  /// A to-many, by the indexes of its entity and of itself.
  struct Key: Hashable {
    let entity: Int
    let property: Int
  }
}

extension SQLiteWritingSession {
  /// Returns the statements on the places of the members that `order` is about, which are written
  /// once.
  fileprivate func orderSQL(of order: ChangeSet.Order) throws(StoreError) -> OrderSQL {
    let key = OrderSQL.Key(entity: order.entity, property: order.property)
    if let known = orderSQL[key] { return known }
    let list = try list(of: layout.entities[order.entity], order.property)
    let orders = statements.orders
    let sql = OrderSQL(
      all: orders.members(of: list, isAfter: false, limit: "-1"),
      following: orders.members(of: list, isAfter: true, limit: "-1"),
      firstFollowing: orders.members(of: list, isAfter: true, limit: "1"),
      place: orders.place(of: list), previous: orders.previous(of: list),
      next: orders.next(of: list), put: orders.put(in: list))
    orderSQL[key] = sql
    return sql
  }

  /// Gives numbers to the members without one, which rows that were written by hand have, of the
  /// owners that `changes` link others to: what is linked comes after them, in the order of its
  /// links, for which there is no number behind none.
  func numberUnplaced(before changes: ChangeSet) throws {
    var made: [Int: Set<Int64>] = [:]
    var last: ChangeSet.Order?
    for link in changes.links {
      let entity = layout.entities[link.entity]
      guard entity.isOrdered(link.property) else { continue }
      let order = ChangeSet.Order(
        entity: link.entity, property: link.property, owner: link.owner, placements: [])
      // The links of an owner follow each other.
      if order == last { continue }
      last = order
      // New rows have no members yet.
      let new =
        made[link.entity]
        ?? Set(
          changes.inserts.lazy.filter {
            self.layout.entities[$0.entity].rootName == entity.rootName
          }.map(\.id))
      made[link.entity] = new
      if new.contains(link.owner) { continue }
      let unplaced = try places(
        orderSQL(of: order).firstFollowing, [link.owner, MemberPlace.unplaced - 1, .max])
      if !unplaced.isEmpty { try MemberArrangement(order, self).arrange() }
    }
  }
}
