import Foundation
import PackagePlugin

/// `swift package entity-model VERB`: reports on the models of a package's targets.
@main struct EntityModelCommand: CommandPlugin {
  /// How the command is called.
  private static let usage = """
    usage: swift package entity-model VERB [--target NAME]… [OPTION…]

      check                  report what is wrong with the entities of each target
      check --fix            fix what has one fix-it, and report the rest; with --dry-run
                             print the change as a diff and write nothing
      expand [TYPE]          print the sources with every annotation expanded, or one class
      diagram [--svg]        draw the entities and what connects them, in Mermaid or SVG
      sql                    print the statements that create the store's tables
      describe               print the model as JSON
      json-schema [--openapi] [--snake-case] [--numeric-dates] [--to-many]
                             print what objects look like in JSON as a schema, or with
                             --openapi as components of OpenAPI; with --snake-case members are
                             named like that, with --numeric-dates dates are numbers, with
                             --to-many to-manys are members too
      snapshot [--accept]    store the model as it is, to compare later ones with; --accept
                             also stores one that no automatic migration leads to
      plan [--from NUMBER]   print what a migration from the newest snapshot, or from the one
                             of that number, does, and its statements
      migrate FILE --model FILE
                             migrate a store that no program has open to the model that
                             'describe' has printed or that a snapshot is; with --dry-run
                             print the plan and change nothing; 'help' of the tool says more
      export STORE FILE      write the objects of a store as lines of JSON
      import STORE FILE      add the objects of such a file to a store, all or none; with
                             --skip leave those as they are that it has, with --update
                             change them
      help                   print this text

    Without --target the targets of the package that declare entities are meant; what is one
    document is of one target.

    """

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let wanted = extractor.extractOption(named: "target")
    var words = extractor.remainingArguments
    let verb = words.isEmpty ? "" : words.removeFirst()
    if ["help", "--help", "-h"].contains(verb) || (verb.isEmpty && words.isEmpty) {
      print(Self.usage, terminator: "")
      exit(verb.isEmpty ? 64 : 0)
    }
    if wanted.isEmpty, arguments.contains("--target") { refuse("'--target' needs a name", 64) }
    if ["migrate", "export", "import"].contains(verb) {
      let tool = Tool(url: try context.tool(named: "entity-model").url)
      let status = try tool.run([verb] + words)
      if status != 0 { exit(status) }
      return
    }
    refuseUnknown(words, of: verb)
    let targets = targets(named: wanted, in: context.package)
    if targets.isEmpty {
      refuse("no target of the package '\(context.package.displayName)' declares an entity", 1)
    }
    let isOneDocument =
      ["describe", "json-schema"].contains(verb) || (verb == "diagram" && words == ["--svg"])
    if isOneDocument, targets.count > 1 {
      let names = targets.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
      refuse("'\(verb)' prints one document; name one of \(names) with '--target'", 64)
    }
    let tool = Tool(url: try context.tool(named: "entity-model").url)
    var status: Int32 = 0
    for target in targets {
      let sources = ModuleSources(of: target, in: context.package)
      let code: Int32
      switch verb {
      case "diagram", "snapshot", "plan", "json-schema":
        code = try tool.run([verb] + words + sources.arguments)
      case "expand":
        let options = words.flatMap { ["--type", $0] }
        code = try tool.run(["expand"] + options + sources.arguments)
      case "sql", "describe":
        code = try tool.run([verb] + sources.arguments)
      default:
        code = try tool.run(["check"] + words + sources.arguments, problemsAreResults: true)
      }
      status = max(status, code)
    }
    if status != 0 { exit(status) }
  }

  /// Returns the targets called `names`, or those that declare entities where there are none.
  private func targets(
    named names: [String], in package: Package
  ) -> [SwiftSourceModuleTarget] {
    let modules = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    if names.isEmpty { return modules.filter(\.declaresEntities) }
    return names.map { name in
      guard let module = modules.first(where: { $0.name == name }) else {
        let known = modules.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
        refuse("there is no target '\(name)'; the package has \(known)", 64)
      }
      return module
    }
  }

  /// Refuses unknown verbs, and words that `verb` does not take.
  private func refuseUnknown(_ words: [String], of verb: String) {
    let unknown: String?
    switch verb {
    case "check":
      unknown = words.first { !["--fix", "--dry-run"].contains($0) }
      if words == ["--dry-run"] { refuse("'--dry-run' needs '--fix'", 64) }
    case "sql", "describe": unknown = words.first
    case "diagram": unknown = words.first { $0 != "--svg" }
    case "json-schema":
      let flags = ["--openapi", "--snake-case", "--numeric-dates", "--to-many"]
      unknown = words.first { !flags.contains($0) }
    case "snapshot": unknown = words.first { $0 != "--accept" }
    case "plan":
      let isRight = words.isEmpty || words.count == 2 && words[0] == "--from"
      unknown = isRight ? nil : words.first { $0 != "--from" } ?? words.first
    case "expand": unknown = words.first { $0.hasPrefix("-") } ?? words.dropFirst().first
    default:
      refuse("unknown verb '\(verb)'; 'swift package entity-model help' lists them", 64)
    }
    if let unknown { refuse("'\(verb)' does not take '\(unknown)'", 64) }
  }

  /// Reports what is wrong and ends the command.
  private func refuse(_ problem: String, _ status: Int32) -> Never {
    Diagnostics.error(problem)
    exit(status)
  }
}

extension SwiftSourceModuleTarget {
  /// `true` if a source of the target has the annotation of an entity in it.
  fileprivate var declaresEntities: Bool {
    dependsOnEntityGraph
      && sourceFiles(withSuffix: ".swift").contains { file in
        let text = try? Data(contentsOf: file.url)
        return text?.range(of: Data("@Entity".utf8)) != nil
          || text?.range(of: Data("@EntityGraph.Entity".utf8)) != nil
      }
  }
}
