import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime
@testable import EntitySQLite

/// Statements by hand write rows as a save does.
@Suite struct ExecuteTests {
  @Test func eachStatementThatChangesRowsDoesWhatItSays() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let film = cinema.films[0]
    #expect(
      try context.execute(
        """
        UPDATE \(Film.self) SET \(\Film.minutes) = \(\Film.minutes) + \(1)
        WHERE \(\Film.rating) = \(Rating.adult)
        """) == 2)
    #expect(film.minutes == 118)
    #expect(film.__version == cinema.bench.container.store.firstVersion + 1)
    #expect(
      try context.execute("UPDATE Film SET director = \(cinema.directors[1]) WHERE code = 'A'") == 1
    )
    #expect(film.director === cinema.directors[1])
    #expect(cinema.directors[1].films.codes.sorted() == ["A", "D"])
    #expect(cinema.directors[0].films.codes == "B")
    #expect(try context.execute("DELETE FROM Film WHERE code = \("B")") == 1)
    #expect(cinema.films[1].isDeleted)
    #expect(cinema.directors[0].films.isEmpty)
    #expect(
      try context.execute(
        "INSERT INTO Director (name, nickname) VALUES ('Agnès', NULL), (\("Wim"), \("W"))") == 2)
    #expect(
      try context.fetch(Director.sorted(by: \.name)).map(\.name)
        == ["Agnès", "Bong", "Ursula", "Wim", "Ändré"])
    #expect(
      try context.execute(
        """
        WITH long AS (SELECT _id FROM Film WHERE minutes > 100)
        UPDATE Film SET subtitle = 'long', score = 4 WHERE _id IN long
        """) == 2)
    #expect(film.subtitle == "long")
    // A whole number is the real that it is.
    #expect(film.score == 4)
    #expect(try context.execute("UPDATE Film SET subtitle = 'long' WHERE code = 'A'") == 0)
    #expect(try context.execute("UPDATE Film SET minutes = 1 WHERE FALSE") == 0)
    #expect(
      try context.execute("INSERT INTO Studio (name) SELECT name || '!' FROM Studio") == 2)
    expectSound(context)
  }

  @Test func linksComeAndGo() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (film, art) = (cinema.films[1], cinema.tags[2])
    #expect(film.tags.count == 1)
    #expect(
      try context.execute(
        """
        INSERT INTO \(links: \Film.tags) (\(owner: \Film.tags), \(member: \Film.tags))
        VALUES (\(film), \(art))
        """) == 1)
    #expect(film.tags == [cinema.tags[0], art])
    #expect(art.films.contains(film))
    #expect(
      try context.execute(
        "DELETE FROM \(links: \Theme.films) WHERE \(owner: \Theme.films) = \(art)")
        == 3)
    #expect(art.films.isEmpty)
    #expect(
      try context.execute(
        """
        UPDATE \(links: \Film.tags) SET \(member: \Film.tags) = \(art)
        WHERE \(owner: \Film.tags) = \(film)
        """) == 1)
    #expect(film.tags == [art])
    #expect(
      try context.sql(
        "SELECT count(*) FROM \(links: \Film.tags) WHERE \(owner: \Film.tags) = \(film)",
        as: Int.self) == [1])
    expectSound(context)
    #expect(
      failure { try context.execute("DELETE FROM \(links: \Studio.films)") } == """
        'Studio.films' is used as a relationship that is to-many at both ends, which it is not; no \
        other has a table of links [invalidRequest]
        """)
    #expect(
      failure {
        try context.execute(
          """
          INSERT INTO \(links: \Film.tags) (\(owner: \Film.tags), \(member: \Film.tags))
          VALUES (\(film), 99)
          """)
      } == """
        'Film.tags' cannot refer to Theme-99, since there is no such object of 'Theme'
        """)
  }

  @Test func aRowIsReplacedOrChangedWhereThereIsOne() throws {
    let vaults = try Vaults()
    let context = vaults.context
    let first = vaults.accounts[0]
    let count = try context.execute(
      """
      INSERT INTO Deposit
        (login, passwordHash, small, great, share, ratio, balance, isActive, labels)
      VALUES ('a', '', 1, 2, 3, 4, 5, TRUE, '[]'), ('d', '', 1, 2, 3, 4, 5.50, FALSE, '["x"]')
      ON CONFLICT (login) DO UPDATE SET small = excluded.small, balance = excluded.balance
      """)
    #expect(count == 2)
    #expect(first.small == 1)
    #expect(first.great == .max)
    #expect(first.balance == 5)
    let fourth = try context.only(Deposit.where { $0.login == "d" })
    #expect(fourth.balance == 5.5)
    #expect(fourth.labels == ["x"])
    #expect(fourth.__version == vaults.bench.container.store.firstVersion)
    // What replaces an object by a unique value is another object.
    #expect(
      try context.execute(
        """
        REPLACE INTO Deposit
          (login, passwordHash, small, great, share, ratio, balance, isActive, labels)
        VALUES ('d', '', 7, 2, 3, 4, 5, TRUE, '[]')
        """) == 2)
    #expect(fourth.isDeleted)
    #expect(try context.only(Deposit.where { $0.login == "d" }).small == 7)
    // What replaces it by its number is the object itself.
    #expect(
      try context.execute(
        """
        REPLACE INTO Deposit
          (_id, login, passwordHash, small, great, share, ratio, balance, isActive, labels)
        SELECT _id, login, passwordHash, 9, great, share, ratio, balance, isActive, labels
        FROM Deposit WHERE login = 'a'
        """) == 1)
    #expect(first.small == 9)
    #expect(first.vault == nil)
    expectSound(context)
  }

  @Test func newObjectsHaveNumbersThatNoneHasHad() throws {
    let bench = try Bench(Film.self, Director.self, Studio.self, Theme.self)
    let context = bench.context
    for name in ["a", "b", "c"] { _ = Theme(name: name, in: context) }
    try context.save()
    try context.execute("DELETE FROM Theme WHERE name = 'c'")
    try context.execute("INSERT INTO Theme (name) VALUES ('d'), ('e')")
    #expect(try context.sql("SELECT _id FROM Theme ORDER BY _id", as: Int.self) == [1, 2, 4, 5])
    let next = Theme(name: "f", in: context)
    try context.save()
    #expect(next.objectID.description == "Theme-6")
    for id in ["7", "70", "-1", "3", "9223372036854775807"] {
      let number = Int64(id) ?? 0
      if number == 7 { continue }
      #expect(
        failure { try context.execute("INSERT INTO Theme (_id, name) VALUES (\(number), 'x')") }
          == """
          the numbers of new objects are given by the store; leave '_id' of 'Theme' out \
          [invalidRequest]
          """)
    }
    #expect(try context.count(Theme.all) == 5)
  }

  @Test func aVersionIsThatOfANewObjectOrRefused() throws {
    let cinema = try Cinema()
    for version in [1, 77, -1] {
      #expect(
        failure {
          try cinema.context.execute(
            "INSERT INTO Theme (name, _version) VALUES ('y', 2), ('x', \(version))")
        } == """
          the version of a new object is given by the store; leave '_version' of 'Theme' out \
          [invalidRequest]
          """)
    }
    #expect(
      try cinema.context.execute("INSERT INTO Theme (name, _version) VALUES ('x', 2)") == 1)
    #expect(
      try cinema.context.sql("SELECT _version FROM Theme WHERE name = 'x'", as: Int.self) == [2])
    #expect(try cinema.context.count(Theme.all) == 4)
  }

  @Test func uniqueValuesAreExchanged() async throws {
    let vaults = try Vaults()
    let context = vaults.context
    let (first, second, third) = (vaults.accounts[0], vaults.accounts[1], vaults.accounts[2])
    let swap: HandwrittenSQL = """
      UPDATE Deposit SET login = CASE login WHEN 'a' THEN 'b' ELSE 'a' END WHERE login IN ('a', 'b')
      """
    #expect(try context.execute(swap) == 2)
    #expect([first, second, third].map(\.login) == ["b", "a", "C"])
    // Each takes what the next one gives up.
    #expect(
      try context.execute(
        """
        WITH old AS MATERIALIZED (SELECT _id AS number, login AS name FROM Deposit)
        UPDATE Deposit SET login = coalesce(
          (SELECT name FROM old WHERE number > _id ORDER BY number LIMIT 1),
          (SELECT name FROM old ORDER BY number LIMIT 1)), small = small + 1
        """) == 3)
    #expect([first, second, third].map(\.login) == ["a", "C", "b"])
    #expect(first.small == 6)
    expectSound(context)
    // The index is there again, and holds as ever.
    let error = #expect(throws: StoreError.self) {
      try context.execute("UPDATE Deposit SET login = CASE login WHEN 'a' THEN 'b' ELSE 'z' END")
    }
    #expect(error?.code == .uniqueViolation)
    #expect(error?.properties == ["login"])
    #expect([first, second, third].map(\.login) == ["a", "C", "b"])
    // In a transaction, with what it has written before.
    try await vaults.bench.container.write { context in
      _ = Deposit(login: "d", in: context)
      try context.save()
      #expect(
        try context.execute(
          "UPDATE Deposit SET login = CASE login WHEN 'd' THEN 'a' WHEN 'a' THEN 'd' ELSE login END"
        ) == 2)
      try context.execute("INSERT INTO Vault (name, code) VALUES ('South', '')")
    }
    #expect(
      try context.sql("SELECT login FROM Deposit ORDER BY _id", as: String.self)
        == ["d", "C", "b", "a"])
    #expect(try vaults.bench.container.checkIntegrity().problems.isEmpty)
    #expect(throws: StoreError.self) { try context.execute(swap, unseen: true) }
    let indexed = #expect(throws: StoreError.self) {
      try context.execute(
        """
        UPDATE Deposit INDEXED BY "_index.Deposit.login"
        SET login = CASE login WHEN 'a' THEN 'b' ELSE 'a' END WHERE login IN ('a', 'b')
        """)
    }
    #expect(indexed?.code == .uniqueViolation)
    #expect(
      try context.sql("SELECT login FROM Deposit ORDER BY _id", as: String.self)
        == ["d", "C", "b", "a"])
  }

  @Test func wordsAreFoundAsTheRowsAre() throws {
    let bench = try Papers.bench()
    let context = bench.context
    try context.execute(
      """
      INSERT INTO Paper (_entity, title, pages)
      VALUES ('Paper', 'left hand', 1), ('Paper', 'b', 2)
      """
    )
    func found(_ text: String) throws -> [String] {
      try context.fetch(Paper.search(text)).map(\.title)
    }
    #expect(try found("hand") == ["left hand"])
    try context.execute("UPDATE Paper SET title = 'right foot' WHERE pages = 1")
    #expect(try found("hand").isEmpty)
    #expect(try found("foot") == ["right foot"])
    try context.execute(
      """
      REPLACE INTO Paper (_id, _entity, title, pages) SELECT _id, _entity, 'left ear', pages
      FROM Paper WHERE pages = 1
      """)
    #expect(try found("foot").isEmpty)
    try context.execute(
      """
      REPLACE INTO Paper (_id, _entity, title, pages) SELECT _id, _entity, 'left eye', pages
      FROM Paper WHERE pages = 1
      """, unseen: true)
    #expect(try found("ear").isEmpty)
    #expect(
      try context.sql("SELECT title FROM Paper WHERE pages = 1", as: String.self) == ["left eye"])
    try context.execute("DELETE FROM Paper WHERE pages = 2")
    #expect(try bench.container.checkIntegrity().problems.isEmpty)
  }

  @Test func inWriteItIsAPartOfTheTransaction() async throws {
    let cinema = try Cinema()
    let container = cinema.bench.container
    try await container.write { context in
      let film = try context.only(Film.where { $0.code == "A" })
      film.minutes = 1
      let theme = Theme(name: "new", in: context)
      try context.execute("UPDATE Film SET minutes = minutes + 1 WHERE minutes = 1")
      #expect(film.minutes == 2)
      try context.execute(
        """
        INSERT INTO \(links: \Film.tags) (\(owner: \Film.tags), \(member: \Film.tags))
        VALUES (\(film), \(theme))
        """)
      #expect(film.tags.contains(theme))
      // A statement that fails is undone alone.
      #expect(throws: StoreError.self) {
        try context.execute("UPDATE OR FAIL Film SET title = 'x', minutes = 'y'")
      }
      #expect(throws: PropertyError.self) { try context.execute("UPDATE Film SET studio = 99") }
      #expect(film.minutes == 2)
      try context.execute("UPDATE Film SET seats = 5 WHERE code = 'A'")
      film.title = "after"
    }
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await container.write { context in
        try context.execute("UPDATE Film SET minutes = 9")
        try context.execute("DELETE FROM Film WHERE code <> 'A'")
        throw Stop()
      }
    }
    let films = try await container.read { context in
      try context.fetch(Film.all).map { "\($0.title) \($0.minutes) \($0.seats ?? 0)" }
    }
    #expect(films[0] == "after 2 5")
    #expect(
      films[1...].map { $0.split(separator: " ").dropLast().last } == ["137", "143", "60", "60"])
  }

  @Test func otherContextsAndListenersFollow() async throws {
    let cinema = try Cinema()
    let container = cinema.bench.container
    let other = container.newContext()
    let theirs = try other.only(Film.where { $0.code == "A" })
    var updates = container.updates(of: Film.where { $0.minutes == 5 }.select { $0.code })
      .makeAsyncIterator()
    #expect(try await updates.next() == [])
    var commits = container.commits.makeAsyncIterator()
    try cinema.context.execute("UPDATE Film SET minutes = 5 WHERE code = 'A'")
    theirs.minutes = 7
    let error = #expect(throws: ConflictError.self) { try other.save() }
    #expect(error?.conflicts.count == 1)
    #expect(try await updates.next() == ["A"])
    let commit = await commits.next()
    #expect(commit?.updated.map(\.objectID) == [cinema.films[0].objectID])
    #expect(commit?.updated.map(\.properties) == [["minutes"]])
  }

  @Test func itEndsWithItsBudgetAndItsTask() async throws {
    let cinema = try Cinema()
    let endless: HandwrittenSQL = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      INSERT INTO Theme (name) SELECT max(i) FROM n
      """
    cinema.context.budget = FetchBudget(time: .milliseconds(20))
    let late = #expect(throws: StoreError.self) { try cinema.context.execute(endless) }
    #expect(late?.code == .timeBudgetExceeded)
    #expect(try cinema.context.count(Theme.all) == 3)
    let container = cinema.bench.container
    let task = Task {
      try await container.write { context in _ = try context.execute(endless) }
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try cinema.context.execute("DELETE FROM \(links: \Film.tags)") == 7)
  }

  @Test func columnsMayBeInAnotherOrderThanTheModels() throws {
    let bench = try Bench(Film.self, Director.self, Studio.self, Theme.self)
    try bench.run(
      """
      DROP TABLE Theme;
      CREATE TABLE Theme (name TEXT NOT NULL, _version INTEGER NOT NULL, _id INTEGER PRIMARY KEY)
      """)
    let context = bench.context
    #expect(
      failure { try context.execute("INSERT INTO Theme (name) VALUES ('x')") }?.hasPrefix(
        "the table 'Theme' was made by an earlier version of the library; write '_version' too, as "
          + "2 [notNullViolation") == true)
    #expect(try context.execute("INSERT INTO Theme (name, _version) VALUES ('x', 2)") == 1)
    #expect(try context.execute("UPDATE Theme SET name = name || 'y'") == 1)
    #expect(try context.fetch(Theme.all).map(\.name) == ["xy"])
    #expect(try context.execute("DELETE FROM Theme") == 1)
  }

  @Test func aStoreWithoutSQLSaysSo() throws {
    let context = try StoreKind.dictionaries.container(
      Film.self, Director.self, Studio.self, Theme.self
    ).newContext()
    for unseen in [false, true] {
      #expect(
        failure { try context.execute("DELETE FROM Film", unseen: unseen) }
          == "the store has no SQL; make a request of it [invalidRequest]")
    }
  }

  @Test func manyRowsAreChangedByFewStatements() throws {
    let bench = try Bench(Film.self, Director.self, Studio.self, Theme.self)
    try bench.context.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO Theme (name) SELECT i FROM n
      """)
    var count = 0
    let statements = try bench.sql {
      count = try bench.context.execute("UPDATE Theme SET name = name || '!'")
    }
    #expect(count == 2000)
    #expect(statements.count < 12)
    #expect(try bench.context.execute("DELETE FROM Theme") == 2000)
  }
}
