import SwiftReader

/// The sources that arguments name, read.
package struct ModuleReading {
  package let model: ModuleModel

  /// The files of the module itself that could be read.
  package var files: [SourceModule.File] { modules[0].files }

  private let modules: [SourceModule]
  private let conditions: BuildConditions

  /// What is wrong with the files of the module itself that cannot be read, a line each.
  private let fileProblems: [String]

  /// The snapshots of the model, the oldest first, or why they cannot be read.
  private let snapshots: Result<[SnapshotFolder.Kept], SnapshotFolder.Failure>

  /// Reads the files of `arguments`.
  package init(_ arguments: ModuleArguments) {
    var fileProblems: [String] = []
    let modules = arguments.modules.map { module in
      SourceModule(
        name: module.name, relation: module.relation,
        files: module.files.compactMap { path in
          do {
            let bytes = try InputFile.bytes(at: path)
            return SourceModule.File(path: path, tree: SyntaxTree(parsing: bytes))
          } catch {
            fileProblems.append("\(path): error: the file cannot be read: \(error)")
            return nil
          }
        })
    }
    self.init(
      modules, conditions: .build(of: arguments), fileProblems: fileProblems,
      snapshots: Result { () throws(SnapshotFolder.Failure) in
        try arguments.snapshots.map { path throws(SnapshotFolder.Failure) in
          try SnapshotFolder(path).all()
        } ?? []
      })
  }

  private init(
    _ modules: [SourceModule], conditions: BuildConditions, fileProblems: [String],
    snapshots: Result<[SnapshotFolder.Kept], SnapshotFolder.Failure>
  ) {
    self.modules = modules
    self.conditions = conditions
    self.fileProblems = fileProblems
    self.snapshots = snapshots
    let read = (try? snapshots.get()) ?? []
    model = ModuleModel(
      modules, conditions: conditions,
      snapshots: Dictionary(read.map { ($0.number, $0.snapshot) }, uniquingKeysWith: { $1 }))
  }

  /// Returns what is read where the files of the module itself that `texts` names hold its texts.
  package func replacing(_ texts: [String: [UInt8]]) -> ModuleReading {
    var modules = modules
    modules[0] = SourceModule(
      name: modules[0].name, relation: modules[0].relation,
      files: modules[0].files.map { file in
        texts[file.path].map { .init(path: file.path, tree: SyntaxTree(parsing: $0)) } ?? file
      })
    return ModuleReading(
      modules, conditions: conditions, fileProblems: fileProblems, snapshots: snapshots)
  }
}

extension ModuleReading {
  /// Everything that is wrong with the model, in the order of files and lines.
  package var diagnostics: [FileDiagnostic] {
    (model.expansionDiagnostics + model.modelDiagnostics).sorted { $0.precedes($1) }
  }

  /// Reports all that is wrong with the model; returns `true` if nothing is.
  package func reportEverything() -> Bool {
    report(fileProblems + diagnostics.map(\.report))
  }

  /// Reports as the build does: what is wrong with one class by itself only where others are wrong
  /// too, since the compiler plugin reports it otherwise, with a fix-it to click on.
  package func reportModel() -> Bool {
    model.modelDiagnostics.isEmpty ? report(fileProblems) : reportEverything()
  }

  /// Reports the files that cannot be read; returns `true` if there are none.
  package func reportFiles() -> Bool { report(fileProblems) }

  /// Reports what has changed since the newest snapshot; returns `true` if an automatic migration
  /// can carry it out.
  package func reportChanges() -> Bool {
    // What has changed in a model that the compiler will refuse can wait until it does not.
    guard model.isReadable else { return true }
    do {
      let stored = try snapshots.get()
      guard let newest = stored.last else { return true }
      let found =
        model.incompleteMentions(of: stored) + SnapshotComparison(model, with: newest).diagnostics
      _ = report(found.map(\.report))
      return !found.contains { $0.severity == .error }
    } catch {
      return report([error.description])
    }
  }

  /// Reports what is no mistake of the model and does nothing.
  package func reportHints() { _ = report(model.uncalledMethods().map(\.report)) }

  /// Reports the attributes whose types the sources do not determine, and what stands in for them.
  package func reportUnresolvedTypes(standIn: String = "a string") {
    for (entity, types) in model.unresolvedTypes.sorted(by: { $0.key < $1.key }) {
      for (attribute, type) in types.sorted(by: { $0.key < $1.key }) {
        StandardStream.error.write(
          "entity-model: '\(entity).\(attribute)' is taken for \(standIn), since the sources do "
            + "not show how '\(type)' is stored\n")
      }
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
