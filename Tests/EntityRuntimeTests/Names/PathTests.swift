import EntityGraph
import EntityStore
import Testing

/// Values by names that lead through to-ones.
@Suite struct PathTests {
  private let cinema: Cinema
  private var film: Film { cinema.films[0] }

  init() throws { cinema = try Cinema() }

  @Test func `a path reads what it leads to`() throws {
    let director = cinema.directors[0]
    #expect(try film.value(forKey: "director.name") as? String == director.name)
    #expect(try film.value(forKey: "studio.films") as? Set<Film> == film.studio.films)
    #expect(try film.storedValue(forKey: "director.name") == .text(director.name))
    #expect(try film.storedValue(forKey: "director.nickname") == .null)
    let context = try Bench(Vehicle.self, Car.self, SportsCar.self, Garage.self).context
    let garage = Garage(name: "home", in: context)
    let racer = SportsCar(in: context)
    racer.garage = garage
    garage.favourite = racer
    #expect(try racer.value(forKey: "garage.favourite.garage.name") as? String == "home")
    // What the object has counts that is there, not the class that the to-one refers to.
    #expect(try garage.value(forKey: "favourite.doors") as? Int == 4)
  }

  @Test func `a path gives a value, as an assignment to the object behind it does`() throws {
    try cinema.context.save()
    try film.setValue("Ada", forKey: "director.name")
    #expect(cinema.directors[0].name == "Ada")
    #expect(cinema.context.updatedObjects == [cinema.directors[0]])
    try film.setValue(nil, forKey: "director.nickname")
    let other = cinema.studios[1]
    try cinema.directors[0].films.first?.setValue(other, forKey: "studio")
    #expect(try film.value(forKey: "studio") as? Studio === film.studio)
    expectSound(cinema.context)
    try cinema.context.save()
    #expect(
      try cinema.bench.container.newContext().count(Director.where { $0.name == "Ada" }) == 1)
  }

  @Test func `a path through nothing reads nil, and gives nothing a value`() throws {
    film.director = nil
    #expect(try film.value(forKey: "director.name") == nil)
    #expect(try film.storedValue(forKey: "director.name") == .null)
    #expect(
      failure { try film.setValue("Ada", forKey: "director.name") }
        == "'Film.director' refers to no object, so that 'director.name' cannot be given a value")
    #expect(
      failure { _ = try film.value(forKey: "director.nam") }
        == "'Director' has no property 'nam'; it has 'films', 'name' and 'nickname'")
  }

  @Test(arguments: [
    (
      "director.nam", "'Director' has no property 'nam'; it has 'films', 'name' and 'nickname'",
      "nam"
    ),
    (
      "title.count",
      "'title.count' leads nowhere from 'Film.title', which is no to-one relationship",
      "title.count"
    ),
    (
      "tags.name", "'tags.name' leads nowhere from 'Film.tags', which is no to-one relationship",
      "tags.name"
    ),
    (
      "director.films.title",
      "'director.films.title' leads nowhere from 'Director.films', which is no to-one relationship",
      "director.films.title"
    ),
    (
      "studio.", "'Studio' has no property ''; it has 'films' and 'name'", ""
    ),
  ])
  func `a path that leads nowhere is refused`(_ key: String, _ message: String, _ property: String)
    throws
  {
    for body in [
      { _ = try film.value(forKey: key) }, { _ = try film.storedValue(forKey: key) },
      { try film.setValue(1, forKey: key) },
    ] {
      let error = #expect(throws: PropertyError.self) { try body() }
      #expect(error?.message == message)
      #expect(error?.property == property)
    }
    #expect(!cinema.context.updatedObjects.contains(film))
  }

  @Test func `a value of another type is refused at the end of a path`() throws {
    #expect(
      failure { try film.setValue(7, forKey: "director.name") }
        == "'Director.name' cannot be given a value of another type than its own, 'String'")
    let error = #expect(throws: PropertyError.self) {
      try film.setValue(7, forKey: "director.name")
    }
    #expect(error?.entity == "Director")
    #expect(cinema.directors[0].name != "7")
  }
}
