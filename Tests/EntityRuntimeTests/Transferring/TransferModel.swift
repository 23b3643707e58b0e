import EntityGraph
import EntityModel
import EntityStore
import Foundation
import Testing

@testable import EntityRuntime

enum ParcelGrade: String, Storable, CaseIterable {
  case fine, poor
}

@Composition struct ParcelSize: Hashable {
  var width: Double
  var depth: Double?
  var unit: String = "cm"
}

/// A class with an attribute of each type and a relationship of each kind.
@Entity class Packet: ManagedObject {
  @Attribute(.unique) var code: String
  var isOpen: Bool = false
  var tiny: Int8 = 0
  var medium: UInt32 = 0
  var large: UInt64 = 0
  var number: Int = 0
  var ratio: Double = 0
  var light: Float = 0
  var amount: Decimal?
  var moment: Date?
  var bytes: Data?
  var token: UUID?
  var link: URL?
  var span: Duration?
  var grade: ParcelGrade = .fine
  var size: ParcelSize?
  var tags: [String] = []
  @Attribute(.external) var picture: Data?
  @Attribute(.secret) var pin: String = ""
  @Attribute(json: .notExported) var remark: String = ""
  @Attribute(.length(1...40)) var note: String?
  @Attribute(.deletedAt) var removed: Date?
  @Transient var shown: String = "none"
  @Relationship(inverse: "parcels", deleteRule: .nullify) var crate: Trunk?
  @Relationship(inverse: "parcels", deleteRule: .nullify) var stickers: Set<Tagging>
  @Relationship(inverse: "twin", deleteRule: .nullify) var twin: Packet?
  @Relationship(inverse: "neighbours", deleteRule: .nullify) var neighbours: Set<Packet>
  @Relationship(inverse: .implicit) var origin: Tagging?
}

@Entity final class Bundle9: Packet {
  var pieces: Int = 1
  @Relationship(inverse: "bundle", deleteRule: .cascade) var parts: [BundlePart]
}

@Entity final class BundlePart: ManagedObject {
  @Attribute(.unique) var serial: Int
  @Relationship(inverse: "parts", deleteRule: .nullify) var bundle: Bundle9
}

@Entity final class Trunk: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "crate", deleteRule: .nullify) var parcels: [Packet]
  @Relationship(inverse: "inside", deleteRule: .nullify) var outside: Trunk?
  @Relationship(inverse: "outside", deleteRule: .nullify) var inside: Set<Trunk>
}

@Entity final class Tagging: ManagedObject {
  @Attribute(.unique) var text: String
  @Relationship(inverse: "stickers", deleteRule: .nullify) var parcels: [Packet]
}

/// Objects without a unique attribute.
@Entity final class Scrap: ManagedObject {
  var text: String = ""
}

/// Objects that have to have members.
@Entity final class Gang: ManagedObject {
  @Relationship(inverse: "gang", deleteRule: .nullify, minimumCount: 1) var packers: Set<Packer>
}

@Entity final class Packer: ManagedObject {
  @Relationship(inverse: "packers", deleteRule: .nullify) var gang: Gang?
}

/// Objects with a default of their own each, a secret key, and the time of their last change.
@Entity final class Claim9: ManagedObject {
  @Attribute(.unique, .secret) var code: String
  var token: UUID = UUID()
  var text: String = ""
  @Attribute(.updatedAt) var changed: Date?
}

enum Transfer {
  static let classes: [ManagedObject.Type] = [
    Packet.self, Bundle9.self, BundlePart.self, Trunk.self, Tagging.self,
  ]

  static func container(_ store: StoreKind = .sqlite) throws -> PersistentContainer {
    try store.container(classes)
  }

  /// Returns what `container` exports.
  static func text(
    of container: PersistentContainer, _ options: ExportOptions = ExportOptions()
  ) throws -> String {
    var bytes: [UInt8] = []
    try container.export(options: options) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the lines of an export between the first and the last one.
  static func lines(
    of container: PersistentContainer, _ options: ExportOptions = ExportOptions()
  ) throws -> [String] {
    try text(of: container, options).split(separator: "\n").dropFirst().dropLast().map {
      String($0)
    }
  }

  /// Imports `text`, in pieces of `size` bytes.
  @discardableResult
  static func read(
    _ text: String, into container: PersistentContainer, _ options: ImportOptions = ImportOptions(),
    piecesOf size: Int = 1000
  ) throws -> ImportReport {
    try read(Array(text.utf8), into: container, options, piecesOf: size)
  }

  /// Imports `bytes`, in pieces of `size` bytes.
  @discardableResult
  static func read(
    _ bytes: [UInt8], into container: PersistentContainer,
    _ options: ImportOptions = ImportOptions(), piecesOf size: Int = 1000
  ) throws -> ImportReport {
    var rest = bytes[...]
    return try container.importObjects(options: options) {
      if rest.isEmpty { return nil }
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  /// Returns what `body` refuses, in words; empty if it does not.
  static func refusal(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      return ""
    } catch let error as ImportError {
      return error.description
    }
  }

  /// Returns a file of `lines` without a last line.
  static func file(_ lines: String...) -> String {
    ([#"{"entityGraph": "export", "format": 1}"#] + lines).joined(separator: "\n")
  }

  /// Returns everything that the store has, in words.
  static func contents(of container: PersistentContainer) throws -> [String] {
    let store = container.store
    return try store.read { session in
      var lines: [String] = []
      for root in store.layout.entities where root.lineage.count == 1 {
        var ids: [Int64] = []
        _ = try session.ids(EntityQuery(entity: root.name)) {
          ids.append($0)
          return true
        }
        for id in ids.sorted() {
          var entity = root
          _ = try session.row(id: id, of: root) { row in
            entity = row.entity.map { store.layout.entities[$0] } ?? root
            var values = entity.columnIndexes.map { index in
              row[entity.columns[index]?.position ?? 0].storedValue
            }
            for (slot, index) in entity.columnIndexes.enumerated()
            where entity.columns[index]?.isExternal == true && !values[slot].isNull {
              values[slot] = .null
            }
            lines.append("\(entity.name) \(id) \(row.version ?? 0) \(values)")
          }
          for index in entity.externalColumns {
            let value = try session.externalValue(of: index, entity, id: id)
            lines.append("\(entity.name) \(id) \(index): \(String(describing: value))")
          }
          for index in entity.properties.indices
          where entity.properties[index].relationship?.isToMany == true {
            var members: [MemberPlace] = []
            try session.members(of: entity, property: index, owners: [id]) { _, place, row in
              members.append(MemberPlace(place: place, id: row.id))
            }
            let ids = members.sorted().map(\.id)
            lines.append("\(entity.name) \(id) \(entity.properties[index].name): \(ids)")
          }
        }
      }
      return lines
    }
  }
}
