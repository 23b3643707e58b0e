package import EntityModel

/// An object that a predicate can be evaluated over.
package protocol PredicateSubject {
  /// The object's id.
  var subjectID: ObjectID { get }

  /// Returns the kind and the value of the attribute `name`, or `nil` if there is none.
  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)?

  /// Returns the object that the to-one `name` refers to, or `nil`.
  func relatedObject(_ name: String) -> Self?

  /// Returns the objects that the to-many `name` holds.
  func relatedObjects(_ name: String) -> [Self]

  /// Returns whether the to-many `name` holds the object with `id`, or `nil` where its objects have
  /// to be asked.
  func hasMember(_ id: ObjectID, in name: String) -> Bool?

  /// Returns all objects of `scope`.
  func objects(of scope: ObjectScope) -> [Self]

  /// `true` if `search` finds the object.
  func isFound(by search: TextSearch) -> Bool

  /// The number by which the object is ordered among those that the request's search has found.
  var searchRank: StoredValue { get }

  /// Returns where the object is among the members of `owner`, of the ordered to-many whose inverse
  /// `name` is; null if it is none of them.
  func place(_ name: String, among owner: ObjectID) -> StoredValue

  /// Returns the text of the attribute `name` with the words marked that the request's search has
  /// found.
  func excerpt(_ excerpt: TextExcerpt, of name: String) -> StoredValue
}

extension PredicateSubject {
  package func hasMember(_ id: ObjectID, in name: String) -> Bool? { nil }
  package func objects(of scope: ObjectScope) -> [Self] { [] }
  package func place(_ name: String, among owner: ObjectID) -> StoredValue { .null }

  // Where nothing is searched.
  package func isFound(by search: TextSearch) -> Bool { false }
  package var searchRank: StoredValue { .real(0) }
  package func excerpt(_ excerpt: TextExcerpt, of name: String) -> StoredValue {
    attributeValue(name)?.value ?? .null
  }
}

extension PredicateTree {
  /// `true` if `subject` satisfies the condition; `source` is the owner of a fetched property.
  ///
  /// A path to an attribute that does not exist leads to nothing, as a to-one that is `nil` does.
  package func isSatisfied(by subject: some PredicateSubject, source: ObjectID? = nil) -> Bool {
    root.isSatisfied(by: Position(subject, source))
  }
}

/// Where a part of a condition is evaluated: over which object, within conditions on which others.
private struct Position<Subject: PredicateSubject> {
  /// The object.
  let subject: Subject

  /// The objects that the conditions further out are about, the outermost first.
  let outer: [Subject]

  /// The owner of a fetched property.
  let source: ObjectID?

  /// Creates the position of a condition on `subject` in no other one.
  init(_ subject: Subject, _ source: ObjectID?) {
    self.init(subject, [], source)
  }

  private init(_ subject: Subject, _ outer: [Subject], _ source: ObjectID?) {
    self.subject = subject
    self.outer = outer
    self.source = source
  }

  /// Returns what makes of an object the position of a condition on it within this one.
  func inner() -> (Subject) -> Position {
    let outer = outer + [subject]
    return { Position($0, outer, source) }
  }

  /// The object that `path` leads from.
  private func start(of path: PropertyPath) -> Subject? {
    guard let levels = path.start.levels, levels <= outer.count else { return nil }
    return levels == 0 ? subject : outer[outer.count - levels]
  }

  /// The object that the to-ones of `path` lead to; the one that it leads from for the empty path.
  func object(at path: PropertyPath) -> Subject? {
    var object = start(of: path)
    for name in path.names { object = object?.relatedObject(name) }
    return object
  }

  /// The objects of the to-many that `path` ends in; none where a to-one on the way is `nil`.
  func objects(at path: PropertyPath) -> [Subject] {
    guard let name = path.names.last else { return [] }
    return object(at: path.owner)?.relatedObjects(name) ?? []
  }
}

extension PredicatePart {
  /// `true` if the object at `position` satisfies the condition.
  fileprivate func isSatisfied(by position: Position<some PredicateSubject>) -> Bool {
    // The connectives that are being evaluated, outermost first.
    var open: [PredicatePart] = []
    var part = self
    while true {
      if part.kind.isConnective, part.end > part.start + 1 {
        open.append(part)
        part = part.first
        continue
      }
      var value = part.isSatisfiedAlone(by: position)
      var next = part.end
      while let outer = open.last, !outer.goesOn(at: next, after: &value) {
        next = outer.end
        open.removeLast()
      }
      if open.isEmpty { return value }
      part = at(next)
    }
  }

