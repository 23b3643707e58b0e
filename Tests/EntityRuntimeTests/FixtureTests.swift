import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime
@testable import EntitySQLite

/// Stores that were made once, one for each format, which open for ever.
@Suite struct FixtureTests {
  @Test(arguments: formats)
  func storeOfEveryFormatHoldsWhatItHeld(format: Int) throws {
    let store = try TemporaryStore()
    try FileManager.default.copyItem(atPath: Self.path(format), toPath: store.path)
    let container = try PersistentContainer(
      model: try Self.model(), at: .file(store.path), options: StoreOptions(migration: .refuse))
    let context = container.newContext()
    #expect(try Self.text(context) == Self.values)

    let oak = try #require(try context.fetch(Tree.all).first)
    #expect(oak.height == Span(first: -1, last: 40))
    #expect(oak.season == .autumn)
    #expect(oak.place?.rare == [oak])
    // The id of the label that was deleted is not given again.
    let label = context.insert(Label.self)
    try context.save()
    #expect("\(label.objectID)" == "Label-4")
  }

  @Test(arguments: formats)
  func storeOfEveryFormatIsMigrated(format: Int) throws {
    let store = try TemporaryStore()
    try FileManager.default.copyItem(atPath: Self.path(format), toPath: store.path)
    let container = try PersistentContainer(
      model: try ObjectModel(Growth.self, Timber.self, Site.self, Sticker.self),
      at: .file(store.path))
    let context = container.newContext()
    #expect(
      try graph(context, Growth.self, Site.self, Sticker.self) == Self.migratedValues)
    let timber = try #require(try context.fetch(Timber.all).first)
    #expect(timber.extent == Span(first: -1, last: 40))
    #expect(timber.uint32 == UInt64(UInt32.max))
    let sticker = context.insert(Sticker.self)
    try context.save()
    #expect("\(sticker.objectID)" == "Sticker-4")
  }

  /// `RECORD=1 swift test --filter FixtureTests` makes the store of a new format, which is added to
  /// `formats` first; those that exist are never made again.
  @Test func storeOfTheLatestFormatIsAsStoresAreMade() throws {
    let store = try TemporaryStore()
    let container = try PersistentContainer(model: try Self.model(), at: .file(store.path))
    let context = container.newContext()
    try fillHerbarium(context)
    #expect(try Self.text(container.newContext()) == Self.values)

    let latest = Self.path(try #require(Self.formats.last))
    if !FileManager.default.fileExists(atPath: latest),
      ProcessInfo.processInfo.environment["RECORD"] != nil
    {
      try Self.withConnection(of: container) { connection in
        try connection.run("COMMIT")
        try connection.run("VACUUM INTO ?1", [.text(latest)])
        try connection.run("BEGIN IMMEDIATE")
      }
      Issue.record("'\(latest)' has been made")
    }
    let copy = try TemporaryStore()
    try FileManager.default.copyItem(atPath: latest, toPath: copy.path)
    let fixture = try PersistentContainer(model: try Self.model(), at: .file(copy.path))
    #expect(
      try Self.metadata(container) == Self.metadata(fixture),
      "this is a new format: add it to 'formats' and make its store")
  }

  /// Returns what the store of `container` says of itself, its id left out, which is its own.
  private static func metadata(_ container: PersistentContainer) throws -> String? {
    try withConnection(of: container) { connection in
      try connection.text(
        "SELECT group_concat(name || ': ' || value, char(10)) FROM _store"
          + " WHERE name <> 'id' ORDER BY name")
    }
  }

  /// Calls `body` with the connection of a transaction in the store of `container`.
  private static func withConnection<Result>(
    of container: PersistentContainer, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try container.store.write { session in
      try body(#require(session as? SQLiteWritingSession).connection)
    }
  }

  /// The formats of which there are stores: all have tables of format 1; the model is described as
  /// before there was a format of descriptions, and in format 2.
  private static let formats = [1, 2]

  /// Returns where the store of `format` is.
  private static func path(_ format: Int) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/Herbarium-\(format).store").path
  }

  /// The model that the stores were made for.
  private static func model() throws -> ObjectModel {
    try ObjectModel(Plant.self, Tree.self, Place.self, Label.self)
  }

  /// Returns everything in a herbarium.
  private static func text(_ context: ManagedObjectContext) throws -> String {
    try graph(context, Plant.self, Place.self, Label.self)
  }

  /// What the stores hold.
  private static let values = """
    Plant-1 number=1 title=Common fern common=fern latin=Pteridium isRare=0 int8=0 int16=0 int64=0 \
    uint8=0 uint16=0 uint32=0 uint64=0 float=0.5 double=-0.0 found=0.0 picture=[] \
    uuid=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] url=file:/// weight=0 \
    season=spring height={"first":1} place=1 labels=[1, 2]
    Plant-2 number=2147483647 title=Oak \u{1F333} e\u{301} common=oak latin=Quercus isRare=1 \
    int8=-128 int16=-32768 int64=-9223372036854775808 uint8=255 uint16=65535 uint32=4294967295 \
    uint64=[255, 255, 255, 255, 255, 255, 255, 255] float=3.4028234663852886e+38 double=5e-324 \
    found=-0.125 picture=[0, 255, 10] \
    uuid=[255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0] \
    url=https://example.com/oak?a=1#b weight=-1234567890.000000001 season=Herbst \
    height={"first":-1,"last":40} note=a\0b "c" 'd' place=1 labels=[2] rings=300
    Place-1 name=wood plants=[1, 2]
    Label-1 text=dry plants=[1]
    Label-2 text=pressed plants=[1, 2]
    """

  /// What they hold once they have been migrated.
  private static let migratedValues = """
    Growth-1 number=1 title=Common fern name=fern latin=Pteridium isRare=0 isPoisonous=0 int8=0 \
    int16=0 int64=0 uint8=0 uint16=0 uint32=0 uint64=0 float=0.5 double=-0.0 found=0.0 picture=[] \
    uuid=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] url=file:/// weight=0 \
    season=spring extent={"first":1} site=1 stickers=[1, 2]
    Growth-2 number=2147483647 title=Oak \u{1F333} e\u{301} name=oak latin=Quercus isRare=1 \
    isPoisonous=0 int8=-128 int16=-32768 int64=-9223372036854775808 uint8=255 uint16=65535 \
    uint32=4294967295 uint64=[255, 255, 255, 255, 255, 255, 255, 255] \
    float=3.4028234663852886e+38 double=5e-324 found=-0.125 picture=[0, 255, 10] \
    uuid=[255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0] \
    url=https://example.com/oak?a=1#b weight=-1234567890.000000001 season=Herbst \
    extent={"first":-1,"last":40} note=a\0b "c" 'd' site=1 stickers=[2] age=300
    Site-1 name=wood growths=[1, 2]
    Sticker-1 text=dry growths=[1]
    Sticker-2 text=pressed growths=[1, 2]
    """
}
