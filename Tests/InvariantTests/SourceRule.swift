import Foundation

/// Something that every file of the package obeys, and how to find where it does not.
struct SourceRule: Sendable {
  /// Returns one line for each place where the file breaks the rule.
  var findings: @Sendable (SourceFile) -> [String]
}

extension SourceRule {
  /// A target imports the platform and the targets that the arrows allow, nothing else.
  static let importsFollowTheArrows = SourceRule { file in
    guard let targets = allowedTargets[file.folder] else {
      return ["\(file.path): the folder '\(file.folder)' is no known target"]
    }
    return file.codeLines.enumerated().compactMap { index, line in
      guard let module = importedModule(line) else { return nil }
      if platformModules.contains(module) || targets.contains(module) { return nil }
      return "\(file.path):\(index + 1): '\(file.folder)' imports '\(module)'"
    }
  }

  /// Nothing prints, ends the process or forces, apart from the programs, which may print.
  static let nothingPrintsTrapsOrForces = SourceRule { file in
    let mayPrint = programs.contains(file.folder)
    return file.codeLines.enumerated().flatMap { index, line -> [String] in
      var words = ["fatalError(", "try!", "as!"]
      if !mayPrint { words.append("print(") }
      return words.filter { contains($0, in: line) }
        .map { "\(file.path):\(index + 1): '\($0)'" }
    }
  }

  /// An unchecked conformance to Sendable has its reason in a comment in the next line.
  static let uncheckedSendableHasItsReason = SourceRule { file in
    file.codeLines.enumerated().compactMap { index, line in
      guard line.contains("@unchecked Sendable") else { return nil }
      let next = index + 1 < file.lines.count ? file.lines[index + 1] : ""
      if next.drop(while: \.isWhitespace).hasPrefix("//") { return nil }
      return "\(file.path):\(index + 1): '@unchecked Sendable' without its reason"
    }
  }

  /// A line has at most 100 columns, unless it is text within a string of several lines.
  static let linesHaveAtMostHundredColumns = SourceRule { file in
    file.lines.enumerated().compactMap { index, line in
      // Counting bytes is quick, and characters are no more.
      guard line.utf8.count > 100, line.count > 100 else { return nil }
      let isComment = line.drop(while: \.isWhitespace).hasPrefix("//")
      let isText = !isComment && file.codeLines[index].allSatisfy(\.isWhitespace)
      return isText ? nil : "\(file.path):\(index + 1): \(line.count) columns"
    }
  }

  /// The words are those that the field has; ours for the same things do not come back.
  static let wordsArePlain = SourceRule { file in
    // Foundation finds quickly that most files have none of the words.
    let text = file.lines.joined(separator: "\n")
    let options: String.CompareOptions = [.regularExpression, .caseInsensitive]
    guard text.range(of: unwantedStems, options: options) != nil else { return [] }
    let words = unwantedWords
    return file.lines.enumerated().flatMap { index, line in
      line.matches(of: words).map { "\(file.path):\(index + 1): '\($0.output)'" }
    }
  }

  /// A file has at most 600 lines.
  static let filesHaveAtMostSixHundredLines = SourceRule { file in
    file.lines.count > 600 ? ["\(file.path): \(file.lines.count) lines"] : []
  }

  /// A file is named for the one thing inside, not for a heap of things.
  static let filesAreNamedForOneThing = SourceRule { file in
    let heaps = ["Helper", "Helpers", "Util", "Utils", "Utilities", "Support", "Manager", "Types"]
    // Types are a topic where a grammar is read, and a heap where they give a file its name.
    let isHeap = heaps.contains {
      file.name == $0 || $0 != "Types" && file.name.hasSuffix("+\($0)")
    }
    return isHeap || file.name.hasSuffix("Manager") ? ["\(file.path): '\(file.name)'"] : []
  }

  /// The manifest names no other package.
  static let manifestHasNoPackageDependency = SourceRule { file in
    file.codeLines.enumerated().compactMap { index, line in
      contains(".package(", in: line) ? "\(file.path):\(index + 1): '.package('" : nil
    }
  }

  /// Returns what a listing of the package's top level holds beyond what belongs there.
  static func unexpectedAtTopLevel(_ names: [String]) -> [String] {
    let expected = ["Package.swift", "Sources", "Tests", "Docs", "README.md", "LICENSE"]
    return names.filter { !expected.contains($0) && !$0.hasPrefix(".") }
  }
}

