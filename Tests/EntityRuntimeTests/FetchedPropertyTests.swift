import EntityGraph
import Testing

@Suite struct FetchedPropertyTests {
  /// Returns a bench with two shelves, of three volumes and of one.
  private func shelves() throws -> (Bench, Shelf, Shelf) {
    let bench = try Bench(Shelf.self, Volume.self)
    let first = Shelf(name: "first", in: bench.context)
    let second = Shelf(name: "second", in: bench.context)
    _ = Volume(title: "C", pages: 300, shelf: first, in: bench.context)
    _ = Volume(title: "B", pages: 100, note: "n", shelf: first, in: bench.context)
    _ = Volume(title: "A", pages: 200, shelf: first, in: bench.context)
    _ = Volume(title: "D", pages: 400, shelf: second, in: bench.context)
    try bench.context.save()
    return (bench, first, second)
  }

  @Test func objects() throws {
    let (_, first, second) = try shelves()
    #expect(first.long.map(\.title) == ["A", "C"])
    #expect(second.long.map(\.title) == ["D"])
    #expect(second.everything.map(\.title) == ["C", "B", "A", "D"])
  }

  @Test func counts() throws {
    let (_, first, second) = try shelves()
    #expect(first.elsewhere == 1)
    #expect(second.elsewhere == 3)
  }

  @Test func aCountReadsNoRows() throws {
    let (bench, first, _) = try shelves()
    let sql = bench.sql { #expect(first.elsewhere == 1) }
    #expect(sql == [#"SELECT count(*) FROM "Volume" AS t0 WHERE t0."shelf" IS NOT ?1"#])
  }

  @Test func identifiers() throws {
    let (bench, first, _) = try shelves()
    let volumes = try bench.context.fetch(Volume.sorted(by: \.title).limit(3))
    #expect(first.ids == volumes.map(\.objectID))
  }

  @Test func dictionaries() throws {
    let (_, first, _) = try shelves()
    #expect(
      first.rows.map { $0.mapValues { "\($0)" } } == [
        ["title": "C", "pages": "300"], ["title": "B", "pages": "100", "note": "n"],
        ["title": "A", "pages": "200"],
      ])
  }

  @Test func unsavedChangesCount() throws {
    let (bench, first, second) = try shelves()
    let new = Volume(title: "E", pages: 500, shelf: second, in: bench.context)
    first.long.first?.pages = 1
    #expect(first.long.map(\.title) == ["C"])
    #expect(second.long == second.volumes.sorted { $0.title < $1.title })
    #expect(first.elsewhere == 2)
    #expect(second.ids.last == new.objectID)
    let unsaved = Shelf(name: "third", in: bench.context)
    #expect(unsaved.long == [])
    #expect(unsaved.elsewhere == 5)
    #expect(unsaved.ids == [])
    new.shelf = unsaved
    #expect(unsaved.long == [new])
    #expect(unsaved.elsewhere == 4)
    #expect(unsaved.rows.count == 1)
  }

  @Test func fetchedPropertiesAreReadByNameAndNotAssigned() throws {
    let (_, first, _) = try shelves()
    #expect(try (first.value(forKey: "long") as? [Volume])?.map(\.title) == ["A", "C"])
    #expect(try first.value(forKey: "elsewhere") as? Int == 1)
    #expect(try first.storedValue(forKey: "long") == .null)
    let error = failure { try first.setValue([] as [Volume], forKey: "long") }
    #expect(error == "'Shelf.long' is found by a fetch and cannot be given a value")
  }
}
