import EntityExpansion
import EntityModel
import SwiftReader

/// What is wrong with the entities of a module as one build sees them.
struct ModuleCheck {
  let variant: ModuleVariant

  /// The properties, by entity, that something is wrong with already.
  private var faulty: Set<ModelSubject> = []

  /// What the expander reports of each class by itself.
  private(set) var expansionDiagnostics: [FileDiagnostic] = []

  /// What is wrong between the classes.
  private(set) var modelDiagnostics: [FileDiagnostic] = []

  /// Checks the entities of `variant`.
  init(_ variant: ModuleVariant) {
    self.variant = variant
    for (declared, header) in variant.headers { check(header, declared) }
    for (diagnostic, file) in variant.strayAnnotations {
      add(diagnostic.located { variant.location(of: $0, inFile: file) })
    }
    checkTypes()
    // Some rules need one class only, so that the expander has reported what breaks them already.
    let reported = Set(expansionDiagnostics.map(\.location.line))
    modelDiagnostics += variant.model.problems.compactMap { problem in
      guard let found = diagnostic(for: problem) else { return nil }
      return problem.kind.isCheckedByExpander && reported.contains(found.location.line)
        ? nil : found
    }
  }

  /// Adds what the expander reports of the class that `header` opens, and notes what is faulty.
  private mutating func check(_ header: EntityHeader, _ declared: DeclaredType) {
    let declarations = variant.declarations(of: declared, header)
    for diagnostic in declarations.flatMap({ EntityCheck($0, $1).diagnostics }) {
      add(diagnostic.located { variant.location(of: $0, in: declared) })
    }
    for property in declarations.flatMap(\.0.properties) {
      let found = property.annotations.indices.flatMap {
        PropertyCheck(property, in: header).diagnostics(ofAnnotation: $0)
      }
      guard let name = property.identifier else { continue }
      for diagnostic in found { add(diagnostic.located { variant.location(of: $0, in: declared) }) }
      if !found.isEmpty || property.obstacle != nil {
        faulty.insert(.property(name, of: header.identifier))
      }
    }
  }

  private mutating func add(_ diagnostic: FileDiagnostic) {
    if !expansionDiagnostics.contains(diagnostic) { expansionDiagnostics.append(diagnostic) }
  }

  /// Adds what is wrong between the module's entities and the types of their properties.
  private mutating func checkTypes() {
    for entity in variant.entities where entity.declared.module == 0 {
      let check = TypeCheck(variant: variant, entity: entity)
      modelDiagnostics += check.superclassDiagnostics.map { diagnostic in
        diagnostic.located { variant.location(of: $0, in: entity.declared) }
      }
      for property in entity.description.properties {
        let subject = ModelSubject.property(property.identifier, of: entity.name)
        guard !faulty.contains(subject) else { continue }
        let found = check.diagnostics(of: property).map { diagnostic in
          diagnostic.located { variant.location(of: $0, in: entity.declared) }
        }
        if !found.isEmpty { faulty.insert(subject) }
        modelDiagnostics += found
      }
    }
  }

  // MARK: Problems of the model

  /// Returns `problem` at its location; nil where it follows from something else that is wrong, is
  /// the matter of another module, or cannot be known from the sources.
  private func diagnostic(for problem: ModelProblem) -> FileDiagnostic? {
    let named = variant.entities.filter { $0.name == problem.entity }
    guard !follows(problem), let entity = owner(of: problem, among: named) else { return nil }
    if problem.kind.isAboutUnknownEntity, variant.privateTargets.contains(problem.subject) {
      let name = problem.property.map { "\(problem.entity).\($0)" } ?? problem.entity
      return FileDiagnostic(
        problem.id,
        "'\(name)' refers to an entity that only its own file can name, which is left out of the "
          + "model; make that class internal",
        at: location(of: problem, in: entity))
    }
    guard problem.kind == .duplicateEntity else {
      return FileDiagnostic(problem.id, problem.message, at: location(of: problem, in: entity))
    }
    let others = named.filter { $0.declared.place != entity.declared.place }
    return FileDiagnostic(
      problem.id, problem.message, at: location(of: problem, in: entity),
      notes: others.map { other in
        .init(
          message: "'\(other.name)' is defined here too",
          location: variant.location(
            of: other.declaration.header.nameRange, in: other.declared))
      })
  }

