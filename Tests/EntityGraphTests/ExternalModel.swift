import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Entity class Leaflet: ManagedObject {
  @Attribute(.unique) var title: String
  var count: Int = 0
  @Attribute(.external) var image: Data?
  @Attribute(.external, .length(1...40)) var text: String = "none"
  @Attribute(.external) var marks: [String] = []
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "leaflets", deleteRule: .nullify) var rack: LeafletRack?
}

@Entity final class FoldedLeaflet: Leaflet {
  @Attribute(.external, column: "reverse") var back: String?
}

@Entity final class LeafletRack: ManagedObject {
  var name: String
  @Relationship(inverse: "rack", deleteRule: .cascade) var leaflets: Set<Leaflet>
}

@Entity(.observable, .values) final class Poster: ManagedObject {
  var number: Int
  @Attribute(.external) var picture: Data = Data()
}

@Entity final class Sketch: ManagedObject {
  var number: Int
  @Attribute(.external, .undecodable(.keep)) var strokes: [Int] = [7]
}

/// The same notes with their texts in the rows, apart from them, and under other names.
enum InlineNotes {
  @Entity final class Note: ManagedObject {
    var title: String
    var body: String?
    var scan: Data = Data([7])
    var tags: [String] = []
  }
}

enum ExternalNotes {
  @Entity final class Note: ManagedObject {
    var title: String
    @Attribute(.external) var body: String?
    @Attribute(.external) var scan: Data = Data([7])
    @Attribute(.external) var tags: [String] = []
  }
}

enum RenamedNotes {
  @Entity final class Note: ManagedObject {
    var title: String
    @Attribute(.external, originalName: "body") var content: String?
    @Attribute(.external, column: "pixels") var scan: Data = Data([7])
    @Attribute(.external) var tags: [String] = []
    @Attribute(.external) var extra: String?
  }
}

enum RequiredNotes {
  @Entity(originalName: "Note") final class Memo: ManagedObject {
    var number: Int = 1
    var title: String
    @Attribute(.external, originalName: "content") var body: String = "empty"
    @Attribute(.external) var footer: String = "end"
  }
}
