import EntityGraph
import Foundation
import TestSupport
import Testing

@Entity final class Preferences: ManagedObject {
  var theme: String = "light"
  var size: Int = 12
}

/// What a server has one of, of one class or another.
@Entity(.abstract) class Home: ManagedObject {
  var title: String = ""
  @Attribute(.deletedAt) var struckAt: Date?
}

@Entity final class Lodge: Home { var beds: Int = 2 }

@Entity final class Tent: Home { var poles: Int = 3 }

/// Needs a value that nobody has.
@Entity final class Licence: ManagedObject { var key: String }

@Entity final class Spectator: ManagedObject { var name: String = "" }

/// Refers to others.
@Entity final class Console: ManagedObject {
  var volume: Int = 1
  @Relationship(inverse: .implicit) var owner: Spectator?
  @Relationship(inverse: .implicit) var guests: Set<Spectator>
  @Relationship(inverse: .implicit) var queue: [Spectator]
}

extension Console: SingleObject {}
extension Preferences: SingleObject {}
extension Home: SingleObject {}
extension Licence: SingleObject {}

@Suite struct SingleObjectTests {
  private static let classes: [ManagedObject.Type] = [
    Preferences.self, Lodge.self, Tent.self, Licence.self, Spectator.self,
    Console.self,
  ]

  private func container() throws -> PersistentContainer {
    try PersistentContainer(model: ObjectModel(classes: Self.classes), at: .memory)
  }

  /// Returns the rules that `error` says are broken.
  private func rules(_ error: ValidationError?) -> [String]? { error?.problems.map(\.id) }

  @Test func `the first who asks makes the object, and the others have the same`() throws {
    let container = try container()
    let context = container.newContext()
    let made = try context.single(Preferences.self) { $0.size = 14 }
    #expect((made.theme, made.size) == ("light", 14))
    #expect(!made.isInserted)
    #expect(!context.hasChanges)
    let same = try context.single(Preferences.self) { $0.size = 99 }
    #expect(same === made)
    made.theme = "dark"
    try context.save()
    let other = container.newContext()
    #expect(try other.single(Preferences.self).objectID == made.objectID)
    #expect(try other.single(Preferences.self).theme == "dark")
    #expect(try other.count(Preferences.all) == 1)
    expectSound(context)
  }

  @Test func `what a context has not saved is found before one is made`() throws {
    let context = try container().newContext()
    let own = Preferences(theme: "own", in: context)
    #expect(try context.single(Preferences.self) === own)
    try context.save()
    #expect(try context.count(Preferences.all) == 1)
  }

