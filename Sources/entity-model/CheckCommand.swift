import EntityModel
import ModelGeneration
import SwiftReader

/// Reports what is wrong with the entities of a module, and fixes what has one fix-it.
struct CheckCommand {
  /// What becomes of fix-its.
  enum Fixing {
    /// The sources are changed.
    case applied
    /// The change is printed.
    case shown
  }

  let arguments: ModuleArguments
  /// What becomes of fix-its, nil for nothing.
  let fixing: Fixing?

  /// Prints what is wrong, or that nothing is; returns `true` if nothing is.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard let fixing else { return check(reading) }
    let fixed = FixItApplication(reading)
    switch fixing {
    case .applied: return write(fixed) && check(fixed.reading)
    case .shown: return show(fixed, of: reading) && check(fixed.reading) && fixed.count == 0
    }
  }

  /// Prints what is wrong with `reading`, or that nothing is; returns `true` if nothing is.
  private func check(_ reading: ModuleReading) -> Bool {
    guard reading.reportEverything(), reading.reportChanges() else { return false }
    reading.reportHints()
    let (name, count) = (reading.model.name, reading.model.model.entities.count)
    return StandardStream.output.write(
      "\(name): \(count == 1 ? "1 entity" : "\(count) entities"), nothing wrong\n")
  }

  /// Writes the files that `fixed` changes; returns `true` unless one cannot be written.
  private func write(_ fixed: FixItApplication) -> Bool {
    for (path, text) in fixed.texts.sorted(by: { $0.key < $1.key }) {
      do {
        try OutputFile(path: path).write(text)
      } catch {
        StandardStream.error.write("\(path): error: the file cannot be written: \(error)\n")
        return false
      }
    }
    guard fixed.count > 0 else { return true }
    return StandardStream.output.write(
      "\(fixed.reading.model.name): \(fixed.count == 1 ? "1 fix-it" : "\(fixed.count) fix-its") "
        + "applied\n")
  }

  /// Prints what `fixed` changes in `reading` as a diff; returns `true` if it is written.
  private func show(_ fixed: FixItApplication, of reading: ModuleReading) -> Bool {
    for (path, text) in fixed.texts.sorted(by: { $0.key < $1.key }) {
      guard let file = reading.files.first(where: { $0.path == path }) else { continue }
      let diff = UnifiedDiff(
        from: file.tree.description, to: String(decoding: text, as: UTF8.self))
      guard StandardStream.output.write(diff.text(path: path)) else { return false }
    }
    return true
  }
}
