import SwiftReader

extension PropertyCheck {
  /// What is wrong between a relationship's annotation and its type.
  func relationshipDiagnostics(_ annotation: PropertyAnnotation) -> [TextDiagnostic] {
    var found: [TextDiagnostic] = []
    if annotation.argument(labelled: "inverse") == nil {
      found.append(.missingInverse(annotation, property))
    }
    if annotation.argument(labelled: "deleteRule") == nil, annotation.implicitInverse == nil {
      found.append(.missingDeleteRule(annotation, property))
    }
    if let value = property.initializer { found.append(.relationshipValue(property, value)) }
    guard let type = property.type else { return found }
    if let wrapped = type.wrapped, type.relationshipHolder != nil {
      found.append(.optionalToMany(property, type, wrapped))
    }
    return found + shapeDiagnostics(annotation, isToMany: type.relationshipHolder != nil)
  }

  /// Arguments that do not go with a to-one or a to-many.
  private func shapeDiagnostics(
    _ annotation: PropertyAnnotation, isToMany: Bool
  ) -> [TextDiagnostic] {
    guard isToMany else {
      return ["minimumCount", "maximumCount"].compactMap {
        annotation.argument(labelled: $0).map { .countOnToOne($0, property) }
      }
    }
    var found: [TextDiagnostic] = []
    if let column = annotation.argument(labelled: "column") {
      found.append(.columnOnToMany(column, property))
    }
    if let least = annotation.integer("minimumCount"),
      let most = annotation.integer("maximumCount"),
      least >= 0, most >= 1, least > most,
      let argument = annotation.argument(labelled: "minimumCount")
    {
      found.append(.countsCrossed(argument, least: least, most: most))
    }
    return found
  }

  /// What is wrong between the form of a fetched property and its type.
  func fetchedDiagnostics(_ annotation: PropertyAnnotation) -> [TextDiagnostic] {
    var found: [TextDiagnostic] = []
    if let value = property.initializer { found.append(.fetchedValue(property, value)) }
    let form = FetchedForm(annotation)
    guard let first = annotation.arguments.first, first.label == form.label else {
      return found + [.missingFetchedEntity(annotation)]
    }
    guard case .member(let base?, "self") = first.value.form else {
      return found + [.fetchedEntityNotType(first)]
    }
    if form == .count, let order = annotation.argument(labelled: "sortedBy") {
      found.append(.sortedCount(order))
    }
    if let type = property.type, !form.accepts(type) {
      found.append(.fetchedType(property, type, form, shouldBe: form.type(of: base.spelling)))
    }
    return found
  }
}

extension FetchedForm {
  /// Returns the type that a property of this form must have where it fetches `entity`.
  fileprivate func type(of entity: String) -> String {
    switch self {
    case .objects: "[\(entity)]"
    case .count: "Int"
    case .identifiers: "[ObjectID]"
    case .dictionaries: "[[String: Any]]"
    }
  }

  /// `true` unless the form of `type` shows that it is another one; whether the objects are of the
  /// right class is left to the type checker.
  fileprivate func accepts(_ type: TypeSyntax) -> Bool {
    // A name may be an alias of anything.
    if case .identifier(let identifier) = type.form, identifier.genericArguments.isEmpty,
      !["Int", "Int64", "UInt", "Double", "Bool", "String"].contains(identifier.name)
    {
      return true
    }
    switch self {
    case .objects: return type.arrayElement != nil
    case .count: return type.simpleName == "Int"
    case .identifiers: return type.arrayElement?.simpleName == "ObjectID"
    case .dictionaries:
      guard case .dictionary(let key, let value)? = type.arrayElement?.form else { return false }
      return key.simpleName == "String" && value.spelling == "Any"
    }
  }
}
