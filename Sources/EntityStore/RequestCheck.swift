import EntityJSON
package import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds what is wrong with a request that the compiler has not checked: one that was decoded, or
/// made of names and values.
package struct RequestCheck {
  /// The model that the request is about.
  let model: ObjectModel

  /// The most arguments of a function.
  private static let mostArguments = 100

  /// Creates a check of requests about the objects of `model`.
  package init(_ model: ObjectModel) { self.model = model }

  /// What a part of a condition has been found to be.
  private enum Finding {
    case condition

    /// Values of a type.
    case value(StorageType)

    /// A constant.
    case constant(StoredValue)

    /// An object of an entity.
    case object(String)

    /// The id of an object, or that of none.
    case identifier

    /// The values of all objects of an entity.
    case values(StorageType)
  }

  /// Accepts `tree`, a condition on objects of `entity`.
  ///
  /// - Throws: a `StoreError` that says what it names that the model does not have, or which value
  ///   is not of the type that it is compared with.
  package func condition(_ tree: PredicateTree, of entity: String) throws(StoreError) {
    _ = try finding(of: tree.root, entity)
  }

  /// Accepts `term`, by which objects of `entity` are sorted.
  package func sortTerm(_ term: SortTerm, of entity: String) throws(StoreError) {
    guard case .value(let type) = try finding(of: term.operand.root, entity), type.isOrdered else {
      throw Self.refusal("objects of '\(entity)' cannot be sorted by what has no order", entity)
    }
    try term.language?.check(type, entity)
  }

  // MARK: Parts

  /// Returns what `part`, which is about objects of `entity`, is.
  private func finding(
    of part: PredicatePart, _ entity: String
  ) throws(StoreError) -> Finding {
    guard model.entity(named: entity) != nil else {
      throw Self.refusal("there is no entity '\(entity)'", entity)
    }
    guard !part.leadsOut else {
      throw Self.refusal(
        "a condition on '\(entity)' names an object further out, and it is a part of no other one",
        entity)
    }
    let scopes = try scopes(of: part, entity)
    // A part is found out once those have been that it applies to, which follow it.
    var found: [Finding] = []
    for index in scopes.indices.reversed() {
      let kind = part.nodes[part.start + index].kind
      let finding = try self.finding(of: kind, scopes[index], &found)
      found.append(finding)
    }
    return found.last ?? .condition
  }

  /// Returns, for each node of `part`, the entity that its path leads from, or else that it is
  /// about.
  func scopes(of part: PredicatePart, _ entity: String) throws(StoreError) -> [String] {
    var scopes: [String] = []
    try part.visit(from: entity) { kind, owner throws(StoreError) in
      scopes.append(owner)
      if let scope = kind.scope {
        guard model.entity(named: scope.entity) != nil else {
          throw Self.refusal(
            "nothing that '\(entity)' refers to is an object of "
              + "\(String(scope.entity.prefix(64)).debugDescription), which a condition asks, and "
              + "no model has been made of a class of that name",
            entity)
        }
        return scope.entity
      }
      guard kind.isAboutOthers, let path = kind.path else { return nil }
      return try members(path, owner)
    }
    return scopes
  }

  /// Returns what a node about objects of `entity` is; `found` ends with what it applies to, the
  /// first of these last, which is removed.
  private func finding(
    of kind: PredicateNode.Kind, _ entity: String, _ found: inout [Finding]
  ) throws(StoreError) -> Finding {
    func next() -> Finding { found.popLast() ?? .condition }
    switch kind {
    case .constant: return .condition
    case .refused(let text):
      throw Self.refusal("'\(entity)' cannot be asked by a predicate with \(text)", entity)
    case .not:
      _ = next()
      return .condition
    case .all(let count), .any(let count):
      for _ in 0..<count { _ = next() }
      return .condition
    case .comparison(let comparison):
      try compare(next(), comparison, next(), entity)
      return .condition
    case .membership(let values):
      let operand = next()
      for value in values { try compare(operand, .equal, .constant(value), entity) }
      return .condition
    case .amongAll:
      let operand = next()
      guard case .values(let type) = next() else {
        throw Self.refusal(
          "a condition on '\(entity)' looks for a value among what is no list", entity)
      }
      try compare(operand, .equal, .value(type), entity)
      return .condition
    case .aggregateOfAll(let function, _, let type):
      _ = next()
      try require(next(), type, entity)
      try require(type, of: function, entity)
      return .value(function.type(of: type))
    case .allValues(let scope):
      _ = next()
      guard case .value(let type) = next() else {
        throw Self.refusal("a condition on '\(entity)' looks among what are no values", entity)
      }
      for term in scope.range?.terms ?? [] {
        guard case .value(let type) = next(), type.isOrdered else {
          throw Self.refusal(
            "objects of '\(scope.entity)' cannot be sorted by what has no order", entity)
        }
        try term.language?.check(type, scope.entity)
      }
      return .values(type)
    case .objects(let path, _):
      _ = try object(path.names[...], entity)
      return .condition
    case .search(let path, let search):
      let searched = try object(path.names[...], entity)
      for name in search.attributes + search.weights.keys.sorted() {
        _ = try attribute(PropertyPath([name]), searched)
      }
      return .condition
    case .rank: return .value(.double)
    case .place(let path, let owner):
      try place(path, owner, entity)
      return .value(.int64)
    case .excerpt(let path, _):
      _ = try attribute(path, entity)
      return .value(.string)
    case .text:
      guard case .value(.string) = next() else {
        throw Self.refusal(
          "a condition on '\(entity)' looks for text in a value that is no text", entity)
      }
      return .condition
    case .quantified:
      _ = next()
      return .condition
    case .attribute(let path): return .value(try attribute(path, entity))
    case .value(let value): return .constant(value)
    case .object(let path): return .object(try object(path.names[...], entity))
    case .rowNumber(let path):
      _ = try object(path.names[...], entity)
      return .value(.int64)
    case .identifier: return .identifier
    case .source:
      throw Self.refusal("a condition on '\(entity)' names an owner, and it has none", entity)
    case .count:
      _ = next()
      return .value(.int64)
    case .function(let function, let type, let count):
      var arguments: [Finding] = []
      for _ in 0..<count { arguments.append(next()) }
      try check(function, type, arguments, entity)
      return .value(function.type(of: type))
    case .choice(let type):
      _ = next()
      for value in [next(), next()] { try require(value, type, entity) }
      return .value(type)
    case .aggregate(let function, _, let type):
      _ = next()
      try require(next(), type, entity)
      try require(type, of: function, entity)
      return .value(function.type(of: type))
    }
  }

  /// Accepts a comparison.
  private func compare(
    _ left: Finding, _ comparison: PredicateTree.Comparison, _ right: Finding, _ entity: String
  ) throws(StoreError) {
    let isEquality = comparison == .equal || comparison == .notEqual
    switch (left, right) {
    case (.value(let type), .constant(let value)), (.constant(let value), .value(let type)):
      if value.isNull { return }
      guard type.isOrdered else {
        throw Self.refusal(
          "a condition on '\(entity)' compares what is stored as JSON, which can be compared with "
            + "nil alone", entity)
      }
      guard type.stores(value) else {
        throw Self.refusal(
          "a condition on '\(entity)' compares values of the type '\(type.rawValue)' with a value "
            + "of another type", entity)
      }
    case (.value(let first), .value(let second)):
      let classes: Set = [first.storageClass, second.storageClass]
      if [first, second].contains(.uint64), classes.contains(.real) {
        // Great numbers without a sign are stored as bytes.
        throw Self.refusal(
          "a condition on '\(entity)' compares 64-bit numbers without a sign with real ones", entity
        )
      }
      guard first.isOrdered, second.isOrdered, classes.count == 1 || classes == [.integer, .real],
        (first == .decimal) == (second == .decimal)
      else {
        throw Self.refusal(
          "a condition on '\(entity)' compares values of the types '\(first.rawValue)' and "
            + "'\(second.rawValue)'", entity)
      }
    case (.constant, .constant): return
    case (.object, .identifier), (.identifier, .object), (.object, .object),
      (.identifier, .identifier):
      guard isEquality else {
        throw Self.refusal(
          "a condition on '\(entity)' compares objects, which have no order", entity)
      }
    case (.object, _), (.identifier, _), (_, .object), (_, .identifier), (.condition, _),
      (_, .condition), (.values, _), (_, .values):
      throw Self.refusal("a condition on '\(entity)' compares an object with a value", entity)
    }
  }

  /// Accepts `arguments` of `function`, which computes values of `type`, or with them.
  private func check(
    _ function: PredicateFunction, _ type: StorageType, _ arguments: [Finding], _ entity: String
  ) throws(StoreError) {
    let range: ClosedRange<Int> =
      switch function {
      case .add, .subtract, .multiply, .divide, .remainder, .shuffled, .textMatch, .languageOrder,
        .settingMember:
        2...2
      case .coalesce, .least, .greatest, .concatenate: 1...Self.mostArguments
      default: 1...1
      }
    guard range.contains(arguments.count) else {
      throw Self.refusal(
        "'\(function.name)' in a condition on '\(entity)' has \(arguments.count) arguments", entity)
    }
    for argument in arguments {
      try require(argument, function.argumentType(type), entity)
    }
    switch function {
    // A date and seconds, or two dates.
    case .add where type == .date, .subtract where type == .date: break
    case .add, .subtract, .multiply, .divide, .remainder, .negate, .absolute, .rounded,
      .roundedDown, .roundedUp, .real, .whole, .decimal:
      try requireNumber(type, entity)
    case .shuffled:
      guard type == .int64 else { throw Self.wrongArgument(function, type, entity) }
    case .length:
      guard type == .string || type == .data else {
        throw Self.wrongArgument(function, type, entity)
      }
    case .lowercased, .uppercased, .trimmed, .concatenate, .textMatch:
      guard type == .string else { throw Self.wrongArgument(function, type, entity) }
    case .folded(let folding):
      guard type == .string, !folding.isEmpty, folding.rawValue & ~3 == 0 else {
        throw Self.wrongArgument(function, type, entity)
      }
    case .datePart(_, let zone), .dateStart(_, let zone):
      guard type == .date else { throw Self.wrongArgument(function, type, entity) }
      guard TimeZone(identifier: zone) != nil else {
        throw Self.refusal("a condition on '\(entity)' names a time zone that there is not", entity)
      }
    case .languageOrder(let order):
      guard type == .string else { throw Self.wrongArgument(function, type, entity) }
      try order.requireKnown(entity)
    case .coalesce: break
    case .written:
      guard type != .json else { throw Self.wrongArgument(function, type, entity) }
    case .member(let path), .settingMember(let path):
      guard (try? JSON(reading: path))?.elements != nil else {
        throw Self.refusal("a condition on '\(entity)' names no member of JSON", entity)
      }
    case .least, .greatest:
      guard type.isOrdered else { throw Self.wrongArgument(function, type, entity) }
    }
  }

  /// Accepts `finding` if it is a value that may be of `type`.
  private func require(
    _ finding: Finding, _ type: StorageType, _ entity: String
  ) throws(StoreError) {
    switch finding {
    case .value(let other)
    where other.storageClass == type.storageClass && (other == .decimal) == (type == .decimal):
      return
    case .constant(let value) where value.isNull || type.stores(value): return
    default:
      throw Self.refusal(
        "a condition on '\(entity)' needs a value of the type '\(type.rawValue)' where it has "
          + "something else", entity)
    }
  }

  /// Accepts `type` as that of the values that `function` is computed over.
  private func require(
    _ type: StorageType, of function: AggregateFunction, _ entity: String
  ) throws(StoreError) {
    switch function {
    case .sum, .average: try requireNumber(type, entity)
    case .any, .all:
      guard type == .boolean else {
        throw Self.refusal(
          "a condition on '\(entity)' asks whether values of the type '\(type.rawValue)' are true",
          entity)
      }
    case .count, .distinctCount, .minimum, .maximum: break
    }
  }

  /// Accepts `type` if its values are numbers.
  private func requireNumber(_ type: StorageType, _ entity: String) throws(StoreError) {
    switch type {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .float, .double, .decimal: return
    case .uint64, .boolean, .string, .date, .data, .uuid, .url, .json:
      throw Self.refusal(
        "a condition on '\(entity)' computes with values of the type '\(type.rawValue)', which are "
          + "no numbers", entity)
    }
  }

  // MARK: Paths

  /// Returns the type of the attribute that `path` leads to from `entity`.
  private func attribute(_ path: PropertyPath, _ entity: String) throws(StoreError) -> StorageType {
    guard let name = path.names.last else {
      throw Self.refusal("a condition on '\(entity)' names no property", entity)
    }
    let owner = try object(path.names.dropLast(), entity)
    let property = try property(name, owner)
    guard let type = property.attribute?.type else {
      let advice =
        property.relationship?.isToMany == false
        ? "; name one of the object that it refers to, or ask for the object by its id" : ""
      throw Self.refusal("'\(owner).\(name)' is no attribute\(advice)", owner, name)
    }
    return type
  }

  /// Returns the entity that the to-ones `names` lead to from `entity`.
  func object(_ names: ArraySlice<String>, _ entity: String) throws(StoreError) -> String {
    var owner = entity
    for name in names {
      if let cast = model.cast(name, of: owner) {
        owner = cast
        continue
      }
      guard let relationship = try property(name, owner).relationship, !relationship.isToMany else {
        throw Self.refusal("'\(owner).\(name)' is no to-one relationship", owner, name)
      }
      owner = relationship.target
    }
    return owner
  }

  /// Returns the entity of the members of the to-many that `path` ends in.
  private func members(_ path: PropertyPath, _ entity: String) throws(StoreError) -> String {
    guard let name = path.names.last else {
      throw Self.refusal("a condition on '\(entity)' names no relationship", entity)
    }
    let owner = try object(path.names.dropLast(), entity)
    guard let relationship = try property(name, owner).relationship, relationship.isToMany else {
      throw Self.refusal("'\(owner).\(name)' is no to-many relationship", owner, name)
    }
    return relationship.target
  }

  /// Accepts that objects of `entity` are in places among the members of `owner`, of the ordered
  /// to-many whose inverse `path` is.
  private func place(
    _ path: PropertyPath, _ owner: ObjectID, _ entity: String
  ) throws(StoreError) {
    guard path.names.count == 1, let name = path.names.first,
      let inverse = model.property(name, of: entity)?.relationship,
      model.inverse(of: inverse)?.isOrdered == true,
      model.root(of: inverse.target) == owner.entityName
    else {
      throw Self.refusal(
        "objects of '\(entity)' are sorted by their places where they have none", entity)
    }
  }

  func property(_ name: String, _ entity: String) throws(StoreError) -> Property {
    guard let property = model.property(name, of: entity) else {
      // A name may be a client's, of any length.
      throw Self.refusal(
        "'\(entity)' has no property \(String(name.prefix(64)).debugDescription)", entity,
        String(name.prefix(64)))
    }
    return property
  }

  // MARK: Errors

  static func refusal(
    _ message: String, _ entity: String, _ property: String? = nil
  ) -> StoreError {
    StoreError(.invalidRequest, message, entity: entity, properties: property.map { [$0] } ?? [])
  }

  private static func wrongArgument(
    _ function: PredicateFunction, _ type: StorageType, _ entity: String
  ) -> StoreError {
    refusal(
      "'\(function.name)' in a condition on '\(entity)' cannot be computed of values of the type "
        + "'\(type.rawValue)'", entity)
  }
}
