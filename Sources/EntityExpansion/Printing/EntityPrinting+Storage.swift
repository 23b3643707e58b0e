extension EntityPrinting {
  /// Adds the index of each property among those of the entity, and what an object stores.
  ///
  /// Like:
  ///
  ///     private enum __Index {
  ///       static var title: Swift.Int { 0 }
  ///     }
  ///
  ///     private struct __Values: EntityGraph.__EntityValues {
  ///       var pages: Int
  ///       var title: EntityGraph.__Deferred<String>
  ///
  ///       mutating func __write(
  ///         _ __index: Swift.Int, _ __row: EntityGraph.__RowWriter
  ///       ) -> Swift.Bool {
  ///         switch __index {
  ///         case __Index.title: __row.write(title)
  ///         default: return false
  ///         }
  ///         return true
  ///       }
  ///     }
  ///
  ///     @safe @exclusivity(unchecked) private var __values: __Values!
  func printStorage(_ writer: inout CodeWriter) {
    printIndexes(after: entity.superentity, &writer)
    writer.declaration { writer in
      writer.block("private struct __Values: EntityGraph.__EntityValues") { writer in
        printFields(&writer)
        printWriting(&writer)
      }
    }
    writer.declaration { $0.line("@safe @exclusivity(unchecked) private var __values: __Values!") }
    printNamedValues(&writer)
  }

  /// Adds the index of each property, counted from the first of the entity `superentity`.
  func printIndexes(after superentity: String?, _ writer: inout CodeWriter) {
    guard !entity.described.isEmpty else { return }
    writer.declaration { writer in
      writer.block("private enum __Index") { writer in
        for (offset, property) in entity.described.enumerated() {
          let index =
            superentity.map { "\($0).__propertyCount + \(offset)" } ?? "\(offset)"
          writer.line("static var \(property.name): Swift.Int { \(index) }")
        }
      }
    }
  }

  /// Adds a variable for each value that an object stores.
  func printFields(_ writer: inout CodeWriter) {
    for (_, property) in entity.fields {
      let type = property.isToOne ? "EntityGraph.__ToOne" : property.storedType
      let stored =
        property.isExternal
        ? "EntityGraph.__External<\(type)>"
        : property.isDeferred ? "EntityGraph.__Deferred<\(type)>" : type
      writer.line("var \(property.name): \(stored)")
    }
  }

  /// Adds the function that writes a value into a row.
  private func printWriting(_ writer: inout CodeWriter) {
    if !entity.columns.isEmpty { writer.line() }
    writer.list(
      "mutating func __write(", ["_ __index: Swift.Int", "_ __row: EntityGraph.__RowWriter"],
      ") -> Swift.Bool {", closesOnOwnLine: true)
    writer.indented { writer in
      guard !entity.columns.isEmpty else { return writer.line("false") }
      printSwitch(over: entity.columns, on: "__index", &writer, default: "return false") {
        "__row.write(self.\($0.label))"
      }
      writer.line("return true")
    }
    writer.line("}")
  }

  /// Adds the values that default arguments refer to where they may be made of names that cannot be
  /// seen: in other modules those of a public initialiser, in other files those of a class that
  /// others extend.
  ///
  /// Like:
  ///
  ///     @usableFromInline enum __Defaults {
  ///       @usableFromInline static var created: Date { now() }
  ///     }
  private func printNamedValues(_ writer: inout CodeWriter) {
    let values = entity.namedValues
    guard !values.isEmpty else { return }
    // Classes of other modules extend an open one.
    let isOpen = entity.access == .open
    let modifier =
      isOpen ? "public " : entity.isInitializedElsewhere ? "@usableFromInline " : ""
    writer.declaration { writer in
      writer.block("\(modifier)enum __Defaults") { writer in
        for property in values {
          guard let value = property.value else { continue }
          let own = property.access < .public ? "" : modifier
          writer.line(
            "\(own)static var \(property.name): \(property.type.text) { \(value.text) }")
        }
      }
    }
  }
}
