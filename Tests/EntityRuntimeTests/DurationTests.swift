import EntityGraph
import Foundation
import TestSupport
import Testing

@Entity final class Track3: ManagedObject {
  var title: String
  var length: Duration
  @Attribute(.range(0...3600)) var pause: Duration? = .seconds(2)
  @Relationship(inverse: "tracks", deleteRule: .nullify) var album: Album3?
}

@Entity final class Album3: ManagedObject {
  var name: String
  @Relationship(inverse: "album", deleteRule: .nullify) var tracks: Set<Track3>
}

@Suite struct DurationTests {
  private static let exact: [(Duration, String)] = [
    (.zero, "0"), (.seconds(90), "90"), (.milliseconds(-250), "-0.25"), (.seconds(-3), "-3"),
    (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
    (Duration(secondsComponent: -1, attosecondsComponent: -1), "-1.000000000000000001"),
    (
      Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
      "9223372036854775807.999999999999999999"
    ),
    (Duration(secondsComponent: .min, attosecondsComponent: 0), "-9223372036854775808"),
    (Duration(attoseconds: .max), "170141183460469231731.687303715884105727"),
    (Duration(attoseconds: .min), "-170141183460469231731.687303715884105728"),
  ]

  @Test func `a duration is stored as its seconds, to the attosecond`() {
    for (duration, text) in Self.exact {
      #expect(duration.storedValue == .text(text))
      #expect(Duration(storedValue: .text(text)) == duration)
    }
  }

  @Test func `a number that is no duration is none, and more digits are rounded`() {
    for text in [
      "", "-", ".", "1e3", "x", "170141183460469231731.687303715884105728", "1.2.3",
      "170141183460469231732", "999999999999999999999", "9999999999999999999999999999999999999999",
    ] {
      #expect(Duration(storedValue: .text(text)) == nil)
    }
    #expect(Duration(storedValue: .text("+1.50")) == .milliseconds(1500))
    #expect(Duration(storedValue: .text(".5")) == .milliseconds(500))
    #expect(
      Duration(storedValue: .text("0.0000000000000000015"))
        == Duration(secondsComponent: 0, attosecondsComponent: 2))
  }

  @Test func `durations of all sizes come back as they were and sort as they do`() throws {
    var random = SeededRandom(seed: 7)
    let bench = try Bench(Track3.self, Album3.self)
    var lengths = Self.exact.map(\.0)
    for _ in 0..<200 {
      let seconds = Int64.random(in: -1000...1000, using: &random)
      let rest = Int64.random(in: 0...999_999_999_999_999_999, using: &random)
      lengths.append(
        Duration(secondsComponent: seconds, attosecondsComponent: seconds < 0 ? -rest : rest))
    }
    for length in lengths { _ = Track3(title: "t", length: length, in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    #expect(try context.fetch(Track3.sorted(by: \.length)).map(\.length) == lengths.sorted())
    for bound in lengths.prefix(20) {
      #expect(
        try context.count(Track3.where { $0.length < bound })
          == lengths.count { $0 < bound })
      #expect(try context.count(Track3.where { $0.length == bound }) >= 1)
    }
  }

  @Test func `durations are added, averaged, ranged and saved in conditions`() throws {
    let bench = try Bench(Track3.self, Album3.self)
    for seconds in [1, 2, 4] {
      _ = Track3(title: "t", length: .seconds(seconds), in: bench.context)
    }
    for isSaved in [false, true] {
      if isSaved { try bench.context.save() }
      let row = try bench.context.only(
        Track3.all.select { ($0.length.sum, $0.length.average, $0.length.maximum) })
      #expect(row.0 == .seconds(7))
      #expect(row.1 == Duration(secondsComponent: 2, attosecondsComponent: 333_333_333_333_333_333))
      #expect(row.2 == .seconds(4))
    }
    let track = try #require(try bench.context.first(Track3.where { $0.pause == .seconds(2) }))
    track.pause = .seconds(3601)
    #expect(
      failure { try bench.context.save() }?.contains("[validation.range]") == true)
  }

  @Test func `durations are computed with in conditions, columns, orders and changes`() throws {
    let bench = try Bench(Track3.self, Album3.self)
    let album = Album3(name: "a", in: bench.context)
    for (title, seconds) in [("a", 1), ("b", 2), ("c", 60)] {
      let track = Track3(title: title, length: .seconds(seconds), in: bench.context)
      track.pause = seconds == 2 ? nil : .milliseconds(500)
      track.album = album
    }
    for isSaved in [false, true] {
      if isSaved { try bench.context.save() }
      let context = bench.context
      func titles(_ condition: (Fields<Track3>) -> Condition<Track3>) throws -> String {
        try context.fetch(Track3.where(condition).sorted(by: \.title)).map(\.title).joined()
      }
      #expect(try titles { $0.length + .seconds(5) > .seconds(6) } == "bc")
      #expect(try titles { .seconds(60) - $0.length == .zero } == "c")
      #expect(try titles { $0.length + ($0.pause ?? .zero) <= .milliseconds(2000) } == "ab")
      #expect(try titles { $0.pause + .seconds(1) == nil } == "b")
      #expect(try titles { abs($0.length - .seconds(3)) < .seconds(2) } == "b")
      #expect(try titles { -$0.length < .seconds(-1) } == "bc")
      #expect(try titles { max($0.length, .seconds(2)) == .seconds(2) } == "ab")
      #expect(
        try context.count(Album3.where { $0.tracks.sum(\.length) == .seconds(63) }) == 1)
      #expect(try context.count(Album3.where { $0.tracks.average(\.length) > .seconds(21) }) == 0)
      #expect(
        try context.fetch(Album3.select { $0.tracks.sum { $0.length + $0.length } })
          == [.seconds(126)])
      #expect(
        try context.fetch(
          Track3.sorted(by: \.title).select { $0.value { $0.length - .seconds(1) } })
          == [.zero, .seconds(1), .seconds(59)])
      #expect(
        try context.fetch(
          Track3.group(by: \.album).having { $0.length.sum > .seconds(62) }
            .select { $0.length.sum }) == [.seconds(63)])
      #expect(
        try context.fetch(Track3.sorted { -$0.length }).map(\.title).joined() == "cba")
    }
    let other = bench.container.newContext()
    #expect(
      try other.update(Track3.where { $0.length < .seconds(3) }) { $0.length += .seconds(3) } == 2)
    #expect(
      try other.fetch(Track3.sorted(by: \.title)).map(\.length)
        == [.seconds(4), .seconds(5), .seconds(60)])
  }
}
