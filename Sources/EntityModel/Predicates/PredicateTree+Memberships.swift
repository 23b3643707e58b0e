extension PredicateTree {
  /// The memberships among the terms that connectives make the condition of.
  package var memberships: [PredicatePart] { terms.filter { $0.members != nil } }

  /// The condition without those of its terms that are memberships, or their opposites.
  package var withoutMemberships: PredicateTree { without(memberships) }

  /// The condition without those of its terms that ask which objects to-ones and to-manys of the
  /// object itself hold, and the objects that these terms name.
  package var withoutNamedObjects: (tree: PredicateTree, named: Set<ObjectID>) {
    let naming = terms.filter { $0.namedObjects != nil }
    return (without(naming), Set(naming.flatMap { $0.namedObjects ?? [] }))
  }

  /// The conditions that connectives make the condition of, in order.
  private var terms: [PredicatePart] {
    var terms: [PredicatePart] = []
    var index = 0
    while index < nodes.count {
      let part = root.at(index)
      switch part.kind {
      case .not, .all, .any: index += 1
      default:
        terms.append(part)
        index = part.end
      }
    }
    return terms
  }

  /// Returns the condition in which each of `terms`, which are in order, always holds.
  private func without(_ terms: [PredicatePart]) -> PredicateTree {
    terms.reversed().reduce(self) { tree, term in
      tree.replacing(term, by: PredicateTree.constant(true).nodes)
    }
  }

  /// `true` if every object that satisfies the condition satisfies `term`, which is one of its
  /// terms.
  package func requires(_ term: PredicateTree) -> Bool {
    var index = 0
    while index < nodes.count {
      let part = root.at(index)
      if PredicateTree(part) == term { return true }
      if case .all = part.kind { index += 1 } else { index = part.end }
    }
    return false
  }

  /// The first of the memberships in one object that every object that satisfies the condition
  /// has, or what one of its to-ones leads to, or `nil`.
  package var requiredMembership: PredicatePart? {
    var index = 0
    while index < nodes.count {
      let part = root.at(index)
      switch part.kind {
      case .all: index += 1
      case .quantified(.any, _) where part.namedMembers?.count == 1: return part
      default: index = part.end
      }
    }
    return nil
  }
}

extension PredicatePart {
  /// The objects that the condition names in a to-one or a to-many of the object itself; `nil`
  /// where it says something else.
  fileprivate var namedObjects: [ObjectID]? { members ?? referredTo }

  /// The objects of which the condition says that a to-one of the object itself refers to one of
  /// them, or to none of them; `nil` where it says something else.
  private var referredTo: [ObjectID]? {
    switch kind {
    case .objects(let path, let ids) where path.isOwnToOne: return ids
    case .comparison(.equal), .comparison(.notEqual): break
    default: return nil
    }
    switch (first.kind, second.kind) {
    case (.object(let path), .identifier(let id?)) where path.isOwnToOne: return [id]
    case (.identifier(let id?), .object(let path)) where path.isOwnToOne: return [id]
    default: return nil
    }
  }

  /// The objects of which a membership says that they are, or are not, in a to-many of the object
  /// itself; `nil` where the condition is none.
  ///
  /// It asks nothing of the members but which they are, so that the object itself knows what of it
  /// has changed.
  package var members: [ObjectID]? { kind.path?.names.count == 1 ? namedMembers : nil }

  /// The objects of which a membership says that they are, or are not, in a to-many of the object
  /// itself, or of what its to-ones lead to; `nil` where the condition is none.
  fileprivate var namedMembers: [ObjectID]? {
    guard case .quantified(let quantifier, let path) = kind, quantifier != .all, path.start == .own
    else { return nil }
    switch first.kind {
    case .objects(PropertyPath(), let ids): return ids
    case .comparison(.equal): break
    default: return nil
    }
    switch (first.first.kind, first.second.kind) {
    case (.object(PropertyPath()), .identifier(let id?)): return [id]
    case (.identifier(let id?), .object(PropertyPath())): return [id]
    default: return nil
    }
  }
}

extension PropertyPath {
  /// `true` if the path leads from the object itself by no more than one name.
  package var isOwnToOne: Bool { start == .own && names.count <= 1 }
}
