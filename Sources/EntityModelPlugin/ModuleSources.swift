import Foundation
import PackagePlugin

/// The sources that the model of a target is made of, as arguments of the tool.
struct ModuleSources {
  /// The folder of a target that holds its schema snapshots.
  private static let snapshotFolder = "ModelSnapshots"

  /// The arguments that name the target and its files, then the modules that it depends on whose
  /// entities its own may extend.
  private(set) var arguments: [String]

  /// Every file that the arguments name.
  private(set) var files: [URL]

  /// Collects the sources of `module`, a target of `package`.
  init(of module: SwiftSourceModuleTarget, in package: Package) {
    arguments = ["--module", module.moduleName]
    files = []
    for condition in module.compilationConditions { arguments += ["--define", condition] }
    // The folder is looked into when the tool runs, since it may have been filled after the build
    // was planned.
    arguments += [
      "--snapshots", module.directoryURL.appending(path: Self.snapshotFolder).path,
    ]
    files += module.files(in: Self.snapshotFolder)
    add(module)
    let siblings = Set(package.targets.map(\.id))
    for case let other as SwiftSourceModuleTarget in module.recursiveTargetDependencies
    where other.dependsOnEntityGraph {
      let option = siblings.contains(other.id) ? "--sibling" : "--dependency"
      arguments += [option, other.moduleName]
      add(other)
    }
  }

  private mutating func add(_ module: SwiftSourceModuleTarget) {
    let sources = module.sourceFiles(withSuffix: ".swift").map(\.url)
      .sorted { $0.path < $1.path }
    arguments += sources.map(\.path)
    files += sources
  }
}

extension SwiftSourceModuleTarget {
  /// `true` if the target can use entities.
  var dependsOnEntityGraph: Bool {
    recursiveTargetDependencies.contains { $0.name == "EntityGraph" }
  }

  /// The files in the folder `name` of the target, in the order of their names.
  fileprivate func files(in name: String) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: directoryURL.appending(path: name), includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
