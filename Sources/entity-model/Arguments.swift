/// What the words after the name of the tool ask for.
enum Arguments {
  case help
  /// The outline of each file; `-` stands for standard input.
  case outline(files: [String])

  /// Words that ask for nothing the tool can do; the description says what is wrong with them.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  /// How the tool is called.
  static let usage = """
    usage: entity-model outline FILE…
           entity-model help

      outline   print what each file declares, one JSON object in a line for each;
                '-' is standard input, and what follows '--' is a file whatever its name
      help      print this text

    """

  /// Reads `words`, the first of which is the verb.
  init(_ words: some Collection<String>) throws(Misuse) {
    guard let verb = words.first else { throw Misuse(description: "expected a verb") }
    let operands = words.dropFirst()
    switch verb {
    case "help", "--help", "-h":
      if let operand = operands.first {
        throw Misuse(description: "'help' takes no arguments, such as '\(operand)'")
      }
      self = .help
    case "outline":
      self = .outline(files: try Self.files(operands, of: verb))
    default:
      throw Misuse(
        description: "unknown \(verb.hasPrefix("-") ? "option" : "verb") '\(verb)'")
    }
  }

  /// Returns the files that `operands` name, of which `verb` needs one.
  private static func files(
    _ operands: some Collection<String>, of verb: String
  ) throws(Misuse) -> [String] {
    var files: [String] = []
    var endsOptions = false
    for operand in operands {
      if !endsOptions, operand == "--" {
        endsOptions = true
      } else if !endsOptions, operand.hasPrefix("-"), operand != "-" {
        throw Misuse(description: "unknown option '\(operand)'")
      } else {
        files.append(operand)
      }
    }
    if files.isEmpty { throw Misuse(description: "'\(verb)' needs a file") }
    return files
  }
}