  /// `true` if the part of a connective at `next` matters, `value` being that of the one before;
  /// makes it the connective's value otherwise.
  private func goesOn(at next: Int, after value: inout Bool) -> Bool {
    switch kind {
    case .not:
      value.toggle()
      return false
    case .all: return value && next < end
    default: return !value && next < end
    }
  }

  /// Whether the object at `position` has the member that the condition asks for; `nil` where it
  /// asks something else, or its members have to be asked.
  // It is no part of the function that calls itself for members of members: its values would take
  // room on the stack at each step.
  @inline(never)
  private func isMembership(at position: Position<some PredicateSubject>) -> Bool? {
    guard case .quantified(.any, let path) = kind, let ids = members, ids.count == 1 else {
      return nil
    }
    return position.object(at: path.owner)?.hasMember(ids[0], in: path.names[0])
  }

  /// `true` if the object at `position` satisfies the condition, which has no conditions on the
  /// same object in it.
  private func isSatisfiedAlone(by position: Position<some PredicateSubject>) -> Bool {
    switch kind {
    case .constant(let value): return value
    case .all: return true
    case .comparison(let comparison):
      return comparison.holds(
        between: first.resolved(at: position), and: second.resolved(at: position))
    case .membership(let values): return first.resolved(at: position).equalsAny(of: values)
    case .objects(let path, let ids):
      return position.object(at: path).map { $0.subjectID.isAmong(ids) } ?? false
    case .text(let match, let text, let ignoringCase):
      return match.holds(in: first.resolved(at: position), text, ignoringCase)
    case .quantified(let quantifier, let path):
      if let isMember = isMembership(at: position) { return isMember }
      let inner = position.inner()
      return quantifier.holds(position.objects(at: path)) { first.isSatisfied(by: inner($0)) }
    case .amongAll:
      return first.resolved(at: position).equalsPresent(of: second.allValues(at: position))
    case .search(let path, let search):
      return position.object(at: path)?.isFound(by: search) ?? false
    case .refused, .any, .not, .attribute, .value, .object, .identifier, .source, .count, .function,
      .choice, .aggregate, .rowNumber, .aggregateOfAll, .allValues, .rank, .place, .excerpt:
      return false
    }
  }
}

extension PredicateNode.Kind {
  /// `true` if the node makes one condition of others on the same object.
  package var isConnective: Bool {
    switch self {
    case .not, .all, .any: true
    default: false
    }
  }
}

extension PredicateOperand {
  /// Returns the value of the operand for `subject`: an attribute's, a computed one, or the number
  /// of an object's row; `source` is the owner of a fetched property.
  package func value(
    for subject: some PredicateSubject, source: ObjectID? = nil
  ) -> StoredValue {
    if let path, path.start == .own { return subject.value(at: path) }
    switch root.resolved(at: Position(subject, source)) {
    case .value(let value, _): return value
    case .object(let id): return id.map { .integer($0.rowID) } ?? .null
    }
  }

  /// Returns the type of the operand's values, where the attribute that it is, if it is one, is of
  /// `type`.
  package func type(ofAttribute type: (PropertyPath) -> StorageType?) -> StorageType? {
    switch root.kind {
    case .attribute(let path): type(path)
    case .function(let function, let type, _): function.type(of: type)
    case .choice(let type): type
    case .aggregate(let function, _, let type), .aggregateOfAll(let function, _, let type):
      function.type(of: type)
    case .count, .object, .identifier, .source, .rowNumber: .int64
    case .rank: .double
    case .place: .int64
    case .excerpt: .string
    default: nil
    }
  }
}

extension StoredValue {
  /// Returns a number by which objects sort in the order in which they were made, new ones after
  /// stored ones, for the object with the number `id`.
  package static func age(ofObject id: Int64) -> StoredValue {
    // Temporary ids count downwards.
    .integer(id < 0 ? .max / 2 - id : id)
  }
}

