import EntityJSON
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes objects as JSON.
struct ObjectWriter {
  /// The text so far.
  var writer = JSONWriter()

  /// What is written of the objects.
  private let shape: [JSONShapeMember]?
  private let format: JSONFormat

  /// What is written of objects of the entities and shapes that have come up.
  private var plans: [PlanKey: KnownPlan] = [:]

  /// The plan that was asked for last: objects of an entity mostly follow one another.
  private var lastPlan: KnownPlan?

  /// Where the object is that is being written.
  private var path: JSONPath

  init(_ shape: [JSONShapeMember]?, _ format: JSONFormat, at path: JSONPath = JSONPath()) {
    self.shape = shape
    self.format = format
    self.path = path
  }

  /// Adds `object`.
  mutating func append(_ object: ManagedObject, at path: JSONPath = JSONPath()) throws {
    self.path = path
    try append(object, shape, ObjectPlan.ShapeID())
  }

  /// Adds `object`, which is at `position` of a list.
  mutating func append(_ object: ManagedObject, atPosition position: Int) throws {
    if path.steps.count == 1 {
      path.steps[0] = .index(position)
    } else {
      path.steps = [.index(position)]
    }
    try append(object, shape, ObjectPlan.ShapeID())
  }

  // MARK: Plans

  /// What is written of the objects of an entity in a shape.
  private final class KnownPlan {
    let entity: ManagedEntity
    let shape: ObjectPlan.ShapeID
    let plan: ObjectPlan

    init(_ entity: ManagedEntity, _ shape: ObjectPlan.ShapeID, _ plan: ObjectPlan) {
      (self.entity, self.shape, self.plan) = (entity, shape, plan)
    }
  }

  private struct PlanKey: Hashable {
    let entity: String
    let shape: ObjectPlan.ShapeID
  }

  private mutating func plan(
    _ entity: ManagedEntity, _ shape: [JSONShapeMember]?, _ id: ObjectPlan.ShapeID
  ) throws -> KnownPlan {
    let key = PlanKey(entity: entity.name, shape: id)
    if let plan = plans[key] { return plan }
    let layout = JSONLayout(entity, format.keys)
    var plan = ObjectPlan()
    if let shape {
      for (position, member) in shape.enumerated() {
        let (index, names) = try place(of: member, entity, layout)
        let use = ObjectPlan.PropertyUse(
          index, name: names.last ?? "", member.leaves, member.content,
          shape: id.inner(position), type: rowType(index, entity))
        guard plan.add(names[...], use) else { throw secondMember(names, entity) }
      }
    } else {
      for member in layout.members where entity.relationships[member.index]?.isToMany != true {
        // Values of megabytes are read one by one.
        let isLarge = entity.externalSet.contains(member.index)
        if isLarge || entity.layout.properties[member.index].attribute?.isSecret == true {
          continue
        }
        let use = ObjectPlan.PropertyUse(
          member.index, name: member.path.last ?? "", shape: id,
          type: rowType(member.index, entity))
        guard plan.add(member.path[...], use) else { throw secondMember(member.path, entity) }
      }
    }
    let known = KnownPlan(entity, id, plan)
    plans[key] = known
    return known
  }

  /// Returns the type of the property `index` of `entity` if it is an attribute that is read with
  /// the row.
  private func rowType(_ index: Int?, _ entity: ManagedEntity) -> StorageType? {
    guard let index, !entity.externalSet.contains(index),
      case .attribute(let attribute) = entity.layout.properties[index]
    else { return nil }
    return attribute.type
  }

  /// Returns what is wrong with a member at `names` that is beside one of the same name.
  private func secondMember(_ names: [String], _ entity: ManagedEntity) -> JSONWritingError {
    JSONWritingError(
      message: "'\(names.joined(separator: "."))' of '\(entity.name)' makes a second member of "
        + "one name", path: path)
  }

