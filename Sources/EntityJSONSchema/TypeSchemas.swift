import EntityExpansion
import EntityJSON
import EntityModel
import ModelGeneration
import SwiftReader

/// The schemas of types as sources write them, with a definition for each enumeration, each
/// composition and each storage.
struct TypeSchemas {
  /// Where a value is.
  enum Form {
    /// It is an attribute of its own, in the form in which it is stored.
    case attribute

    /// It is within the JSON of an attribute, as `Codable` makes it.
    case coded

    /// It is a property of a storage, or within a list or a dictionary that is one.
    case stored
  }

  private let types: TypeTable
  private let options: ModelSchema.Options

  /// The definitions by name.
  private(set) var definitions: [String: JSON] = [:]

  /// The raw values of the cases of enumerations that have a definition, by the reference to it.
  private var rawValues: [String: [(name: String, value: JSON)]] = [:]

  private var names: [DeclaredType.Place: String] = [:]
  private var takenNames: Set<String>

  /// Creates schemas whose definitions have none of the names `takenNames`.
  init(_ types: TypeTable, _ options: ModelSchema.Options, takenNames: Set<String>) {
    self.types = types
    self.options = options
    self.takenNames = takenNames
  }

  /// Returns the schema of values of `type`, written where `user` stands.
  mutating func schema(
    of type: TypeSyntax, for user: DeclaredType, _ form: Form = .attribute
  ) -> ValueSchema {
    schema(of: type, for: user, form, depth: 0)
  }

  /// Returns the raw value of the case that `value` names, one of an enumeration of `schema`.
  func rawValue(_ value: Expression, of schema: ValueSchema) -> JSON? {
    guard case .reference(let reference) = schema.content,
      case .member(_, let name) = value.form
    else { return nil }
    return rawValues[reference]?.first { $0.name == name }?.value
  }

  /// Returns the schema of what is stored as `type`.
  func schema(of type: StorageType, _ form: Form = .attribute) -> ValueSchema {
    switch form {
    case .attribute: ValueSchema(type, datesAreNumbers: options.datesAreNumbers)
    // Codable's own form of a date is a number.
    case .coded: ValueSchema(type, datesAreNumbers: true)
    case .stored: ValueSchema(type, datesAreNumbers: false)
    }
  }

  private mutating func schema(
    of type: TypeSyntax, for user: DeclaredType, _ form: Form, depth: Int
  ) -> ValueSchema {
    // Types that are made of themselves are the compiler's matter.
    guard depth < 32 else { return ValueSchema(.any) }
    let written = type.form
    if let wrapped = written.wrapped {
      var schema = schema(of: wrapped, for: user, form, depth: depth + 1)
      schema.isNullable = true
      return schema
    }
    switch written {
    case .array(let element):
      return list(of: element, for: user, form, depth: depth)
    case .dictionary(let key, let value):
      return dictionary(key, value, for: user, form, depth: depth)
    case .identifier(let identifier):
      guard let found = types.type(named: type.spelling, for: user) else {
        return standard(identifier, for: user, form, depth: depth)
      }
      switch found.syntax {
      case .alias(let alias):
        guard let type = alias.type else { return ValueSchema(.any) }
        return schema(of: type, for: found, form, depth: depth + 1)
      case .type(let declaration):
        return declared(declaration, found, form)
          ?? types.storageType(of: type, for: user).map { schema(of: $0, form) }
          ?? ValueSchema(.any)
      }
    default: return ValueSchema(.any)
    }
  }

  // MARK: Types of the toolchain

  private mutating func standard(
    _ identifier: TypeSyntax.Identifier, for user: DeclaredType, _ form: Form, depth: Int
  ) -> ValueSchema {
    let arguments = identifier.genericArguments
    switch (identifier.name, arguments.count) {
    case ("Array", 1): return list(of: arguments[0], for: user, form, depth: depth)
    case ("Set", 1):
      var set = list(of: arguments[0], for: user, form, depth: depth)
      set["uniqueItems"] = true
      return set
    case ("Dictionary", 2):
      return dictionary(arguments[0], arguments[1], for: user, form, depth: depth)
    case ("Range", 1), ("ClosedRange", 1):
      let bound = schema(of: arguments[0], for: user, .coded, depth: depth + 1)
      return ValueSchema(.type("array"), ["items": bound.json, "minItems": 2, "maxItems": 2])
    // Codable makes something else of it than what it is stored as.
    case ("Duration", 0) where form == .coded: return ValueSchema(.any)
    default:
      return StorageType(ofStandard: identifier).map { schema(of: $0, form) } ?? ValueSchema(.any)
    }
  }

  private mutating func list(
    of element: TypeSyntax, for user: DeclaredType, _ form: Form, depth: Int
  ) -> ValueSchema {
    let element = schema(
      of: element, for: user, form == .stored ? .stored : .coded, depth: depth + 1)
    return ValueSchema(.type("array"), ["items": element.json])
  }

  private mutating func dictionary(
    _ key: TypeSyntax, _ value: TypeSyntax, for user: DeclaredType, _ form: Form, depth: Int
  ) -> ValueSchema {
    // Codable makes a list of keys and values of one with other keys.
    guard ["String", "Int"].contains(key.spelling) else { return ValueSchema(.any) }
    let isStored = form == .stored && key.spelling == "String"
    let value = schema(of: value, for: user, isStored ? .stored : .coded, depth: depth + 1)
    return ValueSchema(.type("object"), ["additionalProperties": value.json])
  }

