import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number that requests have in common that are sorted and conditioned alike, in this process and
/// in others.
struct RequestFingerprint {
  /// The number.
  private(set) var number: UInt64 = 0

  /// Creates the fingerprint of a request for objects of `entity`.
  init(
    _ entity: String, includesSubentities: Bool, _ visibility: RequestVisibility?,
    _ tree: PredicateTree, _ sorting: [SortTerm]
  ) throws {
    add(entity)
    add(includesSubentities ? 1 : 0)
    if let visibility, visibility != RequestVisibility() { try addJSON(of: visibility) }
    if !add(tree.nodes) { try addJSON(of: tree) }
    for term in sorting {
      add(term.order == .ascending ? 1 : 2)
      add(term.ignoresCase ? 1 : 2)
      add(term.absent == nil ? 0 : term.absent == .first ? 1 : 2)
      if let language = term.language { add(language.name) }
      if !add(term.operand.nodes) { try addJSON(of: term.operand) }
    }
  }

  /// Adds what most conditions and orders are made of; `false`, with a part of it added, if `nodes`
  /// have others.
  private mutating func add(_ nodes: [PredicateNode]) -> Bool {
    add(UInt64(nodes.count))
    for node in nodes {
      if let path = node.kind.path, path.start != .own {
        add(13, 0)
        return false
      }
      switch node.kind {
      case .constant(let holds): add(1, holds ? 1 : 0)
      case .not: add(2, 1)
      case .all(let count): add(3, UInt64(count))
      case .any(let count): add(4, UInt64(count))
      case .comparison(let comparison):
        add(5, 0)
        add(comparison.rawValue)
      case .membership(let values):
        add(6, UInt64(values.count))
        for value in values { add(value) }
      case .text(let match, let text, let ignoringCase):
        add(7, ignoringCase ? 1 : 0)
        add(match.rawValue)
        add(text)
      case .attribute(let path): add(8, path)
      case .value(let value):
        add(9, 0)
        add(value)
      case .object(let path): add(10, path)
      case .rowNumber(let path): add(11, path)
      case .identifier(let id):
        add(12, UInt64(bitPattern: id?.rowID ?? 0))
        add(id?.entityName ?? "")
      case .quantified(let quantifier, let path):
        add(14, path)
        add(quantifier.rawValue)
      default:
        add(13, 0)
        return false
      }
    }
    return true
  }

  private mutating func addJSON(of value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    add(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  private mutating func add(_ word: UInt64) { number = SplitMix.mixed(number ^ word) }

  private mutating func add(_ mark: UInt64, _ detail: UInt64) {
    add(mark)
    add(detail)
  }

  private mutating func add(_ mark: UInt64, _ path: PropertyPath) {
    add(mark, UInt64(path.names.count))
    for name in path.names { add(name) }
  }

  private mutating func add(_ value: StoredValue) {
    switch value {
    case .null: add(1)
    case .integer(let integer): add(2, UInt64(bitPattern: integer))
    case .real(let real): add(3, real.bitPattern)
    case .text(let text):
      add(4)
      add(text)
    case .blob(let data):
      add(5, UInt64(data.count))
      data.withUnsafeBytes { add($0) }
    }
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 {
      add(UInt64($0.count))
      add(UnsafeRawBufferPointer($0))
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
      start += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[start...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
  }
}
