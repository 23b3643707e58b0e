package import SwiftReader

/// A type marked `@DictionaryStorage` as its author wrote it.
package struct StorageDeclaration: Sendable {
  let header: EntityHeader

  /// The properties that are to be in JSON, those that cannot be included.
  let properties: [PropertyDeclaration]

  /// The properties that stay as they are.
  let others: [PropertyDeclaration]

  /// The initialisers that the author wrote.
  let initializers: [FunctionDeclaration]

  /// Reads the members of the type that `header` opens.
  package init(_ header: EntityHeader) {
    self.header = header
    let members = header.syntax.flattenedMembers
    let variables = members.compactMap { $0.asVariable.map(PropertyDeclaration.init) }
    properties = variables.filter { !$0.isOutsideStorage }
    others = variables.filter(\.isOutsideStorage)
    initializers = members.compactMap(\.asFunction).filter { $0.kind == .initializer }
  }

  /// The properties that members of the object are.
  package var members: [StorageMember] {
    properties.filter { StorageObstacle($0)?.preventsAccessors != true }
      .compactMap(StorageMember.init)
  }

  /// The names of the properties, their types as they are written or as the values show them, and
  /// the values.
  package var namedTypes: [(name: String, type: TypeSyntax?, value: Expression?)] {
    properties.filter { StorageObstacle($0) == nil }.compactMap { property in
      let type =
        property.type ?? property.initializer?.evidentType.flatMap { TypeSyntax(parsing: $0) }
      return property.identifier.map { ($0, type, property.initializer) }
    }
  }

  /// Returns `true` if the author wrote an initialiser that takes `labels`.
  func hasInitializer(labels: [String]) -> Bool {
    initializers.contains { $0.labels == labels }
  }

  /// `true` if `type` is marked as a storage.
  package static func isAnnotated(_ type: TypeDeclaration) -> Bool {
    type.attributes.contains { CompositionDeclaration.isNamed("DictionaryStorage", $0) }
  }
}

/// What prevents a property of a storage from being a member of its JSON.
enum StorageObstacle {
  /// It declares several names, or a pattern.
  case severalNames
  /// It is a constant without a value.
  case constant
  /// It has observers.
  case observed
  /// A property wrapper may hold its value.
  case wrapped
  /// It stands inside `#if`.
  case conditional
  /// It has the name of a member that every storage has.
  case reserved
  /// Its type is inferred from more than a literal.
  case untyped
  /// Its type is an optional of an optional.
  case optionalTwice
  /// It has neither a value nor an optional type.
  case noValue

  /// Finds what prevents `property`; nil if nothing does.
  init?(_ property: PropertyDeclaration) {
    if property.syntax.isConditional {
      self = .conditional
    } else if property.name == nil {
      self = .severalNames
    } else if property.syntax.isLet {
      self = .constant
    } else if property.binding?.accessors != nil {
      self = .observed
    } else if property.syntax.wrapper != nil {
      self = .wrapped
    } else if ["json", "unreadable"].contains(property.identifier) {
      self = .reserved
    } else if property.type == nil, property.initializer?.evidentType == nil {
      self = .untyped
    } else if property.type?.wrapped?.isOptional == true {
      self = .optionalTwice
    } else if property.initializer == nil, property.type?.isOptional != true {
      self = .noValue
    } else {
      return nil
    }
  }

  /// `true` if the property can have no accessors.
  var preventsAccessors: Bool {
    switch self {
    case .severalNames, .constant, .observed, .wrapped, .conditional, .reserved: true
    case .untyped, .optionalTwice, .noValue: false
    }
  }
}

/// A property of a storage that is a member of its JSON.
package struct StorageMember: Sendable {
  /// The name as written, with its backticks.
  let name: String

  /// The declaration of the property.
  package let syntax: VariableDeclaration

  /// The names that lead to the member, with dots between them.
  package let path: String

  /// The type as it is written, nil where it is inferred.
  private let writtenType: TypeSyntax?

  /// The type as a parameter can be declared with it, nil where it cannot be seen.
  let type: String?

  /// `true` if the type is written as that of an optional.
  let isOptional: Bool

  /// The value where there is none in JSON, nil where that is nil or missing.
  package let initializer: Expression?

  /// How far the property can be seen.
  let access: Access

  /// The type, as it is written or as the value shows it, nil where it cannot be seen.
  package var shownType: TypeSyntax? {
    writtenType ?? type.flatMap { TypeSyntax(parsing: $0) }
  }

  /// Reads `property`; nil where it has no single name.
  init?(_ property: PropertyDeclaration) {
    guard let name = property.name, let identifier = property.identifier else { return nil }
    self.name = name
    syntax = property.syntax
    writtenType = property.type
    let written = property.storedAnnotation?.argument(labelled: "json")?.value
    path = written.flatMap { $0.isMemberPath ? $0.stringValue : nil } ?? identifier
    let spelling = property.type.map { TypeSpelling($0) }
    type = spelling?.text ?? property.initializer?.evidentType
    isOptional = spelling?.isOptional == true
    access = property.access
    guard let value = property.initializer else {
      initializer = nil
      return
    }
    let isNone = spelling.map { DefaultValue(value, of: $0) == nil } ?? false
    initializer = isNone ? nil : value
  }
}

extension PropertyDeclaration {
  /// The annotation `@Stored`, nil where there is none.
  var storedAnnotation: Annotation? {
    syntax.attributes.first { CompositionDeclaration.isNamed("Stored", $0) }
  }

  /// `true` if a storage leaves the property alone: it is private, computed, static, lazy, weak, or
  /// a constant with a value.
  var isOutsideStorage: Bool {
    let bindings = syntax.bindings
    return isShared || access <= .fileprivate
      || ["lazy", "weak", "unowned"].contains(where: modifiers.contains)
      || !bindings.contains { $0.isStored }
      || syntax.isLet && bindings.allSatisfy { $0.initializer != nil }
      || identifier?.hasPrefix("__") == true
  }

  /// `true` if the property is stored without a value to begin with.
  var isWithoutValue: Bool {
    guard !isShared, !modifiers.contains("lazy"), !modifiers.contains("weak") else { return false }
    return syntax.bindings.contains { binding in
      let isNil = !syntax.isLet && binding.type?.isOptional == true
      return binding.isStored && binding.initializer == nil && !isNil
    }
  }
}
