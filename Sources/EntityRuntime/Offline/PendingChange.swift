public import EntityJSON

/// What has become of one object that has not been pushed yet.
///
/// Several changes of an object are one: an insertion and edits are an insertion with the last
/// values, edits are one edit of the properties that are not as they were, and an object that was
/// made and deleted again is none.
public struct PendingChange: Hashable, Sendable {
  /// What has become of the object.
  public let kind: HistoryChange.Kind

  /// The name of the object's entity.
  public let entity: String

  /// What others know the object by: the value of the attribute marked `.identity`, of the first
  /// one that is `.unique`, or of one called `id` or `remoteID`. One that has been changed is here
  /// as it was, and among the `values` as it is.
  public let identity: JSON

  /// The attributes and to-ones as they are now, an object with the names and forms of a format: of
  /// what is new all, of what has been changed those that are not as they were, of what has been
  /// deleted the last values of those marked `.preserveValueOnDeletion`. A to-one is the identity
  /// of what it refers to.
  public let values: JSON

  /// The identities of what the object has been linked to by relationships that are to-many at both
  /// ends, by name. A link is at one of its ends.
  public let linked: [String: [JSON]]

  /// The identities of what the object is linked to no more, by name.
  public let unlinked: [String: [JSON]]

  /// The identities of the members of ordered to-manys whose order has been changed, in that order,
  /// by name. They say where members are, not which ones there are.
  public let orders: [String: [JSON]]
}

extension PendingChange {
  /// The change as JSON: `{"change": "updated", "entity": "Book", "identity": 7, "values": {…}}`,
  /// with `linked`, `unlinked` and `orders` where there is something in them.
  public var json: JSON {
    var members: [(String, JSON)] = [
      ("change", JSON(kind.rawValue)), ("entity", JSON(entity)), ("identity", identity),
    ]
    if kind != .deleted || values.count > 0 { members.append(("values", values)) }
    for (name, lists) in [("linked", linked), ("unlinked", unlinked), ("orders", orders)]
    where !lists.isEmpty {
      members.append(
        (
          name,
          JSON(members: lists.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
        ))
    }
    return JSON(members: members)
  }

  /// Creates the change that `json` is.
  ///
  /// - Throws: a `SyncError` with the path of what is not as it should be. What the model says of
  ///   it is found out when it is applied.
  public init(_ json: JSON) throws { try self.init(json, at: JSONPath()) }

  /// Creates the change that `json`, which is at `path`, is.
  init(_ json: JSON, at path: JSONPath) throws(SyncError) {
    guard let members = json.members else {
      throw SyncError(
        message: "a change is an object, and this is \(json.kind.article)", path: path)
    }
    var seen: Set<String> = []
    for (name, _) in members where !seen.insert(name).inserted {
      throw SyncError(message: "the object has this member twice", path: path.member(name))
    }
    guard let kind = json["change"]?.string.flatMap({ HistoryChange.Kind(rawValue: $0) }) else {
      throw SyncError(
        message: "'change' is \"inserted\", \"updated\" or \"deleted\"", path: path.member("change")
      )
    }
    guard let entity = json["entity"]?.string else {
      throw SyncError(message: "'entity' is the name of an entity", path: path.member("entity"))
    }
    guard let identity = json["identity"], !identity.isNull else {
      throw SyncError(
        message: "the change has no 'identity', by which its object is found", path: path)
    }
    let values = json["values"] ?? [:]
    guard values.kind == .object else {
      throw SyncError(
        message: "'values' is an object, and this is \(values.kind.article)",
        path: path.member("values"))
    }
    (self.kind, self.entity, self.identity, self.values) = (kind, entity, identity, values)
    linked = try Self.lists("linked", of: json, at: path)
    unlinked = try Self.lists("unlinked", of: json, at: path)
    orders = try Self.lists("orders", of: json, at: path)
  }

  /// Returns the lists in the member `name` of `json`.
  private static func lists(
    _ name: String, of json: JSON, at path: JSONPath
  ) throws(SyncError) -> [String: [JSON]] {
    guard let member = json[name] else { return [:] }
    let path = path.member(name)
    guard let members = member.members else {
      throw SyncError(
        message: "'\(name)' is an object of lists, and this is \(member.kind.article)", path: path)
    }
    var lists: [String: [JSON]] = [:]
    for (name, value) in members {
      guard let elements = value.elements else {
        throw SyncError(
          message: "identities are a list, and this is \(value.kind.article)",
          path: path.member(name))
      }
      guard lists.updateValue(elements, forKey: name) == nil else {
        throw SyncError(message: "the object has this member twice", path: path.member(name))
      }
    }
    return lists
  }

  /// The members that a change has.
  static let memberNames: Set<String> = [
    "change", "entity", "identity", "values", "linked", "unlinked", "orders",
  ]
}

extension PendingChange: Codable {
  /// Decodes what `json` has, with numbers as the decoder gives them.
  public init(from decoder: any Decoder) throws { try self.init(JSON(from: decoder)) }

  /// Encodes what `json` has.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
