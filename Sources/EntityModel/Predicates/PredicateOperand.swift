/// One side of a comparison: a value or an object, as data.
package struct PredicateOperand: Hashable, Sendable {
  /// The nodes, each before those that it applies to.
  package let nodes: [PredicateNode]

  /// Creates the operand that `nodes` describe; one that is refused if they are nested too deep or
  /// too many.
  init(nodes: [PredicateNode]) {
    if nodes[0].depth > PredicateTree.deepest {
      self.nodes = Self.refused(nodes[0].kind, .tooDeep)
    } else if nodes.count > PredicateTree.mostNodesOfValue, nodes[0].kind.isComputed {
      self.nodes = Self.refused(nodes[0].kind, .tooLarge)
    } else {
      self.nodes = nodes
    }
  }

  /// Returns what is kept of an operand that is `kind` and refused as `refusal` says.
  private static func refused(
    _ kind: PredicateNode.Kind, _ refusal: PredicateNode
  ) -> [PredicateNode] {
    let nothing = PredicateNode(.value(.null))
    switch kind {
    case .function(_, let type, _): return refused(.choice(type), refusal)
    case .choice: return [PredicateNode](kind, [[refusal], [nothing], [nothing]])
    case .count: return [PredicateNode](kind, [refusal])
    case .allValues(let scope):
      return [PredicateNode](.allValues(scope.withoutRange), [refusal], [nothing])
    default: return [PredicateNode](kind, [refusal], [nothing])
    }
  }

  /// Creates the operand that `part` is.
  package init(_ part: PredicatePart) { nodes = Array(part.nodes[part.start..<part.end]) }

  /// The operand as a part of itself.
  package var root: PredicatePart { PredicatePart(nodes: nodes, start: 0) }

  /// The object that owns a fetched property.
  package static let source = PredicateOperand(nodes: [PredicateNode(.source)])

  /// Returns the number of the row of the object that a to-one path leads to; the empty path is the
  /// object itself.
  package static func rowNumber(_ path: PropertyPath = PropertyPath()) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.rowNumber(path))])
  }

  /// Returns the attribute that the path leads to; absent where a to-one on the way is `nil`.
  package static func attribute(_ path: PropertyPath) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.attribute(path))])
  }

  /// Returns a constant; one that is the number of an object's row is of `store`.
  package static func value(
    _ value: StoredValue, in store: StoreTag = .unknown
  ) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.value(value), store: store)])
  }

  /// Returns the object that a to-one path leads to; the empty path is the object itself.
  package static func object(_ path: PropertyPath) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.object(path))])
  }

  /// Returns one object, of `store`, or none.
  package static func identifier(
    _ id: ObjectID?, in store: StoreTag = .unknown
  ) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.identifier(id), store: store)])
  }

  /// Returns how many objects of a to-many relationship satisfy a condition.
  package static func count(
    _ path: PropertyPath, _ condition: PredicateTree
  ) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode](.count(path), condition.nodes))
  }

  /// Returns what `function` makes of `arguments`, a value of `type`.
  package static func function(
    _ function: PredicateFunction, _ type: StorageType, _ arguments: [PredicateOperand]
  ) -> PredicateOperand {
    PredicateOperand(
      nodes: [PredicateNode](.function(function, type, arguments.count), arguments.map(\.nodes)))
  }

  /// Returns the one of two values of `type` where `condition` holds, the other where it does not.
  package static func choice(
    _ type: StorageType, _ condition: PredicateTree, _ value: PredicateOperand,
    _ other: PredicateOperand
  ) -> PredicateOperand {
    PredicateOperand(
      nodes: [PredicateNode](.choice(type), [condition.nodes, value.nodes, other.nodes]))
  }

  /// Returns what `function` makes of the values of `operand`, which are of `type`, of those
  /// objects of a to-many relationship that satisfy a condition.
  package static func aggregate(
    _ function: AggregateFunction, _ path: PropertyPath, _ type: StorageType,
    _ condition: PredicateTree, _ operand: PredicateOperand
  ) -> PredicateOperand {
    PredicateOperand(
      nodes: [PredicateNode](.aggregate(function, path, type), condition.nodes, operand.nodes))
  }

  /// Returns what `function` makes of the values of `operand`, which are of `type`, of those
  /// objects of an entity that satisfy a condition.
  package static func aggregateOfAll(
    _ function: AggregateFunction, _ scope: ObjectScope, _ type: StorageType,
    _ condition: PredicateTree, _ operand: PredicateOperand
  ) -> PredicateOperand {
    PredicateOperand(
      nodes: [PredicateNode](
        .aggregateOfAll(function, scope, type), condition.nodes, operand.nodes))
  }

  /// Returns the present values of `operand` of those objects of an entity that satisfy a
  /// condition.
  package static func allValues(
    _ scope: ObjectScope, _ condition: PredicateTree, _ operand: PredicateOperand
  ) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode](.allValues(scope), condition.nodes, operand.nodes))
  }

  /// Returns the present values of `operand` of those objects of an entity that satisfy a condition
  /// and are among the first `limit` after the first `offset` in the order of `sorting`.
  package static func allValues(
    _ scope: ObjectScope, _ condition: PredicateTree, _ operand: PredicateOperand,
    sorting: [SortTerm], limit: Int?, offset: Int
  ) -> PredicateOperand {
    let ranged = scope.with(ObjectRange(sorting, limit: limit, offset: offset))
    return PredicateOperand(
      nodes: [PredicateNode](
        .allValues(ranged), [condition.nodes, operand.nodes] + sorting.map(\.operand.nodes)))
  }

  /// A number that is the less the more relevant an object is to the request's search.
  package static let rank = PredicateOperand(nodes: [PredicateNode(.rank)])

  /// Returns where an object is among the members of `owner`, of `store`, of the ordered to-many
  /// whose inverse `path` is.
  package static func place(
    _ path: PropertyPath, of owner: ObjectID, in store: StoreTag = .unknown
  ) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.place(path, owner), store: store)])
  }

  /// The object among whose members the operand says that objects are somewhere; `nil` for others.
  package var placeOwner: ObjectID? {
    if case .place(_, let owner) = nodes[0].kind { owner } else { nil }
  }

  /// Returns the text of the attribute that the path leads to, with the words marked that the
  /// request's search has found.
  package static func excerpt(_ path: PropertyPath, _ excerpt: TextExcerpt) -> PredicateOperand {
    PredicateOperand(nodes: [PredicateNode(.excerpt(path, excerpt))])
  }

  /// `true` if a store with the tag `store` has all objects that the operand names.
  package func isOf(_ store: StoreTag) -> Bool { nodes.areOf(store) }

  /// The path to the attribute that the operand is, if it is one.
  package var path: PropertyPath? {
    if case .attribute(let path) = nodes[0].kind { path } else { nil }
  }
}