  // MARK: Types of the sources

  /// Returns the schema of an enumeration, a composition or a storage; nil for other types.
  private mutating func declared(
    _ declaration: TypeDeclaration, _ type: DeclaredType, _ form: Form
  ) -> ValueSchema? {
    if StorageDeclaration.isAnnotated(declaration) {
      return defined(type) { schemas, _ in schemas.storage(declaration, type) }
    }
    if CompositionDeclaration.isAnnotated(declaration) {
      return defined(type) { schemas, _ in schemas.composition(declaration, type) }
    }
    // It may be an enumeration in one form and not in the other.
    guard let (kind, cases) = types.enumeration(declaration, type, form) else { return nil }
    return defined(type) { schemas, reference in
      schemas.rawValues[reference] = cases
      // A value that this program does not know is kept, and written again.
      let known = ValueSchema(.type(kind), ["enum": JSON(cases.map(\.value))])
      return JSON(
        members: declaration.described(with: [
          ("anyOf", [known.json, ValueSchema(.type(kind)).json])
        ]))
    }
  }

  /// Returns the reference to the definition of `type`, which `define` makes the first time.
  private mutating func defined(
    _ type: DeclaredType, _ define: (inout TypeSchemas, _ reference: String) -> JSON
  ) -> ValueSchema {
    if let name = names[type.place] { return ValueSchema(.reference(reference(to: name))) }
    let name = takeName(for: type)
    let reference = reference(to: name)
    definitions[name] = define(&self, reference)
    return ValueSchema(.reference(reference))
  }

  private mutating func composition(_ declaration: TypeDeclaration, _ type: DeclaredType) -> JSON {
    let composition = CompositionDeclaration(
      EntityHeader(declaration, inside: type.surroundings))
    let written = Dictionary(
      composition.properties.map { ($0.identifier, $0.syntax) }, uniquingKeysWith: { $1 })
    var members = SchemaMembers()
    for leaf in composition.leaves {
      var schema =
        leaf.type.map { self.schema(of: $0, for: type, .coded) }
        ?? types.storageType(of: leaf, type).map { self.schema(of: $0, .coded) }
        ?? ValueSchema(.any)
      let value = leaf.initializer.flatMap { defaultValue($0, of: schema, leaf.type, type) }
      if let value { schema["default"] = value }
      members.add(
        [leaf.identifier],
        JSON(members: written[leaf.identifier].described(with: schema.allMembers)),
        isRequired: !leaf.isOptional)
    }
    return JSON(members: declaration.described(with: members.schema))
  }

  /// Returns the schema of a storage: members that may be missing, beside others.
  private mutating func storage(_ declaration: TypeDeclaration, _ type: DeclaredType) -> JSON {
    let storage = StorageDeclaration(EntityHeader(declaration, inside: type.surroundings))
    var members = SchemaMembers(requiresObjects: false)
    for member in storage.members {
      let shown = member.shownType
      var schema =
        shown.map { self.schema(of: $0, for: type, .stored) } ?? ValueSchema(.any)
      let value = member.initializer.flatMap { defaultValue($0, of: schema, shown, type) }
      if let value { schema["default"] = value }
      if member.syntax.isDeprecated { schema["deprecated"] = true }
      members.add(
        member.path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) },
        JSON(members: member.syntax.described(with: schema.allMembers)), isRequired: false)
    }
    return JSON(members: declaration.described(with: members.schema))
  }

  /// Returns what `value`, the initial one of a property of `schema` and of `type`, is in JSON; nil
  /// where the sources do not show.
  func defaultValue(
    _ value: Expression, of schema: ValueSchema, _ type: TypeSyntax?, _ user: DeclaredType
  ) -> JSON? {
    if let raw = rawValue(value, of: schema) { return raw }
    switch (value.form, schema.content) {
    case (.array(let elements), .type("array")) where elements.isEmpty: return []
    case (.dictionary(let elements), .type("object")) where elements.isEmpty: return [:]
    default: break
    }
    guard case .type(let name) = schema.content else { return nil }
    let bare = type.map { $0.wrapped ?? $0 }
    // What a literal of the program's own type makes only the compiler knows.
    if let bare, types.type(named: bare.spelling, for: user) != nil { return nil }
    let storage: StorageType =
      switch name {
      case "boolean": .boolean
      case "integer": .int64
      case "number": .double
      default: .string
      }
    // A date or a URL is no literal.
    guard storage != .string || schema.members.isEmpty else { return nil }
    return value.storedValue(as: storage).flatMap { JSON($0, as: storage) }
  }

  // MARK: Names

  private func reference(to name: String) -> String { options.reference(to: name) }

  private mutating func takeName(for type: DeclaredType) -> String {
    let path = type.path.joined(separator: ".")
    var name = path
    if takenNames.contains(name) { name = "\(types.moduleNames[type.module]).\(path)" }
    while takenNames.contains(name) { name += "_" }
    takenNames.insert(name)
    names[type.place] = name
    return name
  }
}

extension ModelSchema.Options {
  /// Returns the reference to the definition `name`, a fragment of a URI.
  func reference(to name: String) -> String {
    var reference = referencePrefix
    for byte in name.utf8 {
      if byte < 0x80 {
        reference.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        reference += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return reference
  }
}
