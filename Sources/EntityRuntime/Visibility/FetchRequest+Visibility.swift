import EntityModel

// What a request finds of the objects that requests leave out by themselves.

extension FetchRequest {
  /// Returns the request that finds objects too that have been deleted softly, beside those that
  /// have not: `Article.all.includingDeleted()`.
  ///
  /// Conditions on related objects are about those that have not been deleted, as ever.
  public func includingDeleted() -> FetchRequest { finding(.included) }

  /// Returns the request that finds only objects that have been deleted softly.
  ///
  /// The fetch refuses an entity that has no attribute marked `.deletedAt`.
  public func onlyDeleted() -> FetchRequest { finding(.only) }

  /// Returns the request for which no default condition counts, neither of its objects nor of those
  /// that it asks beside them.
  public func unscoped() -> FetchRequest {
    var request = self
    request.visibility.isUnscoped = true
    return request
  }

  private func finding(_ deleted: RequestVisibility.Deleted) -> FetchRequest {
    var request = self
    request.visibility.deleted = deleted
    return request
  }
}

extension ManagedObjectProtocol where Self: ManagedObject {
  /// The request for all objects of the class, those that have been deleted softly too.
  public static func includingDeleted() -> FetchRequest<Self> { FetchRequest().includingDeleted() }

  /// The request for the objects of the class that have been deleted softly.
  public static func onlyDeleted() -> FetchRequest<Self> { FetchRequest().onlyDeleted() }

  /// The request for objects of the class itself, without those of entities that extend it.
  public static func excludingSubentities() -> FetchRequest<Self> {
    FetchRequest().excludingSubentities()
  }

  /// Refuses another name.
  @available(*, unavailable, renamed: "includingDeleted()")
  public static func withDeleted() -> FetchRequest<Self> { FetchRequest() }

  /// Refuses another name.
  @available(*, unavailable, renamed: "includingDeleted()")
  public static func withTrashed() -> FetchRequest<Self> { FetchRequest() }

  /// Refuses another name.
  @available(*, unavailable, renamed: "onlyDeleted()")
  public static func onlyTrashed() -> FetchRequest<Self> { FetchRequest() }

  /// The request for all objects of the class, for which no default condition counts.
  public static func unscoped() -> FetchRequest<Self> { FetchRequest().unscoped() }
}

extension DynamicRequest {
  /// Returns the request that finds objects too that have been deleted softly.
  public func includingDeleted() -> DynamicRequest { changed { $0.includingDeleted() } }

  /// Returns the request that finds only objects that have been deleted softly; the fetch refuses
  /// an entity that has no attribute marked `.deletedAt`.
  public func onlyDeleted() -> DynamicRequest { changed { $0.onlyDeleted() } }

  /// Returns the request for which no default condition counts.
  public func unscoped() -> DynamicRequest { changed { $0.unscoped() } }
}
