import EntityJSON
import EntityModel

/// One line of a file, as far as it can be understood without the store.
enum ImportedLine {
  case object(ImportedRow)
  case list(ImportedList)
  case metadata(key: String, StoredValue)
  /// The last line, with how many objects there have been.
  case end(objects: Int)
}

/// What names an object in a file.
enum ImportedName {
  case id(Int64)

  /// Values of the key at an index among those of the entity that objects are named by.
  case key(Int, [StoredValue])
}

/// An object of a file.
struct ImportedRow {
  let line: Int
  let entity: EntityLayout

  /// The id that the file gives, or that has been found or reserved.
  var id: Int64?

  /// The version that the row had.
  let version: Int64?

  /// What the properties are given, by property index; `nil` for nothing.
  var values: [StoredValue?]

  /// The property indexes of values that are as they were stored, whatever the rules say.
  var asStored: Set<Int> = []

  /// What to-ones refer to by keys, by property index.
  var references: [(property: Int, key: Int, values: [StoredValue])] = []
}

/// The members that a file says an object has.
struct ImportedList {
  let line: Int

  /// The entity that declares the relationship, and its property index.
  let entity: EntityLayout
  let property: Int
  let target: EntityLayout
  let owner: ImportedName
  let members: [ImportedName]
}

/// Reads lines, with the model that they are about.
struct ImportedLineReader {
  let layout: StoreLayout

  /// What is done with properties that the model does not have.
  let unknownProperties: ImportRule

  /// What has been passed over in the line.
  private(set) var skipped: [ImportProblem] = []

  private var line = 0

  init(_ layout: StoreLayout, unknownProperties: ImportRule) {
    self.layout = layout
    self.unknownProperties = unknownProperties
  }

  /// What is wrong with a line.
  struct Failure: Error {
    let problem: ImportProblem
  }

  /// Returns what the line with that number says.
  mutating func read(_ bytes: [UInt8], line number: Int) throws(Failure) -> ImportedLine {
    line = number
    skipped = []
    let json = try self.json(bytes)
    let members = try self.members(of: json)
    guard let first = members.first else {
      throw failure(json, JSONPath(), "expected 'object', 'list', 'metadata' or 'end'")
    }
    switch first.name {
    case "object": return .object(try row(members, json))
    case "list": return .list(try list(members, json))
    case "metadata": return try metadata(members)
    case "end":
      guard members.count == 1, let count = first.value.int, count >= 0 else {
        throw failure(first.value, path("end"), "expected how many objects there are")
      }
      return .end(objects: count)
    default:
      throw failure(
        first.value, JSONPath([.name(first.name)]),
        "a line begins with 'object', 'list', 'metadata' or 'end'")
    }
  }

  /// Returns the JSON that `bytes` are.
  private func json(_ bytes: [UInt8]) throws(Failure) -> JSON {
    do throws(JSONReadingError) {
      return JSON(try JSONDocument(reading: bytes))
    } catch {
      throw Failure(
        problem: ImportProblem(
          line: line, column: error.column, path: error.path, error.message))
    }
  }

  /// Returns the members of `json`, an object, none of which may come twice.
  private func members(
    of json: JSON, at path: JSONPath = JSONPath()
  ) throws(Failure) -> [(name: String, value: JSON)] {
    guard let members = json.members else { throw failure(json, path, "expected an object") }
    var names: Set<String> = []
    for member in members where !names.insert(member.name).inserted {
      throw failure(member.value, path.member(member.name), "the member comes twice")
    }
    return members
  }

  private func failure(_ json: JSON, _ path: JSONPath, _ message: String) -> Failure {
    Failure(problem: problem(json, path, message))
  }

  private func problem(_ json: JSON, _ path: JSONPath, _ message: String) -> ImportProblem {
    // The text of a string begins behind its quote.
    let isString = json.kind == .string
    let start = Int(json.node.start) - (isString ? 1 : 0)
    return ImportProblem(line: line, column: start + 1, path: path, message)
  }

