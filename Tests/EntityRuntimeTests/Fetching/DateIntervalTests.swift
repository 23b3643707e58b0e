import EntityGraph
import Foundation
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
  fileprivate static var gmt: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
