import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct RandomSyncTests {
  /// Everything of an artist.
  private static let whole = JSONShape<Artist> {
    $0.id
    $0.name
    $0.bio
    $0.plays
    $0.tags
    $0.label {
      $0.id
      $0.name
    }
    $0.records {
      $0.code
      $0.title
      $0.genres { $0.name }
      $0.songs {
        $0.number
        $0.title
      }
    }
  }

  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func aStoreBecomesWhatPayloadsOfAnotherSay(_ store: StoreKind, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let source = try SyncRun()
    let (nested, flat) = (try SyncRun(store), try SyncRun(store))
    for round in 0..<12 {
      try change(source.context, &random)
      let wanted = try graph(source.context)
      try syncNested(nested, from: source, &random)
      #expect(try graph(nested.context) == wanted, "nested, seed \(seed), round \(round)")
      try syncFlat(flat, from: source, &random)
      #expect(try graph(flat.context) == wanted, "flat, seed \(seed), round \(round)")
      // What is there already is not written.
      let again = try nested.context.sync(
        Artist.self, from: source.context.json(Artist.all, as: Self.whole))
      #expect(!again.hasChanges && !nested.context.hasChanges, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aPayloadInPiecesAndPartsDoesWhatItDoesInMemory(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let (source, target) = (try SyncRun(), try SyncRun())
    for round in 0..<8 {
      try change(source.context, &random)
      let payload = shuffled(try source.context.json(Artist.all, as: Self.whole), &random)
      let partSize = 1 + random.below(4)
      let report = try await target.container.sync(
        Artist.self, from: elements(payload, &random), deleting: .missing, options: SyncOptions(),
        author: nil, progress: nil, partSize: partSize, memoryLimit: random.below(400))
      #expect(report.skippedCount == 0)
      let fresh = target.container.newContext()
      #expect(
        try graph(fresh) == graph(source.context),
        "seed \(seed), round \(round), parts of \(partSize)")
      let again = try await target.container.sync(
        Artist.self, from: elements(payload, &random), deleting: .missing, options: SyncOptions(),
        author: nil, progress: nil, partSize: partSize)
      #expect(!again.hasChanges, "seed \(seed), round \(round): \(again)")
    }
  }

  /// Returns the rows of `json`, which arrives in pieces.
  private func elements(
    _ json: JSON, _ random: inout SeededRandom
  ) -> JSONElements<AsyncStream<[UInt8]>> {
    var rest = json.source
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let count = 1 + random.below(40)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return JSON.elements(of: AsyncStream(of: pieces))
  }

  /// Applies everything as rows that are inside of one another.
  private func syncNested(
    _ run: SyncRun, from source: SyncRun, _ random: inout SeededRandom
  ) throws {
    let artists = try source.context.json(Artist.all, as: Self.whole)
    try run.sync(Artist.self, shuffled(artists, &random).text, deleting: .missing)
  }

  /// Applies each entity by itself, with identities of what it refers to, in any order of rows.
  private func syncFlat(
    _ run: SyncRun, from source: SyncRun, _ random: inout SeededRandom
  ) throws {
    let context = source.context
    try run.sync(
      Imprint.self,
      shuffled(
        context.json(
          Imprint.all,
          as: JSONShape {
            $0.id; $0.name
          }), &random
      ).text)
    try run.sync(
      Style.self, shuffled(context.json(Style.all, as: JSONShape { $0.name }), &random).text)
    try run.sync(
      Artist.self, shuffled(context.json(Artist.all), &random).text, deleting: .missing)
    let records = JSONShape<Disc> {
      $0.code
      $0.title
      $0.artist
      $0.genres
    }
    try run.sync(
      Disc.self, shuffled(context.json(Disc.all, as: records), &random).text,
      deleting: .missing)
    for record in try context.fetch(Disc.all) {
      let songs = try context.json(
        record.songs,
        as: JSONShape {
          $0.number
          $0.title
        })
      let target = try #require(try run.record(record.code))
      try run.context.sync(\.songs, of: target, from: songs)
    }
    try run.context.save()
    expectSound(run.context)
  }

  private func shuffled(_ json: JSON, _ random: inout SeededRandom) -> JSON {
    var rows = json.elements ?? []
    for index in rows.indices.reversed() { rows.swapAt(index, random.below(index + 1)) }
    return JSON(rows)
  }

  /// Changes something of everything.
  private func change(_ context: ManagedObjectContext, _ random: inout SeededRandom) throws {
    for _ in 0..<8 {
      let artists = try context.fetch(Artist.all.sorted(by: \.id))
      let records = try context.fetch(Disc.all.sorted(by: \.code))
      switch random.below(8) {
      case 0, 1:
        let id = random.below(12)
        let artist = try context.find(Artist.self, \.id, id) ?? Artist(id: id, in: context)
        artist.name = "n\(random.below(4))"
        artist.bio = random.oneIn(2) ? nil : "b\(random.below(3))"
        artist.tags = (0..<random.below(3)).map { "t\($0)" }
      case 2:
        guard !artists.isEmpty else { continue }
        let id = random.below(3)
        let label =
          try context.find(Imprint.self, \.id, id) ?? Imprint(id: id, name: "l\(id)", in: context)
        artists[random.below(artists.count)].label = random.oneIn(3) ? nil : label
      case 3, 4:
        guard !artists.isEmpty else { continue }
        let code = "c\(random.below(15))"
        let record =
          try context.find(Disc.self, \.code, code)
          ?? Disc(code: code, title: "", in: context)
        record.title = "t\(random.below(5))"
        record.artist = artists[random.below(artists.count)]
      case 5:
        guard !records.isEmpty else { continue }
        let names = (0..<random.below(4)).map { _ in "g\(random.below(5))" }
        records[random.below(records.count)].genres = Set(
          try Set(names).sorted().map {
            try context.find(Style.self, \.name, $0) ?? Style(name: $0, in: context)
          })
      case 6:
        guard !records.isEmpty else { continue }
        let record = records[random.below(records.count)]
        let number = random.below(6)
        if let song = record.songs.first(where: { $0.number == number }) {
          record.songs.removeAll { $0 === song }
          context.delete(song)
        } else {
          let song = Song(number: number, title: "s\(random.below(3))", record: record, in: context)
          record.songs.removeAll { $0 === song }
          record.songs.insert(song, at: random.below(record.songs.count + 1))
        }
      default:
        guard artists.count > 2 else { continue }
        context.delete(artists[random.below(artists.count)])
      }
    }
    try context.save()
    // What is in no payload is nobody's.
    for label in try context.fetch(Imprint.all) where label.artists.isEmpty {
      context.delete(label)
    }
    for genre in try context.fetch(Style.all) where genre.records.isEmpty { context.delete(genre) }
    try context.save()
  }

  /// Returns what is in a store, a line for each object.
  private func graph(_ context: ManagedObjectContext) throws -> [String] {
    let artists = try context.fetch(Artist.all).map {
      "\($0.id) \($0.name) \($0.bio ?? "-") \($0.tags) \($0.label?.name ?? "-")"
    }
    // A record that an artist has no more is nobody's.
    let records = try context.fetch(Disc.where { $0.artist != nil }).map { record in
      "\(record.code) \(record.title) \(record.artist?.id ?? -1) "
        + "\(record.genres.map(\.name).sorted()) \(record.songs.map { "\($0.number)\($0.title)" })"
    }
    return (artists + records).sorted()
  }
}
