import EntityModel
import EntityStore
import TestSupport

/// Makes random data and random changes of its model, and of the data as the change demands.
struct RandomModelChange {
  var random: SeededRandom
  private(set) var permissions: [MigrationPolicy.Permission] = []
  private var count = 0

  /// What has been added since the store was made, which has no older name.
  private var added: Set<String> = []

  /// What is searchable is another matter than all else, which is the same without it.
  private var searchRandom: SeededRandom

  /// So is whose texts are stored without case.
  private var foldingRandom: SeededRandom

  /// So is whose values are apart from their rows.
  var externalRandom: SeededRandom

  /// And so are indexes of several properties, orders of members, and entities without objects.
  var formRandom: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    searchRandom = SeededRandom(seed: seed)
    foldingRandom = SeededRandom(seed: seed)
    formRandom = SeededRandom(seed: seed)
    externalRandom = SeededRandom(seed: seed)
  }

  // MARK: Data

  /// Returns a model of two trees, one of them with a subentity, and objects of it.
  mutating func data() -> NaiveData {
    var data = NaiveData(entities: [
      Entity(
        "Author",
        properties: attributes("a") + [
          .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .nullify)),
          .relationship(.toMany("liked", "Book", inverse: "fans", deleteRule: .nullify)),
        ]),
      Entity(
        "Book",
        properties: attributes("b") + [
          .relationship(
            .toOne("author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify)),
          .relationship(.toMany("fans", "Author", inverse: "liked", deleteRule: .nullify)),
        ]),
      Entity("Novel", superentity: "Book", properties: attributes("n")),
      Entity("Shop", properties: attributes("s")),
    ])
    leaveInRows(&data)
    for entity in data.entities {
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let tree = data.model.root(of: entity.name)
        let id =
          1 + (data.objects.filter { data.model.root(of: $0.entity) == tree }.map(\.id).max() ?? 0)
        data.objects.append(
          .init(
            entity: entity.name, id: id, version: Int64.random(in: 1...300, using: &random),
            values: values(of: data.model.properties(of: entity.name))))
      }
    }
    let authors = data.objects.filter { $0.entity == "Author" }.map(\.id)
    for index in data.objects.indices
    where data.model.root(of: data.objects[index].entity) == "Book" {
      if let author = authors.randomElement(using: &random), Bool.random(using: &random) {
        data.objects[index].values["author"] = .integer(author)
      }
      for fan in authors where Bool.random(using: &random) {
        data.links.append(
          .init(entity: "Author", property: "liked", first: fan, second: data.objects[index].id))
      }
    }
    return data
  }

  private mutating func attributes(_ prefix: String) -> [Property] {
    let types: [StorageType] = [.int32, .string, .double, .boolean, .int64]
    return (0..<Int.random(in: 1...4, using: &random)).map { index in
      let type = types.randomElement(using: &random) ?? .string
      return .attribute(
        Attribute(
          name: "\(prefix)\(index)", type: type, isOptional: Bool.random(using: &random),
          isIndexed: Bool.random(using: &random),
          search: type == .string && Bool.random(using: &searchRandom) ? .unicode : nil,
          isIndexedIgnoringCase: type == .string && foldingRandom.oneIn(4),
          isExternal: type == .string && externalRandom.oneIn(2)))
    }
  }

  private mutating func values(of properties: [Property]) -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for attribute in properties.compactMap(\.attribute) {
      values[attribute.name] = value(attribute)
    }
    return values
  }

  private mutating func value(_ attribute: Attribute) -> StoredValue {
    if attribute.isOptional, Bool.random(using: &random) { return .null }
    return switch attribute.type.storageClass {
    case .integer: .integer(Int64.random(in: 0...1, using: &random))
    case .real: .real(Double(Int.random(in: -9...9, using: &random)) / 4)
    default: .text("t\(Int.random(in: 0...99, using: &random))")
    }
  }

  // MARK: Changes

  /// Makes the model of `data` one that later changes are changes of: names are no longer new.
  mutating func beginVersion(_ data: inout NaiveData) {
    added = []
    for entity in data.entities.indices {
      data.entities[entity].originalName = nil
      for index in data.entities[entity].properties.indices {
        guard var attribute = data.entities[entity].properties[index].attribute else { continue }
        attribute.originalName = nil
        data.entities[entity].properties[index] = .attribute(attribute)
      }
    }
  }

  /// Changes the model of `data`, and `data` with it.
  mutating func change(_ data: inout NaiveData) {
    count += 1
    let entity = Int.random(in: data.entities.indices, using: &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0: add(Attribute(name: "x\(count)", type: .string, isOptional: true), to: entity, &data)
    case 1:
      add(
        Attribute(name: "x\(count)", type: .int64, defaultValue: .integer(Int64(count))),
        to: entity,
        &data)
    case 2: renameAttribute(of: entity, &data)
    case 3: renameEntity(entity, &data)
    case 4: removeAttribute(of: entity, &data)
    case 5: changeAttribute(of: entity, &data) { $0.isOptional = true }
    case 6: require(entity, &data)
    case 7: widen(entity, &data)
    case 8: changeAttribute(of: entity, &data) { $0.isIndexed.toggle() }
    case 9:
      added.insert("E\(count)")
      data.entities.append(Entity("E\(count)", properties: attributes("e")))
    case 10: removeShop(&data)
    case 11: linkEntities(&data)
    default: makeToMany(&data)
    }
    if Int.random(in: 0..<3, using: &searchRandom) == 0 { changeSearch(&data) }
    if foldingRandom.oneIn(3) { changeFolding(&data) }
    changeForm(&data)
    changeExternals(&data)
  }

  /// Makes an attribute searchable, or no longer, or gives those of a tree another tokenizer.
  private mutating func changeSearch(_ data: inout NaiveData) {
    let entity = Int.random(in: data.entities.indices, using: &searchRandom)
    let root = data.model.root(of: data.entities[entity].name)
    let tree = data.entities.indices.filter {
      data.model.root(of: data.entities[$0].name) == root
    }
    let tokenizer = tree.flatMap { data.entities[$0].attributes }.compactMap(\.search).first
    let other = SearchTokenizer.allCases.randomElement(using: &searchRandom) ?? .unicode
    let isAnother = Bool.random(using: &searchRandom)
    for entity in tree {
      for index in data.entities[entity].properties.indices {
        guard var attribute = data.entities[entity].properties[index].attribute,
          attribute.type == .string
        else { continue }
        if isAnother {
          attribute.search = attribute.search == nil ? nil : other
        } else if Int.random(in: 0..<3, using: &searchRandom) == 0 {
          attribute.search = attribute.search == nil ? tokenizer ?? .unicode : nil
        }
        data.entities[entity].properties[index] = .attribute(attribute)
      }
    }
  }

  /// Has the store hold texts of some attributes without case, or no longer.
  private mutating func changeFolding(_ data: inout NaiveData) {
    for entity in data.entities.indices {
      for index in data.entities[entity].properties.indices {
        guard var attribute = data.entities[entity].properties[index].attribute,
          attribute.type == .string, foldingRandom.oneIn(3)
        else { continue }
        attribute.isIndexedIgnoringCase.toggle()
        data.entities[entity].properties[index] = .attribute(attribute)
      }
    }
  }

  private mutating func attribute(of entity: Int, _ data: NaiveData) -> Int? {
    data.entities[entity].properties.indices.filter {
      data.entities[entity].properties[$0].attribute != nil
    }.randomElement(using: &random)
  }

  /// Returns the indexes of the objects of `entity` and of those that extend it.
  private func objects(of entity: Int, _ data: NaiveData) -> [Int] {
    let names = Set(data.model.tree(rootedAt: data.entities[entity].name).map(\.name))
    return data.objects.indices.filter { names.contains(data.objects[$0].entity) }
  }

  private mutating func add(_ attribute: Attribute, to entity: Int, _ data: inout NaiveData) {
    added.insert("\(data.entities[entity].name).\(attribute.name)")
    data.entities[entity].properties.append(.attribute(attribute))
    for index in objects(of: entity, data) {
      data.objects[index].values[attribute.name] =
        attribute.isOptional ? .null : attribute.defaultValue
    }
  }

  private mutating func changeAttribute(
    of entity: Int, _ data: inout NaiveData, _ change: (inout Attribute) -> Void
  ) {
    guard let index = attribute(of: entity, data),
      var attribute = data.entities[entity].properties[index].attribute
    else { return }
    change(&attribute)
    data.entities[entity].properties[index] = .attribute(attribute)
  }

  private mutating func renameAttribute(of entity: Int, _ data: inout NaiveData) {
    guard let index = attribute(of: entity, data),
      var attribute = data.entities[entity].properties[index].attribute
    else { return }
    let (name, owner) = (attribute.name, data.entities[entity].name)
    attribute.name = "r\(count)"
    if Bool.random(using: &random) { attribute.column = attribute.name }
    if added.contains("\(owner).\(name)") {
      added.insert("\(owner).\(attribute.name)")
    } else if !added.contains(owner) {
      attribute.originalName = attribute.originalName ?? name
    }
    data.entities[entity].properties[index] = .attribute(attribute)
    for object in objects(of: entity, data) {
      data.objects[object].values[attribute.name] = data.objects[object].values.removeValue(
        forKey: name)
    }
    renameInLists(of: entity, name, attribute.name, &data)
  }

  private mutating func renameEntity(_ entity: Int, _ data: inout NaiveData) {
    let (name, new) = (data.entities[entity].name, "R\(count)")
    if added.contains(name) {
      added.insert(new)
    } else {
      data.entities[entity].originalName = data.entities[entity].originalName ?? name
    }
    added.formUnion(
      added.filter { $0.hasPrefix(name + ".") }.map { new + $0.dropFirst(name.count) })
    data.entities[entity].name = new
    for index in data.entities.indices {
      if data.entities[index].superentity == name { data.entities[index].superentity = new }
      for position in data.entities[index].properties.indices {
        guard var relationship = data.entities[index].properties[position].relationship,
          relationship.target == name
        else { continue }
        relationship.target = new
        data.entities[index].properties[position] = .relationship(relationship)
      }
    }
    for index in data.objects.indices where data.objects[index].entity == name {
      data.objects[index].entity = new
    }
    orderLinks(&data) { $0 == name ? new : $0 }
  }

  /// Gives the links the end whose name comes first, once entities are called as `newName` says.
  private func orderLinks(_ data: inout NaiveData, _ newName: (String) -> String) {
    data.links = data.links.map { link in
      let entity = newName(link.entity)
      guard
        let relationship = data.entities.first(where: { $0.name == entity })?.relationships.first(
          where: { $0.name == link.property })
      else { return link }
      if (entity, link.property) <= (relationship.target, relationship.inverse) {
        return .init(
          entity: entity, property: link.property, first: link.first, second: link.second)
      }
      return .init(
        entity: relationship.target, property: relationship.inverse, first: link.second,
        second: link.first)
    }
  }

  private mutating func removeAttribute(of entity: Int, _ data: inout NaiveData) {
    guard let index = attribute(of: entity, data),
      let attribute = data.entities[entity].properties[index].attribute
    else { return }
    let owner = data.entities[entity]
    data.entities[entity].properties.remove(at: index)
    permissions.append(
      .removing(
        "\(owner.originalName ?? owner.name).\(attribute.originalName ?? attribute.name)"))
    for object in objects(of: entity, data) { data.objects[object].values[attribute.name] = nil }
    removeLists(of: entity, naming: attribute.name, &data)
  }

  private mutating func require(_ entity: Int, _ data: inout NaiveData) {
    guard let index = attribute(of: entity, data),
      var attribute = data.entities[entity].properties[index].attribute
    else { return }
    let value: StoredValue =
      switch attribute.type.storageClass {
      case .integer: .integer(1)
      case .real: .real(2.5)
      default: .text("default")
      }
    let wasNew = added.contains("\(data.entities[entity].name).\(attribute.name)")
    removeConditions(of: entity, on: attribute.name, &data)
    (attribute.isOptional, attribute.hasDefault, attribute.defaultValue) = (false, true, value)
    data.entities[entity].properties[index] = .attribute(attribute)
    for object in objects(of: entity, data)
    where wasNew || data.objects[object].values[attribute.name]?.isNull != false {
      data.objects[object].values[attribute.name] = value
    }
  }

  private mutating func widen(_ entity: Int, _ data: inout NaiveData) {
    let wide: StorageType = Bool.random(using: &random) ? .int64 : .double
    guard let index = attribute(of: entity, data),
      var attribute = data.entities[entity].properties[index].attribute, attribute.type == .int32,
      attribute.defaultValue == nil
    else { return }
    attribute.type = wide
    data.entities[entity].properties[index] = .attribute(attribute)
    guard wide == .double else { return }
    for object in objects(of: entity, data) {
      if case .integer(let value)? = data.objects[object].values[attribute.name] {
        data.objects[object].values[attribute.name] = .real(Double(value))
      }
    }
  }

  /// Removes the entity that nothing refers to.
  private mutating func removeShop(_ data: inout NaiveData) {
    guard let index = data.entities.firstIndex(where: { ($0.originalName ?? $0.name) == "Shop" }),
      data.entities[index].relationships.isEmpty
    else { return }
    let name = data.entities[index].name
    permissions.append(.removing("Shop"))
    data.entities.remove(at: index)
    data.objects.removeAll { $0.entity == name }
  }

  /// Relates two entities that were not related.
  private mutating func linkEntities(_ data: inout NaiveData) {
    let (one, other) = (
      Int.random(in: data.entities.indices, using: &random),
      Int.random(in: data.entities.indices, using: &random)
    )
    let (first, second) = ("l\(count)", "m\(count)")
    data.entities[one].properties.append(
      .relationship(
        .toMany(first, data.entities[other].name, inverse: second, deleteRule: .nullify)))
    data.entities[other].properties.append(
      .relationship(
        .toMany(second, data.entities[one].name, inverse: first, deleteRule: .nullify)))
  }

  /// Makes the author of a book several.
  private mutating func makeToMany(_ data: inout NaiveData) {
    for index in data.entities.indices {
      guard
        let position = data.entities[index].properties.firstIndex(where: { $0.name == "author" }),
        let relationship = data.entities[index].properties[position].relationship,
        !relationship.isToMany
      else { continue }
      data.entities[index].properties[position] = .relationship(
        .toMany("author", relationship.target, inverse: "books", deleteRule: .nullify))
      let name = data.entities[index].name
      removeLists(of: index, naming: "author", &data)
      for object in objects(of: index, data) {
        if case .integer(let author)? = data.objects[object].values.removeValue(forKey: "author") {
          data.links.append(
            .init(entity: name, property: "author", first: data.objects[object].id, second: author))
        }
      }
      orderLinks(&data) { $0 }
    }
  }
}
