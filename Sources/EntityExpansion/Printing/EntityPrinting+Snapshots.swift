extension EntityPrinting {
  /// Adds access to the references of to-one relationships.
  func printToOnes(_ writer: inout CodeWriter) {
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

  /// Adds how an object notes that values of external attributes have been stored.
  func printExternals(_ writer: inout CodeWriter) {
    let externals = entity.columns.filter(\.isExternal)
    guard !externals.isEmpty else { return }
    writer.declaration { writer in
      writer.list(
        "\(override) func __noteStored(",
        ["_ index: Swift.Int", "_ version: Swift.Int64"], ") {", closesOnOwnLine: true)
      writer.indented { writer in
        printSwitch(over: externals, &writer, default: "super.__noteStored(index, version)") {
          "__values.\($0.label).didStore(version)"
        }
      }
      writer.line("}")
    }
  }

  /// Adds what `print` shows, where the class has a `description` of its own.
  func printText(_ writer: inout CodeWriter) {
    guard entity.hasDescription else { return }
    writer.declaration { writer in
      writer.line(
        "\(override) var __text: Swift.String { Swift.String(describing: self.description) }")
    }
  }

  /// Adds how an object's values are stored before a change, put back, and forgotten.
  func printSnapshots(_ writer: inout CodeWriter) {
    writer.declaration { writer in
      writer.block("\(override) func __takeSnapshot() -> EntityGraph.__Snapshot?") { writer in
        writer.line(".storing(__values, after: super.__takeSnapshot())")
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
