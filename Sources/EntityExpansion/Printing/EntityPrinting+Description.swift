import EntityModel

extension EntityPrinting {
  /// Adds the description of the class for the model.
  func printDescription(_ writer: inout CodeWriter) {
    writer.declaration { writer in
      writer.line(
        "\(override) class var __entityName: Swift.String { \(quoted(entity.identifier)) }")
    }
    writer.declaration { writer in
      let inherited = entity.superentity.map { "\($0).__propertyCount + " } ?? ""
      writer.line(
        "\(override) class var __propertyCount: Swift.Int { \(inherited)\(entity.described.count) }"
      )
    }
    writer.declaration { writer in
      writer.block(
        "\(override) class func __describe(_ entity: inout EntityGraph.__EntityBuilder)"
      ) { writer in
        let superclass = entity.superentity.map { ["superclass: \($0).self"] } ?? []
        var elements = ["\(entity.name).self", quoted(entity.identifier)] + superclass
        append(entity.originalName, as: "originalName", to: &elements)
        if entity.isAbstract { elements.append("isAbstract: true") }
        append(entity.uniqueKeys, as: "uniqueKeys", to: &elements)
        append(entity.indexes, as: "indexes", to: &elements)
        writer.list("entity.begin(", elements, ")")
        for property in entity.described { printProperty(property, &writer) }
      }
    }
    printKeyPaths(&writer)
  }

  /// Adds the statement that describes `property`.
  ///
  /// Like:
  ///
  ///     entity.attribute("genre", Genre.self, default: Genre.fiction)
  ///     entity.attribute("color", EntityGraph.Transformed<HexColor>.self)
  ///     entity.attribute("pages", Int.self, rules: [.range(from: .integer(1))])
  ///     entity.rule("pages", Int.self, "must be even", { (pages: Int) in pages % 2 == 0 })
  ///     entity.relationship("books", Set<Book>.self, inverse: "author", deleteRule: .cascade)
  ///     entity.relationship("tracks", [Track].self, inverse: "album", deleteRule: .cascade)
  ///     entity.relationship("country", Country?.self, inverse: .implicit, deleteRule: .nullify)
  ///     entity.inverse("books", \Book.author as Swift.KeyPath<Book, _>, of: Author.self)
  ///     entity.json("books", "works")
  ///     entity.fetched("novels", countOf: Novel.self)
  ///     entity.derived("bookCount", Int.self, { (author: Fields<Author>) in author.books.count })
  private func printProperty(
    _ property: PropertyDescription, _ writer: inout CodeWriter
  ) {
    let name = quoted(property.identifier)
    switch property.content {
    case .attribute(let arguments):
      var elements = [name, property.storedMetatype]
      if !arguments.options.isEmpty {
        let options = arguments.options.map { ".\($0.spelling)" }.joined(separator: ", ")
        elements.append("options: [\(options)]")
      }
      let rules = arguments.rules.compactMap(\.valueRule)
      if !rules.isEmpty {
        elements.append("rules: [\(rules.map(\.spelling).joined(separator: ", "))]")
      }
      append(arguments.column, as: "column", to: &elements)
      append(arguments.originalName, as: "originalName", to: &elements)
      if let constant = property.value?.constant {
        elements.append("default: \(property.storing(constant))")
      } else if property.value != nil {
        elements.append("hasDefault: true")
      }
      writer.list("entity.attribute(", elements, ")")
      printJSONName(arguments.json, of: name, &writer)
      for case .own(let text, let id, let closure) in arguments.rules {
        var elements = [name, property.storedMetatype, quoted(text)]
        append(id, as: "id", to: &elements)
        writer.list("entity.rule(", elements + [closure], ")")
      }
    case .toOne(let arguments), .toMany(let arguments):
      let isToOne = property.isToOne
      let type = isToOne ? property.type.metatype : "\(property.type.members).self"
      let implicit = arguments.implicitInverse
      var elements = [
        name, type, "inverse: \(implicit?.spelling ?? quoted(arguments.inverse))",
        "deleteRule: .\(arguments.deleteRule.rawValue)",
      ]
      if isToOne {
        append(arguments.column, as: "column", to: &elements)
      } else {
        if let count = arguments.minimumCount { elements.append("minimumCount: \(count)") }
        if let count = arguments.maximumCount { elements.append("maximumCount: \(count)") }
      }
      append(arguments.originalName, as: "originalName", to: &elements)
      writer.list("entity.relationship(", elements, ")")
      printJSONName(arguments.json, of: name, &writer)
      // A name in a string is no cycle for the compiler, and a key path in a body is none either;
      // it makes the compiler check that the inverse exists and refers back. That of a deprecated
      // relationship may be deprecated too, which would be warned of.
      if arguments.inverse.isPlainIdentifier, !property.isDeprecated {
        let target = property.type.element
        // With the type of the root said, a name that is not there is what the compiler reports.
        let keyPath = "\\\(target).\(arguments.inverse) as Swift.KeyPath<\(target), _>"
        writer.list("entity.inverse(", [name, keyPath, "of: \(entity.name).self"], ")")
      }
    case .fetched(_, _, let arguments):
      writer.list("entity.fetched(", [name, arguments].filter { !$0.isEmpty }, ")")
    case .derived(let arguments):
      let options = arguments.isIndexed ? ["isIndexed: true"] : []
      writer.list(
        "entity.derived(", [name, property.type.metatype] + options + [arguments.closure], ")")
      printJSONName(arguments.json, of: name, &writer)
    case .transient:
      break
    }
  }

