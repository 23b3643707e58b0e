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
  private var plans: [PlanKey: Plan] = [:]

  /// The plan that was asked for last: objects of an entity mostly follow one another.
  private var lastPlan: (entity: ManagedEntity, shape: ShapeID, plan: Plan)?

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
    try append(object, shape, ShapeID())
  }

  /// Adds `object`, which is at `position` of a list.
  mutating func append(_ object: ManagedObject, atPosition position: Int) throws {
    path.steps.removeAll(keepingCapacity: true)
    path.steps.append(.index(position))
    try append(object, shape, ShapeID())
  }

  // MARK: Plans

  /// The place of a shape within that of the whole: the positions that lead to it.
  private struct ShapeID: Hashable {
    var positions: [Int] = []
    func inner(_ position: Int) -> ShapeID { ShapeID(positions: positions + [position]) }
  }

  private struct PlanKey: Hashable {
    let entity: String
    let shape: ShapeID
  }

  /// What is written of the objects of an entity: members, some of which are objects of further
  /// members.
  private struct Plan {
    var entries: [Entry] = []

    /// Adds the member at `path`; returns `false` if there would be two members of one name.
    mutating func add(_ path: ArraySlice<String>, _ use: Use) -> Bool {
      guard let name = path.first else { return true }
      let position = entries.firstIndex { $0.name == name }
      guard path.count > 1 else {
        entries.append(Entry(name: name, content: .use(use)))
        return position == nil
      }
      guard let position else {
        var inner = Plan()
        let isNew = inner.add(path.dropFirst(), use)
        entries.append(Entry(name: name, content: .inner(inner)))
        return isNew
      }
      guard var inner = entries[position].inner else { return false }
      let isNew = inner.add(path.dropFirst(), use)
      entries[position].content = .inner(inner)
      return isNew
    }
  }

  private struct Entry {
    let name: String

    /// The name as the member begins with it.
    let start: [UInt8]

    var content: Content

    /// The property index if the member is an attribute as a whole; -1 for everything else.
    let attribute: Int

    init(name: String, content: Content) {
      (self.name, self.content) = (name, content)
      start = JSONWriter.memberStart(name)
      attribute = if case .use(let use) = content { use.attribute } else { -1 }
    }

    indirect enum Content {
      case use(Use)
      case inner(Plan)
    }

    var inner: Plan? {
      if case .inner(let plan) = content { plan } else { nil }
    }
  }

  /// A property and what is written of it.
  private struct Use {
    /// The property index; `nil` for the id of the object.
    let index: Int?

    /// The way from the property's value to the part of it that is written.
    let leaves: [JSONShapeLeaf]
    let content: JSONShapeMember.Content

    /// The shape of the objects.
    let shape: ShapeID

    /// `true` if the property is an attribute.
    let isAttribute: Bool

    /// The property index if an attribute is written as a whole; -1 for everything else.
    var attribute: Int { leaves.isEmpty && isAttribute ? index ?? -1 : -1 }
  }

  private mutating func plan(
    _ entity: ManagedEntity, _ shape: [JSONShapeMember]?, _ id: ShapeID
  ) throws -> Plan {
    let key = PlanKey(entity: entity.name, shape: id)
    if let plan = plans[key] { return plan }
    let layout = JSONLayout(entity, format.keys)
    var plan = Plan()
    if let shape {
      for (position, member) in shape.enumerated() {
        let (index, names) = try place(of: member, entity, layout)
        let use = Use(
          index: index, leaves: member.leaves, content: member.content,
          shape: id.inner(position), isAttribute: isAttribute(index, entity))
        guard plan.add(names[...], use) else { throw secondMember(names, entity) }
      }
    } else {
      for member in layout.members where entity.relationships[member.index]?.isToMany != true {
        // Values of megabytes are read one by one.
        let isLarge = entity.externalSet.contains(member.index)
        if isLarge || entity.layout.properties[member.index].attribute?.isSecret == true {
          continue
        }
        let use = Use(
          index: member.index, leaves: [], content: .value, shape: id,
          isAttribute: isAttribute(member.index, entity))
        guard plan.add(member.path[...], use) else { throw secondMember(member.path, entity) }
      }
    }
    plans[key] = plan
    return plan
  }

  /// `true` if the property `index` of `entity` is an attribute, which has a column.
  private func isAttribute(_ index: Int?, _ entity: ManagedEntity) -> Bool {
    guard let index, case .attribute = entity.layout.properties[index] else { return false }
    return true
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
    _ object: ManagedObject, _ shape: [JSONShapeMember]?, _ id: ShapeID
  ) throws {
    let entity = object.__entity
    if let lastPlan, lastPlan.entity === entity, lastPlan.shape == id {
      return try append(object, lastPlan.plan)
    }
    let plan = try plan(entity, shape, id)
    lastPlan = (entity, id, plan)
    try append(object, plan)
  }

  private mutating func append(_ object: ManagedObject, _ plan: Plan) throws {
    writer.beginObject()
    for position in plan.entries.indices {
      if plan.entries[position].attribute >= 0 {
        try append(object, attribute: plan.entries[position])
        continue
      }
      let entry = plan.entries[position]
      switch entry.content {
      case .inner(let inner):
        writer.beginMember(written: entry.start)
        try append(object, inner)
      case .use(let use):
        try append(object, use, as: entry.name)
      }
    }
    writer.endObject()
  }

  /// Adds the attribute of `object` that `entry` is; nothing if it has no value and such ones are
  /// left out.
  private mutating func append(_ object: ManagedObject, attribute entry: Entry) throws {
    let (entity, index) = (object.__entity, entry.attribute)
    let type = entity.layout.properties[index].attribute?.type ?? .string
    let isWritten = object.withStoredCell(at: index) { cell in
      if cell.isNull, !format.writesNulls { return true }
      writer.beginMember(written: entry.start)
      return writer.append(cell, as: type, format)
    }
    if isWritten { return }
    path.append(.name(entry.name))
    throw noJSON(entity, index)
  }

  /// Adds the property of `object` that `use` is about as the member `name`; nothing if it has no
  /// value and such ones are left out.
  private mutating func append(_ object: ManagedObject, _ use: Use, as name: String) throws {
    path.append(.name(name))
    defer { path.steps.removeLast() }
    guard let index = use.index else {
      writer.beginMember(name)
      return writer.append(object.__objectID.text)
    }
    guard let end = RelationshipEnd(of: object, index) else {
      let value = use.leaves.isEmpty ? value(object, index) : leaf(object, index, use.leaves)
      if value.isNull, !format.writesNulls { return }
      writer.beginMember(name)
      return try append(value, object.__entity, index, as: use.leaves.last?.type)
    }
    let related = related(end)
    if related.isEmpty, !end.relationship.isToMany, !format.writesNulls { return }
    writer.beginMember(name)
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
