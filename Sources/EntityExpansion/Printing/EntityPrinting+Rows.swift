extension EntityPrinting {
  /// Adds how an object takes its values from a row, writes them into one, and does without one.
  ///
  /// Column offsets count attributes and to-one relationships only.
  func printRows(_ writer: inout CodeWriter) {
    writer.declaration { writer in
      writer.block(
        "\(override) func __load(_ __row: borrowing EntityGraph.__Row, _ __depth: Swift.Int)"
      ) { writer in
        writer.line("super.__load(__row, __depth - 1)")
        guard !entity.columns.isEmpty else { return writer.line("__values = __Values()") }
        writer.line("let __start = __row.start(__depth)")
        writer.calls("__values = __Values(", entity.fields.map(columnRead), ")")
      }
    }
    writer.declaration { writer in
      writer.block("\(override) func __fill()") { writer in
        writer.line("super.__fill()")
        let values = entity.fields.map { defaultValue(of: $0.property) }
        writer.list("__values = __Values(", values, ")")
      }
    }
    guard !entity.columns.isEmpty else { return }
    writer.declaration { writer in
      writer.block(
        "\(override) func __write(_ index: Swift.Int, _ row: EntityGraph.__RowWriter)"
      ) { writer in
        writer.line("if !__values!.__write(index, row) { super.__write(index, row) }")
      }
    }
  }

  /// Returns the call that reads a property from the column `offset` of its class.
  ///
  /// Like:
  ///
  ///     title: __deferred(__row, __start, __Index.title, String.self)
  ///     pages: __column(__row, __start + 1, __Index.pages, Int.self)
  ///     author: __reference(__row, __start + 2, __Index.author)
  ///     cover: __external(__row, __start + 3, __Index.cover, Data.self)
  private func columnRead(
    _ offset: Int, _ property: PropertyDescription
  ) -> (function: String, arguments: [String]) {
    let label = property.label
    let column = offset == 0 ? "__start" : "__start + \(offset)"
    if property.isToOne {
      return ("\(label): __reference", ["__row", column, "__Index.\(label)"])
    }
    let function =
      property.isExternal ? "__external" : property.isDeferred ? "__deferred" : "__column"
    return (
      "\(label): \(function)",
      ["__row", column, "__Index.\(label)", property.storedMetatype]
    )
  }

  /// Returns an argument for the struct of values without a row, like `pages: 0`.
  private func defaultValue(of property: PropertyDescription) -> String {
    if property.isToOne { return "\(property.label): .init()" }
    let type = property.type
    let value =
      property.value.map { property.storing($0.text) }
      ?? (type.isOptional ? "nil" : "__placeholder(of: \(property.storedMetatype))")
    return "\(property.label): " + (property.isDeferred ? ".init(\(value))" : value)
  }
}
