import EntityModel
import EntityStore

/// Writes conditions and values as the Swift that they are made by.
///
/// It is written from left to right with a list of what is still to come, so that no depth of a
/// condition is too great.
struct PredicateText {
  /// What is written of the values that a condition compares.
  enum Values {
    /// A question mark for each.
    case hidden

    /// The values, as the types of `model` represent them.
    case shown(ObjectModel)
  }

  /// How tightly an expression holds together; one that does so less is put in parentheses.
  private enum Tightness: Int {
    case any, or, and, comparison, coalescing, sum, product, prefix, postfix
  }

  /// What is still to be written.
  private enum Step {
    case text(String)

    /// A part about objects of `entity`, whose constants are of `type`.
    case part(PredicatePart, Tightness, entity: String?, type: StorageType?)
  }

  /// What is written of values.
  let values: Values

  /// The columns of a result that a condition on groups names, by their texts.
  var columns: [String: String] = [:]

  /// How deep the conditions lie whose objects those within name, by the nodes that apply to them.
  private var depths: [Int: Int] = [:]

  /// What has been written.
  private(set) var text = ""

  init(_ values: Values) { self.values = values }

  /// Adds `text`.
  mutating func write(_ text: String) { self.text += text }

  /// Adds `part`, a condition or an operand about objects of `entity`, as a closure.
  mutating func writeClosure(_ part: PredicatePart, of entity: String?) {
    let (part, depths) = part.named
    self.depths = depths
    write(opening(-1))
    write([.part(part, .any, entity: entity, type: nil)])
    write(" }")
    self.depths = [:]
  }

  /// Adds `part`, a condition or an operand about objects of `entity`.
  mutating func write(_ part: PredicatePart, of entity: String?) {
    let (part, depths) = part.named
    self.depths = depths
    write([.part(part, .any, entity: entity, type: nil)])
    self.depths = [:]
  }

  /// Adds `operand` as what a postfix follows.
  mutating func writeOperand(_ operand: PredicateOperand, of entity: String?) {
    write([.part(operand.root, .postfix, entity: entity, type: nil)])
  }

  private mutating func write(_ steps: [Step]) {
    var open = steps
    while let step = open.popLast() {
      switch step {
      case .text(let more): text += more
      case .part(let part, let tightness, let entity, let type):
        let (own, steps) = expansion(of: part, entity, type)
        if own.rawValue < tightness.rawValue {
          open.append(.text(")"))
          open += steps.reversed()
          open.append(.text("("))
        } else {
          open += steps.reversed()
        }
      }
    }
  }

  // MARK: Nodes