  /// Returns `true` if `problem` follows from something else that is wrong or cannot be known.
  private func follows(_ problem: ModelProblem) -> Bool {
    if faulty.contains(problem.subject) { return true }
    if problem.kind.isAboutUnknownEntity, variant.unknownTypes.contains(problem.subject) {
      // An entity that is not declared here would be declared in a module that is imported.
      return problem.kind != .unknownSuperentity || !variant.importsOnlyKnownModules
    }
    guard let name = problem.property,
      let relationship = variant.model.property(name, of: problem.entity)?.relationship
    else { return false }
    // Which of two entities of one name is meant cannot be determined.
    let count = variant.entities.count { $0.name == relationship.target }
    if count > 1 { return true }
    // What cannot be seen cannot be reported as missing.
    return variant.model.lineage(of: relationship.target).map(\.name).contains { entity in
      let inverse = ModelSubject.property(relationship.inverse, of: entity)
      return faulty.contains(inverse) || variant.unknownTypes.contains(inverse)
        || variant.unknownTypes.contains(.entity(entity))
    }
  }

  /// The class of the module that `problem` is in.
  private func owner(of problem: ModelProblem, among named: [ModuleEntity]) -> ModuleEntity? {
    let own = named.filter { $0.declared.module == 0 }
    if let name = problem.property, let owner = own.first(where: { $0.property(name) != nil }) {
      return owner
    }
    return own.last
  }

  /// Returns the location of what `problem` is about: the argument that says it, or the name.
  private func location(of problem: ModelProblem, in entity: ModuleEntity) -> FileRange {
    variant.location(of: range(of: problem, in: entity), in: entity.declared)
  }

  private func range(of problem: ModelProblem, in entity: ModuleEntity) -> Range<Int> {
    let header = entity.declaration.header
    guard let name = problem.property, let property = entity.property(name) else {
      let isInherited = problem.kind.aspect == .superclass
      return isInherited ? header.firstInherited?.range ?? header.nameRange : header.nameRange
    }
    let annotation = property.annotations.first
    func argument(_ label: String) -> Range<Int>? {
      annotation?.argument(labelled: label)?.value.range
    }
    // What holds at the other end is said where that is.
    if problem.isAboutImplicitInverse, let range = argument("inverse") { return range }
    let found: Range<Int>? =
      switch problem.kind.aspect {
      case .name, .superclass: nil
      case .type: property.type?.range
      case .fetchedEntity: annotation?.arguments.first?.value.range
      case .inverse: argument("inverse")
      case .column: argument("column")
      case .deleteRule: argument("deleteRule")
      }
    return found ?? property.nameRange
  }
}

extension ModelProblem.Kind {
  /// The part of a declaration that a problem is about.
  fileprivate enum Aspect {
    case name, superclass, type, fetchedEntity, inverse, column, deleteRule
  }

  /// The part of a declaration that problems of the kind are about.
  fileprivate var aspect: Aspect {
    switch self {
    case .unknownSuperentity, .superentityCycle: .superclass
    case .unknownTarget: .type
    case .unknownFetchedEntity: .fetchedEntity
    case .missingInverse, .inverseNotRelationship, .inverseNotMutual, .inverseOfOtherType: .inverse
    case .reservedColumn, .duplicateColumn: .column
    case .nullifiedRequired, .denyAtBothEnds, .deniedCascade: .deleteRule
    default: .name
    }
  }

  /// `true` for a reference to an entity that the model does not have.
  fileprivate var isAboutUnknownEntity: Bool {
    switch self {
    case .unknownSuperentity, .unknownTarget, .unknownFetchedEntity: true
    default: false
    }
  }

  /// `true` if the expander reports what breaks the rule where it shows in one class.
  fileprivate var isCheckedByExpander: Bool {
    switch self {
    case .reservedEntityName, .reservedColumn, .duplicateColumn, .searchableType,
      .ignoringCaseType, .deletionDateType:
      true
    default: false
    }
  }
}
