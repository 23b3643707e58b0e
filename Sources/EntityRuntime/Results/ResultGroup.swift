import EntityModel
import EntityStore

/// A group of objects while the columns of its row are computed.
struct ResultGroup: PredicateSubject {
  /// The columns computed, by their texts.
  private let columns: [String: (type: StorageType, value: StoredValue)]

  /// Returns the rows of `query` over `subjects`, whose properties are of `types`; the values of
  /// `references` are numbers of objects.
  static func rows(
    of query: ResultQuery, _ types: [PredicateOperand: StorageType],
    references: Set<PredicateOperand>, over subjects: [ManagedSubject]
  ) throws(StoreError) -> [[StoredValue]] {
    let keys = query.grouping.map { ResultExpression(nil, $0) }
    var groups: [[GroupKey]: [ManagedSubject]] = keys.isEmpty ? [[]: []] : [:]
    for subject in subjects {
      let key = query.grouping.map { GroupKey($0.value(for: subject), as: types[$0] ?? .int64) }
      groups[key, default: []].append(subject)
    }
    var found: [ResultGroup] = []
    for group in groups.values {
      let row = try ResultGroup(query, keys, types, group)
      if query.condition.isSatisfied(by: row) { found.append(row) }
    }
    let terms = query.order + keys.map { ResultQuery.Term($0, .ascending) }
    let areReferences = terms.map { term in
      !term.column.isAggregate && term.column.operand.map(references.contains) ?? false
    }
    found.sort { left, right in
      for (term, isReference) in zip(terms, areReferences) {
        let order = left.order(right, by: term, isReference: isReference)
        if order != 0 { return order < 0 }
      }
      return false
    }
    let rest = found.dropFirst(max(query.offset, 0))
    return rest.prefix(query.limit.map { max($0, 0) } ?? rest.count).map { group in
      query.columns.map { group.columns[$0.text]?.value ?? .null }
    }
  }

  /// Computes the columns of `query` over `subjects`.
  private init(
    _ query: ResultQuery, _ keys: [ResultExpression], _ types: [PredicateOperand: StorageType],
    _ subjects: [ManagedSubject]
  ) throws(StoreError) {
    var columns: [String: (type: StorageType, value: StoredValue)] = [:]
    for column in query.columns + keys + query.order.map(\.column) + query.named
    where columns[column.text] == nil {
      let type = column.operand.flatMap { types[$0] } ?? .int64
      guard let value = column.value(over: subjects, as: type) else {
        throw StoreError(overflowOf: query)
      }
      columns[column.text] = (column.type(of: type), value)
    }
    self.columns = columns
  }

  /// Compares the group with `other` by `term`, whose values are numbers of objects if
  /// `isReference`: negative, zero or positive.
  private func order(
    _ other: ResultGroup, by term: ResultQuery.Term, isReference: Bool
  ) -> Int {
    guard let left = columns[term.column.text], let right = other.columns[term.column.text] else {
      return 0
    }
    guard isReference else {
      return term.order(left.value, right.value, as: left.type)
    }
    return term.order(left.value.age, right.value.age, as: left.type)
  }

  var subjectID: ObjectID { ObjectID(entityName: "", rowID: 0) }
  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? { columns[name] }
  func relatedObject(_ name: String) -> ResultGroup? { nil }
  func relatedObjects(_ name: String) -> [ResultGroup] { [] }
}

extension PredicateOperand {
  /// `true` if the values are numbers of objects, by which these do not sort, for objects of
  /// `entity`.
  func isReference(of entity: EntityLayout, in layout: StoreLayout) -> Bool {
    switch root.kind {
    case .object: return true
    case .attribute(let path):
      guard path.start == .own, !path.names.isEmpty else { return false }
      var owner = entity
      for name in path.names {
        guard let next = try? layout.toOneTarget(name, of: owner) else { return false }
        owner = next
      }
      return true
    default: return false
    }
  }
}

extension StoredValue {
  /// What the number of an object sorts by.
  fileprivate var age: StoredValue {
    if case .integer(let id) = self { .age(ofObject: id) } else { self }
  }
}
