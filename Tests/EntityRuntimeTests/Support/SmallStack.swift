import Foundation
import Testing

/// Calls `body` on a thread whose stack is as small as those of Swift's concurrency.
func onASmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
  let done = DispatchSemaphore(value: 0)
  let failures = SQLLog()
  let thread = Thread {
    do { try body() } catch { failures.append("\(error)") }
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
  #expect(failures.statements == [])
}
