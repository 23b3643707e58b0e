import EntityModel
import SwiftReader

extension PropertyCheck {
  /// What is wrong with `annotation` of a derived attribute, beside its arguments one by one.
  func derivedDiagnostics(_ annotation: PropertyAnnotation) -> [TextDiagnostic] {
    guard annotation.derivation != nil else { return [] }
    var found: [TextDiagnostic] = []
    if let value = property.initializer { found.append(.derivedValue(property, value)) }
    if let type = property.type, type.relationshipHolder != nil || type.arrayElement != nil {
      found.append(.derivedType(property, type))
    }
    return found
  }

  /// What is wrong with `argument` of `annotation` of a derived attribute.
  func derivedDiagnostics(
    _ argument: Argument, _ annotation: PropertyAnnotation
  ) -> [TextDiagnostic] {
    let entity = header?.name ?? "Object"
    guard argument.label == nil, let derivation = WrittenDerivation(argument.value) else {
      let isIndexed =
        argument.label == nil && AttributeOption(argument: argument.value) == .indexed
      return isIndexed ? [] : [.derivedArgument(argument, property)]
    }
    guard derivation.range == annotation.derivation?.range else {
      return [.derivedArgument(argument, property)]
    }
    guard derivation.closure != nil, let written = derivation.entity else {
      return [.derivedClosure(argument, entity)]
    }
    let names = [header?.name, header?.identifier]
    return names.contains(written) ? [] : [.derivedEntity(argument, written, entity)]
  }
}
