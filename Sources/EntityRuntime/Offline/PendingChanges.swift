public import EntityJSON

/// What an author has changed since a token, each object once.
///
/// Objects that are new come first, in the order of their creation, then those that have been
/// changed, then those that have been deleted. References may lead to later ones.
public struct PendingChanges: Hashable, Sendable {
  /// Who has made the changes.
  public let author: String

  /// The changes, at most one of an object.
  public let changes: [PendingChange]

  /// The newest commit that is taken into account: once the changes have been pushed, what is
  /// pending is what has been committed after it.
  public let token: CommitToken

  /// `true` if nothing is pending.
  public var isEmpty: Bool { changes.isEmpty }

  /// The changes of objects that are new.
  public var inserted: [PendingChange] { changes.filter { $0.kind == .inserted } }

  /// The changes of objects that others know and that still are.
  public var updated: [PendingChange] { changes.filter { $0.kind == .updated } }

  /// The changes of objects that do not exist any more.
  public var deleted: [PendingChange] { changes.filter { $0.kind == .deleted } }
}

extension PendingChanges {
  /// The changes as JSON that `applyChanges` takes: `{"author": …, "token": …, "changes": […]}`.
  public var json: JSON {
    [
      "author": JSON(author), "token": JSON(token.description),
      "changes": JSON(changes.map(\.json)),
    ]
  }

  /// Creates the changes that `json` is.
  ///
  /// - Throws: a `SyncError` with the path of what is not as it should be.
  public init(_ json: JSON) throws {
    guard let author = json["author"]?.string else {
      throw SyncError(message: "'author' is a text", path: JSONPath([.name("author")]))
    }
    guard let token = json["token"]?.string.flatMap({ CommitToken($0) }) else {
      throw SyncError(message: "'token' is a commit token", path: JSONPath([.name("token")]))
    }
    self.author = author
    self.token = token
    changes = try Self.list(in: json).map { try PendingChange($0.json, at: $0.path) }
  }

  /// Returns the changes in `json`, which is a list of them or has one, with where they are.
  static func list(in json: JSON) throws(SyncError) -> [(json: JSON, path: JSONPath)] {
    let isWrapped = json.kind == .object
    let list = isWrapped ? json["changes"] : json
    let path = JSONPath(isWrapped ? [.name("changes")] : [])
    guard let elements = list?.elements else {
      throw SyncError(
        message: "changes are a list, or an object that has one as 'changes', and this is "
          + (list ?? json).kind.article, path: list == nil ? JSONPath() : path)
    }
    return elements.enumerated().map { ($1, path.element($0)) }
  }
}

extension PendingChanges: Codable {
  /// Decodes what `json` has, with numbers as the decoder gives them.
  public init(from decoder: any Decoder) throws { try self.init(JSON(from: decoder)) }

  /// Encodes what `json` has.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
