public import EntityJSON

/// A list, a set, a dictionary or an optional, whatever it holds.
///
/// What it holds is read and written one by one, so that one that cannot be read takes nothing
/// else with it. One that refuses to be encoded leaves what is in its place as it is, or is null
/// where nothing is.
protocol JSONContainer {
  /// Returns what `json` has of the values.
  static func contents(of json: JSON, by reader: inout __JSONMemberReader) -> Self?

  /// Returns the JSON of the values, which comes in place of `old`.
  func json(over old: JSON?, by writer: __JSONMemberWriter) -> JSON

  /// The type of the values.
  static var contentType: Any.Type { get }
}

extension Optional: JSONContainer {
  static func contents(of json: JSON, by reader: inout __JSONMemberReader) -> Wrapped?? {
    if json.isNull { return .some(nil) }
    return reader.value(of: json, as: Wrapped.self).map { .some($0) }
  }

  func json(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    flatMap { writer.json(of: $0, over: old) } ?? .null
  }

  static var contentType: Any.Type { Wrapped.self }
}

// MARK: Lists

extension Array: JSONContainer {
  static func contents(of json: JSON, by reader: inout __JSONMemberReader) -> [Element]? {
    guard let elements = json.elements else { return reader.refuse() }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      let value = reader.part(.index(index)) { $0.value(of: element, as: Element.self) }
      if let value {
        values.append(value)
      } else if reader.isStrict {
        return nil
      }
    }
    return values
  }

  func json(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    let new = map { writer.json(of: $0, over: nil) }
    guard let old, let elements = old.elements, !elements.isEmpty else {
      return JSON(new.map { $0 ?? .null })
    }
    return JSONListEdit(elements, Element.self).json(of: new) ?? old
  }

  static var contentType: Any.Type { Element.self }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  public init?(json: JSON) {
    var reader = __JSONMemberReader()
    guard let value = Self.contents(of: json, by: &reader) else { return nil }
    self = value
  }

  public var json: JSON { json(over: nil, by: __JSONMemberWriter()) }

  public static func __read(_ json: JSON, by reader: inout __JSONMemberReader) -> Self? {
    contents(of: json, by: &reader)
  }

  public func __written(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    json(over: old, by: writer)
  }
}

extension Set: JSONContainer {
  static func contents(of json: JSON, by reader: inout __JSONMemberReader) -> Set<Element>? {
    [Element].contents(of: json, by: &reader).map { Set($0) }
  }

  /// Returns those that were there in their order, and then the others by their texts.
  func json(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    var unwritten: Set<Element> = []
    var new: [JSON: String] = [:]
    for element in self {
      if let json = writer.json(of: element, over: nil) {
        new[json] = json.text
      } else {
        unwritten.insert(element)
      }
    }
    guard let old, let elements = old.elements else {
      if !unwritten.isEmpty { new[.null] = JSON.null.text }
      return JSON(new.sorted { $0.value < $1.value }.map(\.key))
    }
    let kept = elements.filter { element in
      var reader = __JSONMemberReader()
      guard let value = reader.value(of: element, as: Element.self) else { return true }
      guard let json = writer.json(of: value, over: nil) else {
        return unwritten.remove(value) != nil
      }
      return new.removeValue(forKey: json) != nil
    }
    if !unwritten.isEmpty { new[.null] = JSON.null.text }
    if new.isEmpty, kept.count == elements.count { return old }
    return JSON(kept + new.sorted { $0.value < $1.value }.map(\.key))
  }

  static var contentType: Any.Type { Element.self }
}

extension Set: JSONRepresentable where Element: JSONRepresentable {
  public init?(json: JSON) {
    guard let value = [Element](json: json) else { return nil }
    self.init(value)
  }

  public var json: JSON { json(over: nil, by: __JSONMemberWriter()) }

  public static func __read(_ json: JSON, by reader: inout __JSONMemberReader) -> Self? {
    contents(of: json, by: &reader)
  }

  public func __written(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    json(over: old, by: writer)
  }
}

// MARK: Dictionaries

extension Dictionary: JSONContainer where Key == String {
  static func contents(of json: JSON, by reader: inout __JSONMemberReader) -> [String: Value]? {
    guard let members = json.members else { return reader.refuse() }
    var values: [String: Value] = [:]
    for (name, member) in members where values[name] == nil {
      let value = reader.part(.name(name)) { $0.value(of: member, as: Value.self) }
      if let value {
        values[name] = value
      } else if reader.isStrict {
        return nil
      }
    }
    return values
  }

  func json(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    let new = sorted { $0.key < $1.key }.map { name, value in
      (name, writer.json(of: value, over: nil))
    }
    guard let old, let members = old.members else {
      return JSON(members: new.map { ($0.0, $0.1 ?? .null) })
    }
    var edits: [JSONEdit] = []
    // By their bytes, as the edits find them.
    var firsts: [[UInt8]: JSON] = [:]
    for (name, member) in members {
      let bytes = Array(name.utf8)
      if firsts[bytes] == nil { firsts[bytes] = member }
      if self[name] != nil { continue }
      // What could not be read was not there to be removed.
      var reader = __JSONMemberReader()
      if reader.value(of: member, as: Value.self) != nil { edits.append(JSONEdit([name], nil)) }
    }
    for (name, value) in new {
      let first = firsts[Array(name.utf8)]
      guard let value else {
        if first == nil { edits.append(JSONEdit([name], .null)) }
        continue
      }
      if first?.rewritten(as: Value.self) != value { edits.append(JSONEdit([name], value)) }
    }
    return old.edited(by: edits)
  }

  static var contentType: Any.Type { Value.self }
}

extension Dictionary: JSONRepresentable where Key == String, Value: JSONRepresentable {
  public init?(json: JSON) {
    var reader = __JSONMemberReader()
    guard let value = Self.contents(of: json, by: &reader) else { return nil }
    self = value
  }

  public var json: JSON { json(over: nil, by: __JSONMemberWriter()) }

  public static func __read(_ json: JSON, by reader: inout __JSONMemberReader) -> Self? {
    contents(of: json, by: &reader)
  }

  public func __written(over old: JSON?, by writer: __JSONMemberWriter) -> JSON {
    json(over: old, by: writer)
  }
}