  /// Returns what `part` is written as, and how tightly that holds together.
  private func expansion(
    of part: PredicatePart, _ entity: String?, _ type: StorageType?
  ) -> (Tightness, [Step]) {
    func inner(_ part: PredicatePart, _ tightness: Tightness) -> Step {
      .part(part, tightness, entity: entity, type: type)
    }
    switch part.kind {
    case .constant(let value): return (.postfix, [.text(value ? "true" : "false")])
    case .refused(let reason): return (.postfix, [.text("refused(\(reason.debugDescription))")])
    case .not:
      if case .quantified(.none, let path) = part.first.kind, part.first.first.isAlwaysTrue {
        return (.prefix, [.text("!\(name(path)).isEmpty")])
      }
      return (.prefix, [.text("!"), inner(part.first, .prefix)])
    case .all(let count): return joined(part, count, " && ", .and, ifNone: "true", inner)
    case .any(let count): return joined(part, count, " || ", .or, ifNone: "false", inner)
    case .comparison(let comparison):
      if let objects = self.objects(part.first, comparison, part.second) {
        return (.comparison, [.text(objects)])
      }
      let type = self.type(of: part.first, entity) ?? self.type(of: part.second, entity)
      return (
        .comparison,
        [
          .part(part.first, .coalescing, entity: entity, type: type),
          .text(" \(comparison.symbol) "),
          .part(part.second, .coalescing, entity: entity, type: type),
        ]
      )
    case .membership(let values):
      let type = self.type(of: part.first, entity)
      return (
        .postfix,
        [inner(part.first, .postfix), .text(".in(\(list(values) { text(of: $0, type) }))")]
      )
    case .amongAll:
      return (
        .postfix,
        [inner(part.first, .postfix), .text(".in("), inner(part.second, .any), .text(")")]
      )
    case .objects(let path, let ids):
      return (.postfix, [.text("\(object(path)).in(\(list(ids) { text(of: $0) }))")])
    case .text(let match, let whole, let ignoringCase):
      var arguments = (match == .pattern ? "regex: " : "") + text(of: .text(whole), .string)
      if ignoringCase || match == .equal { arguments += ", ignoringCase: \(ignoringCase)" }
      return (
        .postfix, [inner(part.first, .postfix), .text(".\(match.functionName)(\(arguments))")]
      )
    case .quantified(let quantifier, let path):
      return quantified(quantifier, path, part.first, entity)
    case .search(let path, let search): return (.postfix, [.text(self.search(search, at: path))])
    case .rank: return (.postfix, [.text("$0.relevance")])
    case .excerpt(let path, let excerpt):
      let call = excerpt.words.map { ".snippet(words: \($0))" } ?? ".highlighted()"
      return (.postfix, [.text(name(path) + call)])
    case .attribute(let path): return (.postfix, [.text(attribute(path))])
    case .value(let value): return (.postfix, [.text(text(of: value, type))])
    case .object(let path), .rowNumber(let path): return (.postfix, [.text(object(path))])
    case .identifier(let id): return (.postfix, [.text(id.map { text(of: $0) } ?? "nil")])
    case .source: return (.postfix, [.text("source")])
    case .count(let path):
      return (.postfix, members(path, part.first, entity) + [.text(".count")])
    case .function(let function, let type, _):
      return computed(function, part) { .part($0, $1, entity: entity, type: type) }
    case .choice(let type):
      func value(_ part: PredicatePart) -> Step { .part(part, .any, entity: entity, type: type) }
      return (
        .postfix,
        [
          inner(part.first, .postfix), .text(".then("), value(part.second),
          .text(", else: "), value(part.third), .text(")"),
        ]
      )
    case .aggregateOfAll(let function, let scope, _):
      let start = all(scope, part.first)
      if function == .count, case .rowNumber = part.second.kind {
        return (.postfix, start + [.text(".count()")])
      }
      if case .attribute(let path) = part.second.kind {
        return (.postfix, start + [.text(".\(function.membersName)(\\.\(path.text))")])
      }
      return (
        .postfix,
        start + [
          .text(".\(function.membersName) \(opening(part.start))"),
          .part(part.second, .any, entity: scope.entity, type: nil), .text(" }"),
        ]
      )
    case .allValues(let scope):
      if case .rowNumber = part.second.kind { return (.postfix, all(scope, part.first)) }
      return (
        .postfix,
        all(scope, part.first) + [
          .text(".select \(opening(part.start))"),
          .part(part.second, .any, entity: scope.entity, type: nil),
          .text(" }"),
        ]
      )
    case .aggregate(let function, let path, _):
      let start = members(path, part.first, entity) + [.text(".\(function.membersName)")]
      if case .attribute(let attribute) = part.second.kind {
        return (.postfix, start + [.text("(\\.\(attribute.text))")])
      }
      let target = self.target(of: path, from: entity)
      return (
        .postfix,
        start + [
          .text(" \(opening(part.start))"), .part(part.second, .any, entity: target, type: nil),
          .text(" }"),
        ]
      )
    }
  }

  /// Returns the `count` conditions of `part` with `connective` between them.
  private func joined(
    _ part: PredicatePart, _ count: Int, _ connective: String, _ tightness: Tightness,
    ifNone: String, _ inner: (PredicatePart, Tightness) -> Step
  ) -> (Tightness, [Step]) {
    guard count > 0 else { return (.postfix, [.text(ifNone)]) }
    guard count > 1 else { return (tightness, [inner(part.first, tightness)]) }
    var steps: [Step] = []
    for condition in part.parts {
      if !steps.isEmpty { steps.append(.text(connective)) }
      steps.append(inner(condition, tightness == .or ? .and : .comparison))
    }
    return (tightness, steps)
  }

  /// Returns the condition that so many of the objects that `path` leads to satisfy `condition`.
  private func quantified(
    _ quantifier: PredicateTree.Quantifier, _ path: PropertyPath, _ condition: PredicatePart,
    _ entity: String?
  ) -> (Tightness, [Step]) {
    if condition.isAlwaysTrue, quantifier != .all {
      let isEmpty = "\(name(path)).isEmpty"
      return quantifier == .none
        ? (.postfix, [.text(isEmpty)]) : (.prefix, [.text("!\(isEmpty)")])
    }
    if quantifier == .any, let id = condition.wantedObject {
      return (.postfix, [.text("\(name(path)).contains(\(text(of: id)))")])
    }
    let target = self.target(of: path, from: entity)
    return (
      .postfix,
      [
        .text("\(name(path)).\(quantifier.rawValue) \(opening(condition.start - 1))"),
        .part(condition, .any, entity: target, type: nil), .text(" }"),
      ]
    )
  }

