import EntityJSON
import EntityModel
import EntityStore

/// Makes a condition of a filter that a client has sent.
struct FilterReading {
  /// The model.
  private let model: ObjectModel

  /// What the client may use.
  private let policy: FilterPolicy

  /// How many comparisons and connectives have been read.
  private var terms = 0

  /// Objects that a filter is about.
  private struct Scope {
    /// Their entity.
    let entity: String

    /// The names that lead to them from the objects that are fetched, each with a dot after it.
    let prefix: String
  }

  /// Reads filters of objects of `model` as `policy` allows.
  init(_ model: ObjectModel, _ policy: FilterPolicy) {
    self.model = model
    self.policy = policy
  }

  /// Returns the condition on objects of `entity` that `filter` is.
  mutating func condition(
    _ filter: ClientFilter, of entity: String
  ) throws(FilterError) -> PredicateTree {
    try condition(filter.value, Scope(entity: entity, prefix: ""), at: "", depth: 0)
  }

  // The depth is that which the policy allows, and not the client's.
  private mutating func condition(
    _ value: JSON, _ scope: Scope, at path: String, depth: Int
  ) throws(FilterError) -> PredicateTree {
    guard depth <= min(policy.depth, 32) else {
      throw FilterError(path: path, message: "a filter is nested at most \(policy.depth) deep")
    }
    guard value.kind == .object else {
      throw FilterError(
        path: path, message: "a filter is an object, and this is \(value.kind.article)")
    }
    var conditions: [PredicateTree] = []
    for (name, member) in try members(value, at: path) {
      let place = path.isEmpty ? Self.shown(name) : "\(path).\(Self.shown(name))"
      try count(at: place)
      switch name {
      case "and": conditions.append(.all(try list(member, scope, at: place, depth)))
      case "or": conditions.append(.any(try list(member, scope, at: place, depth)))
      case "not":
        conditions.append(.not(try condition(member, scope, at: place, depth: depth + 1)))
      default:
        conditions.append(try property(name, member, scope, at: place, depth: depth))
      }
    }
    if conditions.isEmpty { return .constant(true) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func list(
    _ value: JSON, _ scope: Scope, at path: String, _ depth: Int
  ) throws(FilterError) -> [PredicateTree] {
    guard let elements = value.elements else {
      throw FilterError(
        path: path, message: "a list of filters is needed, and not \(value.kind.article)")
    }
    var conditions: [PredicateTree] = []
    for (index, element) in elements.enumerated() {
      try count(at: "\(path)[\(index)]")
      conditions.append(
        try condition(element, scope, at: "\(path)[\(index)]", depth: depth + 1))
    }
    return conditions
  }

  /// Returns the members of `value` in the order of their names, since the order in which they were
  /// sent is that of the client's serializer, and one condition has one statement.
  private func members(
    _ value: JSON, at path: String
  ) throws(FilterError) -> [(name: String, value: JSON)] {
    let members = (value.members ?? []).sorted { $0.name < $1.name }
    for (member, next) in zip(members, members.dropFirst()) where member.name == next.name {
      let place = path.isEmpty ? Self.shown(next.name) : "\(path).\(Self.shown(next.name))"
      throw FilterError(path: place, message: "the object has this member twice")
    }
    return members
  }

  /// Counts a comparison or a connective.
  private mutating func count(at path: String) throws(FilterError) {
    terms += 1
    guard terms <= policy.terms else {
      throw FilterError(path: path, message: "a filter has at most \(policy.terms) terms")
    }
  }

  // MARK: Properties

  /// Returns the condition that `value` is on the property `name`.
  private mutating func property(
    _ name: String, _ value: JSON, _ scope: Scope, at place: String, depth: Int
  ) throws(FilterError) -> PredicateTree {
    let path = model.resolvingLeaves(PropertyPath(dotted: name), of: scope.entity)
    if let object = path.identified {
      let entity = try self.object(object.names[...], scope, at: place)
      try requireAllowed(name, scope, isSecret: false, at: place)
      return try objectCondition(entity, object, value, at: place)
    }
    let found = try self.property(path, name, scope, at: place)
    switch found {
    case .attribute(let attribute):
      try requireAllowed(name, scope, isSecret: attribute.isSecret, at: place)
      return try attributeCondition(attribute, path, value, at: place)
    case .relationship(let relationship) where relationship.isToMany:
      return try membersCondition(relationship, path, name, value, scope, at: place, depth: depth)
    case .relationship(let relationship):
      try requireAllowed(name, scope, isSecret: false, at: place)
      return try objectCondition(relationship.target, path, value, at: place)
    case .fetched, .derived: throw Self.notAllowed(at: place)
    @unknown default: throw Self.notAllowed(at: place)
    }
  }

  /// Returns the property that `path` leads to; only to-ones may lead there.
  private func property(
    _ path: PropertyPath, _ name: String, _ scope: Scope, at place: String
  ) throws(FilterError) -> Property {
    let entity = try object(path.names.dropLast(), scope, at: place)
    guard path.names.count <= 8, let last = path.names.last,
      let property = model.property(last, of: entity)
    else { throw Self.notAllowed(at: place) }
    return property
  }

  /// Returns the entity that the to-ones `names` lead to.
  private func object(
    _ names: ArraySlice<String>, _ scope: Scope, at place: String
  ) throws(FilterError) -> String {
    guard names.count <= 8 else { throw Self.notAllowed(at: place) }
    var entity = scope.entity
    for name in names {
      guard let relationship = model.property(name, of: entity)?.relationship,
        !relationship.isToMany
      else { throw Self.notAllowed(at: place) }
      entity = relationship.target
    }
    return entity
  }

  private func requireAllowed(
    _ name: String, _ scope: Scope, isSecret: Bool, at place: String
  ) throws(FilterError) {
    let isAllowed = policy.allowed.map { $0.contains(scope.prefix + name) } ?? !isSecret
    guard isAllowed else { throw Self.notAllowed(at: place) }
  }

  private static func notAllowed(at place: String) -> FilterError {
    FilterError(path: place, message: "there is no property of this name to filter or sort by")
  }

  // MARK: Comparisons

  /// Returns the conditions that `value` is on `attribute`, at `path`.
  private mutating func attributeCondition(
    _ attribute: Attribute, _ path: PropertyPath, _ value: JSON, at place: String
  ) throws(FilterError) -> PredicateTree {
    let operand = PredicateOperand.attribute(path)
    guard value.kind == .object else {
      return .comparison(
        operand, .equal, .value(try self.value(value, of: attribute, at: place)))
    }
    let members = try members(value, at: place)
    var ignoresCase = false
    if let flag = value["ignoringCase"] {
      guard let isOn = flag.bool, attribute.type == .string else {
        throw FilterError(
          path: "\(place).ignoringCase",
          message: "'ignoringCase' is true or false, beside a comparison of texts")
      }
      ignoresCase = isOn
    }
    var conditions: [PredicateTree] = []
    for (name, member) in members where name != "ignoringCase" {
      try count(at: place)
      conditions.append(
        try comparison(
          name, member, attribute, operand, ignoresCase, at: "\(place).\(Self.shown(name))"))
    }
    guard !conditions.isEmpty else {
      throw FilterError(path: place, message: "an object of comparisons has at least one")
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  /// Returns the comparison `name` of `attribute`, which is `operand`, with `value`.
  private func comparison(
    _ name: String, _ value: JSON, _ attribute: Attribute, _ operand: PredicateOperand,
    _ ignoresCase: Bool, at place: String
  ) throws(FilterError) -> PredicateTree {
    if let match = Self.matches[name] {
      return .text(
        operand, match, try text(value, of: attribute, at: place), ignoringCase: ignoresCase)
    }
    if name == "in" {
      guard !ignoresCase else { throw Self.caseMatters(at: place) }
      return .membership(
        operand,
        try list(value, at: place) { element, place throws(FilterError) in
          try self.value(element, of: attribute, at: place)
        })
    }
    guard let comparison = Self.comparisons[name] else { throw Self.unknownComparison(at: place) }
    if ignoresCase {
      guard comparison == .equal || comparison == .notEqual else {
        throw Self.caseMatters(at: place)
      }
      let same = PredicateTree.text(
        operand, .equal, try text(value, of: attribute, at: place), ignoringCase: true)
      return comparison == .equal ? same : .not(same)
    }
    let stored = try self.value(value, of: attribute, at: place)
    guard !stored.isNull || comparison == .equal || comparison == .notEqual else {
      throw FilterError(path: place, message: "null has no order; compare it by '=' or '!='")
    }
    return .comparison(operand, comparison, .value(stored))
  }

  private static let comparisons: [String: PredicateTree.Comparison] = [
    "=": .equal, "!=": .notEqual, "<": .less, "<=": .lessOrEqual, ">": .greater,
    ">=": .greaterOrEqual,
  ]

  private static let matches: [String: PredicateTree.TextMatch] = [
    "contains": .contains, "startsWith": .prefix, "endsWith": .suffix,
  ]

  private static func unknownComparison(at place: String) -> FilterError {
    FilterError(
      path: place,
      message: "there is no comparison of this name; there are =, !=, <, <=, >, >=, in, contains, "
        + "startsWith, endsWith")
  }

  private static func caseMatters(at place: String) -> FilterError {
    FilterError(
      path: place,
      message: "'ignoringCase' goes with =, !=, contains, startsWith and endsWith alone")
  }

  /// Returns the condition that `value` is on the object at `path`, which is of `entity`.
  private mutating func objectCondition(
    _ entity: String, _ path: PropertyPath, _ value: JSON, at place: String
  ) throws(FilterError) -> PredicateTree {
    func same(_ value: JSON, at place: String) throws(FilterError) -> PredicateTree {
      .comparison(.object(path), .equal, .identifier(try id(value, of: entity, at: place)))
    }
    guard value.kind == .object else { return try same(value, at: place) }
    let members = try members(value, at: place)
    guard !members.isEmpty else {
      throw FilterError(path: place, message: "an object of comparisons has at least one")
    }
    var conditions: [PredicateTree] = []
    for (name, member) in members {
      let inner = "\(place).\(Self.shown(name))"
      try count(at: inner)
      switch name {
      case "=": conditions.append(try same(member, at: inner))
      case "!=": conditions.append(.not(try same(member, at: inner)))
      case "in":
        let ids = try list(member, at: inner) { element, place throws(FilterError) in
          guard let id = try id(element, of: entity, at: place) else {
            let form = ObjectID(entityName: model.root(of: entity), rowID: 42).text
            throw FilterError(path: place, message: "an id is needed, such as \"\(form)\"")
          }
          return id
        }
        conditions.append(.objects(path, ids))
      default:
        throw FilterError(
          path: inner,
          message:
            "a relationship is compared with ids by =, != and in; name its properties with a "
            + "dot")
      }
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  /// Returns the condition that `value` is on the members at `path`, to which `relationship` leads.
  private mutating func membersCondition(
    _ relationship: Relationship, _ path: PropertyPath, _ name: String, _ value: JSON,
    _ scope: Scope, at place: String, depth: Int
  ) throws(FilterError) -> PredicateTree {
    let prefix = "\(scope.prefix)\(name)."
    // Whoever may not use anything of the members is not to know that there are any.
    if let allowed = policy.allowed {
      guard
        allowed.contains(scope.prefix + name) || allowed.contains(where: { $0.hasPrefix(prefix) })
      else { throw Self.notAllowed(at: place) }
    }
    let members = try members(value, at: place)
    guard !members.isEmpty else {
      throw FilterError(
        path: place, message: "the members of a relationship are asked by any, all, none and count")
    }
    var conditions: [PredicateTree] = []
    for (quantity, member) in members {
      let inner = "\(place).\(Self.shown(quantity))"
      try count(at: inner)
      if let quantifier = PredicateTree.Quantifier(rawValue: quantity) {
        let scope = Scope(entity: relationship.target, prefix: prefix)
        conditions.append(
          .quantified(
            quantifier, path, try condition(member, scope, at: inner, depth: depth + 1)))
      } else if quantity == "count" {
        try requireAllowed(name, scope, isSecret: false, at: place)
        let number = Attribute(name: "count", type: .int64)
        let comparisons = try self.members(member, at: inner)
        guard !comparisons.isEmpty else {
          let value = try self.value(member, of: number, at: inner)
          conditions.append(.comparison(.count(path, .constant(true)), .equal, .value(value)))
          continue
        }
        for (name, value) in comparisons {
          try count(at: inner)
          conditions.append(
            try comparison(
              name, value, number, .count(path, .constant(true)), false,
              at: "\(inner).\(Self.shown(name))"))
        }
      } else {
        throw FilterError(
          path: inner,
          message: "the members of a relationship are asked by any, all, none and count")
      }
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  // MARK: Values

  private func list<Element>(
    _ value: JSON, at place: String,
    _ make: (JSON, String) throws(FilterError) -> Element
  ) throws(FilterError) -> [Element] {
    guard let elements = value.elements else {
      throw FilterError(path: place, message: "a list is needed, and not \(value.kind.article)")
    }
    guard elements.count <= policy.listLength else {
      throw FilterError(path: place, message: "a list has at most \(policy.listLength) values")
    }
    var made: [Element] = []
    for (index, element) in elements.enumerated() {
      made.append(try make(element, "\(place)[\(index)]"))
    }
    return made
  }

  private func text(
    _ value: JSON, of attribute: Attribute, at place: String
  ) throws(FilterError) -> String {
    guard attribute.type == .string else {
      throw FilterError(path: place, message: "the property is no text")
    }
    guard case .text(let text) = try self.value(value, of: attribute, at: place) else {
      throw FilterError(path: place, message: "a text is needed, and not \(value.kind.article)")
    }
    return text
  }

  private func id(
    _ value: JSON, of entity: String, at place: String
  ) throws(FilterError) -> ObjectID? {
    if value.isNull { return nil }
    let root = model.root(of: entity)
    guard let text = value.string, text.utf8.count <= policy.textLength,
      let id = try? ObjectID(text), id.entityName == root
    else {
      let form = ObjectID(entityName: root, rowID: 42).text
      throw FilterError(path: place, message: "an id is needed, such as \"\(form)\", or null")
    }
    return id
  }

  private func value(
    _ value: JSON, of attribute: Attribute, at place: String
  ) throws(FilterError) -> StoredValue {
    if let text = value.string, text.utf8.count > policy.textLength {
      throw FilterError(path: place, message: "a text has at most \(policy.textLength) bytes")
    }
    if value.isNull { return .null }
    guard attribute.type != .json, let stored = value.exactValue(as: attribute.type) else {
      let others: Set<StorageType> = [.boolean, .string, .date, .data, .uuid, .url]
      throw FilterError(
        path: place,
        message: attribute.type == .json
          ? "the property can be compared with null alone"
          : value.kind == .number && !others.contains(attribute.type)
            ? "\(attribute.type.wanted) is needed, which this number is not"
            : "\(attribute.type.wanted) is needed, and not \(value.kind.article)")
    }
    return stored
  }

  /// Returns `name`, which is the client's, short enough for a message.
  private static func shown(_ name: String) -> String {
    let short = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
    let isPlain = !short.isEmpty && short.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain ? short : short.debugDescription
  }

  // MARK: Orders

  /// Returns the terms of the order that `text` is: names with commas between them, each after a
  /// minus where it descends.
  func order(_ text: String, of entity: String) throws(FilterError) -> [SortTerm] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    guard names.count <= policy.sortTerms else {
      throw FilterError(
        path: "sort", message: "an order has at most \(policy.sortTerms) properties")
    }
    var terms: [SortTerm] = []
    for (index, text) in names.enumerated() {
      let place = "sort[\(index)]"
      let descends = text.hasPrefix("-")
      let name = String(descends ? text.dropFirst() : text)
      let path = model.resolvingLeaves(PropertyPath(dotted: name), of: entity)
      let scope = Scope(entity: entity, prefix: "")
      if let object = path.identified {
        _ = try self.object(object.names[...], scope, at: place)
        try requireAllowed(name, scope, isSecret: false, at: place)
        terms.append(
          SortTerm(.rowNumber(object), order: descends ? .descending : .ascending))
        continue
      }
      guard let attribute = try property(path, name, scope, at: place).attribute,
        attribute.type.isOrdered
      else { throw Self.notAllowed(at: place) }
      try requireAllowed(name, scope, isSecret: attribute.isSecret, at: place)
      terms.append(SortTerm(path: path, order: descends ? .descending : .ascending))
    }
    return terms
  }

  /// Throws a `StoreError` if the policy allows what `entity` does not have, which is the program's
  /// mistake.
  func checkPolicy(of entity: String) throws(StoreError) {
    for name in (policy.allowed ?? []).sorted() {
      var owner: String? = entity
      let path = model.resolvingLeaves(PropertyPath(dotted: name), of: entity)
      for step in (path.identified ?? path).names {
        guard let property = owner.flatMap({ model.property(step, of: $0) }) else {
          throw StoreError(
            .invalidRequest,
            "the policy of a filter allows '\(name)', which '\(entity)' does not have",
            entity: entity, properties: [name])
        }
        owner = property.relationship?.target
      }
    }
  }
}
