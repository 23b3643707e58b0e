import EntityGraph
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What requests find of a property is what the property answers with, whatever the JSON has.
@Suite struct StorageAgreementTests {
  /// Texts of JSON of every kind, at the limits of types too.
  private static let values = [
    "null", "true", "false", "0", "-0", "1", "2", "1.0", "1e2", "-1", "1.5", "127", "128", "300",
    "65535", "65536", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "1e400", "0.1", "3.5e38", "12345678901234567890.123456789",
    "\"\"", "\"light\"", "\"high\"", "\"x-one\"", "\"a\\u0000b\"", "\"nan\"", "\"inf\"",
    "\"-inf\"", "\"12\"", "\"1.50\"", "\"2024-05-31\"", "\"2024-05-31T12:00:00.123Z\"",
    "\"A5F4F3D2-0000-4000-8000-0000000000FF\"", "\"http://a.b/c d\"", "\"AP8=\"", "\"!!\"", "[]",
    "[1]", "{}", "{\"width\":3}", "{\"width\":\"x\",\"title\":null}", "{\"title\":\"t\"}",
    "{\"inner\":{\"depth\":4}}", "{\"inner\":3}", "{\"inner\":null}",
  ]

  private static let paths = [
    "theme", "nickname", "isDark", "isLoud", "size", "limit", "level", "tiny", "small", "wide",
    "ratio", "font-size", "price", "since", "until", "key", "page", "seal", "kind", "grade", "rank",
    "window", "spare",
  ]

  /// Compares what a request finds with what the property of each of `readers` answers with, and
  /// with what is found in memory.
  /// `true` if the values are stored alike; NaNs are.
  private static func isSame<Value: Storable>(_ left: Value?, _ right: Value?) -> Bool {
    switch (left?.storedValue ?? .null, right?.storedValue ?? .null) {
    case (.real(let left), .real(let right)): left == right || left.isNaN && right.isNaN
    case (let left, let right): left == right
    }
  }

  private func agree<Value: Storable>(
    _ readers: [Reader], _ context: ManagedObjectContext,
    _ select: (Columns<Reader>) -> Column<Reader, Value>,
    _ get: (Reader) -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try context.fetch(Reader.all.sorted(by: \.name).select(select))
    try #require(found.count == readers.count, sourceLocation: sourceLocation)
    for (reader, value) in zip(readers, found) {
      #expect(
        Self.isSame(get(reader), value), "\(reader.choices.json.text)",
        sourceLocation: sourceLocation)
    }
  }

  private func agree<Value: Storable>(
    _ readers: [Reader], _ context: ManagedObjectContext,
    _ select: (Columns<Reader>) -> OptionalColumn<Reader, Value>,
    _ get: (Reader) -> Value?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try context.fetch(Reader.all.sorted(by: \.name).select(select))
    try #require(found.count == readers.count, sourceLocation: sourceLocation)
    for (reader, value) in zip(readers, found) {
      #expect(
        Self.isSame(get(reader), value), "\(reader.choices.json.text)",
        sourceLocation: sourceLocation)
    }
  }

  private func check(_ texts: [String]) throws {
    let container = try PersistentContainer.forTesting(model: ObjectModel(Reader.self, Club.self))
    let writing = container.newContext()
    for (number, text) in texts.enumerated() {
      let name = String(number + 1_000_000)
      _ = Reader(name: name, choices: try Choices(reading: text), in: writing)
    }
    try writing.save()
    let context = container.newContext()
    let readers = try context.fetch(Reader.all.sorted(by: \.name))
    try check(readers, context)
    // What has changed is found in memory.
    for reader in readers { reader.choices.tags.append("new") }
    try check(readers, context)
  }

  private func check(_ readers: [Reader], _ context: ManagedObjectContext) throws {
    try agree(readers, context, { $0.choices.theme }, { $0.choices.theme })
    try agree(
      readers, context, { $0.choices.nickname }, { $0.choices.nickname })
    try agree(readers, context, { $0.choices.isDark }, { $0.choices.isDark })
    try agree(readers, context, { $0.choices.isLoud }, { $0.choices.isLoud })
    try agree(readers, context, { $0.choices.size }, { $0.choices.size })
    try agree(readers, context, { $0.choices.limit }, { $0.choices.limit })
    try agree(readers, context, { $0.choices.level }, { $0.choices.level })
    try agree(readers, context, { $0.choices.tiny }, { $0.choices.tiny })
    try agree(readers, context, { $0.choices.small }, { $0.choices.small })
    try agree(readers, context, { $0.choices.wide }, { $0.choices.wide })
    try agree(readers, context, { $0.choices.ratio }, { $0.choices.ratio })
    try agree(
      readers, context, { $0.choices.fontSize }, { $0.choices.fontSize })
    try agree(readers, context, { $0.choices.price }, { $0.choices.price })
    try agree(readers, context, { $0.choices.since }, { $0.choices.since })
    try agree(readers, context, { $0.choices.until }, { $0.choices.until })
    try agree(readers, context, { $0.choices.key }, { $0.choices.key })
    try agree(readers, context, { $0.choices.page }, { $0.choices.page })
    try agree(readers, context, { $0.choices.seal }, { $0.choices.seal })
    try agree(readers, context, { $0.choices.kind }, { $0.choices.kind })
    try agree(readers, context, { $0.choices.grade }, { $0.choices.grade })
    try agree(readers, context, { $0.choices.rank }, { $0.choices.rank })
    try agree(
      readers, context, { $0.choices.window.width },
      { $0.choices.window.width })
    try agree(
      readers, context, { $0.choices.window.title },
      { $0.choices.window.title })
    try agree(
      readers, context, { $0.choices.window.depth },
      { $0.choices.window.depth })
    try agree(
      readers, context, { $0.choices.spare.title },
      { $0.choices.spare?.title })
    let widths = try context.fetch(Reader.all.sorted(by: \.name).select { $0.choices.spare.width })
    #expect(widths == readers.map { $0.choices.spare?.width })
  }

  @Test func `every value of JSON is what the property answers with`() throws {
    try check(
      ["{}"]
        + Self.paths.flatMap { path in Self.values.map { "{\"\(path)\":\($0)}" } })
  }

  @Test(arguments: 1...5) func `so are objects made at random`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let texts = (0..<100).map { _ in
      var members: [String] = []
      for path in Self.paths.shuffled(using: &random) where Bool.random(using: &random) {
        members.append("\"\(path)\": \(Self.values.randomElement(using: &random) ?? "null")")
      }
      return "{\(members.joined(separator: ", "))}"
    }
    try check(texts)
  }

  @Test func `what is no object has default values, and no storage has none`() throws {
    let container = try PersistentContainer.forTesting(model: ObjectModel(Reader.self, Club.self))
    let context = container.newContext()
    _ = Reader(name: "a", choices: Choices(json: [1]), in: context)
    try context.save()
    #expect(try context.fetch(Reader.all.select { $0.choices.theme }) == ["light"])
    #expect(try context.fetch(Reader.all.select { $0.spare.theme }) == [nil])
  }
}
