import EntityGraph
import Foundation

/// A payload of wares that is made while it is read, in pieces of 64 KB, so that it may have any
/// size.
struct LargePayload: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  /// How many bytes there are at least.
  let size: Int

  init(megabytes: Int) { size = megabytes << 20 }

  func makeAsyncIterator() -> Iterator { Iterator(rest: size) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var rest: Int
    private var code = 0
    private var isAtEnd = false

    fileprivate init(rest: Int) { self.rest = rest }

    mutating func next() async -> [UInt8]? {
      if isAtEnd { return nil }
      var piece: [UInt8] = []
      piece.reserveCapacity(1 << 16 + 1 << 10)
      while rest > 0, piece.count < 1 << 16 {
        piece.append(code == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
        let row = WareRow(code: code).json.utf8
        piece.append(contentsOf: row)
        rest -= row.count + 1
        code += 1
      }
      if rest <= 0 {
        piece.append(UInt8(ascii: "]"))
        isAtEnd = true
      }
      return piece
    }
  }

  /// Makes the objects of the payload in the store at `path`; returns how many there are.
  func sync(into path: String) throws -> Int {
    let container = try PersistentContainer(
      model: ObjectModel(Ware.self, Stall.self), at: .file(path))
    defer { container.close() }
    let payload = self
    return try waiting {
      try await container.sync(Ware.self, from: payload).insertedCount
    }
  }

  /// Writes the objects in the store at `path` as JSON that nobody keeps; returns how many bytes
  /// that has.
  static func export(from path: String) throws -> Int {
    let container = try PersistentContainer(
      model: ObjectModel(Ware.self, Stall.self), at: .file(path))
    defer { container.close() }
    var size = 0
    try container.newContext().writeJSON(Ware.all, as: Syncing.shape) { size += $0.count }
    return size
  }
}
