import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

do {
  switch try Arguments(CommandLine.arguments.dropFirst()) {
  case .help:
    let isWritten = StandardStream.output.write(Arguments.usage)
    exit(isWritten ? 0 : 1)
  case .outline(let files):
    exit(OutlineCommand(files: files).run() ? 0 : 1)
  case .generate(let command):
    exit(command.run() ? 0 : 1)
  case .expand(let module, let type):
    exit(ExpandCommand(arguments: module, type: type).run() ? 0 : 1)
  case .snapshot(let module, let accepts):
    exit(SnapshotCommand(arguments: module, accepts: accepts).run() ? 0 : 1)
  case .describe(let module):
    exit(DescribeCommand(arguments: module).run() ? 0 : 1)
  case .check(let module):
    exit(CheckCommand(arguments: module).run() ? 0 : 1)
  }
} catch {
  StandardStream.error.write("entity-model: \(error)\n\(Arguments.usage)")
  exit(64)
}
