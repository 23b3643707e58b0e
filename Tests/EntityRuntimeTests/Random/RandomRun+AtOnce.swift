import EntityGraph
import TestSupport

@testable import EntityRuntime

/// Upserts, and what changes many rows without objects.
extension RandomRun {
  /// Upserts a thing by its code in the context.
  mutating func upsert() throws -> String {
    let codes = naive.things.map { naive.integer($0, "code") }
    // Of several things with one code, which a save refuses, any may be found.
    guard Set(codes).count == codes.count else { return "no upsert" }
    let code = random.oneIn(3) ? nextKey + 2000 : random.pick(codes + [nextKey + 2000])
    let (name, before) = (name(), naive.things.first { naive.integer($0, "code") == code })
    let thing = try context.upsert(Thing.self, \.code, code) { $0.name = name }
    let key = before ?? nextKey
    if before == nil { insertThing(code, name, thing.objectID) }
    naive.records[key]?.values["name"] = .text(name)
    if ids[key] != thing.objectID { findings.append("upserted \(thing) in place of \(key)") }
    _ = hold(thing)
    return "upsert \(code) as \(key)"
  }

  private mutating func insertThing(_ code: Int, _ name: String, _ id: ObjectID?) {
    let values: [String: StoredValue] = [
      "code": .integer(Int64(code)), "name": .text(name), "mood": Mood.calm.storedValue,
    ]
    naive.insert(nextKey, "Thing", values)
    ids[nextKey] = id
    nextKey += 1
  }

  /// Changes or deletes rows, or upserts many, where nothing is unsaved.
  mutating func changeRows() throws -> String {
    guard !context.hasChanges else { return "nothing at once" }
    held = []
    switch random.below(4) {
    case 0: return try updateRows()
    case 1: return try upsertRows()
    default: return try deleteRows()
    }
  }

  private mutating func updateRows() throws -> String {
    let (mood, score) = (random.pick(Mood.allCases), Double(random.below(10)))
    let box = pick("Box")
    let target = try box.flatMap { try object($0) } as? Box
    let movesToBox = random.oneIn(3)
    let found = naive.things.filter { naive.string($0, "mood") == mood.rawValue }
    try context.update(Thing.where { $0.mood == mood }) {
      if movesToBox { $0.box = target } else { $0.score = score }
    }
    for key in found {
      if movesToBox {
        naive.setToOne(key, "box", box)
      } else {
        naive.records[key]?.values["score"] = score.storedValue
      }
    }
    naive.save()
    return movesToBox
      ? "put \(found) into \(box ?? 0) at once" : "give \(found) the score \(score) at once"
  }

  private mutating func upsertRows() throws -> String {
    let codes = naive.things.map { naive.integer($0, "code") }
    let items = (0..<3).map { _ in
      (code: random.pick(codes + [nextKey + 3000 + random.below(2)]), name: name())
    }
    let result = try context.insertAll(
      Thing.self, from: items, onConflict: .update(by: \.code, only: \.name)
    ) { ($0.code, $0.name) = ($1.code, $1.name) }
    for (item, id) in zip(items, result.ids) {
      if let key = naive.things.first(where: { naive.integer($0, "code") == item.code }) {
        naive.records[key]?.values["name"] = .text(item.name)
        if ids[key] != id { findings.append("\(id) has been upserted in place of \(key)") }
      } else {
        insertThing(item.code, item.name, id)
      }
    }
    naive.save()
    return "upsert \(items.map(\.code)) at once"
  }

  private mutating func deleteRows() throws -> String {
    let name = name()
    let entity = random.pick(["Thing", "Box", "Tag", "Maker", "Recipe", "Step"])
    let before = naive
    let found = naive.live.filter {
      (entity == "Thing" ? naive.things.contains($0) : naive.records[$0]?.entity == entity)
        && naive.string($0, label(of: $0)) == name
    }
    let limit = 1 + random.below(3)
    for key in found.prefix(limit) { naive.delete(key) }
    do {
      switch entity {
      case "Thing": try context.deleteAll(Thing.where { $0.name == name }.limit(limit))
      case "Box": try context.deleteAll(Box.where { $0.name == name }.limit(limit))
      case "Tag": try context.deleteAll(Tag.where { $0.name == name }.limit(limit))
      case "Maker": try context.deleteAll(Maker.where { $0.name == name }.limit(limit))
      case "Recipe": try context.deleteAll(Recipe.where { $0.title == name }.limit(limit))
      default: try context.deleteAll(Step.where { $0.text == name }.limit(limit))
      }
      if naive.isUnfit { findings.append("an unfit graph has been saved") }
      naive.save()
    } catch {
      if !naive.isUnfit { findings.append("a fit graph has not been saved: \(error)") }
      naive = before
      return "delete \(entity) \(found.prefix(limit)) at once in vain"
    }
    return "delete \(entity) \(found.prefix(limit)) at once"
  }
}
