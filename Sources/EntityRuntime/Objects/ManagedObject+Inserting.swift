import EntityStore

extension ManagedObjectContext {
  /// Returns a new object of the entity called `name`, whose attributes have their defaults, as
  /// `insert(_:)` does of a class.
  ///
  ///     let book = try context.insert(entityNamed: "Book")
  ///     try book.setValue("Dune", forKey: "title")
  ///
  /// - Throws: a `StoreError` of the code `invalidRequest` if the model has no such entity, or if
  ///   it is abstract.
  public func insert(entityNamed name: String) throws -> ManagedObject {
    guard let entity = unit.entity(named: name) else {
      let names = PropertyError.listed(unit.entities.map(\.name))
      throw StoreError(
        .invalidRequest, "the model has no entity '\(name)'; it has \(names)", entity: name)
    }
    if entity.layout.isAbstract {
      throw StoreError(.invalidRequest, ManagedEntity.abstractSentence(name), entity: name)
    }
    return insert(entity.type)
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// Creates an object in `context` whose attributes have their defaults, as
  /// `ManagedObjectContext.insert(_:)` does; for initialisers of classes with
  /// `@Entity(.noInitializer)`, or of your own beside the generated one, to begin with.
  ///
  ///     convenience init(row: Int, seat: Int, in context: ManagedObjectContext) {
  ///       self.init(insertedInto: context)
  ///       code = "\(row)-\(seat)"
  ///     }
  ///
  /// A required attribute without a default must be given a value before the save. The object is
  /// one of the class that the initialiser is called of, `kind.init(insertedInto: context)` too,
  /// where `kind` is known at run time alone.
  public init(insertedInto context: ManagedObjectContext) {
    self.init(__owner: .inserting(kindOf: Self.self, in: context))
    __fill()
    __didInsert(0..<0)
  }
}
