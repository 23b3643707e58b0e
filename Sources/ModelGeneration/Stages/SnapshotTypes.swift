import EntityExpansion
import EntityModel

/// The types of the snapshots that the sources of a module name, which stages of migrations read
/// and write.
struct SnapshotTypes {
  /// The snapshots, in order.
  private let snapshots: [(number: Int, snapshot: SchemaSnapshot)]

  /// The snapshots from which each is made by `init(from:)`, compared with it.
  private let predecessors: [Int: [(number: Int, comparison: ModelComparison)]]

  /// The properties of entities, by snapshot and entity.
  private let properties: [Int: [String: [SnapshotProperty]]]

  private let spelling: SnapshotSpelling

  /// What makes declarations as visible as the model, like `public `.
  private let access: String

  /// Creates the types of those of `snapshots` that `mentions` name, as visible as `access`.
  ///
  /// Snapshots that do not say how all attributes are stored have none, and a type that the module
  /// declares itself is left to it.
  init(
    of snapshots: [Int: SchemaSnapshot], _ mentions: SnapshotMentions, _ variant: ModuleVariant,
    access: Access
  ) {
    let own = Set(
      variant.types.declarations.filter { $0.module == 0 && $0.path.count == 1 }.map { $0.path[0] })
    let numbers = mentions.numbers.keys.sorted().filter {
      snapshots[$0]?.versionHash != nil && !own.contains("Snapshot\($0)")
    }
    self.snapshots = numbers.compactMap { number in snapshots[number].map { (number, $0) } }
    let spelling = SnapshotSpelling(variant, self.snapshots.map(\.snapshot), access: access)
    var properties: [Int: [String: [SnapshotProperty]]] = [:]
    for (number, snapshot) in self.snapshots {
      for entity in snapshot.model.entities {
        properties[number, default: [:]][entity.name] = SnapshotProperty.all(
          of: entity.name, in: snapshot, spelling, variant)
      }
    }

    var steps = mentions.steps.filter { $0.from < $0.to }
    for (from, to) in zip(numbers, numbers.dropFirst()) { steps.insert(.init(from: from, to: to)) }
    var predecessors: [Int: [(number: Int, comparison: ModelComparison)]] = [:]
    for step in steps.sorted(by: { $0.from < $1.from }) {
      guard numbers.contains(step.from), numbers.contains(step.to), let old = snapshots[step.from],
        let new = snapshots[step.to]
      else { continue }
      predecessors[step.to, default: []].append((step.from, new.comparison(with: old)))
    }
    (self.properties, self.predecessors, self.spelling) = (properties, predecessors, spelling)
    self.access = access == .public || access == .package ? "\(access.rawValue) " : ""
  }

  /// The imports that the types need, each with the modules of which it needs the first that there
  /// is.
  var foundationImports: [String] {
    let needsFoundation = properties.values.contains { entities in
      entities.values.contains { $0.contains { $0.needsFoundation(spelling) } }
    }
    if !needsFoundation { return [] }
    return spelling.foundationPrefix.isEmpty
      ? ["FoundationEssentials", "Foundation"] : ["Foundation"]
  }

  /// Adds the declarations.
  func print(_ writer: inout CodeWriter) {
    for (number, snapshot) in snapshots {
      writer.line()
      writer.line("/// The entities of snapshot \(number) of the model, for stages of migrations.")
      writer.block("\(access)nonisolated enum Snapshot\(number)") { writer in
        for (index, entity) in snapshot.model.entities.enumerated() {
          if index > 0 { writer.line() }
          print(entity, of: number, snapshot, &writer)
        }
      }
    }
  }

  private func properties(of entity: String, _ number: Int) -> [SnapshotProperty] {
    properties[number]?[entity] ?? []
  }

  // MARK: Entities