extension ObjectID {
  /// `true` if `ids`, of which there may be thousands, contain this one.
  fileprivate func isAmong(_ ids: [ObjectID]) -> Bool {
    // Nearly all differ in the number, which takes less to compare than the name.
    ids.contains { $0.rowID == rowID && $0.entityName == entityName }
  }
}

/// The value of an operand for one object.
private enum ResolvedOperand {
  case value(StoredValue, StorageType?)
  case object(ObjectID?)

  /// The value; null for an object.
  var value: StoredValue {
    if case .value(let value, _) = self { value } else { .null }
  }

  /// `true` if the operand equals one of `values`.
  func equalsAny(of values: [StoredValue]) -> Bool {
    guard case .value(let value, let type) = self else { return false }
    return values.contains { PredicateTree.Comparison.equal.holds(value, $0, as: type ?? .string) }
  }

  /// `true` if the operand is present and equals one of `values`.
  func equalsPresent(of values: [StoredValue]) -> Bool {
    !value.isNull && equalsAny(of: values.filter { !$0.isNull })
  }
}

extension PredicatePart {
  /// Returns the value of the operand for the object at `position`.
  fileprivate func resolved(at position: Position<some PredicateSubject>) -> ResolvedOperand {
    guard case .function = kind else { return simple(at: position) }
    return folded { part, arguments in
      guard case .function(let function, let type, _) = part.kind else {
        return part.simple(at: position)
      }
      return .value(function.value(of: arguments.map(\.value), as: type), function.type(of: type))
    }
  }

  /// Returns the value of the operand, which is not computed by a function, for the object at
  /// `position`.
  private func simple(at position: Position<some PredicateSubject>) -> ResolvedOperand {
    switch kind {
    case .attribute(let path):
      guard let name = path.names.last, let owner = position.object(at: path.owner),
        let found = owner.attributeValue(name)
      else { return .value(.null, nil) }
      return .value(found.value, found.type)
    case .value(let value): return .value(value, nil)
    case .object(let path): return .object(position.object(at: path)?.subjectID)
    case .identifier(let id): return .object(id)
    case .source: return .object(position.source)
    case .rowNumber(let path):
      guard let id = position.object(at: path)?.subjectID.rowID else {
        return .value(.null, .int64)
      }
      return .value(.age(ofObject: id), .int64)
    case .count(let path):
      let inner = position.inner()
      let count = position.objects(at: path).count { first.isSatisfied(by: inner($0)) }
      return .value(.integer(Int64(count)), .int64)
    case .choice(let type):
      let chosen = first.isSatisfied(by: position) ? second : third
      return .value(chosen.resolved(at: position).value, type)
    case .aggregate(let function, let path, let type):
      let values = values(of: position.objects(at: path), at: position)
      return .value(function.value(over: values, as: type) ?? .null, function.type(of: type))
    case .aggregateOfAll(let function, let scope, let type):
      let values = values(of: position.subject.objects(of: scope), at: position)
      return .value(function.value(over: values, as: type) ?? .null, function.type(of: type))
    case .rank: return .value(position.subject.searchRank, .double)
    case .place(let path, let owner):
      return .value(position.subject.place(path.names.last ?? "", among: owner), .int64)
    case .excerpt(let path, let excerpt):
      return .value(position.subject.excerpt(excerpt, of: path.names.last ?? ""), .string)
    case .function, .constant, .refused, .not, .all, .any, .comparison, .membership, .objects,
      .text, .quantified, .amongAll, .allValues, .search:
      return .value(.null, nil)
    }
  }

  /// Returns the values of the operand, which is `allValues`.
  fileprivate func allValues(at position: Position<some PredicateSubject>) -> [StoredValue] {
    guard let scope = kind.scope else { return [] }
    let subjects = position.subject.objects(of: scope.withoutRange)
    guard let range = scope.range else { return values(of: subjects, at: position) }
    var found = subjects.map(position.inner()).filter { first.isSatisfied(by: $0) }
    let sorting = zip(rangeSorting, parts.dropFirst(2)).map { ($0, $1) }
    let isDescending = sorting.last?.0.order == .descending
    found.sort { left, right in
      for (term, operand) in sorting {
        let order = term.order(operand.sortValue(at: left), operand.sortValue(at: right))
        if order != 0 { return order < 0 }
      }
      let ages = [left, right].map { StoredValue.age(ofObject: $0.subject.subjectID.rowID) }
      let order = StoredValue.sortOrder(ages[0], ages[1], as: .int64)
      return isDescending ? order > 0 : order < 0
    }
    let rest = found.dropFirst(max(range.offset, 0))
    return rest.prefix(range.limit.map { max($0, 0) } ?? rest.count)
      .map { second.resolved(at: $0).value }
  }

