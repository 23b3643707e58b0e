import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Is stored as a UUID, and encodes itself as an object.
struct Tenant: RawRepresentable, Hashable, Storable, PlaceholderProviding {
  var rawValue: UUID
  static var placeholder: Tenant { Tenant(rawValue: .placeholder) }
}

/// Is stored as an integer, and encodes itself as an object; never less than zero.
struct Cents: Hashable, Storable, PlaceholderProviding {
  var amount: Int64
  static var placeholder: Cents { Cents(amount: 0) }
  static let usual = Cents(amount: 250)
  static var storageType: StorageType { .int64 }
  var primitive: Int64 { amount }

  init(amount: Int64) { self.amount = amount }
  init?(primitive: Int64) {
    guard primitive >= 0 else { return nil }
    amount = primitive
  }
}

/// The first version of a program whose leaves are of such types.
enum EarlierLeafTypes {
  @Composition struct Contract {
    var tenant: Tenant
    var price: Cents
    var deposit: Cents?
    var other: Tenant = .placeholder
  }

  @Entity final class Lease: ManagedObject {
    var name: String
    var contract: Contract
    var next: Contract?
  }
}

/// The second version, with one more leaf.
enum LaterLeafTypes {
  @Composition struct Contract {
    var tenant: Tenant
    var price: Cents
    var deposit: Cents?
    var other: Tenant = .placeholder
    var fee: Cents = .usual
  }

  @Entity final class Lease: ManagedObject {
    var name: String
    var contract: Contract
    var next: Contract?
  }
}

/// What is in the place of a missing value of a leaf.
enum Shade: String, Codable, Hashable, CaseIterable { case dark, light }

/// Knows its placeholder, though it is an enumeration.
enum Tint: String, Codable, Hashable, CaseIterable, PlaceholderProviding {
  case red, blue
  static var placeholder: Tint { .blue }
}

/// Is stored as JSON, which is no array.
struct Remarks: Codable, Hashable, PlaceholderProviding {
  var texts: [String: String]
  static var placeholder: Remarks { Remarks(texts: ["a": "b"]) }
}

@Composition struct Flat {
  var city: String
  var notes: [String: String]
  var remarks: Remarks
  var shade: Shade
  var tint: Tint
  var price: Cents
  var more: Remarks = Remarks(texts: [:])
}

// Compositions within each other, seven deep.
@Composition struct Deep1 { var inner: Deep2 }
@Composition struct Deep2 { var inner: Deep3 }
@Composition struct Deep3 { var inner: Deep4 }
@Composition struct Deep4 { var inner: Deep5 }
@Composition struct Deep5 { var inner: Deep6 }
@Composition struct Deep6 { var inner: Deep7 }
@Composition struct Deep7 { var inner: Deep8 }
@Composition struct Deep8 { var first: String; var second: String }

@Entity final class Lodger: ManagedObject {
  var name: String
  var home: Flat
}

@Entity final class Diver: ManagedObject {
  var name: String
  var deep: Deep1
}

// Inherited properties, a composition among them.
@Composition struct Extent {
  var width: Int
  var unit: String?
}

@Entity class Ware: ManagedObject {
  var name: String
  var price: Int = 0
  var extent: Extent
  @Relationship(inverse: "wares", deleteRule: .nullify) var seller: Seller?
}

@Entity class Recording: Ware {
  var length: Int = 0
}

@Entity final class LiveRecording: Recording {
  var place: String = ""
}

@Entity final class Chart: Ware {
  var scale: Int = 0
}

@Entity final class Seller: ManagedObject {
  var name: String
  @Relationship(inverse: "seller", deleteRule: .nullify) var wares: Set<Ware>
}
