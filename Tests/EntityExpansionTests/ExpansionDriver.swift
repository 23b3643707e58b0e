import EntityExpansion
import SwiftReader

/// Does to a whole file what the compiler does with the annotations in it: asks for every role of
/// every annotation and puts the answers where they belong.
struct ExpansionDriver {
  /// One answer of the expander, and where the fragment that it was asked about begins.
  struct Answer {
    let expansion: Expansion
    let base: Int
  }

  let tree: SyntaxTree
  private(set) var answers: [Answer] = []
  private var edits: [(range: Range<Int>, text: String)] = []

  /// Expands every annotation in `source`.
  init(_ source: String) {
    tree = SyntaxTree(parsing: source)
    for node in tree.nodes.indices {
      guard let type = TypeDeclaration(tree: tree, node: node) else { continue }
      expandMembers(of: type)
      for member in type.flattenedMembers { expand(member, of: type) }
    }
    for declaration in tree.flattenedDeclarations { expand(declaration, of: nil) }
  }

  /// The source with all expansions in place; the compiler drops initial values beside accessors.
  var expanded: String { tree.description.replacing(edits) }

  /// Everything that is wrong, in source order.
  var diagnostics: [(diagnostic: TextDiagnostic, base: Int)] {
    answers.flatMap { answer in
      answer.expansion.diagnostics.map { (diagnostic: $0, base: answer.base) }
    }.sorted { $0.base + $0.diagnostic.range.lowerBound < $1.base + $1.diagnostic.range.lowerBound }
  }

  /// The diagnostics as the author sees them, with a line of carets under the author's own.
  var report: String {
    diagnostics.map { render($0.diagnostic, base: $0.base) }.joined(separator: "\n")
  }

  /// The source after the first fix-it of every diagnostic.
  var fixed: String {
    let edits = diagnostics.compactMap { item -> [(range: Range<Int>, text: String)]? in
      item.diagnostic.fixIts.first?.edits.map { (shifted($0.range, by: item.base), $0.text) }
    }
    return tree.description.replacing(edits.flatMap(\.self))
  }

  /// The members called one of `names`, with all expansions in place and each at the left edge, of
  /// all types but those that are generated.
  func members(named names: Set<String>) -> [String] {
    let tree = SyntaxTree(parsing: expanded)
    let types = tree.nodes.indices.compactMap { TypeDeclaration(tree: tree, node: $0) }
      .filter { $0.name?.hasPrefix("__") == false }
    return types.flatMap(\.flattenedMembers).filter {
      $0.memberName.map(names.contains) == true
    }.map { member in
      let margin = tree.margin(at: member.range.lowerBound)
      return tree.text.string(in: member.range).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { $0.hasPrefix(margin) ? $0.dropFirst(margin.count) : $0 }.joined(separator: "\n")
    }
  }

  private mutating func expandMembers(of type: TypeDeclaration) {
    if type.attributes.contains(where: { $0.baseName == "Entity" }) {
      addMembers(ask(.members, about: type, in: type.enclosingType), to: type)
    }
    if type.attributes.contains(where: { $0.baseName == "Entity" }) {
      let answer = ask(.codableObject, about: type, in: type.enclosingType).source
      let end = type.range.upperBound
      let margin = tree.margin(at: type.range.lowerBound)
      if !answer.isEmpty { edits.append((end..<end, "\n\n" + answer.indented(by: margin))) }
    }
    if type.attributes.contains(where: { $0.baseName == "EntityActor" }) {
      addMembers(ask(.actorMembers, about: type, in: type.enclosingType), to: type)
    }
    if type.attributes.contains(where: { $0.baseName == "Composition" }) {
      addExtension(ask(.composition, about: type, in: type.enclosingType), of: type)
    }
    if type.attributes.contains(where: { $0.baseName == "DictionaryStorage" }) {
      addMembers(ask(.storage(.members), about: type, in: type.enclosingType), to: type)
      addExtension(ask(.storage(.conformance), about: type, in: type.enclosingType), of: type)
    }
    if type.attributes.contains(where: { $0.baseName == "OpenEnumeration" }) {
      addExtension(ask(.storage(.enumeration), about: type, in: type.enclosingType), of: type)
    }
  }

