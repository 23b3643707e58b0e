import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// What is known by a text without case.
@Entity final class Borough: ManagedObject {
  @Attribute(.unique(.ignoringCase)) var name: String
  var size: Int = 0
  @Relationship(inverse: "towns", deleteRule: .nullify) var regions: Set<Lowland>
  @Relationship(inverse: "town", deleteRule: .cascade) var streets: Set<Alley>
}

@Entity final class Lowland: ManagedObject {
  @Attribute(.unique(.ignoringCase)) var name: String
  @Relationship(inverse: "regions", deleteRule: .nullify) var towns: Set<Borough>
}

@Entity final class Alley: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "streets", deleteRule: .nullify) var town: Borough?
}

/// Siblings whose numbers are unique among all of them.
@Entity class Hull: ManagedObject {
  @Attribute(.unique) var number: Int
  var name: String = ""
}

@Entity final class Barque: Hull {
  var load: Int = 0
}

@Entity final class Skiff: Hull {
  var seats: Int = 0
  @Relationship(inverse: "ferry", deleteRule: .nullify) var piers: Set<Slipway>
}

@Entity final class Slipway: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "piers", deleteRule: .nullify) var ferry: Skiff?
}

/// What is looked at before it is saved.
@Entity class PacketSample: ManagedObject {
  @Attribute(.unique) var id: Int
  var title: String
  @Attribute(.range(1...10), json: "size.weight") var weight: Int = 1
  @Attribute(.secret) var isFree: Bool = false
  @Relationship(inverse: "parcels", deleteRule: .nullify) var crate: Carton?
}

extension PacketSample: ValidatedObject {
  func validate(_ problems: inout ValidationProblems) {
    problems.require(title != "bomb", \PacketSample.title, "must be harmless")
  }
}

@Entity final class Carton: ManagedObject {
  @Attribute(.unique) var id: Int
  var label: String = ""
  @Relationship(inverse: "crate", deleteRule: .cascade, maximumCount: 2) var parcels:
    Set<PacketSample>
}

/// What has two values that no other object may have, and two that none may have together.
@Entity(unique: [["dock", "slot"]]) final class Callsign: ManagedObject {
  @Attribute(.unique) var id: Int
  @Attribute(.unique) var nick: String
  var dock: Int?
  var slot: Int?
}

/// What is known by a number with a fraction.
@Entity final class Gauge: ManagedObject {
  @Attribute(.unique) var key: Double
  var name: String = ""
}

/// Of which there are no objects.
@Entity(.abstract) class Stowage: ManagedObject {
  @Attribute(.unique) var code: String
  var weight: Int = 0
  @Relationship(inverse: "stowage", deleteRule: .nullify) var tags: Set<StowageTag>
}

@Entity final class Bale: Stowage {}

@Entity final class StowageTag: ManagedObject {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: "tags", deleteRule: .nullify) var stowage: Stowage?
}

/// How a payload comes.
enum SyncWay: CaseIterable {
  case context
  case container
  case ones
  case pairs
  case all

  var partSize: Int? {
    switch self {
    case .context, .container: nil
    case .ones: 1
    case .pairs: 2
    case .all: 100
    }
  }

  /// The ways in which the call saves.
  static let saving: [SyncWay] = [.container, .ones, .pairs, .all]
}

/// A store that payloads come to in every way.
struct SyncWayRun {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer.forTesting(
      Borough.self, Lowland.self, Alley.self, Hull.self, Barque.self, Skiff.self, Slipway.self,
      PacketSample.self, Carton.self, Callsign.self, Stowage.self, Bale.self, StowageTag.self,
      Gauge.self)
  }

  @discardableResult
  func sync<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, deleting: SyncDeletion<Object> = .none,
    _ options: SyncOptions = SyncOptions(), by way: SyncWay = .container
  ) async throws -> SyncReport {
    let json = try JSON(reading: payload)
    guard let partSize = way.partSize else {
      if way == .container {
        return try await container.sync(type, from: json, deleting: deleting, options: options)
      }
      let context = container.newContext()
      let report = try context.sync(type, from: json, deleting: deleting, options: options)
      try context.save()
      expectSound(context)
      return report
    }
    return try await container.sync(
      type, from: JSON.elements(of: AsyncStream(of: [Array(payload.utf8)])), deleting: deleting,
      options: options, author: nil, progress: nil, partSize: partSize)
  }

  /// Returns why `payload` is refused, and what has changed all the same.
  func refusal<Object: ManagedObject>(
    _ type: Object.Type, _ payload: String, _ options: SyncOptions = SyncOptions(),
    by way: SyncWay = .container
  ) async throws -> String? {
    do {
      try await sync(type, payload, options, by: way)
      return nil
    } catch let error as SyncError {
      return "\(error)"
    }
  }

  func towns() throws -> [String] {
    try container.newContext().fetch(Borough.sorted(by: \.name, ignoringCase: true)).map {
      "\($0.name) \($0.size) \($0.regions.map(\.name).sorted()) \($0.streets.map(\.id).sorted())"
    }
  }

  func crafts() throws -> [String] {
    try container.newContext().fetch(Hull.sorted(by: \.number)).map {
      "\(Swift.type(of: $0)) \($0.number) \($0.name)"
    }
  }

  func parcels() throws -> [String] {
    try container.newContext().fetch(PacketSample.sorted(by: \.id)).map {
      "\($0.id) \($0.title) \($0.weight) \($0.crate?.id ?? 0)"
    }
  }
}

extension SyncOptions {
  /// Options that pass over rows that are not as they should be.
  static var skipping: SyncOptions {
    var options = SyncOptions()
    options.invalidRows = .skip
    return options
  }
}
