public import EntityStore

/// An enumeration of texts that has a case for those that it does not know.
///
/// Types conform by the annotation `@OpenEnumeration`. It is an attribute of an entity, stored as
/// text, and a property of a `@DictionaryStorage`.
public protocol OpenEnumeration:
  RawRepresentable, JSONRepresentable, Storable, Hashable, PlaceholderProviding
where RawValue == String {
  /// Creates the case of `rawValue`; `unknown` where there is none.
  init(rawValue: String)

  /// The case of a text that the enumeration does not know.
  static func unknown(_ rawValue: String) -> Self
}

extension OpenEnumeration {
  /// The case of the empty text.
  public static var placeholder: Self { Self(rawValue: "") }

  /// Returns what `text` has behind `prefix`; `nil` if it begins with something else.
  public static func __rest(of text: String, behind prefix: String) -> String? {
    guard text.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
