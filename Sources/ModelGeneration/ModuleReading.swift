import SwiftReader

/// The sources that arguments name, read.
package struct ModuleReading {
  package let model: ModuleModel

  /// The files of the module itself that could be read.
  package let files: [SourceModule.File]

  /// Complaints about files of the module itself that cannot be read, a line each.
  private let complaints: [String]

  private let snapshots: String?

  /// Reads the files of `arguments`.
  package init(_ arguments: ModuleArguments) {
    var complaints: [String] = []
    let modules = arguments.modules.map { module in
      SourceModule(
        name: module.name, relation: module.relation,
        files: module.files.compactMap { path in
          do {
            let bytes = try InputFile.bytes(at: path)
            return SourceModule.File(path: path, tree: SyntaxTree(parsing: bytes))
          } catch {
            complaints.append("\(path): error: the file cannot be read: \(error)")
            return nil
          }
        })
    }
    model = ModuleModel(modules, conditions: .build(of: arguments))
    files = modules[0].files
    snapshots = arguments.snapshots
    self.complaints = complaints
  }
}

extension ModuleReading {
  /// Complains about all that is wrong with the model; returns `true` iff nothing is.
  package func reportEverything() -> Bool {
    let found = (model.expansionDiagnostics + model.modelDiagnostics).sorted()
    return report(complaints + found.map(\.description))
  }

  /// Complains as the build does: about one class by itself only where others are wrong too, since
  /// the compiler plugin tells it otherwise, with a mend to click on.
  package func reportModel() -> Bool {
    model.modelDiagnostics.isEmpty ? report(complaints) : reportEverything()
  }

  /// Reports the attributes whose types the sources do not determine.
  package func reportUnresolvedTypes() {
    for (entity, types) in model.unresolvedTypes.sorted(by: { $0.key < $1.key }) {
      for (attribute, type) in types.sorted(by: { $0.key < $1.key }) {
        StandardStream.error.write(
          "entity-model: '\(entity).\(attribute)' is taken for a string, since the sources do not "
            + "show how '\(type)' is stored\n")
      }
    }
  }

  /// Complains about the files that cannot be read; returns `true` iff there are none.
  package func reportFiles() -> Bool { report(complaints) }

  /// Says what has changed since the newest snapshot; returns `true` iff an automatic migration can
  /// carry it out.
  package func reportChanges() -> Bool {
    // What has changed in a model that the compiler will refuse can wait until it does not.
    guard model.isReadable, let snapshots else { return true }
    do {
      let found = try SnapshotComparison(model, with: snapshots).diagnostics
      _ = report(found.map(\.description))
      return !found.contains { $0.severity == .error }
    } catch {
      return report([error.description])
    }
  }

  private func report(_ lines: [String]) -> Bool {
    for line in lines { StandardStream.error.write(line + "\n") }
    return lines.isEmpty
  }
}

extension BuildConditions {
  /// The conditions of a build on this machine of what `arguments` name.
  fileprivate static func build(of arguments: ModuleArguments) -> BuildConditions {
    BuildConditions(
      names: Set(arguments.defines).union(["SWIFT_PACKAGE"]), system: system,
      architecture: architecture,
      modules: Set(arguments.modules.map(\.name)).union(toolchainModules), compiler: compiler)
  }

  private static var system: String {
    #if os(macOS)
      "macOS"
    #elseif os(Windows)
      "Windows"
    #elseif os(FreeBSD)
      "FreeBSD"
    #else
      "Linux"
    #endif
  }

  private static var architecture: String {
    #if arch(arm64)
      "arm64"
    #elseif arch(x86_64)
      "x86_64"
    #else
      "other"
    #endif
  }

  /// The version of the compiler that made this tool, which makes the model's module too.
  private static var compiler: [Int] {
    #if compiler(>=6.5)
      [6, 5]
    #elseif compiler(>=6.4)
      [6, 4]
    #elseif compiler(>=6.3)
      [6, 3]
    #else
      [6, 2]
    #endif
  }

  /// The modules that come with the toolchain and the system.
  private static var toolchainModules: Set<String> {
    var modules: Set<String> = [
      "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Observation",
      "RegexBuilder", "Testing", "XCTest", "EntityGraph",
    ]
    #if canImport(Darwin)
      modules.formUnion(["Darwin", "Combine", "CoreData", "SwiftData", "SwiftUI", "os"])
    #elseif canImport(Glibc)
      modules.formUnion(["Glibc", "FoundationNetworking", "FoundationXML"])
    #elseif canImport(Musl)
      modules.formUnion(["Musl", "FoundationNetworking", "FoundationXML"])
    #endif
    return modules
  }
}
