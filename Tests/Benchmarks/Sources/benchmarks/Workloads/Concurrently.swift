import Foundation
import Synchronization

/// Does the work of each of `bodies` on a thread of its own and returns the tallies together.
///
/// Threads and no tasks: there may be fewer cores than bodies, and all are to go on at once.
///
/// - Throws: what one of them threw.
func concurrently(_ bodies: [@Sendable () throws -> Tally]) throws -> Tally {
  let results = Mutex<[Result<Tally, any Error>]>([])
  let group = DispatchGroup()
  for body in bodies {
    group.enter()
    Thread {
      let result = Result { try body() }
      results.withLock { $0.append(result) }
      group.leave()
    }.start()
  }
  group.wait()
  return try results.withLock { $0 }.reduce(into: Tally()) { total, result in
    let tally = try result.get()
    total.count += tally.count
    total.sum += tally.sum
  }
}
