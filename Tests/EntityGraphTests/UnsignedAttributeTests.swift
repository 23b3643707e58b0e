import EntityGraph
import Testing

@Entity private final class File: ManagedObject {
  @Attribute(.indexed) var size: UInt64
  var limit: UInt?
  var previous: UInt = .max
}

/// Attributes of whole numbers without a sign, over their whole range.
@Suite struct UnsignedAttributeTests {
  private static let sizes: [UInt64] = [
    0, 7, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max,
  ]

  private static func container() throws -> PersistentContainer {
    let container = try PersistentContainer(model: ObjectModel(File.self), at: .memory)
    let context = container.newContext()
    for size in sizes.reversed() { _ = File(size: size, limit: UInt(size), in: context) }
    try context.save()
    return container
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let context = try Self.container().newContext()
    let files = try context.fetch(File.all.sorted(by: \.size))
    #expect(files.map(\.size) == Self.sizes)
    #expect(files.map(\.limit) == Self.sizes.map { UInt($0) })
    #expect(files.map(\.previous) == Array(repeating: UInt.max, count: 5))
  }

  @Test func changedValuesAreSavedAndFound() throws {
    let container = try Self.container()
    let context = container.newContext()
    let file = try #require(try context.first(File.where { $0.size == 7 }))
    file.size = .max - 1
    file.limit = nil
    // Unsaved objects are found by the same order.
    #expect(try context.count(File.where { $0.size > 0x8000_0000_0000_0000 }) == 2)
    try context.save()
    let other = container.newContext()
    #expect(try other.count(File.where { $0.size >= .max - 1 }) == 2)
    #expect(try other.count(File.where { $0.limit == nil }) == 1)
    #expect(try other.count(File.where { [.max, 0].contains($0.size) }) == 2)
  }

  @Test func extremesAreExact() throws {
    let context = try Self.container().newContext()
    #expect(try context.first(File.select { $0.size.maximum }) == .max)
    #expect(try context.first(File.select { $0.size.minimum }) == 0)
  }

  @Test func sumsAndAveragesAreNotOffered() throws {
    let report = try Compiler.check(
      """
      import EntityGraph
      @Entity final class File: ManagedObject { var size: UInt64; var pages: UInt32 }
      let pages = File.select { $0.pages.sum }
      let sizes = File.select { $0.size.sum }
      let average = File.select { $0.size.average }
      """)
    #expect(
      report == """
        4:35: error: 'sum' is unavailable: numbers and durations are added up, and nothing else; of UInt64, whose sums no type holds, nothing either
        5:37: error: 'average' is unavailable: numbers and durations have an average, and nothing else; UInt64, whose sums no type holds, has none either
        """)
  }
}
