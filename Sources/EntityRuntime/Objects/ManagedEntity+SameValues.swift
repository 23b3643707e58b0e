import EntityJSON
import EntityModel
import EntityStore

extension ManagedEntity {
  /// `true` if `old` and `new`, both stored values of the column `index`, are one value of the
  /// property's type.
  ///
  /// A URL, what a transform reads and the JSON of a Codable value may be written in several ways:
  /// members in another order, without one that has a default value, with one that the type does
  /// not know. The members of a `DictionaryStorage` that are no properties count.
  ///
  /// - Complexity: O(1) beside reading the values, which are read only where they are stored
  ///   differently.
  func isSameValue(_ old: StoredValue, _ new: StoredValue, at index: Int) -> Bool {
    if old == new { return true }
    guard !old.isNull, !new.isNull, let attribute = layout.properties[index].attribute else {
      return false
    }
    guard attribute.type == .json else {
      guard attribute.type == .url || transforms[index] != nil else { return false }
      return valueType(of: attribute.name).flatMap { Self.form(of: new, in: $0) } == old
    }
    guard case .text(let old) = old, case .text(let new) = new else { return false }
    if let old = try? JSON(reading: old), old == (try? JSON(reading: new)) { return true }
    guard let access = accesses[index],
      let type = flattened(access.valueType).present as? any Decodable.Type
    else { return false }
    return Self.isSame(old, new, as: type)
  }

  /// Returns the form in which `type` stores what it reads from `value`; `nil` where it reads none.
  private static func form(of value: StoredValue, in type: any Storable.Type) -> StoredValue? {
    guard let read = type.init(storedValue: value) else { return nil }
    guard let transformed = type as? any TransformedAttribute.Type else { return read.storedValue }
    return try? transformed.storing(read)
  }

  /// `true` if both texts are the JSON of one value of `type`.
  private static func isSame<Value: Decodable>(
    _ old: String, _ new: String, as type: Value.Type
  ) -> Bool {
    guard let old = JSONColumn.value(of: old, as: type),
      let new = JSONColumn.value(of: new, as: type),
      let oldJSON = json(of: old), let newJSON = json(of: new)
    else { return false }
    if oldJSON == newJSON { return true }
    // A set is written in any order. That values are equal is not enough: the type may say so of
    // values that differ in something, which is to be stored.
    guard let value = old as? any Equatable, isEqual(value, new) else { return false }
    return unorderedText(of: oldJSON) == unorderedText(of: newJSON)
  }

  /// Returns the JSON in which `value` is stored; `nil` if it refuses to be encoded.
  private static func json(of value: Any) -> JSON? {
    guard let value = value as? any Encodable, let text = JSONColumn.text(of: value) else {
      return nil
    }
    return try? JSON(reading: text)
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { $0 == left } ?? false
  }

  /// Returns a text that lists have in common whose elements are the same in any order.
  private static func unorderedText(of json: JSON) -> String {
    if let elements = json.elements {
      return "[" + elements.map { unorderedText(of: $0) }.sorted().joined(separator: ",") + "]"
    }
    guard let members = json.members else { return json.text }
    let texts = members.map { JSON($0.name).text + ":" + unorderedText(of: $0.value) }
    return "{" + texts.sorted().joined(separator: ",") + "}"
  }
}
