import Foundation
import TestSupport

/// The compiler that builds the package, with the plugin that the package is built with.
enum Compiler {
  /// How far the compiler goes with a source.
  enum Stage {
    /// Until types are known.
    case typeChecking

    /// Until what only code shows is known too, like a variable that is read before it is set.
    case code
  }

  /// Compiles `source`, whose warnings count as errors, up to `stage` and returns what the compiler
  /// reports line by line, in source order.
  ///
  /// What it reports of generated code comes at the end, each after the line of code. Where it has
  /// to try more than `scopes` things for an expression, it reports that this is too complex.
  static func check(
    _ source: String, upTo stage: Stage = .typeChecking, trying scopes: Int? = nil
  ) throws -> String {
    var arguments =
      switch stage {
      case .typeChecking: ["-typecheck"]
      case .code: ["-parse-as-library", "-emit-sil", "-o", "/dev/null"]
      }
    if let scopes { arguments += ["-Xfrontend", "-solver-scope-threshold=\(scopes)"] }
    return try compile([("Model.swift", source)], arguments) { lines, directory in
      report(lines, of: directory.path("Model.swift"))
    }
  }

  /// Checks the types of a module of `files`, in their order, all at once, and returns the errors
  /// and warnings; `isolation` is the actor that its declarations belong to by themselves.
  static func check(
    module files: [(name: String, source: String)], isolation: String = "nonisolated"
  ) throws -> [String] {
    let arguments = [
      "-typecheck", "-whole-module-optimization", "-default-isolation", isolation,
    ]
    return try compile(files, arguments) { lines, _ in
      lines.filter { $0.contains(": error: ") || $0.contains(": warning: ") }
    }
  }

  /// Returns what `read` makes of the lines in which the compiler reports on `files`, which are in
  /// a directory.
  private static func compile<Result>(
    _ files: [(name: String, source: String)], _ arguments: [String],
    _ read: ([String], TemporaryDirectory) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { directory in
      let errors = directory.url.appending(path: "errors.txt")
      try Data().write(to: errors)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-package-name", "shop",
        "-diagnostic-style=llvm", "-load-plugin-executable", "\(plugin.path)#EntityMacros",
      ]
      for (name, source) in files {
        try Data(source.utf8).write(to: directory.url.appending(path: name))
        process.arguments?.append(directory.path(name))
      }
      process.arguments? += searchPaths + arguments
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      guard process.terminationReason == .exit else {
        throw Crash(signal: process.terminationStatus)
      }
      let output = try String(contentsOf: errors, encoding: .utf8)
      return try read(output.split(separator: "\n").map(String.init), directory)
    }
  }

  /// The end of a compiler that has reported nothing of why.
  private struct Crash: Error { let signal: Int32 }

  /// The arguments that make the modules of the package known.
  static var searchPaths: [String] {
    ["-I", products.appending(path: "Modules").path]
      + ["-I", root.appending(path: "Sources/EntityCSQLite").path]
  }

  /// What the tests are built for.
  static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  /// The top of the package, found from where this file was compiled.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the test bundle, where the modules of the package are too.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }

  /// The plugin, which has another name where the package is built for debugging.
  private static var plugin: URL {
    let tool = products.appending(path: "EntityMacros-tool")
    return FileManager.default.fileExists(atPath: tool.path)
      ? tool : products.appending(path: "EntityMacros")
  }

  private static func report(_ lines: [String], of path: String) -> String {
    var written: [(line: Int, column: Int, text: String)] = []
    var generated: [String] = []
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: ":", maxSplits: 3).map(String.init)
      guard parts.count == 4, let row = Int(parts[1]), let column = Int(parts[2]),
        parts[3].hasPrefix(" error: ") || parts[3].hasPrefix(" note: ")
      else { continue }
      let text = String(parts[3].dropFirst()).components(separatedBy: " (from macro '")[0]
      if parts[0] == path {
        if !text.hasPrefix("note: in expansion of macro") {
          written.append((row, column, "\(row):\(column): \(text)"))
        }
      } else if text.hasPrefix("error: ") {
        // The line of the expansion follows.
        let code = index + 1 < lines.count ? lines[index + 1] : ""
        generated.append("\(code.trimmingCharacters(in: .whitespaces))\n\(text)")
      }
    }
    let ordered = written.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    return (ordered.map(\.element.text) + generated).joined(separator: "\n")
  }

  /// Returns what the compiler reports of `forms`, whose lines are counted from 1, behind `model`,
  /// which ends with a line break.
  static func check(
    _ forms: String, behind model: String, trying scopes: Int? = nil
  ) throws -> String {
    let first = model.split(separator: "\n", omittingEmptySubsequences: false).count
    return try check(model + forms, trying: scopes).split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let number = parts.first.flatMap({ Int($0) }), parts.count == 2 else {
        return String(line)
      }
      return "\(number - first + 1):\(parts[1])"
    }.joined(separator: "\n")
  }
}
