import EntityJSON
import EntityModel
import EntityStore

/// What rows refer to.
extension PayloadReader {
  /// Refuses what is no list, and no object whose members are rows, each once, where `references`
  /// have a to-many.
  func checkLists(_ references: [RowContent.Reference]) throws {
    for reference in references {
      let (relationship, json) = (reference.relationship, reference.json)
      guard relationship.isToMany, json.kind != .array, !json.isNull else { continue }
      if json.kind == .object, !readsChanges {
        var names: Set<String> = []
        for (name, _) in json.members ?? [] where !names.insert(name).inserted {
          throw Invalid(
            message: "the object has this member twice", path: reference.path.member(name))
        }
        continue
      }
      throw Invalid(
        message: "\(relationship.title) is a list, and this is \(json.kind.article)",
        path: reference.path)
    }
  }

  /// Returns what `references` of the row at `position` refer to; identities go before objects,
  /// which are read all the same.
  mutating func links(
    _ references: [RowContent.Reference], of position: Int?
  ) throws -> [Int: PayloadRow.Link] {
    var links: [Int: PayloadRow.Link] = [:]
    for reference in references {
      links[reference.relationship.index] = try link(
        reference.json, reference.relationship, of: position, at: reference.path)
    }
    return links
  }

  /// Returns what `relationship` of the row at `position` refers to by `json`: objects or
  /// identities.
  mutating func link(
    _ json: JSON, _ relationship: ManagedRelationship, of position: Int?, at path: JSONPath
  ) throws -> PayloadRow.Link {
    let form = try forms.form(of: unit.entities[relationship.target])
    var link = PayloadRow.Link(form: form, targets: [], isWhole: true)
    if json.isNull { return link }
    guard relationship.isToMany else {
      if let target = try target(json, form, in: nil, at: path) { link.targets = [target] }
      link.isWhole = !link.targets.isEmpty
      return link
    }
    let owner = position.map { PayloadKey.Owner(row: $0, relationship: relationship.index) }
    let members = json.members ?? []
    let elements = json.elements ?? members.map(\.value)
    var seen: Set<PayloadKey> = []
    for (index, element) in elements.enumerated() {
      let name = members.isEmpty ? nil : members[index].name
      let place = name.map(path.member) ?? path.element(index)
      guard let target = try target(element, form, named: name, in: owner, at: place) else {
        link.isWhole = false
        continue
      }
      if seen.insert(target.key).inserted { link.targets.append(target) }
    }
    return link
  }

  /// Returns which object `json`, one of `form` or its identity, is about; `nil` if it has been
  /// passed over.
  private mutating func target(
    _ json: JSON, _ form: PayloadForm, named name: String? = nil, in owner: PayloadKey.Owner?,
    at path: JSONPath
  ) throws -> PayloadRow.Link.Target? {
    // What has a name is a row, whatever it is.
    if json.kind == .object || name != nil, !readsChanges {
      let key = try readRow(json, form, at: path, named: name, in: owner, isOwn: false)
      return key.map { PayloadRow.Link.Target(key: $0, path: path, isRow: true) }
    }
    if let value = json.storedValue(as: form.identity.type, options.format) {
      return PayloadRow.Link.Target(key: form.key(value, in: owner), path: path, isRow: false)
    }
    let message =
      "'\(form.entity.name).\(form.identity.name)' is \(json.refusal(as: form.identity.type))"
    try skip(SyncError(message: message, path: path))
    return nil
  }
}

extension ManagedRelationship {
  /// The relationship as a message names it.
  var title: String { "'\(owner).\(description.name)'" }
}