  /// Adds the statement that the property `name` is the member `json`, where something is said.
  private func printJSONName(_ json: String?, of name: String, _ writer: inout CodeWriter) {
    if let json { writer.line("entity.json(\(name), \(json))") }
  }

  private func append(_ lists: [[String]], as label: String, to elements: inout [String]) {
    if lists.isEmpty { return }
    let texts = lists.map { "[\($0.map { quoted($0) }.joined(separator: ", "))]" }
    elements.append("\(label): [\(texts.joined(separator: ", "))]")
  }

  private func append(_ text: String?, as label: String, to elements: inout [String]) {
    if let text { elements.append("\(label): \(quoted(text))") }
  }

  /// Adds the key paths of the properties, of those that are not saved too, rooted at the class
  /// that is asked, since a key path of a subclass equals none of its superclass.
  ///
  /// Like:
  ///
  ///     override class func __addKeyPaths(to table: inout EntityGraph.__KeyPathTable) {
  ///       super.__addKeyPaths(to: &table)
  ///       table.add("email", \Author.email)
  ///     }
  private func printKeyPaths(_ writer: inout CodeWriter) {
    printKeyPaths(of: entity.properties.filter { !$0.isDeprecated }, as: "KeyPaths", "", &writer)
    printKeyPaths(
      of: entity.properties.filter(\.isDeprecated), as: "DeprecatedKeyPaths",
      "@available(*, deprecated)", &writer)
  }

  /// Adds those of `properties` in a member named for `table`, marked so that it may name them.
  private func printKeyPaths(
    of properties: [PropertyDescription], as table: String, _ mark: String,
    _ writer: inout CodeWriter
  ) {
    guard !properties.isEmpty else { return }
    writer.declaration { writer in
      if !mark.isEmpty { writer.line(mark) }
      writer.block(
        "\(override) class func __add\(table)(to table: inout EntityGraph.__KeyPathTable)"
      ) { writer in
        writer.line("super.__add\(table)(to: &table)")
        if entity.isFinal {
          printKeyPathRows(of: properties, rootedAt: entity.name, &writer)
        } else {
          writer.line("__addOwn\(table)(of: Self.self, to: &table)")
        }
      }
    }
    guard !entity.isFinal else { return }
    writer.declaration { writer in
      if !mark.isEmpty { writer.line(mark) }
      writer.list(
        "private static func __addOwn\(table)<__Object: \(entity.name)>(",
        ["of type: __Object.Type", "to table: inout EntityGraph.__KeyPathTable"], ") {",
        closesOnOwnLine: true)
      writer.indented { printKeyPathRows(of: properties, rootedAt: "__Object", &$0) }
      writer.line("}")
    }
  }

  private func printKeyPathRows(
    of properties: [PropertyDescription], rootedAt root: String, _ writer: inout CodeWriter
  ) {
    for property in properties {
      var elements = [quoted(property.identifier), "\\\(root).\(property.label)"]
      if let transform = property.transform { elements.append("transform: \(transform).self") }
      if property.hasStoredForm, namesStoredForms {
        elements.append("storedAs: \\\(root).$\(property.identifier)")
      }
      if !property.isDescribed { elements.append("isTransient: true") }
      writer.list("table.add(", elements, ")")
    }
  }
}

extension ImplicitInverse {
  /// The inverse as an expression for the description.
  fileprivate var spelling: String {
    var arguments: [String] = []
    if let deleteRule { arguments.append("deleteRule: .\(deleteRule.rawValue)") }
    if minimumCount != 0 { arguments.append("minimumCount: \(minimumCount)") }
    if let maximumCount { arguments.append("maximumCount: \(maximumCount)") }
    return ".implicit" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
  }
}

extension AttributeRule {
  /// The rule, where it is read when the program is built.
  fileprivate var valueRule: ValueRule? {
    if case .value(let rule) = self { rule } else { nil }
  }
}

extension ValueRule {
  /// The rule as an expression for the description.
  fileprivate var spelling: String {
    switch self {
    case .range(let from, let through, let below):
      let bounds = [("from", from), ("through", through), ("below", below)].compactMap {
        label, value in value.map { "\(label): \($0.spelling)" }
      }
      return ".range(\(bounds.joined(separator: ", ")))"
    case .length(let from, let through):
      return ".length(from: \(from)" + (through.map { ", through: \($0)" } ?? "") + ")"
    case .pattern(let pattern): return ".pattern(\(quoted(pattern)))"
    case .custom(let text, let id): return ".custom(\(quoted(text)), id: \(quoted(id)))"
    }
  }
}

extension StoredValue {
  /// The number as an expression for the description.
  fileprivate var spelling: String {
    switch self {
    case .integer(let number): ".integer(\(number))"
    case .real(let number): ".real(\(number))"
    case .text(let digits): ".text(\(quoted(digits)))"
    case .null, .blob: ".null"
    }
  }
}

extension String {
  /// `true` if the text can stand after a dot as it is.
  fileprivate var isPlainIdentifier: Bool {
    !["", "self", "init", "Type", "Protocol"].contains(self) && first?.isNumber == false
      && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
