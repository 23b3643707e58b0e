import EntityGraph
import Foundation
import Testing

@Entity final class ListedSample: ManagedObject {
  @Attribute var number: Int = 0
  @Attribute var unsigned: UInt64 = 0
  @Attribute var real: Double = 0
  @Attribute var text: String = ""
  @Attribute(.unique) var code: UUID
  @Attribute var price: Decimal = 0
  @Attribute var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  @Attribute var data: Data = Data()
  @Attribute var length: Duration = .zero
  @Attribute var note: String?
}

/// Conditions on so many values that they are bound as one.
@Suite struct LongListTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let samples: [ListedSample]

  init() throws {
    container = try StoreKind.sqlite.container([ListedSample.self])
    context = container.newContext()
    for number in 0..<400 {
      _ = ListedSample(
        number: number * 3 - 500, unsigned: number.isMultiple(of: 2) ? .max - UInt64(number) : 7,
        real: Double(number) / 7, text: "é\(number)\0\"", code: UUID(), price: Decimal(number) / 8,
        date: Date(timeIntervalSinceReferenceDate: Double(number) * 1.5),
        data: Data([UInt8(number % 200)]),
        length: .milliseconds(number), note: number.isMultiple(of: 3) ? nil : "n\(number)",
        in: context)
    }
    try context.save()
    samples = try context.fetch(ListedSample.all)
  }

  /// Expects that the objects whose `value` is in every other one of them are found, and those
  /// whose is not.
  private func check<Value: Hashable & Storable>(
    _ value: KeyPath<ListedSample, Value>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let values = samples.indices.filter { $0.isMultiple(of: 2) }.map { samples[$0][keyPath: value] }
    let known = Set(values)
    let found = try context.fetch(ListedSample.where { $0[value].in(values) })
    #expect(
      found == samples.filter { known.contains($0[keyPath: value]) }, sourceLocation: sourceLocation
    )
    let others = try context.fetch(ListedSample.where { !$0[value].in(values) })
    #expect(
      others == samples.filter { !known.contains($0[keyPath: value]) },
      sourceLocation: sourceLocation)
  }

  @Test func valuesOfAllTypesAreFound() throws {
    try check(\.number)
    try check(\.unsigned)
    try check(\.real)
    try check(\.text)
    try check(\.code)
    try check(\.price)
    try check(\.date)
    try check(\.data)
    try check(\.length)
  }

  @Test func nilIsFoundWhereItIsInTheList() throws {
    let notes = samples.map(\.note)
    #expect(notes.contains(nil))
    #expect(try context.fetch(ListedSample.where { $0.note.in(notes) }) == samples)
    #expect(try context.fetch(ListedSample.where { !$0.note.in(notes) }) == [])
    let present = notes.compactMap(\.self)
    #expect(try context.count(ListedSample.where { $0.note.in(present) }) == present.count)
    #expect(
      try context.count(ListedSample.where { !$0.note.in(present) }) == notes.count - present.count)
  }

  @Test func statementsByHandTakeLists() throws {
    let codes = samples.map(\.code)
    let texts = samples.prefix(150).map(\.text)
    let found = try context.sql(
      "SELECT number FROM ListedSample WHERE code IN \(codes) AND text IN (\(texts)) ORDER BY _id",
      as: Int.self)
    #expect(found == samples.prefix(150).map(\.number))
  }

  @Test func aListThatChangesIsThatOfEachFetch() throws {
    for start in stride(from: 0, to: 200, by: 50) {
      let part = samples[start..<start + 150].map(\.code)
      #expect(try context.fetch(ListedSample.where { $0.code.in(part) }).map(\.code) == part)
    }
  }

  @Test func anIndexFindsTheValues() throws {
    let codes = samples.prefix(150).map(\.code)
    let explanation = try ListedSample.where { $0.code.in(codes) }.explain(in: context)
    #expect(explanation.description.contains("by the index of ListedSample.code"))
  }
}
