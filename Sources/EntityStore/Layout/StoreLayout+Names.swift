package import EntityModel

/// What queries name: each function returns what a name means or throws that the model does not
/// have it.
extension StoreLayout {
  /// Returns the entity called `name`.
  package func requiredEntity(_ name: String) throws(StoreError) -> EntityLayout {
    guard let entity = entity(name) else {
      throw StoreError(.invalidRequest, "the model has no entity '\(name)'", entity: name)
    }
    return entity
  }

  /// Returns the target of the to-one called `name` of `entity`, or the entity that the step `name`
  /// takes its objects for.
  package func toOneTarget(
    _ name: String, of entity: EntityLayout
  ) throws(StoreError) -> EntityLayout {
    if let cast = name.castEntity { return try castTarget(cast, of: entity) }
    let index = try entity.requiredPropertyIndex(name)
    guard entity.columns[index] != nil, let relationship = entity.properties[index].relationship
    else { throw entity.wrongUse(of: name, as: "a to-one relationship") }
    return try requiredEntity(relationship.target)
  }

  /// Returns the entity `name`, which objects of `entity` are taken for.
  private func castTarget(
    _ name: String, of entity: EntityLayout
  ) throws(StoreError) -> EntityLayout {
    if let target = self.entity(name), target.rootName == entity.rootName { return target }
    throw StoreError(
      .invalidRequest,
      "an object of '\(entity.name)' is never one of '\(name)', which is no entity of the same "
        + "inheritance tree; name a class that '\(entity.name)' extends, or one that extends it",
      entity: entity.name)
  }

  /// Returns the location and the target of the to-many called `name` of `entity`.
  package func toMany(
    _ name: String, of entity: EntityLayout
  ) throws(StoreError) -> (location: RelationshipLayout.Location, target: EntityLayout) {
    try toMany(try entity.requiredPropertyIndex(name), of: entity)
  }

  /// Returns the location and the target of the to-many `index` of `entity`, or of the implicit
  /// inverse that has that index.
  package func toMany(
    _ index: Int, of entity: EntityLayout
  ) throws(StoreError) -> (location: RelationshipLayout.Location, target: EntityLayout) {
    guard entity.relationships.indices.contains(index) else {
      throw StoreError(
        .invalidRequest, "'\(entity.name)' has no property \(index)", entity: entity.name)
    }
    guard let found = entity.relationships[index], found.relationship.isToMany else {
      throw entity.wrongUse(of: entity.name(of: index), as: "a to-many relationship")
    }
    return (found.location, try requiredEntity(found.relationship.target))
  }
}

extension EntityLayout {
  /// Returns the name of the property `index`, or of the implicit inverse that has that index.
  package func name(of index: Int) -> String {
    if properties.indices.contains(index) { return properties[index].name }
    guard relationships.indices.contains(index) else { return "\(index)" }
    return relationships[index]?.relationship.name ?? "\(index)"
  }

  /// Returns the property `index` as messages name it: 'Author.books'.
  package func text(of index: Int) -> String {
    properties.indices.contains(index)
      ? "'\(name).\(name(of: index))'" : "the inverse of '\(name(of: index))'"
  }

  /// Returns the property index of the property called `name`.
  package func requiredPropertyIndex(_ name: String) throws(StoreError) -> Int {
    guard let index = propertyIndex(name) else {
      if name.hasSuffix(PropertyPath.transformedMark) {
        let name = String(name.dropLast(PropertyPath.transformedMark.count))
        throw StoreError(
          .invalidRequest,
          "the store has of '\(self.name).\(name)' what a transform makes of it; name that in "
            + "requests, '$\(name)'", entity: self.name, properties: [name])
      }
      // A key path of several steps has no other name than its own text.
      let advice =
        name.split(separator: "<").count > 2
        ? "; what is reached through a to-one is named in a closure: '.sorted { $0.author.name }'"
        : leaf(name) == nil ? "" : "; it is a leaf of a composition, which is given a value whole"
      throw StoreError(
        .invalidRequest, "'\(self.name)' has no property '\(name)'\(advice)", entity: self.name,
        properties: [name])
    }
    return index
  }

  /// Returns the property index of the property called `name`, or of the composition that has the
  /// leaf of that name.
  package func requiredOwnerIndex(_ name: String) throws(StoreError) -> Int {
    if let leaf = leaf(name) { return leaf.index }
    return try requiredPropertyIndex(name)
  }

  /// Returns the property index, the column and the type of the attribute called `name`, or of the
  /// leaf of a composition: the index is that of the composition.
  package func attribute(
    _ name: String
  ) throws(StoreError) -> (index: Int, column: ColumnLayout, type: StorageType) {
    let index = try requiredOwnerIndex(name)
    guard let column = column(named: name), case .value(let type) = column.kind else {
      throw wrongUse(of: name, as: "an attribute")
    }
    return (index, column, type)
  }

  /// Returns the column of the property at `index`, a property index.
  package func requiredColumn(_ index: Int) throws(StoreError) -> ColumnLayout {
    guard columns.indices.contains(index), let column = columns[index] else {
      throw StoreError(
        .invalidRequest, "'\(name)' has no column for its property \(index)", entity: name)
    }
    return column
  }

  /// Returns the error that the empty path is used as `use`.
  package func emptyPath(usedAs use: String) -> StoreError {
    StoreError(
      .invalidRequest, "the empty path leads to an object, not to \(use)", entity: name)
  }

  /// Returns the error that conditions cannot say what `text` describes.
  package func refusedPredicate(_ text: String) -> StoreError {
    StoreError(
      .invalidRequest, "'\(name)' cannot be asked by a predicate with \(text)", entity: name)
  }

  /// Returns the error that the property called `name` is not what it is used as.
  package func wrongUse(of name: String, as use: String, advice: String = "") -> StoreError {
    StoreError(
      .invalidRequest,
      "'\(self.name).\(name)' is used as \(use), which it is not"
        + (advice.isEmpty ? "" : "; \(advice)"),
      entity: self.name, properties: [name])
  }
}
