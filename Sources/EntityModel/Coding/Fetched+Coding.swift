extension Fetched: Codable {
  /// The names of the members of a request.
  private enum RequestKey: CodingKey {
    case result, predicate, sorting, limit, offset
    case includesSubentities, includesPendingChanges, properties
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    guard container.contains(.fetched) else {
      try self.init(earlier: decoder)
      return
    }
    self.init(
      name: try container.decode(String.self, forKey: .fetched),
      target: try container.decode(String.self, forKey: .target))
    guard container.contains(.request) else { return }
    let request = try container.nestedContainer(keyedBy: RequestKey.self, forKey: .request)
    result = try request.decodeIfPresent(Result.self, forKey: .result) ?? result
    predicate = try request.decodeIfPresent(PredicateTree.self, forKey: .predicate) ?? predicate
    sorting = try request.decodeIfPresent([SortTerm].self, forKey: .sorting) ?? sorting
    limit = try request.decodeIfPresent(Int.self, forKey: .limit)
    offset = try request.decodeIfPresent(Int.self, forKey: .offset) ?? offset
    includesSubentities =
      try request.decodeIfPresent(Bool.self, forKey: .includesSubentities) ?? includesSubentities
    includesPendingChanges =
      try request.decodeIfPresent(Bool.self, forKey: .includesPendingChanges)
      ?? includesPendingChanges
    properties =
      try request.decodeIfPresent([PropertyPath].self, forKey: .properties) ?? properties
  }

  /// Decodes what was encoded before there was a format.
  private init(earlier decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EarlierKey.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      target: try container.decode(String.self, forKey: .target),
      result: try container.decode(Result.self, forKey: .result),
      predicate: try container.decode(PredicateTree.self, forKey: .predicate),
      sorting: try container.decode([SortTerm].self, forKey: .sorting))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    try container.encode(name, forKey: .fetched)
    try container.encode(target, forKey: .target)
    guard self != Fetched(name: name, target: target) else { return }
    var request = container.nestedContainer(keyedBy: RequestKey.self, forKey: .request)
    if result != .objects { try request.encode(result, forKey: .result) }
    if predicate != .constant(true) { try request.encode(predicate, forKey: .predicate) }
    if !sorting.isEmpty { try request.encode(sorting, forKey: .sorting) }
    try request.encodeIfPresent(limit, forKey: .limit)
    if offset != 0 { try request.encode(offset, forKey: .offset) }
    if !includesSubentities { try request.encode(false, forKey: .includesSubentities) }
    if !includesPendingChanges { try request.encode(false, forKey: .includesPendingChanges) }
    if !properties.isEmpty { try request.encode(properties, forKey: .properties) }
  }
}
