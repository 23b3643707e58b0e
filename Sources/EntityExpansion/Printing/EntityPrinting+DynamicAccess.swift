extension EntityPrinting {
  /// Adds access to properties by their place, for everything that does not know the class.
  func printDynamicAccess(_ writer: inout CodeWriter) {
    printStoredValue(&writer)
    printValue(&writer)
    printToOnes(&writer)
  }

  /// Adds the values in the form of the store, now or in a snapshot.
  private func printStoredValue(_ writer: inout CodeWriter) {
    guard !entity.columns.isEmpty else { return }
    writer.declaration { writer in
      writer.list(
        "\(override) func __storedValue(",
        ["_ index: Swift.Int", "_ snapshot: EntityGraph.__Snapshot?"],
        ") -> EntityGraph.StoredValue {", closesOnOwnLine: true)
      writer.indented { writer in
        // Lending the values counts no references, copying them would.
        writer.line("guard let link = snapshot?.link(of: __Values.self) else {")
        writer.indented { $0.line("return __storedValue(index, snapshot, &__values!)") }
        writer.line("}")
        writer.line("return __storedValue(index, snapshot, &link.values)")
      }
      writer.line("}")
    }
    writer.declaration { writer in
      writer.list(
        "private func __storedValue(",
        [
          "_ index: Swift.Int", "_ snapshot: EntityGraph.__Snapshot?",
          "_ values: inout __Values",
        ], ") -> EntityGraph.StoredValue {", closesOnOwnLine: true)
      writer.indented { writer in
        printSwitch(
          over: entity.columns, &writer, default: "return super.__storedValue(index, snapshot)"
        ) {
          $0.isKept
            ? "if let value = values.\($0.label) { return __stored(value) }\n"
              + "return __packedValue(__Index.\($0.label))"
            : "return __stored(values.\($0.label))"
        }
      }
      writer.line("}")
    }
  }

  /// Adds the properties' values as their authors know them, to be read and to be set.
  ///
  /// Like:
  ///
  ///     case __Index.title: return self.title
  ///     case __Index.title: return __assign(value) { self.title = $0 }
  private func printValue(_ writer: inout CodeWriter) {
    if !entity.described.isEmpty {
      writer.declaration { writer in
        writer.block("\(override) func __value(_ index: Swift.Int) -> Any?") { writer in
          printSwitch(over: entity.described, &writer, default: "return super.__value(index)") {
            $0.isDeprecated ? $0.returningGetter : "return self.\($0.label)"
          }
        }
      }
    }
    let settable = entity.described.filter(\.isSettable)
    guard !settable.isEmpty else { return }
    writer.declaration { writer in
      writer.block(
        "\(override) func __setValue(_ index: Swift.Int, _ value: Any?) -> Swift.Bool"
      ) { writer in
        printSwitch(
          over: settable, &writer, default: "return super.__setValue(index, value)"
        ) {
          $0.isDeprecated ? $0.assigningSetter : "return __assign(value) { self.\($0.label) = $0 }"
        }
      }
    }
  }

  /// Adds access to the references of to-one relationships.
  private func printToOnes(_ writer: inout CodeWriter) {
    let toOnes = entity.columns.filter(\.isToOne)
    guard !toOnes.isEmpty else { return }
    writer.declaration { writer in
      writer.block(
        "\(override) func __toOne(_ index: Swift.Int) -> EntityGraph.__ToOne"
      ) { writer in
        printSwitch(over: toOnes, &writer, default: "return super.__toOne(index)") {
          "return __values.\($0.label)"
        }
      }
    }
    writer.declaration { writer in
      writer.block(
        "\(override) func __setToOne(_ index: Swift.Int, _ reference: EntityGraph.__ToOne)"
      ) { writer in
        printSwitch(over: toOnes, &writer, default: "super.__setToOne(index, reference)") {
          "__values.\($0.label) = reference"
        }
      }
    }
  }

  /// Adds how an object's values are kept before a change, put back, and given up.
  func printSnapshots(_ writer: inout CodeWriter) {
    writer.declaration { writer in
      writer.block("\(override) func __takeSnapshot() -> EntityGraph.__Snapshot?") { writer in
        writer.line(".keeping(__values, after: super.__takeSnapshot())")
      }
    }
    writer.declaration { writer in
      writer.block(
        "\(override) func __restore(_ snapshot: EntityGraph.__Snapshot)"
      ) { writer in
        writer.line("super.__restore(snapshot)")
        writer.line("__values = snapshot.values(of: __Values.self)")
      }
    }
    writer.declaration { writer in
      writer.block("\(override) func __unload()") { writer in
        writer.line("super.__unload()")
        writer.line("__values = nil")
      }
    }
  }
}

extension PropertyDescription {
  /// The getter's statements, the last of which returns the value.
  ///
  /// To use a deprecated property would be warned of, and to deprecate what uses it would be warned
  /// of in the class of an entity that extends this one.
  fileprivate var returningGetter: String {
    getter.contains("return ") ? getter : "return " + getter
  }

  /// The type of the property itself.
  private var valueType: String {
    if case .toMany = content { type.set } else { type.text }
  }

  /// A statement that assigns to the property without naming it.
  fileprivate var assigningSetter: String {
    "return __assign(value) { (newValue: \(valueType)) in\n"
      + setter.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") + "\n}"
  }
}