  /// Returns the value of the operand, by which the object at `position` is sorted, and its type.
  private func sortValue(
    at position: Position<some PredicateSubject>
  ) -> (type: StorageType?, value: StoredValue) {
    switch resolved(at: position) {
    case .value(let value, let type): (type, value)
    case .object(let id): (.int64, id.map { .age(ofObject: $0.rowID) } ?? .null)
    }
  }

  /// Returns the values of the second part of those of `subjects` that satisfy the first.
  private func values<Subject>(
    of subjects: [Subject], at position: Position<Subject>
  ) -> [StoredValue] {
    subjects.map(position.inner()).filter { first.isSatisfied(by: $0) }
      .map { second.resolved(at: $0).value }
  }
}

extension PredicateTree.Comparison {
  /// `true` if the comparison holds between the value of an attribute of `type` and a constant.
  package func holds(
    between value: StoredValue, of type: StorageType, and constant: StoredValue
  ) -> Bool {
    holds(between: .value(value, type), and: .value(constant, nil))
  }

  /// `true` if the comparison holds between two operands.
  fileprivate func holds(between left: ResolvedOperand, and right: ResolvedOperand) -> Bool {
    switch (left, right) {
    case (.value(.integer(let a), let type), .value(.real(let b), _)) where type != .uint64:
      holds(StoredValue.order(a, b))
    case (.value(.real(let a), _), .value(.integer(let b), let type)) where type != .uint64:
      holds(StoredValue.order(b, a).map { -$0 })
    case (.value(let a, let first), .value(let b, let second)):
      holds(a, b, as: StorageType.common(first, second))
    case (.object(let a), .object(let b)): self == .notEqual ? a != b : self == .equal && a == b
    default: self == .notEqual
    }
  }

  /// `true` if the comparison holds between two values of `type`.
  ///
  /// Without a type, values that are present are different.
  fileprivate func holds(_ left: StoredValue, _ right: StoredValue, as type: StorageType?) -> Bool {
    if left.isNull || right.isNull {
      return switch self {
      case .equal: left.isNull && right.isNull
      case .notEqual: left.isNull != right.isNull
      default: false
      }
    }
    return holds(type.flatMap { StoredValue.order(left, right, as: $0) })
  }

  /// `true` if the comparison holds between two present values that are ordered so, or not at all.
  private func holds(_ order: Int?) -> Bool {
    guard let order else { return self == .notEqual }
    return switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

extension PredicateTree.TextMatch {
  /// `true` if the operand is a string that has `text` at this end, inside or as a whole.
  fileprivate func holds(
    in operand: ResolvedOperand, _ text: String, _ ignoringCase: Bool
  ) -> Bool {
    guard case .value(.text(let whole), _) = operand else { return false }
    if self == .pattern {
      return RegularExpression.isFound(text, ignoringCase: ignoringCase, in: whole)
    }
    return ignoringCase
      ? holds(in: StoredValue.folded(whole), StoredValue.folded(text)) : holds(in: whole, text)
  }
}

extension PredicateTree.Quantifier {
  /// `true` if at least one, all or none of `objects` satisfy the condition.
  fileprivate func holds<Subject>(_ objects: [Subject], _ condition: (Subject) -> Bool) -> Bool {
    switch self {
    case .any: objects.contains(where: condition)
    case .all: objects.allSatisfy(condition)
    case .none: !objects.contains(where: condition)
    }
  }
}

extension StorageType {
  /// Returns the type as which values of two types compare, each of which is `nil` for a constant;
  /// `nil` if they are stored differently.
  fileprivate static func common(_ first: StorageType?, _ second: StorageType?) -> StorageType? {
    guard let first, let second else { return first ?? second ?? .string }
    guard first.storageClass == second.storageClass else { return nil }
    return second == .uint64 ? second : first
  }
}
