import EntityModel
import EntityStore

extension EntityQuery {
  /// The entities of `layout` whose rows the query may come across.
  func entities(in layout: StoreLayout) throws -> [EntityLayout] {
    let root = try layout.requiredEntity(entity)
    var names: Set<String> = []
    var found = [root]
    var paths: [(EntityLayout, PropertyPath)] = []
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
    for part in [predicate.root] + sorting.map(\.operand.root) {
      part.visit(from: root) { kind, entity in
        if let scope = kind.scope, let entity = layout.entity(scope.entity) {
          found.append(entity)
          return entity
        }
        guard let path = kind.path else { return nil }
        paths.append((entity, path))
        return follow(path, from: entity).last
      }
    }
    for (entity, path) in paths { found += follow(path, from: entity) }
    return found.filter { names.insert($0.name).inserted }
  }
}
