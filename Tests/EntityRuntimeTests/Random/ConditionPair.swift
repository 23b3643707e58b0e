import EntityGraph
import TestSupport

/// A condition on things, and the same over the records of a naive graph.
struct ConditionPair {
  let condition: Condition<Thing>
  let holds: (NaiveGraph.Key, NaiveGraph) -> Bool

  /// The condition on things, as a request has it.
  private typealias Closure = (Fields<Thing>) -> Condition<Thing>

  /// Returns a condition as deep as `depth`; `objects` gives the live object of a key.
  static func random(
    _ random: inout SeededRandom, _ graph: NaiveGraph, depth: Int = 2,
    _ object: (NaiveGraph.Key) -> ManagedObject?
  ) -> ConditionPair {
    if depth > 0, random.oneIn(2) {
      let left = Self.random(&random, graph, depth: depth - 1, object)
      let right = Self.random(&random, graph, depth: depth - 1, object)
      switch random.below(3) {
      case 0:
        return ConditionPair(condition: left.condition && right.condition) {
          left.holds($0, $1) && right.holds($0, $1)
        }
      case 1:
        return ConditionPair(condition: left.condition || right.condition) {
          left.holds($0, $1) || right.holds($0, $1)
        }
      default:
        return ConditionPair(condition: !left.condition) { !left.holds($0, $1) }
      }
    }
    return leaf(&random, graph, object)
  }

  private static func leaf(
    _ random: inout SeededRandom, _ graph: NaiveGraph, _ object: (NaiveGraph.Key) -> ManagedObject?
  ) -> ConditionPair {
    let number = random.below(12)
    let letter = random.pick(["a", "B", "c"])
    let mood = random.pick(Mood.allCases)
    switch random.below(20) {
    case 18 where number < 3:
      return make({ thing in thing.links.any { $0.code > thing.code } }) { graph, key in
        graph.toMany(key, "links").contains {
          graph.integer($0, "code") > graph.integer(key, "code")
        }
      }
    case 18 where number < 6:
      return make({ thing in thing.tags.all { $0.name != thing.name } }) { graph, key in
        graph.toMany(key, "tags").allSatisfy {
          graph.string($0, "name") != graph.string(key, "name")
        }
      }
    case 18 where number < 9:
      return make({ thing in Thing.where { $0.name == thing.name && $0 != thing }.exists() }) {
        graph, key in
        graph.things.contains {
          $0 != key && graph.string($0, "name") == graph.string(key, "name")
        }
      }
    case 18:
      return make({ thing in
        Thing.where { $0.box == thing.box && $0.code < thing.code }.count() >= number / 3
      }) { graph, key in
        graph.things.count {
          graph.toOne($0, "box") == graph.toOne(key, "box")
            && graph.integer($0, "code") < graph.integer(key, "code")
        } >= number / 3
      }
    case 0: return make({ $0.code < number }) { $0.integer($1, "code") < number }
    case 1: return make({ $0.code != number }) { $0.integer($1, "code") != number }
    case 2: return make({ $0.name.hasPrefix(letter) }) { $0.string($1, "name").hasPrefix(letter) }
    case 3:
      return make({ $0.name.contains(letter, ignoringCase: true) }) {
        $0.string($1, "name").lowercased().contains(letter.lowercased())
      }
    case 4: return make({ $0.score == nil }) { $0.real($1, "score") == nil }
    case 5:
      let bound = Double(number)
      return make({ $0.score >= bound }) { graph, key in
        graph.real(key, "score").map { $0 >= bound } ?? false
      }
    case 6:
      return make({ $0.mood.in([mood, .gloomy]) }) {
        [mood.rawValue, "gloomy"].contains($0.string($1, "mood"))
      }
    case 7: return make({ $0.box == nil }) { $0.toOne($1, "box") == nil }
    case 8:
      return make({ $0.box.name == letter }) { graph, key in
        graph.toOne(key, "box").map { graph.string($0, "name") == letter } ?? false
      }
    case 9:
      return make({ $0.box.parent.name.hasPrefix(letter) }) { graph, key in
        graph.toOne(key, "box").flatMap { graph.toOne($0, "parent") }
          .map { graph.string($0, "name").hasPrefix(letter) } ?? false
      }
    case 10: return make({ $0.tags.isEmpty }) { $0.toMany($1, "tags").isEmpty }
    case 11: return make({ $0.links.count >= 2 }) { $0.toMany($1, "links").count >= 2 }
    case 12:
      return make({ $0.tags.any { $0.name == letter } }) { graph, key in
        graph.toMany(key, "tags").contains { graph.string($0, "name") == letter }
      }
    case 13:
      return make({ $0.links.all { $0.mood == mood } }) { graph, key in
        graph.toMany(key, "links").allSatisfy { graph.string($0, "mood") == mood.rawValue }
      }
    case 14:
      return make({ $0.whole.parts.none { $0.code > number } }) { graph, key in
        !(graph.toOne(key, "whole").map { graph.toMany($0, "parts") } ?? [])
          .contains { graph.integer($0, "code") > number }
      }
    case 15: return make({ $0.whole == nil }) { $0.toOne($1, "whole") == nil }
    case 16:
      return make({ $0.whole.name.hasPrefix(letter) }) { graph, key in
        graph.toOne(key, "whole").map { graph.string($0, "name").hasPrefix(letter) } ?? false
      }
    case 17:
      let boxes = graph.live.filter { graph.records[$0]?.entity == "Box" }
      guard !boxes.isEmpty, let box = object(random.pick(boxes)) as? Box else { fallthrough }
      let wanted = boxes.first { object($0) === box }
      return make({ $0.box != box }) { $0.toOne($1, "box") != wanted }
    default:
      return make({ $0.next.code > $0.code }) { graph, key in
        graph.toOne(key, "next").map { graph.integer($0, "code") > graph.integer(key, "code") }
          ?? false
      }
    }
  }

  private static func make(
    _ condition: Closure, _ holds: @escaping (NaiveGraph, NaiveGraph.Key) -> Bool
  ) -> ConditionPair {
    ConditionPair(condition: Thing.where(condition).condition) { holds($1, $0) }
  }
}

extension NaiveGraph {
  /// The live things.
  var things: [Key] {
    live.filter { ["Thing", "Gadget"].contains(records[$0]?.entity ?? "") }
  }

  /// The live record that a to-one refers to.
  func toOne(_ key: Key, _ name: String) -> Key? {
    records[key]?.toOnes[name].flatMap { records[$0]?.isDeleted == false ? $0 : nil }
  }

  /// The live records that a to-many holds, in its order.
  func toMany(_ key: Key, _ name: String) -> [Key] {
    (records[key]?.toManys[name] ?? []).filter {
      records[$0]?.isDeleted == false && records[$0]?.isHidden == false
    }
  }

  func integer(_ key: Key, _ name: String) -> Int {
    if case .integer(let value) = records[key]?.values[name] { Int(value) } else { 0 }
  }

  func string(_ key: Key, _ name: String) -> String {
    if case .text(let value) = records[key]?.values[name] { value } else { "" }
  }

  func real(_ key: Key, _ name: String) -> Double? {
    if case .real(let value) = records[key]?.values[name] { value } else { nil }
  }
}
