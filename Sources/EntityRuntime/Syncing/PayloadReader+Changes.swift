import EntityJSON
import EntityModel
import EntityStore

/// Reads changes of single objects.
extension PayloadReader {
  /// Reads `json`, a list of changes or an object that has one.
  ///
  /// - Parameter allowed: The names of the entities whose objects may be changed; `nil` for all.
  mutating func readChanges(_ json: JSON, of allowed: Set<String>?) throws {
    var known = KnownChanges()
    for (json, path) in try PendingChanges.list(in: json) {
      try Task.checkCancellation()
      do {
        let row = try readChange(json, of: allowed, at: path)
        guard known.insert(row) else {
          throw SyncError(message: "another change is about the same object", path: path)
        }
        rows.append(row)
      } catch let invalid as Invalid {
        try skip(SyncError(message: invalid.message, path: invalid.path))
      } catch let error as SyncError {
        try skip(error)
      }
    }
  }

  mutating func skip(_ error: SyncError) throws {
    guard options.invalidRows == .skip else { throw error }
    skipped.append(SyncReport.Row(path: error.path, outcome: .skipped(error.message)))
  }

  private mutating func readChange(
    _ json: JSON, of allowed: Set<String>?, at path: JSONPath
  ) throws -> PayloadRow {
    let change = try PendingChange(json, at: path)
    guard let entity = unit.entity(named: change.entity) else {
      throw SyncError(message: "the model has no such entity", path: path.member("entity"))
    }
    guard allowed?.contains(entity.name) ?? true, forms.isListed(entity) else {
      throw SyncError(
        message: "'\(entity.name)' is none of the entities whose objects may be changed",
        path: path.member("entity"))
    }
    if change.kind == .inserted, entity.layout.isAbstract {
      throw SyncError(
        message: "'\(entity.name)' is abstract, so that no object can be made of the change",
        path: path.member("entity"))
    }
    let form = try forms.form(of: entity)
    for (name, _) in json.members ?? [] where !PendingChange.memberNames.contains(name) {
      try refuse(
        "a change has no such member", named: "change.\(name)", form, at: path.member(name))
    }
    guard let identity = change.identity.storedValue(as: form.identity.type, options.format) else {
      throw SyncError(
        message: "'\(entity.name).\(form.identity.name)' is "
          + change.identity.refusal(as: form.identity.type), path: path.member("identity"))
    }
    let row = PayloadRow(
      form: form, key: form.key(identity, in: nil), path: path, isOwn: true,
      values: PayloadValues(), change: change.kind)
    if change.kind == .deleted { return row }
    var content = RowContent()
    var place = path.member("values")
    try readMembers(
      change.values.document, change.values.index, form.names, form, at: &place, &content)
    let references = content.references
    try checkLists(references)
    row.links = try links(references, of: nil)
    row.values = content.values
    row.broken = content.broken
    if let value = row.values[form.identityIndex], value.isNull {
      throw SyncError(
        message: "'\(entity.name).\(form.identity.name)' is what others know the object by, and "
          + "this is null", path: path.member("values"))
    }
    if change.kind == .inserted, row.values[form.identityIndex] == nil {
      row.values.set(form.identityIndex, identity)
    }
    row.linked = try links(change.linked, form, at: path.member("linked"))
    row.unlinked = try links(change.unlinked, form, at: path.member("unlinked"))
    row.orders = try links(change.orders, form, at: path.member("orders"), areOrdered: true)
    return row
  }

  /// Returns what the to-manys in `lists` are linked to, by property index.
  private mutating func links(
    _ lists: [String: [JSON]], _ form: PayloadForm, at path: JSONPath, areOrdered: Bool = false
  ) throws -> [Int: PayloadRow.Link] {
    var links: [Int: PayloadRow.Link] = [:]
    let entity = form.entity
    for (name, elements) in lists.sorted(by: { $0.key < $1.key }) {
      let place = path.member(name)
      let index = form.layout.members.first { $0.path.joined(separator: ".") == name }?.index
      let noted = "\(path.lastName).\(name)"
      guard let index else {
        try refuseUnknown(noted, form, at: place)
        continue
      }
      guard form.isListed(index) else {
        try refuseUnlisted(form.layout.name(of: index) ?? name, named: noted, form, at: place)
        continue
      }
      guard let relationship = entity.relationships[index], relationship.isToMany,
        relationship.isOrdered || !areOrdered
      else {
        let wanted = areOrdered ? "ordered to-many" : "to-many"
        throw SyncError(
          message: "'\(entity.name)' has no \(wanted) for this member", path: place)
      }
      links[index] = try link(JSON(elements), relationship, of: nil, at: place)
    }
    return links
  }
}

extension JSONPath {
  /// The name that the path ends with; empty if it ends with a position.
  fileprivate var lastName: String {
    if case .name(let name)? = steps.last { name } else { "" }
  }
}

/// Which objects the changes are about that have been read.
private struct KnownChanges {
  private var existing: Set<PayloadKey> = []
  private var former: Set<PayloadKey> = []

  /// Notes the objects that `row` is about; `false` if another change is.
  mutating func insert(_ row: PayloadRow) -> Bool {
    switch row.change {
    case .deleted: former.insert(row.key).inserted
    case .updated:
      former.insert(row.key).inserted && existing.insert(row.newKey ?? row.key).inserted
    default: existing.insert(row.key).inserted
    }
  }
}
