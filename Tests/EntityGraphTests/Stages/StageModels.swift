import EntityGraph
import Foundation
import TestSupport
import Testing

/// The first version of a program's classes: a person has an address.
enum StageFirst {
  @Entity final class Person: ManagedObject {
    @Attribute(.unique) var name: String
    var street: String?
    var city: String?
    var age: Int?
    var nicknames: [String] = []
    @Relationship(inverse: "staff", deleteRule: .nullify) var employer: Company?
    @Relationship(inverse: "friends", deleteRule: .nullify) var friends: Set<Person>
    @Relationship(inverse: "members", deleteRule: .nullify) var clubs: Set<Club>
  }

  @Entity final class Company: ManagedObject {
    @Attribute(.indexed) var name: String
    @Relationship(inverse: "employer", deleteRule: .nullify) var staff: Set<Person>
  }

  @Entity final class Club: ManagedObject {
    var name: String
    @Relationship(inverse: "clubs", deleteRule: .nullify) var members: Set<Person>
  }

  static func model() throws -> ObjectModel {
    try ObjectModel(Person.self, Company.self, Club.self)
  }
}

/// The second version: addresses are objects, and a person must have an age and initials.
enum StageSecond {
  @Entity final class Person: ManagedObject {
    @Attribute(.unique) var name: String
    @Attribute(.unique) var initials: String
    var age: Int
    var nicknames: [String] = []
    @Relationship(inverse: "people", deleteRule: .nullify) var address: Address?
    @Relationship(inverse: "staff", deleteRule: .nullify) var employer: Company?
    @Relationship(inverse: "friends", deleteRule: .nullify) var friends: Set<Person>
    @Relationship(inverse: "members", deleteRule: .nullify) var clubs: Set<Club>
  }

  @Entity final class Address: ManagedObject {
    var street: String
    @Attribute(.indexed) var city: String
    @Relationship(inverse: "address", deleteRule: .nullify) var people: Set<Person>
  }

  @Entity final class Company: ManagedObject {
    @Attribute(.indexed) var name: String
    var note: String?
    @Relationship(inverse: "employer", deleteRule: .nullify) var staff: Set<Person>
  }

  @Entity final class Club: ManagedObject {
    var name: String
    @Relationship(inverse: "clubs", deleteRule: .nullify) var members: Set<Person>
  }

  /// The model, which knows the snapshots of both, and, if `isExpecting`, that the program makes a
  /// migration from one to the other.
  static func model(expecting isExpecting: Bool = false) throws -> ObjectModel {
    let texts = [
      try snapshot(of: try StageFirst.model()),
      try snapshot(of: try ObjectModel(Person.self, Address.self, Company.self, Club.self)),
    ]
    return ObjectModel(__collecting: { model in
      for (index, text) in texts.enumerated() { model.addSnapshot(index + 1, text) }
      if isExpecting { model.expectMigration(1, 2) }
      model.add(Address.self)
      model.add(Club.self)
      model.add(Company.self)
      model.add(Person.self)
      model.resolveAtRunTime()
    })
  }

  /// Returns the text of a snapshot of `model`.
  static func snapshot(of model: ObjectModel) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(model), as: UTF8.self)
    return "{\"version\":\"\(model.versionHash)\"," + text.dropFirst()
  }
}

/// The types that a plugin generates of the first snapshot, as far as tests use them.
enum Snapshot1 {
  struct Person: SnapshotObject {
    static var __snapshot: Int { 1 }
    static var __entity: String { "Person" }
    static var __root: String { "Person" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      switch keyPath {
      case \Self.name: "name"
      case \Self.street: "street"
      case \Self.city: "city"
      case \Self.age: "age"
      case \Self.employer: "employer"
      default: nil
      }
    }

    var id: SnapshotID<Self>
    var name: String
    var street: String?
    var city: String?
    var age: Int?
    var nicknames: SnapshotJSON<[String]>
    var employer: SnapshotID<Company>?
    var friends: SnapshotMembers<Person> { .init(__of: id, "friends") }
    var clubs: SnapshotMembers<Club> { .init(__of: id, "clubs") }

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      name = try row.value(0, String.self)
      street = try row.optional(1, String.self)
      city = try row.optional(2, String.self)
      age = try row.optional(3, Int.self)
      nicknames = try row.json(4, [String].self)
      employer = try row.optionalReference(5, Company.self)
    }

