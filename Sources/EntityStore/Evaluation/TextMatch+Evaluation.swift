package import EntityModel

/// How a text stands in another one.
extension PredicateTree.TextMatch {
  /// `true` if `whole` has `part` at this end, inside or as a whole, or is as it says.
  package func holds(in whole: String, _ part: String) -> Bool {
    var (whole, part) = (whole, part)
    return whole.withUTF8 { whole in part.withUTF8 { holds(in: whole, $0) } }
  }

  /// `true` if the text whose UTF-8 is `whole` has the one whose UTF-8 is `part` at this end,
  /// inside or as a whole, or is as that says.
  // Of buffers: of any collection, each byte would be asked for by a call.
  package func holds(
    in whole: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch self {
    case .equal: whole.elementsEqual(part)
    case .prefix: whole.has(part, at: 0)
    case .suffix: whole.has(part, at: whole.count - part.count)
    case .contains: whole.contains(part)
    case .like:
      WildcardPattern(String(decoding: part, as: UTF8.self))
        .matches(String(decoding: whole, as: UTF8.self))
    case .pattern:
      RegularExpression.isFound(
        String(decoding: part, as: UTF8.self), ignoringCase: false,
        in: String(decoding: whole, as: UTF8.self))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `true` if `part` stands at `position`, where there is room for it.
  fileprivate func has(_ part: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    guard position >= 0, part.count <= count - position else { return false }
    for offset in 0..<part.count where self[position + offset] != part[offset] { return false }
    return true
  }

  /// `true` if `part` stands anywhere; the empty part always does.
  fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= count else { return false }
    for position in 0...(count - part.count) where self[position] == first {
      if has(part, at: position) { return true }
    }
    return false
  }
}
