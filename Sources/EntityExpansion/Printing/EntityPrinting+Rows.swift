extension EntityPrinting {
  /// Adds how an object reads its values from a row and writes them into one.
  ///
  /// Column offsets count attributes and to-one relationships only.
  func printRows(_ writer: inout CodeWriter) {
    writer.declaration { writer in
      writer.block(
        "\(override) func __read(_ __row: borrowing EntityGraph.RowReader, _ __depth: Swift.Int)"
      ) { writer in
        writer.line("super.__read(__row, __depth - 1)")
        guard !entity.columns.isEmpty else { return writer.line("__values = __Values()") }
        writer.line("let __start = __row.start(__depth)")
        writer.calls("__values = __Values(", entity.fields.map(columnRead), ")")
      }
    }
    guard !entity.columns.isEmpty else { return }
    writer.declaration { writer in
      writer.block(
        "\(override) func __write(_ index: Swift.Int, _ row: inout EntityGraph.RowWriter)"
      ) { writer in
        printSwitch(over: entity.columns, &writer, default: "super.__write(index, &row)") {
          $0.isKept
            ? "row.write(__kept(&__values.\($0.label), __Index.\($0.label), \($0.type.metatype)))"
            : "row.write(__values.\($0.label))"
        }
      }
    }
  }

  /// Returns the call that reads a property, which stands in the column `offset` of its class.
  ///
  /// Like:
  ///
  ///     title: __keeping(__row, __start, __Index.title, String.self, default: "")
  ///     pages: __column(__row, __start + 1, __Index.pages, Int.self, default: 0)
  ///     author: __reference(__row, __start + 2)
  private func columnRead(
    _ offset: Int, _ property: PropertyDescription
  ) -> (function: String, arguments: [String]) {
    let label = property.label
    let column = offset == 0 ? "__start" : "__start + \(offset)"
    if property.isToOne { return ("\(label): __reference", ["__row", column]) }
    let type = property.type
    let value =
      property.value?.text
      ?? (type.isOptional ? "nil" : "__placeholder(of: \(type.metatype))")
    return (
      "\(label): \(property.isKept ? "__keeping" : "__column")",
      ["__row", column, "__Index.\(label)", type.metatype, "default: \(value)"]
    )
  }
}
