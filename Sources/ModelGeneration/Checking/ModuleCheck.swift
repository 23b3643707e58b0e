import EntityExpansion
import EntityModel
import SwiftReader

/// What is wrong with the entities of a module as one build sees them.
struct ModuleCheck {
  let variant: ModuleVariant

  /// The properties, by entity, that the expander has complained about.
  private var faulty: Set<ModuleVariant.PropertyPlace> = []

  /// What the expander says of each class by itself.
  private(set) var expansionDiagnostics: [FileDiagnostic] = []

  /// What is wrong between the classes.
  private(set) var modelDiagnostics: [FileDiagnostic] = []

  init(_ variant: ModuleVariant) {
    self.variant = variant
    for (declared, header) in variant.headers { check(header, declared) }
    // Some rules need one class only, so that the expander has told of what breaks them already.
    let told = Set(expansionDiagnostics.map { "model.\($0.id) \($0.location.line)" })
    modelDiagnostics = variant.model.problems.compactMap { diagnostic(for: $0) }.filter {
      !told.contains("\($0.id) \($0.location.line)")
    }
  }

  /// Adds what the expander says of the class that `header` opens, and notes what of it is faulty.
  private mutating func check(_ header: EntityHeader, _ declared: DeclaredType) {
    let declarations = variant.declarations(of: declared, header)
    for diagnostic in declarations.flatMap({ EntityCheck($0, $1).diagnostics }) {
      add(diagnostic, declared)
    }
    for property in declarations.flatMap(\.0.properties) {
      let found = property.annotations.indices.flatMap {
        PropertyCheck(property, in: header).diagnostics(ofAnnotation: $0)
      }
      guard let name = property.identifier else { continue }
      for diagnostic in found { add(diagnostic, declared) }
      if !found.isEmpty || property.obstacle != nil {
        faulty.insert(.init(entity: header.identifier, property: name))
      }
    }
  }

  private mutating func add(_ diagnostic: TextDiagnostic, _ declared: DeclaredType) {
    let found = diagnostic.located { variant.location(of: $0, in: declared) }
    if !expansionDiagnostics.contains(found) { expansionDiagnostics.append(found) }
  }

  /// Returns `problem` at its place; nil where it follows from something else that is wrong, is
  /// the matter of another module, or cannot be known from the sources.
  private func diagnostic(for problem: ModelProblem) -> FileDiagnostic? {
    let place = ModuleVariant.PropertyPlace(
      entity: problem.entity, property: problem.property ?? "")
    let named = variant.entities.filter { $0.name == problem.entity }
    guard !follows(problem, place), let entity = owner(of: problem, among: named) else {
      return nil
    }
    if problem.id.hasSuffix("-unknown"), variant.privateTargets.contains(place) {
      let name = problem.property.map { "\(problem.entity).\($0)" } ?? problem.entity
      return FileDiagnostic(
        problem.id,
        "'\(name)' refers to an entity that only its own file can name, which is left out of the "
          + "model; make that class internal",
        at: location(of: problem, in: entity))
    }
    let others = named.filter { $0.declared.place != entity.declared.place }
    let notes = others.map { other in
      FileDiagnostic.Note(
        message: "'\(other.name)' is defined here too",
        location: variant.location(of: other.declaration.header.nameRange, in: other.declared))
    }
    return FileDiagnostic(
      problem.id, problem.message, at: location(of: problem, in: entity),
      notes: problem.id == "model.entity.duplicate" ? notes : [])
  }

  /// `true` iff `problem` follows from something else that is wrong or cannot be known.
  private func follows(_ problem: ModelProblem, _ place: ModuleVariant.PropertyPlace) -> Bool {
    if faulty.contains(place) { return true }
    if problem.id.hasSuffix("-unknown"), variant.unknownTypes.contains(place) { return true }
    guard let name = problem.property,
      let relationship = variant.model.property(name, of: problem.entity)?.relationship
    else { return false }
    // Which of two entities of one name is meant cannot be said.
    let count = variant.entities.count { $0.name == relationship.target }
    if count > 1 { return true }
    // What cannot be seen cannot be said to be missing.
    let target = variant.model.lineage(of: relationship.target).map(\.name)
    return target.contains { entity in
      faulty.contains(.init(entity: entity, property: relationship.inverse))
        || variant.unknownTypes.contains(.init(entity: entity, property: ""))
        || variant.unknownTypes.contains(.init(entity: entity, property: relationship.inverse))
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

  /// Returns the place of what `problem` is about: the argument that says it, the name otherwise.
  private func location(
    of problem: ModelProblem, in entity: ModuleEntity
  ) -> FileRange {
    variant.location(of: range(of: problem, in: entity), in: entity.declared)
  }

  private func range(of problem: ModelProblem, in entity: ModuleEntity) -> Range<Int> {
    let header = entity.declaration.header
    guard let name = problem.property, let property = entity.property(name) else {
      let isInherited = problem.id.contains(".superentity-")
      return isInherited ? header.firstInherited?.range ?? header.nameRange : header.nameRange
    }
    func argument(_ label: String) -> Range<Int>? {
      property.annotations.first?.argument(labelled: label)?.value.range
    }
    if problem.id == "model.fetched.target-unknown" {
      return property.annotations.first?.arguments.first?.value.range ?? property.nameRange
    }
    if problem.id.hasSuffix("target-unknown") { return property.type?.range ?? property.nameRange }
    if problem.id.contains(".inverse-") { return argument("inverse") ?? property.nameRange }
    if problem.id.contains(".column-") { return argument("column") ?? property.nameRange }
    let isAboutDeleting = ["nullify", "deny", "cascade"].contains { problem.id.contains($0) }
    return (isAboutDeleting ? argument("deleteRule") : nil) ?? property.nameRange
  }
}
