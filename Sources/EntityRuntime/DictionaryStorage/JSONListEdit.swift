import EntityJSON

/// What becomes of a list in JSON when another one is assigned.
///
/// Only the elements between the first and the last that have changed are written; those that could
/// not be read stay where they are, unless they are among these. One that refuses to be encoded
/// leaves the element in whose place it comes as it is written, and is null where as many elements
/// as before do not come in place of the others, so that none of them moves.
struct JSONListEdit {
  private let elements: [JSON]

  /// The positions of the elements that can be read, with what would be written for each; `nil` for
  /// one that refuses to be encoded.
  private let readable: [(position: Int, json: JSON?)]

  /// Reads `elements` as values of `type`.
  init<Element>(_ elements: [JSON], _ type: Element.Type) {
    self.elements = elements
    readable = elements.enumerated().compactMap { position, element in
      var reader = __JSONMemberReader()
      guard let value = reader.value(of: element, as: type) else { return nil }
      return (position, __JSONMemberWriter().json(of: value, over: nil))
    }
  }

  /// Returns the list that has the elements `new`, of which those are `nil` that refuse to be
  /// encoded; `nil` if nothing changes.
  func json(of new: [JSON?]) -> JSON? {
    let limit = min(readable.count, new.count)
    var start = 0
    while start < limit, readable[start].json == new[start] { start += 1 }
    if start == readable.count, start == new.count { return nil }
    var rest = 0
    while rest < limit - start,
      readable[readable.count - 1 - rest].json == new[new.count - 1 - rest]
    {
      rest += 1
    }
    let replaced = readable[start..<readable.count - rest]
    let following = rest > 0 ? readable[readable.count - rest].position : elements.count
    let lower = replaced.first?.position ?? following
    let upper = replaced.last.map { $0.position + 1 } ?? following
    let given = new[start..<new.count - rest]
    let isOneForOne = given.count == replaced.count
    let written = zip(given, given.indices).map { json, index in
      json ?? (isOneForOne ? elements[replaced[index].position] : .null)
    }
    return JSON(elements[..<lower] + written + elements[upper...])
  }
}

extension JSON {
  /// Returns what would be written for the value of `type` that this is; `nil` if it is none.
  func rewritten<Value>(as type: Value.Type) -> JSON? {
    var reader = __JSONMemberReader()
    guard let value = reader.value(of: self, as: type) else { return nil }
    return __JSONMemberWriter().json(of: value, over: nil)
  }
}
