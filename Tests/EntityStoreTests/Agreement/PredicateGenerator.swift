import EntityModel
import EntityStore
import TestSupport

/// Makes up predicates about objects of the agreement model.
struct PredicateGenerator {
  /// Where chance comes from.
  var random: SeededRandom

  /// The ids that predicates may name.
  let ids: [ObjectID]

  /// The entities of the objects that the conditions further out are about, the outermost first.
  private var outer: [String] = []

  /// Where the ranges of other requests come from, so that conditions do not depend on them.
  private var ranges: SeededRandom

  /// Creates a generator of predicates that name `ids`.
  init(random: SeededRandom, ids: [ObjectID]) {
    self.random = random
    var other = random
    ranges = SeededRandom(seed: other.next())
    self.ids = ids
  }

  private var model: ObjectModel { AgreementModel.model }

  /// Returns a condition on objects of `entity`, nested at most `depth` deep.
  mutating func predicate(_ entity: String, depth: Int) -> PredicateTree {
    if depth > 0 {
      switch random.below(9) {
      case 0: return .not(predicate(entity, depth: depth - 1))
      case 1, 2: return .all(parts(entity, depth: depth))
      case 3, 4: return .any(parts(entity, depth: depth))
      case 5, 6:
        if let (path, target) = toMany(entity) {
          let quantifier = random.pick([PredicateTree.Quantifier.any, .all, .none])
          return .quantified(quantifier, path, inner(of: entity, target, depth: depth - 1))
        }
      default: break
      }
    }
    return leaf(entity, depth: depth)
  }

  /// Returns the values of `operand` of the objects of `scope` that satisfy `condition`, of all or
  /// of a range of them, within a condition on objects of `entity`.
  private mutating func values(
    _ scope: ObjectScope, _ condition: PredicateTree, _ operand: PredicateOperand,
    of entity: String
  ) -> PredicateOperand {
    swap(&random, &ranges)
    defer { swap(&random, &ranges) }
    guard random.oneIn(2) else { return .allValues(scope, condition, operand) }
    return .allValues(
      scope, condition, operand, sorting: inner(of: entity) { $0.sorting(scope.entity) },
      limit: random.oneIn(4) ? nil : random.below(4), offset: random.below(3))
  }

  /// Returns a condition on objects of `target` within one on objects of `entity`.
  private mutating func inner(
    of entity: String, _ target: String, depth: Int
  ) -> PredicateTree {
    inner(of: entity) { $0.predicate(target, depth: depth) }
  }

  /// Returns what `make` makes within a condition on objects of `entity`.
  private mutating func inner<Part>(
    of entity: String, _ make: (inout PredicateGenerator) -> Part
  ) -> Part {
    outer.append(entity)
    defer { outer.removeLast() }
    return make(&self)
  }

  /// Returns a condition on the members of a to-many of objects of `entity` that names some of
  /// them: by their ids, by what to-ones refer to, or by members of their own.
  mutating func naming(_ entity: String, depth: Int) -> PredicateTree {
    guard let (path, target) = toMany(entity) else { return predicate(entity, depth: depth) }
    let quantifier = random.pick([PredicateTree.Quantifier.any, .any, .any, .none])
    var parts = [inner(of: entity) { $0.named(target, depth: depth) }]
    if random.oneIn(3) { parts.append(inner(of: entity, target, depth: 1)) }
    return .quantified(quantifier, path, parts.count == 1 ? parts[0] : .all(parts))
  }

  /// Returns a condition that few objects of `entity` can satisfy.
  private mutating func named(_ entity: String, depth: Int) -> PredicateTree {
    if depth > 0, random.oneIn(2) { return naming(entity, depth: depth - 1) }
    let path = toOnes(entity).path
    if random.oneIn(2) { return .objects(path, [random.pick(ids), random.pick(ids)]) }
    return .comparison(.object(path), .equal, .identifier(random.pick(ids)))
  }

