public import EntityJSON

/// How objects are written as JSON and read from it, as far as their classes do not say.
///
///     let format = JSONFormat(keys: .snakeCase, dates: .unixSeconds)
///
/// What a class says of a property goes first: `@Attribute(json: "address.street")`.
public struct JSONFormat: Hashable, Sendable {
  /// How the name of a property becomes the name of a member.
  public var keys: JSONKeyStyle

  /// How dates are written. Those that are read may be in any form of ISO 8601 that
  /// `JSONDateForm` has, and, where dates are written as numbers, such a number.
  public var dates: JSONDateForm

  /// `true` if a property that is nil is written as null, `false` if it is left out.
  public var writesNulls: Bool

  /// `true` if a value of another kind is taken for what it says: `"42"` and `42` for each other,
  /// `0`, `1`, `"yes"` and `"no"` for a truth value, a number or the text of one for a date: as
  /// `dates` has numbers, and where it has none, in seconds, milliseconds or microseconds since
  /// 1970, whichever comes nearest to the present.
  public var coerces: Bool

  /// The format with names in snake_case: `JSONFormat(keys: .snakeCase)`.
  public static let snakeCase = JSONFormat(keys: .snakeCase)

  /// Creates a format.
  public init(
    keys: JSONKeyStyle = .asWritten, dates: JSONDateForm = .iso8601, writesNulls: Bool = true,
    coerces: Bool = false
  ) {
    self.keys = keys
    self.dates = dates
    self.writesNulls = writesNulls
    self.coerces = coerces
  }
}
