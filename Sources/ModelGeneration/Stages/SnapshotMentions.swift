import SwiftReader

/// The snapshots that sources name: those whose types they use, and those that migrations lead from
/// and to.
struct SnapshotMentions: Hashable, Sendable {
  /// A step from one snapshot to another.
  struct Step: Hashable, Sendable {
    let from: Int
    let to: Int
  }

  /// The numbers of the snapshots whose types are named, as in `Snapshot3`, each with where it is
  /// named first.
  private(set) var numbers: [Int: FileRange] = [:]

  /// The steps that are written as `from: 3, to: 4`.
  private(set) var steps: Set<Step> = []

  /// The steps of migrations that the sources make, as in `Migration(from: 3, to: 4)`.
  private(set) var migrations: Set<Step> = []

  /// Collects what `files` name, in whatever order.
  init(_ files: [SourceModule.File]) {
    for file in files { collect(file) }
  }

  private mutating func collect(_ file: SourceModule.File) {
    let tree = file.tree
    for index in tree.tokens.indices where tree.tokens[index].kind == .identifier {
      let range = tree.tokenRange(index)
      let bytes = tree.text.bytes[range]
      if bytes.starts(with: Self.prefix) {
        let number = Self.number(bytes.dropFirst(Self.prefix.count))
        if let number, numbers[number] == nil {
          numbers[number] = FileRange(range, of: tree.text, path: file.path)
        }
      } else if bytes.elementsEqual(Self.from), let step = Self.step(at: index, in: tree) {
        steps.insert(step)
        let isMigration =
          index >= 2 && tree.tokenText(index - 1) == "(" && tree.tokenText(index - 2) == "Migration"
        if isMigration { migrations.insert(step) }
      }
    }
  }

  private static let prefix = Array("Snapshot".utf8)
  private static let from = Array("from".utf8)

  /// Returns the step that begins with the token at `index`, or `nil`.
  private static func step(at index: Int, in tree: SyntaxTree) -> Step? {
    let kinds: [Token.Kind] = [
      .identifier, .colon, .integer, .comma, .identifier, .colon, .integer,
    ]
    guard index + kinds.count <= tree.tokens.count,
      tree.tokens[index..<index + kinds.count].map(\.kind) == kinds,
      tree.tokenText(index + 4) == "to",
      let from = number(tree.text.bytes[tree.tokenRange(index + 2)]),
      let to = number(tree.text.bytes[tree.tokenRange(index + 6)])
    else { return nil }
    return Step(from: from, to: to)
  }

  /// Returns the number that `digits` are, or `nil` if it would be written otherwise.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: digits, as: UTF8.self)
    guard let number = Int(text), String(number) == text else { return nil }
    return number
  }
}
