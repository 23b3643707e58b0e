import EntityModel
import Foundation
import TestSupport
import Testing

@testable import EntityStore

/// The leaves of the JSON of a composition.
@Suite struct LeafReadingTests {
  private func leaf(_ json: String, _ type: StorageType, at path: String = "a") -> StoredValue {
    StoredValue(leaf: path, of: Array(json.utf8), as: type)
  }

  /// What Codable makes of a value is what an attribute of its type is stored as.
  private func expectSame<Value: Storable>(_ value: Value) throws {
    let json = String(decoding: try JSONEncoder().encode(["a": value]), as: UTF8.self)
    #expect(leaf(json, Value.storageType) == value.storedValue, "\(json)")
    let written = "{\"a\":\(value.storedValue.jsonText(as: Value.storageType))}"
    #expect(leaf(written, Value.storageType) == value.storedValue, "\(written)")
  }

  @Test func `a leaf has the value that an attribute of its type is stored as`() throws {
    try expectSame(true)
    try expectSame(Int.min)
    try expectSame(UInt64.max)
    try expectSame(Int8(-128))
    try expectSame(0.1 + 0.2)
    try expectSame(-0.0)
    try expectSame(Float(3.14))
    try expectSame("\"\\ \u{0} é 🂡 /")
    try expectSame(Date(timeIntervalSinceReferenceDate: 773_242_891.123_456_7))
    try expectSame(UUID())
    try expectSame(Data([0, 255, 1]))
    try expectSame(try #require(URL(string: "https://example.com/a?b=1")))
    try expectSame(try #require(Decimal(string: "-12345678901234567890.123")))
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { try expectSame(number) }
    }
  }

  @Test func `what is missing, or of another type, is null`() {
    #expect(leaf("{\"b\":1}", .int64) == .null)
    #expect(leaf("{\"a\":null}", .int64) == .null)
    #expect(leaf("{\"a\":\"1\"}", .int64) == .null)
    #expect(leaf("{\"a\":300}", .int8) == .null)
    #expect(leaf("{\"a\":true}", .double) == .null)
    #expect(leaf("{\"a\":1}", .string) == .null)
    #expect(leaf("{\"a\":1}", .int64, at: "a.b") == .null)
    #expect(leaf("{\"a\":1", .int64) == .null)
    #expect(leaf("{\"a\":1}}", .int64) == .null)
    #expect(leaf("[1]", .int64) == .null)
    #expect(leaf("", .int64) == .null)
  }

  @Test func `numbers that JSON does not have are read as they are written`() {
    #expect(leaf("{\"a\":\"inf\"}", .double) == .real(.infinity))
    #expect(leaf("{\"a\":\"-inf\"}", .float) == .real(-.infinity))
    guard case .real(let number) = leaf("{\"a\":\"nan\"}", .double) else {
      Issue.record("no number")
      return
    }
    #expect(number.isNaN)
  }

  @Test func `a leaf within a composition is found by its path`() {
    #expect(leaf("{\"b\":{\"a\":2},\"a\":{\"c\":[{}],\"b\":3}}", .int8, at: "a.b") == .integer(3))
  }

  @Test func `a conversion renames, removes and adds members, and leaves others alone`() throws {
    let old = [
      Leaf(name: "a", type: .string), Leaf(name: "b", type: .int64), Leaf(name: "c", type: .json),
    ]
    let new = [
      Leaf(name: "b", originalName: "a", type: .string),
      Leaf(name: "d", type: .int64, defaultValue: .integer(4)), Leaf(name: "c", type: .json),
    ]
    let found = try #require(LeafConversion(from: old, to: new))
    let conversion = try #require(LeafConversion(text: found.text))
    func converted(_ json: String) -> String {
      String(decoding: conversion.converted(Array(json.utf8)), as: UTF8.self)
    }
    #expect(
      converted("{\"a\":\"x\",\"b\":1,\"c\":[1.50],\"e\":2}")
        == "{\"b\":\"x\",\"c\":[1.50],\"d\":4,\"e\":2}")
    #expect(converted("[1]") == "[1]")
    #expect(converted("{\"a\":") == "{\"a\":")
    #expect(LeafConversion(from: old, to: old) == nil)
  }
}
