extension EntityPrinting {
  /// Adds where each property stands among those of the entity, and what an object holds.
  ///
  /// Like:
  ///
  ///     private enum __Index {
  ///       static var title: Swift.Int { 0 }
  ///     }
  ///
  ///     private struct __Values {
  ///       var title: Swift.Optional<String>
  ///       var pages: Int
  ///     }
  ///
  ///     @exclusivity(unchecked) private var __values: __Values!
  func printStorage(_ writer: inout CodeWriter) {
    if !entity.described.isEmpty {
      writer.declaration { writer in
        writer.block("private enum __Index") { writer in
          for (offset, property) in entity.described.enumerated() {
            let place =
              entity.superentity.map { "\($0).__propertyCount + \(offset)" } ?? "\(offset)"
            writer.line("static var \(property.name): Swift.Int { \(place) }")
          }
        }
      }
    }
    writer.declaration { writer in
      guard !entity.columns.isEmpty else { return writer.line("private struct __Values {}") }
      writer.block("private struct __Values") { writer in
        for (_, property) in entity.fields {
          let type = property.isToOne ? "EntityGraph.__ToOne" : property.type.text
          // Nil says that the value is bytes of the row.
          writer.line("var \(property.name): \(property.isKept ? "Swift.Optional<\(type)>" : type)")
        }
      }
    }
    writer.declaration { $0.line("@exclusivity(unchecked) private var __values: __Values!") }
    printHiddenValues(&writer)
  }

  /// Adds the values that default arguments of a public initialiser refer to, since they may be
  /// made of names that other modules cannot see.
  ///
  /// Like:
  ///
  ///     @usableFromInline enum __Defaults {
  ///       @usableFromInline static var created: Date { now() }
  ///     }
  private func printHiddenValues(_ writer: inout CodeWriter) {
    guard !entity.hiddenValues.isEmpty else { return }
    writer.declaration { writer in
      writer.block("@usableFromInline enum __Defaults") { writer in
        for property in entity.hiddenValues {
          guard let value = property.value else { continue }
          writer.line(
            "@usableFromInline static var \(property.name): \(property.type.text) { \(value.text) }"
          )
        }
      }
    }
  }
}
