import EntityModel
import EntityStore

extension EntityQuery {
  /// The entities of `layout` whose rows the query may come across.
  func entities(in layout: StoreLayout) throws -> [EntityLayout] {
    let root = try layout.requiredEntity(entity)
    var names: Set<String> = []
    var found = [root]
    var paths = sorting.map { (root, $0.path) }
    func collect(_ tree: PredicateTree, from entity: EntityLayout) {
      func add(_ operand: PredicateOperand) {
        switch operand {
        case .attribute(let path), .object(let path): paths.append((entity, path))
        case .count(let path, let tree):
          paths.append((entity, path))
          if let last = follow(path, from: entity).last { collect(tree, from: last) }
        case .value, .identifier, .source: break
        }
      }
      switch tree {
      case .constant: break
      case .not(let tree): collect(tree, from: entity)
      case .all(let trees), .any(let trees): for tree in trees { collect(tree, from: entity) }
      case .comparison(let left, _, let right):
        add(left)
        add(right)
      case .membership(let operand, _), .text(let operand, _, _, _): add(operand)
      case .objects(let path, _): paths.append((entity, path))
      case .quantified(_, let path, let tree):
        paths.append((entity, path))
        if let last = follow(path, from: entity).last { collect(tree, from: last) }
      }
    }
    func follow(_ path: PropertyPath, from entity: EntityLayout) -> [EntityLayout] {
      var result: [EntityLayout] = []
      var current = entity
      for name in path.names {
        guard let index = current.propertyIndex(name),
          let target = current.properties[index].relationship?.target,
          let next = layout.entity(target)
        else { break }
        result.append(next)
        current = next
      }
      return result
    }
    collect(predicate, from: root)
    for (entity, path) in paths { found += follow(path, from: entity) }
    return found.filter { names.insert($0.name).inserted }
  }
}