  /// Returns a value of objects of `entity` as a column of a result, or what is made of many.
  mutating func column(_ entity: String, isAggregate: Bool) -> ResultExpression {
    if isAggregate, random.oneIn(4) { return .countOfObjects }
    let operand = computed(entity, depth: random.below(3)).operand
    return ResultExpression(
      isAggregate ? random.pick([.minimum, .maximum, .distinctCount]) : nil, operand)
  }

  /// Returns an order for objects of `entity`.
  mutating func sorting(_ entity: String) -> [SortTerm] {
    var terms: [SortTerm] = []
    for _ in 0..<random.below(4) {
      guard let (path, type) = attribute(entity) else { continue }
      let sorted = random.oneIn(3) ? computed(entity, depth: 2) : (.attribute(path), type)
      let isText = sorted.type == .string || sorted.type == .url
      terms.append(
        SortTerm(
          sorted.operand, order: random.oneIn(2) ? .ascending : .descending,
          ignoresCase: random.oneIn(3),
          absent: random.oneIn(3) ? random.pick([.first, .last]) : nil,
          language: isText && random.oneIn(2) ? random.pick(AgreementModel.languages) : nil))
    }
    return terms
  }

  /// Returns a few conditions.
  private mutating func parts(_ entity: String, depth: Int) -> [PredicateTree] {
    var parts: [PredicateTree] = []
    for _ in 0..<random.below(4) { parts.append(predicate(entity, depth: depth - 1)) }
    return parts
  }

