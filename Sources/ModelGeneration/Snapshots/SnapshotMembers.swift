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
  private var values: [String: JSONValue]

  /// Creates the members of `value`, which is at `place`.
  init(_ value: JSONValue, at place: String) throws(SnapshotError) {
    guard case .object(let values) = value else {
      throw .damaged("there is \(value.kind) and no object", at: place)
    }
    self.place = place
    self.values = values
  }

  /// `true` if the member `name` has not been read.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Takes the member `name`, an object.
  mutating func object(_ name: String) throws(SnapshotError) -> SnapshotMembers {
    try SnapshotMembers(member(name), at: "\(place).\(name)")
  }

  /// Takes the member `name` out if it is null.
  mutating func isNull(_ name: String) -> Bool {
    guard values[name] == .null else { return false }
    values[name] = nil
    return true
  }

  mutating func string(_ name: String) throws(SnapshotError) -> String {
    let value = try member(name)
    guard case .string(let text) = value else { throw unlike(value, "a string", name) }
    return text
  }

  mutating func optionalString(_ name: String) throws(SnapshotError) -> String? {
    has(name) ? try string(name) : nil
  }

  mutating func integer(_ name: String) throws(SnapshotError) -> Int {
    let value = try member(name)
    guard case .integer(let number) = value, let number = Int(exactly: number) else {
      throw unlike(value, "a whole number", name)
    }
    return number
  }

  mutating func flag(_ name: String) throws(SnapshotError) -> Bool? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard case .boolean(let flag) = value else { throw unlike(value, "true or false", name) }
    return flag
  }

  mutating func list(_ name: String) throws(SnapshotError) -> [JSONValue] {
    let value = try member(name)
    guard case .array(let values) = value else { throw unlike(value, "a list", name) }
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
      guard case .array(let values) = value else { throw unlike(value, "a list", name) }
      lists.append(try strings(values, name))
    }
    return lists
  }

  /// Returns `values`, which are of the member `name`, as strings.
  private func strings(_ values: [JSONValue], _ name: String) throws(SnapshotError) -> [String] {
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { throw unlike(value, "a string", name) }
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
    switch value {
    case .integer(let number):
      if let number = Int64(exactly: number) { return .integer(number) }
    case .string(let text): return .text(text)
    case .object(let object) where object.isEmpty: return .null
    case .object(let object) where object.count == 1:
      switch (object["real"], object["bits"], object["blob"]) {
      case (.fraction(let text)?, _, _): if let number = Double(text) { return .real(number) }
      case (.integer(let number)?, _, _): return .real(Double(number))
      case (_, .integer(let number)?, _):
        if let bits = UInt64(exactly: number) { return .real(Double(bitPattern: bits)) }
      case (_, _, .string(let text)?):
        if let bytes = Data(base64Encoded: text) { return .blob(bytes) }
      default: break
      }
    default: break
    }
    throw .damaged("'\(name)' is no value of an attribute", at: place)
  }

  /// Accepts the object if all of it has been read.
  func end() throws(SnapshotError) {
    guard let name = values.keys.min() else { return }
    throw .damaged("there is a member '\(name)', which is not known", at: place)
  }

  /// Takes the member `name` out.
  private mutating func member(_ name: String) throws(SnapshotError) -> JSONValue {
    guard let value = values.removeValue(forKey: name) else {
      throw .damaged("'\(name)' is missing", at: place)
    }
    return value
  }

  /// Returns the error that the member `name` is `value` and not `expected`.
  private func unlike(_ value: JSONValue, _ expected: String, _ name: String) -> SnapshotError {
    .damaged("'\(name)' is \(value.kind) and not \(expected)", at: place)
  }
}
