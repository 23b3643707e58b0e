/// Prints the members that generated code adds to the class of an entity.
///
/// Names from outside are qualified, and the names of locals that an author's expression could meet
/// begin with underscores, so that properties may be called what they like.
struct EntityPrinting {
  let entity: EntityDescription

  /// `true` if what stands beside transformed attributes, `$color`, may be named: sources can
  /// declare no such name.
  var namesStoredForms = true

  /// The members in their order.
  var text: String {
    var writer = CodeWriter()
    printStorage(&writer)
    printInitializers(&writer)
    printDescription(&writer)
    printRows(&writer)
    printToOnes(&writer)
    printText(&writer)
    printSnapshots(&writer)
    printExternals(&writer)
    printObservation(&writer)
    printValues(&writer)
    return writer.text
  }

  /// The modifiers of a member that overrides one of ManagedObject's.
  ///
  /// A member of an open class is open, since a class of another module that extends it overrides
  /// it again.
  var override: String { spelled(entity.access) + "override" }

  /// Returns a modifier and a space, or nothing where the modifier would say what goes without it.
  func spelled(_ access: Access) -> String {
    access >= .package ? access.rawValue + " " : ""
  }

  /// Adds a switch with a case for each of `properties`, and `other` for inherited ones.
  func printSwitch(
    over properties: [PropertyDescription], on index: String = "index",
    _ writer: inout CodeWriter, default other: String,
    _ statement: (PropertyDescription) -> String
  ) {
    writer.line("switch \(index) {")
    for property in properties {
      let lines = statement(property).split(separator: "\n")
      let line = "case __Index.\(property.label): \(lines[0])"
      if lines.count == 1, writer.fits(line) {
        writer.line(line)
      } else {
        writer.line("case __Index.\(property.label):")
        writer.indented { writer in
          for line in lines { writer.line(String(line)) }
        }
      }
    }
    writer.line("default: \(other)")
    writer.line("}")
  }
}
