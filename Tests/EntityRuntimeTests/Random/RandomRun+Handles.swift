import EntityGraph
import TestSupport

extension RandomRun {
  /// Does something through the handle of a to-many relationship and returns what.
  mutating func useHandle() throws -> String {
    guard let (key, object, relation) = try pickRelation(isToMany: true) else {
      return "no handle"
    }
    let what =
      switch (object, relation.name) {
      case (let thing as Thing, "tags"): try use(thing.$tags, key, relation)
      case (let thing as Thing, "links"): try use(thing.$links, key, relation)
      case (let gadget as Gadget, "parts"): try use(gadget.$parts, key, relation)
      case (let box as Box, "things"): try use(box.$things, key, relation)
      case (let box as Box, "children"): try use(box.$children, key, relation)
      case (let tag as Tag, "things"): try use(tag.$things, key, relation)
      case (let maker as Maker, "gadgets"): try use(maker.$gadgets, key, relation)
      case (let maker as Maker, "tags"): try use(maker.$tags, key, relation)
      case (let recipe as Recipe, "steps"): try use(recipe.$steps, key)
      default: "nothing"
      }
    return "\(what) $\(relation.name) of \(key)"
  }

  private mutating func use<Member: ManagedObject>(
    _ handle: ToMany<Member>, _ key: Key, _ relation: NaiveGraph.Relation
  ) throws -> String {
    let members = naive.toMany(key, relation.name)
    let other = pick(relation.target)
    let member = try other.flatMap { try object($0) } as? Member
    switch random.below(8) {
    case 0..<2:
      guard let other, let member else { return "insert nothing in" }
      handle.insert(member)
      naive.setToMany(key, relation.name, members + (members.contains(other) ? [] : [other]))
      return "insert \(other) in"
    case 2:
      guard let other, let member else { return "remove nothing of" }
      handle.remove(member)
      naive.setToMany(key, relation.name, members.filter { $0 != other })
      return "remove \(other) of"
    case 3:
      guard let gone = members.min(), let member = try object(gone) as? Member else {
        return "remove none of"
      }
      handle.remove(contentsOf: [member])
      naive.setToMany(key, relation.name, members.filter { $0 != gone })
      return "remove \(gone) of"
    case 4:
      let (count, isEmpty) = (try handle.count, try handle.isEmpty)
      if count != members.count { findings.append("count \(count), should be \(members.count)") }
      if isEmpty != members.isEmpty { findings.append("isEmpty is \(isEmpty)") }
      return "count"
    case 5:
      guard let other, let member else { return "look for nothing in" }
      let isMember = try handle.contains(member)
      if isMember != members.contains(other) { findings.append("contains is \(isMember)") }
      return "look for \(other) in"
    case 6:
      var found: [ObjectID] = []
      try handle.forEach(batch: 2) { found.append($0.objectID) }
      compare(found, members.sorted().map { ids[$0] })
      return "walk over"
    default:
      let (first, most) = (random.below(3), random.below(4))
      let expected = members.sorted().dropFirst(first).prefix(most).map { ids[$0] }
      let request = handle.all.offset(first).limit(most)
      compare(try context.fetch(request).map(\.objectID), expected)
      let count = try context.count(request)
      if count != expected.count { findings.append("limited count \(count)") }
      return "fetch from \(first) \(most) of"
    }
  }

  /// Puts a step in a place of a recipe, or asks for what is in one.
  private mutating func use(_ handle: OrderedToMany<Step>, _ key: Key) throws -> String {
    let members = naive.toMany(key, "steps")
    guard let name = pick("Step"), let step = try object(name) as? Step else {
      return "nothing in"
    }
    let others = members.filter { $0 != name }
    let beside = others.isEmpty ? nil : random.pick(others)
    switch random.below(7) {
    case 0:
      handle.append(step)
      if !members.contains(name) { naive.setToOne(name, "recipe", key) }
      return "append \(name) to"
    case 1, 2:
      guard let beside, let other = try object(beside) as? Step else { return "nothing beside" }
      try handle.insert(step, after: other)
      naive.put(name, in: key, beside, isAfter: true)
      return "insert \(name) after \(beside) of"
    case 3:
      guard let beside, let other = try object(beside) as? Step else { return "nothing beside" }
      try handle.insert(step, before: other)
      naive.put(name, in: key, beside, isAfter: false)
      return "insert \(name) before \(beside) of"
    case 4:
      handle.remove(step)
      if members.contains(name) { naive.setToOne(name, "recipe", nil) }
      return "remove \(name) of"
    case 5:
      guard !members.isEmpty else { return "no member of" }
      let position = random.below(members.count)
      compare([try handle.member(at: position).objectID], [ids[members[position]]])
      return "read \(position) of"
    default:
      var found: [ObjectID] = []
      try handle.forEach(batch: 2) { found.append($0.objectID) }
      compare(found, members.map { ids[$0] })
      if try handle.count != members.count { findings.append("wrong count") }
      return "walk over"
    }
  }

  private mutating func compare(_ found: [ObjectID], _ expected: [ObjectID?]) {
    if found != expected { findings.append("found \(found), should be \(expected)") }
  }
}
