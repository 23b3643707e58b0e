import EntityModel
import EntityStore
import TestSupport

/// Random changes of lists of properties, of orders, and of what entities have objects of their
/// own.
extension RandomModelChange {
  /// Changes what a model says of properties together, and what is ordered.
  mutating func changeForm(_ data: inout NaiveData) {
    let entity = formRandom.below(data.entities.count)
    switch formRandom.below(6) {
    case 0, 1: addIndex(to: entity, &data)
    case 2 where !data.entities[entity].indexes.isEmpty:
      data.entities[entity].indexes.remove(
        at: formRandom.below(data.entities[entity].indexes.count))
    case 3: toggleOrder(of: entity, &data)
    case 4: toggleAbstract(entity, &data)
    default: break
    }
  }

  /// Makes lists of properties unique where no two objects have the same values of them; to be
  /// called after all changes of values.
  mutating func addKeys(to data: inout NaiveData) {
    for entity in data.entities.indices where formRandom.oneIn(2) {
      guard let key = list(of: entity, data), isUnique(key, entity, data),
        !data.entities[entity].indexes.contains(key)
      else { continue }
      data.entities[entity].uniqueKeys = [key]
    }
  }

  private mutating func addIndex(to entity: Int, _ data: inout NaiveData) {
    guard var list = list(of: entity, data) else { return }
    if formRandom.oneIn(2) { list[0] = "-" + list[0] }
    let optional = data.model.properties(of: data.entities[entity].name).compactMap(\.attribute)
      .filter { $0.isOptional && !$0.isExternal }.map(\.name)
    if formRandom.oneIn(3), !optional.isEmpty {
      list.append(formRandom.pick(optional) + formRandom.pick([" == nil", " != nil"]))
    }
    let known = data.model.tree(rootedAt: data.model.root(of: data.entities[entity].name))
    guard !known.contains(where: { ($0.indexes + $0.uniqueKeys).contains(list) }) else { return }
    data.entities[entity].indexes.append(list)
  }

  /// Returns the names of two properties of `entity` that are columns, the first one of its own,
  /// the other one perhaps inherited; `nil` where it has fewer.
  private mutating func list(of entity: Int, _ data: NaiveData) -> [String]? {
    let own = data.entities[entity].properties.filter(isColumn).map(\.name)
    guard !own.isEmpty else { return nil }
    let first = formRandom.pick(own)
    let others = data.model.properties(of: data.entities[entity].name).filter(isColumn).map(\.name)
      .filter { $0 != first }
    return others.isEmpty ? nil : [first, formRandom.pick(others)]
  }

  private func isColumn(_ property: Property) -> Bool {
    property.attribute.map { !$0.isExternal } ?? (property.relationship?.isToMany == false)
  }

  private func isUnique(_ key: [String], _ entity: Int, _ data: NaiveData) -> Bool {
    var known: Set<[StoredValue]> = []
    let names = Set(data.model.tree(rootedAt: data.entities[entity].name).map(\.name))
    for object in data.objects where names.contains(object.entity) {
      let values = key.map { object.values[$0] ?? .null }
      if values.contains(where: \.isNull) { continue }
      guard known.insert(values).inserted else { return false }
    }
    return true
  }

  private mutating func toggleOrder(of entity: Int, _ data: inout NaiveData) {
    let indexes = data.entities[entity].properties.indices.filter {
      data.entities[entity].properties[$0].relationship?.isToMany == true
    }
    guard !indexes.isEmpty else { return }
    let index = formRandom.pick(indexes)
    guard var relationship = data.entities[entity].properties[index].relationship else { return }
    relationship.isOrdered.toggle()
    data.entities[entity].properties[index] = .relationship(relationship)
  }

  /// Makes an entity without objects of its own abstract, or an abstract one not.
  private mutating func toggleAbstract(_ entity: Int, _ data: inout NaiveData) {
    let name = data.entities[entity].name
    guard !data.objects.contains(where: { $0.entity == name }) else { return }
    data.entities[entity].isAbstract.toggle()
  }

  /// Has the lists that name the attribute `name` of `entity` call it `new`.
  func renameInLists(of entity: Int, _ name: String, _ new: String, _ data: inout NaiveData) {
    changeLists(of: entity, &data) { list in
      list.map { text in
        let term = IndexTerm(text)
        return term.property == name ? term.renamed(new).text : text
      }
    }
  }

  /// Removes the lists that name the property `name` of `entity`.
  func removeLists(of entity: Int, naming name: String, _ data: inout NaiveData) {
    changeLists(of: entity, &data) { list in
      list.contains { IndexTerm($0).property == name } ? nil : list
    }
  }

  /// Removes the lists that ask whether the property `name` of `entity`, which always has a value
  /// from now on, has one.
  func removeConditions(of entity: Int, on name: String, _ data: inout NaiveData) {
    changeLists(of: entity, &data) { list in
      list.contains { IndexTerm($0).property == name && IndexTerm($0).isCondition } ? nil : list
    }
  }

  private func changeLists(
    of entity: Int, _ data: inout NaiveData, _ change: ([String]) -> [String]?
  ) {
    let names = Set(data.model.tree(rootedAt: data.entities[entity].name).map(\.name))
    for index in data.entities.indices where names.contains(data.entities[index].name) {
      data.entities[index].indexes = data.entities[index].indexes.compactMap(change)
      data.entities[index].uniqueKeys = data.entities[index].uniqueKeys.compactMap(change)
    }
  }
}
