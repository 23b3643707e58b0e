import Foundation

/// The files that readers are measured on, in memory.
struct SourceFiles {
  let contents: [(path: String, bytes: [UInt8])]

  /// The sources of swift-syntax as this package's build checked them out.
  static var checkout: URL {
    var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
    while folder.path != "/" {
      let sources = folder.appending(path: "checkouts/swift-syntax/Sources")
      if FileManager.default.fileExists(atPath: sources.path) { return sources }
      folder.deleteLastPathComponent()
    }
    return folder
  }

  /// Reads the Swift files at or under `places`.
  init(at places: [URL]) throws {
    contents = try places.flatMap(Self.files).map {
      (path: $0.path, bytes: [UInt8](try Data(contentsOf: $0)))
    }
  }

  /// How much there is to read.
  var megabytes: Double { Double(contents.map(\.bytes.count).reduce(0, +)) / 1e6 }

  /// How much there is to read, in a sentence.
  var summary: String {
    "\(contents.count) files, \(String(format: "%.1f", megabytes)) MB of Swift."
  }

  private static func files(at place: URL) throws -> [URL] {
    guard place.pathExtension != "swift" || place.hasDirectoryPath else { return [place] }
    let paths = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { place.appending(path: $0) }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
  }
}
