// What the condition of a fetched property says of the object that owns the property.
//
// Once that object is known, each part that is about it alone has a value, which takes the part's
// place: a store and an evaluation in memory know nothing of owners beside their ids.

extension PredicateTree {
  /// Returns the condition in which what `value` makes of it is in the place of each part that is
  /// about the owner alone; `value` is given the part as one about the object itself.
  package func replacingOwner<Failure: Error>(
    _ value: (PredicatePart) throws(Failure) -> PredicateNode.Kind
  ) throws(Failure) -> PredicateTree {
    guard namesOwner else { return self }
    var found: [(part: PredicatePart, value: PredicateNode.Kind)] = []
    var index = 0
    while index < nodes.count {
      let part = root.at(index)
      guard let own = part.aboutOwner else {
        index += 1
        continue
      }
      found.append((part, try value(own)))
      index = part.end
    }
    return found.reversed().reduce(self) { tree, found in
      tree.replacing(found.part, by: [PredicateNode(found.value)])
    }
  }

  /// `true` if the condition says something of the owner's properties.
  package var namesOwner: Bool { nodes.contains { $0.kind.path?.start == .owner } }
}

extension PredicatePart {
  /// The part as one about the object itself, where it is about the owner alone and has a value;
  /// `nil` otherwise.
  fileprivate var aboutOwner: PredicatePart? {
    switch kind {
    // A connective is taken apart, and what asks all objects of an entity is the store's to answer.
    case .not, .all, .any, .constant, .refused, .aggregateOfAll, .allValues, .rank, .place,
      .excerpt:
      return nil
    default: break
    }
    var nodes = Array(nodes[start..<end])
    var namesOwner = false
    var namesOthers = false
    nodes.replaceStarts { start, depth in
      if start == .owner {
        namesOwner = true
        return PropertyPath.Start(levels: depth)
      }
      if (start.levels ?? .max) >= depth { namesOthers = true }
      return start
    }
    let asksAll = nodes.contains { $0.kind.scope != nil }
    guard namesOwner, !namesOthers, !asksAll else { return nil }
    return PredicatePart(nodes: nodes, start: 0)
  }
}
