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

  /// How much room the package takes; `nil` where nothing is said of it.
  var footprint: Footprint?

  /// When an import last added the package or changed it; `nil` for what has not been since the
  /// catalogue notes that.
  var changed: Date?

  @Relationship(inverse: "packages", deleteRule: .nullify) var section: Section?
  @Relationship(inverse: "packages", deleteRule: .nullify) var maintainer: Maintainer?

  /// The packages that this one names as needed, every alternative among them, in the order of its
  /// record: what has to be set up first comes first.
  @Relationship(inverse: "dependents", deleteRule: .nullify) var dependencies: [Package]

  /// The packages that name this one as needed.
  @Relationship(inverse: "dependencies", deleteRule: .nullify) var dependents: Set<Package>
}

extension Package: ValidatedObject {
  func validate(_ problems: inout ValidationProblems) {
    problems.require(
      footprint?.isPossible ?? true, \Package.footprint, "must not be less than nothing")
  }
}

/// How much room a package takes, in bytes.
@Composition struct Footprint {
  /// How much has to be fetched; `nil` in the index of a machine, which has fetched it already.
  var download: Int?

  /// What the package takes once it is installed.
  @Leaf(.indexed) var installed: Int?

  /// `true` if no number is negative.
  var isPossible: Bool { (download ?? 0) >= 0 && (installed ?? 0) >= 0 }
}

/// How important it is to have a package installed.
enum Priority: String, Storable, CaseIterable {
  case required, important, standard, optional, extra
}

/// A part of the archive, such as 'libs' or 'games'.
@Entity final class Section: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "section", deleteRule: .nullify) var packages: Set<Package>

  /// How many packages are in the section.
  @Attribute(.derived { (section: Fields<Section>) in section.packages.count })
  var packageCount: Int
}

/// Whoever looks after packages: a person, or a team.
@Entity(.abstract) class Maintainer: ManagedObject {
  /// What distinguishes maintainers: the mail address, or the name where there is none.
  @Attribute(.unique) var address: String

  var name: String
  @Relationship(inverse: "maintainer", deleteRule: .nullify) var packages: Set<Package>

  /// How many packages are looked after.
  @Attribute(.derived { (maintainer: Fields<Maintainer>) in maintainer.packages.count })
  var packageCount: Int
}

/// Somebody who looks after packages alone.
@Entity final class Person: Maintainer {}

/// Several people who look after packages together, behind one address.
@Entity final class Team: Maintainer {}
