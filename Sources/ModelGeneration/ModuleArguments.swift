/// The part of the arguments that says of which sources a model is made.
package struct ModuleArguments {
  /// A module and the paths of its files.
  package struct Module {
    package let name: String
    package let relation: SourceModule.Relation
    package fileprivate(set) var files: [String] = []
  }

  /// The module whose model is made, then those that it depends on.
  package private(set) var modules: [Module] = []

  /// The conditions that count as true.
  package private(set) var defines: [String] = []

  /// The folder of the schema snapshots of the module, which need not exist; nil for none.
  package private(set) var snapshots: String?

  /// Reads `words`; `takeFlag` is asked first whether it knows an option without a value,
  /// `takeOption` then whether it knows one with its value.
  package init(
    _ words: [String], of verb: String,
    takeOption: (String, String) throws(Misuse) -> Bool = { _, _ in false },
    takeFlag: (String) -> Bool = { _ in false }
  ) throws(Misuse) {
    var own = Module(name: "", relation: .own)
    var others: [Module] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      guard word.hasPrefix("-") else {
        if others.isEmpty {
          own.files.append(word)
        } else {
          others[others.count - 1].files.append(word)
        }
        continue
      }
      if takeFlag(word) { continue }
      guard index < words.count else {
        throw Misuse("'\(word)' needs a value")
      }
      let value = words[index]
      index += 1
      if try takeOption(word, value) { continue }
      switch word {
      case "--module": own = Module(name: value, relation: .own, files: own.files)
      case "--sibling": others.append(Module(name: value, relation: .samePackage))
      case "--dependency": others.append(Module(name: value, relation: .otherPackage))
      case "--define": defines.append(value)
      case "--snapshots": snapshots = value
      default: throw Misuse("unknown option '\(word)'")
      }
    }
    if own.name.isEmpty {
      throw Misuse("'\(verb)' needs '--module NAME'")
    }
    modules = [own] + others
  }
}
