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

  /// The members that are no properties, the first of each name that rows of an entity have.
  private(set) var unknownMembers: [(form: PayloadForm, name: String, row: SyncReport.Row)] = []

  private var notedMembers: [ObjectIdentifier: Set<String>] = [:]

  /// `true` if no row has been passed over, so that what no row is about is not meant.
  private(set) var isWhole = true

  /// `false` if no row refers to anything, so that none is inside of another one.
  private(set) var hasReferences = false

  /// `true` if rows say what later ones of the payload itself say too.
  private(set) var hasRepeats = false

  /// `true` if a row has what rules do not accept.
  private(set) var hasBroken = false

  /// The attributes that rows give values, and those that all give one.
  private(set) var given: PropertySet = []
  private(set) var alwaysGiven: PropertySet = []

  /// How many steps may lead to a row.
  private static let depthLimit = 64

  let unit: UnitOfWork
  let options: SyncOptions
  let forms: PayloadForms

  /// The positions of the rows by what they are about; none as long as `areAscending`.
  private var positions: [PayloadKey: Int] = [:]

  /// `true` as long as all rows are of one form and known by whole numbers, each of which is
  /// greater than the one before, so that no two are about the same object.
  // A table of the keys of many rows is larger than the cache.
  private var areAscending = true

  /// The number of the last row, as long as `areAscending`.
  private var lastNumber = Int64.min

  /// `true` until a row has been read.
  private var isFirst = true

  /// How many values the last row has: rows mostly have the same.
  private var valueCount = 0

  /// `true` if changes are read, which refer to objects by their identities alone.
  let readsChanges: Bool

  init(
    _ unit: UnitOfWork, _ options: SyncOptions, _ forms: PayloadForms, readsChanges: Bool = false
  ) {
    self.unit = unit
    self.options = options
    self.forms = forms
    self.readsChanges = readsChanges
  }

  /// Reads `json`, a list of rows of `entity` or one row.
  ///
  /// - Parameter indexes: Where the rows of the list are in the payload, if they are a part of it.
  mutating func read(_ json: JSON, of entity: ManagedEntity, at indexes: [Int]? = nil) throws {
    let form = try forms.form(of: entity)
    switch json.kind {
    case .array:
      let document = json.document
      let end = Int(json.node.next)
      rows.reserveCapacity(indexes?.count ?? json.count)
      var path = JSONPath([.index(0)])
      var (index, element) = (0, json.index + 1)
      while element < end {
        if index & 255 == 0 { try Task.checkCancellation() }
        path.steps[0] = .index(indexes?[index] ?? index)
        if try readRow(JSON(document, element), form, at: path) == nil { isWhole = false }
        index += 1
        element = Int(document.node(element).next)
      }
    case .object:
      // As where it arrives in pieces: what a path begins with is the position of a row.
      if try readRow(json, form, at: JSONPath([.index(0)])) == nil { isWhole = false }
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
  /// - Parameters:
  ///   - name: The name of the member that the row is, which is its identity if it has none.
  ///   - owner: What has the row as a member, of a row inside of another one.
  mutating func readRow(
    _ json: JSON, _ form: PayloadForm, at path: JSONPath, named name: String? = nil,
    in owner: PayloadKey.Owner? = nil, isOwn: Bool = true
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
      row.values.reserve(valueCount)
      var place = path
      try readMembers(json.document, json.index, form.names, form, at: &place, &row)
      if let name, row.values[form.identityIndex] == nil {
        row.values.set(form.identityIndex, try identity(named: name, form, at: path))
      }
      guard let identity = row.values[form.identityIndex], !identity.isNull else {
        throw Invalid(
          message: "the row has no '\(form.identityName)', by which its object is found",
          path: path)
      }
      valueCount = row.values.count
      let indexes = row.values.indexes
      if indexes != given || indexes != alwaysGiven {
        alwaysGiven = isFirst ? indexes : alwaysGiven.intersection(indexes)
        given.formUnion(indexes)
        isFirst = false
      }
      let references = row.references
      if !references.isEmpty { try checkLists(references) }
      let key = form.key(identity, in: owner)
      // The row comes before those inside of it, which may be about the same object.
      let read = PayloadRow(form: form, key: key, path: path, isOwn: isOwn, values: row.values)
      if !row.broken.isEmpty {
        hasBroken = true
        read.broken = row.broken
      }
      let known = try add(read)
      guard !references.isEmpty, let position = position(of: key) else { return key }
      hasReferences = true
      let links = try links(references, of: position)
      if isOwn || !known.isOwn {
        known.links.merge(links) { _, new in new }
      } else {
        known.links.merge(links) { own, _ in own }
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

  /// Returns the identity of a row of `form` that the name of a member is, which is always a text.
  private func identity(
    named name: String, _ form: PayloadForm, at path: JSONPath
  ) throws(Invalid) -> StoredValue {
    var format = options.format
    format.coerces = true
    let json = JSON(name)
    if let value = json.storedValue(as: form.identity.type, format) { return value }
    throw Invalid(
      message: "'\(form.entity.name).\(form.identity.name)' is "
        + json.refusal(as: form.identity.type), path: path)
  }

  /// Adds `row`, or what it says to that of an earlier one about the same object; returns which
  /// of them has the references of `row`.
  private mutating func add(_ row: PayloadRow) throws -> PayloadRow {
    if areAscending {
      if isNext(row) {
        rows.append(row)
        return row
      }
      areAscending = false
      positions.reserveCapacity(rows.capacity)
      for position in rows.indices { positions[rows[position].key] = position }
    }
    guard let position = positions[row.key].taking(rows.count) else {
      rows.append(row)
      return row
    }
    let known = rows[position]
    guard known.form === row.form else {
      throw Invalid(
        message: "the row at \(rows[position].path) has the same '\(row.form.identityName)' and is "
          + "of '\(rows[position].form.entity.name)'", path: row.path)
    }
    guard row.isOwn, known.isOwn else {
      known.merge(row)
      return known
    }
    let earlier = known.repeats.last?.path ?? known.path
    guard options.repeatedRows == .skip else {
      throw SyncError(
        message: "the row at \(earlier) has the same '\(row.form.identityName)'", path: row.path)
    }
    skipped.append(
      SyncReport.Row(
        path: row.path,
        outcome: .skipped(PayloadParts.whyItIsRepeated(row))))
    hasRepeats = true
    known.repeats.append(row)
    return row
  }

  /// `true` if `row` is of the form of the rows before it, and known by a number that is greater
  /// than theirs, which is noted.
  private mutating func isNext(_ row: PayloadRow) -> Bool {
    guard case .integer(let number) = row.key.value, row.key.owner == nil else { return false }
    if let last = rows.last, last.form !== row.form || number <= lastNumber { return false }
    lastNumber = number
    return true
  }

  /// Returns the position of the row about `key`; `nil` if there is none.
  private func position(of key: PayloadKey) -> Int? {
    areAscending ? rows.lastIndex { $0.key == key } : positions[key]
  }

  /// What a row has, before what is inside of it is read.
  struct RowContent {
    var values = PayloadValues()

    /// What the rules of attributes do not accept, by property index.
    var broken: [Int: SyncError] = [:]

    /// What is referred to as objects or identities, and as identities alone, by property index.
    var related: [Int: Reference] = [:]
    var identities: [Int: Reference] = [:]

    /// What a relationship refers to.
    struct Reference {
      let relationship: ManagedRelationship
      let json: JSON
      let path: JSONPath
    }

    /// Everything that is referred to, identities last.
    var references: [Reference] {
      if related.isEmpty, identities.isEmpty { return [] }
      return [related, identities].flatMap { $0.sorted { $0.key < $1.key }.map(\.value) }
    }
  }

  /// Reads the members of the object `index` of `document`, of which `names` are known.
  mutating func readMembers(
    _ document: JSONDocument, _ index: Int, _ names: PayloadNames, _ form: PayloadForm,
    at path: inout JSONPath, _ row: inout RowContent
  ) throws {
    let end = Int(document.node(index).next)
    let format = options.format
    var seen: PropertySet = []
    var others: Set<String> = []
    var number = 0
    var node = index + 1
    if row.values.count == 0 {
      let first = names.readFirst(document, from: node, to: end, into: &row.values)
      (node, number) = first
      if node >= end { return }
      for position in names.positions(ofFirst: number) { seen.insert(position) }
    }
    while node < end {
      let value = node + 1
      guard let position = names.position(of: node, at: number, in: document) else {
        let name = JSONDocument.text(of: document.node(node), in: document.bytes)
        guard others.insert(name).inserted else {
          throw Invalid(message: "the object has this member twice", path: path.member(name))
        }
        try refuseUnknown(name, form, at: path.member(name))
        node = Int(document.node(value).next)
        continue
      }
      number += 1
      node = Int(document.node(value).next)
      // Most members are values of attributes, and the path of one that is right is of no interest.
      let attribute = seen.contains(position) ? nil : names.attribute(at: position)
      if let attribute, attribute.takesAnyText, document.node(value).kind.isString {
        seen.insert(position)
        row.values.set(attribute.index, text: value, of: document)
        continue
      }
      let json = JSON(document, value)
      if let attribute, let stored = Self.plainValue(json, attribute, format) {
        seen.insert(position)
        row.values.set(attribute.index, stored)
        if let rules = attribute.rules {
          let name = names.entries[position].name
          check(stored, rules, form, at: path.member(name), &row)
        }
        continue
      }
      let entry = names.entries[position]
      path.append(.name(entry.name))
      guard !seen.contains(position) else {
        throw Invalid(message: "the object has this member twice", path: path)
      }
      seen.insert(position)
      try read(json, entry.names, form, at: &path, &row)
      path.steps.removeLast()
    }
  }

  /// Refuses the member at `path`, which is none for the reason `message`, if such are to be
  /// refused; the first one of an entity with the `name` is reported otherwise.
  mutating func refuse(
    _ message: String, named name: String, _ form: PayloadForm, at path: JSONPath
  ) throws {
    guard options.unknownMembers == .skip else { throw SyncError(message: message, path: path) }
    guard !form.unknownNames.contains(name),
      notedMembers[ObjectIdentifier(form), default: []].insert(name).inserted
    else { return }
    let row = SyncReport.Row(path: path, outcome: .skipped(message))
    unknownMembers.append((form, name, row))
  }

  /// Reads `json`, a member that is `names`.
  private mutating func read(
    _ json: JSON, _ names: PayloadNames, _ form: PayloadForm, at path: inout JSONPath,
    _ row: inout RowContent
  ) throws {
    if !names.entries.isEmpty {
      if json.kind == .object {
        try readMembers(json.document, json.index, names, form, at: &path, &row)
      } else if json.isNull {
        // An object that is not there has none of its members.
        for entry in names.entries {
          path.append(.name(entry.name))
          try read(json, entry.names, form, at: &path, &row)
          path.steps.removeLast()
        }
      }
    }
    switch names.use {
    case .attribute(let attribute):
      let value = try value(json, attribute, form, at: path)
      row.values.set(attribute.index, value)
      if let rules = attribute.rules { check(value, rules, form, at: path, &row) }
    case .related(let relationship):
      row.related[relationship.index] = RowContent.Reference(
        relationship: relationship, json: json, path: path)
    case .identities(let relationship):
      row.identities[relationship.index] = RowContent.Reference(
        relationship: relationship, json: json, path: path)
    case nil where json.kind != .object && !json.isNull:
      throw Invalid(
        message: "the member is an object, and this is \(json.kind.article)", path: path)
    case .notListed(let name): try refuseUnlisted(name, named: "\(name) ", form, at: path)
    case .ignored, nil: break
    }
  }

  /// Refuses the member at `path`, which is no property, as `refuse` does.
  mutating func refuseUnknown(
    _ name: String, _ form: PayloadForm, at path: JSONPath
  ) throws {
    try refuse(
      "'\(form.entity.name)' has no property for this member", named: name, form, at: path)
  }

  /// Refuses the member at `path`, which is `property` and may not be there, as `refuse` does.
  mutating func refuseUnlisted(
    _ property: String, named name: String, _ form: PayloadForm, at path: JSONPath
  ) throws {
    try refuse(
      "'\(form.entity.name).\(property)' is none of the members that the payload may have",
      named: name, form, at: path)
  }

  /// Notes that `value`, which is at `path`, breaks one of `rules`, if it does.
  private func check(
    _ value: StoredValue, _ rules: AttributeRules, _ form: PayloadForm,
    at path: @autoclosure () -> JSONPath, _ row: inout RowContent
  ) {
    guard let rule = rules.broken(by: value).first else { return }
    row.broken[rules.index] = SyncError(
      message: "\(form.entity.layout.text(of: rules.index)) \(rule.text(for: rules.type))",
      path: path())
  }

  /// Returns `json`, in `format`, as `attribute` stores it; `nil` for null and what `attribute`
  /// cannot have.
  // A method of a reader that is changing would copy the reader for each value.
  private static func plainValue(
    _ json: JSON, _ attribute: PayloadAttribute, _ format: JSONFormat
  ) -> StoredValue? {
    guard let value = json.storedValue(as: attribute.type, format),
      attribute.decoding?.accepts(value) ?? true
    else { return nil }
    return value
  }

  /// Returns `json` as `attribute` stores it.
  private func value(
    _ json: JSON, _ attribute: PayloadAttribute, _ form: PayloadForm, at path: JSONPath
  ) throws -> StoredValue {
    if json.isNull { return form.nullValue(of: attribute, unit) }
    if let value = Self.plainValue(json, attribute, options.format) { return value }
    let name = attribute.description.name
    guard json.storedValue(as: attribute.type, options.format) != nil,
      let decoding = attribute.decoding
    else {
      throw Invalid(
        message: "'\(form.entity.name).\(name)' is \(json.refusal(as: attribute.type))", path: path)
    }
    if let inside = decoding.mismatch(inside: json) {
      throw Invalid(
        message: "'\(form.entity.name).\(name)\(inside.title)' \(inside.text(decoding.title))",
        path: JSONPath(path.steps + inside.path.steps))
    }
    throw Invalid(
      message: "'\(form.entity.name).\(name)' is \(decoding.title) and this is "
        + "\(json.kind.article) that is none", path: path)
  }
}

extension Int? {
  /// Returns the number that there is; where there is none, takes `number` and returns `nil`.
  // A value of a dictionary is looked for once by this.
  fileprivate mutating func taking(_ number: Int) -> Int? {
    if let known = self { return known }
    self = number
    return nil
  }
}
