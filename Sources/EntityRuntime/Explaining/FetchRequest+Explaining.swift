public import EntityStore

extension FetchRequest {
  /// Returns how the store of `context` answers the request: the statement, its plan, and the index
  /// that is missing.
  ///
  ///     print(try Book.where { $0.pages > 100 }.explain(in: context))
  ///
  /// Nothing is fetched. Unsaved changes do not count: where they may alter the answer, some of it
  /// is found in memory.
  ///
  /// - Throws: a `StoreError` if the request names what the model does not have, or if the store
  ///   has no statements.
  public func explain(in context: ManagedObjectContext) throws -> RequestExplanation {
    let query = entityQuery(try context.unit.entity(of: Object.self).name)
    return try context.unit.queries.explanation(of: .rows(query), "\(self)")
  }

  /// Returns how the store of `context` counts the objects that the request asks for.
  ///
  /// - Throws: a `StoreError` if the request names what the model does not have, or if the store
  ///   has no statements.
  public func explainCount(in context: ManagedObjectContext) throws -> RequestExplanation {
    let query = entityQuery(try context.unit.entity(of: Object.self).name)
    return try context.unit.queries.explanation(of: .count(query), "\(self), counted")
  }
}

extension ResultRequest {
  /// Returns how the store of `context` answers the request: the statement, its plan, and the index
  /// that is missing.
  ///
  /// - Throws: a `StoreError` if the request names what the model does not have, or if the store
  ///   has no statements.
  public func explain(in context: ManagedObjectContext) throws -> RequestExplanation {
    _ = try context.unit.entity(of: Object.self)
    if let refusal = parts.refusal { throw refusal }
    return try context.unit.queries.explanation(of: .results(parts.query), "\(self)")
  }
}

extension SectionRequest {
  /// Returns how the store of `context` finds the objects of the sections.
  ///
  /// - Throws: a `StoreError` if the request names what the model does not have, or if the store
  ///   has no statements.
  public func explain(in context: ManagedObjectContext) throws -> RequestExplanation {
    let query = base.entityQuery(try context.unit.entity(of: Object.self).name)
    return try context.unit.queries.explanation(of: .rows(query), "\(self)")
  }
}

extension CursorPageRequest {
  /// Returns how the store of `context` finds the objects of the page; where one range of an index
  /// after the other is asked until the page is full, those of the first.
  ///
  /// - Throws: a `StoreError` if the page cannot be fetched, or if the store has no statements.
  public func explain(in context: ManagedObjectContext) throws -> RequestExplanation {
    let entity = try context.unit.entity(of: Object.self)
    guard let part = try fetched(in: entity, renewing: { _, _ in nil }).parts.first else {
      // What nothing can follow is found without asking.
      return RequestExplanation(request: "\(self)", sql: "", plan: [], missingIndexes: [])
    }
    return try context.unit.queries.explanation(of: .rows(part), "\(self)")
  }
}

extension NumberedPageRequest {
  /// Returns how the store of `context` finds the objects of the page; their total is counted as
  /// `explainCount` of the request says.
  ///
  /// - Throws: a `StoreError` if the page cannot be fetched, or if the store has no statements.
  public func explain(in context: ManagedObjectContext) throws -> RequestExplanation {
    let entity = try context.unit.entity(of: Object.self)
    let query = try fetched(in: entity).entityQuery(entity.name)
    return try context.unit.queries.explanation(of: .rows(query), "\(self)")
  }
}

extension QueryEngine {
  /// Returns how the store answers `question`, which is `request` in Swift.
  func explanation(of question: StoreQuestion, _ request: String) throws -> RequestExplanation {
    let visible: StoreQuestion =
      switch question {
      case .rows(let query): .rows(try unit.visible(query))
      case .count(let query): .count(try unit.visible(query))
      case .results(let query): .results(try unit.visible(query))
      }
    guard let plan = try session.request({ try $0.plan(visible) }) else {
      throw StoreError(
        .invalidRequest, "the store answers requests without statements that could be explained",
        entity: question.base.entity)
    }
    return RequestExplanation(
      request: request, sql: plan.sql, plan: plan.steps, missingIndexes: plan.missingIndexes)
  }
}
