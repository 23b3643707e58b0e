import Foundation

let usage = """
  usage: reader-benchmarks [PATH…]
         reader-benchmarks compare PATH…

    Measures the reader, its lexer and the compiler plugin, each in rounds against a yardstick: the
    reader against swift-syntax on the Swift files at PATH (those of swift-syntax itself), the
    plugin against a program that sends every message back. The figures are those of one core where
    the system keeps all of it on one, as 'taskset -c 0 reader-benchmarks' does.

    With 'compare', measures nothing and prints all that our outlines of the files say otherwise
    than those made with swift-syntax; ends with status 1 if a file that swift-syntax finds nothing
    wrong with is among them.

  """

var words = CommandLine.arguments.dropFirst()
if words.first == Echo.word { exit(Echo.run()) }
if let option = words.first(where: { $0.hasPrefix("-") }) {
  FileHandle.standardError.write(
    Data("reader-benchmarks: unknown option '\(option)'\n\(usage)".utf8))
  exit(64)
}

let onlyCompares = words.first == "compare"
if onlyCompares { words = words.dropFirst() }
let places = words.map { URL(filePath: $0) }
let files = try SourceFiles(at: places.isEmpty ? [SourceFiles.checkout] : places)
let disagreements = Disagreements(in: files)
if onlyCompares {
  if !disagreements.files.isEmpty { print(disagreements.listing) }
  print(disagreements.summary)
  exit(disagreements.isEmpty ? 0 : 1)
}
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
