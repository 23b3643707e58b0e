import EntityGraph
import Foundation

/// Keeps when it was made and when it was saved last, in each of the forms.
@Entity(.values) class Minutes: ManagedObject {
  @Attribute(.unique) var number: Int
  var text: String = ""
  @Attribute(.createdAt) var createdAt: Date
  @Attribute(.updatedAt, .indexed) private(set) var updatedAt: Date
  @Attribute(.updatedAt) var seen: Date?
  @Attribute(.deletedAt) var deletedAt: Date?
  @Relationship(inverse: "minutes", deleteRule: .nullify) var room: Room?

  /// Gives `updatedAt` a value, as nobody else can.
  func backdate(to date: Date) { updatedAt = date }
}

/// Keeps one more time than what it extends.
@Entity final class SignedMinutes: Minutes {
  var signature: String = ""
  @Attribute(.updatedAt) var signedAt: Date?
}

@Entity final class Room: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "room", deleteRule: .nullify) var minutes: Set<Minutes>
}
