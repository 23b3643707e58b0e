import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// An object is not taken for one of another class that has its number.
@Suite struct ObjectPlaceTests {
  private static let director = """
    'Film.director' refers to objects of 'Director', and the statement has one of 'Theme' there; \
    interpolate an object of that class [invalidRequest]
    """

  @Test func anObjectOfAnotherClassThanTheRelationshipsIsRefused() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (theme, director, studio) = (cinema.tags[0], cinema.directors[0], cinema.studios[0])
    let id: ObjectID = theme.objectID
    let optional: Theme? = theme
    let statements: [HandwrittenSQL] = [
      "UPDATE Film SET director = \(theme)",
      "UPDATE Film SET director=\(id) WHERE code = 'A'",
      "UPDATE Film SET director = \(optional)",
      "UPDATE Film SET minutes = 1, \"Director\" = /* who */ \(theme) -- none",
      "UPDATE Film SET title = ')(''', [director] = \(theme), minutes = 2",
      "UPDATE Film /**/ SET /*/ minutes = 1, /*/ director = \(theme) /*",
      "UPDATE Film SET title = (SELECT name FROM Theme WHERE _id = \(theme)), director = \(theme)",
      "UPDATE Film AS \"set\" SET \"from\" = 1, \"director\" = \(theme) WHERE TRUE",
      "UPDATE \(Film.self) SET \(\Film.director) = \(theme)",
      "UPDATE Film SET minutes = 1 WHERE \(\Film.director) = \(theme)",
      "UPDATE Film AS f SET minutes = 1 WHERE f.\(\Film.director) IS NOT \(theme)",
      "DELETE FROM Film WHERE \(theme) = \(\Film.director)",
      "DELETE FROM Film WHERE \(theme) IS NOT Film.\(\Film.director)",
      "DELETE FROM Film WHERE \(\Film.director) IN \([theme])",
      "DELETE FROM Film WHERE \(\Film.director) NOT IN (\([director.objectID, id]))",
      """
      INSERT INTO Film (code, title, minutes, isOpen, rating, studio, director)
      VALUES ('x', '', 0, 0, 0, \(studio), NULL), ('y', '', 0, 0, 0, \(studio), \(theme))
      """,
      """
      INSERT OR IGNORE INTO \(Film.self) (director, code, title, minutes, isOpen, rating, studio)
      SELECT \(theme), code || '2', title, max(minutes, 2), isOpen, rating, studio FROM Film
      """,
      """
      REPLACE INTO "Film" (\(\Film.director), \(\Film.code)) VALUES(\(theme), 'x')
      """,
      """
      INSERT INTO Film (code) VALUES ('A') ON CONFLICT DO UPDATE SET code = 'x', director = \(theme)
      """,
    ]
    for statement in statements {
      for unseen in [false, true] {
        let message = failure { try context.execute(statement, unseen: unseen) }
        #expect(message == Self.director, "\(statement.statement)")
      }
    }
    #expect(
      failure {
        _ = try context.sql(
          "SELECT 1 FROM Film AS f WHERE f.\(\Film.director) == \(theme)", as: Int.self)
      } == Self.director)
    expectSound(context)
  }

  @Test func anObjectOfAnotherClassThanALinksIsRefused() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (film, theme) = (cinema.films[2], cinema.tags[0])
    let refused = """
      'Film.tags' refers to objects of 'Theme', and the statement has one of 'Film' there; \
      interpolate an object of that class [invalidRequest]
      """
    #expect(
      failure {
        try context.execute(
          """
          INSERT INTO \(links: \Film.tags) (\(owner: \Film.tags), \(member: \Film.tags))
          VALUES (\(film), \(film))
          """)
      } == refused)
    #expect(
      failure {
        try context.execute(
          "DELETE FROM \(links: \Film.tags) WHERE \(member: \Film.tags) = \(film)")
      } == refused)
    #expect(
      failure {
        try context.execute(
          "DELETE FROM \(links: \Theme.films) WHERE \(owner: \Theme.films) = \(film)")
      } == """
        'Theme.films' refers to objects of 'Theme', and the statement has one of 'Film' there; \
        interpolate an object of that class [invalidRequest]
        """)
    #expect(
      try context.execute(
        """
        INSERT INTO \(links: \Theme.films) (\(owner: \Theme.films), \(member: \Theme.films))
        VALUES (\(theme), \(film))
        """) == 1)
    #expect(film.tags == [theme])
  }

  @Test func objectsInTheirPlacesAreAccepted() throws {
    let cinema = try Cinema()
    let context = cinema.context
    let (film, theme, director) = (cinema.films[2], cinema.tags[1], cinema.directors[1])
    #expect(try context.execute("UPDATE Film SET director = \(director) WHERE _id = \(film)") == 1)
    #expect(
      try context.execute("UPDATE Film SET minutes = 9 WHERE \(director) = \(\Film.director)") == 2)
    // A number is a number for an attribute, and where it is compared with what is computed.
    #expect(try context.execute("UPDATE Film SET minutes = \(theme) WHERE code = 'A'") == 1)
    #expect(
      try context.sql(
        """
        SELECT code FROM Film WHERE \(theme) IN (SELECT \(member: \Film.tags)
        FROM \(links: \Film.tags) WHERE \(owner: \Film.tags) = Film._id) AND minutes <> \(director)
        ORDER BY code
        """, as: String.self) == ["E"])
    expectSound(context)
  }

  @Test func aNumberOfAnObjectOfASiblingClassIsRefused() throws {
    let bench = try Bench(Thing.self, Gadget.self, Box.self, Tag.self, Maker.self)
    let context = bench.context
    let thing = Thing(code: 1, in: context)
    try context.save()
    let number = thing.objectID.rowID
    let statements: [HandwrittenSQL] = [
      "UPDATE Thing SET whole = \(thing)", "UPDATE Thing SET whole = \(number)",
      "UPDATE Thing SET whole = 1",
    ]
    for statement in statements {
      #expect(
        failure { try context.execute(statement) } == """
          'Thing.whole' cannot refer to Thing-1, since there is no such object of 'Gadget'
          """)
    }
    expectSound(context)
  }
}
