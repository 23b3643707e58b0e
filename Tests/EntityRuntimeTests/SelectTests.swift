import EntityGraph
import Testing

/// Rows can be compared, iterated and destructured in the expression that fetches them.
@Suite struct SelectTests {
  private let bench: Bench
  private var context: ManagedObjectContext { bench.context }

  /// A bookshop of three books, of which two are Ursula's.
  init() throws {
    bench = try bookshop()
    let ursula = Author(email: "u", name: "Ursula", in: bench.context)
    _ = Book(title: "A", pages: 100, author: ursula, in: bench.context)
    _ = Book(title: "B", genre: .science, pages: 200, author: ursula, in: bench.context)
    _ = Book(title: "C", pages: 300, in: bench.context)
    try bench.context.save()
  }

  @Test func aRowOfOneColumnIsTheValue() throws {
    #expect(try context.first(Book.select { $0.count }) == 3)
    #expect(try Set(context.fetch(Book.select { $0.title })) == ["A", "B", "C"])
    #expect(try context.fetch(Book.select { $0.pages }).reduce(0, +) == 600)
    #expect(try context.fetch(Book.all.select { $0.author.name }) == ["Ursula", "Ursula", nil])
  }

  @Test func aRowOfTwoColumnsIsAPair() throws {
    let request = Book.sorted(by: \.title).select { ($0.title, $0.pages) }
    #expect(try context.fetch(request).map { $0.0 } == ["A", "B", "C"])
    #expect(try context.fetch(Book.select { ($0.title, $0.pages) }).first?.1 == 100)
    var text = ""
    for (title, pages) in try context.fetch(request) { text += "\(title)\(pages) " }
    #expect(text == "A100 B200 C300 ")
    let row = try #require(try context.first(request))
    #expect(row == ("A", 100))
    let pages = try Dictionary(uniqueKeysWithValues: context.fetch(request))
    #expect(pages == ["A": 100, "B": 200, "C": 300])
  }

  @Test func rowsOfGroupsAreSoToo() throws {
    let groups = Book.group(by: \.genre)
    #expect(try context.fetch(groups.select { $0.count }) == [2, 1])
    #expect(try context.fetch(groups.select { ($0.genre, $0.count) }).first?.1 == 2)
    var text = ""
    for (genre, count, pages) in try context.fetch(
      groups.select { ($0.genre, $0.count, $0.pages.sum) })
    {
      text += "\(genre) \(count) \(pages) "
    }
    #expect(text == "fiction 2 400 science 1 200 ")
  }

  @Test func aConditionIsAColumnAndAKey() throws {
    for isChanged in [false, true] {
      if isChanged { try context.only(Book.where { $0.title == "C" }).pages += 1 }
      #expect(
        try context.fetch(
          Book.sorted(by: \.title).select { ($0.title, $0.value { $0.pages > 150 }) }
        ).map(\.1) == [false, true, true])
      let groups = Book.group { $0.value { $0.pages > 150 } }
      let counts = try context.fetch(groups.select { ($0.value { $0.pages > 150 }, $0.count) })
      #expect(counts.map { "\($0.0) \($0.1)" } == ["false 1", "true 2"])
    }
  }

  @Test func whatIsComputedOfTheMembersOfAToOneIsAColumn() throws {
    for isChanged in [false, true] {
      if isChanged { try context.only(Book.where { $0.title == "B" }).pages += 1 }
      let rows = try context.fetch(
        Book.sorted(by: \.title).select {
          ($0.author.books.count, $0.author.books.max(\.pages), $0.author.books.sum(\.pages))
        })
      #expect(rows.map(\.0) == [2, 2, 0])
      #expect(rows.map(\.1) == [isChanged ? 201 : 200, isChanged ? 201 : 200, nil])
      #expect(rows.map(\.2) == [isChanged ? 301 : 300, isChanged ? 301 : 300, 0])
      let groups = Book.group { $0.author.books.count }.select { ($0.author.books.count, $0.count) }
      #expect(try context.fetch(groups).map { "\($0.0) \($0.1)" } == ["0 1", "2 2"])
    }
  }

  @Test func whetherMembersSatisfyAConditionIsAColumn() throws {
    _ = Author(email: "b", name: "Bong", in: context)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let rows = try context.fetch(
        Author.sorted(by: \.name).select {
          (
            $0.books.isEmpty, $0.books.any { $0.pages > 150 }, $0.books.all { $0.pages > 150 },
            $0.books.count { $0.pages > 150 }, $0.books.filter { $0.pages > 150 }.isEmpty
          )
        })
      #expect(
        rows.map { "\($0)" } == [
          "(true, false, true, 0, true)", "(false, true, false, 1, false)",
        ])
    }
  }

  @Test func aRowHasAnyNumberOfColumns() throws {
    let twelve = Book.where { $0.title == "B" }.select {
      (
        $0.title, $0.genre, $0.pages, $0.author.name, $0.author.email, $0.author.born,
        $0.author, $0.author.profile.text, $0.value { $0.pages * 2 }, $0.objectID,
        $0.title, $0.value { $0.pages > 100 }
      )
    }
    for (title, _, pages, name, _, born, author, _, doubled, _, again, isLong) in try context.fetch(
      twelve)
    {
      #expect(title == "B")
      #expect(pages == 200)
      #expect(name == "Ursula")
      #expect(born == nil)
      #expect(author?.name == "Ursula")
      #expect(doubled == 400)
      #expect(again == "B")
      #expect(isLong)
    }
    #expect(try context.fetch(twelve).map { "\($0.8) \($0.10) \($0.11)" } == ["400 B true"])
    let eight = try #require(
      try context.first(
        Book.where { $0.title == "B" }.select {
          (
            $0.title, $0.genre, $0.pages, $0.author.name, $0.author.email, $0.author.born,
            $0.author, $0.author.profile.text
          )
        }))
    #expect(eight.0 == "B")
    #expect(eight.1 == .science)
    #expect(eight.2 == 200)
    #expect(eight.3 == "Ursula")
    #expect(eight.4 == "u")
    #expect(eight.5 == nil)
    #expect(eight.6?.name == "Ursula")
    #expect(eight.7 == nil)
    let totals = try #require(
      try context.first(
        Book.select {
          (
            $0.count, $0.pages.sum, $0.pages.average, $0.pages.minimum, $0.pages.maximum,
            $0.title.distinctCount, $0.author.count
          )
        }))
    #expect(totals.1 == 600)
    #expect(totals.6 == 2)
  }
}
