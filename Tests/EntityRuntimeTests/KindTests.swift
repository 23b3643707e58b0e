import EntityGraph
import Foundation
import Testing

/// Abstract entities, and conditions on the classes of objects.
@Suite struct KindTests {
  /// Returns a bench with publications of every class.
  private func shop() throws -> Bench {
    let bench = try Bench(
      Publication.self, Pamphlet.self, Trilogy.self, Leaflet.self, TrilogyVolume.self,
      Illustrator.self, PublicationShop.self, ShopOwner.self)
    let context = bench.context
    let shop = PublicationShop(name: "corner", in: context)
    let ann = Illustrator(name: "Ann", in: context)
    func add(_ publication: Publication, _ code: String) {
      publication.code = code
      publication.shop = shop
    }
    let long = Trilogy(chapters: 12, illustrator: ann, in: context)
    add(long, "long")
    add(Trilogy(chapters: 2, in: context), "short")
    add(Trilogy(in: context), "open")
    add(Pamphlet(sides: 4, cast: "many", in: context), "pamphlet")
    let leaflet = Leaflet(isFolded: true, in: context)
    leaflet.sides = 2
    add(leaflet, "leaflet")
    long.volumes = [TrilogyVolume(number: 3, in: context)]
    try context.save()
    return bench
  }

  /// Returns the codes of what `request` asks for, from the store and, after an unsaved change of
  /// every object, from memory; they have to be the same.
  private func codes(_ bench: Bench, _ request: FetchRequest<Publication>) throws -> String {
    let context = bench.container.newContext()
    let stored = try context.fetch(request).map(\.code)
    #expect(try context.count(request) == stored.count)
    let other = bench.container.newContext()
    for publication in try other.fetch(Publication.all) { publication.title += "!" }
    #expect(try other.fetch(request).map(\.code) == stored)
    #expect(try other.count(request) == stored.count)
    return stored.joined(separator: " ")
  }