  private mutating func addExtension(_ answer: Expansion, of type: TypeDeclaration) {
    let end = type.range.upperBound
    let margin = tree.margin(at: type.range.lowerBound)
    guard !answer.source.isEmpty else { return }
    edits.append((end..<end, "\n\n" + answer.source.indented(by: margin)))
  }

  private mutating func addMembers(_ answer: Expansion, to type: TypeDeclaration) {
    guard !answer.source.isEmpty, let end = type.memberRange?.upperBound else { return }
    let margin = tree.margin(at: type.range.lowerBound)
    let brace = end - 1
    let source = "\n" + answer.source.indented(by: margin + "  ") + "\n"
    if tree.margin(at: brace).utf8.count == tree.text.position(at: brace).column - 1 {
      let start = brace - tree.margin(at: brace).utf8.count
      edits.append((start..<start, source))
    } else {
      edits.append((brace..<brace, source + margin))
    }
  }

  private mutating func expand(_ declaration: Declaration, of type: TypeDeclaration?) {
    let hasCaseName = declaration.attributes.contains { $0.baseName == "CaseName" }
    if hasCaseName, let item = declaration.asEnumCase {
      _ = ask(.storage(.caseName), about: item, in: type)
    }
    if let variable = declaration.asVariable { expandStored(variable, of: type) }
    guard let variable = declaration.asVariable else {
      for kind in AnnotationKind.allCases.dropFirst() {
        guard let function = declaration.asFunction,
          function.attributes.contains(where: { $0.baseName == kind.rawValue })
        else { continue }
        _ = ask(.property(kind), about: function, in: type)
      }
      return
    }
    if variable.attributes.contains(where: { $0.baseName == "Leaf" }) {
      _ = ask(.leaf, about: variable, in: type)
    }
    let names = AnnotationKind.allCases.dropFirst().map(\.rawValue)
    let annotations = variable.attributes.filter { names.contains($0.baseName) }
    if annotations.isEmpty {
      guard type?.attributes.contains(where: { $0.baseName == "Entity" }) == true else { return }
      let answer = ask(.memberAnnotations, about: variable, in: type)
      guard !answer.source.isEmpty else { return }
      let start = variable.range.lowerBound
      edits.append((start..<start, answer.source + " "))
      addAccessors(ask(.property(.attribute), about: variable, in: type), to: variable)
    }
    for annotation in annotations {
      guard variable.bindings.count == 1,
        let kind = AnnotationKind(rawValue: annotation.baseName)
      else { continue }
      let offset = annotation.fullRange.lowerBound - variable.fullRange.lowerBound
      addAccessors(
        ask(.property(kind), about: variable, in: type, attributeOffset: offset), to: variable)
      guard kind == .relationship else { continue }
      let handle = ask(.handle, about: variable, in: type).source
      guard !handle.isEmpty else { continue }
      let end = variable.range.upperBound
      let margin = tree.margin(at: variable.range.lowerBound)
      edits.append((end..<end, "\n\n" + handle.indented(by: margin)))
    }
  }

  /// Expands `@Stored`, written or added by `@DictionaryStorage`.
  private mutating func expandStored(_ variable: VariableDeclaration, of type: TypeDeclaration?) {
    let isWritten = variable.attributes.contains { $0.baseName == "Stored" }
    if !isWritten {
      guard type?.attributes.contains(where: { $0.baseName == "DictionaryStorage" }) == true else {
        return
      }
      let answer = ask(.storage(.memberAnnotations), about: variable, in: type)
      guard !answer.source.isEmpty else { return }
      let start = variable.range.lowerBound
      edits.append((start..<start, answer.source + " "))
    }
    addAccessors(ask(.storage(.accessors), about: variable, in: type), to: variable)
  }

