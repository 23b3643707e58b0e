// Which object a path in a condition leads from.
//
// While conditions are made, one within the other, each path leads from a variable: the object of
// one closure. Once a closure has ended, its variable becomes how many conditions further out it is
// that the path leads from.

extension PredicateTree {
  /// Makes the condition one on the objects that `variable` represents.
  package mutating func bind(_ variable: Int) {
    var nodes = nodes
    // A list of nodes that nobody else holds is changed in place.
    self = .constant(true)
    nodes.bind(variable)
    self = PredicateTree(nodes: nodes)
  }

  /// Returns the condition as a part of one that is about other objects, in which what it says of
  /// those `depth` conditions further out, its own without one, is said of those `levels` further
  /// out still.
  package func moved(in levels: Int, at depth: Int = 0) -> PredicateTree {
    PredicateTree(nodes: nodes.moved(in: levels, at: depth))
  }
}

extension PredicateOperand {
  /// Returns the operand as one about the objects that `variable` represents.
  package func binding(_ variable: Int) -> PredicateOperand {
    var nodes = nodes
    nodes.bind(variable)
    return PredicateOperand(nodes: nodes)
  }

  /// Returns the operand as a part of a condition that is about other objects, in which what it
  /// says of its own is said of those `levels` further out.
  package func moved(in levels: Int) -> PredicateOperand {
    PredicateOperand(nodes: nodes.moved(in: levels, at: 0))
  }
}

extension PropertyPath {
  /// Returns the path as a part of a condition that is about other objects, from the object
  /// `levels` further out.
  package func moved(in levels: Int) -> PropertyPath {
    PropertyPath(names, from: start.moved(in: levels, at: 0))
  }
}

extension PropertyPath.Start {
  /// Creates the object that a condition is about so many further out.
  init(levels: Int) { self = levels == 0 ? .own : .outer(levels) }

  /// How many conditions further out the object is; `nil` while that is not known.
  package var levels: Int? {
    switch self {
    case .own: 0
    case .outer(let levels): levels
    case .variable, .owner: nil
    }
  }

  /// Returns the object from within `levels` conditions more, where the path stands at `depth`
  /// within what these are put around.
  fileprivate func moved(in levels: Int, at depth: Int) -> Self {
    guard let own = self.levels, own >= depth else { return self }
    return Self(levels: own + levels)
  }
}

extension [PredicateNode] {
  fileprivate mutating func bind(_ variable: Int) {
    for index in indices {
      // Most conditions are about one object, and name attributes and to-ones of it alone.
      switch self[index].kind {
      case .attribute(let path):
        if case .variable(variable) = path.start {
          self[index].kind = .attribute(PropertyPath(path.names))
        }
      case .object(let path):
        if case .variable(variable) = path.start {
          self[index].kind = .object(PropertyPath(path.names))
        }
      case .constant, .not, .all, .any, .comparison, .membership, .text, .value, .identifier,
        .function, .choice:
        break
      default:
        return replaceStarts { $0 == .variable(variable) ? PropertyPath.Start(levels: $1) : $0 }
      }
    }
  }

  fileprivate func moved(in levels: Int, at depth: Int) -> [PredicateNode] {
    guard levels > 0 else { return self }
    var nodes = self
    nodes.replaceStarts { $0.moved(in: levels, at: $1 + depth) }
    return nodes
  }

  /// Has paths lead from other objects; `start` is given each and how many conditions on other
  /// objects, of the nodes, the path stands in.
  mutating func replaceStarts(
    _ start: (PropertyPath.Start, _ depth: Int) -> PropertyPath.Start
  ) {
    var ends: [Int] = []
    for index in indices {
      while let end = ends.last, end <= index { ends.removeLast() }
      let node = self[index]
      if var path = node.kind.path {
        let found = start(path.start, ends.count)
        if found != path.start {
          path.start = found
          self[index].kind = node.kind.naming(path)
        }
      }
      if node.kind.isAboutOthers { ends.append(index + node.length) }
    }
  }
}

extension PredicatePart {
  /// `true` if a path in the part leads from an object that neither it nor what the part is about
  /// has.
  package var leadsOut: Bool { hasPath { levels, depth in levels > depth } }

  /// `true` if the part, which is about other objects than it stands at, names one of those.
  package var isCorrelated: Bool { hasPath { levels, depth in levels >= depth } }

  /// `true` if `isWanted` holds for how many conditions further out than itself a path of the part
  /// begins and how many conditions on other objects, of the part, it stands in.
  private func hasPath(_ isWanted: (_ levels: Int, _ depth: Int) -> Bool) -> Bool {
    var ends: [Int] = []
    for index in start..<end {
      while let end = ends.last, end <= index { ends.removeLast() }
      let node = nodes[index]
      if let start = node.kind.path?.start, isWanted(start.levels ?? .max, ends.count) {
        return true
      }
      if node.kind.isAboutOthers { ends.append(index + node.length) }
    }
    return false
  }
}

extension PredicatePart {
  /// The part with a variable in each path that leads from an object which conditions on others
  /// within name: how deep the condition on that object lies, and `-1` minus that where the path
  /// lies deeper. With them, how deep by the nodes that apply to such conditions, `-1` for the part
  /// itself.
  ///
  /// It is what a text needs that has a name for each object.
  package var named: (part: PredicatePart, depths: [Int: Int]) {
    var depths: [Int: Int] = [:]
    forEachPath { _, start, openers in
      guard let levels = start.levels, levels > 0, levels < openers.count else { return }
      depths[openers[openers.count - 1 - levels]] = openers.count - 1 - levels
    }
    guard !depths.isEmpty else { return (self, depths) }
    var kinds: [Int: PredicateNode.Kind] = [:]
    forEachPath { index, start, openers in
      guard let levels = start.levels, levels < openers.count, var path = nodes[index].kind.path,
        let depth = depths[openers[openers.count - 1 - levels]]
      else { return }
      path.start = .variable(levels == 0 ? depth : -1 - depth)
      kinds[index] = nodes[index].kind.naming(path)
    }
    let named = PredicateTree(nodes: nodes).replacing(kinds)
    return (PredicatePart(nodes: named.nodes, start: start), depths)
  }

  /// Calls `body` with the position of each node that names a path, what that leads from, and the
  /// positions of the nodes that apply to the conditions on other objects in which it stands, after
  /// `-1`.
  private func forEachPath(_ body: (Int, PropertyPath.Start, [Int]) -> Void) {
    var openers = [-1]
    for index in start..<end {
      while let opener = openers.last, opener >= 0, opener + nodes[opener].length <= index {
        openers.removeLast()
      }
      let kind = nodes[index].kind
      if let start = kind.path?.start { body(index, start, openers) }
      if kind.isAboutOthers { openers.append(index) }
    }
  }
}

extension PredicateNode.Kind {
  /// Returns the node with another path, if it names one.
  func naming(_ path: PropertyPath) -> Self {
    switch self {
    case .attribute: .attribute(path)
    case .object: .object(path)
    case .objects(_, let ids): .objects(path, ids)
    case .quantified(let quantifier, _): .quantified(quantifier, path)
    case .count: .count(path)
    case .aggregate(let function, _, let type): .aggregate(function, path, type)
    case .rowNumber: .rowNumber(path)
    case .search(_, let search): .search(path, search)
    case .excerpt(_, let excerpt): .excerpt(path, excerpt)
    case .place(_, let owner): .place(path, owner)
    case .constant, .refused, .not, .all, .any, .comparison, .membership, .text, .value,
      .identifier, .source, .function, .choice, .amongAll, .aggregateOfAll, .allValues, .rank:
      self
    }
  }
}
