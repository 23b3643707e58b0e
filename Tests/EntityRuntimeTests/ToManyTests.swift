import EntityGraph
import Testing

@testable import EntityRuntime

/// The handle of a to-many relationship. `RandomOperationTests` compares what it does with sets.
@Suite struct ToManyTests {
  /// A room with people who are children and friends of the first.
  private struct Room {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let host: Person

    init(children: Int, friends: Int) throws {
      container = try StoreKind.sqlite.container(Person.self)
      let filling = container.newContext()
      let host = Person(name: "host", in: filling)
      for number in 0..<children {
        Person(name: "child \(number)", in: filling).parent = host
      }
      for number in 0..<friends {
        Person(name: "friend \(number)", in: filling).friends = [host]
      }
      try filling.save()
      context = container.newContext()
      self.host = try context.only(Person.where { $0.name == "host" })
    }

    /// Returns the person called `name`.
    func person(_ name: String) throws -> Person {
      try context.only(Person.where { $0.name == name })
    }

    /// `true` if the members of a relationship of the host are loaded.
    func isLoaded(_ name: String) throws -> Bool {
      let index = try #require(host.__entity.layout.propertyIndex(name))
      return host.__toMany(index)?.members != nil
    }
  }

  @Test func nothingThatAHandleDoesLoadsTheSet() throws {
    let room = try Room(children: 20, friends: 20)
    let host = room.host
    for number in 0..<5 {
      host.$children.insert(Person(name: "new child \(number)", in: room.context))
      host.$friends.insert(Person(name: "new friend \(number)", in: room.context))
    }
    host.$children.remove(try room.person("child 3"))
    host.$friends.remove(try room.person("friend 3"))
    #expect(try host.$children.count == 24)
    #expect(try host.$friends.count == 24)
    #expect(try !host.$children.isEmpty)
    #expect(try host.$friends.contains(room.person("friend 4")))
    #expect(try !host.$friends.contains(room.person("friend 3")))
    #expect(try host.$children.contains(room.person("child 4")))
    #expect(try !host.$children.contains(room.person("child 3")))
    #expect(
      try room.context.fetch(host.$children.sorted(by: \.name).limit(2)).map(\.name) == [
        "child 0", "child 1",
      ])
    #expect(try room.isLoaded("children") == false)
    #expect(try room.isLoaded("friends") == false)
    try room.context.save()
    #expect(try room.isLoaded("children") == false)
    #expect(try room.isLoaded("friends") == false)
    #expect(host.children.count == 24)
    #expect(host.friends.count == 24)
  }

  @Test func aPageReadsNoMoreRowsThanItShows() throws {
    let room = try Room(children: 50, friends: 50)
    room.host.$children.insert(Person(name: "new", in: room.context))
    let before = room.context.unit.maps.reduce(0) { $0 + $1.count }
    let children = try room.context.fetch(room.host.$children.sorted(by: \.name).limit(5))
    #expect(children.count == 5)
    let friends = try room.context.fetch(room.host.$friends.sorted(by: \.name).limit(5))
    #expect(friends.count == 5)
    // As many rows more as there are changed ones, which might have been among them.
    #expect(room.context.unit.maps.reduce(0) { $0 + $1.count } - before <= 14)
  }

  @Test func pagesFollowOneAnother() throws {
    let room = try Room(children: 5, friends: 0)
    var names: [String] = []
    var cursor: PageCursor?
    repeat {
      let page = try room.host.$children.page(after: cursor, size: 2)
      names += page.map(\.name)
      cursor = page.next
    } while cursor != nil
    #expect(names == (0..<5).map { "child \($0)" })
  }

  @Test func whatIsInsertedTwiceIsAMemberOnce() throws {
    let room = try Room(children: 1, friends: 1)
    let (child, friend) = (try room.person("child 0"), try room.person("friend 0"))
    room.host.$children.insert(contentsOf: [child, child])
    room.host.$friends.insert(contentsOf: [friend, friend])
    #expect(!room.context.hasChanges)
    #expect(room.host.children == [child])
    #expect(room.host.friends == [friend])
  }

  @Test func whatIsNoMemberIsNotRemoved() throws {
    let room = try Room(children: 1, friends: 1)
    let (child, friend) = (try room.person("child 0"), try room.person("friend 0"))
    friend.$children.remove(child)
    child.$friends.remove(friend)
    #expect(child.parent === room.host)
    #expect(!room.context.hasChanges)
  }

  @Test(arguments: [false, true])
  func allMembersAreRemovedWhetherTheyAreLoadedOrNot(_ isLoaded: Bool) throws {
    let room = try Room(children: 2, friends: 3)
    if isLoaded { #expect(room.host.children.count + room.host.friends.count == 5) }
    let child = Person(name: "new", in: room.context)
    room.host.$children.insert(child)
    try room.host.$children.removeAll()
    try room.host.$friends.removeAll()
    #expect(child.parent == nil)
    #expect(try room.host.$children.isEmpty && room.host.$friends.isEmpty)
    #expect(room.host.children.isEmpty && room.host.friends.isEmpty)
    try room.context.save()
    #expect(try room.person("child 0").parent == nil)
    #expect(try room.person("friend 0").friends.isEmpty)
  }

  @Test func allMembersOfAnObjectThatIsNotSavedAreRemoved() throws {
    let room = try Room(children: 0, friends: 1)
    let owner = Person(name: "new", in: room.context)
    owner.$friends.insert(try room.person("friend 0"))
    try owner.$friends.removeAll()
    #expect(owner.friends.isEmpty)
  }

  @Test func aMemberOfAnotherOwnerMoves() throws {
    let room = try Room(children: 2, friends: 1)
    let (child, friend) = (try room.person("child 0"), try room.person("friend 0"))
    friend.$children.insert(child)
    #expect(child.parent === friend)
    #expect(try room.host.$children.count == 1)
    #expect(try friend.$children.count == 1)
    try room.context.save()
    #expect(try room.host.$children.count == 1)
  }

  @Test func aNewOwnerHasWhatItWasGiven() throws {
    let room = try Room(children: 1, friends: 1)
    let child = try room.person("child 0")
    let owner = Person(name: "owner", in: room.context)
    #expect(try owner.$children.isEmpty)
    owner.$children.insert(child)
    owner.$friends.insert(contentsOf: [child, room.host])
    #expect(try owner.$children.count == 1)
    #expect(try owner.$friends.count == 2)
    #expect(try room.context.fetch(owner.$children.all) == [child])
    #expect(try Set(room.context.fetch(owner.$friends.all)) == [child, room.host])
    try room.context.save()
    #expect(try room.context.fetch(owner.$friends.all).count == 2)
  }

  @Test func theInverseOfAManyToManyIsOneOfItsMembers() throws {
    let room = try Room(children: 0, friends: 1)
    room.host.$friends.insert(room.host)
    #expect(try room.host.$friends.contains(room.host))
    #expect(try room.host.$friends.count == 2)
    room.host.$friends.remove(room.host)
    #expect(try room.host.$friends.count == 1)
    #expect(!room.context.hasChanges)
  }

  @Test func objectsOfAnotherContextAreNoMembersAndTheSaveRefusesThem() throws {
    let room = try Room(children: 1, friends: 1)
    let other = room.container.newContext()
    let stranger = try other.only(Person.where { $0.name == "child 0" })
    #expect(try !room.host.$children.contains(stranger))
    room.host.$children.remove(stranger)
    try room.context.save()
    room.host.$friends.insert(stranger)
    #expect(throws: ValidationError.self) { try room.context.save() }
  }

  @Test func anObjectOfAnotherContextIsRefusedWhateverIsInsertedAfterIt() throws {
    let room = try Room(children: 1, friends: 1)
    let other = room.container.newContext()
    let stranger = try other.only(Person.where { $0.name == "child 0" })
    room.host.$friends.insert(contentsOf: [stranger, Person(name: "own", in: room.context)])
    #expect(throws: ValidationError.self) { try room.context.save() }
  }

  @Test func membersOfTwoAreFoundByAStatementThatHasFoundThoseOfOne() throws {
    let room = try Room(children: 0, friends: 2)
    let (first, second) = (try room.person("friend 0"), try room.person("friend 1"))
    room.host.$friends.insert(room.host)
    first.$friends.insert(second)
    try room.context.save()
    func both(_ one: Person, _ two: Person) throws -> Set<Person> {
      Set(try room.context.fetch(one.$friends.where { $0.friends.contains(two) }))
    }
    #expect(try both(room.host, room.host) == [room.host, first, second])
    #expect(try both(room.host, first) == [room.host, second])
    let rest = try room.context.fetch(
      room.host.$friends.where { !$0.friends.contains(first) })
    #expect(rest == [first])
  }

  @Test func aDeletionOfAnotherOwnerLoadsNothing() throws {
    let room = try Room(children: 50, friends: 0)
    let other = Person(name: "other", in: room.context)
    try room.context.save()
    room.context.delete(other)
    let before = room.context.unit.maps.reduce(0) { $0 + $1.count }
    #expect(try room.host.$children.count == 50)
    #expect(try room.context.fetch(room.host.$children.all.limit(5)).count == 5)
    #expect(room.context.unit.maps.reduce(0) { $0 + $1.count } - before <= 7)
  }

  @Test func aHandleOfAReleasedContextReadsNothing() throws {
    let container = try StoreKind.sqlite.container(Person.self)
    var context: ManagedObjectContext? = container.newContext()
    let person = try #require(context.map { Person(name: "a", in: $0) })
    try context?.save()
    context = nil
    #expect(throws: StoreError.self) { try person.$children.count }
  }
}
