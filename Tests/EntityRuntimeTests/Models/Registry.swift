import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Somebody who is found by an address and a name, whatever their case.
@Entity class Patron: ManagedObject {
  @Attribute(.unique(.ignoringCase)) var email: String
  @Attribute(.indexed(.ignoringCase)) var name: String = ""
  @Attribute(.indexed, .indexed(.ignoringCase), column: "alias") var nick: String?
  @Attribute(.unique(.ignoringCase), .secret) var card: String?
  var note: String = ""
  var rank: Int = 0
  @Relationship(inverse: "patrons", deleteRule: .nullify) var guild: Guild?
}

/// A patron with one more text.
@Entity final class Steward: Patron {
  @Attribute(.indexed(.ignoringCase)) var office: String?
}

/// What patrons are members of.
@Entity final class Guild: ManagedObject {
  @Attribute(.indexed(.ignoringCase)) var title: String
  @Relationship(inverse: "guild", deleteRule: .nullify) var patrons: Set<Patron>
}

/// Patrons and their guilds.
enum Registry {
  /// The classes.
  static let classes: [ManagedObject.Type] = [Patron.self, Steward.self, Guild.self]

  /// Texts, some of which are the same without case, by scalars that grow and shrink too.
  static let texts = [
    "anna", "Anna", "ANNA", "Ánna", "ánna", "émile", "Émile", "e\u{301}mile", "ÉMILE", "İstanbul",
    "i̇stanbul", "ISTANBUL", "ΣΊΣΥΦΟΣ", "σίσυφοσ", "straße", "STRASSE", "ﬁn", "FIN", "", " ",
    "a\u{0}B", "A\u{0}b", "𐐀", "𐐨", "Zoë", "zOË", "Ǆ", "ǅ", "ǆ", "\u{10FFFF}", "Ω", "Ω", "K", "k",
  ]

  /// Expects that each row holds its texts without case as they are.
  static func expectFolded(_ container: PersistentContainer, _ context: String = "") throws {
    let report = try container.checkIntegrity()
    // Statements that the library does not see give ids that it does not count.
    #expect(report.problems.allSatisfy { $0.kind == .metadata }, "\(context): \(report)")
  }
}
