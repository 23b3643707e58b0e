import EntityModel
package import SwiftReader

/// What is wrong with a class as a whole, and with its properties that carry no annotation of ours.
package struct EntityCheck {
  let entity: EntityDeclaration
  let description: EntityDescription

  /// Checks `entity`, which `description` describes.
  package init(_ entity: EntityDeclaration, _ description: EntityDescription) {
    self.entity = entity
    self.description = description
  }

  /// Everything that is wrong.
  package var diagnostics: [TextDiagnostic] {
    guard entity.header.obstacle == nil else { return headerDiagnostics }
    return headerDiagnostics + conditionDiagnostics + bindingDiagnostics
      + implicitPropertyDiagnostics + columnDiagnostics + memberDiagnostics
      + identityDiagnostics + initializerDiagnostics + valuesDiagnostics + indexDiagnostics
  }

  private var headerDiagnostics: [TextDiagnostic] {
    if let obstacle = entity.header.obstacle { return [.entity(entity.header, is: obstacle)] }
    if EntityVariants.exceedLimit(in: entity.header) { return [.tooManyConditions(entity.header)] }
    let name = entity.header.identifier
    let isReserved = name.hasPrefix("_") || name.lowercased().hasPrefix("sqlite_")
    let isAbstractFinal = entity.header.isFinal && entity.header.options.contains(.abstract)
    return (isReserved ? [.reservedEntityName(entity.header)] : []) + argumentDiagnostics
      + (isAbstractFinal ? [.finalAbstractEntity(entity.header)] : [])
      + observationDiagnostics
  }

  /// Arguments and options that `@Entity` does not take, and a name from before that is no name or
  /// cannot be read at build time.
  private var argumentDiagnostics: [TextDiagnostic] {
    let arguments = entity.header.annotation?.arguments ?? []
    return arguments.enumerated().flatMap { index, argument -> [TextDiagnostic] in
      if argument.label == nil {
        return EntityOption(argument: argument.value) == nil
          ? [.unknownEntityOption(argument)] : []
      }
      let lists = IndexArgument(argument)
      guard argument.label == "originalName" || lists != nil else {
        return [.unknownArgument(argument, of: .entity)]
      }
      guard !arguments[..<index].contains(where: { $0.label == argument.label }) else {
        return [.repeatedArgument(argument, of: .entity)]
      }
      if let lists {
        return lists.lists == nil
          ? [.notLiteral(argument, "a list of lists of names, '[[\"author\", \"title\"]]'")] : []
      }
      guard let name = argument.value.stringValue else {
        return [.notLiteral(argument, "a string literal")]
      }
      return name.isEmpty || name.utf8.contains(0) ? [.invalidOriginalName(argument)] : []
    }
  }

  /// What looks as if it made the properties observable, and does not.
  private var observationDiagnostics: [TextDiagnostic] {
    let header = entity.header
    if let macro = header.syntax.attributes(named: "Observable").first {
      return [.observableMacro(header, macro)]
    }
    let conformance = header.syntax.inheritedTypes.first {
      ["Observable", "Observation.Observable"].contains($0.spelling)
    }
    guard let conformance, !header.options.contains(.observable) else { return [] }
    return [.observableWithoutOption(header, conformance)]
  }

  /// Annotations that stand under a condition of their own.
  private var conditionDiagnostics: [TextDiagnostic] {
    entity.properties.flatMap { property in
      property.annotations.filter(property.isConditional).map { .conditionalAnnotation($0) }
    }
  }

  /// Declarations of several properties at once, annotated or not.
  private var bindingDiagnostics: [TextDiagnostic] {
    entity.properties
      .filter { $0.obstacle == .severalBindings && ($0.isStoredInstanceVariable || !$0.isImplicit) }
      .map { .property($0, is: .severalBindings) }
  }

  /// What is wrong with stored properties that `@Entity` would make attributes, and with constants.
  private var implicitPropertyDiagnostics: [TextDiagnostic] {
    entity.properties.filter(\.isImplicit).flatMap { property -> [TextDiagnostic] in
      if property.isStoredInstanceVariable {
        return PropertyCheck(property, in: entity.header).diagnosticsOfImplicitAttribute
      }
      return property.syntax.isLet && !property.isShared ? property.missingValue : []
    }
  }

  /// Properties of different names that would be stored in one column, whatever its case.
  private var columnDiagnostics: [TextDiagnostic] {
    var first: [String: PropertyDescription] = [:]
    return description.properties.compactMap { property in
      guard let column = property.column else { return nil }
      let name = column.lowercased()
      guard let other = first[name] else {
        first[name] = property
        return nil
      }
      return .duplicateColumn(column, property.declaration, other.declaration)
    }
  }

  /// Properties that are one member of JSON, or one inside of the other.
  private var memberDiagnostics: [TextDiagnostic] {
    var earlier: [(path: [String], property: PropertyDescription)] = []
    return description.properties.compactMap { property in
      switch property.content {
      case .fetched, .transient: return nil
      case .attribute, .toOne, .toMany, .derived: break
      }
      let path = property.jsonPath ?? [property.identifier]
      if path.isEmpty { return nil }
      defer { earlier.append((path, property)) }
      guard let other = earlier.first(where: { $0.path.overlaps(path) }) else { return nil }
      // What is wrong is the name that somebody has written.
      let isSaid = property.jsonPath != nil
      return .memberTwice(
        path.joined(separator: "."), isSaid ? property : other.property,
        isSaid ? other.property : property)
    }
  }

  /// Attributes that are the identity beside another one.
  private var identityDiagnostics: [TextDiagnostic] {
    let marked = description.properties.filter { property in
      if case .attribute(let arguments) = property.content {
        arguments.options.contains(.identity)
      } else {
        false
      }
    }
    return marked.dropFirst().map { .identityTwice($0.declaration, marked[0].declaration) }
  }

  /// Initialisers that take the place of generated ones.
  private var initializerDiagnostics: [TextDiagnostic] {
    guard !entity.initializers.isEmpty else { return [] }
    if description.isAbstract || !description.wantsInitializer {
      return entity.initializer(labels: ["__owner"]).map { [.ownerInitializer($0)] } ?? []
    }
    let labels = description.initializerLabels
    var found: [TextDiagnostic] = []
    if let initializer = entity.initializer(labels: ["__owner"]) {
      found.append(.ownerInitializer(initializer))
    }
    if let initializer = entity.initializer(labels: labels) {
      found.append(.duplicateInitializer(initializer, labels: labels))
    }
    return found
  }

  /// Names that the struct of values has itself.
  private var valuesDiagnostics: [TextDiagnostic] {
    guard description.options.contains(.values) else { return [] }
    let properties = description.valueProperties.filter { $0.identifier == "objectID" }
      .map { TextDiagnostic.objectIDInValues($0.declaration) }
    return properties + entity.header.declaredValues.map { .valuesDeclared($0) }
  }
}