    func __write(to row: __SnapshotWriter) {}
  }

  struct Company: SnapshotObject {
    static var __snapshot: Int { 1 }
    static var __entity: String { "Company" }
    static var __root: String { "Company" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      keyPath == \Self.name ? "name" : nil
    }

    var id: SnapshotID<Self>
    var name: String
    var staff: SnapshotMembers<Person> { .init(__of: id, "staff") }

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      name = try row.value(0, String.self)
    }

    func __write(to row: __SnapshotWriter) {}
  }

  struct Club: SnapshotObject {
    static var __snapshot: Int { 1 }
    static var __entity: String { "Club" }
    static var __root: String { "Club" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      keyPath == \Self.name ? "name" : nil
    }

    var id: SnapshotID<Self>
    var name: String

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      name = try row.value(0, String.self)
    }

    func __write(to row: __SnapshotWriter) {}
  }
}

/// The types that a plugin generates of the second snapshot, as far as tests use them.
enum Snapshot2 {
  struct Person: SnapshotObject {
    static var __snapshot: Int { 2 }
    static var __entity: String { "Person" }
    static var __root: String { "Person" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      switch keyPath {
      case \Self.name: "name"
      case \Self.initials: "initials"
      case \Self.age: "age"
      case \Self.address: "address"
      case \Self.employer: "employer"
      default: nil
      }
    }

    var id: SnapshotID<Self>
    var name: String
    var initials: String
    var age: Int
    var nicknames: SnapshotJSON<[String]>
    var address: SnapshotID<Address>?
    var employer: SnapshotID<Company>?
    var friends: SnapshotMembers<Person> { .init(__of: id, "friends") }
    var clubs: SnapshotMembers<Club> { .init(__of: id, "clubs") }

    init(
      from old: Snapshot1.Person, initials: String, age: Int, address: SnapshotID<Address>? = nil
    ) {
      id = .init(old.id)
      name = old.name
      self.initials = initials
      self.age = age
      nicknames = old.nicknames
      self.address = address
      employer = .init(old.employer)
    }

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      name = try row.value(0, String.self)
      initials = try row.value(1, String.self)
      age = try row.value(2, Int.self)
      nicknames = try row.json(3, [String].self)
      address = try row.optionalReference(4, Address.self)
      employer = try row.optionalReference(5, Company.self)
    }

    func __write(to row: __SnapshotWriter) {
      row.write(name)
      row.write(initials)
      row.write(age)
      row.write(nicknames)
      row.write(address)
      row.write(employer)
    }
  }

  struct Address: SnapshotObject {
    static var __snapshot: Int { 2 }
    static var __entity: String { "Address" }
    static var __root: String { "Address" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      switch keyPath {
      case \Self.street: "street"
      case \Self.city: "city"
      default: nil
      }
    }

    var id: SnapshotID<Self>
    var street: String
    var city: String
    var people: SnapshotMembers<Person> { .init(__of: id, "people") }

    init(street: String, city: String) {
      id = .__none
      self.street = street
      self.city = city
    }

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      street = try row.value(0, String.self)
      city = try row.value(1, String.self)
    }

    func __write(to row: __SnapshotWriter) {
      row.write(street)
      row.write(city)
    }
  }

  struct Company: SnapshotObject {
    static var __snapshot: Int { 2 }
    static var __entity: String { "Company" }
    static var __root: String { "Company" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      switch keyPath {
      case \Self.name: "name"
      case \Self.note: "note"
      default: nil
      }
    }

    var id: SnapshotID<Self>
    var name: String
    var note: String?
    var staff: SnapshotMembers<Person> { .init(__of: id, "staff") }

    init(name: String, note: String? = nil) {
      id = .__none
      self.name = name
      self.note = note
    }

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      name = try row.value(0, String.self)
      note = try row.optional(1, String.self)
    }

    func __write(to row: __SnapshotWriter) {
      row.write(name)
      row.write(note)
    }
  }

  struct Club: SnapshotObject {
    static var __snapshot: Int { 2 }
    static var __entity: String { "Club" }
    static var __root: String { "Club" }
    static func __name(of keyPath: AnyKeyPath) -> String? {
      keyPath == \Self.name ? "name" : nil
    }

    var id: SnapshotID<Self>
    var name: String

    init(name: String) {
      id = .__none
      self.name = name
    }

    init(__row row: __SnapshotRow) throws {
      id = row.id(Self.self)
      name = try row.value(0, String.self)
    }

    func __write(to row: __SnapshotWriter) { row.write(name) }
  }
}
