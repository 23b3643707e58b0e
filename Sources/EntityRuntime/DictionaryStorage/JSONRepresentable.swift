public import EntityJSON

/// A type whose values are represented by JSON of their own, for properties of a
/// `@DictionaryStorage`.
///
///     struct Color: JSONRepresentable {
///       var hex: String
///       init(hex: String) { self.hex = hex }
///       init?(json: JSON) {
///         guard let hex = json.string, hex.hasPrefix("#") else { return nil }
///         self.hex = hex
///       }
///       var json: JSON { JSON(hex) }
///     }
///
/// The standard types conform: truth values, numbers, strings, dates as texts in ISO 8601, data as
/// Base64, UUIDs and URLs as texts, decimals as numbers with all their digits; so do lists, sets
/// and dictionaries with names of what conforms. An enumeration with raw values conforms by
/// saying so. Types that are Codable need not.
public protocol JSONRepresentable {
  /// Creates the value that `json` represents; `nil` if it represents none.
  init?(json: JSON)

  /// The JSON that represents the value.
  var json: JSON { get }

  /// Returns the value that `json` represents, and has `reader` list what it could not read.
  static func __read(_ json: JSON, by reader: inout __JSONMemberReader) -> Self?

  /// Returns the JSON of the value, which comes in place of `old`.
  func __written(over old: JSON?, by writer: __JSONMemberWriter) -> JSON
}

extension JSONRepresentable {
  public static func __read(_ json: JSON, by reader: inout __JSONMemberReader) -> Self? {
    Self(json: json) ?? reader.refuse()
  }

  public func __written(over old: JSON?, by writer: __JSONMemberWriter) -> JSON { json }
}

extension JSONRepresentable where Self: RawRepresentable, RawValue: JSONRepresentable {
  /// Creates the value whose raw value `json` represents; `nil` if there is none.
  public init?(json: JSON) {
    guard let rawValue = RawValue(json: json) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The JSON of the raw value.
  public var json: JSON { rawValue.json }
}

extension JSON {
  /// Creates the JSON that represents `value`: a number, a text, a date, a list, a dictionary of
  /// what has JSON, whose members are in the order of their names.
  ///
  ///     let answer: JSON = ["pages": JSON([1, 2, 3].shuffled()), "price": JSON(price)]
  @_disfavoredOverload
  public init(_ value: some JSONRepresentable) { self = value.json }

  /// Creates the JSON that represents `value`; null for `nil`.
  ///
  ///     let answer: JSON = ["title": JSON(book.title), "subtitle": JSON(book.subtitle)]
  @_disfavoredOverload
  public init(_ value: (some JSONRepresentable)?) { self = value?.json ?? .null }

  /// Creates the list of what represents `values`; null for each `nil` among them.
  @_disfavoredOverload
  public init<Value: JSONRepresentable>(_ values: some Sequence<Value?>) {
    self.init(values.map { $0?.json ?? .null })
  }
}
