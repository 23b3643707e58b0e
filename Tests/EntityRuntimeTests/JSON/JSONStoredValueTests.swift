import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct JSONStoredValueTests {
  @Test(
    arguments: [
      ("true", .boolean, .integer(1)), ("-128", .int8, .integer(-128)),
      ("1e2", .int16, .integer(100)),
      ("2147483647", .int32, .integer(2_147_483_647)), ("1.0", .int64, .integer(1)),
      ("255", .uint8, .integer(255)), ("0.5", .double, .real(0.5)), ("3", .double, .real(3)),
      ("0.5", .float, .real(0.5)), (#""a""#, .string, .text("a")),
      (#""https://example.com/a""#, .url, .text("https://example.com/a")),
      (#""2001-01-01""#, .date, .real(0)), (#""AQI=""#, .data, .blob(Data([1, 2]))),
      ("1.10", .decimal, .text("1.1")), (#""1.10""#, .decimal, .text("1.1")),
      (#"{"a": 1}"#, .json, .text(#"{"a": 1}"#)),
    ] as [(String, StorageType, StoredValue)])
  func aValueOfTheKindIsRead(
    _ text: String, _ type: StorageType, _ value: StoredValue
  ) throws {
    #expect(try JSON(reading: text).storedValue(as: type) == value)
  }

  @Test(
    arguments: [
      ("1", .boolean), ("128", .int8), ("1.5", .int64), ("-1", .uint64), ("\"1\"", .int64),
      ("9223372036854775808", .int64), ("1e400", .double), ("1e39", .float), ("1", .string),
      ("0", .date), (#""yesterday""#, .date), (#""A""#, .data), (#""no-uuid""#, .uuid),
      (#""abc""#, .decimal), ("null", .string), ("null", .json), ("[]", .string),
    ] as [(String, StorageType)])
  func aValueOfAnotherKindIsNot(_ text: String, _ type: StorageType) throws {
    #expect(try JSON(reading: text).storedValue(as: type) == nil)
  }

  @Test(
    arguments: [
      (#""42""#, .int64, .integer(42)), (#""1e2""#, .int64, .integer(100)),
      (#""0.5""#, .double, .real(0.5)), ("42", .string, .text("42")),
      ("1.50", .string, .text("1.50")),
      ("1", .boolean, .integer(1)), ("0", .boolean, .integer(0)),
      (#""Yes""#, .boolean, .integer(1)),
      (#""false""#, .boolean, .integer(0)), ("978307200", .date, .real(0)),
      ("978307200500", .date, .real(0.5)), ("978307200000000", .date, .real(0)),
      (#""978307200""#, .date, .real(0)),
    ] as [(String, StorageType, StoredValue)])
  func onRequestAValueIsTakenForWhatItSays(
    _ text: String, _ type: StorageType, _ value: StoredValue
  ) throws {
    let format = JSONFormat(coerces: true)
    #expect(try JSON(reading: text).storedValue(as: type, format) == value)
  }

  @Test(
    arguments: [
      (#""4 2""#, .int64), (#""abc""#, .double), ("2", .boolean), (#""maybe""#, .boolean),
      (#""300""#, .uint8), ("true", .int64), ("true", .string), ("{}", .string), ("null", .int64),
    ] as [(String, StorageType)])
  func whatSaysNothingIsRefusedThenToo(_ text: String, _ type: StorageType) throws {
    #expect(try JSON(reading: text).storedValue(as: type, JSONFormat(coerces: true)) == nil)
  }

  @Test func numbersAreDatesWhereDatesAreNumbers() throws {
    let format = JSONFormat(dates: .unixMilliseconds)
    #expect(try JSON(reading: "978307200500").storedValue(as: .date, format) == .real(0.5))
  }

  @Test(
    arguments: [
      (.integer(1), .boolean, "true"), (.integer(-7), .int64, "-7"), (.real(0.1), .double, "0.1"),
      (.real(Double(Float(0.1))), .float, "0.1"), (.text("a\"b"), .string, #""a\"b""#),
      (.real(0), .date, #""2001-01-01T00:00:00Z""#), (.blob(Data([1, 2])), .data, #""AQI=""#),
      (.text("1.10"), .decimal, "1.1"), (.text(#"{"a": 1}"#), .json, #"{"a": 1}"#),
      (.null, .string, "null"), (UInt64.max.storedValue, .uint64, "18446744073709551615"),
      (.integer(7), .boolean, "7"), (.text("x"), .int64, #""x""#),
    ] as [(StoredValue, StorageType, String)])
  func aStoredValueIsWrittenAsWhatItIs(
    _ value: StoredValue, _ type: StorageType, _ text: String
  ) {
    var wasAdded = false
    let json = JSON(building: { wasAdded = $0.append(value, as: type, JSONFormat()) })
    #expect(wasAdded)
    #expect(json.text == text)
  }

  @Test(
    arguments: [
      (.real(.nan), .double), (.real(-.infinity), .date), (.text("NaN"), .decimal),
    ] as [(StoredValue, StorageType)])
  func whatJSONHasNothingForIsReported(_ value: StoredValue, _ type: StorageType) {
    var wasAdded = true
    let json = JSON(building: { wasAdded = $0.append(value, as: type, JSONFormat()) })
    #expect(!wasAdded)
    #expect(json.text == "null")
  }

  @Test(arguments: [
    ("title", "title"), ("projectID", "project_id"), ("URLString", "url_string"),
    ("createdAt", "created_at"), ("isHTMLText", "is_html_text"), ("line2Text", "line2_text"),
    ("already_snake", "already_snake"), ("A", "a"), ("aB", "a_b"), ("éÉtat", "é_état"),
    ("_private", "_private"), ("homeURLs", "home_urls"), ("IDsOfUsers", "ids_of_users"),
    ("isSoftware", "is_software"), ("aBs", "a_bs"), ("URLSession", "url_session"),
    ("userIDs", "user_ids"), ("iOSVersion", "ios_version"), ("iOS", "ios"), ("eMail", "e_mail"),
    ("macOSVersion", "mac_os_version"),
  ])
  func wordsAreDividedWhereCapitalsBegin(_ name: String, _ key: String) {
    #expect(JSONKeyStyle.snakeCase.key(for: name) == key)
    #expect(JSONKeyStyle.asWritten.key(for: name) == name)
  }
}
