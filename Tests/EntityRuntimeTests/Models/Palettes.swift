import EntityGraph
import Foundation

/// Knows nothing of what holds it; what extends it has a property where others of the tree have
/// none.
@Entity(.observable) class Pigment: ManagedObject {
  var name: String
}

@Entity final class Ochre: Pigment {
  var depth: Int = 1
  var origin: String?
}

/// Holds pigments, which lose their place in it.
@Entity(.observable, .values) final class Palette: ManagedObject {
  var name: String
  @Relationship(inverse: .implicit) var pigments: Set<Pigment>
  @Relationship(inverse: .implicit) var similar: Set<Palette>
  @Attribute(.derived { (palette: Fields<Palette>) in palette.pigments.count }) var size: Int
}

/// Holds them in an order, and keeps them from being deleted.
@Entity final class Fresco: ManagedObject {
  var wall: String
  @Relationship(inverse: .implicit(deleteRule: .deny)) var coats: [Pigment]
}

/// Has them alone, and goes with any of them.
@Entity final class Kit: ManagedObject {
  var number: Int
  @Relationship(
    inverse: .implicit(deleteRule: .cascade, maximumCount: 1), deleteRule: .cascade,
    maximumCount: 3)
  var pigments: Set<Pigment>
}

/// The classes of the model.
let paletteClasses: [ManagedObject.Type] = [
  Pigment.self, Ochre.self, Palette.self, Fresco.self, Kit.self,
]

extension Sequence<Pigment> {
  /// The names, in order, with nothing in between.
  var names: String { map(\.name).joined() }

  /// The same, in the order of the alphabet.
  var sortedNames: String { map(\.name).sorted().joined() }
}

/// Returns new pigments with one letter of `names` each, every second one an ochre.
func pigments(_ names: String, _ context: ManagedObjectContext) -> [Pigment] {
  names.enumerated().map { position, name in
    if position % 2 == 0 { return Pigment(name: String(name), in: context) }
    let ochre = Ochre(in: context)
    ochre.name = String(name)
    return ochre
  }
}

/// Returns everything that is saved or not in `context`, a line for each object.
func palettes(_ context: ManagedObjectContext) throws -> String {
  try graph(context, Pigment.self, Palette.self, Kit.self)
    + context.fetch(Fresco.all).map { "\nFresco \($0.wall) \($0.coats.names)" }.joined()
}
