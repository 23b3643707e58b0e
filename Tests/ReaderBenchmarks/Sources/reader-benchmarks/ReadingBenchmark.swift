import ReaderOutline
import SwiftParser
import SwiftReader
import SwiftSyntax

/// Measures how fast Swift is read.
struct ReadingBenchmark {
  let files: SourceFiles

  /// From bytes to the outline, ours beside the one that swift-syntax gives.
  func outline() -> Measurement {
    Measurement(
      "outline", amount: files.megabytes, unit: "MB/s", target: "4 ×",
      ours: {
        for (path, bytes) in files.contents {
          keep(Outline(of: SyntaxTree(parsing: bytes), path: path))
        }
      },
      yardstick: {
        for (path, bytes) in files.contents {
          keep(ReferenceOutline.outline(of: bytes, path: path))
        }
      })
  }

  /// From bytes to tokens, ours beside the parser of swift-syntax, whose lexer does not run alone.
  func lexing() -> Measurement {
    Measurement(
      "tokens", amount: files.megabytes, unit: "MB/s", target: "150 MB/s",
      ours: { for (_, bytes) in files.contents { keep(Lexer.tokens(of: bytes).tokens) } },
      yardstick: {
        for (_, bytes) in files.contents {
          keep(bytes.withUnsafeBufferPointer { Parser.parse(source: $0) })
        }
      })
  }
}

/// Takes `value`, so that making it is not left out.
@inline(never)
private func keep<Value>(_ value: Value) {}
