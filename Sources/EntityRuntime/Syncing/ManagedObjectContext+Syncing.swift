public import EntityJSON
import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Makes objects of `type` what the rows of a payload say; the next save writes it.
  ///
  ///     let report = try context.sync(
  ///       Author.self, from: JSON(reading: body), deleting: .missing,
  ///       options: SyncOptions(format: JSONFormat(keys: .snakeCase)))
  ///     try context.save()
  ///
  /// A payload is a list of objects or one object. Each row finds its object by its identity: the
  /// attribute marked `.identity`, otherwise the first one that is `.unique`, otherwise one called
  /// `id` or `remoteID`. An object that is found is given what is different, one that is not is
  /// made; a payload that says what is there already changes nothing. Unsaved changes count, and
  /// objects are found that default conditions hide. Where several have an identity that is not
  /// unique, the row is refused.
  ///
  /// A member that is missing leaves its property as it is. Null makes an optional one nil, clears
  /// a relationship, and gives any other attribute its default or, where it has none, the zero
  /// value of its type; in place of an object that members are inside of it does so to each of
  /// them. Members are the properties of `type`, also where an object is of a class that extends
  /// it.
  ///
  /// An object that has been deleted softly is restored by a row that is about it.
  ///
  /// A relationship is one or several objects, rows of their own, or their identities, under its
  /// own name or as `author_id` and `tag_ids`, or `authorID` and `tagIDs`, whatever the style of
  /// names is; these go before objects.
  /// A to-many is what the payload says: other members are removed.
  ///
  /// The whole payload is read and checked, with the rules of the attributes, and what it is about
  /// is found, before anything changes. The rest is validated by the save: what a new object must
  /// have may be given it until then.
  ///
  /// - Parameters:
  ///   - deleting: Which objects are deleted because no row is about them; none are where a row has
  ///     been skipped, which may have been about any of them.
  ///   - options: How the payload is written, what it may do to related objects and what becomes of
  ///     rows that are not as they should be.
  /// - Returns: What has become of each row.
  /// - Throws: a `SyncError` with the path in the payload for what is refused; a `StoreError`,
  ///   `invalidRequest` if an entity has no identity, others if the store fails or its history does
  ///   not have what `options.pending` asks for; what the merge policy throws; a
  ///   `CancellationError` if the task is cancelled. Nothing has changed then.
  /// - Complexity: A query for each thousand rows of an entity, but a look into an index where all
  ///   their identities are whole numbers of a range in which there is no object and no row refers
  ///   to anything; and a query for each to-many of the rows.
  @discardableResult
  public func sync<Object: ManagedObject>(
    _ type: Object.Type, from json: JSON, deleting: SyncDeletion<Object> = .none,
    options: SyncOptions = SyncOptions()
  ) throws -> SyncReport {
    try synchronize(type, json, deleting, options, nil).report
  }

  /// Makes objects of `type` what `json` says, without the rows that a save has refused; `nil` if
  /// what is done is not saved as it is.
  func synchronize<Object: ManagedObject>(
    _ type: Object.Type, _ json: JSON, _ deleting: SyncDeletion<Object>, _ options: SyncOptions,
    _ unfit: UnfitRows?
  ) throws -> Synchronization {
    try takeOverCommits()
    let entity = try unit.entity(of: type)
    let candidates: [ManagedObject] =
      switch deleting {
      case .none: []
      case .missing: try fetch(FetchRequest<Object>())
      case .missingFrom(let request): try fetch(request)
      }
    var synchronization = try Synchronization(self, options, without: unfit)
    synchronization.insertsRows = candidates.isEmpty
    try synchronization.apply(json, of: entity)
    synchronization.delete(unmentioned: candidates)
    return synchronization
  }

  /// Makes the members of a to-many what the rows of a payload say; the next save writes it.
  ///
  ///     let report = try context.sync(\.books, of: author, from: JSON(reading: body))
  ///
  /// Rows are those of the members, which are found by their identity: among all objects if that is
  /// unique, so that a row can move from one parent to another, among the members alone if it is
  /// not. Each becomes a member.
  ///
  /// - Parameters:
  ///   - deletesMissing: `true` if members are deleted that no row is about or refers to. Where the
  ///     relationship is to-many at both ends, they may be others' too: they stay, and are members
  ///     no more.
  ///   - options: As for whole entities.
  /// - Returns: What has become of each row.
  /// - Throws: as for whole entities. Nothing has changed then.
  @discardableResult
  public func sync<Parent: ManagedObject, Object: ManagedObject>(
    _ relationship: KeyPath<Parent, Set<Object>>, of parent: Parent, from json: JSON,
    deletesMissing: Bool = true, options: SyncOptions = SyncOptions()
  ) throws -> SyncReport {
    try sync(relationship as AnyKeyPath, Object.self, parent, json, deletesMissing, options)
  }

  /// Makes the members of an ordered to-many what the rows of a payload say, in their order; the
  /// next save writes it.
  ///
  /// Members that stay though no row is about them come behind the others. Without
  /// `deletesMissing` the order stays as it is, with what is new at the end.
  ///
  /// - Throws: as for a set. Nothing has changed then.
  @discardableResult
  public func sync<Parent: ManagedObject, Object: ManagedObject>(
    _ relationship: KeyPath<Parent, [Object]>, of parent: Parent, from json: JSON,
    deletesMissing: Bool = true, options: SyncOptions = SyncOptions()
  ) throws -> SyncReport {
    try sync(relationship as AnyKeyPath, Object.self, parent, json, deletesMissing, options)
  }

  private func sync<Object: ManagedObject>(
    _ relationship: AnyKeyPath, _ type: Object.Type, _ parent: ManagedObject, _ json: JSON,
    _ deletesMissing: Bool, _ options: SyncOptions
  ) throws -> SyncReport {
    try takeOverCommits()
    guard parent.__unit === unit, parent.__isLive,
      let name = ClassDescription.name(of: relationship, in: parent.__entity.type),
      let index = parent.__entity.layout.propertyIndex(name),
      let end = RelationshipEnd(of: parent, index), end.relationship.isToMany
    else {
      throw StoreError(
        .invalidRequest,
        "members are synchronized of an object of this context and one of its "
          + "to-many relationships", entity: parent.__entity.name)
    }
    let candidates = deletesMissing ? unit.graph.shown(by: end) : []
    var synchronization = try Synchronization(
      self, options, in: end, isWholeOfParent: deletesMissing)
    try synchronization.apply(json, of: unit.entities[end.relationship.target])
    if end.relationship.inverseIsToMany {
      synchronization.takeAway(unmentioned: candidates, from: end)
    } else {
      synchronization.delete(unmentioned: candidates)
    }
    return synchronization.report
  }
}
