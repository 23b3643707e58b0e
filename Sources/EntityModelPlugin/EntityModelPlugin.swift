import Foundation
import PackagePlugin

/// Generates the object model of a target from its entities, and checks it, with every build.
@main struct EntityModelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else { return [] }
    guard module.dependsOnEntityGraph else {
      Diagnostics.error(
        "the target '\(module.name)' uses EntityModelPlugin; make it depend on the product "
          + "'EntityGraph' too")
      return []
    }
    let output = context.pluginWorkDirectoryURL
      .appending(path: "ObjectModel+\(module.moduleName).swift")
    let sources = ModuleSources(of: module, in: context.package)
    let tool = try compilerPlugin(context)
    return [
      .buildCommand(
        displayName: "Making the object model of \(module.name)",
        executable: tool,
        arguments: ["generate", "--output", output.path] + sources.arguments,
        inputFiles: [tool] + sources.files, outputFiles: [output])
    ]
  }

  /// Returns the path of the compiler plugin, which makes models too.
  ///
  /// What a plugin depends on is built before the rest of a build is planned, and once more with
  /// the rest. The compiler plugin is built with the rest only, into the folder of the tools, and
  /// being an input of the command, before that runs.
  private func compilerPlugin(_ context: PluginContext) throws -> URL {
    let place = try context.tool(named: "entity-model-place").url
    let name = place.lastPathComponent.replacing("entity-model-place", with: "EntityMacros")
    return place.deletingLastPathComponent().appending(path: name)
  }
}
