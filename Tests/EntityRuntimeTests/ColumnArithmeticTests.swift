import EntityGraph
import Foundation
import Testing

/// Columns are computed with as the values of a condition are.
@Suite struct ColumnArithmeticTests {
  private let bench: Bench
  private var context: ManagedObjectContext { bench.context }

  init() throws {
    bench = try bookshop()
    let ursula = Author(email: "u", name: "Ursula", in: bench.context)
    _ = Book(title: "A", pages: 100, author: ursula, in: bench.context)
    _ = Book(title: "B", genre: .science, pages: 207, author: ursula, in: bench.context)
    _ = Book(title: "C", pages: 300, in: bench.context)
    try bench.context.save()
  }

  @Test func anOperatorOfColumnsIsThatOfTheirValues() {
    func agree<A, B>(_ short: ResultRequest<Book, A>, _ long: ResultRequest<Book, B>) {
      #expect("\(short)" == "\(long)")
    }
    agree(Book.select { $0.pages + 1 }, Book.select { $0.value { $0.pages + 1 } })
    agree(Book.select { 1 + $0.pages }, Book.select { $0.value { 1 + $0.pages } })
    agree(Book.select { $0.pages - $0.pages }, Book.select { $0.value { $0.pages - $0.pages } })
    agree(Book.select { 1 - $0.pages * 2 }, Book.select { $0.value { 1 - $0.pages * 2 } })
    agree(Book.select { $0.pages / 7 }, Book.select { $0.value { $0.pages / 7 } })
    agree(Book.select { 7 / $0.pages }, Book.select { $0.value { 7 / $0.pages } })
    agree(Book.select { $0.pages % 7 }, Book.select { $0.value { $0.pages % 7 } })
    agree(Book.select { -$0.pages }, Book.select { $0.value { -$0.pages } })
    agree(Book.select { $0.pages.magnitude }, Book.select { $0.value { $0.pages.magnitude } })
    agree(Book.select { $0.title + "!" }, Book.select { $0.value { $0.title + "!" } })
    let names = Author.select { $0.name + " " + $0.email + "!" }
    #expect("\(names)" == "\(Author.select { $0.value { $0.name + " " + $0.email + "!" } })")
    #expect("\(Film.select { !$0.isOpen })" == "\(Film.select { $0.value { !$0.isOpen } })")
    agree(
      Book.select { ($0.pages - 100).sum }, Book.select { $0.value { $0.pages - 100 }.sum })
  }

