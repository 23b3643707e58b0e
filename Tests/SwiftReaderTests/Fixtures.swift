import Foundation

@testable import SwiftReader

/// The files in `Fixtures`, and where the package begins.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static let names = [
    "Accessors", "Conditional", "Declarations", "Initializers", "Lexical", "Local", "Model",
  ]

  static func source(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("\(name).swift.txt"), encoding: .utf8)
  }

  static func treeFile(_ name: String) -> URL {
    folder.appendingPathComponent("\(name).tree.txt")
  }

  /// Every Swift file of the package this file belongs to.
  static func packageSources() -> [URL] {
    var root = folder
    while root.path != "/",
      !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path)
    {
      root.deleteLastPathComponent()
    }
    let isHidden = { (url: URL) in url.pathComponents.contains { $0 == ".build" } }
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter {
      $0.pathExtension == "swift" && !isHidden($0)
    }
  }
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
