import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Entity final class Imprint: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = ""
  @Relationship(inverse: "label", deleteRule: .nullify) var artists: Set<Artist>
}

@Entity final class Artist: ManagedObject {
  @Attribute(.unique) var id: Int
  var name: String = "unknown"
  var bio: String?
  var birthDate: Date?
  @Attribute(json: "stats.plays") var plays: Int = 0
  var tags: [String] = []
  @Relationship(inverse: "artists", deleteRule: .nullify) var label: Imprint?
  @Relationship(inverse: "artist", deleteRule: .cascade) var records: Set<Disc>
}

@Entity class Disc: ManagedObject {
  @Attribute(.unique) var code: String
  var title: String
  var price: Decimal?
  @Relationship(inverse: "records", deleteRule: .nullify) var artist: Artist?
  @Relationship(inverse: "records", deleteRule: .nullify) var genres: Set<Style>
  @Relationship(inverse: "record", deleteRule: .cascade) var songs: [Song]
}

@Entity final class LiveDisc: Disc {
  var place: String = ""
}

@Entity final class Style: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "genres", deleteRule: .nullify) var records: Set<Disc>
}

@Entity final class Song: ManagedObject {
  @Attribute(.identity) var number: Int
  var title: String = ""
  @Relationship(inverse: "songs", deleteRule: .nullify) var record: Disc
}

@Entity final class Jotting: ManagedObject {
  var text: String = ""
}

/// A store of records, a context of it and a payload.
struct SyncRun {
  let container: PersistentContainer
  let context: ManagedObjectContext

  init(_ store: StoreKind = .sqlite) throws {
    let classes: [ManagedObject.Type] = [
      Imprint.self, Artist.self, Disc.self, LiveDisc.self, Style.self, Song.self, Jotting.self,
    ]
    container =
      store == .sqlite
      ? try PersistentContainer.forTesting(model: ObjectModel(classes: classes))
      : try store.container(classes)
    context = container.newContext()
  }

  /// Applies `payload`, saves, expects that the context is sound and returns the report in words.
  @discardableResult
  func sync<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, deleting: SyncDeletion<Object> = .none,
    _ options: SyncOptions = SyncOptions(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let report = try context.sync(
      type, from: JSON(reading: payload), deleting: deleting, options: options)
    expectSound(context, sourceLocation: sourceLocation)
    try context.save()
    expectSound(context, sourceLocation: sourceLocation)
    return report.description
  }

  /// Returns why `payload` is refused, and expects that nothing has changed.
  func refusal<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, _ options: SyncOptions = SyncOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String? {
    do {
      _ = try context.sync(type, from: JSON(reading: payload), deleting: .missing, options: options)
      return nil
    } catch let error as SyncError {
      #expect(!context.hasChanges, sourceLocation: sourceLocation)
      return error.description
    }
  }

  func artist(_ id: Int) throws -> Artist? { try context.find(Artist.self, \.id, id) }

  func record(_ code: String) throws -> Disc? { try context.find(Disc.self, \.code, code) }
}
