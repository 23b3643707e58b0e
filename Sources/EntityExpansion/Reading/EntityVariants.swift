import SwiftReader

/// A class under every combination of the `#if` conditions that its properties depend on.
///
/// The members role sees all clauses and does not know which of them the compiler takes, so it
/// writes the members for each, under the same conditions.
package indirect enum EntityVariants: Sendable {
  case single(EntityDeclaration)
  case choice([(directive: String, variant: EntityVariants)])

  /// The most combinations that code is written for.
  private static let limit = 16

  /// Reads the members of the type that `header` opens; above the limit, conditions count as met.
  package init(_ header: EntityHeader) {
    let members = header.syntax.members
    self =
      Self.count(in: members) > Self.limit
      ? .single(EntityDeclaration(header, members: members.flatMap(\.underMetConditions)))
      : Self.read(header, [], members[...])
  }

  /// `true` if there are more combinations than code is written for.
  static func exceedLimit(in header: EntityHeader) -> Bool {
    count(in: header.syntax.members) > limit
  }

  /// The class under each combination, in order.
  package var declarations: [EntityDeclaration] {
    switch self {
    case .single(let declaration): [declaration]
    case .choice(let clauses): clauses.flatMap(\.variant.declarations)
    }
  }

  private static func read(
    _ header: EntityHeader, _ before: [Declaration], _ rest: ArraySlice<Declaration>
  ) -> EntityVariants {
    guard let index = rest.firstIndex(where: \.decidesProperties),
      case .conditional(let block) = rest[index]
    else { return .single(EntityDeclaration(header, members: before + rest)) }
    let before = before + rest[..<index]
    let after = rest[(index + 1)...]
    func variant(_ declarations: [Declaration]) -> EntityVariants {
      read(header, before, (declarations + after)[...])
    }
    var clauses = block.clauses.map { clause in
      (
        directive: [clause.directive, clause.condition].compactMap(\.self).joined(separator: " "),
        variant: variant(clause.declarations)
      )
    }
    if block.clauses.last?.directive != "#else" { clauses.append(("#else", variant([]))) }
    return .choice(clauses)
  }

  /// Returns the number of combinations for `members`, at most a little above the limit.
  private static func count(in members: [Declaration]) -> Int {
    members.reduce(1) { count, member in
      guard member.decidesProperties, case .conditional(let block) = member else { return count }
      let clauses = block.clauses.reduce(0) { $0 + Self.count(in: $1.declarations) }
      let remaining = block.clauses.last?.directive == "#else" ? 0 : 1
      return min(count * (clauses + remaining), limit + 1)
    }
  }
}

extension Declaration {
  /// This declaration, or what the first clause of an `#if` block declares, at any depth of `#if`.
  fileprivate var underMetConditions: [Declaration] {
    guard case .conditional(let block) = self else { return [self] }
    return (block.clauses.first?.declarations ?? []).flatMap(\.underMetConditions)
  }

  /// `true` if this is an `#if` block that declares properties or initialisers of objects.
  package var decidesProperties: Bool {
    guard case .conditional = self else { return false }
    return flattened.contains { declaration in
      if let variable = declaration.asVariable {
        let property = PropertyDeclaration(variable)
        return !property.isShared && (!property.isImplicit || property.binding?.isStored != false)
      }
      return declaration.asFunction?.kind == .initializer
    }
  }
}
