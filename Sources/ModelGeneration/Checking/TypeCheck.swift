import EntityExpansion
import EntityModel
import SwiftReader

/// What is wrong between the properties of an entity and the types that they are declared with.
///
/// Only what the sources show is reported: a type of another module, or one that conforms to a
/// protocol of the author's, may be anything.
struct TypeCheck {
  let variant: ModuleVariant
  let entity: ModuleEntity

  /// What is wrong with the class that the entity extends.
  var superclassDiagnostics: [TextDiagnostic] {
    guard let name = entity.description.superentity,
      let superclass = variant.types.resolvedType(named: name, for: entity.declared),
      let header = superclass.entityHeader
    else { return [] }
    if header.isFinal || superclass.module != 0 && !header.syntax.has(modifier: "open") {
      return [
        .superclassNotInheritable(
          entity.declaration.header, superentity: header.identifier, isFinal: header.isFinal)
      ]
    }
    if entity.description.hasValues, !header.options.contains(.values) {
      return [.valuesNotInherited(entity.declaration.header, superentity: header.identifier)]
    }
    return []
  }

  /// What is wrong with `property`.
  func diagnostics(of property: PropertyDescription) -> [TextDiagnostic] {
    switch property.content {
    case .attribute: attributeDiagnostics(property)
    case .fetched(_, let target, _): orderDiagnostics(property.declaration, target)
    case .toOne, .toMany, .derived, .transient: []
    }
  }

  private func attributeDiagnostics(_ property: PropertyDescription) -> [TextDiagnostic] {
    // What a transform stores may be anything.
    guard property.transform == nil else { return transformDiagnostics(property) }
    guard let type = property.declaration.type else { return [] }
    let bare = type.wrapped ?? type
    if let target = variant.types.resolvedType(
      named: (bare.element ?? bare).spelling, for: entity.declared),
      target.entityHeader != nil
    {
      return [
        .forgottenRelationship(
          property.declaration, of: entity.name, to: target.path.last ?? "", type: type)
      ]
    }
    if entity.description.hasValues, property.isInValues,
      let held = variant.types.resolvedType(
        named: (bare.element ?? bare).spelling, for: entity.declared),
      held.module == 0, variant.types.isNotSendable(held)
    {
      return [
        .attributeNotSendable(
          property.declaration, of: entity.name, type: type, class: held.path.last ?? "")
      ]
    }
    let name = property.declaration.identifier ?? ""
    let found = variant.types.leavesWithoutPlaceholder(of: bare, for: entity.declared)
    let leaves = found.map {
      TextDiagnostic.missingPlaceholder(
        "\(name).\($0.path)", of: entity.name, type: $0.type, isEnumeration: $0.isEnumeration,
        at: type.range)
    }
    guard !property.hasDefault,
      let found = variant.types.resolvedType(named: bare.spelling, for: entity.declared),
      let kind = found.type?.kind, found.module == 0,
      variant.types.lacksPlaceholder(found)
    else { return leaves }
    return leaves + [
      .missingPlaceholder(
        name, of: entity.name, type: type, isEnumeration: kind == .enum, at: type.range)
    ]
  }

  /// What is wrong with the transform of `property`, which the type of '$property' names.
  private func transformDiagnostics(_ property: PropertyDescription) -> [TextDiagnostic] {
    guard let name = property.transform,
      let argument = property.declaration.annotations.first?.argument(labelled: "transform"),
      let transform = variant.types.resolvedType(named: name, for: entity.declared),
      transform.module == 0
    else { return [] }
    let access = variant.types.access(of: transform)
    // What is private at the top of a file is seen in all of it.
    guard max(access, .fileprivate) < min(property.access, entity.access, .public) else {
      return []
    }
    return [
      .transformAccess(
        argument.value, property.declaration, of: entity.name, min(property.access, .public),
        transform: transform.path.last ?? name, access)
    ]
  }

  /// What is wrong with the order of a fetched property that finds objects of `target`.
  private func orderDiagnostics(
    _ property: PropertyDeclaration, _ target: String
  ) -> [TextDiagnostic] {
    guard let order = property.annotations.first?.argument(labelled: "sortedBy")?.value,
      let name = order.keyPathMember,
      let found = variant.types.resolvedType(named: target, for: entity.declared),
      let fetched = variant.entities.first(where: { $0.declared.place == found.place }),
      let owner = variant.model.lineage(of: fetched.name).last(where: { entity in
        entity.attributes.contains { $0.name == name && $0.type == .json }
      })
    else { return [] }
    return [.sortedByJSON(order, name, of: owner.name)]
  }
}

extension TypeSyntax {
  /// The element of a set or an array, nil for other types.
  fileprivate var element: TypeSyntax? {
    switch form {
    case .array(let element): return element
    case .identifier(let identifier)
    where ["Set", "Array"].contains(identifier.name) && identifier.genericArguments.count == 1:
      return identifier.genericArguments[0]
    default: return nil
    }
  }
}

extension Expression {
  /// The member that a key path of one component names, `tags` for `\.tags` and `\Book.tags`; nil
  /// for other expressions.
  fileprivate var keyPathMember: String? {
    let words = spelling.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 2, words[0].first == "\\" else { return nil }
    return String(words[1]).withoutBackticks
  }
}
