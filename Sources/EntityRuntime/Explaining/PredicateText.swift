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

    /// The values, as the types of a model and of its classes represent them.
    case shown(ObjectModel, ModelClasses = ModelClasses())
  }

  /// What constants are that stand beside a value.
  struct ConstantType {
    /// The storage type.
    let storage: StorageType

    /// The type of the property, if it is known.
    var swift: (any Storable.Type)?
  }

  /// How tightly an expression holds together; one that does so less is put in parentheses.
  enum Tightness: Int {
    case any, or, and, comparison, coalescing, sum, product, prefix, postfix
  }

  /// What is still to be written.
  enum Step {
    case text(String)

    /// A part about objects of `entity`, whose constants are of `type`.
    case part(PredicatePart, Tightness, entity: String?, type: ConstantType?)
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
    write(closure(part, of: entity, at: -1))
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
    var open: [Step] = steps.reversed()
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
    of part: PredicatePart, _ entity: String?, _ type: ConstantType?
  ) -> (Tightness, [Step]) {
    func inner(_ part: PredicatePart, _ tightness: Tightness) -> Step {
      .part(part, tightness, entity: entity, type: type)
    }
    switch part.kind {
    case .constant(let value):
      // Beside other conditions; alone, it is written by `closure`.
      return (.postfix, [.text(value ? "true" : "false")])
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
      if case .rowNumber(let path) = part.first.kind,
        case .value(.integer(let number)) = part.second.kind
      {
        let id = text(ofRow: number, at: path, from: entity)
        return (.comparison, [.text("\(self.id(path)) \(comparison.symbol) \(id)")])
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
      var arguments = (match == .pattern ? "regex: " : "") + text(of: .text(whole))
      if ignoringCase || match == .equal { arguments += ", ignoringCase: \(ignoringCase)" }
      return (
        .postfix, [inner(part.first, .postfix), .text(".\(match.functionName)(\(arguments))")]
      )
    case .quantified(let quantifier, let path):
      return quantified(quantifier, path, part.first, entity)
    case .search(let path, let search): return (.postfix, [.text(self.search(search, at: path))])
    case .rank: return (.postfix, [.text("$0.relevance")])
    case .excerpt(let path, let excerpt):
      let call = excerpt.call
      return (.postfix, [.text(name(path) + call)])
    case .attribute(let path): return (.postfix, [.text(attribute(path))])
    case .value(let value): return (.postfix, [.text(text(of: value, type))])
    case .object(let path), .rowNumber(let path): return (.postfix, [.text(object(path))])
    case .identifier(let id): return (.postfix, [.text(id.map { text(of: $0) } ?? "nil")])
    case .source: return (.postfix, [.text("source")])
    case .count(let path):
      return (.postfix, members(path, part.first, entity) + [.text(".count")])
    case .function(let function, let type, _):
      let constants = self.type(of: part.first, entity) ?? ConstantType(storage: type)
      return computed(function, part) { .part($0, $1, entity: entity, type: constants) }
    case .choice(let type):
      let constants =
        self.type(of: part.second, entity) ?? self.type(of: part.third, entity)
        ?? ConstantType(storage: type)
      func value(_ part: PredicatePart) -> Step {
        .part(part, .any, entity: entity, type: constants)
      }
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
        start + [.text(".\(function.membersName)")]
          + closure(part.second, of: scope.entity, at: part.start)
      )
    case .allValues(let scope):
      if case .rowNumber = part.second.kind { return (.postfix, all(scope, part.first)) }
      return (
        .postfix,
        all(scope, part.first) + [.text(".select")]
          + closure(part.second, of: scope.entity, at: part.start)
      )
    case .aggregate(let function, let path, _):
      let start = members(path, part.first, entity) + [.text(".\(function.membersName)")]
      if case .attribute(let attribute) = part.second.kind {
        return (.postfix, start + [.text("(\\.\(attribute.text))")])
      }
      let target = self.target(of: path, from: entity)
      return (.postfix, start + closure(part.second, of: target, at: part.start))
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
      [.text("\(name(path)).\(quantifier.rawValue)")]
        + closure(condition, of: target, at: condition.start - 1)
    )
  }

  /// Returns the request for the objects of `scope` that satisfy `condition`.
  private func all(_ scope: ObjectScope, _ condition: PredicatePart) -> [Step] {
    let end = scope.includesSubentities ? "" : ".excludingSubentities()"
    guard !condition.isAlwaysTrue else { return [.text("\(scope.entity).all\(end)")] }
    return [.text("\(scope.entity).where")]
      + closure(condition, of: scope.entity, at: condition.start - 1) + [.text(end)]
  }

  /// Returns the objects that `path` leads to and that satisfy `condition`.
  private func members(
    _ path: PropertyPath, _ condition: PredicatePart, _ entity: String?
  ) -> [Step] {
    guard !condition.isAlwaysTrue else { return [.text(name(path))] }
    return [.text("\(name(path)).filter")]
      + closure(condition, of: target(of: path, from: entity), at: condition.start - 1)
  }

  /// Returns the closure of `part`, to which the node at `index` applies: with a name for the
  /// object if one within needs it, and naming it only if anything is asked of it.
  private func closure(_ part: PredicatePart, of entity: String?, at index: Int) -> [Step] {
    let start =
      depths[index].map { " { \(Self.variable($0)) in " }
      ?? (part.isAboutItsObject ? " { " : " { _ in ")
    if case .constant(let value) = part.kind { return [.text("\(start).\(value) }")] }
    return [.text(start), .part(part, .any, entity: entity, type: nil), .text(" }")]
  }

  // MARK: Names

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

  /// Returns the text of the id of the row `number` of what `path` leads to.
  private func text(ofRow number: Int64, at path: PropertyPath, from entity: String?) -> String {
    guard case .shown(let model, _) = values, let target = target(of: path, from: entity) else {
      return "?"
    }
    return text(of: ObjectID(entityName: model.root(of: target), rowID: number))
  }

  private func id(_ path: PropertyPath) -> String {
    "\(name(path)).objectID"
  }

  /// Returns the condition that the object that `path` leads to is found by `search`.
  private func search(_ search: TextSearch, at path: PropertyPath) -> String {
    let words = text(of: .text(search.text))
    guard search.attributes.isEmpty else {
      return search.attributes.map { "\(name(path.appending($0))).matches(\(words))" }
        .joined(separator: " || ")
    }
    return "\(name(path)).search(\(words))"
  }

  // MARK: Types

  /// Returns the type of the constants beside `operand`, if the model is known.
  private func type(of operand: PredicatePart, _ entity: String?) -> ConstantType? {
    guard case .shown(let model, let classes) = values else { return nil }
    switch operand.kind {
    case .attribute(let path):
      guard let name = path.names.last,
        let owner = target(of: path.owner, from: entity),
        let type = model.property(name, of: owner)?.attribute?.type
      else { return nil }
      return ConstantType(storage: type, swift: classes.valueType(of: name, in: owner))
    case .function(.coalesce, _, _), .function(.least, _, _), .function(.greatest, _, _):
      return self.type(of: operand.first, entity)
    case .function(let function, let type, _):
      return ConstantType(storage: function.type(of: type))
    case .choice(let type):
      return self.type(of: operand.second, entity) ?? self.type(of: operand.third, entity)
        ?? ConstantType(storage: type)
    case .aggregate(let function, let path, let type):
      guard function == .minimum || function == .maximum else {
        return ConstantType(storage: function.type(of: type))
      }
      return self.type(of: operand.second, target(of: path, from: entity))
    case .aggregateOfAll(let function, let scope, let type):
      guard function == .minimum || function == .maximum else {
        return ConstantType(storage: function.type(of: type))
      }
      return self.type(of: operand.second, scope.entity)
    default: return nil
    }
  }

  /// Returns the entity that the relationships of `path` lead to, if the model is known.
  private func target(of path: PropertyPath, from entity: String?) -> String? {
    guard case .shown(let model, _) = values else { return nil }
    // The entity is that of the closure's own object.
    if case .variable(..<0) = path.start { return nil }
    var owner = entity
    for name in path.names {
      owner = owner.flatMap { model.property(name, of: $0)?.relationship?.target }
    }
    return owner
  }
}
