import EntityJSON
import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The members of an object in a snapshot's file, each taken out as it is read.
struct SnapshotMembers {
  /// Where the object is in the file, like `entities[2].properties[0]`; empty for the file itself.
  let place: String

  /// The members that have not been read.
  private var values: [String: JSON] = [:]

  /// Creates the members of `value`, which is at `place`.
  init(_ value: JSON, at place: String) throws(SnapshotError) {
    guard let members = value.members else {
      throw .damaged("there is \(value.kind.article) and no object", at: place)
    }
    self.place = place
    for (name, value) in members where values.updateValue(value, forKey: name) != nil {
      throw .damaged("there is a second member '\(name)'", at: place)
    }
  }

  /// `true` if the member `name` has not been read.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Takes the member `name`, an object.
  mutating func object(_ name: String) throws(SnapshotError) -> SnapshotMembers {
    try SnapshotMembers(member(name), at: "\(place).\(name)")
  }

  /// Takes the member `name` out if it is null.
  mutating func isNull(_ name: String) -> Bool {
    guard values[name]?.isNull == true else { return false }
    values[name] = nil
    return true
  }

  mutating func string(_ name: String) throws(SnapshotError) -> String {
    let value = try member(name)
    guard let text = value.string else { throw unlike(value, "a string", name) }
    return text
  }

  mutating func optionalString(_ name: String) throws(SnapshotError) -> String? {
    has(name) ? try string(name) : nil
  }

  mutating func integer(_ name: String) throws(SnapshotError) -> Int {
    let value = try member(name)
    guard let number = value.int else { throw unlike(value, "a whole number", name) }
    return number
  }

  mutating func flag(_ name: String) throws(SnapshotError) -> Bool? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard let flag = value.bool else { throw unlike(value, "true or false", name) }
    return flag
  }

  mutating func list(_ name: String) throws(SnapshotError) -> [JSON] {
    let value = try member(name)
    guard let values = value.elements else { throw unlike(value, "a list", name) }
    return values
  }

  /// Takes the member `name` out, a list of strings; it is empty where it is left out.
  mutating func optionalStrings(_ name: String) throws(SnapshotError) -> [String] {
    has(name) ? try strings(try list(name), name) : []
  }

  /// Takes the member `name` out, a list of lists of strings; it is empty where it is left out.
  mutating func optionalLists(_ name: String) throws(SnapshotError) -> [[String]] {
    guard has(name) else { return [] }
    var lists: [[String]] = []
    for value in try list(name) {
      guard let values = value.elements else { throw unlike(value, "a list", name) }
      lists.append(try strings(values, name))
    }
    return lists
  }

  /// Returns `values`, which are of the member `name`, as strings.
  private func strings(_ values: [JSON], _ name: String) throws(SnapshotError) -> [String] {
    var texts: [String] = []
    for value in values {
      guard let text = value.string else { throw unlike(value, "a string", name) }
      texts.append(text)
    }
    return texts
  }

  /// Takes the member `name` out, which is one of the raw values of `type`, called `kind`.
  mutating func choice<Choice: RawRepresentable<String>>(
    _ name: String, of type: Choice.Type, _ kind: String
  ) throws(SnapshotError) -> Choice {
    let text = try string(name)
    guard let choice = Choice(rawValue: text) else {
      throw .damaged("'\(name)' is '\(text)', which is not \(kind)", at: place)
    }
    return choice
  }

  /// Takes the member `name` out, which represents a value of an attribute.
  mutating func storedValue(_ name: String) throws(SnapshotError) -> StoredValue? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    if let number = value.integer(as: Int64.self) { return .integer(number) }
    if let text = value.string { return .text(text) }
    if let members = value.members, members.isEmpty { return .null }
    if value.count == 1 {
      if let number = value["real"]?.double { return .real(number) }
      if let bits = value["bits"]?.integer(as: UInt64.self) {
        return .real(Double(bitPattern: bits))
      }
      if let bytes = value["blob"]?.string.flatMap({ Data(base64Encoded: $0) }) {
        return .blob(bytes)
      }
    }
    throw .damaged("'\(name)' is no value of an attribute", at: place)
  }

  /// Accepts the object if all of it has been read.
  func end() throws(SnapshotError) {
    guard let name = values.keys.min() else { return }
    throw .damaged("there is a member '\(name)', which is not known", at: place)
  }

  /// Takes the member `name` out.
  private mutating func member(_ name: String) throws(SnapshotError) -> JSON {
    guard let value = values.removeValue(forKey: name) else {
      throw .damaged("'\(name)' is missing", at: place)
    }
    return value
  }

  /// Returns the error that the member `name` is `value` and not `expected`.
  private func unlike(_ value: JSON, _ expected: String, _ name: String) -> SnapshotError {
    .damaged("'\(name)' is \(value.kind.article) and not \(expected)", at: place)
  }
}