  /// Returns the request for the objects of `scope` that satisfy `condition`.
  private func all(_ scope: ObjectScope, _ condition: PredicatePart) -> [Step] {
    let end = scope.includesSubentities ? "" : ".excludingSubentities()"
    guard !condition.isAlwaysTrue else { return [.text("\(scope.entity).all\(end)")] }
    return [
      .text("\(scope.entity).where \(opening(condition.start - 1))"),
      .part(condition, .any, entity: scope.entity, type: nil), .text(" }\(end)"),
    ]
  }

  /// Returns the objects that `path` leads to and that satisfy `condition`.
  private func members(
    _ path: PropertyPath, _ condition: PredicatePart, _ entity: String?
  ) -> [Step] {
    guard !condition.isAlwaysTrue else { return [.text(name(path))] }
    return [
      .text("\(name(path)).filter \(opening(condition.start - 1))"),
      .part(condition, .any, entity: target(of: path, from: entity), type: nil), .text(" }"),
    ]
  }

  /// Returns what `function` makes of the arguments of `part`.
  private func computed(
    _ function: PredicateFunction, _ part: PredicatePart,
    _ inner: (PredicatePart, Tightness) -> Step
  ) -> (Tightness, [Step]) {
    func infix(_ symbol: String, _ tightness: Tightness) -> (Tightness, [Step]) {
      var steps: [Step] = []
      for (index, argument) in part.parts.enumerated() {
        if index > 0 { steps.append(.text(" \(symbol) ")) }
        let right = Tightness(rawValue: tightness.rawValue + 1) ?? tightness
        steps.append(inner(argument, index == 0 ? tightness : right))
      }
      return (tightness, steps)
    }
    func call(_ name: String) -> (Tightness, [Step]) {
      var steps: [Step] = [.text("\(name)(")]
      for (index, argument) in part.parts.enumerated() {
        if index > 0 { steps.append(.text(", ")) }
        steps.append(inner(argument, .any))
      }
      return (.postfix, steps + [.text(")")])
    }
    func postfix(_ suffix: String) -> (Tightness, [Step]) {
      (.postfix, [inner(part.first, .postfix), .text(suffix)])
    }
    switch function {
    case .add, .concatenate: return infix("+", .sum)
    case .subtract: return infix("-", .sum)
    case .multiply: return infix("*", .product)
    case .divide: return infix("/", .product)
    case .remainder: return infix("%", .product)
    case .negate: return (.prefix, [.text("-"), inner(part.first, .postfix)])
    case .absolute: return postfix(".magnitude")
    case .rounded: return postfix(".rounded()")
    case .roundedDown: return postfix(".rounded(.down)")
    case .roundedUp: return postfix(".rounded(.up)")
    case .length: return postfix(".count")
    case .lowercased: return postfix(".lowercased()")
    case .uppercased: return postfix(".uppercased()")
    case .trimmed: return postfix(".trimmed()")
    case .folded(let folding): return postfix(".folded(\(folding.text))")
    case .datePart(let part, let zone): return postfix(".part(.\(part)\(self.zone(zone)))")
    case .dateStart(let part, let zone):
      return postfix(".start(of: .\(part)\(self.zone(zone)))")
    case .coalesce: return infix("??", .coalescing)
    case .least: return call("min")
    case .greatest: return call("max")
    case .shuffled: return call("shuffled")
    }
  }

  /// Returns the argument for a time zone; none for the usual one.
  private func zone(_ identifier: String) -> String {
    identifier == "GMT" ? "" : ", in: TimeZone(identifier: \(identifier.debugDescription))"
  }

  // MARK: Names

  /// Returns the beginning of the closure that the node at `index` applies to, with a name for the
  /// object if one within needs it.
  private func opening(_ index: Int) -> String {
    depths[index].map { "{ \(Self.variable($0)) in " } ?? "{ "
  }

