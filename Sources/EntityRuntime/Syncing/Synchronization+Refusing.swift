import EntityJSON
import EntityModel
import EntityStore

/// What is wrong with rows and references once their objects have been found.
extension Synchronization {
  /// Refuses rows and references whose identity an object of another class has.
  func refuseOtherClasses(_ rows: [PayloadRow]) throws {
    func check(
      _ found: ManagedEntity?, _ form: PayloadForm, at path: JSONPath
    ) throws {
      guard let found, found !== form.entity, !found.extends(form.entity) else { return }
      throw SyncError(
        message: "the '\(form.identityName)' is that of an object of '\(found.name)', which is no "
          + "'\(form.entity.name)'", path: path)
    }
    for (position, object) in rowObjects.enumerated() {
      guard let object else { continue }
      try check(object.__entity, rows[position].form, at: rows[position].path)
    }
    guard hasReferences, rows.contains(where: { !$0.links.isEmpty }) else { return }
    var forms: [PayloadKey: PayloadForm] = [:]
    for row in rows { forms[row.key] = row.form }
    for link in rows.lazy.flatMap(\.links.values) {
      for (key, path) in link.targets {
        try check(objects[key]?.__entity ?? forms[key]?.entity, link.form, at: path)
      }
    }
  }

  /// Refuses rows and references of which nothing says which object they are about, or has such
  /// rows passed over.
  mutating func refuseUnclear(_ rows: [PayloadRow]) throws {
    guard !unclear.isEmpty else { return }
    for row in rows {
      if unclear.contains(row.key) {
        isWhole = false
        guard options.invalidRows == .skip else {
          throw SyncError(message: whyItIsUnclear(row.form), path: row.path)
        }
      }
      for link in row.links.values {
        for (key, path) in link.targets
        where unclear.contains(key) && options.invalidRows == .refuse {
          throw SyncError(message: whyItIsUnclear(link.form), path: path)
        }
      }
    }
  }

  /// What is to be done where several objects have the identity of a row of `form`.
  func whyItIsUnclear(_ form: PayloadForm) -> String {
    let entity = form.entity
    let owners = entity.toOneIndexes.lazy.compactMap { index -> String? in
      guard let relationship = entity.relationships[index],
        let inverse = unit.entities[relationship.target].relationships[relationship.inverseIndex],
        inverse.isToMany, !inverse.isHidden
      else { return nil }
      let (members, owner) = (inverse.description.name, relationship.description.name)
      return "'context.sync(\\.\(members), of: \(owner), …)'"
    }
    let within = owners.first.map { "synchronize the members of one object, \($0), or " } ?? ""
    return "several objects of '\(entity.name)' have this '\(form.identityName)', which is not "
      + "unique; \(within)mark the attribute '.unique'"
  }

  /// Adds the members to the report that are no properties and that `reader` has passed over.
  mutating func reportUnknownMembers(_ reader: PayloadReader) {
    for (form, name, row) in reader.unknownMembers where form.unknownNames.insert(name).inserted {
      report.add(row)
    }
  }
}
