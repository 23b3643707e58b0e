import Foundation
import Synchronization

/// A package of its own that depends on this one by path and is built by the real tools.
///
/// Its sources are new in every run, and compiled anew. What was built of this package is kept from
/// run to run, beside the tests, for all such packages.
final class ScratchPackage: Sendable {
  /// What a run of a tool left behind.
  struct Run: Equatable {
    /// The diagnostics at places in the package's files, in the order of their places, and the
    /// lines below that belong to them left out; the last lines of all of a run that fails without
    /// any.
    var diagnostics: [String] = []
    var succeeds = true
  }

  /// A run that was expected to come to its end and did not.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A target of the package.
  struct Target {
    var name: String
    var isExecutable = false
    var adoptsPlugin = true
    var dependencies: [String] = []
    var settings = ""
    var files: [String: String]
  }

  private let manifest: String

  /// The package whose targets adopt the plugin, each for one test, all in one package, so that
  /// the library is built once for them all.
  static let adopting = Result {
    try ScratchPackage(
      "Adopting",
      AdoptionTests.targets + RefusalTests.targets + MigrationWalkTests.targets
        + StageTests.targets)
  }

  /// Makes a package of `targets`, whose names no target of another one may have.
  init(_ name: String, _ targets: [Target]) throws {
    manifest = Self.manifest(name, targets)
    for target in targets {
      // The compiler does not see that the layout of a library's class has changed since.
      for built in ["Sources/\(target.name)", ".build/debug/\(target.name).build"] {
        try? FileManager.default.removeItem(at: Self.folder.appending(path: built))
      }
      for (file, text) in target.files {
        try write(text, to: "Sources/\(target.name)/\(file)")
      }
    }
  }

  /// Makes the file at `path` hold `text`, byte for byte in `encoding`.
  func write(_ text: String, to path: String, encoding: String.Encoding = .utf8) throws {
    let url = Self.folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: encoding)
  }

  /// Returns the text of the file at `path`.
  func read(_ path: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
  }

  /// Returns what is in the file at `path`.
  func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: Self.folder.appending(path: path))
  }

  /// Makes the file at `path` hold `bytes`.
  func write(_ bytes: Data, to path: String) throws {
    try bytes.write(to: Self.folder.appending(path: path))
  }

  /// Removes the file or folder at `path`.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: Self.folder.appending(path: path))
  }

  /// Builds one target.
  func build(_ target: String) throws -> Run { try build("--target", target) }

  private func build(_ kind: String, _ name: String) throws -> Run {
    let (status, output) = try run(["build", kind, name])
    var found = diagnostics(in: output)
    if found.isEmpty, status != 0 {
      found = output.split(separator: "\n").suffix(20).map(String.init)
    }
    return Run(diagnostics: found, succeeds: status == 0)
  }

  /// Builds one target that is expected to build without a word; once more if that fails, since a
  /// machine that is short of memory ends compilers.
  func buildQuietly(_ target: String) throws -> Run { try buildQuietly("--target", target) }

  private func buildQuietly(_ kind: String, _ name: String) throws -> Run {
    let run = try build(kind, name)
    guard !run.succeeds else { return run }
    print("building \(name) once more after: \(run.diagnostics)")
    return try build(kind, name)
  }

  /// Builds one target and returns what was printed.
  func buildLog(_ target: String) throws -> String {
    try run(["build", "--target", target]).output
  }

  /// Builds and runs one executable and returns the lines that it prints; throws what was printed
  /// where either fails.
  func runExecutable(_ target: String) throws -> [String] {
    let built = try buildQuietly("--product", target)
    guard built.succeeds else {
      throw Failure(description: "\(target) was not built: \(built.diagnostics)")
    }
    // What the package manager itself has to say is on the other stream.
    let (status, output, errors) = try start(
      ["run", "--scratch-path", Self.scratchPath, "--quiet", "--skip-build", target])
    guard status == 0 else {
      throw Failure(description: "\(target) ended with \(status): \([output, errors])")
    }
    return output.split(separator: "\n").map(String.init)
  }

  /// Runs `swift package entity-model` and returns the exit code and both streams.
  func command(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    try command(arguments)
  }

  /// Runs `swift package entity-model` and returns the exit code and both streams.
  func command(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    try start(["package", "--scratch-path", Self.scratchPath, "entity-model"] + arguments)
  }

  // MARK: Running

  private static let scratchPath = folder.appending(path: ".build").path

  /// The manifest in the folder, which is another package's where that has been built since.
  private static let manifestInPlace = Mutex("")

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    var arguments = arguments
    arguments.insert(contentsOf: ["--scratch-path", Self.scratchPath], at: 1)
    let (status, output, errors) = try start(arguments)
    return (status, output + errors)
  }

  private func start(
    _ arguments: [String]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = Self.folder
    // Files, unlike pipes, never fill up.
    let streams = try ["output", "errors"].map { name in
      let url = Self.folder.appending(path: ".\(name)-\(UUID().uuidString)")
      try Data().write(to: url)
      return (url, try FileHandle(forUpdating: url))
    }
    defer { for (url, _) in streams { try? FileManager.default.removeItem(at: url) } }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = streams[0].1
    process.standardError = streams[1].1
    try Self.manifestInPlace.withLock { inPlace in
      if inPlace != manifest { try write(manifest, to: "Package.swift") }
      inPlace = manifest
      try process.run()
      process.waitUntilExit()
    }
    let texts = try streams.map { String(decoding: try Data(contentsOf: $0.0), as: UTF8.self) }
    return (process.terminationStatus, texts[0], texts[1])
  }

  /// Returns the lines of `log` that are about a place in a file of the package, each once.
  private func diagnostics(in log: String) -> [String] {
    let prefix = Self.folder.appending(path: "Sources").path + "/"
    var found: [String] = []
    for line in log.split(separator: "\n") where line.hasPrefix(prefix) {
      let text = String(line.dropFirst(prefix.count))
      if !found.contains(text) { found.append(text) }
    }
    return found
  }

  // MARK: Places

  /// The folder of the test bundle, where the executables of the package are too.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }

  /// The folder of all packages. They take turns in it, so that the library is built once.
  private static let folder = products.appending(path: "scratch-package")

  /// The folder of this package.
  private static var library: String {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }

  private static func manifest(_ name: String, _ targets: [Target]) -> String {
    let lines = targets.map { target in
      let kind = target.isExecutable ? "executableTarget" : "target"
      let dependencies =
        [".product(name: \"EntityGraph\", package: \"EntityGraph\")"]
        + target.dependencies.map { "\"\($0)\"" }
      let plugins =
        target.adoptsPlugin
        ? ", plugins: [.plugin(name: \"EntityModelPlugin\", package: \"EntityGraph\")]" : ""
      let settings = target.settings.isEmpty ? "" : ", swiftSettings: [\(target.settings)]"
      return """
            .\(kind)(
              name: "\(target.name)", dependencies: [\(dependencies.joined(separator: ", "))]\(settings)\(plugins))
        """
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "EntityGraph", path: "\(library)")],
        targets: [
      \(lines.joined(separator: ",\n"))
        ])

      """
  }
}
