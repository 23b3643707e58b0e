import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

do {
  let succeeds =
    switch try Arguments(CommandLine.arguments.dropFirst()) {
    case .help: StandardStream.output.write(Arguments.usage)
    case .generate(let command): command.run()
    case .check(let command): command.run()
    case .expand(let command): command.run()
    case .describe(let command): command.run()
    case .jsonSchema(let command): command.run()
    case .diagram(let command): command.run()
    case .sql(let command): command.run()
    case .snapshot(let command): command.run()
    case .plan(let command): command.run()
    case .migrate(let command): command.run()
    case .export(let command): command.run()
    case .importing(let command): command.run()
    }
  exit(succeeds ? 0 : 1)
} catch {
  StandardStream.error.write("entity-model: \(error)\n\(Arguments.usage)")
  exit(64)
}
