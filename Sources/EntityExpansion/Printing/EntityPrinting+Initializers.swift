extension EntityPrinting {
  /// Adds the initialiser that authors call and the one that contexts call, unless the author wrote
  /// one of the same labels, which is an error reported elsewhere.
  func printInitializers(_ writer: inout CodeWriter) {
    if entity.hasOwnInitializer {
      writer.declaration {
        printInitializer(isConvenience: isConvenience, &$0, printInitializerBody)
      }
      printPublicInitializer(&writer)
    } else if entity.isRefusedAsAbstract {
      writer.declaration { writer in
        writer.list("@available(", ["*", "unavailable", "message: \(quoted(refusal))"], ")")
        // A convenience, so that a subclass may have an initialiser of the same labels.
        printInitializer(isConvenience: true, &writer) { writer in
          writer.line("self.init(__owner: .inserting(Self.self, in: __context))")
        }
      }
    }
    guard !entity.hasInitializer(labels: ["__owner"]) else { return }
    writer.declaration { writer in
      let access = spelled(min(entity.access, .public))
      writer.block("\(access)required init(__owner: EntityGraph.__Owner)") { writer in
        writer.line("super.init(__owner: __owner)")
      }
    }
  }

  /// What the compiler says where somebody makes an object of an abstract class.
  private var refusal: String {
    "'\(entity.identifier)' is abstract and has no objects of its own; make one of a class that "
      + "extends it"
  }

  /// Adds an initialiser that takes the properties and has the statements that `body` writes.
  private func printInitializer(
    isConvenience: Bool, _ writer: inout CodeWriter, _ body: (inout CodeWriter) -> Void
  ) {
    printInitializer(
      initializerHead(isConvenience: isConvenience), entity.parameters, &writer, body)
  }

  /// Adds an initialiser that begins with `head`, takes `properties` and has the statements that
  /// `body` writes.
  private func printInitializer(
    _ head: String, _ properties: [PropertyDescription], _ writer: inout CodeWriter,
    _ body: (inout CodeWriter) -> Void
  ) {
    writer.list(
      head, properties.map(parameter) + ["in __context: EntityGraph.ManagedObjectContext"], ") {",
      closesOnOwnLine: true)
    writer.indented(body)
    writer.line("}")
  }

  /// Adds the initialiser that other modules see, where the other one takes what they do not.
  ///
  /// Like:
  ///
  ///     public convenience init(title: String, in __context: EntityGraph.ManagedObjectContext) {
  ///       self.init(title: title, note: "", in: __context)
  ///     }
  private func printPublicInitializer(_ writer: inout CodeWriter) {
    guard let shown = entity.publicParameters else { return }
    let arguments = entity.parameters.map { property in
      let isShown = shown.contains { $0.name == property.name }
      let value = isShown ? property.expression : defaultValue(of: property) ?? "nil"
      return "\(property.label): \(value)"
    }
    writer.declaration { writer in
      printInitializer("public convenience init(", shown, &writer) {
        $0.list("self.init(", arguments + ["in: __context"], ")")
      }
    }
  }

  /// `true` if the initialiser takes nothing but a context and a subclass may have such a one too.
  ///
  /// Being a convenience, it then needs no `override` there, which nobody could know to print.
  private var isConvenience: Bool { entity.parameters.isEmpty && !entity.isFinal }

  /// Returns what stands before the parameters of an initialiser that takes the properties.
  func initializerHead(isConvenience: Bool) -> String {
    let access = entity.initializerAccess
    let spelling =
      access == .fileprivate && entity.access > .fileprivate ? "fileprivate " : spelled(access)
    return spelling + (isConvenience ? "convenience init(" : "init(")
  }

  /// Returns a parameter of the initialiser, like `genre: Genre = .fiction`.
  func parameter(for property: PropertyDescription) -> String {
    let type =
      if case .toMany = property.content { property.type.members } else { property.type.text }
    let value = defaultValue(of: property).map { " = \($0)" } ?? ""
    return "\(property.name): \(type)\(value)"
  }

  /// Returns what a parameter is where nothing is given for it; `nil` where something has to be.
  private func defaultValue(of property: PropertyDescription) -> String? {
    if case .toMany = property.content { return "[]" }
    if let value = property.value {
      let isHidden = entity.hiddenValues.contains { $0.name == property.name }
      return isHidden ? "__Defaults.\(property.label)" : value.text
    }
    return property.type.isOptional ? "nil" : nil
  }

  /// Adds the statements of the initialiser.
  ///
  /// Like:
  ///
  ///     super.init(__owner: .inserting(Self.self, in: __context))
  ///     __values = __Values(title: title, author: .init())
  ///     __didInsert(0..<2) {
  ///       self.isSelected = isSelected
  ///     }
  ///     __setObject(__Index.author, author)
  private func printInitializerBody(_ writer: inout CodeWriter) {
    let target = isConvenience ? "self" : "super"
    writer.line("\(target).init(__owner: .inserting(Self.self, in: __context))")
    if isConvenience {
      // A subclass that inherits the initialiser has values of its own to be filled.
      writer.line("__fill()")
    } else {
      if entity.superentity != nil { writer.line("super.__fill()") }
      writer.list("__values = __Values(", entity.fields.map { initialValue(of: $0.property) }, ")")
    }
    let given = entity.properties.filter { property in
      entity.parameters.contains { $0.name == property.name }
    }
    let transients = given.filter { if case .transient = $0.content { true } else { false } }
    if transients.isEmpty {
      writer.line("__didInsert(\(insertedRange))")
    } else {
      // Before the object awakes, which may change them.
      writer.block("__didInsert(\(insertedRange))") { writer in
        for property in transients {
          writer.line("self.\(property.label) = \(property.expression)")
        }
      }
    }
    for property in given { printAssignment(of: property, &writer) }
  }

  /// Returns an argument for the struct of values, like `title: title`.
  private func initialValue(of property: PropertyDescription) -> String {
    if property.isToOne { return "\(property.label): .init()" }
    let isParameter = entity.parameters.contains { $0.name == property.name }
    let given = isParameter ? property.expression : property.value?.text
    let value = given.map(property.storing) ?? "nil"
    return "\(property.label): " + (property.isDeferred ? ".init(\(value))" : value)
  }

  /// The places of the properties that a new object has been given.
  private var insertedRange: String {
    if isConvenience { return "0..<Self.__propertyCount" }
    guard let superentity = entity.superentity else { return "0..<\(entity.described.count)" }
    return "\(superentity).__propertyCount..<\(entity.name).__propertyCount"
  }

  /// Adds the assignment of what the object is given after it has awoken.
  private func printAssignment(of property: PropertyDescription, _ writer: inout CodeWriter) {
    let name = property.expression
    switch property.content {
    case .toOne where property.type.isOptional:
      writer.line("if let \(name) { __setObject(__Index.\(property.label), \(name)) }")
    case .toOne:
      writer.line("__setObject(__Index.\(property.label), \(name))")
    case .toMany:
      let function = property.type.isArray ? "__setOrderedObjects" : "__setObjects"
      writer.line("if !\(name).isEmpty { \(function)(__Index.\(property.label), \(name)) }")
    case .attribute, .fetched, .derived, .transient:
      break
    }
  }
}