  @Test func `a request for an abstract entity finds what extends it`() throws {
    let bench = try shop()
    let found = try bench.context.fetch(Publication.sorted(by: \.code))
    #expect(
      found.map { "\(type(of: $0))" } == ["Leaflet", "Trilogy", "Trilogy", "Pamphlet", "Trilogy"])
    let shop = try #require(try bench.context.first(PublicationShop.all))
    #expect(shop.publications.count == 5)
  }

  @Test func `a save refuses an object of an abstract entity`() throws {
    let bench = try shop()
    let object = bench.context.insert(Publication.self)
    object.code = "x"
    let message =
      "'Publication' is abstract and has no objects of its own; make one of a class that extends it"
    let error = #expect(throws: ValidationError.self) { try bench.context.save() }
    #expect(error?.problems.map(\.id) == ["validation.abstract"])
    #expect(error?.problems.map(\.message) == [message])
    #expect(error?.problems.map(\.objectID) == [object.objectID])
    bench.context.rollback()
    try bench.context.save()
    #expect(bench.container.model.entity(named: "Publication")?.isAbstract == true)
    #expect(bench.container.model.entity(named: "Pamphlet")?.isAbstract == false)
  }

  @Test func `a save accepts that an object of an abstract entity has been deleted again`() throws {
    let bench = try shop()
    let count = try bench.context.count(Publication.all)
    let (first, second) = (
      bench.context.insert(Publication.self), bench.context.insert(Publication.self)
    )
    bench.context.delete(first)
    let error = #expect(throws: ValidationError.self) { try bench.context.save() }
    #expect(error?.problems.allSatisfy { $0.objectID == second.objectID } == true)
    bench.context.delete(second)
    try bench.context.save()
    #expect(try bench.context.count(Publication.all) == count)
  }

  @Test func `attributes of a subclass are asked from a fetch of the superclass`() throws {
    let bench = try shop()
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Trilogy.self).chapters > 3 }) == "long")
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Pamphlet.self).sides <= 4 })
        == "pamphlet leaflet")
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Leaflet.self).isFolded }) == "leaflet")
    #expect(
      try codes(bench, Publication.where { !($0.cast(to: Trilogy.self).chapters > 3) })
        == "short open pamphlet leaflet")
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Trilogy.self).chapters == nil })
        == "open pamphlet leaflet")
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Trilogy.self).illustrator.name == "Ann" })
        == "long")
    #expect(
      try codes(
        bench, Publication.where { $0.cast(to: Trilogy.self).volumes.any { $0.number > 2 } })
        == "long")
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Trilogy.self).volumes.count == 0 })
        == "short open pamphlet leaflet")
  }

  @Test func `objects are asked for their class`() throws {
    let bench = try shop()
    #expect(
      try codes(bench, Publication.where { $0.isKind(of: Pamphlet.self) }) == "pamphlet leaflet")
    #expect(
      try codes(bench, Publication.where { !$0.isKind(of: Pamphlet.self) }) == "long short open")
    #expect(
      try codes(
        bench, Publication.where { $0.isKind(of: Leaflet.self) || $0.isKind(of: Trilogy.self) })
        == "long short open leaflet")
    #expect(
      try codes(bench, Publication.where { $0.isKind(of: Publication.self) })
        == "long short open pamphlet leaflet")
    #expect(
      try codes(
        bench,
        Publication.where { $0.cast(to: Pamphlet.self).isKind(of: Leaflet.self) }) == "leaflet")
  }

  @Test func `attributes of a subclass sort a fetch of the superclass`() throws {
    let bench = try shop()
    #expect(
      try codes(
        bench, Publication.sorted { $0.cast(to: Trilogy.self).chapters }.sorted(by: \.code))
        == "leaflet open pamphlet short long")
    #expect(
      try codes(
        bench,
        Publication.sorted(.descending, nils: .last) { $0.cast(to: Pamphlet.self).sides }
          .sorted(by: \.code)) == "pamphlet leaflet long open short")
  }

  @Test func `attributes of a subclass are columns of the superclass and nil of other classes`()
    throws
  {
    let bench = try shop()
    func expect<Row: Equatable>(
      _ request: ResultRequest<Publication, Row>, _ rows: [Row],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(
        try bench.container.newContext().fetch(request) == rows, sourceLocation: sourceLocation)
      let changed = bench.container.newContext()
      for publication in try changed.fetch(Publication.all) { publication.title += "!" }
      #expect(try changed.fetch(request) == rows, sourceLocation: sourceLocation)
    }
    let all = Publication.sorted(by: \.code)
    let chapters: ResultRequest<Publication, Int?> = all.select {
      $0.cast(to: Trilogy.self).chapters
    }
    try expect(chapters, [nil, 12, nil, nil, 2])
    let isFolded: ResultRequest<Publication, Bool?> = all.select {
      $0.cast(to: Leaflet.self).isFolded
    }
    try expect(isFolded, [true, nil, nil, nil, nil])
    try expect(
      all.select { $0.cast(to: Trilogy.self).illustrator.name }, [nil, "Ann", nil, nil, nil])
    try expect(Publication.select { $0.cast(to: Pamphlet.self).sides.sum }, [6])
    try expect(
      Publication.all.group { $0.cast(to: Pamphlet.self).sides }
        .select { $0.cast(to: Pamphlet.self).sides }, [nil, 2, 4])
    let context = bench.container.newContext()
    let found = try context.fetch(all.select { $0.cast(to: Pamphlet.self) })
    #expect(found.map { $0?.code } == ["leaflet", nil, nil, "pamphlet", nil])
    let ids = try context.fetch(all.select { $0.cast(to: Pamphlet.self).objectID })
    #expect(ids.map { $0 == nil } == [false, true, true, false, true])
    #expect(
      "\(chapters)"
        == #"Publication.sorted(by: \.code).select { $0.cast(to: Trilogy.self).chapters }"#)
    #expect(
      "\(all.select { $0.cast(to: Pamphlet.self) })"
        == #"Publication.sorted(by: \.code).select { $0.cast(to: Pamphlet.self) }"#)
  }

  @Test func `a column of a class of another tree is refused`() throws {
    let bench = try shop()
    let error = #expect(throws: StoreError.self) {
      try bench.context.fetch(Publication.select { $0.cast(to: Illustrator.self).name })
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.hasPrefix("an object of 'Publication' is never one of") == true)
    #expect(try bench.context.fetch(Pamphlet.select { $0.cast }).compactMap { $0 } == ["many"])
  }

  @Test func `classes are asked of what relationships lead to`() throws {
    let bench = try shop()
    let context = bench.context
    let folded = PublicationShop.where {
      $0.publications.any { $0.cast(to: Leaflet.self).isFolded }
    }
    #expect(try context.count(folded) == 1)
    let trilogies = PublicationShop.where {
      $0.publications.filter { $0.isKind(of: Trilogy.self) }.count == 3
    }
    #expect(try context.count(trilogies) == 1)
    let leaflet = try #require(try context.first(Leaflet.all))
    context.delete(leaflet)
    #expect(try context.count(folded) == 0)
    #expect(try context.count(trilogies) == 1)
  }

  @Test func `a property of one of the names is asked by its key path`() throws {
    let bench = try shop()
    let context = bench.context
    #expect(try context.count(Pamphlet.where { $0[\.cast] == "many" }) == 1)
    #expect(try context.count(Pamphlet.where { $0[\.cast].hasPrefix("m") }) == 1)
    #expect(try context.count(Trilogy.where { $0[\.isKind] }) == 3)
    #expect(try context.count(Pamphlet.where { $0.cast(to: Leaflet.self).isFolded }) == 1)
    #expect(try context.count(Trilogy.where { $0.isKind(of: Trilogy.self) }) == 3)
  }

  @Test func `a class of another tree is refused`() throws {
    let bench = try shop()
    let message =
      "an object of 'Publication' is never one of 'Illustrator', which is no entity of "
      + "the same inheritance tree; name a class that 'Publication' extends, or one that extends it"
    let cast = Publication.where { $0.cast(to: Illustrator.self).name == "Ann" }
    let test = Publication.where { $0.isKind(of: Illustrator.self) }
    for request in [cast, test] {
      let error = #expect(throws: StoreError.self) { try bench.context.fetch(request) }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message == message)
      bench.context.insert(Trilogy.self).code = "new"
      #expect(throws: StoreError.self) { try bench.context.fetch(request) }
      bench.context.rollback()
    }
  }

  @Test func `a condition on a class is one comparison in SQL`() throws {
    let bench = try shop()
    func sql(_ request: FetchRequest<Publication>) throws -> [String] {
      try bench.sql { _ = try bench.context.count(request) }
    }
    #expect(
      try sql(Publication.where { $0.cast(to: Trilogy.self).chapters > 3 }) == [
        #"SELECT count(*) FROM "Publication" AS t0 WHERE t0."chapters" > ?1"#
      ])
    #expect(
      try sql(Publication.where { $0.isKind(of: Pamphlet.self) }) == [
        #"SELECT count(*) FROM "Publication" AS t0 WHERE"#
          + #" t0."_entity" IN ('Pamphlet', 'Leaflet')"#
      ])
    #expect(
      try sql(Publication.where { !$0.isKind(of: Pamphlet.self) }) == [
        #"SELECT count(*) FROM "Publication" AS t0 WHERE"#
          + #" NOT t0."_entity" IN ('Pamphlet', 'Leaflet')"#
      ])
    #expect(
      try sql(Publication.where { $0.cast(to: Trilogy.self).illustrator.name == "Ann" }) == [
        #"SELECT count(*) FROM "Publication" AS t0"#
          + #" LEFT JOIN "Illustrator" AS t1 ON t1."_id" = t0."illustrator" WHERE t1."name" = ?1"#
      ])
  }

  @Test func `an index that begins with the class finds objects of a class`() throws {
    let bench = try shop()
    for request in [
      Publication.where { $0.isKind(of: Pamphlet.self) },
      Publication.where { $0.isKind(of: Leaflet.self) && $0.title == "T" },
    ] {
      let explanation = try request.explain(in: bench.context)
      #expect(explanation.usedIndexes == ["Publication.entity and Publication.title"])
      #expect(explanation.scannedTables == [])
    }
    let trilogies = try Trilogy.sorted(by: \.title).limit(2).explain(in: bench.context)
    #expect(trilogies.usedIndexes == ["Publication.entity and Publication.title"])
    #expect(!trilogies.sorts)
  }

  @Test func `an inherited property is that of objects of the class alone`() throws {
    let bench = try shop()
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Pamphlet.self).code > "" })
        == "pamphlet leaflet")
    #expect(
      try codes(bench, Publication.where { $0.cast(to: Trilogy.self).shop.name == "corner" })
        == "long short open")
    func sql(_ request: FetchRequest<Publication>) throws -> [String] {
      try bench.sql { _ = try bench.context.count(request) }
    }
    #expect(
      try sql(Publication.where { $0.cast(to: Pamphlet.self).code > "a" }) == [
        #"SELECT count(*) FROM "Publication" AS t0 WHERE"#
          + #" CASE WHEN t0."_entity" IN ('Pamphlet', 'Leaflet') THEN t0."code" END > ?1"#
      ])
    #expect(
      try bench.sql {
        _ = try bench.context.count(Trilogy.where { $0.cast(to: Publication.self).code > "a" })
      } == [
        #"SELECT count(*) FROM "Publication" AS t0 WHERE t0."_entity" = ?1 AND t0."code" > ?2"#
      ])
  }

  @Test func `a missing index of a subclass is named`() throws {
    let bench = try shop()
    let request = Publication.where { $0.cast(to: Trilogy.self).chapters == 12 }
    #expect(try request.explain(in: bench.context).missingIndexes == ["Trilogy.chapters"])
  }

  @Test func `a request with a class is printed and stored`() throws {
    let bench = try shop()
    let request = Publication.where {
      $0.cast(to: Trilogy.self).chapters > 3 && $0.isKind(of: Trilogy.self)
        && !$0.isKind(of: Pamphlet.self)
    }.sorted { $0.cast(to: Trilogy.self).chapters }
    #expect(
      request.debugDescription
        == "Publication.where { $0.cast(to: Trilogy.self).chapters > 3 && "
        + "$0.isKind(of: Trilogy.self) && !$0.isKind(of: Pamphlet.self) }"
        + ".sorted { $0.cast(to: Trilogy.self).chapters }")
    let data = try JSONEncoder().encode(request)
    let decoded = try JSONDecoder().decode(FetchRequest<Publication>.self, from: data)
    #expect(try bench.context.fetch(decoded).map(\.code) == ["long"])
  }
}
