import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

@testable import EntitySQL

/// How orders are stored, and what becomes of them when a model changes.
@Suite struct OrderedSchemaTests {
  /// Returns a model of albums and lists of tracks, which are ordered as is said.
  private static func model(albums: Bool = true, lists: Bool = true, tracks: Bool = false)
    -> ObjectModel
  {
    ObjectModel(entities: [
      Entity(
        "Album",
        properties: [
          .relationship(
            .toMany(
              "tracks", "Track", inverse: "album", deleteRule: .nullify, isOrdered: albums))
        ]),
      Entity(
        "Playlist",
        properties: [
          .relationship(
            .toMany(
              "tracks", "Track", inverse: "lists", deleteRule: .nullify, isOrdered: lists))
        ]),
      Entity(
        "Track",
        properties: [
          .relationship(
            .toOne("album", "Album", isOptional: true, inverse: "tracks", deleteRule: .nullify)),
          .relationship(
            .toMany(
              "lists", "Playlist", inverse: "tracks", deleteRule: .nullify, isOrdered: tracks)),
        ]),
    ])
  }

  @Test func anOrderBecomesAColumnAndAnIndex() {
    let layout = StoreLayout(Self.model(tracks: true))
    let schema = SchemaStatements(layout: layout, dialect: SQLiteDialect())
    let expected = #"""
      CREATE TABLE "Track" (
        "_id" INTEGER PRIMARY KEY,
        "_version" INTEGER NOT NULL DEFAULT 2,
        "album" INTEGER REFERENCES "Album" ("_id") DEFERRABLE INITIALLY DEFERRED,
        "_position.album" INTEGER NOT NULL DEFAULT 9223372036854775807
      );
      CREATE INDEX "_indexes.Track.album,_position.album" ON "Track" ("album", "_position.album");
      CREATE TABLE "_Playlist.tracks" (
        "_first" INTEGER NOT NULL REFERENCES "Playlist" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_second" INTEGER NOT NULL REFERENCES "Track" ("_id") ON DELETE CASCADE DEFERRABLE \#
      INITIALLY DEFERRED,
        "_firstPosition" INTEGER NOT NULL DEFAULT 9223372036854775807,
        "_secondPosition" INTEGER NOT NULL DEFAULT 9223372036854775807,
        PRIMARY KEY ("_first", "_second")
      ) WITHOUT ROWID;
      CREATE INDEX "_index._Playlist.tracks" ON "_Playlist.tracks" \#
      ("_second", "_secondPosition", "_first");
      CREATE INDEX "_index._Playlist.tracks._firstPosition" ON "_Playlist.tracks" \#
      ("_first", "_firstPosition", "_second");
      """#
    #expect(schema.all[2..<7].joined(separator: ";\n") + ";" == expected)
  }

  @Test func whatIsWrittenComesAtTheEnd() throws {
    let layout = StoreLayout(Self.model())
    let statements = RowStatements(layout, SQLiteDialect())
    let track = try layout.requiredEntity("Track")
    let end = { (table: String, owner: String, place: String, parameter: Int) in
      "coalesce((SELECT CASE WHEN \"last\" > 9223372028264841215 THEN 9223372036854775807"
        + " ELSE \"last\" + 4294967296 END FROM (SELECT max(\"\(place)\") AS \"last\""
        + " FROM \"\(table)\" WHERE \"\(owner)\" = ?\(parameter))), 4294967296)"
    }
    #expect(
      statements.insert(track)
        == "INSERT INTO \"Track\" (\"_id\", \"_version\", \"album\", \"_position.album\")"
        + " VALUES (?1, ?2, ?3, \(end("Track", "album", "_position.album", 3)))")
    let column = try #require(track.columns[0])
    #expect(
      statements.update(track.table, [column])
        == "UPDATE \"Track\" SET \"album\" = ?1, \"_position.album\" = CASE WHEN \"album\" IS ?1"
        + " THEN \"_position.album\" ELSE 9223372036854775807 END, \"_version\" = ?2"
        + " WHERE \"_id\" = ?3 AND \"_version\" = ?4")
    #expect(
      statements.link(layout.joins[0], isReversed: false)
        == "INSERT INTO \"_Playlist.tracks\" (\"_first\", \"_second\", \"_firstPosition\")"
        + " VALUES (?1, ?2, \(end("_Playlist.tracks", "_first", "_firstPosition", 1)))"
        + " ON CONFLICT DO NOTHING")
  }

  // MARK: Migrations

  private static let rows = """
    INSERT INTO Album (_id) VALUES (1); INSERT INTO Playlist (_id) VALUES (1), (2);
    INSERT INTO Track (_id, album) VALUES (1, 1), (2, NULL), (3, 1), (4, 1);
    INSERT INTO "_Playlist.tracks" (_first, _second) VALUES (1, 3), (1, 2), (2, 3);
    """

  private func tracks(_ path: String, _ model: ObjectModel, ofAlbum: Bool) throws -> [Int64] {
    let store = try SQLiteStore(model: model, at: .file(path))
    defer { store.close() }
    #expect(try store.checkIntegrity(isQuick: false).isSound)
    let entity = try store.layout.requiredEntity(ofAlbum ? "Album" : "Playlist")
    return try store.read { session in
      try session.members(of: entity, property: 0, owner: 1, in: MemberRange()).map(\.id)
    }
  }

  @Test func aSetBecomesAnArrayInTheOrderOfIds() throws {
    try TemporaryDirectory.with { directory in
      let before = Self.model(albums: false, lists: false)
      let store = try MigratingStore(before, in: directory, filledBy: Self.rows)
      let model = Self.model(tracks: true)
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: model, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(before.versionHash) to \(model.versionHash)
            'Album.tracks' has an order: that of the ids at first (automatic, 1 row)
            'Playlist.tracks' has an order: that of the ids at first (automatic, 2 rows)
            'Track.lists' has an order: that of the ids at first (automatic, 4 rows)
          """)
      #expect(plan.copiedRows == 0)
      try store.migrate(to: model)
      #expect(try tracks(store.path, model, ofAlbum: true) == [1, 3, 4])
      #expect(try tracks(store.path, model, ofAlbum: false) == [2, 3])
      // What is linked later comes after them, whatever its id.
      #expect(
        try store.rows("SELECT _firstPosition FROM \"_Playlist.tracks\" ORDER BY _first, _second")
          == ["2", "3", "3"])
      #expect(
        try store.rows("SELECT _secondPosition FROM \"_Playlist.tracks\" ORDER BY _first, _second")
          == ["1", "1", "2"])
    }
  }

  @Test func anOrderOutlivesOtherChangesAndGoesWithTheArray() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        Self.model(), in: directory,
        filledBy: Self.rows + """
          UPDATE Track SET "_position.album" = 10 - _id;
          UPDATE "_Playlist.tracks" SET _firstPosition = 10 - _second;
          """)
      // The table of links is made again.
      let both = Self.model(tracks: true)
      try store.migrate(to: both)
      #expect(try tracks(store.path, both, ofAlbum: true) == [4, 3, 1])
      #expect(try tracks(store.path, both, ofAlbum: false) == [3, 2])
      let sets = Self.model(albums: false, lists: false)
      try store.migrate(to: sets)
      #expect(
        try store.rows("SELECT name FROM pragma_table_info('Track')")
          == ["_id", "_version", "album"])
      #expect(
        try store.rows("SELECT name FROM pragma_table_info('_Playlist.tracks')")
          == ["_first", "_second"])
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql <> '' ORDER BY 1")
          == ["_index.Track.album", "_index._Playlist.tracks"])
      let again = Self.model(lists: false)
      try store.migrate(to: again)
      #expect(try tracks(store.path, again, ofAlbum: true) == [1, 3, 4])
    }
  }

  @Test func aDescriptionSaysWhatIsOrdered() throws {
    let model = Self.model()
    #expect(model.versionHash != Self.model(albums: false).versionHash)
    let relationship = try #require(model.property("tracks", of: "Album")?.relationship)
    let json = String(decoding: try JSONEncoder.sorted.encode(relationship), as: UTF8.self)
    #expect(
      json == #"{"deleteRule":"nullify","inverse":"album","ordered":true,"target":"Track","#
        + #""toMany":"tracks"}"#)
    #expect(
      try JSONDecoder().decode(Relationship.self, from: Data(json.utf8)) == relationship)
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
