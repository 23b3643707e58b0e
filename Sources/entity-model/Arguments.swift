import EntityStore
import ModelGeneration

/// What the words after the name of the tool ask for.
enum Arguments {
  case help
  /// The file that declares the model of a module.
  case generate(GenerateCommand)
  /// What is wrong with the model of a module.
  case check(CheckCommand)
  /// The sources of a module, or one class of it, with every annotation expanded.
  case expand(ExpandCommand)
  /// The model of a module as JSON.
  case describe(DescribeCommand)
  /// What the objects of a module look like in JSON.
  case jsonSchema(JSONSchemaCommand)
  /// The picture of the model of a module.
  case diagram(DiagramCommand)
  /// The statements that create the tables of the model of a module.
  case sql(SQLCommand)
  /// The model of a module stored in a folder.
  case snapshot(SnapshotCommand)
  /// What a migration from a snapshot to the model of a module does.
  case plan(PlanCommand)
  /// A store that is made to fit a model.
  case migrate(MigrateCommand)
  /// The objects of a store as lines of JSON.
  case export(ExportCommand)
  /// Objects that are added to a store.
  case importing(ImportCommand)

  /// How the tool is called.
  static let usage = """
    usage: entity-model check [--fix [--dry-run]] MODULE
           entity-model expand [--type TYPE] MODULE
           entity-model diagram [--svg] MODULE
           entity-model sql MODULE
           entity-model describe MODULE
           entity-model json-schema [--openapi] [--snake-case] [--numeric-dates] [--to-many]
                        MODULE
           entity-model snapshot [--accept] MODULE
           entity-model plan [--from NUMBER] MODULE
           entity-model migrate FILE --model FILE [--dry-run] [--backup]
                        [--allow-removing PATH]… [--allow-converting PATH]…
           entity-model export STORE FILE [--keys] [--without-secrets] [--overwrite]
           entity-model import STORE FILE [--skip | --update] [--skip-invalid]
                        [--skip-unknown] [--model FILE]
           entity-model \(GenerateCommand.usage)
           entity-model help

      check     report what is wrong with the entities of a module; with --fix apply the
                fix-its, with --dry-run print them as a diff and change nothing
      expand    print the sources with every annotation expanded, or one class
      diagram   draw the entities and what connects them, in Mermaid or SVG
      sql       print the statements that create the store's tables
      describe  print their model as JSON
      json-schema
                print what their objects look like in JSON as a schema, or with --openapi as
                components of OpenAPI; with --snake-case members are named like that, with
                --numeric-dates dates are numbers, with --to-many to-manys are members too
      snapshot  store their model in FOLDER, to compare later ones with; one that no
                automatic migration leads to only with --accept
      plan      print what a migration from the newest snapshot, or from the one of that
                number, does, and its statements
      migrate   migrate the store in FILE, which no program has open, to the model that
                'describe' has printed or that a snapshot is; with --dry-run print the plan
                and change nothing, with --backup copy the file first; PATH is an entity or
                property, such as Book.note, whose values may be lost or converted
      export    write the objects of the store as lines of JSON, named by ids, or with --keys
                by unique attributes; FILE may be '-', the standard output
      import    add the objects of such a file, or of '-', the standard input, to the store,
                all or none; with --skip leave those as they are that it has, with --update
                change them; with --skip-invalid pass over lines that are wrong, with
                --skip-unknown over unknown properties and references; with --model make the
                store if there is none, for what 'describe' has printed or a snapshot
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
    case "check":
      let (module, flags) = try Self.module(operands, of: verb, flags: ["--fix", "--dry-run"])
      if flags == ["--dry-run"] { throw Misuse("'--dry-run' needs '--fix'") }
      let fixing: CheckCommand.Fixing? =
        flags.contains("--fix") ? (flags.contains("--dry-run") ? .shown : .applied) : nil
      self = .check(CheckCommand(arguments: module, fixing: fixing))
    case "expand":
      var type: String?
      let module = try ModuleArguments(operands, of: verb) { option, value in
        guard option == "--type" else { return false }
        type = value
        return true
      }
      self = .expand(ExpandCommand(arguments: module, type: type))
    case "diagram":
      let (module, flags) = try Self.module(operands, of: verb, flags: ["--svg"])
      self = .diagram(DiagramCommand(arguments: module, drawsSVG: !flags.isEmpty))
    case "sql":
      self = .sql(SQLCommand(arguments: try ModuleArguments(operands, of: verb)))
    case "snapshot":
      let (module, flags) = try Self.module(operands, of: verb, flags: ["--accept"])
      guard let folder = module.snapshots else {
        throw Misuse("'snapshot' needs '--snapshots FOLDER'")
      }
      self = .snapshot(
        SnapshotCommand(arguments: module, folder: folder, accepts: !flags.isEmpty))
    case "plan":
      var number: Int?
      let module = try ModuleArguments(operands, of: verb) {
        (option, value) throws(Misuse) in
        guard option == "--from" else { return false }
        number = Int(value)
        if number == nil { throw Misuse("'--from' needs the number of a snapshot") }
        return true
      }
      guard let folder = module.snapshots else { throw Misuse("'plan' needs '--snapshots FOLDER'") }
      self = .plan(PlanCommand(arguments: module, folder: folder, number: number))
    case "migrate": self = .migrate(try Self.migration(operands))
    case "export": self = .export(try Self.export(operands))
    case "import": self = .importing(try Self.importing(operands))
    case "describe":
      self = .describe(DescribeCommand(arguments: try ModuleArguments(operands, of: verb)))
    case "json-schema":
      let (module, flags) = try Self.module(
        operands, of: verb, flags: Set(JSONSchemaCommand.flags))
      self = .jsonSchema(JSONSchemaCommand(arguments: module, flags: flags))
    case "generate":
      self = .generate(try GenerateCommand(operands))
    default:
      throw Misuse("unknown \(verb.hasPrefix("-") ? "option" : "verb") '\(verb)'")
    }
  }

  /// Reads the operands of `migrate`.
  private static func migration(_ operands: [String]) throws(Misuse) -> MigrateCommand {
    var (store, model): (String?, String?) = (nil, nil)
    var (isDryRun, makesBackup) = (false, false)
    var permissions: [MigrationPolicy.Permission] = []
    var words = operands[...]
    while let word = words.popFirst() {
      func value() throws(Misuse) -> String {
        guard let value = words.popFirst() else { throw Misuse("'\(word)' needs a value") }
        return value
      }
      switch word {
      case "--dry-run": isDryRun = true
      case "--backup": makesBackup = true
      case "--model": model = try value()
      case "--allow-removing": permissions.append(.removing(try value()))
      case "--allow-converting": permissions.append(.converting(try value()))
      case _ where word.hasPrefix("-"): throw Misuse("unknown option '\(word)'")
      case _ where store == nil: store = word
      default: throw Misuse("'migrate' takes one store, not '\(word)' as well")
      }
    }
    guard let store else { throw Misuse("'migrate' needs the path of a store") }
    guard let model else { throw Misuse("'migrate' needs '--model FILE'") }
    return MigrateCommand(
      store: store, model: model, isDryRun: isDryRun,
      policy: MigrationPolicy(allowing: permissions, backup: makesBackup))
  }

  /// Reads the operands of `export`.
  private static func export(_ operands: [String]) throws(Misuse) -> ExportCommand {
    var options = ExportOptions()
    var isOverwriting = false
    let paths = try paths(operands, of: "export") { word, _ in
      switch word {
      case "--keys": options.references = .keys
      case "--without-secrets": options.omitsSecrets = true
      case "--overwrite": isOverwriting = true
      default: return false
      }
      return true
    }
    return ExportCommand(
      store: paths.store, file: paths.file, options: options, isOverwriting: isOverwriting)
  }

  /// Reads the operands of `import`.
  private static func importing(_ operands: [String]) throws(Misuse) -> ImportCommand {
    var options = ImportOptions()
    var model: String?
    let paths = try paths(operands, of: "import") { (word, value) throws(Misuse) in
      switch word {
      case "--skip", "--update":
        guard options.existing == .refuse else {
          throw Misuse("'--skip' and '--update' exclude each other")
        }
        options.existing = word == "--skip" ? .skip : .update
      case "--skip-invalid": options.invalidLines = .skip
      case "--skip-unknown": (options.unknownProperties, options.unknownReferences) = (.skip, .skip)
      case "--model": model = try value()
      default: return false
      }
      return true
    }
    return ImportCommand(store: paths.store, file: paths.file, model: model, options: options)
  }

  /// Reads the store and the file that `operands` name, and the options that `take` knows, which is
  /// given what returns the next word.
  private static func paths(
    _ operands: [String], of verb: String,
    _ take: (String, () throws(Misuse) -> String) throws(Misuse) -> Bool
  ) throws(Misuse) -> (store: String, file: String) {
    var paths: [String] = []
    var words = operands[...]
    while let word = words.popFirst() {
      func value() throws(Misuse) -> String {
        guard let value = words.popFirst() else { throw Misuse("'\(word)' needs a value") }
        return value
      }
      guard word.hasPrefix("-"), word != "-" else {
        paths.append(word)
        continue
      }
      guard try take(word, value) else { throw Misuse("unknown option '\(word)'") }
    }
    guard paths.count == 2 else {
      throw Misuse(
        paths.count > 2
          ? "'\(verb)' takes a store and a file, not '\(paths[2])' as well"
          : "'\(verb)' needs the path of a store and that of a file")
    }
    return (paths[0], paths[1])
  }

  /// Reads the module that `operands` name, and which of `flags` stand among them.
  private static func module(
    _ operands: [String], of verb: String, flags: Set<String>
  ) throws(Misuse) -> (module: ModuleArguments, flags: Set<String>) {
    var found: Set<String> = []
    let module = try ModuleArguments(
      operands, of: verb,
      takeFlag: { flag in
        guard flags.contains(flag) else { return false }
        found.insert(flag)
        return true
      })
    return (module, found)
  }
}
