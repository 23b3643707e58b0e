import EntityGraph
import Foundation

/// The program: reads its arguments, does what they say and answers with an exit code.
@main struct Catalog {
  /// The index of the packages of this machine.
  var machineIndex = "/var/lib/dpkg/status"

  /// Prints a text on the standard output.
  var write: (String) -> Void = { print($0) }

  /// Prints a text on the standard error.
  var writeError: (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }

  static func main() { exit(Catalog().run(Array(CommandLine.arguments.dropFirst()))) }

  /// Does what `arguments` say and returns the exit code: 0, 64 for wrong arguments, 1 otherwise.
  func run(_ arguments: [String]) -> Int32 {
    do {
      switch try Arguments(arguments) {
      case .help: write(Arguments.usage)
      case .importing(let file, let store): try importFile(file, store: store)
      case .exporting(let file, let store): try export(to: file, store: store)
      case .restoring(let file, let store): try restore(file, into: store)
      case .summary(let store): write(try Report.summary(of: index(store: store)))
      case .searching(let words, let store):
        write(try Report.found(index(store: store).search(words, limit: 20)))
      case .browsing(let section, let cursor, let store):
        let index = try index(store: store)
        write(Report.page(try index.browse(section, after: cursor), of: section))
      case .months(let store): write(try Report.months(index(store: store).changesByMonth()))
      case .asking(let name, let store):
        write(try Report.account(of: index(store: store).package(name)))
      }
      return 0
    } catch let problem as Arguments.Problem {
      writeError("catalog: \(problem.text.printable)\n\(Arguments.usage)")
      return 64
    } catch let error as StoreError {
      writeError("catalog: \(error.message.printable)")
      return 1
    } catch {
      writeError("catalog: \("\(error)".printable)")
      return 1
    }
  }

  /// Brings the packages of the file at `path` into `store`.
  private func importFile(_ path: String, store: String) throws {
    // The file comes first: no store is created for one that cannot be read.
    let file = try ControlFile(ByteSource(path: path))
    let index = try PackageIndex(at: .file(store))
    write(try bring(file, into: index))
  }

  /// Writes the objects of `store`, or of this machine, to the file at `path`.
  private func export(to path: String, store: String?) throws {
    let bar = ProgressBar.standard()
    defer { bar.clear() }
    let report = try index(store: store).context.container.export(to: path) {
      bar.show("writing", $0.fraction)
    }
    bar.clear()
    write("\(path.printable): \(report)")
  }

  /// Brings the objects of the file at `path`, which has been exported, into `store`: those that it
  /// has are given the values of the file.
  private func restore(_ path: String, into store: String) throws {
    let bar = ProgressBar.standard()
    defer { bar.clear() }
    let index = try PackageIndex(at: .file(store))
    let report = try index.context.container.importObjects(from: path, existing: .update) {
      bar.show("reading", $0.fraction)
    }
    bar.clear()
    write("\(path.printable): \(report)")
  }

  /// Returns the index in `store`, or that of this machine when `store` is nil.
  private func index(store: String?) throws -> PackageIndex {
    if let store { return try PackageIndex(at: .file(store), isReadOnly: true) }
    let index = try PackageIndex(at: .memory)
    let source =
      FileManager.default.isReadableFile(atPath: machineIndex)
      ? try ByteSource(path: machineIndex)
      : ByteSource(text: Excerpt.text, name: "the bundled excerpt")
    write(try bring(try ControlFile(source), into: index))
    write("")
    return index
  }

  /// Imports `file` into `index` and returns an account of it.
  private func bring(_ file: ControlFile, into index: PackageIndex) throws -> String {
    var outcome = CatalogImport.Outcome()
    let duration = try ContinuousClock().measure {
      do {
        outcome = try CatalogImport.run(file, into: index.context, progress: .standard())
      } catch CatalogError.malformed(let name, let line, let problem) {
        throw CatalogError.malformed(
          file: name, line: line, problem: problem + "; nothing of the file has been stored")
      }
    }
    return Report.account(of: outcome, file: file.name, duration: duration)
  }
}
