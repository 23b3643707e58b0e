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

    /// The entity of the objects whose numbers the constants are, if they are.
    var entity: String?
  }

  /// How tightly an expression holds together; one that does so less is put in parentheses.
  enum Tightness: Int {
    case any, or, and, comparison, coalescing, sum, product, prefix, postfix
  }

  /// A column of a result that a condition on groups names.
  struct GroupColumn {
    /// The column as it is written.
    let text: String

    /// `true` if it is a condition where nothing is compared with it.
    var isCondition = false

    /// The type of the constants beside it.
    var type: ConstantType?
  }

  /// What is still to be written.
  enum Step {
    case text(String)

    /// A part about objects of `entity`, whose constants are of `type`; with `mixes` beside others
    /// about other objects, so that those that are not the closure's own need `outer()`.
    case part(PredicatePart, Tightness, entity: String?, type: ConstantType?, mixes: Bool = false)
  }

  /// What is written of values.
  let values: Values

  /// The columns of a result that a condition on groups names, by their texts.
  var columns: [String: GroupColumn] = [:]

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

  /// Adds what `steps` are of `part`, with names for the objects that conditions within name.
  mutating func write(_ part: PredicatePart, as steps: (PredicateText, PredicatePart) -> [Step]) {
    let (part, depths) = part.named
    self.depths = depths
    write(steps(self, part))
    self.depths = [:]
  }

  private mutating func write(_ steps: [Step]) {
    var open: [Step] = steps.reversed()
    while let step = open.popLast() {
      switch step {
      case .text(let more): text += more
      case .part(let part, let tightness, let entity, let type, let mixes):
        let (own, steps) = expansion(of: part, entity, type, mixes: mixes)
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
    of part: PredicatePart, _ entity: String?, _ type: ConstantType?, mixes: Bool
  ) -> (Tightness, [Step]) {
    func inner(_ part: PredicatePart, _ tightness: Tightness) -> Step {
      .part(part, tightness, entity: entity, type: type)
    }
    switch part.kind {
    case .constant(let value):
      // Beside other conditions; alone, it is written by `closure`.
      return (.postfix, [.text(value ? "true" : "false")])
    case .refused(let reason): return (.postfix, [.text("refused(\(reason.debugDescription))")])
    case .not where !part.first.kind.isConnective:
      return condition(part.first, isOpposite: true, entity, type)
    case .not: return (.prefix, [.text("!"), inner(part.first, .prefix)])
    case .all(let count): return joined(part, count, " && ", .and, ifNone: "true", inner)
    case .any(let count): return joined(part, count, " || ", .or, ifNone: "false", inner)
    case .comparison, .membership, .amongAll, .objects, .text, .quantified, .search:
      return condition(part, isOpposite: false, entity, type)
    default: return operand(part, entity, type, mixes: mixes)
    }
  }

  /// Returns what the operand `part` is written as; beside others about other objects with
  /// `outer()`, if it is about the object of another closure.
  private func operand(
    _ part: PredicatePart, _ entity: String?, _ type: ConstantType?, mixes: Bool
  ) -> (Tightness, [Step]) {
    // Texts are looked for in those of any object.
    let mixesInside = mixes || (part.isOfSeveralClosures && !part.kind.isTextMatch)
    func inner(_ part: PredicatePart, _ tightness: Tightness) -> Step {
      .part(part, tightness, entity: entity, type: type)
    }
    switch part.kind {
    case .function(let function, let type, _):
      // What is added to a date is a number of seconds.
      let constants =
        function == .add && type == .date
        ? ConstantType(storage: .double)
        : self.type(of: part.first, entity) ?? ConstantType(storage: type)
      return computed(function, part) {
        .part($0, $1, entity: entity, type: constants, mixes: mixesInside)
      }
    case .choice(let type):
      let constants =
        self.type(of: part.second, entity) ?? self.type(of: part.third, entity)
        ?? ConstantType(storage: type)
      func value(_ part: PredicatePart) -> Step {
        .part(part, .any, entity: entity, type: constants, mixes: true)
      }
      return (
        .postfix,
        [
          inner(part.first, .postfix), .text(".then("), value(part.second),
          .text(", else: "), value(part.third), .text(")"),
        ]
      )
    default:
      let steps = simple(part, entity, type)
      return (.postfix, mixes && part.isOfAnotherClosure ? steps + [.text(".outer()")] : steps)
    }
  }

  /// Returns what the operand `part` is written as, which no function computes of others.
  private func simple(
    _ part: PredicatePart, _ entity: String?, _ type: ConstantType?
  ) -> [Step] {
    switch part.kind {
    case .rank: return [.text("$0.relevance")]
    case .place: return [.text("$0.objectID")]
    case .excerpt(let path, let excerpt): return [.text(name(path) + excerpt.call)]
    case .attribute(let path): return [.text(attribute(path, entity))]
    case .value(let value): return [.text(text(of: value, type))]
    case .object(let path), .rowNumber(let path): return [.text(object(path))]
    case .identifier(let id): return [.text(id.map { text(of: $0) } ?? "nil")]
    case .source: return [.text("source")]
    case .count(let path): return members(path, part.first, entity) + [.text(".count")]
    case .aggregateOfAll(let function, let scope, _):
      let start = all(scope, part.first)
      if function == .count, case .rowNumber = part.second.kind {
        return start + [.text(".count()")]
      }
      if case .attribute(let path) = part.second.kind {
        return start + [.text(".\(function.membersName)(\\.\(path.text))")]
      }
      return start + [.text(".\(function.membersName)")]
        + closure(part.second, of: scope.entity, at: part.start)
    case .allValues(let scope):
      let start = all(scope, part.first) + rangeSteps(of: part, scope)
      if case .rowNumber(let path) = part.second.kind {
        return path.names.isEmpty
          ? start : start + [.text(".select { $0.\(path.text) }")]
      }
      return start + [.text(".select")] + closure(part.second, of: scope.entity, at: part.start)
    case .aggregate(let function, let path, _):
      let start = members(path, part.first, entity) + [.text(".\(function.membersName)")]
      if case .attribute(let attribute) = part.second.kind, attribute.start == .own {
        return start + [.text("(\\.\(attribute.text))")]
      }
      return start
        + closure(part.second, of: self.target(of: path, from: entity), at: part.start)
    default: return []
    }
  }

  /// Returns the request for the objects of `scope` that satisfy `condition`.
  private func all(_ scope: ObjectScope, _ condition: PredicatePart) -> [Step] {
    // What was said of a request with a limit is said of one that has it.
    if case .amongAll = condition.kind, case .allValues(let ranged) = condition.second.kind,
      ranged.range != nil, ranged.withoutRange == scope,
      case .rowNumber(let first) = condition.first.kind, first.names.isEmpty,
      case .rowNumber(let second) = condition.second.second.kind, second.names.isEmpty
    {
      return all(scope, condition.second.first) + rangeSteps(of: condition.second, ranged)
    }
    let end =
      (scope.includesSubentities ? "" : ".excludingSubentities()")
      + (scope.visibility?.calls ?? "")
    guard !condition.isAlwaysTrue else { return [.text("\(scope.entity).all\(end)")] }
    return [.text("\(scope.entity).where")]
      + closure(condition, of: scope.entity, at: condition.start - 1) + [.text(end)]
  }

  /// Returns the order and the range of the objects of `scope` that `part`, which is `allValues`,
  /// asks for.
  private func rangeSteps(of part: PredicatePart, _ scope: ObjectScope) -> [Step] {
    guard let range = scope.range else { return [] }
    var steps: [Step] = []
    for (term, operand) in zip(part.rangeSorting, part.parts.dropFirst(2))
    where term.operand.placeOwner == nil {
      steps += order(term, operand, as: "sorted", of: scope.entity, at: part.start)
    }
    return steps + [.text(Self.range(range.limit, range.offset))]
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
  func closure(_ part: PredicatePart, of entity: String?, at index: Int) -> [Step] {
    let start =
      depths[index].map { " { \(Self.variable($0)) in " }
      ?? (part.isAboutItsObject ? " { " : " { _ in ")
    if case .constant(let value) = part.kind { return [.text("\(start).\(value) }")] }
    let inner = Step.part(part, .postfix, entity: entity, type: nil)
    if part.kind.isOperand, part.isOfAnotherClosure {
      return [.text(start), inner, .text(".outer() }")]
    }
    return [.text(start), .part(part, .any, entity: entity, type: nil), .text(" }")]
  }

  // MARK: Names

  /// Returns the name of the object of a condition so many others deep.
  private static func variable(_ depth: Int) -> String {
    let letter = Unicode.Scalar(UInt8(ascii: "a") + UInt8(depth % 26))
    return depth < 26 ? "\(letter)" : "\(letter)\(depth / 26)"
  }

  func name(_ path: PropertyPath) -> String {
    let object =
      switch path.start {
      case .own, .outer: "$0"
      case .variable(let depth): Self.variable(depth < 0 ? -1 - depth : depth)
      case .owner: "owner"
      }
    return path.names.isEmpty ? object : "\(object).\(path.text)"
  }

  /// Returns the comparison of what a to-one refers to with an object that a condition is about;
  /// `nil` for any other.
  func objects(
    _ left: PredicatePart, _ comparison: PredicateTree.Comparison, _ right: PredicatePart
  ) -> String? {
    guard case .object(let first) = left.kind, case .object(let second) = right.kind,
      first.names.isEmpty != second.names.isEmpty
    else { return nil }
    return "\(name(first)) \(comparison.symbol) \(name(second))"
  }

  private func attribute(_ path: PropertyPath, _ entity: String?) -> String {
    if let column = column(path) { return column.text }
    return storedForm(path, entity).map { "\($0).stored" } ?? name(path)
  }

  /// Returns what is written of the attribute that `path` leads to from `entity`, if that is known
  /// to have a transform: `$0.$color`.
  func storedForm(_ path: PropertyPath, _ entity: String?) -> String? {
    guard case .shown(_, let classes) = values, let last = path.names.last,
      let owner = target(of: path.owner, from: entity),
      classes.valueType(of: last, in: owner) is any TransformedAttribute.Type
    else { return nil }
    return "\(name(path).dropLast(last.count))$\(last)"
  }

  /// Returns the column of groups that `path` names, if it does.
  func column(_ path: PropertyPath) -> GroupColumn? {
    path.names.count == 1 && path.start == .own ? columns[path.names[0]] : nil
  }

  func object(_ path: PropertyPath) -> String {
    path.names.isEmpty ? "\(name(path)).objectID" : name(path)
  }

  /// Returns the text of the id of the row `number` of what `path` leads to.
  func text(ofRow number: Int64, at path: PropertyPath, from entity: String?) -> String {
    guard case .shown(let model, _) = values, let target = target(of: path, from: entity) else {
      return "?"
    }
    return text(of: ObjectID(entityName: model.root(of: target), rowID: number))
  }

  func id(_ path: PropertyPath) -> String {
    "\(name(path)).objectID"
  }

  /// Returns the condition that the object that `path` leads to is found by `search`.
  func search(_ search: TextSearch, at path: PropertyPath) -> String {
    let words = text(of: .text(search.text))
    guard search.attributes.isEmpty else {
      return search.attributes.map { "\(name(path.appending($0))).matches(\(words))" }
        .joined(separator: " || ")
    }
    return "\(name(path)).search(\(words))"
  }

  // MARK: Types

  /// Returns the type of the constants beside `operand`, if the model is known.
  func type(of operand: PredicatePart, _ entity: String?) -> ConstantType? {
    guard case .shown(let model, let classes) = values else { return nil }
    switch operand.kind {
    case .attribute(let path):
      if let column = column(path) { return column.type }
      guard let name = path.names.last,
        let owner = target(of: path.owner, from: entity)
      else { return nil }
      if let relationship = model.property(name, of: owner)?.relationship {
        return ConstantType(storage: .int64, entity: model.root(of: relationship.target))
      }
      guard let type = model.property(name, of: owner)?.attribute?.type
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
  func target(of path: PropertyPath, from entity: String?) -> String? {
    guard case .shown(let model, _) = values else { return nil }
    // The entity is that of the closure's own object.
    if case .variable(..<0) = path.start { return nil }
    var owner = entity
    for name in path.names {
      owner = owner.flatMap {
        model.cast(name, of: $0) ?? model.property(name, of: $0)?.relationship?.target
      }
    }
    return owner
  }
}