  /// Returns the name of the object of a condition so many others deep.
  private static func variable(_ depth: Int) -> String {
    let letter = Unicode.Scalar(UInt8(ascii: "a") + UInt8(depth % 26))
    return depth < 26 ? "\(letter)" : "\(letter)\(depth / 26)"
  }

  private func name(_ path: PropertyPath) -> String {
    let object =
      switch path.start {
      case .own, .outer: "$0"
      case .variable(let depth): Self.variable(depth < 0 ? -1 - depth : depth)
      }
    return path.names.isEmpty ? object : "\(object).\(path.text)"
  }

  /// Returns the comparison of what a to-one refers to with an object that a condition is about;
  /// `nil` for any other.
  private func objects(
    _ left: PredicatePart, _ comparison: PredicateTree.Comparison, _ right: PredicatePart
  ) -> String? {
    guard case .object(let first) = left.kind, case .object(let second) = right.kind,
      first.names.isEmpty != second.names.isEmpty
    else { return nil }
    return "\(name(first)) \(comparison.symbol) \(name(second))"
  }

  private func attribute(_ path: PropertyPath) -> String {
    if path.names.count == 1, path.start == .own, let column = columns[path.names[0]] {
      return column
    }
    return name(path)
  }

  private func object(_ path: PropertyPath) -> String {
    path.names.isEmpty ? "\(name(path)).objectID" : name(path)
  }

  /// Returns the condition that the object that `path` leads to is found by `search`.
  private func search(_ search: TextSearch, at path: PropertyPath) -> String {
    let words = text(of: .text(search.text), .string)
    guard search.attributes.isEmpty else {
      return search.attributes.map { "\(name(path.appending($0))).matches(\(words))" }
        .joined(separator: " || ")
    }
    return path == PropertyPath() ? ".search(\(words))" : "\(name(path)).matches(\(words))"
  }

  // MARK: Types

  /// Returns the type of the values of `operand`, if the model is known.
  private func type(of operand: PredicatePart, _ entity: String?) -> StorageType? {
    guard case .shown(let model) = values else { return nil }
    switch operand.kind {
    case .attribute(let path):
      guard let name = path.names.last,
        let owner = target(of: path.owner, from: entity)
      else { return nil }
      return model.property(name, of: owner)?.attribute?.type
    case .function(let function, let type, _): return function.type(of: type)
    case .choice(let type): return type
    case .aggregate(let function, _, let type), .aggregateOfAll(let function, _, let type):
      return function.type(of: type)
    default: return nil
    }
  }

  /// Returns the entity that the relationships of `path` lead to, if the model is known.
  private func target(of path: PropertyPath, from entity: String?) -> String? {
    guard case .shown(let model) = values else { return nil }
    // The entity is that of the closure's own object.
    if case .variable(..<0) = path.start { return nil }
    var owner = entity
    for name in path.names {
      owner = owner.flatMap { model.property(name, of: $0)?.relationship?.target }
    }
    return owner
  }
}

extension PredicatePart {
  /// `true` if the condition is the one that every object satisfies.
  fileprivate var isAlwaysTrue: Bool { kind == .constant(true) }

  /// The object that satisfies the condition alone, if it names it.
  fileprivate var wantedObject: ObjectID? {
    guard kind == .comparison(.equal), first.kind == .object(PropertyPath()),
      case .identifier(let id?) = second.kind
    else { return nil }
    return id
  }
}

extension PredicateTree.Comparison {
  /// The operator.
  fileprivate var symbol: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

extension PredicateTree.TextMatch {
  /// The function of a field.
  fileprivate var functionName: String {
    switch self {
    case .prefix: "hasPrefix"
    case .suffix: "hasSuffix"
    case .contains: "contains"
    case .equal: "equals"
    case .like: "like"
    case .pattern: "matches"
    }
  }
}

extension AggregateFunction {
  /// The function of the members of a to-many.
  fileprivate var membersName: String {
    switch self {
    case .count: "count"
    case .distinctCount: "distinctCount"
    case .any: "any"
    case .all: "all"
    case .sum: "sum"
    case .average: "average"
    case .minimum: "min"
    case .maximum: "max"
    }
  }
}

extension TextFolding {
  /// The options as they are written.
  fileprivate var text: String {
    switch self {
    case .ignoringCase: ".ignoringCase"
    case .ignoringDiacritics: ".ignoringDiacritics"
    case []: "[]"
    default: "[.ignoringCase, .ignoringDiacritics]"
    }
  }
}
