import EntityModel
import EntityStore

// What conditions are written as.

extension PredicateText {
  /// Returns what `part` is written as, a condition that is made of no others on its object, or its
  /// opposite; with `outer()` if it is about the object of another closure alone.
  func condition(
    _ part: PredicatePart, isOpposite: Bool, _ entity: String?, _ type: ConstantType?
  ) -> (Tightness, [Step]) {
    let (tightness, steps) = opposite(part, isOpposite, single(part, isOpposite, entity, type))
    guard part.isOfAnotherClosure else { return (tightness, steps) }
    if tightness == .postfix { return (.postfix, steps + [.text(".outer()")]) }
    return (.postfix, [.text("(")] + steps + [.text(").outer()")])
  }

  /// Returns `written`, which `part` is written as, or its opposite, unless that has been written.
  private func opposite(
    _ part: PredicatePart, _ isOpposite: Bool, _ written: (Tightness, [Step])
  ) -> (Tightness, [Step]) {
    guard isOpposite, !isWrittenOpposite(part) else { return written }
    let (tightness, steps) = written
    return tightness.rawValue < Tightness.prefix.rawValue
      ? (.prefix, [.text("!(")] + steps + [.text(")")]) : (.prefix, [.text("!")] + steps)
  }

  /// `true` if the opposite of `part` is a form of its own.
  private func isWrittenOpposite(_ part: PredicatePart) -> Bool {
    switch part.kind {
    case .comparison(let comparison): comparison.opposite != nil && !isTruth(part)
    case .quantified(let quantifier, _): part.first.isAlwaysTrue && quantifier != .all
    default: false
    }
  }

  /// `true` if `part` compares what is a condition of its own with true.
  private func isTruth(_ part: PredicatePart) -> Bool {
    guard case .comparison(.equal) = part.kind, part.second.kind == .value(.integer(1)) else {
      return false
    }
    switch part.first.kind {
    case .function(.textMatch, _, _): return true
    case .attribute(let path): return column(path)?.isCondition == true
    default: return false
    }
  }

  /// Returns what `part` is written as, a condition that is made of no others on its object; if its
  /// opposite is a form of its own, that where `isOpposite`.
  private func single(
    _ part: PredicatePart, _ isOpposite: Bool, _ entity: String?, _ type: ConstantType?
  ) -> (Tightness, [Step]) {
    func inner(_ part: PredicatePart, _ tightness: Tightness) -> Step {
      .part(part, tightness, entity: entity, type: type)
    }
    switch part.kind {
    case .comparison where isTruth(part):
      return (.postfix, [inner(part.first, .postfix)])
    case .comparison(var comparison):
      if isOpposite, let opposite = comparison.opposite { comparison = opposite }
      if let test = kindTest(part.first, comparison, part.second) { return test }
      if let objects = self.objects(part.first, comparison, part.second) {
        return (.comparison, [.text(objects)])
      }
      if case .rowNumber(let path) = part.first.kind,
        case .value(.integer(let number)) = part.second.kind
      {
        let id = text(ofRow: number, at: path, from: entity)
        return (.comparison, [.text("\(self.id(path)) \(comparison.symbol) \(id)")])
      }
      let type = self.type(of: part.first, entity) ?? self.type(of: part.second, entity)
      return (
        .comparison,
        [
          .part(part.first, .coalescing, entity: entity, type: type),
          .text(" \(comparison.symbol) "),
          .part(part.second, .coalescing, entity: entity, type: type),
        ]
      )
    case .membership(let values):
      let type = self.type(of: part.first, entity)
      return (
        .postfix,
        [inner(part.first, .postfix), .text(".in(\(list(values) { text(of: $0, type) }))")]
      )
    case .amongAll:
      return (
        .postfix,
        [inner(part.first, .postfix), .text(".in("), inner(part.second, .any), .text(")")]
      )
    case .objects(let path, let ids):
      return (.postfix, [.text("\(object(path)).in(\(list(ids) { text(of: $0) }))")])
    case .text(let match, let whole, let ignoringCase):
      var arguments = (match == .pattern ? "regex: " : "") + text(of: .text(whole))
      if ignoringCase || match == .equal { arguments += ", ignoringCase: \(ignoringCase)" }
      return (
        .postfix, [inner(part.first, .postfix), .text(".\(match.functionName)(\(arguments))")]
      )
    case .quantified(let quantifier, let path):
      return quantified(quantifier, path, part.first, isOpposite, entity)
    case .search(let path, let search):
      let tightness: Tightness = search.attributes.count > 1 ? .or : .postfix
      return (tightness, [.text(self.search(search, at: path))])
    default: return (.postfix, [])
    }
  }

  /// Returns the condition that an object is of a class, or its opposite; `nil` for any other.
  private func kindTest(
    _ left: PredicatePart, _ comparison: PredicateTree.Comparison, _ right: PredicatePart
  ) -> (Tightness, [Step])? {
    guard case .object(let path) = left.kind, let kind = path.castEntity,
      case .identifier(nil) = right.kind, comparison == .equal || comparison == .notEqual
    else { return nil }
    let test = "\(name(path.owner)).isKind(of: \(kind).self)"
    return comparison == .notEqual
      ? (.postfix, [.text(test)]) : (.prefix, [.text("!\(test)")])
  }

  /// Returns the condition that so many of the objects that `path` leads to satisfy `condition`; of
  /// one that every object satisfies its opposite where `isOpposite`.
  private func quantified(
    _ quantifier: PredicateTree.Quantifier, _ path: PropertyPath, _ condition: PredicatePart,
    _ isOpposite: Bool, _ entity: String?
  ) -> (Tightness, [Step]) {
    if condition.isAlwaysTrue, quantifier != .all {
      let isEmpty = "\(name(path)).isEmpty"
      return (quantifier == .none) != isOpposite
        ? (.postfix, [.text(isEmpty)]) : (.prefix, [.text("!\(isEmpty)")])
    }
    if quantifier == .any, let id = condition.wantedObject {
      return (.postfix, [.text("\(name(path)).contains(\(text(of: id)))")])
    }
    let target = self.target(of: path, from: entity)
    return (
      .postfix,
      [.text("\(name(path)).\(quantifier.rawValue)")]
        + closure(condition, of: target, at: condition.start - 1)
    )
  }

  /// Returns the `count` conditions of `part` with `connective` between them.
  func joined(
    _ part: PredicatePart, _ count: Int, _ connective: String, _ tightness: Tightness,
    ifNone: String, _ inner: (PredicatePart, Tightness) -> Step
  ) -> (Tightness, [Step]) {
    guard count > 0 else { return (.postfix, [.text(ifNone)]) }
    guard count > 1 else { return (tightness, [inner(part.first, tightness)]) }
    var steps: [Step] = []
    for condition in part.parts {
      if !steps.isEmpty { steps.append(.text(connective)) }
      steps.append(inner(condition, tightness == .or ? .and : .comparison))
    }
    return (tightness, steps)
  }
}
