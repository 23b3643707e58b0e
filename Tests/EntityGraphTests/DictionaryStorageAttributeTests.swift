import EntityGraph
import Foundation
import TestSupport
import Testing

/// Values that are backed by JSON are attributes of entities.
@Suite struct DictionaryStorageAttributeTests {
  private let text = #"{"theme": "dark", "x": 0.10, "b": {"c": [1]}, "a": 12345678901234567890123}"#

  private func column(_ name: String, _ container: PersistentContainer) throws -> String? {
    try container.newContext().fetch(Account.all).first.flatMap { account in
      name == "backup" ? account.backup?.json.text : account.preferences.json.text
    }
  }

  @Test func `unknown members are kept in the store, byte for byte`() throws {
    try TemporaryDirectory.with { directory in
      let container = try PersistentContainer(
        model: ObjectModel(Account.self), at: .file(directory.path("accounts")))
      let context = container.newContext()
      let account = Account(
        name: "Ada", preferences: try Preferences(reading: text),
        all: [try Preferences(reading: text)], kind: .unknown("scroll"), writer: Writer(),
        in: context)
      try context.save()
      #expect(try column("preferences", container) == text)
      account.preferences.theme = "blue"
      account.backup = account.preferences
      try context.save()
      let changed = text.replacing("dark", with: "blue")
      #expect(try column("preferences", container) == changed)
      #expect(try column("backup", container) == changed)
      let found = try #require(
        try container.newContext().fetch(Account.where { $0.kind == .unknown("scroll") }).first)
      #expect(found.kind == .unknown("scroll") && found.all.map(\.json.text) == [text])
      #expect(found.writer == Writer())
      container.close()
    }
  }

  @Test func `assigning what an attribute is already is no change of its members`() throws {
    let container = try PersistentContainer.forTesting(model: ObjectModel(Account.self))
    let context = container.newContext()
    let account = Account(
      name: "Ada", preferences: try Preferences(reading: text), writer: Writer(), in: context)
    try context.save()
    account.preferences.theme = "dark"
    account.preferences = account.preferences
    try context.save()
    #expect(account.preferences.json.text == text)
  }

  @Test(arguments: [JSON.null, [1], "text", 5])
  func `what is no object is stored as one without members`(_ json: JSON) throws {
    let container = try PersistentContainer.forTesting(model: ObjectModel(Account.self))
    let context = container.newContext()
    let account = Account(
      name: "Ada", preferences: Preferences(json: json), all: [Preferences(json: json)],
      writer: Writer(), in: context)
    try context.save()
    #expect(try context.json(account)["preferences"] == [:])
    #expect(try column("preferences", container) == "{}")
    try context.update(Account.all) { $0.preferences.theme = "dark" }
    let other = container.newContext()
    let found = try #require(try other.fetch(Account.all).first)
    #expect(found.preferences.theme == "dark" && found.all == [Preferences()])
    found.name = "Grace"
    try other.save()
  }

  @Test func `JSON that could not be read again is not saved`() throws {
    let container = try PersistentContainer.forTesting(model: ObjectModel(Account.self))
    let context = container.newContext()
    func nested(_ depth: Int) -> JSON { (1..<depth).reduce([]) { json, _ in [json] } }
    let account = Account(name: "Ada", writer: Writer(), in: context)
    account.preferences.json = ["deep": nested(511)]
    try context.save()
    #expect(try column("preferences", container)?.count == 2 * 511 + 9)
    account.preferences.json = ["deep": nested(512)]
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(
      error?.problems.map(\.message)
        == ["'Account.preferences' holds a value that cannot be written as JSON"])
    account.preferences.json = ["deep": nested(3)]
    try context.save()
  }

  @Test func `a payload is kept with what is not known of it`() throws {
    let container = try PersistentContainer.forTesting(model: ObjectModel(Account.self))
    let context = container.newContext()
    let account = Account(name: "Ada", writer: Writer(), in: context)
    account.preferences.json = try JSON(reading: text)
    try context.save()
    let json = try context.json(account)
    #expect(json["preferences"]?.text == text)
  }
}
