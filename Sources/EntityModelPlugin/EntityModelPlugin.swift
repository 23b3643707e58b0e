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
    return [
      .buildCommand(
        displayName: "Making the object model of \(module.name)",
        executable: try context.tool(named: "entity-model").url,
        arguments: ["generate", "--output", output.path] + sources.arguments,
        inputFiles: sources.files, outputFiles: [output])
    ]
  }
}
