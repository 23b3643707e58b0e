import ModelGeneration

/// What the words after the name of the tool ask for.
enum Arguments {
  case help
  /// The outline of each file; `-` stands for standard input.
  case outline(files: [String])
  /// The file that declares the model of a module.
  case generate(GenerateCommand)
  /// What is wrong with the model of a module.
  case check(ModuleArguments)
  /// The sources of a module, or one class of it, with every annotation carried out.
  case expand(ModuleArguments, type: String?)
  /// The model of a module as JSON.
  case describe(ModuleArguments)
  /// The model of a module kept in a folder, whatever a migration can do if `accepts`.
  case snapshot(ModuleArguments, accepts: Bool)

  /// How the tool is called.
  static let usage = """
    usage: entity-model outline FILE…
           entity-model check MODULE
           entity-model expand [--type TYPE] MODULE
           entity-model describe MODULE
           entity-model snapshot [--accept yes] MODULE
           entity-model \(GenerateCommand.usage)
           entity-model help

      outline   print what each file declares, one JSON object in a line for each;
                '-' is standard input, and what follows '--' is a file whatever its name
      check     say what is wrong with the entities of a module
      expand    print the sources with every annotation carried out, or one class
      describe  print their model as JSON
      snapshot  keep their model in FOLDER, to compare later ones with; one that no
                automatic migration leads to only with '--accept yes'
      generate  check them and write the Swift file that declares their model
      help      print this text

    MODULE is --module NAME [--define CONDITION]… [--snapshots FOLDER] FILE…, and for each
    module that it depends on: --sibling NAME FILE… where both belong to one package, and
    --dependency NAME FILE… otherwise.

    """

  /// Reads `words`, the first of which is the verb.
  init(_ words: some Collection<String>) throws(Misuse) {
    guard let verb = words.first else { throw Misuse("expected a verb") }
    let operands = Array(words.dropFirst())
    switch verb {
    case "help", "--help", "-h":
      if let operand = operands.first {
        throw Misuse("'help' takes no arguments, such as '\(operand)'")
      }
      self = .help
    case "outline":
      self = .outline(files: try Self.files(operands, of: verb))
    case "check":
      self = .check(try ModuleArguments(operands, of: verb))
    case "expand":
      var type: String?
      let module = try ModuleArguments(operands, of: verb) { option, value in
        guard option == "--type" else { return false }
        type = value
        return true
      }
      self = .expand(module, type: type)
    case "snapshot":
      var accepts = false
      let module = try ModuleArguments(operands, of: verb) { option, value in
        guard option == "--accept" else { return false }
        accepts = value == "yes"
        return true
      }
      guard module.snapshots != nil else {
        throw Misuse("'snapshot' needs '--snapshots FOLDER'")
      }
      self = .snapshot(module, accepts: accepts)
    case "describe":
      self = .describe(try ModuleArguments(operands, of: verb))
    case "generate":
      self = .generate(try GenerateCommand(operands))
    default:
      throw Misuse(
        "unknown \(verb.hasPrefix("-") ? "option" : "verb") '\(verb)'")
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
        throw Misuse("unknown option '\(operand)'")
      } else {
        files.append(operand)
      }
    }
    if files.isEmpty { throw Misuse("'\(verb)' needs a file") }
    return files
  }
}