  /// Returns the property index of `member`, none for the id, and the names that lead to what is
  /// written.
  private func place(
    of member: JSONShapeMember, _ entity: ManagedEntity, _ layout: JSONLayout
  ) throws -> (index: Int?, names: [String]) {
    guard let property = member.property else {
      return (nil, member.path ?? [format.keys.key(for: "objectID")])
    }
    guard let index = entity.layout.propertyIndex(property) else {
      throw JSONWritingError(
        message: "'\(entity.name)' has no property '\(property)'", path: path)
    }
    if let leaf = member.leaves.first(where: { $0.type == nil }) {
      throw JSONWritingError(
        message: "'\(entity.name).\(property)' has no \(leaf.isInStorage ? "property" : "leaf") "
          + "'\(leaf.names.joined(separator: "."))'", path: path)
    }
    if let names = member.path { return (index, names) }
    guard let names = layout.members.first(where: { $0.index == index })?.path else {
      throw JSONWritingError(
        message:
          "'\(entity.name).\(property)' is '.notExported'; a shape that has it all the same gives "
          + "it a name with 'named'", path: path)
    }
    return (index, names + member.leaves.flatMap(\.names))
  }

  // MARK: Objects

  private mutating func append(
    _ object: ManagedObject, _ shape: [JSONShapeMember]?, _ id: ObjectPlan.ShapeID
  ) throws {
    let entity = object.__entity
    if let lastPlan, lastPlan.entity === entity, lastPlan.shape == id {
      return try append(object, lastPlan.plan)
    }
    let known = try plan(entity, shape, id)
    lastPlan = known
    try append(object, known.plan)
  }

  private mutating func append(_ object: ManagedObject, _ plan: ObjectPlan) throws {
    writer.beginObject()
    for step in plan.steps {
      switch step {
      case .attributes(let run): try append(object, run)
      case .property(let use): try append(object, use)
      case .object(let inner):
        writer.beginMember(written: inner.start[...])
        path.append(.name(inner.name))
        defer { path.steps.removeLast() }
        try append(object, inner.plan)
      }
    }
    writer.endObject()
  }

  /// Adds the attributes of `object` that `run` has, those without a value if they are written.
  private mutating func append(_ object: ManagedObject, _ run: AttributeRun) throws {
    let failed = object.withStoredCells(at: run.indexes) { run.write($0, to: &writer, format) }
    guard let failed else { return }
    let attribute = run.attributes[failed]
    path.append(.name(attribute.name))
    throw noJSON(object.__entity, attribute.index)
  }

  /// Adds the property of `object` that `use` is about; nothing if it has no value and such ones
  /// are left out.
  private mutating func append(_ object: ManagedObject, _ use: ObjectPlan.PropertyUse) throws {
    path.append(.name(use.name))
    defer { path.steps.removeLast() }
    guard let index = use.index else {
      writer.beginMember(use.name)
      return writer.append(object.__objectID.text)
    }
    guard let end = RelationshipEnd(of: object, index) else {
      let value = use.leaves.isEmpty ? value(object, index) : leaf(object, index, use.leaves)
      if value.isNull, !format.writesNulls { return }
      writer.beginMember(use.name)
      return try append(value, object.__entity, index, as: use.leaves.last?.type)
    }
    let related = related(end)
    if related.isEmpty, !end.relationship.isToMany, !format.writesNulls { return }
    writer.beginMember(use.name)
    switch use.content {
    case .value:
      try appendEach(related, end.relationship.isToMany) { writer, object in
        try writer.appendIdentity(of: object)
      }
    case .objects(let shape):
      try appendEach(related, end.relationship.isToMany) { writer, object in
        try writer.append(object, shape, use.shape)
      }
    case .keyed(let key, let shape):
      writer.beginObject()
      var names: Set<String> = []
      for object in related {
        let entity = object.__entity
        guard let index = entity.layout.propertyIndex(key) else {
          throw JSONWritingError(
            message: "'\(entity.name)' has no property '\(key)'", path: path)
        }
        let member = Self.name(value(object, index))
        guard names.insert(member).inserted else {
          throw JSONWritingError(
            message: "two objects have the same '\(entity.name).\(key)', which names one member",
            path: path)
        }
        writer.beginMember(member)
        try append(object, shape, use.shape)
      }
      writer.endObject()
    }
  }

