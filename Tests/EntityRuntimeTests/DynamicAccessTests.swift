import EntityGraph
import Foundation
import Testing

@Suite struct DynamicAccessTests {
  /// Is of no property's type.
  private struct Stranger {}

  /// Returns the name of `type` as a property is declared with it.
  private func spelled(_ type: any Any.Type) -> String {
    let name = "\(type)"
    return name.hasPrefix("Optional<") ? name.dropFirst(9).dropLast() + "?" : name
  }

  /// Expects that the property `key` is the same by name and in code, and is stored as `stored`.
  private func expectSame<Value: Equatable>(
    _ key: String, _ keyPath: ReferenceWritableKeyPath<Specimen, Value>, _ value: Value,
    _ stored: StoredValue, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = try Bench(Specimen.self).context
    let typed = context.insert(Specimen.self)
    typed[keyPath: keyPath] = value
    #expect(try typed.value(forKey: key) as? Value == value, sourceLocation: sourceLocation)
    #expect(try typed.storedValue(forKey: key) == stored, sourceLocation: sourceLocation)
    let named = context.insert(Specimen.self)
    try named.setValue(value, forKey: key)
    #expect(named[keyPath: keyPath] == value, sourceLocation: sourceLocation)
    #expect(try named.storedValue(forKey: key) == stored, sourceLocation: sourceLocation)
    #expect(
      failure { try named.setValue(Stranger(), forKey: key) }
        == "'Specimen.\(key)' cannot be given a value of another type than its own, "
        + "'\(spelled(Value.self))'",
      sourceLocation: sourceLocation)
    #expect(named[keyPath: keyPath] == value, sourceLocation: sourceLocation)
  }

  @Test func attributesOfEveryType() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let url = try #require(URL(string: "https://example.org/a"))
    try expectSame("bool", \.bool, true, .integer(1))
    try expectSame("int", \.int, 2, .integer(2))
    try expectSame("int8", \.int8, -3, .integer(-3))
    try expectSame("int16", \.int16, -4, .integer(-4))
    try expectSame("int32", \.int32, -5, .integer(-5))
    try expectSame("int64", \.int64, .min, .integer(.min))
    try expectSame("uint8", \.uint8, 255, .integer(255))
    try expectSame("uint16", \.uint16, 6, .integer(6))
    try expectSame("uint32", \.uint32, .max, .integer(4_294_967_295))
    try expectSame("float", \.float, 0.5, .real(0.5))
    try expectSame("double", \.double, 0.1, .real(0.1))
    try expectSame("string", \.string, "ä", .text("ä"))
    try expectSame("date", \.date, date, .real(1.5))
    try expectSame("data", \.data, Data([1, 2]), .blob(Data([1, 2])))
    try expectSame("uuid", \.uuid, uuid, .blob(Data(1...16)))
    try expectSame("url", \.url, url, .text("https://example.org/a"))
    try expectSame("decimal", \.decimal, 12, .text("12"))
    try expectSame("grade", \.grade, .high, .text("Höchst"))
    try expectSame("level", \.level, .highest, .integer(.max))
    try expectSame("numbers", \.numbers, [1, 2], .text("[1,2]"))
    try expectSame("names", \.names, ["b": 2, "a": 1], .text(#"{"a":1,"b":2}"#))
    try expectSame(
      "address", \.address, Address(street: "s"),
      .text(#"{"floors":[],"notes":{},"street":"s"}"#))
  }

  @Test func optionalAttributes() throws {
    try expectSame("maybeInt", \.maybeInt, 2, .integer(2))
    try expectSame("maybeInt", \.maybeInt, nil, .null)
    try expectSame("maybeString", \.maybeString, "", .text(""))
    try expectSame("maybeString", \.maybeString, nil, .null)
    try expectSame("maybeDouble", \.maybeDouble, -0.0, .real(-0.0))
    try expectSame("maybeGrade", \.maybeGrade, .empty, .text(""))
    try expectSame("maybeGrade", \.maybeGrade, nil, .null)
    try expectSame("maybeNumbers", \.maybeNumbers, [], .text("[]"))
    try expectSame("maybeNumbers", \.maybeNumbers, nil, .null)
  }

  @Test func aRequiredPropertyIsNeverNil() throws {
    let cinema = try Cinema()
    let film = cinema.films[0]
    let types = [
      "title": "String", "minutes": "Int", "rating": "Rating", "studio": "Studio",
      "tags": "Set<Theme>",
    ]
    for (key, type) in types {
      #expect(
        failure { try film.setValue(nil, forKey: key) }
          == "'Film.\(key)' cannot be nil; it is a '\(type)'")
    }
    #expect(!film.hasChanges)
  }

  @Test func toOneRelationships() throws {
    let cinema = try Cinema()
    let (film, director) = (cinema.films[0], cinema.directors[1])
    #expect(try film.value(forKey: "director") as? Director === cinema.directors[0])
    #expect(
      try film.storedValue(forKey: "director")
        == .integer(cinema.directors[0].objectID.rowID))
    try film.setValue(director, forKey: "director")
    #expect(film.director === director)
    #expect(director.films.contains(film))
    try film.setValue(nil, forKey: "director")
    #expect(film.director == nil)
    #expect(!director.films.contains(film))
    #expect(try film.value(forKey: "director") as? Director == nil)
    #expect(try film.storedValue(forKey: "director") == .null)
    #expect(
      failure { try film.setValue(cinema.studios[0], forKey: "director") }
        == "'Film.director' cannot be given a value of another type than its own, 'Director?'")
    try film.setValue(cinema.studios[1], forKey: "studio")
    #expect(film.studio === cinema.studios[1])
    #expect(cinema.studios[1].films.contains(film))
  }

  @Test func toManyRelationships() throws {
    let cinema = try Cinema()
    let film = cinema.films[2]
    try film.setValue(Set(cinema.tags), forKey: "tags")
    #expect(film.tags == Set(cinema.tags))
    #expect(cinema.tags.allSatisfy { $0.films.contains(film) })
    #expect(try film.value(forKey: "tags") as? Set<Theme> == Set(cinema.tags))
    #expect(try film.storedValue(forKey: "tags") == .null)
    #expect(
      failure { try film.setValue(Set(cinema.films), forKey: "tags") }
        == "'Film.tags' cannot be given a value of another type than its own, 'Set<Theme>'")
    try film.setValue(Set<Theme>(), forKey: "tags")
    #expect(film.tags == [])
    #expect(cinema.tags.allSatisfy { !$0.films.contains(film) })
  }

  @Test(arguments: ["", "Title", "shout", "objectID", "titel"])
  func anUnknownKeyIsSaid(key: String) throws {
    let film = try Cinema().films[0]
    let message = """
      'Film' has no property '\(key)'; it has 'code', 'director', 'isOpen', 'minutes', 'premiere', \
      'rating', 'score', 'seats', 'sold', 'studio', 'subtitle', 'tags' and 'title'
      """
    #expect(failure { _ = try film.value(forKey: key) } == message)
    #expect(failure { _ = try film.storedValue(forKey: key) } == message)
    #expect(failure { try film.setValue("x", forKey: key) } == message)
  }

  @Test func whatIsSetByNameIsSaved() throws {
    let cinema = try Cinema()
    try cinema.films[0].setValue("new", forKey: "title")
    try cinema.films[0].setValue(Rating.teen, forKey: "rating")
    try cinema.context.save()
    let film = try #require(try cinema.bench.container.newContext().first(Film.all))
    #expect(film.title == "new")
    #expect(film.rating == .teen)
  }
}
