import Foundation
import ReaderLaws
import SwiftReader

/// Reads mutants in a process of its own, so that one that ends the process ends only that.
struct Worker {
  /// The seconds after which the system ends a process that is still busy with its mutants.
  private static let patience: UInt32 = 120

  private let mutator: Mutator

  /// Creates a worker that mutates the reader's fixtures and the files of the package, the
  /// fixtures as often as all the files.
  init() throws {
    let fixtures = try Corpus.fixtureFiles().map { [UInt8](try Data(contentsOf: $0)) }
    let files = try Corpus.packageFiles().map { [UInt8](try Data(contentsOf: $0)) }
    let times = max(1, files.count / max(1, fixtures.count))
    mutator = Mutator(files + repeatElement(fixtures, count: times).joined())
  }

  /// Returns the mutant of `seed`.
  func mutant(_ seed: UInt64) -> [UInt8] { mutator.mutant(seed: seed) }

  /// Returns the law that reading the mutant of `seed` or its repetition breaks, nil if they keep
  /// them all.
  func brokenLaw(seed: UInt64) -> String? {
    if let excess = Repetition(seed: seed).excess { return excess }
    let bytes = mutator.mutant(seed: seed)
    for fragment in [SyntaxTree.Fragment.file, .members, .attributes] {
      let tree = SyntaxTree(parsing: bytes, as: fragment)
      if let law = tree.brokenLaw { return "as \(fragment): \(law)" }
      if tree.reassembled != bytes { return "as \(fragment): bytes are missing" }
      if fragment == .file { tree.askEveryView() }
    }
    return nil
  }

  /// Reads the mutants of `seeds` and returns the exit status: 1 when one breaks a law.
  func run(seeds: Range<UInt64>) -> Int32 {
    alarm(Self.patience)
    return seeds.contains { brokenLaw(seed: $0) != nil } ? 1 : 0
  }
}
