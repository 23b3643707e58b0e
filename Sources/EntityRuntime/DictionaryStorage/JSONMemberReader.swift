package import EntityJSON

/// Reads values of JSON for properties, and lists the paths of what is of another type.
public struct __JSONMemberReader {
  /// Where the value that is being read is.
  package var path: JSONPath

  /// The paths of what could not be read so far, if they are listed.
  package private(set) var unreadable: [JSONPath] = []

  /// `true` if paths are listed.
  package let isListing: Bool

  /// `true` if a list, a set or a dictionary of which a part cannot be read cannot be read itself.
  let isStrict: Bool

  /// Creates a reader of the value at `path`.
  package init(at path: JSONPath = JSONPath(), isListing: Bool = false) {
    self.init(at: path, isListing: isListing, isStrict: false)
  }

  /// Creates a reader of a value of which all parts have to be read.
  static var strict: __JSONMemberReader {
    __JSONMemberReader(at: JSONPath(), isListing: false, isStrict: true)
  }

  /// Creates a reader of a value of which all parts have to be read, and that lists what could not
  /// be; a part that prevents the value from being read is the last one of the list.
  static var strictAndListing: __JSONMemberReader {
    __JSONMemberReader(at: JSONPath(), isListing: true, isStrict: true)
  }

  private init(at path: JSONPath, isListing: Bool, isStrict: Bool) {
    self.path = path
    self.isListing = isListing
    self.isStrict = isStrict
  }

  /// Lists the value that is being read.
  mutating func refuse<Value>() -> Value? {
    if isListing { unreadable.append(path) }
    return nil
  }

  /// Lists what `paths` lead to from the value that is being read.
  mutating func list(_ paths: [JSONPath]) {
    unreadable += paths.map { JSONPath(path.steps + $0.steps) }
  }

  /// Reads a part of the value that is being read.
  mutating func part<Value>(
    _ step: JSONPath.Step, _ read: (inout __JSONMemberReader) -> Value?
  ) -> Value? {
    guard isListing else { return read(&self) }
    path.append(step)
    defer { path.steps.removeLast() }
    return read(&self)
  }

  /// Returns the value of `type`, which is JSONRepresentable or Codable or holds what is.
  mutating func value<Value>(of json: JSON, as type: Value.Type) -> Value? {
    if let type = type as? any JSONRepresentable.Type {
      return type.__read(json, by: &self) as? Value
    }
    if let type = type as? any JSONContainer.Type {
      return type.contents(of: json, by: &self) as? Value
    }
    guard let type = type as? any Decodable.Type else { return refuse() }
    return decoded(json, as: type) as? Value
  }

  private mutating func decoded<Value: Decodable>(_ json: JSON, as type: Value.Type) -> Value? {
    JSONColumn.value(of: json.text, as: type) ?? refuse()
  }
}

/// Writes values of properties as JSON.
public struct __JSONMemberWriter {
  /// `true` if what reads the same is written the same, members with their default values included.
  let isCanonical: Bool

  init(isCanonical: Bool = false) { self.isCanonical = isCanonical }

  /// Returns the JSON of `value`, which comes in place of `old`; `nil` if it refuses to be encoded.
  func json<Value>(of value: Value, over old: JSON?) -> JSON? {
    // As a value of a protocol, an optional would be what it holds.
    if type(of: value) is any JSONRepresentable.Type, let value = value as? any JSONRepresentable {
      return value.__written(over: old, by: self)
    }
    if let value = value as? any JSONContainer { return value.json(over: old, by: self) }
    guard let value = value as? any Encodable, let text = JSONColumn.text(of: value) else {
      return nil
    }
    return try? JSON(reading: text)
  }
}
