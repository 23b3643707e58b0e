import EntityGraph
import EntityStore
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomTransferTests {
  /// Makes a graph of some sixty objects.
  private func fill(_ container: PersistentContainer, _ random: inout SeededRandom) throws {
    let context = container.newContext()
    let stickers = (0..<8).map { Tagging(text: "s\($0)\u{2028}\"\n", in: context) }
    let crates = (0..<6).map { Trunk(name: "crate \($0)", in: context) }
    for crate in crates.dropFirst() where !random.oneIn(3) { crate.outside = random.pick(crates) }
    var parcels: [Packet] = []
    for number in 0..<40 {
      let parcel: Packet
      if random.oneIn(3) {
        let bundle = Bundle9(pieces: random.below(9), in: context)
        bundle.code = "p\(number)"
        for part in 0..<random.below(5) {
          let new = BundlePart(serial: number * 100 + part, bundle: bundle, in: context)
          if random.oneIn(2) {
            bundle.parts.removeAll { $0 === new }; bundle.parts.insert(new, at: 0)
          }
        }
        parcel = bundle
      } else {
        parcel = Packet(code: "p\(number)", in: context)
      }
      vary(parcel, &random)
      parcels.append(parcel)
    }
    for parcel in parcels {
      if random.oneIn(2) { random.pick(crates).parcels.insert(parcel, at: 0) }
      for sticker in stickers where random.oneIn(3) {
        sticker.parcels.insert(parcel, at: random.below(sticker.parcels.count + 1))
      }
      if random.oneIn(3) { parcel.twin = random.pick(parcels) }
      if random.oneIn(3) { parcel.neighbours.insert(random.pick(parcels)) }
      if random.oneIn(3) { parcel.origin = random.pick(stickers) }
    }
    try context.save()
    for parcel in parcels where random.oneIn(4) { parcel.number &+= 1 }
    for parcel in parcels where random.oneIn(9) { context.delete(parcel) }
    try context.save()
  }

  private func vary(_ parcel: Packet, _ random: inout SeededRandom) {
    parcel.isOpen = random.oneIn(2)
    parcel.tiny = random.pick([.min, -1, 0, .max])
    parcel.medium = random.pick([0, 7, .max])
    parcel.large = random.pick([0, UInt64(Int64.max), UInt64(Int64.max) + 1, .max])
    parcel.number = random.pick([.min, -5, 0, .max])
    parcel.ratio = random.pick([
      0, -0.0, 0.1, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      .leastNonzeroMagnitude, 1e300,
    ])
    parcel.light = random.pick([0, -0.0, 0.1, .infinity, .nan, .greatestFiniteMagnitude])
    parcel.amount = random.pick([
      nil, Decimal(string: "12.340"), Decimal(string: "-0.00000000000000000000001"),
      Decimal(string: "99999999999999999999999999999999999999"),
    ])
    parcel.moment = random.pick([
      nil, Date(timeIntervalSinceReferenceDate: 0.1),
      Date(timeIntervalSinceReferenceDate: 700_000_000.123456), .distantFuture, .distantPast,
      Date(timeIntervalSinceReferenceDate: 1e15), Date(timeIntervalSinceReferenceDate: 1.0 / 3),
    ])
    parcel.bytes = random.pick([nil, Data(), Data([0, 255, 10])])
    parcel.token = random.oneIn(2) ? nil : UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    parcel.link = random.oneIn(2) ? nil : URL(string: "https://example.org/a?b=c%20d")
    parcel.span = random.pick([
      nil, .zero, Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
      .milliseconds(-1500),
    ])
    parcel.grade = random.pick([.fine, .poor])
    parcel.size = random.pick([
      nil, ParcelSize(width: 0.5, depth: nil), ParcelSize(width: 2, depth: 3),
    ])
    parcel.tags = random.pick([[], ["a\nb", "\u{0}", "ü"], ["$text"]])
    parcel.picture = random.pick([nil, Data(), Data(repeating: 7, count: 5000)])
    parcel.pin = random.pick(["", "1234"])
    parcel.remark = random.pick(["", "\r\n\t\u{7F}"])
    parcel.note = random.pick([nil, "x", "{\"$text\": 1}"])
  }

  @Test(arguments: 0..<12)
  func `what is exported and imported again is the same store`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for store in StoreKind.allCases {
      let first = try Transfer.container(store)
      try fill(first, &random)
      let text = try Transfer.text(of: first)
      let second = try Transfer.container(store)
      let report = try Transfer.read(text, into: second, piecesOf: 1 + random.below(5000))
      #expect(report.skippedCount == 0)
      #expect(try Transfer.contents(of: second) == Transfer.contents(of: first))
      #expect(try Transfer.text(of: second) == text)
      // Again, it changes nothing.
      let again = try Transfer.read(text, into: second, ImportOptions(existing: .update))
      #expect(again.inserted == 0 && again.updated == 0 && again.unchanged == report.inserted)
      #expect(try Transfer.contents(of: second) == Transfer.contents(of: first))
      // A new object has an id that none has had.
      let context = second.newContext()
      let sticker = Tagging(text: "new", in: context)
      try context.save()
      #expect(sticker.objectID.rowID > 8)
    }
  }

  @Test(arguments: 0..<8)
  func `a file of keys makes the same graph whatever the store has`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for store in StoreKind.allCases {
      let first = try Transfer.container(store)
      try fill(first, &random)
      let lines = try Transfer.lines(of: first, ExportOptions(references: .keys))
      let second = try Transfer.container(store)
      let context = second.newContext()
      for number in 0..<3 { _ = Tagging(text: "other \(number)", in: context) }
      _ = Tagging(text: "s3\u{2028}\"\n", in: context)
      try context.save()
      // Objects may come in any order; lists come last.
      var objects = lines.filter { $0.hasPrefix(#"{"object""#) }
      objects.shuffle(using: &random)
      let others = lines.filter { !$0.hasPrefix(#"{"object""#) }
      let file = ([#"{"entityGraph":"export","format":1}"#] + objects + others).joined(
        separator: "\n")
      let report = try Transfer.read(file, into: second, ImportOptions(existing: .update))
      #expect(report.skippedCount == 0)
      try second.newContext().deleteAll(Tagging.where { $0.text.hasPrefix("other") })
      let found = try Transfer.lines(of: second, ExportOptions(references: .keys))
      #expect(found.filter(isOfOneForm).sorted() == lines.filter(isOfOneForm).sorted())
      #expect(try neighbours(in: second) == neighbours(in: first))
      // Again, it changes nothing.
      let again = try Transfer.read(file, into: second, ImportOptions(existing: .update))
      #expect(again.inserted == 0 && again.updated == 0)
    }
  }

  /// `true` if a line is the same whatever ids objects have: not one of members without an order.
  private func isOfOneForm(_ line: String) -> Bool { !line.hasPrefix(#"{"list":"Packet."#) }

  /// Returns the codes of neighbours.
  private func neighbours(in container: PersistentContainer) throws -> Set<Set<String>> {
    let context = container.newContext()
    let parcels = try context.fetch(Packet.includingDeleted())
    return Set(parcels.flatMap { parcel in parcel.neighbours.map { [parcel.code, $0.code] } })
  }

  @Test(arguments: 0..<6)
  func `damaged bytes are refused or imported, and nothing is half done`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let first = try Transfer.container()
    try fill(first, &random)
    let bytes = Array(try Transfer.text(of: first).utf8)
    let second = try Transfer.container()
    for _ in 0..<60 {
      var damaged = bytes
      for _ in 0...random.below(3) {
        let position = random.below(damaged.count)
        switch random.below(3) {
        case 0: damaged[position] = UInt8(random.below(256))
        case 1: damaged.remove(at: position)
        default: damaged.removeSubrange(position..<min(position + 50, damaged.count))
        }
      }
      do {
        var options = ImportOptions()
        if random.oneIn(2) {
          (options.invalidLines, options.unknownReferences) = (.skip, .skip)
        }
        try Transfer.read(damaged, into: second, options)
        try second.reset()
      } catch is ImportError {
        #expect(try Transfer.contents(of: second) == [])
      }
    }
  }
}
