import SwiftReader

/// The files of which our outline and that of swift-syntax differ, where swift-syntax finds nothing
/// wrong with them.
struct Disagreements {
  private var paths: [String] = []
  private var compared = 0

  /// Compares the outlines of `files`.
  init(in files: SourceFiles) {
    for (path, bytes) in files.contents {
      let reference = ReferenceOutline.checkedOutline(of: bytes, path: path)
      guard reference.isSound else { continue }
      compared += 1
      if Outline(of: SyntaxTree(parsing: bytes), path: path) != reference.outline {
        paths.append(path)
      }
    }
  }

  /// What was found, in a sentence.
  var summary: String {
    let finding =
      paths.isEmpty
      ? "the outlines agree" : "the outlines of these differ: \(paths.joined(separator: ", "))"
    return "Of \(compared) files that swift-syntax reads without an error, \(finding)."
  }
}