  private func path(_ name: String) -> JSONPath { JSONPath([.name(name)]) }

  // MARK: Objects

  private mutating func row(
    _ members: [(name: String, value: JSON)], _ json: JSON
  ) throws(Failure) -> ImportedRow {
    let name = members[0].value
    guard let entityName = name.string else {
      throw failure(name, path("object"), "expected the name of an entity")
    }
    guard let entity = layout.entity(entityName) else {
      throw failure(name, path("object"), "the model has no entity '\(entityName)'")
    }
    guard !entity.isAbstract else {
      throw failure(
        name, path("object"), "'\(entityName)' is abstract: objects are of entities that extend it")
    }
    var (id, version): (Int64?, Int64?) = (nil, nil)
    var given: JSON?
    for (name, value) in members.dropFirst() {
      switch name {
      case "id": id = try self.id(value, path("id"))
      case "version":
        guard let number = value.integer(as: Int64.self), number > 0, number < .max else {
          throw failure(value, path("version"), "expected a whole number above 0")
        }
        version = number
      case "values": given = value
      default: throw failure(value, path(name), "expected 'id', 'version' or 'values'")
      }
    }
    guard let given else { throw failure(json, JSONPath(), "the object has no 'values'") }
    var row = ImportedRow(
      line: line, entity: entity, id: id, version: version,
      values: Array(repeating: nil, count: entity.properties.count))
    for (name, value) in try self.members(of: given, at: path("values")) {
      try read(value, of: name, at: path("values").member(name), into: &row)
    }
    return row
  }

  /// Returns the id that `json` is.
  private func id(_ json: JSON, _ path: JSONPath) throws(Failure) -> Int64 {
    guard let id = json.integer(as: Int64.self), 1...TransferFormat.greatestID ~= id else {
      throw failure(json, path, "expected an id, a whole number above 0")
    }
    return id
  }

  /// Reads the value of the property called `name`.
  private mutating func read(
    _ json: JSON, of name: String, at path: JSONPath, into row: inout ImportedRow
  ) throws(Failure) {
    let entity = row.entity
    guard let index = entity.propertyIndex(name), let column = entity.columns[index] else {
      let message =
        entity.propertyIndex(name).map { Self.reason(entity.properties[$0], entity) }
        ?? "'\(entity.name)' has no property '\(name)'"
      guard unknownProperties == .skip else { throw failure(json, path, message) }
      skipped.append(problem(json, path, message))
      return
    }
    switch column.kind {
    case .value(let type):
      guard let reading = ExportedValue.read(json, as: type) else {
        throw failure(
          json, path, "'\(entity.name).\(name)' is \(ExportedValue.name(of: type))")
      }
      row.values[index] = reading.value
      if reading.isAsStored { row.asStored.insert(index) }
    case .reference:
      guard let relationship = entity.properties[index].relationship,
        let target = layout.entity(relationship.target)
      else { return }
      if json.isNull {
        row.values[index] = .null
        return
      }
      switch try self.name(json, target, path) {
      case .id(let id): row.values[index] = .integer(id)
      case .key(let key, let values): row.references.append((index, key, values))
      }
    }
  }

  /// Returns why a property has no value in a file.
  private static func reason(_ property: Property, _ entity: EntityLayout) -> String {
    switch property {
    case .relationship:
      "'\(entity.name).\(property.name)' is a to-many; its members are in a line of their own, "
        + "'list'"
    default: "'\(entity.name).\(property.name)' is computed, and not stored"
    }
  }

  // MARK: Names

