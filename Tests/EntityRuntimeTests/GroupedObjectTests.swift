import EntityGraph
import Testing

@testable import EntityRuntime

/// Groups of objects that refer to the same object.
@Suite struct GroupedObjectTests {
  private let cinema: Cinema

  init() throws { cinema = try Cinema() }

  /// Checks the rows of `request` in the store and in memory.
  private func expect<Row>(
    _ request: ResultRequest<Film, Row>, _ rows: [String], _ text: (Row) -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = cinema.context
    #expect(try context.fetch(request).map(text) == rows, sourceLocation: sourceLocation)
    cinema.films[0].seats = 101
    #expect(try context.fetch(request).map(text) == rows, sourceLocation: sourceLocation)
    context.rollback()
  }

  @Test func groupsOfNewObjectsComeLastInTheOrderInWhichTheseWereMade() throws {
    let context = cinema.context
    for (name, code) in zip(["X", "Y", "Z"], ["F", "G", "H"]) {
      let film = Film(code: code, studio: cinema.studios[0], in: context)
      film.director = Director(name: name, in: context)
    }
    func found() throws -> [String] {
      let groups = Film.group(by: \.director)
      let rows: [[Director?]] = [
        try context.fetch(groups.select { $0.director }),
        try context.fetch(groups.sorted(.descending) { $0.director }.select { $0.director }),
        try context.fetch(groups.offset(4).limit(1).select { $0.director }),
        try context.fetch(Film.select { $0.director }.distinct()),
      ]
      let codes = try context.fetch(
        Film.group { ($0.objectID, $0.code) }.select { $0.code })
      return rows.map { $0.map { $0?.name ?? "nil" }.joined(separator: " ") } + [codes.joined()]
    }
    let unsaved = try found()
    #expect(
      unsaved == [
        "nil Ursula Bong Ändré X Y Z", "Z Y X Ändré Bong Ursula nil", "X",
        "nil Ursula Bong Ändré X Y Z", "ABCDEFGH",
      ])
    try context.save()
    #expect(try found() == unsaved)
  }

  @Test func aKeyIsComparedWithObjectsIDsAndNil() throws {
    let directors = cinema.directors
    let groups = Film.group(by: \.director)
    try expect(groups.having { $0.director != nil }.select { $0.count }, ["2", "1", "1"]) {
      "\($0)"
    }
    try expect(groups.having { $0.director == nil }.select { $0.count }, ["1"]) { "\($0)" }
    try expect(
      groups.having { $0.director == directors[0] }.select { $0.count }, ["2"]
    ) { "\($0)" }
    try expect(
      groups.having { $0.director != directors[0] && $0.count > 0 }.select { $0.count },
      ["1", "1", "1"]
    ) { "\($0)" }
    try expect(
      groups.having { !($0.director == directors[0].objectID) }.select { $0.count },
      ["1", "1", "1"]
    ) { "\($0)" }
    try expect(
      groups.having { $0.director.in([directors[0], directors[2]]) }.select { $0.director },
      ["Ursula", "Ändré"]
    ) { $0?.name ?? "" }
    try expect(
      Film.group(by: \.studio).having { $0.studio != nil && $0.studio != cinema.studios[0] }
        .select { $0.count }, ["2"]
    ) { "\($0)" }
  }

  @Test func anIDOfAnotherTableIsNoKey() throws {
    // The numbers are the same.
    let id = cinema.studios[0].objectID
    try expect(
      Film.group(by: \.director).having { $0.director == id }.select { $0.count }, []
    ) { "\($0)" }
    try expect(
      Film.group(by: \.director).having { $0.director != id }.select { $0.count },
      ["1", "2", "1", "1"]
    ) { "\($0)" }
  }

  @Test func whatAKeyRefersToIsThatOfAllObjectsOfAGroup() throws {
    try expect(
      Film.group(by: \.director).having { $0.director.name > "A" || $0.director == nil }
        .sorted(.descending) { $0.director.name }
        .select { ($0.director.name, $0.director.nickname, $0.count) },
      ["Ändré andré 1", "Ursula - 2", "Bong Bong 1", "- - 1"]
    ) { "\($0.0 ?? "-") \($0.1 ?? "-") \($0.2)" }
    try expect(
      Film.group(by: \.studio).select { $0.value { $0.studio.name.uppercased() } },
      ["A24", "TOHO"]
    ) { $0 }
    try expect(
      Film.all.group { $0.objectID }.limit(2).select { ($0.code, $0.value { $0.minutes * 2 }) },
      ["A 234", "B 274"]
    ) { "\($0.0) \($0.1)" }
  }

  @Test func whatDiffersWithinAGroupIsRefused() throws {
    let context = cinema.context
    let error = #expect(throws: StoreError.self) {
      try context.fetch(Film.group(by: \.director).select { $0.studio.name })
    }
    #expect(
      error?.message == """
        'Film.studio.name' differs between the objects of a group; group by it or ask for its sum, \
        average, minimum, maximum or count
        """)
    #expect(throws: StoreError.self) {
      try context.fetch(
        Film.group(by: \.director).select { $0.value { $0.director.name + $0.code } })
    }
  }

  @Test func thousandsOfConditionsOnAKeyAreAnswered() throws {
    let request = Film.group(by: \.minutes)
      .having { columns in
        (1000..<4000).reduce(columns.minutes != 0) { $0 && columns.minutes != $1 }
      }
    try expect(request.select { $0.minutes }, ["60", "117", "137", "143"]) { "\($0)" }
    let other = Film.group(by: \.minutes).having { columns in
      (0..<117).reduce(columns.minutes != 0) { $0 && columns.minutes != $1 }
    }
    try expect(other.select { $0.minutes }, ["117", "137", "143"]) { "\($0)" }
  }
}
