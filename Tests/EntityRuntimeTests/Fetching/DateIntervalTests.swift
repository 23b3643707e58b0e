import EntityGraph
import Foundation
import TestSupport
import Testing

@Entity private final class Loan: ManagedObject {
  var title: String
  var borrowed: Date
  var due: Date
  var returned: Date?
  var grace: Double = 0
}

/// The seconds between two dates, and dates so many seconds apart.
@Suite struct DateIntervalTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private static let day = 86_400.0

  private let bench: Bench
  private var context: ManagedObjectContext { bench.context }

  /// Loans of 1, 2, … days, of which each third is not returned.
  init() throws {
    bench = try Bench(Loan.self)
    for index in 0..<9 {
      let borrowed = Self.start.addingTimeInterval(Double(index) * 1000.25)
      _ = Loan(
        title: "\(index)", borrowed: borrowed, due: borrowed.addingTimeInterval(4 * Self.day),
        returned: index % 3 == 0 ? nil : borrowed.addingTimeInterval(Double(index) * Self.day),
        grace: Double(index % 2) * 2 * Self.day, in: bench.context)
    }
  }

  /// Expects of `request`, before the save and after it, the loans that `isWanted`.
  private func expect(_ request: FetchRequest<Loan>, _ isWanted: (Loan) -> Bool) throws {
    let wanted = try context.fetch(Loan.all).filter(isWanted).map(\.title).sorted()
    #expect(!wanted.isEmpty && wanted.count < 9)
    #expect(try context.fetch(request).map(\.title).sorted() == wanted)
    let data = try JSONEncoder().encode(request)
    let decoded = try JSONDecoder().decode(FetchRequest<Loan>.self, from: data)
    #expect(try context.fetch(decoded).map(\.title).sorted() == wanted)
  }

  @Test(arguments: [false, true])
  func conditionsKnowIntervals(isSaved: Bool) throws {
    if isSaved { try context.save() }
    let (day, moment) = (Self.day, Self.start.addingTimeInterval(4000))
    try expect(Loan.where { $0.returned.timeIntervalSince($0.borrowed) > 3 * day }) {
      ($0.returned ?? .distantPast).timeIntervalSince($0.borrowed) > 3 * day
    }
    try expect(Loan.where { $0.due.addingTimeInterval($0.grace) < $0.returned }) {
      $0.due.addingTimeInterval($0.grace) < $0.returned ?? .distantPast
    }
    try expect(Loan.where { $0.borrowed.addingTimeInterval(-1000) > moment }) {
      $0.borrowed.addingTimeInterval(-1000) > moment
    }
    try expect(Loan.where { $0.returned.addingTimeInterval(-6 * day) < $0.borrowed }) {
      ($0.returned ?? .distantFuture).addingTimeInterval(-6 * day) < $0.borrowed
    }
    try expect(Loan.where { moment.timeIntervalSince($0.borrowed) <= 999.25 }) {
      moment.timeIntervalSince($0.borrowed) <= 999.25
    }
    try expect(Loan.where { $0.borrowed.timeIntervalSince(moment) < 0 }) {
      $0.borrowed.timeIntervalSince(moment) < 0
    }
    try expect(Loan.where { moment.timeIntervalSince($0.returned) == nil }) { $0.returned == nil }
    try expect(Loan.where { $0.due.addingTimeInterval(day).part(.hour) == 21 }) {
      Calendar.gmt.component(.hour, from: $0.due) == 21
    }
  }

  @Test func datesLieInIntervals() throws {
    try context.save()
    let loans = try context.fetch(Loan.sorted(by: \.title))
    for days in [0, 2, 4.5] {
      let interval = DateInterval(start: loans[1].borrowed, duration: days * Self.day)
      for request in [
        Loan.where { $0.returned.in(interval) }, Loan.where { interval.contains($0.returned) },
      ] {
        #expect(
          try context.fetch(request.sorted(by: \.title))
            == loans.filter { $0.returned.map(interval.contains) ?? false })
        #expect(
          loans.filter { request.condition.isSatisfied(by: $0) }
            == loans.filter { $0.returned.map(interval.contains) ?? false })
      }
      #expect(
        try context.fetch(Loan.where { !interval.contains($0.borrowed) }.sorted(by: \.title))
          == loans.filter { !interval.contains($0.borrowed) })
    }
  }

  @Test func quartersAreThoseOfTheCalendar() throws {
    var random = SeededRandom(seed: 5)
    let zones = try ["GMT", "America/New_York", "Asia/Kolkata"].map {
      try #require(TimeZone(identifier: $0))
    }
    let loans = try context.fetch(Loan.sorted(by: \.title))
    for round in 0..<40 {
      for loan in loans {
        loan.due = Date(timeIntervalSince1970: .random(in: 0..<3_000_000_000, using: &random))
      }
      // The last moment of a quarter, and the first of the next.
      loans[0].due = Date(timeIntervalSince1970: 1_719_791_999)
      loans[1].due = Date(timeIntervalSince1970: 1_719_792_000)
      try context.save()
      let zone = zones[round % zones.count]
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let rows = try context.fetch(
        Loan.sorted(by: \.title).select {
          ($0.due.part(.quarter, in: zone), $0.due.start(of: .quarter, in: zone), $0.due.quarter)
        })
      for (loan, row) in zip(loans, rows) {
        #expect(row.0 == (calendar.component(.month, from: loan.due) - 1) / 3 + 1)
        #expect(
          row.1.formatted(.iso8601) == calendar.startOfQuarter(of: loan.due).formatted(.iso8601))
        if zone == .gmt { #expect(row.2 == row.0) }
      }
      let third = Loan.where { $0.due.part(.quarter, in: zone) == 3 }.sorted(by: \.title)
      #expect(
        try context.fetch(third)
          == loans.filter { (7...9).contains(calendar.component(.month, from: $0.due)) })
    }
  }

  @Test(arguments: [false, true])
  func intervalsAreSelectedSortedAndComputedWith(isSaved: Bool) throws {
    if isSaved { try context.save() }
    let loans = try context.fetch(Loan.sorted(by: \.borrowed))
    let request = Loan.sorted(by: \.borrowed)
    #expect(
      try context.fetch(request.select { $0.due.timeIntervalSince($0.borrowed) })
        == loans.map { $0.due.timeIntervalSince($0.borrowed) })
    #expect(
      try context.fetch(request.select { $0.returned.timeIntervalSince($0.borrowed) / 2 })
        == loans.map { loan in loan.returned.map { $0.timeIntervalSince(loan.borrowed) / 2 } })
    #expect(
      try context.fetch(
        request.select { ($0.due.addingTimeInterval(60), $0.returned.addingTimeInterval(-60)) }
      ).map { "\($0)" }
        == loans.map { "\(($0.due.addingTimeInterval(60), $0.returned?.addingTimeInterval(-60)))" })
    let average = try context.first(
      Loan.select { $0.returned.timeIntervalSince($0.borrowed).average })
    #expect(average == .some(4.5 * Self.day))
    #expect(
      try context.fetch(
        Loan.sorted(.descending, nils: .last) { $0.returned.timeIntervalSince($0.borrowed) }
      ).map(\.title).prefix(4) == ["8", "7", "5", "4"])
  }

  @Test func datesAreMovedInBulk() throws {
    try context.save()
    let before = try context.fetch(Loan.sorted(by: \.title)).map(\.due)
    try context.update(Loan.where { $0.grace == 0 }) {
      $0.due = $0.due.addingTimeInterval(3600)
    }
    let after = try bench.container.newContext().fetch(Loan.sorted(by: \.title))
    for (loan, former) in zip(after, before) {
      #expect(loan.due == (loan.grace == 0 ? former.addingTimeInterval(3600) : former))
    }
  }

  @Test func aRequestIsPrintedAsItIsWritten() {
    func text(_ request: FetchRequest<Loan>) -> String { request.debugDescription }
    #expect(
      text(Loan.where { $0.due.addingTimeInterval(60) < $0.returned })
        == "Loan.where { $0.due.addingTimeInterval(60.0) < $0.returned }")
    #expect(
      text(Loan.where { $0.returned.timeIntervalSince($0.borrowed) > 60 })
        == "Loan.where { $0.returned.timeIntervalSince($0.borrowed) > 60.0 }")
    #expect(
      text(Loan.where { $0.due.timeIntervalSince(Self.start) > 60 })
        == "Loan.where { $0.due.timeIntervalSince("
        + "Date(timeIntervalSinceReferenceDate: 700000000.0)) > 60.0 }")
  }
}

extension Calendar {
  fileprivate func startOfQuarter(of date: Date) -> Date {
    var parts = dateComponents([.year, .month], from: date)
    parts.month = parts.month.map { ($0 - 1) / 3 * 3 + 1 }
    return self.date(from: parts) ?? .distantPast
  }

  fileprivate static var gmt: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
