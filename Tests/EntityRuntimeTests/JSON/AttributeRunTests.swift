import EntityGraph
import EntityJSON
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// Attributes that are written together.
@Suite struct AttributeRunTests {
  /// Texts of all sorts; the last ones take more room than is set aside for attributes together.
  private static let texts = [
    "", "plain", "\"quoted\"\\\n", "Gr\u{FC}n \u{1F333}", "\u{2028}",
    String(repeating: "a", count: 2000), String(repeating: "\u{1}", count: 20_000),
  ]

  @Test(arguments: 1...10 as ClosedRange<UInt64>, [true, false])
  func valuesAreWrittenAsOneByOne(_ seed: UInt64, writesNulls: Bool) throws {
    let context = try Bench(Specimen.self).context
    var random = SeededRandom(seed: seed)
    let dates: [JSONDateForm] = [.iso8601, .iso8601(fractionDigits: 3), .unixMilliseconds]
    let format = JSONFormat(dates: random.pick(dates), writesNulls: writesNulls)
    for _ in 0..<20 {
      let specimen = Specimen(in: context)
      fill(specimen, &random)
      #expect(
        try context.json(specimen, format: format).text == Self.text(of: specimen, format))
    }
    try context.save()
    // What has just been read is in the bytes of its row.
    let others = context.container.newContext()
    for specimen in try others.fetch(Specimen.all) {
      #expect(
        try others.json(specimen, format: format).text == Self.text(of: specimen, format))
    }
  }

  private func fill(_ specimen: Specimen, _ random: inout SeededRandom) {
    let real = Double(random.below(1_000_000)) / 1000
    specimen.bool = random.oneIn(2)
    specimen.maybeBool = random.pick([nil, true, false])
    specimen.int = random.pick([0, -1, .max, .min, random.below(100)])
    specimen.maybeInt = random.pick([nil, 12])
    specimen.maybeInt8 = random.pick([nil, .min])
    specimen.uint32 = random.pick([0, .max])
    specimen.maybeFloat = random.pick([nil, 0.1, 3])
    specimen.double = random.pick([0, -0.0, real, -real, 1e-7, 1e300, 0.1 + 0.2])
    specimen.maybeDouble = random.pick([nil, real])
    specimen.string = random.pick(Self.texts)
    specimen.maybeString = random.pick([nil, "text"])
    specimen.date = Date(timeIntervalSinceReferenceDate: random.pick([-real * 1e6, 0, real * 1e3]))
    specimen.maybeDate = random.pick([nil, Date(timeIntervalSinceReferenceDate: real)])
    specimen.maybeData = random.pick([nil, Data([1, 2, 3])])
    specimen.maybeUUID = random.pick([nil, UUID()])
    specimen.maybeURL = random.pick([nil, URL(string: "https://example.com/a?b=%20c")])
    specimen.maybeDecimal = random.pick([nil, Decimal(random.below(1000)) / 8])
    specimen.numbers = random.pick([[], [1, 2]])
  }

  /// Returns the members that the attributes of `object` are, each value written alone.
  private static func text(of object: ManagedObject, _ format: JSONFormat) -> String {
    let members: [String] = object.__entity.layout.properties.indices.compactMap { index in
      guard let attribute = object.__entity.layout.properties[index].attribute else { return nil }
      let value = object.storedValue(at: index)
      if value.isNull, !format.writesNulls { return nil }
      var writer = JSONWriter()
      writer.append(value, as: attribute.type, format)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      return "\(JSONWriter.quoted(attribute.name)):\(text)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test func whatJSONHasNothingForIsRefusedAmongOthers() throws {
    let context = try Bench(Specimen.self).context
    let specimens = (0..<3).map { _ in Specimen(in: context) }
    specimens[1].maybeDouble = .infinity
    let error = #expect(throws: JSONWritingError.self) { try context.json(specimens) }
    #expect(error?.path.description == "$[1].maybeDouble")
    specimens[0].maybeDate = Date.distantFuture + 1e12
    let other = #expect(throws: JSONWritingError.self) { try context.json(specimens) }
    #expect(other?.path.description == "$[0].maybeDate")
  }
}
