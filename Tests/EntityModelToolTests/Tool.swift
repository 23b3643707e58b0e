import Foundation
import TestSupport

/// The tool as it was built beside the tests.
enum Tool {
  /// What a run of the tool left behind.
  struct Run: Equatable {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  /// How the tool reports that it is called.
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
           entity-model generate --output FILE MODULE
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

  /// The folder of the test bundle, where the executables of the package are too.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }

  /// Runs the tool in `directory` with `input` on its standard input, and waits for its end.
  static func run(
    _ arguments: String..., in directory: TemporaryDirectory, input: String = "",
    output: FileHandle? = nil, named name: String = "entity-model"
  ) throws -> Run {
    try run(arguments: arguments, in: directory, input: input, output: output, named: name)
  }

  /// Runs the tool in `directory` with `input` on its standard input, and waits for its end.
  static func run(
    arguments: [String], in directory: TemporaryDirectory, input: String = "",
    output: FileHandle? = nil, named name: String = "entity-model"
  ) throws -> Run {
    let process = Process()
    process.executableURL = products.appending(path: name)
    process.arguments = arguments
    process.currentDirectoryURL = directory.url
    process.standardInput = try stream("input", in: directory, holding: input)
    process.standardOutput = try output ?? stream("output", in: directory)
    process.standardError = try stream("errors", in: directory)
    try process.run()
    process.waitUntilExit()
    return Run(
      output: try text("output", in: directory), errors: try text("errors", in: directory),
      status: process.terminationStatus)
  }

  /// Opens the file that stands for a stream; a file, unlike a pipe, never fills up.
  private static func stream(
    _ name: String, in directory: TemporaryDirectory, holding text: String = ""
  ) throws -> FileHandle {
    let url = directory.url.appending(path: ".\(name)")
    try Data(text.utf8).write(to: url)
    return try FileHandle(forUpdating: url)
  }

  private static func text(_ name: String, in directory: TemporaryDirectory) throws -> String {
    let url = directory.url.appending(path: ".\(name)")
    guard FileManager.default.fileExists(atPath: url.path) else { return "" }
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}

extension TemporaryDirectory {
  /// Writes `bytes` to the file `name` in the directory.
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }
}
