package import EntityModel

/// A change of columns of all rows that a query finds, to what is computed of each row.
package struct DirectUpdate: Hashable, Sendable {
  /// What a column is made.
  package struct Assignment: Hashable, Sendable {
    /// The property index of the column.
    package let property: Int

    /// The value; an attribute in it is one of the row before the change.
    package let operand: PredicateOperand

    /// `true` if it is made only in rows that another assignment changes.
    package let isIncidental: Bool

    /// Creates an assignment.
    package init(property: Int, operand: PredicateOperand, isIncidental: Bool = false) {
      self.isIncidental = isIncidental
      self.property = property
      self.operand = operand
    }
  }

  /// Which rows.
  package let query: EntityQuery

  /// What is assigned, in ascending order of the properties.
  package let assignments: [Assignment]

  /// Creates the change of the rows that `query` finds.
  package init(_ query: EntityQuery, _ assignments: [Assignment]) {
    self.query = query
    self.assignments = assignments
  }
}

extension PredicateOperand {
  /// `true` if the operand is computed of attributes of one object and of nothing else.
  package var isOfOneRow: Bool { nodes.areOfOneRow }
}

extension PredicateTree {
  /// `true` if the condition is about attributes of one object and about nothing else.
  package var isOfOneRow: Bool { nodes.areOfOneRow }
}

extension [PredicateNode] {
  /// `true` if the nodes name attributes of one object and nothing else.
  fileprivate var areOfOneRow: Bool {
    allSatisfy { node in
      switch node.kind {
      case .attribute(let path): path.names.count == 1
      case .object(let path), .objects(let path, _), .rowNumber(let path): path.names.count <= 1
      case .value, .function, .choice, .constant, .not, .all, .any, .comparison, .membership, .text,
        .identifier:
        true
      // The index of words changes with the rows.
      case .refused, .quantified, .source, .count, .aggregate, .amongAll, .aggregateOfAll,
        .allValues, .search, .rank, .place, .excerpt:
        false
      }
    }
  }
}
