import Foundation

let usage = """
  usage: reader-fuzz [SECONDS] [SEED]

    Reads mutants of Swift source until SECONDS (60) have passed and checks what must hold for all
    source. The first mutant is that of SEED, the next one that of SEED + 1; without SEED they are
    new in every run. Reading takes time in proportion to the source, in looks at it, too.

  """

do {
  let arguments = try Arguments(CommandLine.arguments.dropFirst())
  switch arguments {
  case .worker(let seeds): exit(try Worker().run(seeds: seeds))
  case .campaign(let seconds, let seed): exit(try Campaign(firstSeed: seed).run(seconds: seconds))
  }
} catch {
  FileHandle.standardError.write(Data("reader-fuzz: \(error)\n\(usage)".utf8))
  exit(64)
}
