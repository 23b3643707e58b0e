import ReaderOutline
import SwiftReader

/// Where our outlines of files and those of swift-syntax differ.
struct Disagreements {
  /// One file of which the outlines differ.
  struct File {
    let path: String
    /// `true` iff swift-syntax finds nothing wrong with the file.
    let isSound: Bool
    /// What differs, one fact of the outline each.
    let differences: [OutlineFacts.Difference]
  }

  private(set) var files: [File] = []
  private var soundCount = 0
  private var faultyCount = 0

  /// Compares the outlines of `sources`.
  init(in sources: SourceFiles) {
    for (path, bytes) in sources.contents {
      let reference = ReferenceOutline.checkedOutline(of: bytes, path: path)
      if reference.isSound { soundCount += 1 } else { faultyCount += 1 }
      let ours = Outline(of: SyntaxTree(parsing: bytes), path: path)
      guard ours != reference.outline else { continue }
      let differences = OutlineFacts(ours).differences(from: OutlineFacts(reference.outline))
      files.append(File(path: path, isSound: reference.isSound, differences: differences))
    }
  }

  /// `true` iff all outlines of sound files agree.
  var isEmpty: Bool { !files.contains(where: \.isSound) }

  /// What was found, in two sentences.
  var summary: String {
    let differing = files.filter(\.isSound).count
    return """
      Of \(soundCount) files that swift-syntax reads without an error, the outlines of \
      \(soundCount - differing) agree. Of \(faultyCount) that it finds an error in, those of \
      \(faultyCount - (files.count - differing)).
      """
  }

  /// Everything that differs, file by file.
  var listing: String {
    files.map { file in
      let note = file.isSound ? "" : " (swift-syntax finds an error in it)"
      return (["\(file.path)\(note)"] + file.differences.map { "  \($0)" }).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
