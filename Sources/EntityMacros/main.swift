import CompilerPluginMessages
import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The compiler gives no arguments; EntityModelPlugin does. The plugin could have a tool of its own,
// but the package manager would build that twice.
if CommandLine.arguments.count > 1 {
  exit(GenerateCommand.status(of: Array(CommandLine.arguments.dropFirst())))
}
PluginProcess.run(expander: MacroAdapter())
