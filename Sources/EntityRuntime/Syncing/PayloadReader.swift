import EntityJSON
import EntityModel
import EntityStore

/// Reads a payload: rows of one entity, and those that are inside of them.
///
/// It changes nothing, so that a payload can be refused as a whole.
struct PayloadReader {
  /// The rows, each object once, in the order in which they come first.
  var rows: [PayloadRow] = []

  /// What has been passed over.
  var skipped: [SyncReport.Row] = []

  /// `true` if no row has been passed over, so that what no row is about is not meant.
  private(set) var isWhole = true

  /// `true` if changes are read, which refer to objects by their identities alone.
  let readsChanges: Bool

  /// How many steps may lead to a row.
  private static let depthLimit = 64

  let unit: UnitOfWork
  let options: SyncOptions
  private var positions: [PayloadKey: Int] = [:]
  private var forms: [String: PayloadForm] = [:]

  init(_ unit: UnitOfWork, _ options: SyncOptions, readsChanges: Bool = false) {
    self.readsChanges = readsChanges
    self.unit = unit
    self.options = options
  }

  /// Returns what rows of `entity` have.
  mutating func form(of entity: ManagedEntity) throws -> PayloadForm {
    if let form = forms[entity.name] { return form }
    let form = try PayloadForm(entity, options.format)
    forms[entity.name] = form
    return form
  }

  /// Reads `json`, a list of rows of `entity` or one row.
  mutating func read(_ json: JSON, of entity: ManagedEntity) throws {
    let form = try form(of: entity)
    switch json.kind {
    case .array:
      for (index, element) in (json.elements ?? []).enumerated() {
        try Task.checkCancellation()
        if try readRow(element, form, at: JSONPath([.index(index)])) == nil { isWhole = false }
      }
    case .object:
      if try readRow(json, form, at: JSONPath()) == nil { isWhole = false }
    default:
      throw SyncError(
        message: "a payload is a list of objects or one object, and this is \(json.kind.article)",
        path: JSONPath())
    }
  }

  // MARK: Rows

  /// Why a row cannot be read.
  struct Invalid: Error {
    let message: String
    let path: JSONPath
  }

  /// Reads a row and returns which object it is about; `nil` if it has been passed over.
  ///
  /// - Parameter owner: What has the row as a member, of a row inside of another one.
  private mutating func readRow(
    _ json: JSON, _ form: PayloadForm, at path: JSONPath, in owner: PayloadKey.Owner? = nil,
    isOwn: Bool = true
  ) throws -> PayloadKey? {
    guard path.steps.count <= Self.depthLimit else {
      throw SyncError(
        message: "rows are inside of one another at most \(Self.depthLimit) steps deep", path: path)
    }
    do {
      guard json.kind == .object else {
        throw Invalid(message: "a row is an object, and this is \(json.kind.article)", path: path)
      }
      var row = RowContent()
      try readMembers(json, form.names, form, at: path, &row)
      guard let identity = row.values[form.identityIndex], !identity.isNull else {
        throw Invalid(
          message: "the row has no '\(form.identityName)', by which its object is found",
          path: path)
      }
      try checkLists(row, form.entity)
      let key = form.key(identity, in: owner)
      // The row comes before those inside of it, which may be about the same object.
      try add(
        PayloadRow(form: form, key: key, path: path, isOwn: isOwn, values: row.values, links: [:]))
      guard let position = positions[key] else { return key }
      let links = try links(row, form.entity, of: position)
      if isOwn || !rows[position].isOwn {
        rows[position].links.merge(links) { _, new in new }
      } else {
        rows[position].links.merge(links) { own, _ in own }
      }
      return key
    } catch let invalid as Invalid {
      guard options.invalidRows == .skip else {
        throw SyncError(message: invalid.message, path: invalid.path)
      }
      skipped.append(SyncReport.Row(path: path, outcome: .skipped(invalid.message)))
      return nil
    }
  }

  /// Adds `row`, or what it says to that of an earlier one about the same object.
  private mutating func add(_ row: PayloadRow) throws {
    guard let position = positions[row.key] else {
      positions[row.key] = rows.count
      rows.append(row)
      return
    }
    guard rows[position].form === row.form else {
      throw SyncError(
        message: "the row at \(rows[position].path) has the same '\(row.form.identityName)' and is "
          + "of '\(rows[position].form.entity.name)'", path: row.path)
    }
    if row.isOwn, rows[position].isOwn {
      guard options.repeatedRows == .skip else {
        throw SyncError(
          message: "the row at \(rows[position].path) has the same '\(row.form.identityName)'",
          path: row.path)
      }
      skipped.append(
        SyncReport.Row(
          path: rows[position].path,
          outcome: .skipped("a later row, \(row.path), has the same '\(row.form.identityName)'")))
    }
    rows[position].merge(row)
  }

  /// What a row has, before what is inside of it is read.
  struct RowContent {
    var values: [Int: StoredValue] = [:]
    var related: [Int: Reference] = [:]
    var identities: [Int: Reference] = [:]

    /// What a relationship, by its property index, refers to.
    struct Reference {
      let index: Int
      let json: JSON
      let path: JSONPath
    }

    /// Everything that is referred to, identities last.
    var references: [Reference] {
      [related, identities].flatMap { $0.values.sorted { $0.index < $1.index } }
    }
  }

