import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Derived attributes are what they are derived of, whoever changes that.
@Suite struct DerivedTests {
  private func withShelves(_ body: (PersistentContainer, String) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("shelves")
      let container = try PersistentContainer(
        model: ObjectModel(Shelf.self, ShelfItem.self, ShelfLabel.self), at: .file(path))
      try body(container, path)
      container.close()
    }
  }

  /// Expects that the store holds what is derived as it is, and objects, conditions and results
  /// agree with it.
  private func check(
    _ container: PersistentContainer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = try container.checkIntegrity()
    #expect(report.isSound, "\(report)", sourceLocation: sourceLocation)
    let context = container.newContext()
    let shelves = try context.fetch(Shelf.all)
    let rows = try context.fetch(
      Shelf.all.select {
        ($0.itemCount, $0.heavyCount, $0.labelCount, $0.brightCount, $0.childCount, $0.folded)
      })
    for (shelf, row) in zip(shelves, rows) {
      #expect(row.0 == shelf.items.count, sourceLocation: sourceLocation)
      #expect(row.1 == shelf.items.count { $0.weight > 5 }, sourceLocation: sourceLocation)
      #expect(row.2 == shelf.labels.count, sourceLocation: sourceLocation)
      #expect(row.3 == shelf.labels.count { $0.isBright }, sourceLocation: sourceLocation)
      #expect(row.4 == shelf.children.count, sourceLocation: sourceLocation)
      #expect(row.5 == shelf.name.lowercased(), sourceLocation: sourceLocation)
      #expect(shelf.itemCount == row.0, sourceLocation: sourceLocation)
      #expect(shelf.heavyCount == row.1, sourceLocation: sourceLocation)
      #expect(shelf.labelCount == row.2, sourceLocation: sourceLocation)
      #expect(shelf.brightCount == row.3, sourceLocation: sourceLocation)
      #expect(shelf.childCount == row.4, sourceLocation: sourceLocation)
    }
  }

  @Test func `what is computed of attributes is read, compared, sorted by and selected`() throws {
    try withShelves { container, _ in
      let context = container.newContext()
      let shelf = Shelf(name: "BIG", width: 4, in: context)
      _ = Shelf(name: "Ab", width: 7, in: context)
      #expect(shelf.folded == "big" && shelf.double == 8 && shelf.length == 3)
      #expect(try context.fetch(Shelf.where { $0.folded == "big" }) == [shelf])
      try context.save()
      shelf.name = "Huge"
      #expect(shelf.folded == "huge")
      #expect(try context.fetch(Shelf.where { $0.folded == "huge" }) == [shelf])
      #expect(try context.fetch(Shelf.where { $0.folded == "big" }).isEmpty)
      try context.save()
      let other = container.newContext()
      #expect(try other.fetch(Shelf.all.sorted(by: \.folded)).map(\.folded) == ["ab", "huge"])
      #expect(try other.fetch(Shelf.where { $0.double > 8 && $0.length < 3 }).map(\.name) == ["Ab"])
      #expect(
        try other.fetch(Shelf.all.sorted(by: \.double).select { ($0.double, $0.length) })
          .map { "\($0.0) \($0.1 ?? 0)" } == ["8 4", "14 2"])
    }
  }

  @Test func `a change of many objects asks for what is derived, and assigns it`() throws {
    try withShelves { container, _ in
      let context = container.newContext()
      _ = Shelf(name: "BIG", width: 4, in: context)
      _ = Shelf(name: "Ab", width: 7, in: context)
      try context.save()
      let count = try context.update(Shelf.where { $0.folded == "ab" }) { $0.width = $0.double }
      let doubled = try context.fetch(Shelf.sorted(by: \.double).select { $0.double })
      #expect(count == 1)
      #expect(doubled == [8, 28])
    }
  }

  @Test func `a change of many objects derives of what it has assigned, as a loop does`() throws {
    try withShelves { container, _ in
      let context = container.newContext()
      let shelf = Shelf(name: "BIG", width: 4, in: context)
      try context.save()
      try context.update(Shelf.all) {
        $0.name = $0.name + "GER"
        $0.width = $0.length ?? 0
        $0.name = $0.folded
      }
      #expect(shelf.width == 6 && shelf.name == "bigger")
      try context.update(Shelf.all) {
        $0.width = 3
        $0.width = $0.double + $0.width
      }
      #expect(shelf.width == 9)
    }
  }

  @Test func `an order by a count behind a to-one takes a key path literal`() throws {
    try withShelves { container, _ in
      let context = container.newContext()
      let (few, many) = (Shelf(name: "few", in: context), Shelf(name: "many", in: context))
      for index in 0..<5 {
        ShelfItem(name: "\(index)", weight: 0, in: context).shelf = index == 2 ? few : many
      }
      _ = ShelfItem(name: "none", weight: 0, in: context)
      few.parent = many
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        let names = try context.fetch(ShelfItem.sorted(by: \.shelf?.itemCount)).map(\.name)
        let lengths = try context.fetch(ShelfItem.sorted(by: \.shelf?.length, .descending))
        let parents = try context.fetch(Shelf.sorted(by: \.parent?.itemCount)).map(\.name)
        #expect(names == ["none", "2", "0", "1", "3", "4"])
        #expect(lengths.map(\.name) == ["4", "3", "1", "0", "2", "none"])
        #expect(parents == ["many", "few"])
      }
    }
  }

  @Test func `counts follow saves, bulk changes, deletions and SQL by hand`() throws {
    try withShelves { container, path in
      let context = container.newContext()
      let (first, second) = (Shelf(name: "a", in: context), Shelf(name: "b", in: context))
      second.parent = first
      for index in 0..<10 {
        ShelfItem(name: "\(index)", weight: index, in: context).shelf = index < 7 ? first : second
      }
      let label = ShelfLabel(text: "x", isBright: true, in: context)
      first.labels = [label]
      second.labels = [label, ShelfLabel(text: "y", in: context)]
      #expect(first.itemCount == 7 && first.heavyCount == 1 && first.childCount == 1)
      #expect(second.labelCount == 2 && second.brightCount == 1)
      try context.save()
      try check(container)
      #expect(first.itemCount == 7)
      #expect(try context.fetch(Shelf.where { $0.itemCount > 3 }) == [first])
      #expect(try context.fetch(Shelf.all.sorted(by: \.itemCount)) == [second, first])

      try context.update(ShelfItem.where { $0.weight < 3 }) { $0.weight = 9 }
      try check(container)
      try context.update(ShelfItem.where { $0.name == "4" }) { $0.shelf = second }
      try check(container)
      try context.deleteAll(ShelfItem.where { $0.name == "5" })
      try check(container)
      #expect(first.itemCount == 5 && second.itemCount == 4)
      label.isBright = false
      context.delete(first)
      try context.save()
      try check(container)
      try context.execute("UPDATE ShelfItem SET shelf = NULL WHERE name = '8'")
      try check(container)
      context.delete(label)
      try context.save()
      try check(container)
      #expect(second.labelCount == 1)
    }
  }

  @Test func `pending changes count, and undone ones do not`() throws {
    try withShelves { container, _ in
      let context = container.newContext()
      let shelf = Shelf(name: "a", in: context)
      let items = (0..<3).map { ShelfItem(name: "\($0)", weight: 9, in: context) }
      items[0].shelf = shelf
      try context.save()
      let other = container.newContext()
      let same = try #require(try other.fetch(Shelf.all).first)
      #expect(same.itemCount == 1)
      items[1].shelf = shelf
      #expect(shelf.itemCount == 2 && shelf.heavyCount == 2)
      #expect(try context.fetch(Shelf.where { $0.itemCount == 2 }) == [shelf])
      #expect(try context.fetch(Shelf.all.select { $0.itemCount }) == [2])
      #expect(same.itemCount == 1)
      context.rollback()
      #expect(shelf.itemCount == 1)
      context.delete(items[0])
      #expect(shelf.itemCount == 0)
      try context.save()
      #expect(shelf.itemCount == 0 && same.itemCount == 0)
      try check(container)
    }
  }

  @Test func `a count raises no version of its owner`() throws {
    try withShelves { container, path in
      let context = container.newContext()
      let shelf = Shelf(name: "a", in: context)
      try context.save()
      let other = container.newContext()
      let same = try #require(try other.fetch(Shelf.all).first)
      same.name = "b"
      ShelfItem(name: "1", weight: 1, in: context).shelf = shelf
      try context.save()
      #expect(!shelf.hasChanges)
      try other.save()
      #expect(same.itemCount == 1)
      try check(container)
    }
  }

  @Test func `softly deleted members are not counted, and restored ones are`() throws {
    try withShelves { container, _ in
      let context = container.newContext()
      let shelf = Shelf(name: "a", in: context)
      let item = ShelfItem(name: "1", weight: 8, in: context)
      item.shelf = shelf
      try context.save()
      context.delete(item)
      try context.save()
      #expect(shelf.itemCount == 0)
      #expect(try container.newContext().fetch(Shelf.all.select { $0.itemCount }) == [0])
      try check(container)
      try context.execute("UPDATE ShelfItem SET removed = NULL")
      #expect(try container.newContext().fetch(Shelf.all.select { $0.itemCount }) == [1])
      try check(container)
    }
  }

  @Test func `counts hold after each of many random operations`() throws {
    try withShelves { container, _ in
      var random = SeededRandom(seed: 14)
      let context = container.newContext()
      for step in 0..<150 {
        let shelves = try context.fetch(Shelf.all)
        let items = try context.fetch(ShelfItem.all)
        let labels = try context.fetch(ShelfLabel.all)
        let shelf = shelves.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: _ = Shelf(name: "S\(step)", in: context)
        case 1, 2:
          let item = ShelfItem(
            name: "\(step)", weight: .random(in: 0..<10, using: &random), in: context)
          item.shelf = shelf
        case 3: _ = ShelfLabel(text: "\(step)", isBright: .random(using: &random), in: context)
        case 4: items.randomElement(using: &random)?.shelf = shelf
        case 5: items.randomElement(using: &random)?.weight = .random(in: 0..<10, using: &random)
        case 6:
          if let label = labels.randomElement(using: &random) { shelf?.labels.insert(label) }
        case 7: labels.randomElement(using: &random)?.isBright.toggle()
        case 8: if let item = items.randomElement(using: &random) { context.delete(item) }
        case 9: if let shelf, step % 3 == 0 { context.delete(shelf) }
        case 10: if let label = labels.randomElement(using: &random) { context.delete(label) }
        default: shelf?.parent = shelves.randomElement(using: &random)
        }
        for shelf in try context.fetch(Shelf.all) {
          #expect(shelf.itemCount == shelf.items.count)
          #expect(shelf.brightCount == shelf.labels.count { $0.isBright })
          #expect(shelf.childCount == shelf.children.count)
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
          context.rollback()
        } else if Bool.random(using: &random) {
          try context.save()
          try check(container)
        }
      }
    }
  }

  @Test func `a store gets, changes and loses what is derived as its model does`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("crates")
      let plain = try PersistentContainer(
        model: ObjectModel(PlainShelves.Crate.self, PlainShelves.Part.self), at: .file(path))
      let context = plain.newContext()
      let crate = PlainShelves.Crate(name: "c", in: context)
      for size in 0..<4 { PlainShelves.Part(size: size, in: context).crate = crate }
      try context.save()
      plain.close()
      func counts<Crate: ManagedObject>(
        _ model: ObjectModel, _ request: ResultRequest<Crate, Int>,
        _ options: StoreOptions = StoreOptions()
      ) throws -> [Int] {
        let container = try PersistentContainer(model: model, at: .file(path), options: options)
        defer { container.close() }
        #expect(try container.checkIntegrity().isSound)
        return try container.newContext().fetch(request)
      }
      let counted = try ObjectModel(CountedShelves.Crate.self, CountedShelves.Part.self)
      #expect(throws: StoreError.self) {
        try counts(
          counted, CountedShelves.Crate.all.select { $0.total }, StoreOptions(isReadOnly: true))
      }
      #expect(try counts(counted, CountedShelves.Crate.all.select { $0.total }) == [4])
      #expect(
        try counts(
          counted, CountedShelves.Crate.all.select { $0.total }, StoreOptions(isReadOnly: true))
          == [4])
      let recounted = try ObjectModel(RecountedShelves.Crate.self, RecountedShelves.Part.self)
      #expect(
        try counts(
          recounted, RecountedShelves.Crate.all.select { $0.total },
          StoreOptions(migration: .migrating())) == [2])
      let last = try PersistentContainer(
        model: ObjectModel(PlainShelves.Crate.self, PlainShelves.Part.self), at: .file(path),
        options: StoreOptions(migration: .migrating(allowing: .removing("Crate.note"))))
      let parts = try last.newContext().fetch(PlainShelves.Part.all)
      #expect(parts.count == 4)
      last.close()
    }
  }

  @Test func `an index of a list finds and sorts by what is derived`() throws {
    typealias Crate = IndexedShelves.Crate
    typealias Chest = IndexedShelves.Chest
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Crate.self, Chest.self, IndexedShelves.Part.self),
        at: .file(directory.path("crates")))
      defer { container.close() }
      let context = container.newContext()
      for number in 0..<6 {
        let crate: Crate =
          number < 4
          ? Crate(name: "C\(number % 2)", width: 1, note: number > 1 ? "n" : nil, in: context)
          : Chest(depth: number, in: context)
        if number >= 4 { crate.name = "D" }
        for size in 0..<number { IndexedShelves.Part(size: size, in: context).crate = crate }
      }
      try context.save()
      func used<Object>(_ request: FetchRequest<Object>) throws -> [String] {
        let explanation = try request.explain(in: context)
        #expect(!explanation.sorts, "\(explanation)")
        return explanation.usedIndexes
      }
      let byTotal = Crate.where { $0.name == "C1" }.sorted(by: \.total, .descending)
      #expect(try used(byTotal) == ["Crate.name and Crate.total descending"])
      #expect(try context.fetch(byTotal).map(\.total) == [3, 1])
      let folded = Crate.where { $0.folded == "c0" }.sorted(by: \.total)
      #expect(try used(folded) == ["Crate.folded and Crate.total"])
      #expect(try context.fetch(folded).map(\.total) == [0, 2])
      let noted = Crate.where { $0.width == 1 && $0.note != nil && $0.total > 2 }
      #expect(
        try noted.explain(in: context).usedIndexes
          == ["Crate.width and Crate.total where Crate.note is not nil"])
      #expect(try context.fetch(noted).map(\.name) == ["C1"])
      let deep = Chest.where { $0.depth == 5 && $0.total > 3 }
      #expect(
        try deep.explain(in: context).usedIndexes == [
          "Crate.entity and Chest.depth and Crate.total"
        ])
      #expect(try context.fetch(deep).map(\.total) == [5])
      #expect(try container.checkIntegrity().isSound)
    }
  }

  @Test func `an index of what is derived is made when a store is opened, and is no migration`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let path = directory.path("crates")
      func used<Crate: ManagedObject>(
        _ model: ObjectModel, _ request: FetchRequest<Crate>
      ) throws -> [String] {
        let container = try PersistentContainer(model: model, at: .file(path))
        defer { container.close() }
        return try request.explain(in: container.newContext()).usedIndexes
      }
      let counted = try ObjectModel(CountedShelves.Crate.self, CountedShelves.Part.self)
      let listed = try ObjectModel(ListedShelves.Crate.self, ListedShelves.Part.self)
      #expect(counted.versionHash == listed.versionHash)
      let list = "Crate.name and Crate.total"
      let request = CountedShelves.Crate.where { $0.name == "c" }.sorted(by: \.total)
      #expect(try !used(counted, request).contains(list))
      #expect(
        try used(listed, ListedShelves.Crate.where { $0.name == "c" }.sorted(by: \.total))
          == [list])
      // It goes as it has come.
      #expect(try !used(counted, request).contains(list))
    }
  }

  @Test func `what cannot be derived is refused when the model is made`() {
    do {
      _ = try ObjectModel(WrongShelves.Crate.self, WrongShelves.Part.self)
      Issue.record("the model is accepted")
    } catch {
      #expect(
        "\(error)" == """
          the model has 4 problems:
            'Crate.loud' cannot be indexed, since it is made of constants or conditions, and \
          requests find an index by functions of attributes alone; leave '.indexed' out \
          [model.attribute.derived-index]
            'Crate.short' is derived of 'folded', which is derived itself; write what that one is \
          [model.attribute.derived-from]
            'Crate.twice' asks the members of a relationship and more; the count of a to-many, \
          or a sum or an extreme of its members, is a value alone, as in \
          '{ (author: Fields<Author>) in author.books.count }', and its filter and values ask \
          attributes of the members [model.attribute.derived-from]
            'Part.crateName' is derived of 'crate.name' of another object, whose changes would \
          not be noticed; derive it of attributes of 'Part', or of the members of a to-many \
          relationship [model.attribute.derived-from]
          """)
    }
  }

  @Test func `a damaged count is found and made again`() throws {
    try withShelves { container, path in
      let context = container.newContext()
      ShelfItem(name: "1", weight: 1, in: context).shelf = Shelf(name: "a", in: context)
      try context.save()
      #expect(throws: StoreError.self) {
        try context.execute("UPDATE Shelf SET \"_derived.Shelf.itemCount\" = 5")
      }
      try container.rebuildDerivedValues()
      try check(container)
    }
  }
}
