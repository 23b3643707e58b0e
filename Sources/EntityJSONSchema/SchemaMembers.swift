import EntityJSON

/// The members of an object, some of which are objects of further members.
struct SchemaMembers {
  private indirect enum Content {
    case value(JSON, isRequired: Bool)
    case object(SchemaMembers)
  }

  private var members: [(name: String, content: Content)] = []

  /// `true` if the objects that have the members of paths are always there.
  private let requiresObjects: Bool

  init(requiresObjects: Bool = true) { self.requiresObjects = requiresObjects }

  /// Adds the member that `path` leads to; of two that are the same the first one counts.
  mutating func add(_ path: some Collection<String>, _ schema: JSON, isRequired: Bool) {
    guard let name = path.first else { return }
    let position = members.firstIndex { $0.name == name }
    if path.count == 1 {
      if position == nil { members.append((name, .value(schema, isRequired: isRequired))) }
      return
    }
    var inner = SchemaMembers(requiresObjects: requiresObjects)
    if let position {
      guard case .object(let object) = members[position].content else { return }
      inner = object
    }
    inner.add(path.dropFirst(), schema, isRequired: isRequired)
    if let position {
      members[position].content = .object(inner)
    } else {
      members.append((name, .object(inner)))
    }
  }

  /// The schema of the object.
  var schema: [(name: String, value: JSON)] {
    var properties: [(String, JSON)] = []
    var required: [JSON] = []
    for (name, content) in members {
      switch content {
      case .value(let schema, let isRequired):
        properties.append((name, schema))
        if isRequired { required.append(JSON(name)) }
      case .object(let inner):
        properties.append((name, JSON(members: inner.schema.map { ($0.name, $0.value) })))
        if requiresObjects { required.append(JSON(name)) }
      }
    }
    var schema: [(name: String, value: JSON)] = [("type", "object")]
    if !properties.isEmpty { schema.append(("properties", JSON(members: properties))) }
    if !required.isEmpty { schema.append(("required", JSON(required))) }
    return schema
  }
}