  @Test func `a second object is refused, whoever has made the first`() throws {
    let container = try container()
    let (first, second) = (container.newContext(), container.newContext())
    _ = Preferences(in: first)
    _ = Preferences(theme: "other", in: second)
    try first.save()
    let error = #expect(throws: ValidationError.self) { try second.save() }
    #expect(rules(error) == ["validation.single"])
    #expect(
      error?.problems.first?.message == """
        'Preferences' has one object, and there is another one; ask for it by \
        'context.single(Preferences.self)'
        """)
    second.rollback()
    #expect(try second.single(Preferences.self).theme == "light")
    _ = Preferences(in: second)
    let again = #expect(throws: ValidationError.self) { try second.save() }
    #expect(rules(again) == ["validation.single"])
    second.rollback()
    let third = try self.container().newContext()
    _ = Preferences(in: third)
    _ = Preferences(in: third)
    let both = #expect(throws: ValidationError.self) { try third.save() }
    #expect(rules(both) == ["validation.single", "validation.single"])
    expectSound(third)
  }

  @Test func `one that is replaced in one save is one`() throws {
    let container = try container()
    let context = container.newContext()
    context.delete(try context.single(Preferences.self))
    let next = try context.single(Preferences.self) { $0.theme = "next" }
    #expect(next.isInserted)
    try context.save()
    #expect(try container.newContext().single(Preferences.self).theme == "next")
    #expect(try context.count(Preferences.all) == 1)
  }

  @Test func `an object of a class that extends the entity is its one object`() throws {
    let context = try container().newContext()
    let lodge = try context.single(Lodge.self) { $0.title = "forest" }
    #expect(try context.single(Lodge.self) === lodge)
    #expect(try context.onlyOrNil(Home.all) === lodge)
    let error = #expect(throws: ValidationError.self) { _ = try context.single(Tent.self) }
    #expect(rules(error) == ["validation.single"])
    #expect(error?.problems.first?.entity == "Home")
    _ = Tent(in: context)
    let second = #expect(throws: ValidationError.self) { try context.save() }
    #expect(rules(second) == ["validation.single"])
  }

  @Test func `one that is deleted softly is found`() throws {
    let context = try container().newContext()
    let tent = try context.single(Tent.self)
    context.delete(tent)
    try context.save()
    #expect(try context.count(Tent.all) == 0)
    #expect(try context.single(Tent.self) === tent)
    #expect(tent.isSoftlyDeleted)
  }

  @Test func `what is missing in a new one is said, and nothing is made`() throws {
    let context = try container().newContext()
    let error = #expect(throws: ValidationError.self) { _ = try context.single(Licence.self) }
    #expect(error?.problems.map(\.property) == ["key"])
    #expect(try context.count(Licence.all) == 0)
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      _ = try context.single(Licence.self) { _ in throw Refused() }
    }
    #expect(!context.hasChanges)
    #expect(try context.single(Licence.self) { $0.key = "k" }.key == "k")
  }

  @Test func `none is made while a state of the store is read, and one that there is is found`()
    throws
  {
    let context = try container().newContext()
    let error = #expect(throws: StoreError.self) {
      try context.read { _ = try context.single(Preferences.self) }
    }
    #expect(error?.code == .readOnly)
    #expect(
      error?.message
        == "'Preferences' has no object yet, and none can be made within 'read', which saves "
        + "nothing; ask for it before")
    let made = try context.single(Preferences.self)
    #expect(try context.read { try context.single(Preferences.self) } === made)
  }

  @Test func `within a transaction it is a part of that`() async throws {
    let container = try container()
    try await container.write { context in
      let object = try context.single(Preferences.self) { $0.theme = "inside" }
      #expect(object.isInserted)
      #expect(try context.single(Preferences.self) === object)
    }
    #expect(try container.newContext().single(Preferences.self).theme == "inside")
    struct Undone: Error {}
    let other = try self.container()
    try? await other.write { context in
      _ = try context.single(Preferences.self)
      throw Undone()
    }
    #expect(try other.newContext().count(Preferences.all) == 0)
  }

  @Test func `in a nested context it is a part of that`() throws {
    let container = try container()
    let context = container.newContext()
    let draft = context.nested()
    let made = try draft.single(Preferences.self) { $0.theme = "draft" }
    #expect(made.isInserted)
    #expect(try draft.single(Preferences.self) === made)
    #expect(try container.newContext().count(Preferences.all) == 0)
    try draft.save()
    #expect(try context.single(Preferences.self).theme == "draft")
    #expect(try container.newContext().count(Preferences.all) == 0)
    try context.save()
    #expect(try container.newContext().single(Preferences.self).theme == "draft")
    draft.rollback()
    #expect(try draft.single(Preferences.self).theme == "draft")
  }

  @Test func `a nested context has the one that its parent has got since it began`() throws {
    let context = try container().newContext()
    let (draft, sibling) = (context.nested(), context.nested())
    let inner = draft.nested()
    let guest = Spectator(name: "g", in: draft)
    let made = try sibling.single(Preferences.self) { $0.theme = "sibling" }
    try sibling.save()
    let innermost = try inner.single(Preferences.self)
    let own = try draft.single(Preferences.self)
    #expect(own.objectID == made.objectID && innermost.objectID == made.objectID)
    #expect(own.theme == "sibling")
    #expect(guest.isInserted)
    own.size = 3
    try draft.save()
    try context.save()
    #expect(try context.single(Preferences.self).size == 3)
    #expect(try context.count(Preferences.all) == 1)
    // One that is deleted in the nested context is replaced there.
    draft.delete(try draft.single(Preferences.self))
    #expect(try draft.single(Preferences.self) { $0.theme = "next" }.theme == "next")
    try draft.save()
    try context.save()
    #expect(try context.only(Preferences.all).theme == "next")
    expectSound(draft)
    expectSound(context)
  }

  @Test func `a new one may refer to objects of the context that have been saved`() throws {
    let container = try container()
    let context = container.newContext()
    let guests = ["a", "b"].map { Spectator(name: $0, in: context) }
    try context.save()
    let console = try context.single(Console.self) { console in
      console.owner = guests[0]
      console.guests = Set(guests)
      console.queue.append(guests[1])
      console.$queue.append(guests[0])
    }
    #expect(console.owner === guests[0] && console.guests == Set(guests))
    #expect(console.queue == [guests[1], guests[0]])
    #expect(!context.hasChanges)
    expectSound(context)
    let other = try self.container().newContext()
    let unsaved = Spectator(name: "new", in: other)
    let error = #expect(throws: ValidationError.self) {
      _ = try other.single(Console.self) { $0.owner = unsaved }
    }
    #expect(rules(error) == ["validation.otherContext"])
    #expect(try other.count(Console.all) == 0)
    try other.save()
    #expect(try other.single(Console.self) { $0.owner = unsaved }.owner === unsaved)
  }

  @Test func `objects of the context are put in places among the members of a new one`() throws {
    let context = try container().newContext()
    let guests = ["a", "b", "c"].map { Spectator(name: $0, in: context) }
    try context.save()
    let console = try context.single(Console.self) { console in
      console.$queue.append(guests[0])
      try console.$queue.insert(guests[1], at: 0)
      try console.$queue.insert(guests[2], before: guests[0])
      #expect(try console.$queue.contains(guests[2]))
      try console.$queue.move(guests[1], after: guests[0])
    }
    #expect(console.queue.map(\.name) == ["c", "a", "b"])
    expectSound(context)
  }

  @Test func `many are not inserted at once`() throws {
    let context = try container().newContext()
    let error = #expect(throws: ValidationError.self) {
      try context.insertAll(Preferences.self, from: [1, 2]) { $0.size = $1 }
    }
    #expect(rules(error) == ["validation.single"])
    #expect(try context.count(Preferences.all) == 0)
  }

  @Test func `of all that ask at once, through several connections, one makes it`() async throws {
    let directory = try TemporaryDirectory()
    let containers = try (0..<2).map { _ in
      try PersistentContainer(
        model: ObjectModel(classes: Self.classes), at: .file(directory.path("single.sqlite")))
    }
    let ids = try await withThrowingTaskGroup(of: ObjectID.self) { group in
      for number in 0..<16 {
        let container = containers[number % 2]
        group.addTask {
          try container.newContext().single(Preferences.self) { $0.size = number }.objectID
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try containers[0].newContext().count(Preferences.all) == 1)
  }
}
