import EntityModel

// Of which closures' objects a part of a condition is. Each closure's conditions and values are of
// the type of its object; what is of another's needs `outer()`.

extension PredicateNode.Kind {
  /// `true` if the node is a value and no condition.
  var isOperand: Bool {
    switch self {
    case .attribute, .value, .object, .rowNumber, .identifier, .source, .count, .function, .choice,
      .aggregate, .aggregateOfAll, .allValues, .rank, .place, .excerpt:
      true
    case .constant, .refused, .not, .all, .any, .comparison, .membership, .objects, .text,
      .quantified, .amongAll, .search:
      false
    }
  }

  /// `true` if the node says whether one text stands in another.
  var isTextMatch: Bool { if case .function(.textMatch, _, _) = self { true } else { false } }
}

extension PredicatePart {
  /// `true` if the part, whose paths have the depths of the objects that they lead from, is of the
  /// type of another closure's object: everything that it names is that object's.
  var isOfAnotherClosure: Bool {
    if case .comparison = kind {
      // Where both sides name objects, or one is `nil`, a comparison is of any type.
      if first.kind.isNone || second.kind.isNone { return false }
      if !first.starts.isEmpty, !second.starts.isEmpty { return false }
    }
    return starts.count == 1 && starts.allSatisfy(\.isOfAnotherClosure)
  }

  /// `true` if the part names objects of several closures.
  var isOfSeveralClosures: Bool { starts.count > 1 }

  /// What the paths lead from that say of what type the part is, the own object of the closure as
  /// `own`.
  private var starts: Set<PropertyPath.Start> {
    var starts: Set<PropertyPath.Start> = []
    var index = start
    while index < end {
      let kind = nodes[index].kind
      if let path = kind.path { starts.insert(path.start.isOfAnotherClosure ? path.start : .own) }
      if kind.isChoice { starts.insert(.own) }
      // What is said of other objects is of their types, and a choice of the closure's own.
      index += kind.isAboutOthers || kind.isChoice ? nodes[index].length : 1
    }
    return starts
  }
}

extension PropertyPath.Start {
  /// `true` if the path leads from an object that is not the closure's own.
  fileprivate var isOfAnotherClosure: Bool {
    if case .variable(..<0) = self { true } else { false }
  }
}

extension PredicateNode.Kind {
  /// `true` if the node is `nil`.
  fileprivate var isNone: Bool { self == .value(.null) || self == .identifier(nil) }

  /// `true` if the node is one of two values.
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
}