  @Test func whatIsComputedOfNilIsNil() throws {
    func agree<A>(_ short: ResultRequest<Film, A>, _ long: ResultRequest<Film, A>) {
      #expect("\(short)" == "\(long)")
    }
    agree(
      Film.select { $0.minutes + $0.seats }, Film.select { $0.value { $0.minutes + $0.seats } })
    agree(
      Film.select { $0.seats - $0.minutes }, Film.select { $0.value { $0.seats - $0.minutes } })
    agree(
      Film.select { $0.minutes * $0.seats }, Film.select { $0.value { $0.minutes * $0.seats } })
    agree(
      Film.select { $0.seats / $0.minutes }, Film.select { $0.value { $0.seats / $0.minutes } })
    agree(
      Film.select { $0.minutes % $0.seats }, Film.select { $0.value { $0.minutes % $0.seats } })
    agree(
      Film.select { $0.subtitle + $0.title }, Film.select { $0.value { $0.subtitle + $0.title } })
    let cinema = try Cinema()
    let rows = try cinema.bench.context.fetch(
      Film.sorted(by: \.code).select { film in
        let both = film.seats + film.minutes
        (film.minutes - film.seats, both * 2)
      })
    #expect(rows.map(\.0) == cinema.films.map { film in film.seats.map { film.minutes - $0 } })
    #expect(
      rows.map(\.1) == cinema.films.map { film in film.seats.map { ($0 + film.minutes) * 2 } })
  }

  @Test(arguments: [false, true])
  func rowsHaveWhatIsComputed(isChanged: Bool) throws {
    if isChanged { try context.only(Book.where { $0.title == "C" }).pages = 301 }
    let last = isChanged ? 301 : 300
    let rows = try context.fetch(
      Book.sorted(by: \.title).select {
        ($0.title + " by " + ($0.author.name ?? "?"), $0.pages * 2)
      })
    #expect(rows.map(\.0) == ["A by Ursula", "B by Ursula", "C by ?"])
    #expect(rows.map(\.1) == [200, 414, 2 * last])
    // What lies behind a to-one may be nil, and so is what is computed of it.
    #expect(
      try context.fetch(Book.sorted(by: \.title).select { $0.author.name + "!" })
        == ["Ursula!", "Ursula!", nil])
    #expect(try context.first(Book.select { ($0.pages - 100).sum }) == 107 + last - 100)
    let sums = try context.fetch(
      Book.group { $0.pages / 200 }.having { ($0.pages - 100).sum > 0 }.select {
        ($0.pages / 200, ($0.pages % 100).maximum, $0.count)
      })
    #expect(sums.map { "\($0.0) \($0.1 ?? -1) \($0.2)" } == ["1 7 2"])
    #expect(
      try context.fetch(Author.select { $0.books.count * 10 + 1 }) == [21])
  }

  @Test func numbersOfAllTypesAreComputed() throws {
    let bench = try Bench(Sample.self)
    let context = bench.context
    _ = Sample(real: 2.5, decimal: 1.1, span: .seconds(3), in: context)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let row = try #require(
        try context.first(
          Sample.select {
            ($0.real * 2, ($0.real / 2).rounded(), ($0.real / 2).rounded(.up), $0.decimal + 1)
          }))
      #expect(row == (5, 1, 2, Decimal(string: "2.1")))
      #expect(
        try context.first(Sample.select { ($0.span + $0.span, $0.weight * 2, 2 - $0.weight) })
          .map { "\($0)" } == "(6.0 seconds, nil, nil)")
      #expect(
        try context.first(Sample.select { (($0.weight ?? 3) * $0.real, -$0.weight, 1 + $0.weight) })
          .map { "\($0)" } == "(7.5, nil, nil)")
    }
  }

  @Test func numbersBecomeThoseOfAnotherType() throws {
    let bench = try Bench(Sample.self)
    let context = bench.context
    _ = Sample(real: 2.5, decimal: 1.5, span: .seconds(3), level: -3, in: context)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let row = try #require(
        try context.first(
          Sample.select {
            ($0.decimal * $0.level.decimal, $0.real * $0.level.double, $0.real.int, $0.decimal.int)
          }))
      #expect(row == (-4.5, -7.5, 2, 1))
      #expect(try context.first(Sample.select { ($0.decimal * $0.level.decimal).sum }) == -4.5)
      let others = try #require(
        try context.first(
          Sample.select { ($0.decimal.double, $0.real.decimal, $0.weight.int, abs($0.level)) }))
      #expect(others == (1.5, 2.5, nil, 3))
      #expect(try context.count(Sample.where { max(0, $0.level - 5) == 0 }) == 1)
      #expect(try context.count(Sample.where { min(0, $0.level) == 0 }) == 0)
    }
    try context.update(Sample.all) { $0.level = max(0, $0.level - 5) }
    #expect(try bench.container.newContext().only(Sample.all).level == 0)
  }

  @Test func whatComesOutWithoutAValueIsAnErrorUnlessItMayBeNil() throws {
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Book.select { $0.pages / ($0.pages - 100) })
    }
    #expect(error?.code == .unreadableValue)
  }
}

@Entity private final class Sample: ManagedObject {
  var real: Double
  var decimal: Decimal
  var span: Duration
  var level: Int = 0
  var weight: Double?
}
