import EntityGraph
import Foundation

/// A package of the index, or a name that packages depend on and no record describes.
@Entity final class Package: ManagedObject {
  @Attribute(.unique, .searchable(.porter), .length(1...)) var name: String

  /// `false` for a name that others depend on and no record describes, such as a virtual package.
  var isDescribed: Bool = false

  var version: String?
  var architecture: String?
  var priority: Priority?
  var homepage: String?

  /// The description's first line.
  @Attribute(.searchable(.porter)) var summary: String?

  /// The rest of the description.
  var details: String?

  /// How much room the package takes once it is installed, in KiB.
  @Attribute(.indexed, .range(0...)) var installedSize: Int?

  /// When an import last added the package or changed it; `nil` for what has not been since the
  /// catalogue notes that.
  var changed: Date?

  @Relationship(inverse: "packages", deleteRule: .nullify) var section: Section?
  @Relationship(inverse: "packages", deleteRule: .nullify) var maintainer: Maintainer?

  /// The packages that this one names as needed, every alternative among them.
  @Relationship(inverse: "dependents", deleteRule: .nullify) var dependencies: Set<Package>

  /// The packages that name this one as needed.
  @Relationship(inverse: "dependencies", deleteRule: .nullify) var dependents: Set<Package>
}

/// How important it is to have a package installed.
enum Priority: String, Storable, CaseIterable {
  case required, important, standard, optional, extra
}

/// A part of the archive, such as 'libs' or 'games'.
@Entity final class Section: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "section", deleteRule: .nullify) var packages: Set<Package>
}

/// Somebody who looks after packages.
@Entity final class Maintainer: ManagedObject {
  /// What distinguishes maintainers: the mail address, or the name where there is none.
  @Attribute(.unique) var address: String

  var name: String
  @Relationship(inverse: "maintainer", deleteRule: .nullify) var packages: Set<Package>
}
