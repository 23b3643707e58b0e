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
    var found = ModelClasses()
    found.collect(classes)
    self.init(entities: found.entities)
    let problems = found.problems + self.problems
    if !problems.isEmpty { throw ModelError(problems: problems) }
    implementation = found
  }

  /// Creates the model of the classes of all `models`, those of several modules, and checks it.
  ///
  /// A class may be in several of them. The model has no snapshots: it migrates stores by what can
  /// be inferred, as one of classes does.
  ///
  /// - Throws: a `ModelError` with everything that is wrong with the model, two entities of one
  ///   name among it.
  public init(combining models: ObjectModel...) throws(ModelError) {
    try self.init(classes: models.flatMap { $0.classes.types })
  }

  /// Checks the model, unless the build has.
  ///
  /// - Throws: a `ModelError` with everything that is wrong with the model.
  package func check() throws(ModelError) {
    if classes.links == nil { try validate() }
  }

  /// The classes that the model was made of; none for a model that was not made of classes.
  var classes: ModelClasses { implementation as? ModelClasses ?? ModelClasses() }
}
