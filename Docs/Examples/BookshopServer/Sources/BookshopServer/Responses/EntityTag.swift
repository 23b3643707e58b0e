import Hummingbird

/// Names one state of something, as the header `ETag` says it: another state has another tag.
struct EntityTag: Hashable, Sendable {
  /// The tag as it is sent, in its quotation marks.
  let text: String

  /// Creates the tag of what is sent as `bytes`.
  init(ofBytes bytes: some Sequence<UInt8>) {
    // FNV-1a: the same in every process, which Hasher is not.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    text = "\"\(String(hash, radix: 16))\""
  }

  /// Creates the tag of `value`.
  init(of value: some Encodable) throws { self.init(ofBytes: try JSON.encoder.encode(value)) }
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
  /// Refuses to go on unless `value` is the state that the client has read.
  ///
  /// - Throws: a `Refusal` of the status 412 otherwise.
  func check(_ value: some Encodable) throws {
    guard matches(try EntityTag(of: value)) else { throw Refusal.changedMeanwhile }
  }
}
