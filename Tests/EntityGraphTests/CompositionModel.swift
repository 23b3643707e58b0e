import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum AddressKind: String, Storable, CaseIterable { case flat, house }

@Composition struct Geo {
  var latitude: Double
  var longitude: Double
  var accuracy: Float?
}

@Composition struct Address {
  var street: String
  @Leaf(.indexed) var city: String
  var country = "NO"
  var kind: AddressKind = .flat
  var since: Date?
  var rent: Decimal = 0
  var isOwned = false
  var number: UInt64 = 0
  var key: UUID?
  var seal: Data?
  var tags: [String] = []
  var geo: Geo?
  var summary: String { "\(street), \(city)" }
  static let nowhere = Address(street: "", city: "")
}

@Entity final class Resident: ManagedObject {
  var name: String
  var home: Address
  var work: Address?
  @Relationship(inverse: "residents", deleteRule: .nullify) var house: House?
}

@Entity final class House: ManagedObject {
  var label: String
  var address: Address
  @Relationship(inverse: "house", deleteRule: .nullify) var residents: Set<Resident>
}

/// The first version of a program with a composition.
enum EarlierComposition {
  @Composition struct Place {
    var town: String
    var zip: Int32
    var note: String
    var spot: Spot?
  }

  @Composition struct Spot {
    var lat: Double
    var label: String?
  }

  @Entity final class Shop: ManagedObject {
    var name: String
    var place: Place
    var other: Place?
  }
}

/// The second version: a leaf has another name, one is wider, one is gone, and three are new.
enum LaterComposition {
  @Composition struct Place {
    @Leaf(.indexed, originalName: "town") var city: String
    var zip: Int
    var country = "NO"
    var floor: Int?
    var spot: Spot?
  }

  @Composition struct Spot {
    @Leaf(originalName: "lat") var latitude: Double
    var label = "none"
  }

  @Entity final class Shop: ManagedObject {
    var name: String
    var place: Place
    var other: Place?
  }
}

/// The first version before it was a composition.
enum PlainComposition {
  struct Place: Codable {
    var town = ""
    var zip: Int32 = 0
    var note = ""
  }

  @Entity final class Shop: ManagedObject {
    var name: String
    var place: Place = Place()
    var other: Place?
  }
}

/// The second version, whose leaves and texts are in lists.
enum ListedComposition {
  @Composition struct Place {
    @Leaf(originalName: "town") var city: String
    var zip: Int
  }

  @Entity(
    unique: [["place.city", "name.lowercased()"], ["place.zip"]],
    indexes: [["name.lowercased()", "other.city"]])
  final class Shop: ManagedObject {
    var name: String
    var place: Place
    var other: Place?
  }
}

/// The third version, without the lists.
enum UnlistedComposition {
  @Entity final class Shop: ManagedObject {
    var name: String
    var place: ListedComposition.Place
    var other: ListedComposition.Place?
  }
}
