import EntityModel

/// What a picture draws between two boxes.
struct DiagramLink: Sendable {
  /// Where a link ends: at a row of a box, or at its title.
  struct End: Hashable, Sendable {
    let box: Int
    let row: Int?
  }

  /// How many objects at an end belong to one at the other end.
  enum Count: Sendable {
    case zeroOrOne, one, zeroOrMore, oneOrMore

    /// Reads how many objects `relationship` holds.
    init(_ relationship: Relationship) {
      self =
        if relationship.isToMany {
          relationship.minimumCount > 0 ? .oneOrMore : .zeroOrMore
        } else {
          relationship.isOptional ? .zeroOrOne : .one
        }
    }

    /// `true` if there may be more than one.
    var isMany: Bool { self == .zeroOrMore || self == .oneOrMore }
  }

  enum Kind: Sendable {
    /// A relationship and its inverse, with how many objects stand at each end.
    case pair(first: Count, second: Count)
    /// A relationship without an inverse that agrees, with how many objects it refers to.
    case reference(Count)
    /// The second entity extends the first.
    case inheritance
  }

  let kind: Kind
  let first: End
  let second: End
  /// The names of the properties at the ends; none for inheritance.
  let names: [String]

  /// `true` if the link is one relationship that is its own inverse.
  var isSelfInverse: Bool {
    if case .pair = kind { return first == second }
    return false
  }

  /// `true` if both ends are at one box.
  var isLoop: Bool { first.box == second.box }

  /// Returns the links of `model`: by entity, inheritance first, each relationship once.
  ///
  /// Of two ends, the one with fewer objects is the first, and otherwise the one that comes first.
  static func all(in model: ObjectModel, boxes: [DiagramBox]) -> [DiagramLink] {
    var places: [String: Int] = [:]
    for (index, entity) in model.entities.enumerated() where places[entity.name] == nil {
      places[entity.name] = index
    }
    var links: [DiagramLink] = []
    for (index, entity) in model.entities.enumerated() {
      if let parent = entity.superentity.flatMap({ places[$0] }), parent != index {
        links.append(
          DiagramLink(
            kind: .inheritance, first: End(box: parent, row: nil),
            second: End(box: index, row: nil), names: []))
      }
      let firstRow = entity.attributes.count
      for (offset, relationship) in entity.relationships.enumerated() {
        let here = End(box: index, row: firstRow + offset)
        guard let target = places[relationship.target] else { continue }
        guard let inverse = inverse(of: relationship, of: entity, in: model, places) else {
          links.append(
            DiagramLink(
              kind: .reference(Count(relationship)), first: here,
              second: End(box: target, row: nil), names: [relationship.name]))
          continue
        }
        let there = inverse.end
        // The other end's turn comes, or has come.
        guard (here.box, here.row ?? 0) <= (there.box, there.row ?? 0) else { continue }
        let atHere = Count(inverse.relationship)
        let atThere = Count(relationship)
        let isTurned = atHere.isMany && !atThere.isMany
        let names = [relationship.name] + (here == there ? [] : [inverse.relationship.name])
        links.append(
          DiagramLink(
            kind: .pair(
              first: isTurned ? atThere : atHere, second: isTurned ? atHere : atThere),
            first: isTurned ? there : here, second: isTurned ? here : there,
            names: isTurned ? names.reversed() : names))
      }
    }
    return links
  }

  /// Returns the inverse of `relationship` and where it stands, if the two agree.
  private static func inverse(
    of relationship: Relationship, of entity: Entity, in model: ObjectModel,
    _ places: [String: Int]
  ) -> (relationship: Relationship, end: End)? {
    for owner in model.lineage(of: relationship.target) {
      let candidates = owner.relationships
      guard let offset = candidates.firstIndex(where: { $0.name == relationship.inverse }),
        let box = places[owner.name]
      else { continue }
      let inverse = candidates[offset]
      guard inverse.inverse == relationship.name, inverse.target == entity.name else { return nil }
      return (inverse, End(box: box, row: owner.attributes.count + offset))
    }
    return nil
  }
}
