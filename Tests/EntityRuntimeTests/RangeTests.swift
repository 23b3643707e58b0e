import EntityGraph
import Foundation
import TestSupport
import Testing

@Entity final class Booking: ManagedObject {
  var name: String
  var period: ClosedRange<Date>
  var rooms: Range<Int>? = 0..<1
  var prices: ClosedRange<Decimal>?
  var waits: Range<Duration>?
}

@Entity final class Shift: ManagedObject {
  var hour: Int
  var open: ClosedRange<Int>
  var busy: Range<Int>?
}

@Suite struct RangeTests {
  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  @Test func `a range is an array of its bounds, and columns of them`() throws {
    let bench = try Bench(Booking.self)
    _ = Booking(
      name: "A", period: date(1)...date(2.5), rooms: 3..<5, waits: .zero..<(.seconds(1)),
      in: bench.context)
    _ = Booking(name: "B", period: date(0)...date(0), rooms: nil, in: bench.context)
    try bench.context.save()
    #expect(
      try bench.text("SELECT period || rooms FROM Booking WHERE name = 'A'") == "[1,2.5][3,5]")
    #expect(
      try bench.text(
        #"SELECT "period.lowerBound" || ',' || "rooms.upperBound" FROM Booking WHERE name = 'A'"#)
        == "1.0,5")
    let found = try bench.container.newContext().fetch(Booking.sorted(by: \.name))
    #expect(found.map(\.period) == [date(1)...date(2.5), date(0)...date(0)])
    #expect(found.map(\.rooms) == [3..<5, nil])
    #expect(found[0].waits == .zero..<(.seconds(1)))
    let model = try ObjectModel(Booking.self)
    #expect(
      model.property("period", of: "Booking")?.attribute?.leaves.map(\.name)
        == ["lowerBound", "upperBound"])
    #expect(model.property("waits", of: "Booking")?.attribute?.leaves == [])
  }

  @Test func `conditions on ranges answer as Swift does, saved or not`() throws {
    var random = SeededRandom(seed: 11)
    let bench = try Bench(Booking.self)
    var all: [(name: String, period: ClosedRange<Date>, rooms: Range<Int>?)] = []
    for number in 0..<60 {
      let lower = Int.random(in: 0...9, using: &random)
      let upper = Int.random(in: lower...10, using: &random)
      let rooms = number.isMultiple(of: 5) ? nil : lower..<upper
      all.append(("\(number)", date(Double(lower))...date(Double(upper)), rooms))
    }
    for (name, period, rooms) in all {
      _ = Booking(name: name, period: period, rooms: rooms, in: bench.context)
    }
    for isSaved in [false, true] {
      if isSaved { try bench.context.save() }
      func count(_ condition: (Fields<Booking>) -> Condition<Booking>) throws -> Int {
        try bench.context.count(Booking.where(condition))
      }
      for value in 0...10 {
        let day = date(Double(value))
        #expect(
          try count { $0.period.contains(day) } == all.count { $0.period.contains(day) })
        #expect(
          try count { $0.rooms.contains(value) } == all.count { $0.rooms?.contains(value) == true })
        #expect(
          try count { $0.period.lowerBound < day } == all.count { $0.period.lowerBound < day })
        for other in value...11 {
          #expect(
            try count { $0.rooms.overlaps(value..<other) }
              == all.count { $0.rooms?.overlaps(value..<other) == true })
          let days = day...date(Double(other))
          #expect(
            try count { $0.period.overlaps(days) } == all.count { $0.period.overlaps(days) })
        }
      }
      #expect(try count { $0.rooms == nil } == 12)
      let bounds = try bench.context.fetch(
        Booking.sorted(by: \.period.upperBound, .descending).sorted(by: \.name)
          .select { ($0.period.upperBound, $0.rooms.lowerBound) })
      #expect(bounds.map(\.0) == all.map(\.period.upperBound).sorted(by: >))
    }
  }

  @Test func `a range that is none is answered by the default and reported`() throws {
    let bench = try Bench(Booking.self)
    _ = Booking(name: "A", period: date(1)...date(2), in: bench.context)
    try bench.context.save()
    try bench.run("UPDATE Booking SET period = '[2,1]', rooms = '[1]'")
    let context = bench.container.newContext()
    let booking = try #require(try context.first(Booking.all))
    #expect(booking.period == date(0)...date(0))
    #expect(booking.rooms == 0..<1)
    #expect(context.pendingErrors.map(\.property) == ["period", "rooms"])
  }

  @Test func `a range is asked whether it has the value of another property`() throws {
    let bench = try Bench(Shift.self)
    let shifts: [(Int, ClosedRange<Int>, Range<Int>?)] = [
      (3, 1...3, 1..<3), (3, 4...5, 3..<4), (1, 1...1, nil), (0, 1...9, 5..<5),
    ]
    for (hour, open, busy) in shifts {
      _ = Shift(hour: hour, open: open, busy: busy, in: bench.context)
    }
    for _ in 0..<2 {
      let open = try bench.context.fetch(Shift.where { $0.open.contains($0.hour) })
      #expect(open.map(\.hour) == shifts.filter { $0.1.contains($0.0) }.map(\.0))
      let busy = try bench.context.fetch(Shift.where { $0.busy.contains($0.hour) })
      #expect(busy.map(\.open) == shifts.filter { $0.2?.contains($0.0) ?? false }.map(\.1))
      try bench.context.save()
    }
  }

  @Test func `the committed value of a range is the one that was read`() throws {
    let bench = try Bench(Shift.self)
    let shift = Shift(hour: 1, open: 1...3, busy: nil, in: bench.context)
    #expect(shift.committedValue(\.open) == nil)
    try bench.context.save()
    shift.open = 2...4
    shift.busy = 1..<2
    #expect(shift.committedValue(\.open) == 1...3)
    #expect(shift.committedValue(\.busy) == nil)
    #expect(shift.committedValue(\.hour) == 1)
    try bench.context.save()
    #expect(shift.committedValue(\.busy) == 1..<2)
  }
}
