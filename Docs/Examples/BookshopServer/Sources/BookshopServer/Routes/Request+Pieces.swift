import EntityGraph
import Hummingbird
import Synchronization

extension Request {
  /// The body as it arrives, which is never in memory as a whole.
  ///
  /// It throws an error of the status 413 as soon as there are more than `limit` bytes.
  func pieces(upTo limit: Int) -> some AsyncSequence<ByteBuffer, any Error> & Sendable {
    let received = ByteCount()
    return body.map { piece in
      guard received.add(piece.readableBytes) <= limit else {
        throw HTTPError(.contentTooLarge, message: "at most \(limit) bytes are read")
      }
      return piece
    }
  }
}

/// How many bytes have arrived.
private final class ByteCount: Sendable {
  private let count = Mutex(0)

  /// Adds `more` and returns how many there are.
  func add(_ more: Int) -> Int {
    count.withLock {
      $0 += more
      return $0
    }
  }
}
