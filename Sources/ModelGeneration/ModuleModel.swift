import EntityExpansion
package import EntityModel
import SwiftReader

/// The model of a module: its entities, what is wrong with them, and the code that makes it.
package struct ModuleModel: Sendable {
  /// The name of the module.
  package let name: String

  /// What the model describes in the build that was asked for.
  package let model: ObjectModel

  /// The attributes whose kind of value the sources do not show, by entity, then name, with their
  /// types as written; the model holds `SchemaSnapshot.standIn` for them.
  package let unresolvedTypes: [String: [String: String]]

  /// The types of all attributes as written, by entity, then name.
  package let typeNames: [String: [String: String]]

  /// The model with the default values that the sources show.
  package var modelWithConstants: ObjectModel {
    let entities = model.entities.map { entity in
      var entity = entity
      entity.properties = entity.properties.map { property in
        guard case .attribute(var attribute) = property else { return property }
        attribute.defaultValue = variant.constantDefaults[entity.name]?[attribute.name]
        return .attribute(attribute)
      }
      return entity
    }
    return ObjectModel(entities: entities)
  }

  /// The model as a snapshot of it is stored.
  package var snapshot: SchemaSnapshot {
    SchemaSnapshot(
      modelWithConstants, unresolvedTypes: unresolvedTypes, codableTypes: variant.codableTypes)
  }

  /// What the compiler plugin reports too, one class at a time.
  package let expansionDiagnostics: [FileDiagnostic]

  /// What no macro can see.
  package let modelDiagnostics: [FileDiagnostic]

  /// The source of the file that declares the model as a static member of ObjectModel.
  package let code: String

  /// `true` if the sources of the module are Swift as far as the reader can see.
  package let isReadable: Bool

  /// The snapshots that the sources name.
  let snapshotMentions: SnapshotMentions

  let variant: ModuleVariant

  /// The entities of the model in the build that was asked for, as they were read.
  package var entities: [ModuleEntity] { variant.entities }

  /// The types that the sources declare.
  package var types: TypeTable { variant.types }

  /// The default values that literals of standard types make, by entity and attribute.
  package var literalDefaults: [String: [String: StoredValue]] { variant.literalDefaults }

  /// Reads `modules`: the one whose model is made, then those that it depends on; `snapshots` are
  /// those of the model, by number.
  ///
  /// Whether DEBUG counts nobody knows when the code is generated, so that both are checked.
  ///
  /// - Requires: There is a module.
  package init(
    _ modules: [SourceModule], conditions: BuildConditions, snapshots: [Int: SchemaSnapshot] = [:]
  ) {
    precondition(!modules.isEmpty, "a model is made of the sources of a module")
    name = modules[0].name
    variant = ModuleVariant(modules, conditions: conditions)
    model = variant.model
    unresolvedTypes = variant.unresolvedTypes
    typeNames = variant.typeNames

    isReadable = modules[0].files.allSatisfy { $0.tree.diagnostics.isEmpty }
    var checks: [ModuleCheck] = []
    // What is wrong with text that is no Swift the compiler says.
    if isReadable {
      checks.append(ModuleCheck(variant))
      if modules[0].files.contains(where: { $0.tree.text.mentions("DEBUG") }) {
        var other = conditions
        if other.names.remove("DEBUG") == nil { other.names.insert("DEBUG") }
        checks.append(ModuleCheck(ModuleVariant(modules, conditions: other)))
      }
    }
    expansionDiagnostics = Set(checks.flatMap(\.expansionDiagnostics)).sorted { $0.precedes($1) }
    modelDiagnostics = Set(checks.flatMap(\.modelDiagnostics)).sorted { $0.precedes($1) }

    let hasConditions = modules[0].files.contains { $0.tree.hasConditions }
    let everything = hasConditions ? ModuleVariant(modules, conditions: nil) : variant
    let isConditional = everything.entities.contains(where: \.isConditional)
    let isResolved =
      isReadable && !isConditional && variant.isComplete && expansionDiagnostics.isEmpty
      && modelDiagnostics.isEmpty
    snapshotMentions = snapshots.isEmpty ? SnapshotMentions([]) : SnapshotMentions(modules[0].files)
    code =
      ModelPrinting(
        variant: isConditional ? everything : variant, isResolved: isResolved,
        snapshots: snapshots, mentions: snapshotMentions
      ).text
  }

  /// Returns a warning for each of `snapshots` whose types the sources name and that has none,
  /// since it does not say how all attributes are stored.
  func incompleteMentions(of snapshots: [SnapshotFolder.Kept]) -> [FileDiagnostic] {
    snapshots.compactMap { stored in
      guard stored.snapshot.versionHash == nil,
        let location = snapshotMentions.numbers[stored.number]
      else { return nil }
      let names = stored.snapshot.unresolvedTypes.flatMap { entity, types in
        types.keys.map { "'\(entity).\($0)'" }
      }.sorted().joined(separator: " and ")
      return FileDiagnostic(
        "snapshot.incomplete",
        "snapshot \(stored.number) does not say how \(names) is stored, so that it has no types, "
          + "and no stage can start from it or lead to it", at: location, severity: .warning)
    }
  }

  /// Returns the location of the class of the entity `entity`, or of its property `property`; nil
  /// when the module declares no such thing.
  package func location(
    ofEntity entity: String, property: String? = nil
  ) -> FileRange? {
    guard
      let found = variant.entities.first(where: { $0.name == entity && $0.declared.module == 0 })
    else { return nil }
    // A leaf is where the attribute is that has it.
    let declared = property.flatMap { found.property(String($0.prefix { $0 != "." })) }
    return variant.location(
      of: declared?.nameRange ?? found.declaration.header.nameRange, in: found.declared)
  }
}

extension SyntaxTree {
  /// `true` if an `#if` stands anywhere in the text.
  fileprivate var hasConditions: Bool { tokens.contains { $0.kind == .poundIf } }
}

extension SourceText {
  /// `true` if `word` stands anywhere in the text.
  fileprivate func mentions(_ word: String) -> Bool {
    let wanted = Array(word.utf8)
    guard let first = wanted.first else { return true }
    return bytes.indices.contains { index in
      bytes[index] == first && bytes[index...].starts(with: wanted)
    }
  }
}
