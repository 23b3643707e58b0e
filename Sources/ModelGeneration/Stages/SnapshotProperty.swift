import EntityExpansion
import EntityModel

/// A property of an entity of a snapshot as generated code declares it.
struct SnapshotProperty {
  /// What a value is.
  enum Content: Equatable {
    case attribute(StorageType)
    /// The JSON of a value of a Swift type, as the snapshot and as the generated code spell it.
    case json(written: String?, type: String?)
    /// The id of an object of an entity.
    case toOne(String)
    /// The members of a to-many that refers to an entity.
    case toMany(String)
  }

  /// The name of the property in the model, and that of the entity that declares it.
  let name: String
  let owner: String

  /// The name as code declares it.
  let declaredName: String

  let content: Content

  /// The type, without `?`.
  let type: String

  let isOptional: Bool

  /// The leaves of the composition that the property is.
  var leaves: [Leaf] = []

  /// The default value as an expression, where it is a simple constant.
  let defaultValue: String?

  /// `true` if the property has a column.
  var isStored: Bool {
    if case .toMany = content { false } else { true }
  }

  /// The type of the property.
  var wholeType: String { isOptional ? type + "?" : type }

  /// The property as a parameter of an initialiser.
  var parameter: String {
    let value = defaultValue ?? (isOptional ? "nil" : nil)
    return "\(declaredName): \(wholeType)" + (value.map { " = \($0)" } ?? "")
  }

  /// `true` if a call has to give the property a value.
  var isRequiredParameter: Bool { !isOptional && defaultValue == nil }
}

extension SnapshotProperty {
  /// Returns the properties of the entity `name` of `snapshot`, inherited ones first, in the order
  /// in which a store lays them out.
  static func all(
    of name: String, in snapshot: SchemaSnapshot, _ spelling: SnapshotSpelling,
    _ variant: ModuleVariant
  ) -> [SnapshotProperty] {
    let lineage = snapshot.model.lineage(of: name)
    let names = Set(lineage.flatMap { $0.properties.map(\.name) })
    var found: [SnapshotProperty] = []
    for owner in lineage {
      let declared = variant.entities.first { $0.name == owner.name && $0.declared.module == 0 }?
        .declared
      for property in owner.properties {
        var declaredName = property.name.declaredName
        // The id of an object is called so already.
        if property.name == "id" {
          declaredName = "id_"
          while names.contains(declaredName) { declaredName += "_" }
        }
        switch property {
        case .attribute(let attribute):
          let content = content(of: attribute, of: owner.name, in: snapshot) { written in
            spelling.codableType(written, in: declared)
          }
          found.append(
            SnapshotProperty(
              name: property.name, owner: owner.name, declaredName: declaredName, content: content,
              type: type(of: content, spelling), isOptional: attribute.isOptional,
              leaves: attribute.leaves,
              defaultValue: attribute.defaultValue.flatMap { $0.expression(as: attribute.type) }))
        case .relationship(let relationship):
          let content: Content =
            relationship.isToMany ? .toMany(relationship.target) : .toOne(relationship.target)
          found.append(
            SnapshotProperty(
              name: property.name, owner: owner.name, declaredName: declaredName, content: content,
              type: type(of: content, spelling),
              isOptional: !relationship.isToMany && relationship.isOptional, defaultValue: nil))
        case .fetched, .derived: break
        }
      }
    }
    return found
  }

  private static func content(
    of attribute: Attribute, of entity: String, in snapshot: SchemaSnapshot,
    _ type: (String) -> String?
  ) -> Content {
    guard attribute.type == .json else { return .attribute(attribute.type) }
    let written = snapshot.codableTypes[entity]?[attribute.name]
    return .json(written: written, type: written.flatMap(type))
  }

  private static func type(of content: Content, _ spelling: SnapshotSpelling) -> String {
    switch content {
    case .attribute(let type): spelling.name(of: type)
    case .json(_, let type?): "EntityGraph.SnapshotJSON<\(type)>"
    case .json(_, nil): spelling.name(of: .json)
    case .toOne(let target): "EntityGraph.SnapshotID<\(target.declaredName)>"
    case .toMany(let target): "EntityGraph.SnapshotMembers<\(target.declaredName)>"
    }
  }

  /// `true` if the generated code names a type of Foundation for the property.
  func needsFoundation(_ spelling: SnapshotSpelling) -> Bool {
    switch content {
    case .attribute(let type): spelling.needsFoundation(type)
    case .json(_, let type?): spelling.needsFoundation(type)
    case .json(_, nil), .toOne, .toMany: false
    }
  }
}

extension StoredValue {
  /// The value as an expression of the type of values of `type`, where literals make it.
  fileprivate func expression(as type: StorageType) -> String? {
    switch (self, type) {
    case (.integer(let value), .boolean): value == 0 ? "false" : "true"
    case (.integer(let value), _) where type.storageClass == .integer: "\(value)"
    case (.real(let value), .double), (.real(let value), .float):
      value.isFinite ? "\(value)" : nil
    case (.text(let text), .string): quoted(text)
    default: nil
    }
  }
}
