import EntityGraph

/// What a context should do, written as simply as can be: records in a dictionary.
struct NaiveGraph: Equatable {
  /// Names a record; keys ascend in the order of creation.
  typealias Key = Int

  struct Record: Equatable {
    let entity: String
    var values: [String: StoredValue]
    var toOnes: [String: Key] = [:]

    /// The members, in order where the relationship has one, those that are hidden among them.
    var toManys: [String: [Key]] = [:]
    var isDeleted = false

    /// `true` if the record has been deleted softly: the row stays, and requests leave it out.
    var isHidden: Bool { values["deletedAt"] != nil }
  }

  /// A relationship as declared.
  struct Relation: Equatable {
    let name: String
    let target: String
    let inverse: String
    let isToMany: Bool
    let isOrdered: Bool
    let inverseIsToMany: Bool
    let rule: DeleteRule
    let inverseRule: DeleteRule
  }

  /// The records that are in the context, those to be deleted included.
  var records: [Key: Record] = [:]

  /// The records as saved.
  private(set) var saved: [Key: Record] = [:]

  /// The relationships of each entity, inherited ones included.
  private let relations: [String: [Relation]]

  /// The entities whose records are deleted softly.
  private let softlyDeleted: Set<String>

  init(_ model: ObjectModel) {
    var relations: [String: [Relation]] = [:]
    for entity in model.entities {
      relations[entity.name] = model.properties(of: entity.name).compactMap(\.relationship).map {
        let inverse = model.property($0.inverse, of: $0.target)?.relationship
        return Relation(
          name: $0.name, target: $0.target, inverse: $0.inverse, isToMany: $0.isToMany,
          isOrdered: $0.isOrdered,
          inverseIsToMany: inverse?.isToMany ?? false, rule: $0.deleteRule,
          inverseRule: inverse?.deleteRule ?? .noAction)
      }
    }
    self.relations = relations
    softlyDeleted = Set(
      model.entities.map(\.name).filter { model.property("deletedAt", of: $0) != nil })
  }

  /// The records that are not to be deleted, softly neither, in order.
  var live: [Key] { records.filter { !$1.isDeleted && !$1.isHidden }.keys.sorted() }

  /// The records that have been deleted softly, in order.
  var hidden: [Key] { records.filter { !$1.isDeleted && $1.isHidden }.keys.sorted() }

  func relations(of key: Key) -> [Relation] { relations[records[key]?.entity ?? ""] ?? [] }

  private func relation(_ name: String, of key: Key) -> Relation? {
    relations(of: key).first { $0.name == name }
  }

  /// `true` if the record has never been saved.
  func isNew(_ key: Key) -> Bool { saved[key] == nil }

  // MARK: Changing

  mutating func insert(_ key: Key, _ entity: String, _ values: [String: StoredValue]) {
    records[key] = Record(entity: entity, values: values)
  }

  mutating func setToOne(_ key: Key, _ name: String, _ target: Key?) {
    guard let relation = relation(name, of: key), records[key]?.isDeleted == false else { return }
    let former = records[key]?.toOnes[name]
    guard former != target else { return }
    if let former { part(former, key, relation) }
    records[key]?.toOnes[name] = target
    guard let target else { return }
    if relation.inverseIsToMany {
      records[target]?.toManys[relation.inverse, default: []].append(key)
    } else {
      if let other = records[target]?.toOnes[relation.inverse], other != key {
        records[other]?.toOnes[name] = nil
      }
      records[target]?.toOnes[relation.inverse] = key
    }
  }

  /// Has the relationship `name` of `key` hold `members`, in that order where it has one; what is
  /// hidden stays a member, behind the member that it is behind.
  mutating func setToMany(_ key: Key, _ name: String, _ members: [Key]) {
    guard let relation = relation(name, of: key), records[key]?.isDeleted == false else { return }
    let former = (records[key]?.toManys[name] ?? []).filter { records[$0]?.isHidden == false }
    for member in former where !members.contains(member) {
      records[key]?.toManys[name]?.removeAll { $0 == member }
      part(member, key, relation)
    }
    for member in members where !former.contains(member) {
      if relation.inverseIsToMany {
        records[key]?.toManys[name, default: []].append(member)
        if member != key || relation.inverse != name {
          records[member]?.toManys[relation.inverse, default: []].append(key)
        }
      } else {
        setToOne(member, relation.inverse, key)
      }
    }
    if relation.isOrdered { arrange(key, name, members) }
  }

  /// Makes `step` one of the steps of `key`, right beside another one.
  mutating func put(_ step: Key, in key: Key, _ other: Key, isAfter: Bool) {
    setToOne(step, "recipe", key)
    guard var steps = records[key]?.toManys["steps"] else { return }
    steps.removeAll { $0 == step }
    guard let index = steps.firstIndex(of: other) else { return }
    steps.insert(step, at: isAfter ? index + 1 : index)
    records[key]?.toManys["steps"] = steps
  }

  private mutating func arrange(_ key: Key, _ name: String, _ members: [Key]) {
    var followers: [Key?: [Key]] = [:]
    var last: Key?
    for member in records[key]?.toManys[name] ?? [] {
      if members.contains(member) {
        last = member
      } else {
        followers[last, default: []] += [member]
      }
    }
    records[key]?.toManys[name] =
      (followers[nil] ?? []) + members.flatMap { [$0] + (followers[$0] ?? []) }
  }

