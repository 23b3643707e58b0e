import SwiftReader

/// Asks the expander for every role of every annotation in a file, as the compiler does, and says
/// where the answers belong.
struct SourceExpansion {
  private let tree: SyntaxTree
  /// What ends a line of the file.
  private let lineBreak: String
  private(set) var edits: [SourceEdit] = []

  init(_ tree: SyntaxTree) {
    self.tree = tree
    let second = tree.text.lineCount > 1 ? tree.text.lineStarts[1] : 0
    lineBreak = second > 1 && tree.text.bytes[second - 2] == 0x0D ? "\r\n" : "\n"
    for node in tree.nodes.indices {
      guard let type = TypeDeclaration(tree: tree, node: node) else { continue }
      expandMembers(of: type)
      expandConformance(of: type)
      for member in type.flattenedMembers { expand(member, of: type) }
    }
    for declaration in tree.flattenedDeclarations { expand(declaration, of: nil) }
  }

  // MARK: Types

  /// Takes `@Entity` away and puts the members before the closing brace.
  private mutating func expandMembers(of type: TypeDeclaration) {
    guard type.isEntity else { return }
    for annotation in type.attributes where AnnotationKind(annotation: annotation) == .entity {
      remove(annotation)
    }
    let source = ask(.members, about: type, in: type.enclosingType).source
    guard !source.isEmpty, let members = type.memberRange, members.count > 1,
      tree.text.bytes[members.upperBound - 1] == UInt8(ascii: "}")
    else { return }
    let margin = tree.margin(at: type.range.lowerBound)
    var start = members.upperBound - 1
    while start > members.lowerBound + 1, [0x20, 0x09].contains(tree.text.bytes[start - 1]) {
      start -= 1
    }
    let isOwnLine = tree.text.lineStarts[tree.text.line(at: start) - 1] == start
    let opening = (isOwnLine ? "" : lineBreak) + (type.members.isEmpty ? "" : lineBreak)
    add(
      opening + placed(source, margin + "  ") + lineBreak + margin,
      at: start..<(members.upperBound - 1))
  }

  /// Puts what makes a class Codable after the outermost type around it, unless its superclass has
  /// made it so.
  private mutating func expandConformance(of type: TypeDeclaration) {
    guard type.isEntity, !type.isLocal else { return }
    let names = ([type] + type.enclosingTypes).compactMap(\.name)
    let source = ask(
      .codableObject, about: type, in: type.enclosingType,
      extendedType: names.reversed().joined(separator: "."), isConforming: inheritsCoding(type)
    ).source
    guard !source.isEmpty else { return }
    let end = (type.enclosingTypes.last ?? type).range.upperBound
    add(lineBreak + lineBreak + source, at: end..<end)
  }

  /// `true` if a class of the file that `type` extends is Codable.
  private func inheritsCoding(_ type: TypeDeclaration) -> Bool {
    var seen: Set<Int> = []
    var next = EntityHeader(type, inside: type.enclosingTypes).superentity
    while let name = next, let found = declared(name), seen.insert(found.node).inserted {
      let header = EntityHeader(found, inside: found.enclosingTypes)
      if header.options.contains(.codable) { return true }
      next = header.superentity
    }
    return false
  }

  /// Returns the entity of the file that `name` ends in.
  private func declared(_ name: String) -> TypeDeclaration? {
    tree.nodes.indices.lazy.compactMap { TypeDeclaration(tree: tree, node: $0) }.first {
      $0.isEntity && $0.identifier == name.split(separator: ".").last.map(String.init)
    }
  }

  // MARK: Properties

  /// Takes our annotations of a property away and puts accessors in place of its initial value.
  private mutating func expand(_ declaration: Declaration, of type: TypeDeclaration?) {
    guard let variable = declaration.asVariable else { return }
    let annotations = variable.attributes.compactMap(PropertyAnnotation.init)
    for annotation in annotations { remove(annotation.syntax) }
    if annotations.isEmpty {
      guard let type, type.isEntity else { return }
      guard !ask(.memberAnnotations, about: variable, in: type).source.isEmpty else { return }
      addAccessors(ask(.property(.attribute), about: variable, in: type), to: variable)
    }
    for annotation in annotations {
      let offset = annotation.syntax.fullRange.lowerBound - variable.fullRange.lowerBound
      let answer = ask(
        .property(annotation.kind), about: variable, in: type, attributeOffset: offset)
      addAccessors(answer, to: variable)
    }
  }

  private mutating func addAccessors(_ answer: Expansion, to variable: VariableDeclaration) {
    guard !answer.source.isEmpty, variable.bindings.count == 1 else { return }
    let binding = variable.bindings[0]
    let margin = tree.margin(at: variable.range.lowerBound)
    let start = binding.type?.range.upperBound ?? binding.range.upperBound
    let body = placed(answer.source, margin + "  ")
    add(
      " {" + lineBreak + body + lineBreak + margin + "}", at: start..<binding.range.upperBound)
  }

  // MARK: Edits

  /// Takes an annotation away, with the space after it, or with its line where nothing else is in
  /// it.
  private mutating func remove(_ annotation: Annotation) {
    let bytes = tree.text.bytes
    var range = annotation.range
    while range.upperBound < bytes.count, [0x20, 0x09].contains(bytes[range.upperBound]) {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    let line = tree.text.line(at: range.lowerBound)
    let lineStart = tree.text.lineStarts[line - 1]
    let lastLine = tree.text.line(at: range.upperBound)
    let isFirst = lineStart + tree.margin(at: range.lowerBound).utf8.count == range.lowerBound
    let isLast = range.upperBound < bytes.count && [0x0A, 0x0D].contains(bytes[range.upperBound])
    if isFirst, isLast, lastLine < tree.text.lineCount {
      range = lineStart..<tree.text.lineStarts[lastLine]
    } else if isLast {
      while [0x20, 0x09].contains(bytes[range.lowerBound - 1]) {
        range = (range.lowerBound - 1)..<range.upperBound
      }
    }
    add("", at: range)
  }

  private mutating func add(_ text: String, at range: Range<Int>) {
    edits.append(SourceEdit(range: range, text: text))
  }

  /// Returns generated code with `margin` before every line that is not empty.
  private func placed(_ source: String, _ margin: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: lineBreak)
  }

  // MARK: Answers

  private func ask(
    _ role: ExpansionRole, about declaration: some DeclarationView, in type: TypeDeclaration?,
    attributeOffset: Int? = nil, extendedType: String? = nil, isConforming: Bool = false
  ) -> Expansion {
    var context: [String] = []
    var around = type
    while let type = around {
      let end = type.memberRange?.lowerBound ?? type.range.upperBound
      context.append(tree.text.string(in: type.range.lowerBound..<end) + "{}")
      around = type.enclosingType
    }
    return EntityExpander().expand(
      role: role, attributeOffset: attributeOffset, declaration: declaration.fullText,
      extendedType: extendedType, lexicalContext: context, isWritten: true,
      isConforming: isConforming)
  }
}

extension TypeDeclaration {
  /// The types around the declaration, the innermost first.
  fileprivate var enclosingTypes: [TypeDeclaration] {
    Array(
      sequence(state: enclosingType) { around in
        defer { around = around?.enclosingType }
        return around
      })
  }
}
