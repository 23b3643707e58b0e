/// What a derived attribute asks of the members of a to-many relationship.
package struct DerivedMembers: Hashable, Sendable {
  /// What is made of a value of each member.
  package struct Aggregate: Hashable, Sendable {
    /// What is made of the values.
    package let function: AggregateFunction

    /// The type of the values.
    package let type: StorageType

    /// The value of a member.
    package let operand: PredicateOperand
  }

  /// The relationship.
  package let relationship: String

  /// What the members satisfy that are asked.
  package let condition: PredicateTree

  /// What is made of their values; `nil` where the members are counted.
  package let aggregate: Aggregate?

  /// Takes what `operand` asks; `nil` if it asks anything else than the members of a to-many of the
  /// object itself.
  package init?(_ operand: PredicateOperand) {
    let root = operand.root
    switch root.kind {
    case .count: aggregate = nil
    case .aggregate(let function, _, let type):
      aggregate = Aggregate(
        function: function, type: type, operand: PredicateOperand(root.second))
    default: return nil
    }
    guard let path = root.kind.path, path.names.count == 1, path.start == .own else { return nil }
    relationship = path.names[0]
    condition = PredicateTree(root.first)
  }

  /// The members' conditions and values as one list of nodes.
  package var nodes: [PredicateNode] { condition.nodes + (aggregate?.operand.nodes ?? []) }

  /// What is asked, as an operand about the owner.
  package var operand: PredicateOperand {
    let path = PropertyPath([relationship])
    guard let aggregate else { return .count(path, condition) }
    return .aggregate(aggregate.function, path, aggregate.type, condition, aggregate.operand)
  }

  /// `true` if `part`, which is about members of the same to-many, asks the same of them.
  package func isAsked(by part: PredicatePart) -> Bool {
    switch (part.kind, aggregate) {
    case (.count, nil): break
    case (.aggregate(let function, _, let type), let own?):
      guard function == own.function, type == own.type,
        own.operand == PredicateOperand(part.second)
      else { return false }
    default: return false
    }
    return condition == PredicateTree(part.first)
  }

  /// The sum and the number of the values of which this is the average, where a store keeps both.
  package var averageParts: (sum: DerivedMembers, count: DerivedMembers)? {
    guard let aggregate, aggregate.function == .average else { return nil }
    let sum = DerivedMembers(
      relationship, condition,
      Aggregate(function: .sum, type: aggregate.type, operand: aggregate.operand))
    // Averages of decimals have digits of their own, which a function of the store gives them.
    guard sum.isKept, aggregate.type != .decimal else { return nil }
    let present = PredicateTree.comparison(aggregate.operand, .notEqual, .value(.null))
    return (sum, DerivedMembers(relationship, condition.and(present), nil))
  }

  private init(_ relationship: String, _ condition: PredicateTree, _ aggregate: Aggregate?) {
    self.relationship = relationship
    self.condition = condition
    self.aggregate = aggregate
  }

  /// `true` if a store keeps the value in a column, which it changes with each member.
  ///
  /// Sums of real numbers depend on the order in which they are added up: they are computed when
  /// they are asked for. An average is computed of its parts.
  package var isKept: Bool {
    guard let aggregate else { return true }
    switch aggregate.function {
    case .minimum, .maximum: return true
    case .sum:
      return aggregate.type == .decimal
        || aggregate.type.storageClass == .integer && aggregate.type != .uint64
    default: return false
    }
  }
}
