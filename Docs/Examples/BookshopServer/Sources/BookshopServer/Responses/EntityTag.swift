import EntityGraph
import Hummingbird

/// Names one state of an object, as the header `ETag` says it: another state has another tag.
struct EntityTag: Hashable, Sendable {
  /// The tag as it is sent, in its quotation marks.
  let text: String

  /// Creates the tag of `version`.
  init(_ version: ObjectVersion) { text = "\"\(version)\"" }

  /// Creates the tag of the whole store as it is after the commit of `token`.
  init(_ token: CommitToken) { text = "\"\(token)\"" }
}

/// The tags in a header `If-Match` or `If-None-Match`.
enum TagCondition: Sendable {
  case anything
  case oneOf(Set<String>)

  /// Creates the condition of the headers with `values`; `nil` if there is none.
  init?(_ values: [String]) {
    let tags = values.flatMap { $0.split(separator: ",") }
      .map { $0.trimmingPrefix { $0 == " " } }
      .map { String($0.prefix { $0 != " " }) }
    if tags.isEmpty { return nil }
    self = tags.contains("*") ? .anything : .oneOf(Set(tags))
  }

  func matches(_ tag: EntityTag) -> Bool {
    switch self {
    case .anything: true
    case .oneOf(let tags): tags.contains(tag.text)
    }
  }
}

extension Request {
  /// The state that the client wants to change.
  ///
  /// - Throws: a `Refusal` of the status 428 if the client does not say.
  func requireIfMatch() throws -> TagCondition {
    guard let condition = TagCondition(headers[values: .ifMatch]) else {
      throw Refusal.ifMatchMissing
    }
    return condition
  }
}

extension TagCondition {
  /// Refuses to go on unless `version` is the state that the client has read.
  ///
  /// - Throws: a `Refusal` of the status 412 otherwise.
  func check(_ version: ObjectVersion?) throws {
    guard let version, matches(EntityTag(version)) else { throw Refusal.changedMeanwhile }
  }
}
