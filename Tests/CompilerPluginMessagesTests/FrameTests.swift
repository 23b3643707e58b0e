import CompilerPluginMessages
import Foundation
import Testing

@testable import struct CompilerPluginMessages.FrameReader
@testable import struct CompilerPluginMessages.FrameWriter

@Suite struct FrameTests {
  @Test func frameIsEightLittleEndianLengthBytesAndThePayload() throws {
    #expect(try framed(Array("héllo".utf8)) == [6, 0, 0, 0, 0, 0, 0, 0] + Array("héllo".utf8))
  }

  @Test func readerReturnsPayloadsInOrderAndThenNil() throws {
    let reader = FrameReader(bytes: try framed([1, 2, 3]) + framed([4]))

    #expect(try reader.next() == [1, 2, 3])
    #expect(try reader.next() == [4])
    #expect(try reader.next() == nil)
  }

  @Test func frameOfLengthZeroEndsTheConversation() throws {
    let reader = FrameReader(bytes: try framed([]) + framed([4]))

    #expect(try reader.next() == nil)
  }

  @Test func shortReadsAddUpToWholeFrames() throws {
    let reader = FrameReader(bytes: try framed(Array(0..<200)), atMost: 3)

    #expect(try reader.next() == Array(0..<200))
    #expect(try reader.next() == nil)
  }

  @Test func shortWritesAddUpToWholeFrames() throws {
    #expect(try framed([7, 8, 9], atMost: 2) == [3, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9])
  }

  @Test func payloadLongerThanOneChunkArrivesWhole() throws {
    let payload = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reader = FrameReader(bytes: try framed(payload), atMost: 70_000)

    #expect(try reader.next() == payload)
  }

  @Test func inputThatEndsInsideTheLengthIsTruncated() {
    let reader = FrameReader(bytes: [3, 0, 0])

    #expect(throws: FrameError.truncated) { try reader.next() }
  }

  @Test func inputThatEndsInsideThePayloadIsTruncated() throws {
    let reader = FrameReader(bytes: Array(try framed([1, 2, 3]).dropLast()))

    #expect(throws: FrameError.truncated) { try reader.next() }
  }

  @Test func absurdLengthIsRefusedWithoutReadingOn() {
    let reader = FrameReader(bytes: [UInt8](repeating: 255, count: 8))

    #expect(throws: FrameError.tooLong(announced: .max)) { try reader.next() }
  }

  @Test func greatestLengthIsBelievedAndOneMoreIsNot() {
    let limit = FrameReader.lengthLimit
    let greatest = FrameReader(bytes: littleEndian(limit))
    let greater = FrameReader(bytes: littleEndian(limit + 1))

    #expect(throws: FrameError.truncated) { try greatest.next() }
    #expect(throws: FrameError.tooLong(announced: limit + 1)) { try greater.next() }
  }

  @Test func interruptedReadIsTriedAgain() throws {
    var interruptions = 2
    var rest = try framed([5, 6])[...]
    let reader = FrameReader { buffer in
      guard interruptions == 0 else {
        interruptions -= 1
        errno = EINTR
        return -1
      }
      return rest.move(into: buffer, atMost: .max)
    }

    #expect(try reader.next() == [5, 6])
  }

  @Test func interruptedWriteIsTriedAgain() throws {
    var interruptions = 2
    var written: [UInt8] = []
    let writer = FrameWriter { buffer in
      guard interruptions == 0 else {
        interruptions -= 1
        errno = EINTR
        return -1
      }
      written.append(contentsOf: buffer)
      return buffer.count
    }
    try writer.send([5])

    #expect(written == [1, 0, 0, 0, 0, 0, 0, 0, 5])
  }

  @Test func readErrorNamesItsCode() {
    let reader = FrameReader { _ in
      errno = EIO
      return -1
    }

    #expect(throws: FrameError.system(code: EIO)) { try reader.next() }
  }

  @Test func writeErrorNamesItsCode() {
    let writer = FrameWriter { _ in
      errno = ENOSPC
      return -1
    }

    #expect(throws: FrameError.system(code: ENOSPC)) { try writer.send([1]) }
  }

  @Test func sinkThatTakesNothingIsAnErrorNotALoop() {
    let writer = FrameWriter { _ in 0 }

    #expect(throws: FrameError.system(code: EIO)) { try writer.send([1]) }
  }

  @Test func framesCrossAPipe() throws {
    let pipe = Pipe()
    try FrameWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor).send([1, 2, 3])
    try pipe.fileHandleForWriting.close()
    let reader = FrameReader(descriptor: pipe.fileHandleForReading.fileDescriptor)

    #expect(try reader.next() == [1, 2, 3])
    #expect(try reader.next() == nil)
  }

  @Test func writingToAPipeThatNobodyReadsIsClosed() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let writer = FrameWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)

    #expect(throws: FrameError.closed) { try writer.send([1, 2, 3]) }
  }

  @Test func readingAClosedDescriptorIsASystemError() {
    #expect(throws: FrameError.system(code: EBADF)) { try FrameReader(descriptor: -1).next() }
  }
}
