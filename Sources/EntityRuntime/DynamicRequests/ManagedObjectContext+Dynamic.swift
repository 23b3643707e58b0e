public import EntityModel
public import EntityStore

/// Requests that are made of names.
extension ManagedObjectContext {
  /// Returns the objects that `request` asks for, in its order; each is of the class of its entity.
  ///
  /// `value(forKey:)` reads a property by its name.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` that says what the model does not
  ///   have, which value is not of its property's type, or which property is secret; one if the
  ///   store fails.
  public func fetch(_ request: DynamicRequest) throws -> [ManagedObject] {
    try takeOverCommits()
    let (entity, checked) = try checked(request)
    return try unit.queries.fetch(
      checked.entityQuery(entity.name), entity,
      includesPendingChanges: checked.includesPendingChanges)
  }

  /// Returns the first object that `request` asks for, or `nil` when there is none.
  public func first(_ request: DynamicRequest) throws -> ManagedObject? {
    try fetch(request.limit(min(request.request.limit ?? 1, 1))).first
  }

  /// Returns how many objects `request` asks for, its limit and offset included.
  public func count(_ request: DynamicRequest) throws -> Int {
    try takeOverCommits()
    let (entity, checked) = try checked(request)
    return try unit.queries.count(
      checked.entityQuery(entity.name), entity,
      includesPendingChanges: checked.includesPendingChanges)
  }

  /// Returns the ids of the objects that `request` asks for, in its order.
  public func identifiers(_ request: DynamicRequest) throws -> [ObjectID] {
    try takeOverCommits()
    let (entity, checked) = try checked(request)
    return try unit.queries.identifiers(
      checked.entityQuery(entity.name), entity,
      includesPendingChanges: checked.includesPendingChanges)
  }

  /// Returns the page of `size` objects of `request` that follows `cursor`, or the first one, as
  /// that of a request that the compiler has checked; a limit and an offset do not count.
  public func fetchPage(
    of request: DynamicRequest, after cursor: PageCursor? = nil, size: Int
  ) throws -> FetchedPage<ManagedObject> {
    try takeOverCommits()
    let (entity, checked) = try checked(request)
    return try page(checked.page(after: cursor, size: size), of: entity)
  }

  /// Returns the page `number`, counted from 1, of `size` objects of `request`; a limit and an
  /// offset do not count.
  public func fetchPage(
    of request: DynamicRequest, _ number: Int, size: Int
  ) throws -> NumberedFetchedPage<ManagedObject> {
    try takeOverCommits()
    let (entity, checked) = try checked(request)
    return try page(checked.page(number, size: size), of: entity) {
      try unit.queries.fetch(
        $0.entityQuery(entity.name), entity, includesPendingChanges: false)
    } _: {
      try unit.queries.count(
        $0.entityQuery(entity.name), entity, includesPendingChanges: false)
    }
  }

  /// Returns the rows that `request` asks for, in its order.
  ///
  /// - Throws: as `fetch` of the objects does, also for a property that is stored as JSON or that
  ///   is a to-many relationship.
  public func fetch(_ request: DynamicRowRequest) throws -> [DynamicRow] {
    try takeOverCommits()
    let (entity, checked) = try checked(request.base)
    let (columns, parts) = try resultParts(request, entity, checked)
    var rows: [DynamicRow] = []
    try unit.queries.forEachRow(entity.type, parts) { row in
      rows.append(DynamicRow(columns: columns, values: row.cells.map(\.storedValue)))
    }
    return rows
  }

  /// Returns what `request` asks for as the store understands it, and what its columns hold.
  private func resultParts(
    _ request: DynamicRowRequest, _ entity: ManagedEntity, _ checked: FetchRequest<ManagedObject>
  ) throws(StoreError) -> (columns: [DynamicRow.Column], ResultParts) {
    let model = container.model
    let check = RequestCheck(model)
    var columns: [DynamicRow.Column] = []
    var expressions: [ResultExpression] = []
    guard !request.paths.isEmpty else {
      throw StoreError(
        .invalidRequest, "a request for rows of '\(entity.name)' names at least one property",
        entity: entity.name)
    }
    for name in request.paths {
      let named = model.resolvingLeaves(PropertyPath(dotted: name), of: entity.name)
      if let path = named.identified {
        var owner = entity.name
        for step in path.names.indices {
          let part = PropertyPath(Array(path.names[...step]))
          let found = try check.named(part, of: entity.name, allowsSecrets: true).property
          guard let relationship = found.relationship, !relationship.isToMany else {
            throw StoreError(
              .invalidRequest, "'\(owner).\(path.names[step])' is no to-one relationship",
              entity: owner, properties: [path.names[step]])
          }
          owner = relationship.target
        }
        columns.append(.init(name: name, type: .int64, root: model.root(of: owner)))
        expressions.append(ResultExpression(nil, .object(path)))
        continue
      }
      let (owner, property) = try check.named(
        named, of: entity.name, allowsSecrets: request.base.allowsSecrets)
      if let attribute = property.attribute {
        columns.append(.init(name: name, type: attribute.type, root: nil))
        expressions.append(ResultExpression(named))
      } else if let relationship = property.relationship, !relationship.isToMany {
        columns.append(.init(name: name, type: .int64, root: model.root(of: relationship.target)))
        expressions.append(ResultExpression(nil, .object(named)))
      } else {
        throw StoreError(
          .invalidRequest, "'\(owner).\(property.name)' is no value of one column", entity: owner,
          properties: [property.name])
      }
    }
    let query = ResultQuery(checked.entityQuery(entity.name), columns: expressions)
    let none: [ManagedObject.Type?] = columns.map { _ in nil }
    return (
      columns,
      ResultParts(
        query: query, includesPendingChanges: checked.includesPendingChanges, objects: none,
        identified: none)
    )
  }

  /// Returns the entity that `request` names, and the request with its values as they are stored.
  private func checked(
    _ request: DynamicRequest
  ) throws(StoreError) -> (ManagedEntity, FetchRequest<ManagedObject>) {
    let checked = try request.checked(in: container.model)
    guard let entity = unit.entity(named: request.entity) else {
      throw StoreError(
        .invalidRequest,
        "there is no entity \(String(request.entity.prefix(64)).debugDescription)")
    }
    return (entity, checked)
  }

  /// Returns how the store answers `request`.
  fileprivate func explanation(of request: DynamicRequest) throws -> RequestExplanation {
    let (entity, checked) = try checked(request)
    return try unit.queries.explanation(
      of: .rows(checked.entityQuery(entity.name)), "\(request)")
  }
}

extension DynamicRequest {
  /// Returns how the store of `context` answers the request: the statement, its plan, and the index
  /// that is missing.
  ///
  /// - Throws: a `StoreError` if the request cannot be fetched, or if the store has no statements.
  public func explain(in context: ManagedObjectContext) throws -> RequestExplanation {
    try context.explanation(of: self)
  }
}