extension SourceRule {
  /// The targets that each target may import.
  private static let allowedTargets: [String: Set<String>] = [
    "SwiftReader": [],
    "EntityJSON": [],
    "EntityModel": [],
    "EntityExpansion": ["SwiftReader", "EntityModel"],
    "CompilerPluginMessages": ["EntityJSON"],
    "ModelGeneration": ["EntityExpansion", "SwiftReader", "EntityJSON", "EntityModel"],
    "EntityMacros": [
      "SwiftReader", "EntityExpansion", "ModelGeneration", "CompilerPluginMessages",
    ],
    "EntityDiagram": ["EntityModel"],
    "EntityJSONSchema": [
      "SwiftReader", "EntityJSON", "EntityModel", "EntityExpansion", "ModelGeneration",
    ],
    "entity-model": [
      "EntityExpansion", "ModelGeneration", "SwiftReader", "EntityModel", "EntityDiagram",
      "EntityJSON", "EntityJSONSchema", "EntityStore", "EntitySQL", "EntitySQLite",
    ],
    "entity-model-place": [],
    "EntityModelPlugin": ["PackagePlugin"],
    "EntityModelCommand": ["PackagePlugin"],
    "EntityCSQLite": [],
    "EntityStore": ["EntityJSON", "EntityModel"],
    "EntitySQL": ["EntityModel", "EntityStore"],
    "EntitySQLite": ["EntityModel", "EntityStore", "EntitySQL", "EntityCSQLite"],
    "EntityRuntime": ["EntityJSON", "EntityModel", "EntityStore"],
    "EntityGraph": [
      "EntityJSON", "EntityModel", "EntityStore", "EntitySQLite", "EntityRuntime",
    ],
    "EntityGraphFoundation": ["EntityModel", "EntityStore", "EntityRuntime"],
  ]

  /// The modules of the system and the toolchain, which any target may import.
  private static let platformModules: Set<String> = [
    "Swift", "Synchronization", "Dispatch", "Observation", "FoundationEssentials",
    "FoundationInternationalization", "Foundation", "Glibc", "Musl", "Darwin", "System",
  ]

  /// The words to avoid, for which there is one that people know: report, diagnostic, fix, link,
  /// unlink, represent, register, apply, release, side table.
  private static var unwantedWords: Regex<Substring> {
    #/
    \b(?:told|tells?|telling|hears?\ of|mend(?:s|ed|ing)?|complaints?|iff|gain(?:s|ed)|anew
    |adopt(?:s|ed|ing)?|renounce[sd]?|settle[sd]?|parted|bookkeeping|criteri(?:on|a)|rarities
    |let(?:s|ting)?\ go|stands?\ (?:by|for))\b
    /#.ignoresCase()
  }

  /// What each of the words to avoid has, as a regular expression of Foundation.
  private static let unwantedStems =
    "\\b(told|tell|hears? of|mend|complaint|iff\\b|gain[se]|anew|adopt|renounce|settle|parted|"
    + "bookkeeping|criteri|rarities|let(s|ting)? go|stands? )"

  /// The targets that talk to a person or to the compiler through standard output.
  private static let programs: Set<String> = [
    "entity-model", "EntityModelCommand", "EntityMacros", "ModelGeneration",
  ]

  /// Returns the module that a line of code imports, or nil if it imports none.
  private static func importedModule(_ line: String) -> String? {
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let words = line.split(whereSeparator: { $0.isWhitespace || $0 == ";" })
    guard let keyword = words.firstIndex(of: "import") else { return nil }
    let modifiers = ["public", "package", "internal", "fileprivate", "private"]
    guard words[..<keyword].allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) })
    else { return nil }
    let path = words[(keyword + 1)...].first { !kinds.contains(String($0)) }
    return path.map { String($0.prefix { $0 != "." }) }
  }

  /// `true` iff `word` stands in the line as a name of its own, neither the end of a longer name,
  /// nor a member of something, nor the declaration of a function of that name.
  private static func contains(_ word: String, in line: String) -> Bool {
    var rest = line[...]
    while let range = rest.range(of: word) {
      let before = line[..<range.lowerBound]
      let startsName = before.last.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      let isMember = word.hasPrefix(".")
      if isMember || (startsName ?? true) && !before.hasSuffix("func ") { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}

extension Substring {
  /// Returns where `word` first occurs.
  fileprivate func range(of word: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) {
        return start..<index(start, offsetBy: word.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
