extension EntityPrinting {
  /// Adds the struct of the attributes and of the ids of to-ones, where the annotation asks for it.
  ///
  /// Like:
  ///
  ///     nonisolated struct Values: EntityGraph.EntityValues, @unchecked Sendable {
  ///       typealias Object = Book
  ///       var __head: EntityGraph.__ValuesHead
  ///       var title: String
  ///       var author: EntityGraph.ObjectID?
  ///       …
  ///     }
  func printValues(_ writer: inout CodeWriter) {
    guard entity.hasValues else { return }
    let protocolName = entity.superentity == nil ? "EntityValues" : "__InheritingValues"
    // That the attributes are Sendable is checked in their accessors, where the compiler reports it
    // at the lines of the properties.
    let head =
      "\(valuesAccess)nonisolated struct Values: EntityGraph.\(protocolName), @unchecked Sendable"
    writer.declaration { writer in
      writer.block(head) { writer in
        writer.line("\(valuesAccess)typealias Object = \(entity.name)")
        printValueFields(&writer)
        writer.declaration(printValuesInitializer)
        writer.declaration(printValuesOfObject)
        writer.declaration(printBlankValues)
        writer.declaration(printVisit)
      }
    }
    if entity.isCodable {
      writer.declaration {
        $0.line(
          "\(override) class var __codedValues: (any EntityGraph.EntityValues.Type)? { Values.self }"
        )
      }
    }
    // What a subclass asks for; a superclass without values refuses it.
    guard !entity.isFinal else { return }
    writer.declaration { $0.line("\(valuesAccess)typealias __ValuesType = Values") }
  }

  /// The modifier of what other modules may ask of values.
  private var valuesAccess: String { spelled(min(entity.access, .public)) }

  /// Adds the variables.
  private func printValueFields(_ writer: inout CodeWriter) {
    if let superentity = entity.superentity {
      writer.line("\(valuesAccess)typealias __Superclass = \(superentity)")
      writer.line("\(valuesAccess)typealias __Inherited = \(superentity).__ValuesType")
      writer.line("\(valuesAccess)var __inherited: __Inherited")
    } else {
      writer.line("\(valuesAccess)var __head: EntityGraph.__ValuesHead")
    }
    for property in entity.valueProperties {
      let access = min(property.access, entity.access, .public)
      let modifier = property.access < .internal ? "fileprivate " : spelled(access)
      writer.line("\(modifier)var \(property.name): \(property.valueType)")
    }
  }

  /// Adds the initialiser that takes the values one by one.
  ///
  /// Like:
  ///
  ///     init(objectID: EntityGraph.ObjectID? = nil, title: String, pages: Int = 0) {
  ///       self.__head = .init(objectID)
  ///       self.title = title
  ///       self.pages = pages
  ///     }
  private func printValuesInitializer(_ writer: inout CodeWriter) {
    let first =
      entity.superentity.map { _ in "_ __inherited: __Inherited" }
      ?? "objectID: EntityGraph.ObjectID? = nil"
    writer.list(
      initializerHead(isConvenience: false), [first] + entity.valueProperties.map(valueParameter),
      ") {", closesOnOwnLine: true)
    writer.indented { writer in
      writer.line(
        entity.superentity == nil
          ? "self.__head = .init(objectID)" : "self.__inherited = __inherited")
      for property in entity.valueProperties {
        writer.line("self.\(property.label) = \(property.expression)")
      }
    }
    writer.line("}")
  }

  /// Returns a parameter, like `genre: Genre = .fiction`.
  private func valueParameter(for property: PropertyDescription) -> String {
    property.isToOne
      ? "\(property.name): \(property.valueType)" + (property.type.isOptional ? " = nil" : "")
      : parameter(for: property)
  }

  /// Adds the initialiser that takes the values of an object.
  private func printValuesOfObject(_ writer: inout CodeWriter) {
    writer.block("\(valuesAccess)init(_ __object: \(entity.name))") { writer in
      if entity.superentity != nil { writer.line("self.__inherited = __Inherited(__object)") }
      for property in entity.valueProperties {
        let label = property.label
        let value =
          property.isToOne
          ? "__object.\(property.type.isOptional ? "__objectID" : "__requiredObjectID")"
            + "(ofToOne: __Index.\(label))"
          : property.isDeprecated
            ? "__object.__attribute(__Index.\(label))" : "__object.\(label)"
        writer.line("self.\(label) = \(value)")
      }
      // What cannot be read is known once everything has been.
      writer.line("self.__head = .init(__object)")
    }
  }

  /// Adds the initialiser that takes defaults and placeholders.
  private func printBlankValues(_ writer: inout CodeWriter) {
    writer.block("\(valuesAccess)init(__blank: EntityGraph.__ValuesBlank)") { writer in
      let inherited = entity.superentity.map { _ in ["__Inherited(__blank: __blank)"] } ?? []
      let required = entity.valueProperties.filter { !$0.hasDefault }.map { property in
        let type = property.isToOne ? "EntityGraph.ObjectID.self" : property.type.metatype
        return "\(property.label): __blank.value(\(type))"
      }
      writer.list("self.init(", inherited + required, ")")
    }
  }

  /// Adds the function that has a visitor see everything.
  private func printVisit(_ writer: inout CodeWriter) {
    writer.block("\(valuesAccess)mutating func __visit(_ __visitor: EntityGraph.__ValuesVisitor)") {
      writer in
      if entity.superentity != nil { writer.line("self.__inherited.__visit(__visitor)") }
      for property in entity.valueProperties {
        let arguments = [quoted(property.identifier), "&self.\(property.label)"]
        if property.isToOne {
          writer.list("__visitor.toOne(", arguments, ")")
        } else {
          let kind =
            property.value != nil ? "defaulted" : property.type.isOptional ? "optional" : "required"
          let transform = property.transform.map { ["as: \($0).self"] } ?? []
          writer.list("__visitor.attribute(", arguments + [".\(kind)"] + transform, ")")
        }
      }
    }
  }
}

extension PropertyDescription {
  /// The type of the property in the struct of values: its own, or an id for a to-one.
  fileprivate var valueType: String {
    isToOne ? "EntityGraph.ObjectID" + (type.isOptional ? "?" : "") : type.text
  }
}