  /// Reads the members of `json`, of which `names` are known.
  func readMembers(
    _ json: JSON, _ names: PayloadForm.Names, _ form: PayloadForm, at path: JSONPath,
    _ row: inout RowContent
  ) throws {
    var seen: Set<String> = []
    for (name, value) in json.members ?? [] {
      let place = path.member(name)
      guard seen.insert(name).inserted else {
        throw Invalid(message: "the object has this member twice", path: place)
      }
      guard let found = names.inner[name] else {
        guard options.unknownMembers == .skip else {
          throw SyncError(
            message: "'\(form.entity.name)' has no property for this member", path: place)
        }
        continue
      }
      if found.use == nil || !found.inner.isEmpty, value.kind == .object {
        try readMembers(value, found, form, at: place, &row)
        if found.use == nil { continue }
      }
      if found.use == nil, !value.isNull {
        throw Invalid(
          message: "the member is an object, and this is \(value.kind.article)", path: place)
      }
      switch found.use {
      case .attribute(let index, let attribute):
        row.values[index] = try self.value(value, attribute, index, form, at: place)
      case .related(let relationship):
        let index = relationship.index
        row.related[index] = RowContent.Reference(index: index, json: value, path: place)
      case .identities(let relationship):
        let index = relationship.index
        row.identities[index] = RowContent.Reference(index: index, json: value, path: place)
      case .ignored, nil: break
      }
    }
  }

  /// Returns `json` as `attribute` stores it.
  private func value(
    _ json: JSON, _ attribute: Attribute, _ index: Int, _ form: PayloadForm, at path: JSONPath
  ) throws -> StoredValue {
    if json.isNull {
      if index == form.identityIndex { return .null }
      // What cannot be nil is what it was before it was given a value.
      return attribute.isOptional ? .null : unit.blank(form.entity).storedValue(at: index)
    }
    guard let value = json.storedValue(as: attribute.type, options.format) else {
      throw Invalid(
        message: "'\(form.entity.name).\(attribute.name)' is \(attribute.type.wanted) and this is "
          + json.kind.article, path: path)
    }
    return value
  }

  // MARK: Relationships

  /// Refuses what is no list where `row`, one of `entity`, has a to-many.
  func checkLists(_ row: RowContent, _ entity: ManagedEntity) throws {
    for reference in row.references {
      guard let relationship = entity.relationships[reference.index], relationship.isToMany,
        reference.json.kind != .array, !reference.json.isNull
      else { continue }
      throw Invalid(
        message: "\(relationship.title) is a list, and this is \(reference.json.kind.article)",
        path: reference.path)
    }
  }

  /// Returns what the relationships of `row`, one of `entity` at `position`, refer to; identities
  /// go before objects, which are read all the same.
  mutating func links(
    _ row: RowContent, _ entity: ManagedEntity, of position: Int?
  ) throws -> [Int: PayloadRow.Link] {
    var links: [Int: PayloadRow.Link] = [:]
    for reference in row.references {
      guard let relationship = entity.relationships[reference.index] else { continue }
      links[reference.index] = try link(
        reference.json, relationship, of: position, at: reference.path)
    }
    return links
  }

  /// Returns what `relationship` of the row at `position` refers to by `json`: objects or
  /// identities.
  mutating func link(
    _ json: JSON, _ relationship: ManagedRelationship, of position: Int?, at path: JSONPath
  ) throws -> PayloadRow.Link {
    let form = try form(of: unit.entities[relationship.target])
    var link = PayloadRow.Link(form: form, targets: [], isWhole: true)
    if json.isNull { return link }
    guard relationship.isToMany else {
      if let key = try target(json, form, in: nil, at: path) { link.targets = [(key, path)] }
      link.isWhole = !link.targets.isEmpty
      return link
    }
    let owner = position.map { PayloadKey.Owner(row: $0, relationship: relationship.index) }
    let elements = json.elements ?? []
    var seen: Set<PayloadKey> = []
    for (index, element) in elements.enumerated() {
      let place = path.element(index)
      guard let key = try target(element, form, in: owner, at: place) else {
        link.isWhole = false
        continue
      }
      if seen.insert(key).inserted { link.targets.append((key, place)) }
    }
    return link
  }

  /// Returns which object `json`, one of `form` or its identity, is about; `nil` if it has been
  /// passed over.
  private mutating func target(
    _ json: JSON, _ form: PayloadForm, in owner: PayloadKey.Owner?, at path: JSONPath
  ) throws -> PayloadKey? {
    if json.kind == .object, !readsChanges {
      return try readRow(json, form, at: path, in: owner, isOwn: false)
    }
    if let value = json.storedValue(as: form.identity.type, options.format) {
      return form.key(value, in: owner)
    }
    let message =
      "'\(form.entity.name).\(form.identity.name)' is \(form.identity.type.wanted) and this is "
      + json.kind.article
    guard options.invalidRows == .skip else { throw SyncError(message: message, path: path) }
    skipped.append(SyncReport.Row(path: path, outcome: .skipped(message)))
    return nil
  }
}

extension ManagedRelationship {
  /// The relationship as a message names it.
  var title: String { "'\(owner).\(description.name)'" }
}

extension JSON.Kind {
  /// What a value is, with an article.
  var article: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
