import EntityModel
import SwiftReader

/// A property as generated code treats it.
///
/// What its author got wrong is left out or replaced by something harmless; the checks report it.
package struct PropertyDescription: Sendable {
  package enum Content: Sendable {
    case attribute(AttributeArguments)
    case toOne(RelationshipArguments)
    case toMany(RelationshipArguments)
    case fetched(FetchedForm, entity: String, arguments: String)
    case derived(DerivedArguments)
    /// Stored on the object alone, and given to the initialiser.
    case transient
  }

  /// What is described.
  package let declaration: PropertyDeclaration
  /// The name as written, with its backticks.
  package let name: String
  /// The name without backticks.
  package let identifier: String
  package let type: TypeSpelling
  package let access: Access
  package let isDeprecated: Bool
  package let content: Content
  package let value: DefaultValue?

  /// Describes `declaration`; nil where there is nothing to generate, by its author's will or
  /// error.
  init?(_ declaration: PropertyDeclaration) {
    guard declaration.obstacle == nil, let name = declaration.name,
      let identifier = declaration.identifier, let type = declaration.type
    else { return nil }
    self.declaration = declaration
    self.name = name
    self.identifier = identifier
    self.type = TypeSpelling(type)
    access = declaration.access
    isDeprecated = declaration.isDeprecated
    let annotation = declaration.annotations.first
    let written = declaration.initializer.flatMap { [type = self.type] in
      DefaultValue($0, of: type)
    }
    switch declaration.kind {
    case .attribute where annotation?.derivation != nil:
      guard let arguments = DerivedArguments(annotation) else { return nil }
      content = .derived(arguments)
      value = nil
      return
    case .attribute:
      let arguments = AttributeArguments(annotation, of: type)
      content = .attribute(arguments)
      let needsValue = arguments.timestamp != nil && !self.type.isOptional
      value = written ?? (needsValue ? .noTime : nil)
      return
    case .relationship:
      let arguments = RelationshipArguments(annotation)
      content = self.type.isHolder ? .toMany(arguments) : .toOne(arguments)
    case .fetched:
      guard let annotation, annotation.isFetch else { return nil }
      content = .fetched(
        FetchedForm(annotation), entity: annotation.fetchedEntity ?? "ManagedObject",
        arguments: annotation.fetchText)
    case .transient:
      content = .transient
    case .ignore, .entity:
      return nil
    }
    value = written
  }

  /// The argument label or member name after a dot: backticks only where Swift wants them.
  package var label: String {
    identifier.isPlainName && identifier != "inout" ? identifier : name
  }

  /// The name as an expression: in backticks where Swift would expect an operand after it.
  package var expression: String {
    Self.prefixes.contains(name) ? "`\(name)`" : name
  }

  private static let prefixes: Set<String> = [
    "any", "await", "borrow", "consume", "copy", "discard", "each", "some", "then", "unsafe",
    "yield",
  ]

  /// The column that the property is stored in, nil if it has none.
  var column: String? {
    switch content {
    case .attribute(let arguments): arguments.column ?? identifier
    case .toOne(let arguments): arguments.column ?? identifier
    case .toMany, .fetched, .derived, .transient: nil
    }
  }

  /// `true` if the property has a column in its entity's table.
  var hasColumn: Bool {
    switch content {
    case .attribute, .toOne: true
    case .toMany, .fetched, .derived, .transient: false
    }
  }

  /// `true` if the property is in the entity's description.
  var isDescribed: Bool {
    if case .transient = content { false } else { true }
  }

  /// `true` if the description lets the property be given a value.
  var isSettable: Bool {
    switch content {
    case .attribute, .toOne, .toMany: true
    case .fetched, .derived, .transient: false
    }
  }

  /// `true` if nobody gives the property a value.
  var isComputed: Bool {
    switch content {
    case .fetched, .derived: true
    case .attribute, .toOne, .toMany, .transient: false
    }
  }

  /// `true` if the property refers to a single object.
  var isToOne: Bool {
    if case .toOne = content { true } else { false }
  }

  /// `true` if the property is an attribute whose value may not have been made until it is wanted.
  var isDeferred: Bool {
    if case .attribute = content {
      transform != nil || !type.isReadWithRow || isExternal
    } else {
      false
    }
  }

  /// `true` if the property is an attribute whose values are apart from the rows.
  var isExternal: Bool {
    if case .attribute(let arguments) = content {
      arguments.options.contains(.external)
    } else {
      false
    }
  }

  /// `true` if the struct of values has the property, where there is one.
  package var isInValues: Bool { hasColumn && (access >= .internal || !hasDefault) }

  /// `true` if an object can be created without a value for the property.
  package var hasDefault: Bool {
    switch content {
    case .attribute, .transient: value != nil || type.isOptional
    case .toOne: type.isOptional
    case .toMany: true
    case .fetched, .derived: false
    }
  }
}

extension String {
  /// `true` if the text could be a name without backticks, were it no word of Swift's.
  var isPlainName: Bool {
    first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