  /// Has `target` forget that `key` refers to it by `relation`.
  private mutating func part(_ target: Key, _ key: Key, _ relation: Relation) {
    if relation.inverseIsToMany {
      records[target]?.toManys[relation.inverse]?.removeAll { $0 == key }
    } else if records[target]?.toOnes[relation.inverse] == key {
      records[target]?.toOnes[relation.inverse] = nil
    }
  }

  /// Deletes a record, softly where its entity says so, it has been saved and it is not to go
  /// `permanently`.
  mutating func delete(_ key: Key, permanently: Bool = false) {
    guard let record = records[key], !record.isDeleted else { return }
    let isNew = isNew(key)
    if softlyDeleted.contains(record.entity), !permanently, !isNew {
      records[key]?.values["deletedAt"] = .integer(1)
      return
    }
    records[key]?.isDeleted = true
    var doomed: [Key] = []
    for relation in relations(of: key) {
      let toOne = records[key]?.toOnes[relation.name]
      let related = ((records[key]?.toManys[relation.name] ?? []) + (toOne.map { [$0] } ?? []))
        .filter { records[$0]?.isDeleted == false }
      if relation.rule == .cascade {
        doomed += related.sorted()
      } else if relation.inverseIsToMany || relation.rule == .nullify || isNew {
        for other in related { part(other, key, relation) }
      }
    }
    for other in doomed { delete(other, permanently: true) }
    if isNew { records[key] = nil }
  }

  /// Takes back that a record has been deleted softly.
  mutating func restore(_ key: Key) { records[key]?.values["deletedAt"] = nil }

  /// Takes back the changes of one record's row and links.
  mutating func refresh(_ key: Key) {
    guard let base = saved[key], records[key]?.isDeleted == false else { return }
    records[key]?.values = base.values
    for relation in relations(of: key) {
      guard records[key]?.isDeleted == false else { return }
      if relation.isToMany {
        guard relation.inverseIsToMany else { continue }
        let members = (base.toManys[relation.name] ?? []).filter { records[$0]?.isDeleted == false }
        setToMany(key, relation.name, members)
        continue
      }
      setToOne(key, relation.name, base.toOnes[relation.name])
    }
    for relation in relations(of: key) where !relation.isToMany {
      guard let target = records[key]?.toOnes[relation.name], records[target]?.isDeleted == true
      else { continue }
      switch relation.inverseRule {
      case .nullify: setToOne(key, relation.name, nil)
      case .cascade: delete(key)
      case .deny, .noAction: break
      }
    }
  }

  // MARK: Saving

  /// `true` if a save must be refused.
  var isUnfit: Bool {
    let live = records.values.filter { !$0.isDeleted }
    return live.contains { $0.toOnes.values.contains { records[$0]?.isDeleted != false } }
      || live.contains { $0.entity == "Tag" && $0.toOnes["maker"] == nil }
      || Set(codes).count != codes.count
  }

  private var codes: [StoredValue] {
    records.values.filter { !$0.isDeleted }.compactMap { $0.values["code"] }
  }

  mutating func save() {
    records = records.filter { !$1.isDeleted }.mapValues { record in
      var record = record
      record.toManys = record.toManys.mapValues { $0.filter { records[$0]?.isDeleted == false } }
      return record
    }
    saved = records
  }

  mutating func rollBack() { records = saved }

  /// `true` if there is such a record, or was at the last save.
  func isKnown(_ key: Key) -> Bool { records[key] != nil || saved[key] != nil }

  /// Notes that what `other` has is saved, beside which this one has other records.
  mutating func noteSaved(by other: NaiveGraph) { saved = other.saved }

  /// Notes that somebody else has given a saved record a value.
  mutating func others(set key: Key, _ name: String, _ value: StoredValue) {
    if records[key]?.values[name] == saved[key]?.values[name] { records[key]?.values[name] = value }
    saved[key]?.values[name] = value
  }

  /// Notes that somebody else has given a saved record a value, which this one does not see yet.
  mutating func others(save key: Key, _ name: String, _ value: StoredValue) {
    saved[key]?.values[name] = value
  }

  /// Returns what a record had at the last save.
  func savedValue(_ key: Key, _ name: String) -> StoredValue? { saved[key]?.values[name] }

  /// Returns the graph with the keys named by `names`, in the form of `graph(_:_:)`.
  func lines(_ entities: [[String]], of model: ObjectModel, _ names: [Key: Int64]) -> String {
    var lines: [String] = []
    for group in entities {
      for key in live where group.contains(records[key]?.entity ?? "") {
        lines.append(line(key, group[0], model, names))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func line(
    _ key: Key, _ root: String, _ model: ObjectModel, _ names: [Key: Int64]
  ) -> String {
    guard let record = records[key], let name = names[key] else { return "no record \(key)" }
    var parts = ["\(ObjectID(entityName: root, rowID: name))"]
    for property in model.properties(of: record.entity) {
      if let value = record.values[property.name], !value.isNull {
        parts.append("\(property.name)=\(text(of: value))")
      } else if let target = record.toOnes[property.name] {
        parts.append("\(property.name)=\(names[target] ?? 0)")
      } else if let relation = relation(property.name, of: key), relation.isToMany {
        let members = toMany(key, property.name).map { names[$0] ?? 0 }
        if members.isEmpty { continue }
        parts.append("\(property.name)=\(relation.isOrdered ? members : members.sorted())")
      }
    }
    return parts.joined(separator: " ")
  }
}