  /// Returns the object of `entity` that `json` names.
  private func name(
    _ json: JSON, _ entity: EntityLayout, _ path: JSONPath
  ) throws(Failure) -> ImportedName {
    if json.kind == .number { return .id(try id(json, path)) }
    guard json.kind == .object else {
      throw failure(
        json, path,
        "expected the id of an object of '\(entity.name)', or an object with its unique attributes")
    }
    let members = try self.members(of: json, at: path)
    let names = members.map(\.name).sorted()
    for (position, key) in entity.namingKeys.enumerated()
    where key.index.columns.map(\.property).sorted() == names {
      var values: [StoredValue] = []
      for column in key.index.columns {
        guard case .value(let type) = column.kind,
          let member = members.first(where: { $0.name == column.property })
        else { continue }
        guard let reading = ExportedValue.read(member.value, as: type), !reading.value.isNull else {
          throw failure(
            member.value, path.member(member.name),
            "'\(entity.name).\(member.name)' is \(ExportedValue.name(of: type))")
        }
        values.append(reading.value)
      }
      return .key(position, values)
    }
    throw failure(
      json, path, "'\(entity.name)' has no unique key of these attributes")
  }

  // MARK: Lists

  private func list(
    _ members: [(name: String, value: JSON)], _ json: JSON
  ) throws(Failure) -> ImportedList {
    let name = members[0].value
    let parts = (name.string ?? "").split(separator: ".").map { String($0) }
    guard parts.count == 2, let entity = layout.entity(parts[0]),
      let index = entity.propertyIndex(parts[1]), let found = entity.relationships[index],
      found.relationship.isToMany, let target = layout.entity(found.relationship.target)
    else {
      throw failure(
        name, path("list"), "expected a to-many of the model, such as 'Author.books'")
    }
    var (owner, list): (ImportedName?, [ImportedName]?)
    for (name, value) in members.dropFirst() {
      switch name {
      case "of": owner = try self.name(value, entity, path("of"))
      case "members":
        guard let elements = value.elements else {
          throw failure(value, path("members"), "expected a list")
        }
        var names: [ImportedName] = []
        names.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
          names.append(try self.name(element, target, path("members").element(position)))
        }
        list = names
      default: throw failure(value, path(name), "expected 'of' or 'members'")
      }
    }
    guard let owner, let list else {
      throw failure(json, JSONPath(), "a list has 'of' and 'members'")
    }
    return ImportedList(
      line: line, entity: entity, property: index, target: target, owner: owner, members: list)
  }

  private func metadata(
    _ members: [(name: String, value: JSON)]
  ) throws(Failure) -> ImportedLine {
    guard let key = members[0].value.string else {
      throw failure(members[0].value, path("metadata"), "expected a key")
    }
    guard members.count == 2, members[1].name == "value",
      let value = ExportedValue.taggedValue(members[1].value)
    else {
      throw failure(
        members[0].value, path("value"), "expected how the value is stored, such as {\"$text\": …}")
    }
    return .metadata(key: key, value)
  }

  // MARK: The first line

  /// What the first line says.
  struct Header {
    /// How many objects there are, if it says so.
    var objects: Int?

    /// `true` if there is a last line.
    var hasEnd = false

    /// `true` if the file has only some of the objects that there were.
    var isPart = false
  }

  /// Returns what `bytes`, the first line, say of the file.
  mutating func header(_ bytes: [UInt8]) throws(Failure) -> Header {
    let wanted = "expected {\"entityGraph\": \"export\", \"format\": \(TransferFormat.version)}"
    line = 1
    let json = try self.json(bytes)
    guard json["entityGraph"]?.string == TransferFormat.mark else {
      throw failure(json, JSONPath(), "the file is no export: \(wanted)")
    }
    guard let format = json["format"]?.int, format >= 1 else {
      throw failure(
        json, JSONPath(), "the file does not say what format it has: \(wanted)")
    }
    guard format <= TransferFormat.version else {
      throw failure(
        json["format"] ?? json, path("format"),
        "the file has format \(format), and this program reads formats up to "
          + "\(TransferFormat.version); use a later version of EntityGraph")
    }
    return Header(
      objects: json["objects"]?.int, hasEnd: json["end"]?.bool == true,
      isPart: json["part"]?.bool == true)
  }
}
