extension PredicateTree {
  /// The condition without those of its terms that are memberships, or their opposites.
  package var withoutMemberships: PredicateTree {
    var memberships: [PredicatePart] = []
    var index = 0
    while index < nodes.count {
      switch nodes[index].kind {
      case .not, .all, .any: index += 1
      default:
        let part = root.at(index)
        if part.isMembership { memberships.append(part) }
        index = part.end
      }
    }
    return memberships.reversed().reduce(self) { tree, part in
      tree.replacing(part, by: PredicateTree.constant(true).nodes)
    }
  }

  /// The first of the memberships in one object that every object that satisfies the condition
  /// has, or `nil`.
  package var requiredMembership: PredicatePart? {
    var index = 0
    while index < nodes.count {
      let part = root.at(index)
      switch part.kind {
      case .all: index += 1
      case .quantified(.any, _) where part.isMembership:
        if case .comparison = part.first.kind { return part }
        index = part.end
      default: index = part.end
      }
    }
    return nil
  }
}

extension PredicatePart {
  /// `true` if the condition is a membership: that the objects of a to-many of the object itself
  /// are certain ones, of which nothing is asked but which they are.
  package var isMembership: Bool {
    guard case .quantified(_, let path) = kind, path.start == .own, path.names.count == 1 else {
      return false
    }
    switch first.kind {
    case .objects(PropertyPath(), _): return true
    case .comparison(.equal): break
    default: return false
    }
    switch (first.first.kind, first.second.kind) {
    case (.object(PropertyPath()), .identifier(.some)): return true
    case (.identifier(.some), .object(PropertyPath())): return true
    default: return false
    }
  }
}
