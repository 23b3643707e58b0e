public import EntityJSON
import EntityStore

/// What a `@DictionaryStorage` is stored as: the JSON that it came from, and what has been changed.
///
/// The text stays as it was read until it is asked for; each property that has been assigned is
/// beside it.
public struct __JSONStorage: Sendable {
  /// What a property has been assigned.
  private struct Change {
    /// The names that lead to the member, with dots between them.
    let path: String

    /// The value; `nil` if there is none any more.
    var value: JSON?
  }

  private var base: JSON
  private var changes: [Change] = []

  /// Creates the storage of an object without members.
  public init() { base = .emptyObject }

  /// Creates the storage of `json`.
  public init(_ json: JSON) { base = json }

  /// The JSON with what has been changed.
  ///
  /// - Complexity: linear in the length of the text if something has been changed.
  package var json: JSON {
    base.edited(by: changes.map { JSONEdit($0.path.memberNames, $0.value) })
  }

  /// `true` if the JSON is an object, or will be one once a property has been assigned.
  package var isObject: Bool { base.kind == .object || !changes.isEmpty }

  /// Returns `true` if the text is known to be that of `other`.
  package func isSame(as other: __JSONStorage) -> Bool {
    changes.isEmpty && other.changes.isEmpty && base.source == other.base.source
  }

  // MARK: Members

  /// Returns the member at `path`; `nil` if there is none.
  package func member(_ path: String) -> JSON? {
    if let change = changes.first(where: { $0.path == path }) { return change.value }
    return base.member(at: path)
  }

  /// Returns the path of what is in the way of a member at `path`, since it is no object; `nil` if
  /// nothing is.
  package func obstacle(_ path: String) -> JSONPath? {
    guard base.kind == .object, !changes.contains(where: { $0.path == path }) else { return nil }
    var (json, way, prefix) = (base, JSONPath(), "")
    for name in path.memberNames.dropLast() {
      guard let inner = json[name], !inner.isNull else { return nil }
      way.append(.name(name))
      prefix += name + "."
      if inner.kind != .object {
        // What has been assigned inside takes its place.
        return changes.contains { $0.value != nil && $0.path.hasPrefix(prefix) } ? nil : way
      }
      json = inner
    }
    return nil
  }

  /// Makes the member at `path` what `value` is, or takes it away; one that says the same stays as
  /// it is written.
  package mutating func setMember(_ path: String, _ value: JSON?) {
    if member(path) == value { return }
    if let index = changes.firstIndex(where: { $0.path == path }) {
      changes[index].value = value
    } else {
      changes.append(Change(path: path, value: value))
    }
  }

  // MARK: Reading properties

  /// Returns the value of a property, or the default value where there is none of its type.
  public func value<Value: JSONRepresentable>(
    _ path: String, default value: @autoclosure () -> Value
  ) -> Value {
    optional(path) ?? value()
  }

  /// Returns the value of a property, or the default value where there is none of its type.
  @_disfavoredOverload
  public func value<Value: Codable>(
    _ path: String, default value: @autoclosure () -> Value
  ) -> Value {
    optional(path) ?? value()
  }

  /// Returns the value of an optional property; `nil` where there is none of its type.
  public func optional<Value: JSONRepresentable>(_ path: String) -> Value? {
    guard let json = member(path), !json.isNull else { return nil }
    var reader = __JSONMemberReader()
    return Value.__read(json, by: &reader)
  }

  /// Returns the value of an optional property; `nil` where there is none of its type.
  @_disfavoredOverload
  public func optional<Value: Codable>(_ path: String) -> Value? {
    guard let json = member(path), !json.isNull else { return nil }
    var reader = __JSONMemberReader()
    return reader.value(of: json, as: Value.self)
  }

  /// Returns the value of an optional property with a default value, which is for where there is
  /// no member or one of another type; it is `nil` where there is null.
  public func optional<Value: JSONRepresentable>(
    _ path: String, default value: @autoclosure () -> Value?
  ) -> Value? {
    if let json = member(path), json.isNull { return nil }
    return optional(path) ?? value()
  }

  /// Returns the value of an optional property with a default value, which is for where there is
  /// no member or one of another type; it is `nil` where there is null.
  @_disfavoredOverload
  public func optional<Value: Codable>(
    _ path: String, default value: @autoclosure () -> Value?
  ) -> Value? {
    if let json = member(path), json.isNull { return nil }
    return optional(path) ?? value()
  }

  // MARK: Assigning properties

  /// Assigns a property. A value that refuses to be encoded is not assigned.
  public mutating func set<Value>(_ path: String, _ value: Value) {
    guard let json = __JSONMemberWriter().json(of: value, over: member(path)) else { return }
    setMember(path, json)
  }

  /// Assigns an optional property; `nil` takes the member away, unless the property is `nil`
  /// already: it is null, or nothing of its type.
  ///
  /// - Parameter writesNull: `true` if `nil` is written as null, since no member is a value.
  public mutating func setOptional<Value>(
    _ path: String, _ value: Value?, writesNull: Bool = false
  ) {
    if let value { return set(path, value) }
    if let json = member(path) {
      if json.isNull { return }
      // Swift assigns nil where something is assigned behind the '?' of a property that is nil.
      var reader = __JSONMemberReader()
      if !writesNull, reader.value(of: json, as: Value.self) == nil { return }
    }
    setMember(path, writesNull ? .null : nil)
  }

  // MARK: Types that JSON does not represent

  /// Refuses a property whose type JSON does not represent.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a property in JSON is of a type that is JSONRepresentable or Codable; let the type conform, \
      or make the property private
      """
  )
  public func value<Value>(_ path: String, default value: @autoclosure () -> Value) -> Value {
    value()
  }

  /// Refuses a property whose type JSON does not represent.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a property in JSON is of a type that is JSONRepresentable or Codable; let the type conform, \
      or make the property private
      """
  )
  public func optional<Value>(_ path: String) -> Value? { nil }

  /// Refuses a property whose type JSON does not represent.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      a property in JSON is of a type that is JSONRepresentable or Codable; let the type conform, \
      or make the property private
      """
  )
  public func optional<Value>(
    _ path: String, default value: @autoclosure () -> Value?
  ) -> Value? {
    value()
  }
}

extension JSON {
  /// An object without members.
  static let emptyObject = JSON(members: [(String, JSON)]())
}

extension String {
  /// The names of a path with dots between them.
  fileprivate var memberNames: [String] {
    split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
  }
}
