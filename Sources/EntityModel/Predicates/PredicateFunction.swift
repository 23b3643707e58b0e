/// What is computed of values in a condition, an order or a result.
///
/// Where an argument is absent the result is too, unless a function says otherwise.
package enum PredicateFunction: Hashable, Sendable {
  // MARK: Numbers

  /// The sum of two numbers; absent where 64 bits cannot hold it.
  case add

  /// The difference of two numbers; absent where 64 bits cannot hold it.
  case subtract

  /// The product of two numbers; absent where 64 bits cannot hold it.
  case multiply

  /// The quotient of two numbers, of whole ones that toward zero; absent for whole numbers and
  /// decimals that are divided by zero.
  case divide

  /// What a division of whole numbers leaves; absent where the divisor is zero.
  case remainder

  /// The number with the other sign.
  case negate

  /// The number without its sign.
  case absolute

  /// The nearest whole number, of two the one further from zero.
  case rounded

  /// The greatest whole number that is not greater.
  case roundedDown

  /// The least whole number that is not less.
  case roundedUp

  /// The number as a real one.
  case real

  /// The number without its fraction, as a whole one; absent where 64 bits cannot hold it.
  case whole

  /// The number as a decimal, of a real the shortest that is no other real; absent where a decimal
  /// cannot hold it.
  case decimal

  // MARK: Texts

  /// How many characters a text has, or bytes data.
  case length

  /// The text in small letters.
  case lowercased

  /// The text in capital letters.
  case uppercased

  /// The text without white space at its ends.
  case trimmed

  /// The text in a form in which texts are equal that differ in case, in diacritics, or in both.
  case folded(TextFolding)

  /// How a language orders two texts: a number below zero, zero, or one above it.
  case languageOrder(TextOrder)

  // MARK: Dates

  /// A part of a date in the calendar of a time zone, as a whole number.
  case datePart(DatePart, timeZone: String)

  /// The beginning of the year, month, week, day, hour or minute in which a date lies in a time
  /// zone.
  case dateStart(DatePart, timeZone: String)

  /// The texts one after the other.
  case concatenate

  /// Whether the second of two texts stands in the first, where that says.
  case textMatch(PredicateTree.TextMatch)

  // MARK: JSON

  /// What JSON has at the end of a path, which is written as a list of names and positions in JSON,
  /// if that is a value of the type; absent otherwise.
  case member(String)

  /// JSON with another value at the end of a path, which is written as that of `member`; where the
  /// value is absent, without one there.
  case settingMember(String)

  /// The JSON of a value, in the form in which a property of a storage has it.
  case written

  // MARK: Several values

  /// The first of several values that is present.
  case coalesce

  /// The least of several values, of those that are present.
  case least

  /// The greatest of several values, of those that are present.
  case greatest

  /// A number without order, which depends on a whole number and a seed.
  case shuffled
}

extension PredicateFunction {
  /// The function's name, which says all of it but its detail.
  package var name: String {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .remainder: "remainder"
    case .negate: "negate"
    case .absolute: "absolute"
    case .rounded: "rounded"
    case .roundedDown: "rounded_down"
    case .roundedUp: "rounded_up"
    case .real: "real"
    case .whole: "whole"
    case .decimal: "decimal"
    case .length: "length"
    case .lowercased: "lowercased"
    case .uppercased: "uppercased"
    case .trimmed: "trimmed"
    case .folded(let folding): "folded_\(folding.rawValue)"
    case .languageOrder: "language_order"
    case .datePart(let part, _): "date_\(part.rawValue)"
    case .dateStart(let part, _): "start_of_\(part.rawValue)"
    case .coalesce: "coalesce"
    case .least: "least"
    case .greatest: "greatest"
    case .concatenate: "concatenate"
    case .textMatch(let match): "has_\(match.rawValue)"
    case .member: "json"
    case .settingMember: "json_set"
    case .written: "json_of"
    case .shuffled: "shuffled"
    }
  }

  /// What the name does not say: the time zone of a date, the name of an order, a path; or `nil`.
  package var detail: String? {
    switch self {
    case .datePart(_, let zone), .dateStart(_, let zone): zone
    case .languageOrder(let order): order.name
    case .member(let path), .settingMember(let path): path
    default: nil
    }
  }
}

/// What does not matter where texts are compared.
public struct TextFolding: OptionSet, Codable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Capital and small letters are equal.
  public static let ignoringCase = TextFolding(rawValue: 1)

  /// Letters with and without accents are equal.
  public static let ignoringDiacritics = TextFolding(rawValue: 2)
}

/// A part of a date in the Gregorian calendar.
public enum DatePart: String, Codable, Hashable, Sendable, CaseIterable {
  case year

  /// From 1 for January.
  case month

  /// The day of the month, from 1.
  case day

  /// From 0 to 23.
  case hour
  case minute
  case second

  /// From 1 for Monday to 7 for Sunday.
  case weekday

  /// From 1; weeks begin on Monday, and the first has the year's first Thursday, as in ISO 8601.
  case week

  /// From 1 for January to March to 4 for October to December.
  case quarter
}

/// What is computed over the values of many objects.
package enum AggregateFunction: String, Codable, Hashable, Sendable {
  /// How many values there are.
  case count

  /// How many different values there are.
  case distinctCount

  /// The values added up; zero for none.
  case sum

  /// The sum divided by the count; absent for none.
  case average

  /// The first of the values in their order; absent for none.
  case minimum

  /// The last of the values in their order; absent for none.
  case maximum

  /// Whether one of the values is true; false for none.
  case any

  /// Whether no value is false; true for none.
  case all
}
