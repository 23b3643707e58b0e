import EntityGraph
import Foundation

/// Entities with every kind of property, as their author writes them.
///
/// `ExpandedModelTests` compiles what becomes of this file when the annotations are carried out.
enum AnnotatedModel {
  enum Mood: String, Storable, CaseIterable { case calm, merry }

  /// Has every kind of property.
  @Entity(.values)
  class Person: ManagedObject {
    // A comment of the author's.
    @Attribute(.unique, column: "mail") var email: String
    /// What friends say.
    @EntityGraph.Attribute(.indexed)
    var name: String = """
      no "name"
        yet
      """  // and a comment behind it
    var mood: Mood = .calm
    private(set) var born: Date?
    var tags: [String: [Int]] = [:]
    @Relationship(inverse: "owner", deleteRule: .cascade, maximumCount: 9) var pets: Set<Pet>
    @Relationship(inverse: "friends", deleteRule: .nullify)
    var friends: Set<Person>
    #if canImport(Foundation)
      var link: URL?
    #else
      var link: String?
    #endif
    @Fetched(Pet.self, where: { pet, person in pet.owner == person }, sortedBy: \.name)
    var sortedPets: [Pet]
    @Fetched(countOf: Pet.self) var petCount: Int
    @Fetched(identifiersOf: Pet.self) var petIDs: [ObjectID]
    @Fetched(dictionariesOf: Pet.self, sortedBy: \.name) var rows: [[String: Any]]
    @Transient var isSelected: Bool = false
    @Ignore var note: String = "none"
    static let shared = 3
    var shout: String { name.uppercased() }
  }

  @Entity(.values) final class Employee: Person { var salary: Decimal = 0 }

  @Entity(.values) final class Pet: ManagedObject {
    var name: String
    @available(*, deprecated) var `class`: Double = -1.5
    @Relationship(inverse: "pets", deleteRule: .nullify) var owner: Person

    func rename(to name: String) { self.name = name }
  }

  @Entity final class Empty: ManagedObject {}

  /// Returns what a class inside a function keeps.
  static func localNames() throws -> [String] {
    @Entity final class Local: ManagedObject {
      var name: String = "local"
    }
    let context = try PersistentContainer(model: ObjectModel(Local.self), at: .memory).newContext()
    _ = Local(in: context)
    try context.save()
    return try context.fetch(Local.all).map(\.name)
  }
}
