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

  /// Returns the location and the target of the to-many called `name` of `entity`, or of the
  /// implicit inverse of that name.
  package func toMany(
    _ name: String, of entity: EntityLayout
  ) throws(StoreError) -> (location: RelationshipLayout.Location, target: EntityLayout) {
    if let index = entity.relationshipIndex(name) { return try toMany(index, of: entity) }
    return try toMany(try entity.requiredPropertyIndex(name), of: entity)
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

  /// Returns where the ordered to-many is stored whose inverse, a relationship of `entity`, `path`
  /// is.
  package func orderedLocation(
    _ path: PropertyPath, _ entity: EntityLayout
  ) throws(StoreError) -> RelationshipLayout.Location {
    guard path.names.count == 1, let name = path.names.first,
      let index = entity.relationshipIndex(name), let inverse = entity.relationships[index],
      let owner = self.entity(inverse.relationship.target),
      let ordered = owner.propertyIndex(inverse.relationship.inverse), owner.isOrdered(ordered)
    else {
      throw StoreError(
        .invalidRequest, "objects of '\(entity.name)' have no places by '\(path.text)'",
        entity: entity.name)
    }
    return inverse.location.inverted
  }
}

extension EntityLayout {
  /// Returns the name of the property `index`, or of the implicit inverse that has that index.
  package func name(of index: Int) -> String {
    if properties.indices.contains(index) { return properties[index].name }
    guard relationships.indices.contains(index) else { return "\(index)" }
    return relationships[index]?.relationship.name ?? "\(index)"
  }

  /// `true` if `index` is that of an implicit inverse, which no property is.
  package func isHidden(_ index: Int) -> Bool { !properties.indices.contains(index) }

  /// Returns the property `index` as messages name it: 'Author.books'; of an implicit inverse, what
  /// it holds.
  package func text(of index: Int) -> String {
    isHidden(index)
      ? "objects that refer to it by '\(name(of: index))'" : "'\(name).\(name(of: index))'"
  }

  /// Returns that the to-many `index` holds `count` objects, which are fewer than `least` or more
  /// than `most`, as messages say it.
  package func text(of index: Int, holding count: Int, least: Int, most: Int?) -> String {
    let bound = count < least ? "at least \(least)" : "at most \(most ?? count)"
    return isHidden(index)
      ? "the \(text(of: index)) must be \(bound) and are \(count)"
      : "\(text(of: index)) must hold \(bound) and holds \(count)"
  }

  /// Returns that the relationship `index` forbids that an object is deleted, since it holds
  /// `count` others, as messages say it.
  package func text(of index: Int, denyingDeletionFor count: Int) -> String {
    if isHidden(index) {
      return "\(text(of: index)) forbid deleting the object, and there "
        + (count == 1 ? "is one; delete it" : "are \(count); delete them")
        + ", or have it referred to no more first"
    }
    return "\(text(of: index)) forbids deleting the object while it holds "
      + "\(count == 1 ? "one" : "\(count)"); delete or move what it holds first"
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
      let computed = name.split(separator: ".<computed").count - 1
      let advice =
        name.contains(".\\") || computed == 1
        ? "; what Swift computes is not stored, and requests name what is"
        : computed > 1
          ? "; what is computed, or reached through a relationship, is named in a closure: "
            + "'.sorted { $0.author.name }', '.sorted { $0.books.count }'"
          : leaf(name).map { "; \(Self.whole($0.column))" } ?? refusal(ofMember: name)
      throw StoreError(
        .invalidRequest, "'\(self.name)' has no property '\(name)'\(advice)", entity: self.name,
        properties: [name])
    }
    return index
  }

  /// Returns why `column`, that of a leaf or of a property of a storage, cannot be given a value,
  /// in words.
  package static func whole(_ column: ColumnLayout) -> String {
    column.member == nil
      ? "it is a leaf of a composition, which is given a value whole"
      : "it is a member of JSON, which is given a value whole"
  }

  /// Returns why requests cannot name the property `name` of a storage; empty for what is none.
  private func refusal(ofMember name: String) -> String {
    for attribute in properties.lazy.compactMap(\.attribute) {
      let member = attribute.members.first { "\(attribute.name).\($0.name)" == name }
      if let refusal = member?.refusal { return ", which requests can name: it \(refusal)" }
    }
    return ""
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
