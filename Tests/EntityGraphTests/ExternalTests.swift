import EntityCSQLite
import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// External attributes are what other attributes are, and are read when they are needed.
@Suite struct ExternalTests {
  private static let model = Result {
    try ObjectModel(Leaflet.self, FoldedLeaflet.self, LeafletRack.self, Poster.self, Sketch.self)
  }

  private func withLeaflets(
    _ options: StoreOptions = StoreOptions(), function: String = #function,
    _ body: (PersistentContainer) throws -> Void
  ) throws {
    let container = try PersistentContainer.forTesting(
      model: Self.model.get(), options: options, function: function)
    try body(container)
    let report = try container.checkIntegrity()
    #expect(report.isSound, "\(report)")
    container.close()
  }

  private func withLeafletsInAFile(
    _ options: StoreOptions = StoreOptions(),
    _ body: (_ container: PersistentContainer, _ path: String) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("leaflets")
      let container = try PersistentContainer(
        model: Self.model.get(), at: .file(path), options: options)
      try body(container, path)
      let report = try container.checkIntegrity()
      #expect(report.isSound, "\(report)")
      container.close()
    }
  }

  /// Runs `sql` in the store at `path`, as another program does.
  private func run(_ sql: String, at path: String) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle)))")
  }

  private func data(_ number: Int) -> Data { Data(repeating: UInt8(number), count: 70_000) }

  /// Saves three leaflets, of which the last one is folded.
  @discardableResult private func fill(_ container: PersistentContainer) throws -> [ObjectID] {
    let context = container.newContext()
    let rack = LeafletRack(name: "r", in: context)
    let first = Leaflet(title: "a", image: data(1), text: "Äpfel", rack: rack, in: context)
    let second = Leaflet(title: "b", count: 1, marks: ["x", "y"], in: context)
    let third = FoldedLeaflet(back: "reverse", in: context)
    third.title = "c"
    third.image = data(3)
    third.text = "z"
    try context.save()
    return [first, second, third].map(\.objectID)
  }

  // MARK: Reading

  @Test func aFetchReadsNoExternalValueAndTheFirstAccessReadsOne() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      let leaflets = try container.expectQueries(1) {
        let leaflets = try context.fetch(Leaflet.sorted(by: \.title))
        #expect(leaflets.map(\.count) == [0, 1, 0])
        return leaflets
      }
      try container.expectQueries(1) { #expect(leaflets[0].image == data(1)) }
      container.expectQueriesNone { #expect(leaflets[0].image == data(1)) }
      // Nothing is there to be read.
      container.expectQueriesNone { #expect(leaflets[1].image == nil) }
      try container.expectQueries(2) {
        #expect(leaflets[1].marks == ["x", "y"])
        #expect((leaflets[2] as? FoldedLeaflet)?.back == "reverse")
      }
      #expect(leaflets.map(\.text) == ["Äpfel", "none", "z"])
      try context.save()
      #expect(!context.hasChanges)
    }
  }

  @Test func changingAnotherAttributeNeitherReadsNorWritesTheValue() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      let leaflet = try #require(try context.first(Leaflet.where { $0.title == "a" }))
      try container.expectQueries(0) {
        leaflet.count = 9
        try context.save()
      }
      let numbers = try context.execute(
        "UPDATE \(Leaflet.self) SET \(\Leaflet.count) = 10 WHERE \(\Leaflet.title) = 'a'")
      #expect(numbers == 1)
      let other = try #require(
        try container.newContext().first(Leaflet.where { $0.title == "a" }))
      #expect(other.count == 10 && other.image == data(1) && other.text == "Äpfel")
    }
  }

  @Test func aRefreshedObjectReadsTheValueAgain() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let (context, others) = (container.newContext(), container.newContext())
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      #expect(leaflet.image == data(1))
      try #require(try others.object(Leaflet.self, with: id)).image = data(2)
      try others.save()
      #expect(leaflet.image == data(1))
      try context.refresh(leaflet)
      #expect(leaflet.image == data(2))
      context.refreshAll()
      #expect(leaflet.isFault && leaflet.image == data(2))
    }
  }

  // MARK: Changing

  @Test func anAssignedValueIsAChangeLikeAnyOther() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      leaflet.image = nil
      leaflet.text = "other"
      leaflet.marks = ["m"]
      #expect(leaflet.hasChanges)
      #expect(Set(leaflet.changedValues.keys) == ["image", "text", "marks"])
      #expect(leaflet.originalValues["text"] == .text("Äpfel"))
      #expect(leaflet.committedValue(\.text) == "Äpfel")
      context.rollback()
      #expect(leaflet.image == data(1) && leaflet.text == "Äpfel" && leaflet.marks.isEmpty)
      leaflet.image = nil
      leaflet.text = "other"
      leaflet.marks = ["m"]
      try context.save()
      #expect(!leaflet.hasChanges && leaflet.text == "other")
      leaflet.text = "other"
      let later = container.newContext()
      let read = try #require(try later.object(Leaflet.self, with: id))
      #expect(read.image == nil && read.text == "other" && read.marks == ["m"])
      read.image = data(5)
      try later.save()
      #expect(try container.newContext().object(Leaflet.self, with: id)?.image == data(5))
    }
  }

  @Test func theValuesGoWithTheirObjects() throws {
    try withLeaflets { container in
      let ids = try fill(container)
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: ids[2]))
      leaflet.image = data(7)
      context.delete(leaflet, permanently: true)
      try context.save()
      try context.delete(#require(try context.first(LeafletRack.all)))
      try context.save()
      #expect(try context.count(Leaflet.all.includingDeleted()) >= 1)
      try context.deleteAll(Leaflet.all)
    }
  }

  @Test func manyObjectsAreSavedTogether() throws {
    try withLeaflets { container in
      let context = container.newContext()
      let leaflets = (0..<60).map { Leaflet(title: "\($0)", image: data($0), in: context) }
      try context.save()
      for (number, leaflet) in leaflets.enumerated() {
        leaflet.image = number % 3 == 0 ? nil : data(number + 1)
        leaflet.count = number
      }
      try context.save()
      let read = try container.newContext().fetch(Leaflet.sorted(by: \.count))
      #expect(read.count == 60)
      for (number, leaflet) in read.enumerated() {
        #expect(leaflet.image == (number % 3 == 0 ? nil : data(number + 1)))
      }
    }
  }

  @Test func rulesAreAskedOfWhatHasBeenAssigned() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      leaflet.text = ""
      let error = #expect(throws: ValidationError.self) { try context.save() }
      #expect(error?.problems.map(\.property) == ["text"])
      leaflet.text = "fit"
      try context.save()
      try container.expectQueries(0) {
        leaflet.count = 3
        try context.save()
      }
    }
  }

  @Test func namesLeadToTheValues() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      #expect(try leaflet.value(forKey: "text") as? String == "Äpfel")
      try leaflet.setValue("named", forKey: "text")
      #expect(try leaflet.storedValue(forKey: "text") == .text("named"))
      #expect(try leaflet.storedValue(forKey: "image") == .blob(data(1)))
    }
  }

  @Test func valuesHaveTheAttribute() throws {
    try withLeaflets { container in
      let context = container.newContext()
      let poster = Poster(number: 1, picture: data(1), in: context)
      try context.save()
      let values = Poster.Values(
        try #require(
          try container.newContext().object(Poster.self, with: poster.objectID)))
      #expect(values.picture == data(1))
      var changed = values
      changed.picture = data(2)
      try poster.apply(changed)
      try context.save()
      #expect(try container.newContext().first(Poster.all)?.picture == data(2))
      try context.insertAll([Poster.Values(number: 2, picture: data(3))])
      #expect(
        try context.fetch(Poster.sorted(by: \.number)).map(\.picture) == [data(2), data(3)])
    }
  }

  // MARK: Requests

  @Test func conditionsHaveTheSameAnswerInTheStoreAndInMemory() throws {
    let conditions: [@Sendable (Fields<Leaflet>) -> Condition<Leaflet>] = [
      { $0.image == nil }, { $0.image != nil }, { $0.text == "Äpfel" }, { $0.text != "z" },
      { $0.text.contains("pf") }, { $0.text.length > 1 }, { $0.text < "o" },
      { $0.text.lowercased() == "äpfel" }, { $0.text.in(["z", "none"]) },
      { $0.rack.leaflets.contains { $0.text.hasPrefix("Ä") } },
      { $0.cast(to: FoldedLeaflet.self).back == "reverse" },
      { $0.cast(to: FoldedLeaflet.self).back == nil },
    ]
    try withLeaflets { container in
      try fill(container)
      let pending = container.newContext()
      for leaflet in try pending.fetch(Leaflet.all) { leaflet.count += 1 }
      for (number, condition) in conditions.enumerated() {
        let stored = try container.newContext().fetch(Leaflet.where(condition))
        let changed = try pending.fetch(Leaflet.where(condition))
        #expect(
          stored.map(\.title).sorted() == changed.map(\.title).sorted(), "condition \(number)")
        #expect(
          try container.newContext().count(Leaflet.where(condition)) == stored.count)
      }
      let context = container.newContext()
      #expect(
        try context.fetch(Leaflet.where { $0.text.contains("pf") }).map(\.title) == ["a"])
      #expect(
        try context.fetch(Leaflet.where { $0.image == nil }).map(\.title) == ["b"])
      #expect(
        try context.fetch(
          Leaflet.where { $0.cast(to: FoldedLeaflet.self).back == "reverse" }
        ).map(\.title) == ["c"])
    }
  }

  @Test func resultsHaveTheValues() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      #expect(
        try context.fetch(Leaflet.sorted(by: \.text).select { $0.text })
          == ["none", "z", "Äpfel"])
      #expect(
        try context.fetch(Leaflet.sorted(by: \.title).select { ($0.title, $0.image) })
          .map(\.1?.count) == [70_000, nil, 70_000])
      #expect(
        try context.fetch(Leaflet.all.group(by: \.text).select { ($0.text, $0.count) }).count == 3)
      #expect(try context.fetch(Leaflet.sorted(by: \.text)).map(\.title) == ["b", "c", "a"])
    }
  }

  // MARK: Many at once

  @Test func changesWithoutObjectsWriteTheValues() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      let new = data(9)
      #expect(try context.update(Leaflet.where { $0.count == 0 }) { $0.image = new } == 2)
      #expect(try context.update(Leaflet.where { $0.title == "b" }) { $0.text = $0.title } == 1)
      #expect(
        try context.update(Leaflet.where { $0.title == "c" }) { $0.count = $0.text.length ?? 0 }
          == 1)
      #expect(
        try context.fetch(Leaflet.sorted(by: \.title)).map(\.image) == [new, nil, new])
      #expect(try context.first(Leaflet.where { $0.title == "b" })?.text == "b")
      #expect(try context.first(Leaflet.where { $0.title == "b" })?.count == 1)
      #expect(try context.update(Leaflet.where { $0.title == "c" }) { $0.image = nil } == 1)
      try context.insertAll(Leaflet.self, from: 0..<3) { leaflet, number in
        leaflet.title = "new \(number)"
        leaflet.image = new
      }
      let result = try context.insertAll(
        Leaflet.self, from: ["a", "up"], onConflict: .update(by: \.title)
      ) { leaflet, title in
        leaflet.title = title
        leaflet.text = "upserted"
      }
      #expect(result.ids.count == 2)
      let read = container.newContext()
      #expect(
        try read.fetch(Leaflet.where { $0.text == "upserted" }.sorted(by: \.title)).map(\.title)
          == ["a", "up"])
      #expect(try read.count(Leaflet.where { $0.image == nil }) == 3)
      #expect(try read.first(Leaflet.where { $0.title == "new 1" })?.image == new)
      try context.deleteAll(Leaflet.where { $0.text == "upserted" })
    }
  }

  @Test func aStatementByHandCannotWriteTheValues() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      for sql: HandwrittenSQL in [
        "UPDATE Leaflet SET text = 'x'", "UPDATE \"_external.Leaflet.text\" SET _value = 'x'",
        "INSERT INTO \"_external.Leaflet.text\" VALUES (9, 'x')",
        "UPDATE Leaflet SET \(\Leaflet.text) = 'x'",
        "DELETE FROM \"_external.Leaflet.text\"",
      ] {
        let error = #expect(throws: StoreError.self) { try context.execute(sql) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("external") == true)
      }
      #expect(try context.execute("DELETE FROM Leaflet WHERE title = 'a'") == 1)
    }
  }

  @Test func aStatementByHandCannotGiveARowTheVersionOfAnothersValue() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      let copy: HandwrittenSQL = """
        INSERT INTO Leaflet (_entity, title, count, image, text, marks)
        SELECT _entity, title || 'x', count, image, text, marks FROM Leaflet
        """
      let replacement: HandwrittenSQL = """
        INSERT OR REPLACE INTO Leaflet (_id, _entity, title, count, image, text, marks)
        SELECT _id, _entity, title, count, text + 7, text, marks FROM Leaflet
        """
      for sql in [copy, replacement] {
        for isUnseen in [false, true] {
          let error = #expect(throws: StoreError.self) {
            try context.execute(sql, unseen: isUnseen)
          }
          #expect(error?.code == .invalidRequest)
          #expect(error?.message.contains("external") == true)
        }
      }
      #expect(try context.count(Leaflet.all) == 3)
      #expect(try context.first(Leaflet.where { $0.title == "a" })?.image == data(1))
    }
  }

  @Test func whatHasNotBeenReadOfADeletedObjectIsReported() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      #expect(leaflet.image == data(1))
      context.delete(leaflet, permanently: true)
      try context.save()
      #expect(leaflet.image == data(1) && leaflet.text == "none")
      let error = #expect(throws: ReadError.self) { try context.save() }
      #expect(error?.problems.map(\.property) == ["text"])
    }
  }

  // MARK: Others

  @Test func othersWhoChangeSomethingElseAreInNobodysWay() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let (ours, theirs) = (container.newContext(), container.newContext())
      let leaflet = try #require(try ours.object(Leaflet.self, with: id))
      leaflet.image = data(4)
      try #require(try theirs.object(Leaflet.self, with: id)).count = 8
      try theirs.save()
      ours.mergePolicy = .byProperty(preferring: .theirs)
      try ours.save()
      let read = try #require(try container.newContext().object(Leaflet.self, with: id))
      #expect(read.image == data(4) && read.count == 8)
      #expect(leaflet.count == 8 && leaflet.text == "Äpfel")
    }
  }

  @Test func whatBothHaveChangedIsContested() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let (ours, theirs) = (container.newContext(), container.newContext())
      let leaflet = try #require(try ours.object(Leaflet.self, with: id))
      leaflet.image = data(4)
      leaflet.count = 2
      let other = try #require(try theirs.object(Leaflet.self, with: id))
      other.image = data(5)
      other.text = "theirs"
      try theirs.save()
      let error = #expect(throws: ConflictError.self) { try ours.save() }
      #expect(error?.conflicts.first?.contestedProperties == ["image"])
      ours.mergePolicy = .byProperty(preferring: .ours)
      try ours.save()
      let read = try #require(try container.newContext().object(Leaflet.self, with: id))
      #expect(read.image == data(4) && read.text == "theirs" && read.count == 2)
      #expect(leaflet.text == "theirs")
      leaflet.image = data(6)
      try ours.save()
      other.image = data(7)
      theirs.mergePolicy = .theirs
      try theirs.save()
      #expect(other.image == data(6))
    }
  }

  @Test func whatOthersHaveDeletedIsStoredAgainOnlyWithValuesThatHaveBeenRead() throws {
    try withLeaflets { container in
      let ids = try fill(container)
      let (unread, read) = (container.newContext(), container.newContext())
      unread.mergePolicy = .ours
      read.mergePolicy = .ours
      try #require(try unread.object(Leaflet.self, with: ids[0])).count = 5
      let leaflet = try #require(try read.object(Leaflet.self, with: ids[0]))
      #expect(leaflet.image == data(1) && leaflet.text == "Äpfel" && leaflet.marks.isEmpty)
      leaflet.count = 6
      let theirs = container.newContext()
      theirs.delete(
        try #require(try theirs.object(Leaflet.self, with: ids[0])), permanently: true)
      try theirs.save()
      let error = #expect(throws: ConflictError.self) { try unread.save() }
      #expect(error?.conflicts.map(\.kind) == [.deleted])
      #expect(try container.newContext().object(Leaflet.self, with: ids[0]) == nil)
      try read.save()
      let again = try #require(try container.newContext().object(Leaflet.self, with: ids[0]))
      #expect(again.count == 6 && again.image == data(1) && again.text == "Äpfel")
    }
  }

  @Test func takingOursLeavesWhatHasNotBeenReadToTheOthers() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let (ours, theirs) = (container.newContext(), container.newContext())
      let leaflet = try #require(try ours.object(Leaflet.self, with: id))
      leaflet.count = 2
      try #require(try theirs.object(Leaflet.self, with: id)).image = data(5)
      try theirs.save()
      ours.mergePolicy = MergePolicy { conflict in
        let hasImages = conflict.values(of: \Leaflet.image) != nil
        let count = conflict.values(of: \Leaflet.count)?.ours
        #expect(!hasImages && count == 2)
        conflict.take(.ours)
      }
      try ours.save()
      #expect(leaflet.count == 2 && leaflet.image == data(5))
    }
  }

  @Test func aNestedContextAndAnEditingSessionSaveTheValues() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      leaflet.text = "parent"
      let draft = context.nested()
      let copy = try #require(try draft.object(Leaflet.self, with: id))
      #expect(copy.text == "parent" && copy.image == data(1))
      copy.image = data(8)
      _ = Leaflet(title: "new", image: data(2), in: draft)
      try draft.save()
      #expect(leaflet.image == data(8) && leaflet.text == "parent")
      try context.save()
      let session = EditingSession(in: container)
      let edited = try #require(try session.context.object(Leaflet.self, with: id))
      edited.count = 5
      edited.text = "edited"
      let resumed = try EditingSession(resuming: session.encoded(), in: container)
      try resumed.save()
      let read = try #require(try container.newContext().object(Leaflet.self, with: id))
      #expect(read.image == data(8) && read.text == "edited" && read.count == 5)
      #expect(
        try container.newContext().first(Leaflet.where { $0.title == "new" })?.image == data(2))
    }
  }

  @Test func anEditingSessionIsNotResumedWithTheVersionOfAValueInANewObject() throws {
    try withLeaflets { container in
      let session = EditingSession(in: container)
      _ = Leaflet(title: "new", text: "draft", in: session.context)
      let state = String(decoding: try session.encoded(), as: UTF8.self)
      let part = #""text":{"text":"draft"}"#
      #expect(state.contains(part), "\(state)")
      let other = state.replacing(part, with: #""text":{"integer":1}"#)
      #expect(throws: EditingStateError.self) {
        try EditingSession(resuming: Data(other.utf8), in: container)
      }
    }
  }

  // MARK: Going back

  @Test func whatIsUndoneAfterASaveIsTheValueFromBefore() throws {
    try withLeaflets { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let recorder = UndoRecorder()
      context.undoRecorder = recorder
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      context.undoGroup("count") {
        leaflet.count = 1
        leaflet.image = data(2)
        leaflet.text = "second"
      }
      try context.save()
      leaflet.text = "third"
      try context.save()
      context.undo()
      #expect(leaflet.text == "second" && leaflet.image == data(2))
      context.undo()
      #expect(leaflet.text == "Äpfel" && leaflet.image == data(1) && leaflet.count == 0)
      try context.save()
      #expect(try container.newContext().object(Leaflet.self, with: id)?.image == data(1))
      context.redo()
      try context.save()
      #expect(try container.newContext().object(Leaflet.self, with: id)?.text == "second")
      #expect(recorder.recordedBytes > 70_000)
    }
  }

  @Test func aDeletedObjectExistsAgainWithItsValues() throws {
    try withLeaflets { container in
      try fill(container)
      let context = container.newContext()
      let poster = Poster(number: 3, picture: data(3), in: context)
      try context.save()
      let other = container.newContext()
      other.undoRecorder = UndoRecorder()
      let found = try #require(try other.object(Poster.self, with: poster.objectID))
      other.delete(found)
      try other.save()
      other.undo()
      try other.save()
      let read = try container.newContext().fetch(Poster.all)
      #expect(read.map(\.picture) == [data(3)] && read.map(\.number) == [3])
    }
  }

  @Test func undoingAnswersWithTheDefaultForAStoredValueThatCannotBeDecoded() throws {
    try withLeafletsInAFile { container, path in
      let context = container.newContext()
      let sketch = Sketch(number: 1, strokes: [1], in: context)
      try context.save()
      try run("UPDATE \"_external.Sketch.strokes\" SET _value = '[\"x\"]'", at: path)
      let other = container.newContext()
      other.undoRecorder = UndoRecorder()
      let found = try #require(try other.object(Sketch.self, with: sketch.objectID))
      found.strokes = [2]
      try other.save()
      other.undo()
      #expect(found.strokes == [7])
    }
  }

  @Test func aValueThatCouldNotBeReadIsNotGivenBack() throws {
    try withLeafletsInAFile { container, path in
      let context = container.newContext()
      let poster = Poster(number: 1, picture: data(1), in: context)
      try context.save()
      try run("DELETE FROM \"_external.Poster.picture\"", at: path)
      let other = container.newContext()
      other.undoRecorder = UndoRecorder()
      let found = try #require(try other.object(Poster.self, with: poster.objectID))
      found.picture = data(2)
      #expect(throws: ReadError.self) { try other.save() }
      try other.save()
      other.undo()
      #expect(found.picture == data(2))
    }
  }

  // MARK: History and damage

  @Test func theHistorySaysThatTheValueHasChanged() throws {
    try withLeaflets(StoreOptions(history: .everything)) { container in
      let id = try fill(container)[0]
      let context = container.newContext()
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      leaflet.image = data(4)
      leaflet.count = 2
      try context.save()
      let change = try #require(try container.history().last?.changes.first)
      #expect(change.properties == ["count", "image"])
      #expect(change.new.names == ["count"] && change.old.names == ["count"])
      context.delete(leaflet, permanently: true)
      try context.save()
    }
  }

  @Test func aValueThatIsMissingIsReportedAndAnsweredByTheDefault() throws {
    try withLeafletsInAFile { container, path in
      let id = try fill(container)[0]
      let context = container.newContext()
      try run("DELETE FROM \"_external.Leaflet.text\"", at: path)
      let leaflet = try #require(try context.object(Leaflet.self, with: id))
      #expect(leaflet.text == "none")
      let error = #expect(throws: ReadError.self) { try context.save() }
      #expect(error?.problems.map(\.property) == ["text"])
      let report = try container.checkIntegrity()
      #expect(report.problems.map(\.kind) == [.externalValue, .externalValue, .externalValue])
      #expect(
        report.problems.first?.message
          == "the store does not have the value of 'Leaflet.text' of the object \(id.rowID); give "
          + "it another, or restore the store from a copy")
      for leaflet in try context.fetch(Leaflet.all) { leaflet.text = "mended" }
      try context.save()
    }
  }
}

extension PersistentContainer {
  /// Expects that `body` asks the store for nothing.
  fileprivate func expectQueriesNone(_ body: () throws -> Void) {
    #expect(throws: Never.self) { try expectQueries(0, body) }
  }
}
