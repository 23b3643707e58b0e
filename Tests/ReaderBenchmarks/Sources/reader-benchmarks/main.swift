import Foundation

let usage = """
  usage: reader-benchmarks [PATH…]

    Measures the reader, its lexer and the compiler plugin, each in rounds against a yardstick: the
    reader against swift-syntax on the Swift files at PATH (those of swift-syntax itself), the
    plugin against a program that sends every message back. The figures are those of one core where
    the system keeps all of it on one, as 'taskset -c 0 reader-benchmarks' does.

  """

let words = CommandLine.arguments.dropFirst()
if words.first == Echo.word { exit(Echo.run()) }
if let option = words.first(where: { $0.hasPrefix("-") }) {
  FileHandle.standardError.write(
    Data("reader-benchmarks: unknown option '\(option)'\n\(usage)".utf8))
  exit(64)
}

let places = words.map { URL(filePath: $0) }
let files = try SourceFiles(at: places.isEmpty ? [SourceFiles.checkout] : places)
let disagreements = Disagreements(in: files)
let reading = ReadingBenchmark(files: files)
let plugin = try PluginBenchmark()
print(
  """
  | What | Ours | Yardstick | Ratio | Target |
  |---|---:|---:|---:|---:|
  \(reading.outline().row)
  \(reading.lexing().row)
  \(try plugin.expansions().row)

  \(files.summary)
  \(disagreements.summary)
  """)
