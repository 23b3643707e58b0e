#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program that the compiler starts: messages arrive on standard input, answers leave on
/// standard output.
package enum PluginProcess {
  /// Answers the compiler until it takes its leave, then ends the process.
  package static func run(expander: any MacroExpanding) -> Never {
    // Writing to a compiler that left must fail with EPIPE, not end the process by a signal.
    signal(SIGPIPE, SIG_IGN)
    guard let output = divert(STDOUT_FILENO, to: STDERR_FILENO) else { exit(1) }
    exit(
      serve(
        FrameReader(descriptor: STDIN_FILENO), FrameWriter(descriptor: output), expander: expander))
  }

  /// Makes whatever is written to `descriptor` from now on arrive at `other`, and returns a new
  /// descriptor for where it went before, or nil when the system refuses.
  ///
  /// A stray `print` then reaches the build log and cannot break into a frame.
  static func divert(_ descriptor: Int32, to other: Int32) -> Int32? {
    let former = dup(descriptor)
    guard former >= 0, dup2(other, descriptor) >= 0 else { return nil }
    return former
  }

  /// Answers every message that `reader` delivers and returns the exit status: 0 when the other
  /// side took its leave, 1 when the conversation broke off.
  package static func serve(
    _ reader: FrameReader, _ writer: FrameWriter, expander: any MacroExpanding
  ) -> Int32 {
    let handler = MessageHandler(expander: expander)
    do {
      while let frame = try reader.next() {
        try writer.send(handler.handle(HostMessage(json: frame)).json)
      }
      return 0
    } catch .truncated, .closed {
      // The compiler was interrupted; its own words are enough.
      return 1
    } catch {
      report("entity macros: \(error)\n")
      return 1
    }
  }

  /// Writes a line to the build log.
  private static func report(_ line: String) {
    var line = line
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
