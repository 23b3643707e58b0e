public import EntityModel

extension ObjectModel {
  /// Creates the model of `classes` and of the entities that they extend, and checks it.
  ///
  /// The order of the classes does not matter, and one may be named twice.
  ///
  /// - Throws: a `ModelError` with everything that is wrong with the model.
  public init(_ classes: ManagedObject.Type...) throws(ModelError) {
    try self.init(classes: classes)
  }

  /// Creates the model of `classes` and of the entities that they extend, and checks it.
  ///
  /// - Throws: a `ModelError` with everything that is wrong with the model.
  public init(classes: [ManagedObject.Type]) throws(ModelError) {
    var problems: [ModelProblem] = []
    var seen: Set<ObjectIdentifier> = []
    var found: [ClassDescription] = []
    var pending = Array(classes.reversed())
    while let type = pending.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      let description = ClassDescription.of(type)
      guard description.entity != nil else {
        problems.append(
          ModelProblem(
            "model.entity.not-annotated", in: "\(type)",
            "'\(type)' is not an entity; annotate the class with '@Entity'"))
        continue
      }
      found.append(description)
      if let superclass = description.superclass { pending.append(superclass) }
    }
    self.init(
      entities: found.compactMap { description in
        guard var entity = description.entity else { return nil }
        entity.properties = entity.properties.map { property in
          guard let fetch = description.fetches[property.name] else { return property }
          return .fetched(fetch())
        }
        return entity
      })
    problems += self.problems
    if !problems.isEmpty { throw ModelError(problems: problems) }
    implementation = ModelClasses(
      classes: Dictionary(
        found.map { ($0.type.__entityName, $0) }, uniquingKeysWith: { first, _ in first }))
  }
}
