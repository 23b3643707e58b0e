import Foundation
import Testing

@testable import CompilerPluginMessages

@Suite struct PluginProcessTests {
  private let capability =
    #"{"getCapabilityResult":{"capability":{"features":[],"protocolVersion":7}}}"#
  private let member =
    #"{"expandMacroResult":{"diagnostics":[{"fixIts":[],"highlights":[],"message":"seen","#
    + #""notes":[],"position":{"fileName":"/src/Bookshop/Author.swift","offset":12},"#
    + #""severity":"remark"}],"expandedSource":"EntityMacro member"}}"#

  @Test func everyMessageGetsOneAnswerUntilTheCompilerLeaves() throws {
    let frames = [Recorded.getCapability, Recorded.member, "", Recorded.member]
    let (answers, status) = try serve(try frames.flatMap { try framed(Array($0.utf8)) })

    #expect(answers == [capability, member])
    #expect(status == 0)
  }

  @Test func endOfInputIsALeaveToo() throws {
    let (answers, status) = try serve([])

    #expect(answers == [])
    #expect(status == 0)
  }

  @Test func unreadableMessageIsAnsweredAndTheNextOneServed() throws {
    let error =
      #"{"expandMacroResult":{"diagnostics":[{"fixIts":[],"highlights":[],"message":"#
      + #""the compiler's message to the entity macros could not be read: "#
      + #"expected a quoted name at byte 1","notes":[],"#
      + #""position":{"fileName":"","offset":0},"severity":"error"}]}}"#
    let frames = ["{nonsense", Recorded.getCapability]
    let (answers, status) = try serve(try frames.flatMap { try framed(Array($0.utf8)) })

    #expect(answers == [error, capability])
    #expect(status == 0)
  }

  @Test func inputThatBreaksOffEndsWithStatusOne() throws {
    let (answers, status) = try serve(
      try framed(Array(Recorded.getCapability.utf8)) + littleEndian(9) + [0x7B])

    #expect(answers == [capability])
    #expect(status == 1)
  }

  @Test func absurdLengthEndsWithStatusOne() throws {
    let (answers, status) = try serve([UInt8](repeating: 255, count: 16))

    #expect(answers == [])
    #expect(status == 1)
  }

  @Test func compilerThatStoppedListeningEndsWithStatusOne() throws {
    let reader = FrameReader(bytes: try framed(Array(Recorded.getCapability.utf8)))
    let writer = FrameWriter { _ in
      errno = EPIPE
      return -1
    }

    #expect(PluginProcess.serve(reader, writer, expander: RepeatingExpander()) == 1)
  }

  @Test func strayOutputGoesToTheOtherDescriptorAndAnswersToTheFormerPlace() throws {
    let output = Pipe()
    let log = Pipe()
    let descriptor = output.fileHandleForWriting.fileDescriptor
    let answers = try #require(
      PluginProcess.divert(descriptor, to: log.fileHandleForWriting.fileDescriptor))

    FileHandle(fileDescriptor: descriptor).write(Data("stray".utf8))
    FileHandle(fileDescriptor: answers).write(Data("answer".utf8))

    #expect(log.fileHandleForReading.availableData == Data("stray".utf8))
    #expect(output.fileHandleForReading.availableData == Data("answer".utf8))
    close(answers)
  }

  @Test func descriptorThatIsNotOpenCannotBeDiverted() {
    #expect(PluginProcess.divert(-1, to: STDERR_FILENO) == nil)
  }

  /// Returns the answers to a stream of bytes and the exit status.
  private func serve(_ input: [UInt8]) throws -> (answers: [String], status: Int32) {
    var output: [UInt8] = []
    let writer = FrameWriter { buffer in
      output.append(contentsOf: buffer)
      return buffer.count
    }
    let status = PluginProcess.serve(
      FrameReader(bytes: input), writer, expander: RepeatingExpander())
    var answers: [String] = []
    let reader = FrameReader(bytes: output)
    while let answer = try reader.next() { answers.append(String(decoding: answer, as: UTF8.self)) }
    return (answers, status)
  }
}
