extension JSON {
  /// The member `name` of an object, the first one of several; `nil` if there is none.
  ///
  ///     order.payload["status"] = "paid"
  ///     order.payload["customer", default: [:]]["city"] = "Oslo"
  ///     order.payload["note"] = nil
  ///
  /// What a member is made takes the place of what it was; a new one comes last, and `nil` takes it
  /// away. The other members stay as they are written. What is no object becomes one with that
  /// member alone; only `nil` leaves it as it is.
  ///
  /// - Complexity: linear in the number of members; to change one, in the length of the text.
  public subscript(_ name: String) -> JSON? {
    get { member(name) }
    set { self = edited(by: [JSONEdit([name], newValue)]) }
  }

  /// The member `name` of an object, the first one of several; `value` if there is none, and what
  /// is changed then.
  ///
  /// - Complexity: as without a default.
  public subscript(_ name: String, default value: @autoclosure () -> JSON) -> JSON {
    get { member(name) ?? value() }
    set { self[name] = newValue }
  }

  /// The element of an array at `position`, from 0; `nil` if there is none.
  ///
  /// What an element is made takes the place of what it was, and at the position behind the last
  /// one it is added; `nil` takes an element away, so that those behind it move up. At any other
  /// position, and in what is no array, nothing changes.
  ///
  /// - Complexity: linear in the position; to change an element, in the length of the text.
  public subscript(_ position: Int) -> JSON? {
    get { element(position) }
    set {
      guard var elements, position >= 0 else { return }
      if position < elements.count {
        elements.replaceSubrange(position...position, with: newValue.map { [$0] } ?? [])
      } else if position == elements.count, let newValue {
        elements.append(newValue)
      } else {
        return
      }
      self = JSON(elements)
    }
  }

  /// Adds `element` as the last one of an array; what is no array becomes one of it alone.
  ///
  ///     order.payload["lines", default: []].append(["article": 7, "pieces": 2])
  ///
  /// - Complexity: linear in the length of the text, which is copied.
  public mutating func append(_ element: JSON) {
    guard isArray else { return self = JSON([element]) }
    var bytes = Array(source.dropLast())
    // Between the brackets of an empty array there may be white space.
    let isEmpty = bytes.dropFirst().allSatisfy { $0 <= UInt8(ascii: " ") }
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes += element.source
    bytes.append(UInt8(ascii: "]"))
    self = JSON(JSONDocument(written: bytes))
  }

  /// `true` if the value is an array; of one that was written here, its text says so at once.
  private var isArray: Bool {
    index == 0 && document.isWritten
      ? document.bytes.first == UInt8(ascii: "[") : node.kind == .array
  }
}
