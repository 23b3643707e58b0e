import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct JSONDateFormTests {
  @Test(arguments: [
    "2024-05-31T12:30:15Z", "2024-05-31t12:30:15z", "2024-05-31 12:30:15", "2024-05-31T12:30:15",
    "20240531T123015Z", "2024-05-31T14:30:15+02:00", "2024-05-31T14:30:15+0200",
    "2024-05-31T14:30:15+02", "2024-05-31T12:30:15-00:00", "2024-06-01T00:00:15+11:30",
    "2024-05-30T23:30:15-13:00", "2024-05-31T12:30:15.000Z", "2024-05-31T12:30:15,0",
    "2024-05-31T12:29:75Z".replacing("29:75", with: "30:15"), "2024-05-31 12:30:15.000000+0000",
  ])
  func everyFormOfOneTimeIsReadAsIt(_ text: String) {
    #expect(JSONDateForm.date(text) == Date(timeIntervalSince1970: 1_717_158_615))
  }

  @Test(
    arguments: [
      ("2024-05-31", 1_717_113_600), ("20240531", 1_717_113_600), ("1970-01-01", 0),
      ("2024-05-31T12:30Z", 1_717_158_600), ("2024-05-31T1230", 1_717_158_600),
      ("2024-05-31T24:00:00Z", 1_717_200_000), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2000-02-29", 951_782_400), ("1900-03-01", -2_203_891_200), ("0001-01-01", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("2024-05-31T12:30:15.123Z", 1_717_158_615.123),
      ("1969-12-31T23:59:59.5Z", -0.5),
    ] as [(String, Double)])
  func aDateIsReadAsTheSecondsThatItIs(_ text: String, _ seconds: Double) throws {
    let date = try #require(JSONDateForm.date(text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2024", "2024-05", "2024-5-31", "2024-13-01", "2024-02-30", "2023-02-29", "1900-02-29",
    "2024-00-10", "2024-01-00", "2024-05-31T", "2024-05-31T12", "2024-05-31T25:00Z",
    "2024-05-31T12:60Z", "2024-05-31T12:30:61Z", "2024-05-31T24:00:01Z", "2024-05-31T12:30:15.Z",
    "2024-05-31T12:30:15+24:00", "2024-05-31T12:30:15+02:60", "2024-05-31T12:30:15+2",
    "2024-05-31T12:30:15Z ", " 2024-05-31", "2024-05-31X12:30Z", "31.05.2024", "1717158615",
    "2024-05-31T12:30:15ZZ", "2024-0531", "tomorrow", "2024-05-31T12:30:15+", "２０２４-05-31",
  ])
  func whatIsNoDateIsRefused(_ text: String) {
    #expect(JSONDateForm.date(text) == nil)
  }

  @Test(
    arguments: [
      (0, #""2001-01-01T00:00:00Z""#), (-978_307_200, #""1970-01-01T00:00:00Z""#),
      (0.25, #""2001-01-01T00:00:00.250Z""#), (738_851_415.123, #""2024-05-31T12:30:15.123Z""#),
      (738_851_415.123456, #""2024-05-31T12:30:15.123456Z""#),
      (-0.5, #""2000-12-31T23:59:59.500Z""#),
      (1e-9, #""2001-01-01T00:00:00.000000001Z""#), (-63_113_904_000, #""0001-01-01T00:00:00Z""#),
    ] as [(Double, String)])
  func aDateIsWrittenWithTheDigitsThatItHas(_ seconds: Double, _ text: String) {
    #expect(JSONDateForm.iso8601.text(of: Date(timeIntervalSinceReferenceDate: seconds)) == text)
  }

  @Test func theDigitsMayBeSaid() {
    let date = Date(timeIntervalSinceReferenceDate: 738_851_415.129)
    #expect(
      JSONDateForm.iso8601(fractionDigits: 0).text(of: date) == #""2024-05-31T12:30:15Z""#)
    #expect(
      JSONDateForm.iso8601(fractionDigits: 2).text(of: date) == #""2024-05-31T12:30:15.12Z""#)
    #expect(
      JSONDateForm.iso8601(fractionDigits: 6).text(of: date) == #""2024-05-31T12:30:15.129000Z""#)
  }

  @Test func numbersCountFrom1970() {
    let date = Date(timeIntervalSince1970: 1_717_158_615.5)
    #expect(JSONDateForm.unixSeconds.text(of: date) == "1717158615.5")
    #expect(JSONDateForm.unixMilliseconds.text(of: date) == "1717158615500")
    #expect(JSONDateForm.unixMicroseconds.text(of: date) == "1717158615500000")
  }

  @Test func whatNoFormHasIsNotWritten() {
    #expect(JSONDateForm.iso8601.text(of: Date(timeIntervalSinceReferenceDate: .nan)) == nil)
    #expect(JSONDateForm.unixSeconds.text(of: Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(JSONDateForm.iso8601.text(of: Date(timeIntervalSinceReferenceDate: 1e11 * 5)) == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func whatIsWrittenIsReadAgain(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let seconds = Double(random.below(2_000_000_000)) - 1_000_000_000
      let date = Date(
        timeIntervalSinceReferenceDate: seconds + Double(random.below(1_000_000)) / 1e6)
      let text = try #require(JSONDateForm.iso8601.text(of: date))
      #expect(JSONDateForm.date(String(text.dropFirst().dropLast())) == date)
    }
  }
}
