import EntityJSON
import EntityModel
import EntityStore

/// What is wrong with rows and references once their objects have been found.
extension Synchronization {
  /// Refuses rows and references whose identity an object of another class has.
  mutating func refuseOtherClasses(_ rows: [PayloadRow]) throws {
    func problem(
      _ found: ManagedEntity?, _ form: PayloadForm, at path: JSONPath
    ) -> SyncError? {
      guard let found, found !== form.entity, !found.extends(form.entity) else { return nil }
      return SyncError(
        message: "the '\(form.identityName)' is that of an object of '\(found.name)', which is no "
          + "'\(form.entity.name)'", path: path)
    }
    if objects.isEmpty, !hasReferences { return }
    for (position, row) in rows.enumerated() {
      guard let object = rowObjects[position] ?? (row.change == .deleted ? objects[row.key] : nil),
        let problem = problem(object.__entity, row.form, at: row.path)
      else { continue }
      try refuse(row, at: position, problem)
    }
    guard hasReferences, rows.contains(where: \.mayRefer) else { return }
    var forms: [PayloadKey: PayloadForm] = [:]
    for row in rows where !row.isLeftOut { forms[row.key] = row.form }
    var passedOver: [SyncReport.Row] = []
    for row in rows where row.mayRefer {
      for row in [row] + row.repeats {
        try row.removeTargets { target, form in
          let found = objects[target.key]?.__entity ?? forms[target.key]?.entity
          guard let problem = problem(found, form, at: target.path) else { return false }
          guard options.invalidRows == .skip else { throw problem }
          // A row is in the report itself.
          if !target.isRow {
            passedOver.append(
              SyncReport.Row(path: target.path, outcome: .skipped(problem.message)))
          }
          return true
        }
      }
    }
    self.passedOver += passedOver
  }

  /// Refuses rows that are known within the object that has them as members and say that another
  /// one has: the next payload would not find what has been made of them.
  mutating func refuseOtherOwners(_ rows: [PayloadRow]) throws {
    for (position, row) in rows.enumerated() where !row.isLeftOut && row.change == nil {
      let index: Int?
      let isOwner: (PayloadRow.Link.Target) -> Bool
      if let owner = row.key.owner {
        let holder = rows[owner.row]
        index = holder.form.entity.relationships[owner.relationship]?.inverseIndex
        isOwner = { $0.key == holder.key }
      } else if let parent, row.isOwn, !row.form.identity.holdsEachValueOnce {
        index = parent.relationship.inverseIndex
        isOwner = { [objects] in objects[$0.key] === parent.owner }
      } else {
        continue
      }
      guard let index, row.form.entity.relationships[index]?.isToMany == false,
        let link = row.links[index], !link.targets.contains(where: isOwner)
      else { continue }
      let problem = SyncError(
        message: "the row is one of the members of another object than this one, within which its "
          + "'\(row.form.identityName)' is known", path: row.path(of: index))
      try refuse(row, at: position, problem)
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
      guard options.invalidRows == .refuse else { continue }
      for link in row.allLinks {
        for target in link.targets where unclear.contains(target.key) {
          throw SyncError(message: whyItIsUnclear(link.form), path: target.path)
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