  private func print(
    _ entity: Entity, of number: Int, _ snapshot: SchemaSnapshot, _ writer: inout CodeWriter
  ) {
    let properties = properties(of: entity.name, number)
    writer.line("/// An object of the entity '\(entity.name)'.")
    for property in properties where property.name == "id" {
      writer.line("///")
      writer.line("/// The property 'id' is called '\(property.declaredName)' here.")
    }
    writer.block(
      "\(access)nonisolated struct \(entity.name.declaredName): EntityGraph.SnapshotObject"
    ) { writer in
      writer.line("\(access)static var __snapshot: Swift.Int { \(number) }")
      writer.line("\(access)static var __entity: Swift.String { \(quoted(entity.name)) }")
      let root = snapshot.model.root(of: entity.name)
      writer.line("\(access)static var __root: Swift.String { \(quoted(root)) }")
      writer.line()
      writer.line("\(access)var id: EntityGraph.SnapshotID<Self>")
      for property in properties {
        if case .toMany = property.content {
          writer.line(
            "\(access)var \(property.declaredName): \(property.type) "
              + "{ .init(__of: self.id, \(quoted(property.name))) }")
        } else {
          writer.line("\(access)var \(property.declaredName): \(property.wholeType)")
        }
      }
      writer.line()
      printInitializer(properties.filter(\.isStored), &writer)
      for (old, comparison) in predecessors[number] ?? [] {
        printSuccession(of: entity.name, number, since: old, comparison, &writer)
      }
      writer.line()
      printNames(properties, &writer)
      writer.line()
      printReading(properties.filter(\.isStored), &writer)
      writer.line()
      writer.block("\(access)func __write(to __row: EntityGraph.__SnapshotWriter)") { writer in
        for property in properties where property.isStored {
          writer.line("__row.write(self.\(property.declaredName))")
        }
      }
    }
  }

  /// Adds the initialiser that takes the values of all properties.
  private func printInitializer(_ properties: [SnapshotProperty], _ writer: inout CodeWriter) {
    writer.line("/// Creates an object that has not been inserted.")
    writer.list(
      "\(access)init(", properties.map(\.parameter), ") {", closesOnOwnLine: true)
    writer.indented { writer in
      writer.line("self.id = .__none")
      for property in properties {
        writer.line("self.\(property.declaredName) = \(property.declaredName)")
      }
    }
    writer.line("}")
  }

  /// Adds the initialiser that takes values over from an object of the snapshot `old`.
  private func printSuccession(
    of entity: String, _ number: Int, since old: Int, _ comparison: ModelComparison,
    _ writer: inout CodeWriter
  ) {
    let succession = SnapshotSuccession(
      of: entity, comparison, spelling, old: { properties(of: $0, old) },
      new: { properties(of: $0, number) })
    guard let succession else { return }
    let type = "Snapshot\(old).\(succession.oldEntity.declaredName)"
    writer.line()
    writer.line(
      "/// Creates what `\(type)` becomes, with its id and the values that it has already.")
    writer.list(
      "\(access)init(", ["from \(SnapshotSuccession.old): \(type)"] + succession.parameters, ") {",
      closesOnOwnLine: true)
    writer.indented { writer in
      writer.line("self.id = EntityGraph.SnapshotID<Self>(\(SnapshotSuccession.old).id)")
      for statement in succession.statements { writer.line(statement) }
    }
    writer.line("}")
  }

  /// Adds the function that finds the name of a property.
  private func printNames(_ properties: [SnapshotProperty], _ writer: inout CodeWriter) {
    writer.block(
      "\(access)static func __name(of __keyPath: Swift.AnyKeyPath) -> Swift.String?"
    ) { writer in
      guard !properties.isEmpty else {
        writer.line("nil")
        return
      }
      writer.line("switch __keyPath {")
      for property in properties {
        writer.line("case \\Self.\(property.declaredName): \(quoted(property.name))")
      }
      writer.line("default: nil")
      writer.line("}")
    }
  }

  /// Adds the initialiser that reads a row.
  private func printReading(_ properties: [SnapshotProperty], _ writer: inout CodeWriter) {
    writer.block("\(access)init(__row: EntityGraph.__SnapshotRow) throws") { writer in
      writer.line("self.id = __row.id(Self.self)")
      for (index, property) in properties.enumerated() {
        let call = property.reading(index)
        writer.line("self.\(property.declaredName) = try __row.\(call)")
      }
    }
  }
}

extension SnapshotProperty {
  /// Returns the call that reads the property in the column `index`.
  fileprivate func reading(_ index: Int) -> String {
    let function: (required: String, optional: String, type: String) =
      switch content {
      case .json(_, let type?): ("json", "optionalJSON", "(\(type)).self")
      case .toOne(let target): ("reference", "optionalReference", "\(target.declaredName).self")
      case .attribute, .json, .toMany: ("value", "optional", "\(type).self")
      }
    return "\(isOptional ? function.optional : function.required)(\(index), \(function.type))"
  }
}
