import EntityGraph
import Foundation

/// A jar. Its name is its own among those in use, its place among those that are not, and its size
/// among those in no box.
@Entity(
  unique: [["name", "emptied == nil"], ["place", "emptied != nil"], ["size", "box == nil"]])
final class Jar: ManagedObject {
  @Attribute(.unique) var code: Int
  var name: String?
  var place: Int = 0
  var size: Int?
  @Attribute(.deletedAt) var emptied: Date?
  @Relationship(inverse: "jars", deleteRule: .nullify) var box: JarBox?
}

/// What jars stand in.
@Entity final class JarBox: ManagedObject {
  var label: String
  @Relationship(inverse: "box", deleteRule: .nullify) var jars: Set<Jar>
}