  /// Returns `false` if `declaration` is a class that extends one of the source without superclass.
  private func inheritsManagedObject(_ declaration: some DeclarationView) -> Bool {
    guard let name = (declaration as? TypeDeclaration)?.inheritedTypes.first?.text else {
      return true
    }
    let superclass = tree.flattenedDeclarations.compactMap(\.asType).first { $0.name == name }
    return superclass?.inheritedTypes.isEmpty != true
  }

  private mutating func addAccessors(_ answer: Expansion, to variable: VariableDeclaration) {
    guard !answer.source.isEmpty, let binding = variable.bindings.first else { return }
    let margin = tree.margin(at: variable.range.lowerBound)
    let start = binding.type?.range.upperBound ?? binding.range.upperBound
    edits.append(
      (
        start..<binding.range.upperBound,
        " {\n" + answer.source.indented(by: margin + "  ") + "\n" + margin + "}"
      ))
  }

  private mutating func ask(
    _ role: ExpansionRole, about declaration: some DeclarationView, in type: TypeDeclaration?,
    attributeOffset: Int? = nil
  ) -> Expansion {
    var context: [String] = []
    var around = type
    while let type = around {
      let end = type.memberRange?.lowerBound ?? type.range.upperBound
      context.append(tree.text.string(in: type.range.lowerBound..<end) + "{}")
      around = type.enclosingType
    }
    let expansion = EntityExpander().expand(
      role: role, attributeOffset: attributeOffset, declaration: declaration.fullText,
      lexicalContext: context, inheritsManagedObject: inheritsManagedObject(declaration))
    answers.append(Answer(expansion: expansion, base: declaration.fullRange.lowerBound))
    return expansion
  }

  private func render(_ diagnostic: TextDiagnostic, base: Int) -> String {
    var lines = [
      carets(under: shifted(diagnostic.range, by: base)),
      "error: \(diagnostic.message) [\(diagnostic.id)]",
    ]
    for note in diagnostic.notes {
      lines.append(carets(under: shifted(note.range, by: base)))
      lines.append("note: \(note.message)")
    }
    lines += diagnostic.fixIts.map { "fix: \($0.message)" }
    return lines.joined(separator: "\n")
  }

  /// Returns the line of the author's that holds the start of `range`, and a line that marks it.
  private func carets(under range: Range<Int>) -> String {
    let position = tree.text.position(at: range.lowerBound)
    let start = tree.text.lineStarts[position.line - 1]
    let line = tree.text.string(in: start..<tree.text.count).prefix { !$0.isNewline }
    let length = max(1, min(range.count, line.utf8.count - position.column + 1))
    return line + "\n" + String(repeating: " ", count: position.column - 1)
      + String(repeating: "^", count: length)
  }

  private func shifted(_ range: Range<Int>, by base: Int) -> Range<Int> {
    range.lowerBound + base..<range.upperBound + base
  }
}

extension Declaration {
  /// The name without backticks of a type, a function or a variable; `init` of an initialiser.
  var memberName: String? {
    let name =
      if let function = asFunction {
        function.kind == .initializer ? "init" : function.name
      } else {
        asType?.name ?? asVariable?.bindings.first?.name
      }
    return name?.filter { $0 != "`" }
  }
}

extension SyntaxTree {
  /// Returns the white space at the start of the line that holds `offset`.
  fileprivate func margin(at offset: Int) -> String {
    let start = text.lineStarts[text.line(at: offset) - 1]
    return String(text.string(in: start..<offset).prefix { $0 == " " })
  }
}

extension String {
  /// Returns the text with `edits` made, whose ranges of bytes do not overlap.
  func replacing(_ edits: [(range: Range<Int>, text: String)]) -> String {
    var bytes = Array(utf8)
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered { bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text with `margin` before every line that is not empty.
  fileprivate func indented(by margin: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}