  /// Returns a condition that has no conditions on the same object in it.
  private mutating func leaf(_ entity: String, depth: Int) -> PredicateTree {
    let comparisons: [PredicateTree.Comparison] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    switch random.below(11) {
    case 0: return .constant(random.oneIn(2))
    case 10 where depth > 0:
      let target = random.pick(["Node", "Leaf", "Group", "Tag"])
      let scope = ObjectScope(entity: target, includesSubentities: !random.oneIn(3))
      let type = random.pick([StorageType.int64, .string, .date, .double])
      let value = value(of: type, entity, depth: 1)
      let condition = inner(of: entity, target, depth: depth - 1)
      let other = inner(of: entity) { $0.value(of: type, target, depth: 1) }
      return .amongAll(value, values(scope, condition, other, of: entity))
    case 1, 2, 3, 4:
      let (left, type) = operand(entity, depth: depth)
      let right: PredicateOperand =
        switch random.below(8) {
        case 0: operand(entity, depth: depth).operand
        case 1: .value(.null)
        case 2: .value(random.pick(AgreementModel.values(random.pick(StorageType.allCases))))
        case 3: sameForm(entity, as: type) ?? .value(random.pick(AgreementModel.values(type)))
        default: .value(random.pick(AgreementModel.values(type)))
        }
      return random.oneIn(6)
        ? .comparison(right, random.pick(comparisons), left)
        : .comparison(left, random.pick(comparisons), right)
    case 5:
      let (operand, type) = operand(entity, depth: depth)
      var values: [StoredValue] = []
      for _ in 0..<(random.oneIn(8) ? 150 : random.below(5)) {
        values.append(random.pick(AgreementModel.values(type)))
      }
      if random.oneIn(3) { values.append(.null) }
      if random.oneIn(4) {
        values.append(random.pick(AgreementModel.values(random.pick(StorageType.allCases))))
      }
      return .membership(operand, values)
    case 6, 7:
      let operand: PredicateOperand =
        random.oneIn(8) ? self.operand(entity, depth: 0).operand : textAttribute(entity)
      let match =
        random.pick([.prefix, .suffix, .contains, .equal, .like, .pattern])
        as PredicateTree.TextMatch
      let text =
        switch match {
        case .pattern:
          random.pick(["^a", "[A-Z]+", #"\d"#, ".", "b$", "é|x", "(a|b){1,2}", #"\bl"#, "^$", ""])
        case .like where random.oneIn(2):
          random.pick(["%", "a%", "%e_", #"\%%"#, "_", "", "%a%b%"])
        default: random.oneIn(6) ? "https://" : random.pick(AgreementModel.strings)
        }
      return .text(operand, match, text, ignoringCase: random.oneIn(2))
    case 8:
      var chosen: [ObjectID] = []
      for _ in 0..<random.below(4) { chosen.append(random.pick(ids)) }
      return .objects(toOnes(entity).path, chosen)
    default:
      let left = object(entity)
      return .comparison(
        left, random.oneIn(8) ? random.pick(comparisons) : random.pick([.equal, .notEqual]),
        random.oneIn(8) ? .value(.null) : object(entity))
    }
  }

  /// Returns one side of a comparison and a type that it may be compared with.
  private mutating func operand(
    _ entity: String, depth: Int
  ) -> (operand: PredicateOperand, type: StorageType) {
    if depth > 0, random.oneIn(4) { return computed(entity, depth: depth) }
    if random.oneIn(5), let (path, target) = toMany(entity) {
      return (.count(path, inner(of: entity, target, depth: max(depth - 1, 0))), .int16)
    }
    if random.oneIn(20) {
      let type = random.pick(StorageType.allCases)
      return (.value(random.oneIn(4) ? .null : random.pick(AgreementModel.values(type))), type)
    }
    guard let (path, type) = attribute(entity) else { return (.value(.null), .string) }
    return (.attribute(path), type)
  }

  /// Returns what a function makes of values, and its type.
  private mutating func computed(
    _ entity: String, depth: Int
  ) -> (operand: PredicateOperand, type: StorageType) {
    let type = random.pick([StorageType.int64, .double, .decimal, .string, .date])
    return (value(of: type, entity, depth: depth), type)
  }

  /// Returns a value of `type`: an attribute, a constant or a computed one.
  private mutating func value(
    of type: StorageType, _ entity: String, depth: Int
  ) -> PredicateOperand {
    if depth <= 0 || random.oneIn(5) { return simpleValue(of: type, entity) }
    switch random.below(9) {
    case 8:
      let target = random.pick(["Node", "Leaf", "Group", "Tag"])
      let scope = ObjectScope(entity: target, includesSubentities: !random.oneIn(3))
      return .aggregateOfAll(
        random.pick([.minimum, .maximum]), scope, type,
        inner(of: entity, target, depth: depth - 1),
        inner(of: entity) { $0.value(of: type, target, depth: depth - 1) })
    case 0:
      return .function(
        random.pick([.coalesce, .least, .greatest]), type,
        [
          value(of: type, entity, depth: depth - 1), value(of: type, entity, depth: depth - 1),
          value(of: type, entity, depth: depth - 1),
        ])
    case 1:
      return .choice(
        type, predicate(entity, depth: depth - 1), value(of: type, entity, depth: depth - 1),
        value(of: type, entity, depth: depth - 1))
    case 2:
      guard let (path, target) = toMany(entity) else { break }
      return .aggregate(
        random.pick([.minimum, .maximum]), path, type, inner(of: entity, target, depth: depth - 1),
        inner(of: entity) { $0.value(of: type, target, depth: depth - 1) })
    default: break
    }
    switch type {
    case .int64:
      switch random.below(9) {
      case 0:
        return .function(.length, .string, [value(of: .string, entity, depth: depth - 1)])
      case 2:
        return .function(
          .languageOrder(random.pick(AgreementModel.languages)), .string,
          [
            value(of: .string, entity, depth: depth - 1),
            value(of: .string, entity, depth: depth - 1),
          ])
      case 1:
        let part = random.pick(DatePart.allCases)
        return .function(
          .datePart(part, timeZone: random.pick(["GMT", "GMT+0530"])), .date,
          [value(of: .date, entity, depth: depth - 1)])
      default: return arithmetic(type, entity, depth: depth)
      }
    case .double, .decimal: return arithmetic(type, entity, depth: depth)
    case .date:
      let part = random.pick(DatePart.allCases)
      return .function(
        .dateStart(part, timeZone: random.pick(["GMT", "GMT-0300"])), .date,
        [value(of: type, entity, depth: depth - 1)])
    default:
      let functions: [PredicateFunction] = [
        .lowercased, .uppercased, .trimmed, .folded(.ignoringCase), .folded(.ignoringDiacritics),
        .folded([.ignoringCase, .ignoringDiacritics]),
      ]
      return .function(random.pick(functions), .string, [value(of: type, entity, depth: depth - 1)])
    }
  }

  private mutating func arithmetic(
    _ type: StorageType, _ entity: String, depth: Int
  ) -> PredicateOperand {
    if random.oneIn(8) {
      let conversions: [StorageType: PredicateFunction] = [
        .int64: .whole, .double: .real, .decimal: .decimal,
      ]
      let other = random.pick([StorageType.int64, .double, .decimal])
      if let conversion = conversions[type] {
        return .function(conversion, other, [value(of: other, entity, depth: depth - 1)])
      }
    }
    if random.oneIn(3) {
      let functions: [PredicateFunction] = [
        .negate, .absolute, .rounded, .roundedDown, .roundedUp,
      ]
      return .function(random.pick(functions), type, [value(of: type, entity, depth: depth - 1)])
    }
    var functions: [PredicateFunction] = [.add, .subtract, .multiply, .divide]
    if type != .decimal { functions.append(.remainder) }
    return .function(
      random.pick(functions), type,
      [value(of: type, entity, depth: depth - 1), value(of: type, entity, depth: depth - 1)])
  }

  /// Returns an attribute whose values can be computed with as values of `type`, or a constant.
  private mutating func simpleValue(of type: StorageType, _ entity: String) -> PredicateOperand {
    let types: Set<StorageType> =
      type == .int64 ? [.int8, .int16, .int32, .int64, .uint8, .uint16, .uint32] : [type]
    for _ in 0..<10 where !random.oneIn(4) {
      if let (path, found) = attribute(entity), types.contains(found) { return .attribute(path) }
    }
    return .value(random.oneIn(8) ? .null : random.pick(AgreementModel.values(type)))
  }

  /// Returns an attribute whose values have the storage class of `type`.
  private mutating func sameForm(_ entity: String, as type: StorageType) -> PredicateOperand? {
    for _ in 0..<20 {
      if let (path, found) = attribute(entity), found.storageClass == type.storageClass {
        return .attribute(path)
      }
    }
    return nil
  }

  /// Returns an attribute that holds text, or any.
  private mutating func textAttribute(_ entity: String) -> PredicateOperand {
    sameForm(entity, as: .string) ?? operand(entity, depth: 0).operand
  }

  /// Returns one object or a path to one.
  private mutating func object(_ entity: String) -> PredicateOperand {
    switch random.below(6) {
    case 0: .identifier(random.oneIn(3) ? nil : random.pick(ids))
    case 1: .source
    default: .object(toOnes(entity).path)
    }
  }

  /// Returns a path to an attribute and its type.
  private mutating func attribute(_ entity: String) -> (PropertyPath, StorageType)? {
    let (path, target) = toOnes(entity)
    let attributes = model.properties(of: target).compactMap(\.attribute)
    guard !attributes.isEmpty else { return nil }
    let attribute = random.pick(attributes)
    return (path.appending(attribute.name), attribute.type)
  }

  /// Returns a path to a to-many and the entity of its objects.
  private mutating func toMany(_ entity: String) -> (PropertyPath, String)? {
    let (path, target) = toOnes(entity)
    let choices = model.properties(of: target).compactMap(\.relationship).filter(\.isToMany)
    guard !choices.isEmpty else { return nil }
    let relationship = random.pick(choices)
    return (path.appending(relationship.name), relationship.target)
  }

  /// Returns a path of to-ones, often the empty one, and the entity that it leads to; it begins at
  /// the object or at one of those further out.
  private mutating func toOnes(_ entity: String) -> (path: PropertyPath, target: String) {
    var path = PropertyPath()
    var target = entity
    if !outer.isEmpty, random.oneIn(3) {
      let levels = 1 + random.below(outer.count)
      (path.start, target) = (.outer(levels), outer[outer.count - levels])
    }
    while random.oneIn(3) {
      let choices = model.properties(of: target).compactMap(\.relationship)
        .filter { !$0.isToMany }
      guard !choices.isEmpty else { break }
      let relationship = random.pick(choices)
      path = path.appending(relationship.name)
      target = relationship.target
    }
    return (path, target)
  }
}
