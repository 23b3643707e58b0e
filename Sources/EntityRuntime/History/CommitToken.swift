import EntityStore

/// The position of a commit among those of a store.
///
/// With a history, a token is valid as long as the store is, in all processes; a program stores it
/// as text and goes on from there after a restart. Without one, tokens order the commits that one
/// container publishes, and name nothing.
public struct CommitToken: Hashable, Sendable {
  /// Where the commit is in the history; the store has no name where there is none.
  let position: HistoryPosition

  /// Creates the token of the entry at `position` of a history.
  init(_ position: HistoryPosition) { self.position = position }

  /// Creates the token of the `number`th commit of a container that keeps no history.
  init(number: Int64) { position = HistoryPosition(store: "", number: number, time: 0) }

  /// `true` if the token is of a history.
  var isOfHistory: Bool { !position.store.isEmpty }
}

extension CommitToken: Comparable {
  /// `true` if the commit of `left` comes before that of `right`; tokens of several stores are in
  /// the order of the stores' ids.
  public static func < (left: CommitToken, right: CommitToken) -> Bool {
    (left.position.store, left.position.number, left.position.time)
      < (right.position.store, right.position.number, right.position.time)
  }
}

extension CommitToken: LosslessStringConvertible {
  /// Letters, digits and points, which fit into a URL, a header and an event's id.
  public var description: String {
    "\(position.store).\(position.number).\(position.time)"
  }

  /// Creates the token whose `description` is `text`; `nil` if there is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int64(parts[1]), let time = Int64(parts[2]), number >= 0
    else { return nil }
    position = HistoryPosition(store: String(parts[0]), number: number, time: time)
    // One token has one text.
    guard description == text else { return nil }
  }
}

extension CommitToken: Codable {
  /// Decodes the token's text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let token = CommitToken(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a commit token is a text that another one has encoded")
    }
    self = token
  }

  /// Encodes the token's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
