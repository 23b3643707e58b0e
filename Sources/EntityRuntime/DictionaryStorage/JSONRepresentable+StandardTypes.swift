public import EntityJSON
import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON: JSONRepresentable {
  /// Creates `json` itself.
  public init?(json: JSON) { self = json }

  /// The value itself.
  public var json: JSON { self }
}

extension Bool: JSONRepresentable {
  public init?(json: JSON) {
    guard let value = json.bool else { return nil }
    self = value
  }
  public var json: JSON { JSON(self) }
}

extension String: JSONRepresentable {
  public init?(json: JSON) {
    guard let value = json.string else { return nil }
    self = value
  }
  public var json: JSON { JSON(self) }
}

// MARK: Numbers

extension JSONRepresentable where Self: FixedWidthInteger {
  /// Creates the whole number that `json` is, `1.0` and `1e2` too; `nil` if it is none or does not
  /// fit.
  public init?(json: JSON) {
    guard let value = json.integer(as: Self.self) else { return nil }
    self = value
  }
  public var json: JSON { JSON(self) }
}

extension Int: JSONRepresentable {}
extension Int8: JSONRepresentable {}
extension Int16: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension UInt: JSONRepresentable {}
extension UInt8: JSONRepresentable {}
extension UInt16: JSONRepresentable {}
extension UInt32: JSONRepresentable {}
extension UInt64: JSONRepresentable {}

extension Double: JSONRepresentable {
  /// Creates the number that is nearest to `json`, or the one that "inf", "-inf" and "nan" are.
  public init?(json: JSON) {
    guard let value = json.double ?? Self(nonFinite: json.string) else { return nil }
    self = value
  }

  /// The number, or "inf", "-inf" and "nan" for what JSON has no number for.
  public var json: JSON { JSON(self) ?? JSON(nonFinite: self) }
}

extension Float: JSONRepresentable {
  /// Creates the number that is nearest to `json`, or the one that "inf", "-inf" and "nan" are.
  public init?(json: JSON) {
    guard
      let value = json.digits.flatMap({ Float($0) }).flatMap({ $0.isFinite ? $0 : nil })
        ?? Self(nonFinite: json.string)
    else { return nil }
    self = value
  }

  /// The number, or "inf", "-inf" and "nan" for what JSON has no number for.
  public var json: JSON {
    isFinite ? JSON(building: { $0.append(raw: jsonDigits) }) : JSON(nonFinite: self)
  }
}

extension BinaryFloatingPoint {
  fileprivate init?(nonFinite text: String?) {
    switch text {
    case "inf": self = .infinity
    case "-inf": self = -.infinity
    case "nan": self = .nan
    default: return nil
    }
  }
}

extension JSON {
  fileprivate init(nonFinite value: some BinaryFloatingPoint) {
    self.init(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
  }
}

extension Decimal: JSONRepresentable {
  /// Creates the number that `json` is, or the one whose digits it has as a string; `nil` if a
  /// `Decimal` has not so many digits.
  public init?(json: JSON) {
    let text = json.string
    guard
      let value = json.decimal ?? text.flatMap({ Decimal(digits: $0) })
        ?? (text == "nan" ? .nan : nil)
    else { return nil }
    self = value
  }

  /// The number with all its digits, or "nan".
  public var json: JSON { JSON(self) ?? "nan" }
}

extension Duration: JSONRepresentable {
  /// Creates the duration of so many seconds as `json` is, a number or the text of one, rounded to
  /// the nearest attosecond.
  public init?(json: JSON) {
    guard let value = json.memberValue(as: Self.storageType).flatMap({ Self(storedValue: $0) })
    else { return nil }
    self = value
  }

  /// The number of seconds, with all its digits.
  public var json: JSON { JSON(building: { $0.append(raw: primitive) }) }
}

// MARK: Texts

extension UUID: JSONRepresentable {
  public init?(json: JSON) {
    guard let value = json.string.flatMap({ UUID(uuidString: $0) }) else { return nil }
    self = value
  }
  public var json: JSON { JSON(uuidString) }
}

extension URL: JSONRepresentable {
  public init?(json: JSON) {
    guard let text = json.string else { return nil }
    self.init(string: text)
  }
  public var json: JSON { JSON(absoluteString) }
}

extension Data: JSONRepresentable {
  /// Creates the bytes that `json` has in Base64.
  public init?(json: JSON) {
    guard let text = json.string else { return nil }
    self.init(base64Encoded: text)
  }
  public var json: JSON { JSON(base64EncodedString()) }
}

extension Date: JSONRepresentable {
  /// Creates the date that `json` is in a form of ISO 8601 that `JSONDateForm` describes, or a
  /// number of seconds since 1970.
  public init?(json: JSON) {
    guard
      let value = json.string.flatMap({ JSONDateForm.date($0) })
        ?? Double(json: json).map({ Date(timeIntervalSince1970: $0) })
    else { return nil }
    self = value
  }

  /// The date in ISO 8601, which has the years 0 to 9999, or else its seconds since 1970.
  public var json: JSON {
    guard let text = JSONDateForm.iso8601.text(of: self) else { return timeIntervalSince1970.json }
    return JSON(building: { $0.append(raw: text) })
  }
}