  /// Returns the objects that `end` refers to: members without an order by their ids, new ones
  /// last.
  private func related(_ end: RelationshipEnd) -> [ManagedObject] {
    let related = end.owner.__unit.graph.shown(by: end)
    guard end.relationship.isToMany, !end.relationship.isOrdered else { return related }
    // The ids of new objects are negative, and less with each.
    return related.sorted { left, right in
      let (left, right) = (left.__rowID, right.__rowID)
      return left < 0 && right < 0 ? left > right : left >= 0 && (right < 0 || left < right)
    }
  }

  /// Adds what `append` adds of each of `objects`: a list of them, or the one that there may be.
  private mutating func appendEach(
    _ objects: [ManagedObject], _ isList: Bool,
    _ append: (inout ObjectWriter, ManagedObject) throws -> Void
  ) throws {
    guard isList else {
      guard let object = objects.first else { return writer.append(raw: "null") }
      return try append(&self, object)
    }
    writer.beginArray()
    for (position, object) in objects.enumerated() {
      path.append(.index(position))
      try append(&self, object)
      path.steps.removeLast()
    }
    writer.endArray()
  }

  /// Adds what `object` is known by: its identity, or the text of its id if it has none.
  private mutating func appendIdentity(of object: ManagedObject) throws {
    guard let index = object.__entity.identityIndex else {
      return writer.append(object.__objectID.text)
    }
    try append(object.storedValue(at: index), object.__entity, index)
  }

  // MARK: Values

  /// Returns the value of the attribute `index` of `object`, a derived one too.
  private func value(_ object: ManagedObject, _ index: Int) -> StoredValue {
    guard case .derived = object.__entity.layout.properties[index] else {
      return object.storedValue(at: index)
    }
    return (object.__value(index).flatMap(flattened) as? any Storable)?.storedValue ?? .null
  }

  /// Returns what `leaves` lead to from the composition or the storage that the attribute `index`
  /// of `object` is; null where there is none.
  private func leaf(
    _ object: ManagedObject, _ index: Int, _ leaves: [JSONShapeLeaf]
  ) -> StoredValue {
    var value = object.__value(index).flatMap { flattened($0) }
    for leaf in leaves { value = value?[keyPath: leaf.keyPath].flatMap { flattened($0) } }
    if let value, let leaf = leaves.last, leaf.isInStorage, leaf.type == .json {
      return StoredValue(memberJSON: value)
    }
    switch value {
    case let value as any Storable: return value.storedValue
    case let value as any Encodable: return JSONColumn.text(of: value).map { .text($0) } ?? .null
    default: return .null
    }
  }

  private mutating func append(
    _ value: StoredValue, _ entity: ManagedEntity, _ index: Int, as leaf: StorageType? = nil
  ) throws {
    let property = entity.layout.properties[index]
    let type = leaf ?? property.attribute?.type ?? property.derived?.type ?? .string
    guard writer.append(value, as: type, format) else {
      throw noJSON(entity, index)
    }
  }

  /// Returns that JSON has nothing for the value of the property `index`, which is at the path.
  private func noJSON(_ entity: ManagedEntity, _ index: Int) -> JSONWritingError {
    let name = entity.layout.properties[index].name
    return JSONWritingError(
      message: "JSON has nothing for the value of '\(entity.name).\(name)', which is "
        + "not finite or a date beyond the years 0 to 9999", path: path)
  }

  /// Returns the name of a member that `value` makes.
  private static func name(_ value: StoredValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let bytes): UUID(storedValue: value)?.uuidString ?? bytes.base64EncodedString()
    }
  }
}
