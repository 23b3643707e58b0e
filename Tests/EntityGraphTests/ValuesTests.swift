import EntityGraph
import Foundation
import TestSupport
import Testing

/// The values of objects: taking them, making objects of them, comparing them.
@Suite struct ValuesTests {
  @Test func valuesHoldAttributesTheIDAndTheIDsOfToOnes() throws {
    let shop = try ValuesShop()
    let values = ValuesShop.Book.Values(shop.book)
    #expect(values.objectID == shop.book.objectID)
    #expect(values.title == "The Dispossessed")
    #expect(values.genre == .science)
    #expect(values.pages == 387)
    #expect(values.size?.width == 11)
    #expect(values.author == shop.author.objectID)
    #expect(values.translator == nil)
    #expect(ValuesShop.Author.Values(shop.author).email == "ursula@example.org")
  }

  @Test func valuesAreTakenOfUnsavedChangesAndOfFaults() throws {
    let shop = try ValuesShop()
    shop.book.title = "Changed"
    #expect(ValuesShop.Book.Values(shop.book).title == "Changed")
    let other = shop.container.newContext()
    let book = try #require(
      try other.object(ValuesShop.Book.self, with: shop.book.objectID))
    other.refreshAll()
    #expect(book.isFault)
    #expect(ValuesShop.Book.Values(book).author == shop.author.objectID)
    let new = ValuesShop.Author(email: "new", name: "", in: other)
    #expect(ValuesShop.Author.Values(new).objectID?.isTemporary == true)
  }

  @Test func theInitialiserTakesValuesAndHasTheDefaultsOfAttributes() throws {
    let shop = try ValuesShop()
    let values = ValuesShop.Book.Values(title: "T", author: shop.author.objectID)
    #expect(values.objectID == nil)
    #expect(values.genre == .fiction)
    #expect(values.pages == 0)
    #expect(values.rating == 3)
    #expect(values.price == nil)
    #expect(values.tags == [])
    #expect(values.created == Date(timeIntervalSinceReferenceDate: 7))
  }

  @Test func anObjectIsInsertedWithValues() throws {
    let shop = try ValuesShop()
    var values = ValuesShop.Book.Values(shop.book)
    values.title = "Copy"
    let copy = try shop.context.insert(values)
    #expect(copy !== shop.book)
    #expect(copy.objectID.isTemporary)
    try shop.context.save()
    #expect(copy.author === shop.author)
    var expected = values
    expected.objectID = copy.objectID
    #expect(ValuesShop.Book.Values(copy) == expected)
    #expect(try shop.container.newContext().count(ValuesShop.Book.all) == 2)
  }

  @Test func valuesAreAppliedToAnObject() throws {
    let shop = try ValuesShop()
    let second = ValuesShop.Author(email: "b", name: "B", in: shop.context)
    try shop.context.save()
    var values = ValuesShop.Book.Values(shop.book)
    values.title = "Changed"
    values.rating = nil
    values.author = second.objectID
    values.translator = shop.author.objectID
    try shop.book.apply(values)
    #expect(shop.book.title == "Changed")
    #expect(shop.book.rating == nil)
    #expect(shop.book.author === second)
    #expect(second.books == [shop.book])
    #expect(shop.book.translator === shop.author)
    try shop.context.save()
    values.translator = nil
    try shop.book.apply(values)
    #expect(shop.book.translator == nil)
    #expect(Set(shop.book.changedValues.keys) == ["translator"])
  }

  @Test func valuesThatAreAppliedUnchangedAreNoChange() throws {
    let shop = try ValuesShop()
    try shop.book.apply(ValuesShop.Book.Values(shop.book))
    #expect(!shop.context.hasChanges)
  }

  @Test func valuesOfAnotherObjectAreRefused() throws {
    let shop = try ValuesShop()
    let other = try shop.context.insert(ValuesShop.Book.Values(shop.book))
    try shop.context.save()
    var values = ValuesShop.Book.Values(other)
    values.title = "Changed"
    let error = #expect(throws: PropertyError.self) { try shop.book.apply(values) }
    #expect(
      error?.message
        == "the values of Book-2 cannot be applied to Book-1; make their 'objectID' nil to copy "
        + "them to another object")
    #expect(!shop.context.hasChanges)
    values.objectID = nil
    try shop.book.apply(values)
    #expect(shop.book.title == "Changed")
  }

  @Test func valuesTakenBeforeTheFirstSaveAreAppliedAfterIt() throws {
    let shop = try ValuesShop()
    let new = try shop.context.insert(ValuesShop.Author.Values(email: "n", name: "N"))
    var values = ValuesShop.Author.Values(new)
    try shop.context.save()
    values.name = "Changed"
    try new.apply(values)
    #expect(new.name == "Changed")
  }

  @Test func toOnesToWhatDoesNotExistAreRefused() throws {
    let shop = try ValuesShop()
    let missing = try ObjectID("Author-99")
    let values = ValuesShop.Book.Values(title: "T", author: missing)
    let error = #expect(throws: PropertyError.self) { try shop.context.insert(values) }
    #expect(error?.entity == "Book")
    #expect(error?.property == "author")
    #expect(
      error?.message
        == "'Book.author' cannot refer to Author-99, since there is no such object of 'Author'")
    #expect(shop.context.insertedObjects.isEmpty)
    // Of another class.
    let wrong = ValuesShop.Book.Values(title: "T", author: shop.book.objectID)
    #expect(throws: PropertyError.self) { try shop.book.apply(wrong) }
    #expect(!shop.context.hasChanges)
  }

  @Test func equalityAndHashesAreThoseOfStoredForms() throws {
    let shop = try ValuesShop()
    let values = ValuesShop.Book.Values(shop.book)
    var other = ValuesShop.Book.Values(
      try #require(
        try shop.container.newContext().object(ValuesShop.Book.self, with: shop.book.objectID)))
    #expect(values == other)
    #expect(values.hashValue == other.hashValue)
    // Size is not Equatable.
    other.size?.width += 1
    #expect(values != other)
    other = values
    other.objectID = nil
    #expect(values != other)
    other = values
    other.author = try ObjectID("Author-99")
    #expect(values != other)
    #expect(Set([values, values, other]).count == 2)
    // Sets are equal whatever their order.
    other = values
    other.tags = Set((0..<50).map(String.init))
    var same = values
    same.tags = []
    for tag in (0..<50).reversed() { same.tags.insert(String(tag)) }
    #expect(other == same)
    #expect(other.hashValue == same.hashValue)
  }

  @Test func valuesHoldWhatIsInheritedOverSeveralLevels() throws {
    let container = try PersistentContainer(
      model: ObjectModel(ValuesTree.Work.self, ValuesTree.Play.self, ValuesTree.Opera.self),
      at: .memory)
    let context = container.newContext()
    var values = ValuesTree.Opera.Values(
      ValuesTree.Play.Values(ValuesTree.Work.Values(title: "Fidelio"), acts: 2), key: "D")
    #expect(values.title == "Fidelio")
    #expect(values.year == 1900)
    values.year = 1805
    let opera = try context.insert(values)
    try context.save()
    let found = try #require(try context.fetch(ValuesTree.Opera.all).first)
    #expect(found === opera)
    #expect(found.title == "Fidelio")
    #expect(found.year == 1805)
    #expect(found.acts == 2)
    #expect(found.key == "D")
    let taken = ValuesTree.Opera.Values(found)
    #expect(taken.objectID == found.objectID)
    #expect(String(describing: taken.objectID) == "Optional(Work-1)")
    values.objectID = found.objectID
    #expect(taken == values)
    let json = try JSONEncoder.sorted.encode(taken)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"acts":2,"key":"D","objectID":"Work-1","title":"Fidelio","year":1805}"#)
    #expect(try JSONDecoder().decode(ValuesTree.Opera.Values.self, from: json) == taken)
    // An object has the values of its superclass too.
    #expect(ValuesTree.Work.Values(found).title == "Fidelio")
    try (found as ValuesTree.Work).apply(ValuesTree.Work.Values(title: "Leonore"))
    #expect(found.title == "Leonore")
  }

  @Test func privateAttributesWithDefaultsAreLeftOut() throws {
    let container = try PersistentContainer(
      model: ObjectModel(ValuesShop.Account.self), at: .memory)
    let context = container.newContext()
    let account = try context.insert(ValuesShop.Account.Values(name: "ann"))
    try context.save()
    #expect(account.checksum == "none")
    #expect(
      String(
        decoding: try JSONEncoder.sorted.encode(ValuesShop.Account.Values(account)), as: UTF8.self)
        == #"{"name":"ann","objectID":"Account-1"}"#)
  }

  @Test func classesInFunctionsHaveValues() throws {
    @Entity(.values) final class Local: ManagedObject {
      var name: String = "local"
    }
    let context = try PersistentContainer(model: ObjectModel(Local.self), at: .memory).newContext()
    let local = try context.insert(Local.Values())
    try context.save()
    #expect(Local.Values(local).name == "local")
  }

  @Test func valuesOfAFetchAreASendableResult() async throws {
    let shop = try ValuesShop()
    let values = try await shop.container.read { context in
      try context.fetch(ValuesShop.Book.sorted(by: \.title)).map(ValuesShop.Book.Values.init)
    }
    #expect(values.map(\.title) == ["The Dispossessed"])
  }

  @Test func anUnknownRawValueIsKeptAndSent() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("test.sqlite"))
      let later = try PersistentContainer(model: ObjectModel(ValuesLater.Story.self), at: location)
      let context = later.newContext()
      _ = ValuesLater.Story(tone: .cold, title: "A", in: context)
      try context.save()
      try checkUnknown(
        PersistentContainer(model: ObjectModel(ValuesEarlier.Story.self), at: location))
      #expect(try later.newContext().fetch(ValuesLater.Story.all).map(\.tone) == [.warm])
    }
  }

  /// Checks values of a story whose tone the program does not know, and makes it a warm one.
  private func checkUnknown(_ container: PersistentContainer) throws {
    let context = container.newContext()
    let story = try #require(try context.fetch(ValuesEarlier.Story.all).first)
    var values = ValuesEarlier.Story.Values(story)
    #expect(values.tone == .flat)
    let json = String(decoding: try JSONEncoder.sorted.encode(values), as: UTF8.self)
    #expect(json == #"{"objectID":"Story-1","title":"A","tone":"cold"}"#)
    // A tone that is stored as flat is another one.
    let flat = ValuesEarlier.Story.Values(objectID: story.objectID, title: "A")
    #expect(values != flat)
    values.title = "Changed"
    try story.apply(values)
    #expect(story.unrecognizedValues == ["tone": .text("cold")])
    try context.save()
    #expect(try container.newContext().fetch(ValuesEarlier.Story.all).map(\.title) == ["Changed"])
    #expect(story.unrecognizedValues == ["tone": .text("cold")])
    #expect(try context.insert(values).tone == .flat)
    context.rollback()
    values.tone = .warm
    try story.apply(values)
    try context.save()
  }
}

/// The program before a deployment.
private enum ValuesEarlier {
  enum Tone: String, Storable, CaseIterable { case flat, warm }

  @Entity(.values) final class Story: ManagedObject {
    var tone: Tone = .flat
    var title: String
  }
}

/// The program after a deployment, which knows more cases.
private enum ValuesLater {
  enum Tone: String, Storable, CaseIterable { case flat, warm, cold }

  @Entity(.values) final class Story: ManagedObject {
    var tone: Tone = .flat
    var title: String
  }
}

extension JSONEncoder {
  /// An encoder whose texts can be compared.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
