import SwiftParser
import ReaderOutline
import SwiftReader
import SwiftSyntax

/// The outline as swift-syntax tells it.
enum ReferenceOutline {
  /// Returns the outline of the file of `bytes` at `path`.
  static func outline(of bytes: [UInt8], path: String) -> Outline {
    outline(of: tree(of: bytes), bytes: bytes, path: path)
  }

  /// Returns the outline of the file of `bytes` at `path`, and whether swift-syntax finds it in
  /// order.
  static func checkedOutline(of bytes: [UInt8], path: String) -> (outline: Outline, isSound: Bool) {
    let tree = tree(of: bytes)
    return (outline(of: tree, bytes: bytes, path: path), !tree.hasError)
  }

  private static func tree(of bytes: [UInt8]) -> SourceFileSyntax {
    bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
  }

  private static func outline(
    of tree: SourceFileSyntax, bytes: [UInt8], path: String
  ) -> Outline {
    let collector = OutlineCollector(text: SourceText(bytes), path: path)
    collector.walk(tree)
    return collector.outline
  }
}

/// Collects the outline in one walk over a tree.
private final class OutlineCollector: SyntaxVisitor {
  private(set) var outline: Outline
  private let text: SourceText
  /// The indices of the types around the node being visited.
  private var enclosures: [Int] = []

  init(text: SourceText, path: String) {
    self.text = text
    outline = Outline(path: path, bytes: text.count, lines: text.lineCount)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .class, named: node.name, generics: node.genericParameterClause)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .struct, named: node.name, generics: node.genericParameterClause)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .enum, named: node.name, generics: node.genericParameterClause)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .actor, named: node.name, generics: node.genericParameterClause)
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .protocol, named: node.name, generics: node.primaryAssociatedTypeClause)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node, .extension, named: node.extendedType, generics: nil as GenericParameterClauseSyntax?)
  }

  override func visitPost(_ node: ClassDeclSyntax) { enclosures.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { enclosures.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { enclosures.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { enclosures.removeLast() }
  override func visitPost(_ node: ProtocolDeclSyntax) { enclosures.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { enclosures.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    outline.functionCount += 1
    if enclosures.isEmpty, !surroundings(of: Syntax(node)).isLocal {
      outline.functions.append(
        Outline.FunctionEntry(
          name: node.name.text, line: line(of: node), nameLine: line(of: node.name)))
    }
    return .visitChildren
  }

  private func enter(
    _ node: some DeclGroupSyntax, _ kind: TypeDeclaration.Kind, named name: some SyntaxProtocol,
    generics: (some SyntaxProtocol)?
  ) -> SyntaxVisitorContinueKind {
    let surroundings = surroundings(of: Syntax(node))
    var entry = Outline.TypeEntry(kind: kind)
    entry.name = name.trimmedDescription
    entry.parent = enclosures.last
    entry.path = entry.parent.map { outline.types[$0].path + [outline.types[$0].name] } ?? []
    entry.local = surroundings.isLocal
    entry.inIfConfig = surroundings.isConditional
    entry.attributes = attributes(node.attributes)
    entry.modifiers = node.modifiers.map(\.trimmedDescription)
    entry.inherits = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    entry.generics = generics?.trimmedDescription
    entry.where = whereClause(of: node)
    entry.line = line(of: node)
    entry.nameLine = line(of: name)
    entry.offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    entry.endOffset = node.endPositionBeforeTrailingTrivia.utf8Offset
    var ordinal = 0
    addMembers(of: node.memberBlock.members, isConditional: false, to: &entry.members, &ordinal)
    enclosures.append(outline.types.count)
    outline.types.append(entry)
    return .visitChildren
  }

  private func whereClause(of node: some DeclGroupSyntax) -> String? {
    node.children(viewMode: .sourceAccurate).lazy
      .compactMap { $0.as(GenericWhereClauseSyntax.self) }.first?.trimmedDescription
  }

  private func surroundings(of node: Syntax) -> (isLocal: Bool, isConditional: Bool) {
    var isLocal = false
    var isConditional = false
    var parent = node.parent
    while let node = parent {
      switch node.kind {
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
        return (isLocal, isConditional)
      case .ifConfigDecl: isConditional = true
      case .codeBlock, .closureExpr, .accessorBlock, .accessorDecl, .switchCase: isLocal = true
      // What '@abi' holds is no declaration of the file.
      case .attribute: isLocal = true
      default: break
      }
      parent = node.parent
    }
    return (isLocal, isConditional)
  }

  private func attributes(_ list: AttributeListSyntax) -> [String] {
    list.flatMap { element -> [String] in
      switch element {
      case .attribute(let attribute): return [attribute.trimmedDescription]
      case .ifConfigDecl(let conditional):
        return conditional.clauses.flatMap { clause -> [String] in
          guard case .attributes(let list)? = clause.elements else { return [] }
          return attributes(list)
        }
      }
    }
  }

  private func addMembers(
    of list: MemberBlockItemListSyntax, isConditional: Bool, to members: inout [Outline.Member],
    _ ordinal: inout Int
  ) {
    for item in list {
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        addBindings(of: variable, isConditional: isConditional, to: &members, ordinal)
        ordinal += 1
      } else if let conditional = item.decl.as(IfConfigDeclSyntax.self) {
        for clause in conditional.clauses {
          guard case .decls(let list)? = clause.elements else { continue }
          addMembers(of: list, isConditional: true, to: &members, &ordinal)
        }
      }
    }
  }

  private func addBindings(
    of variable: VariableDeclSyntax, isConditional: Bool, to members: inout [Outline.Member],
    _ ordinal: Int
  ) {
    var shared = Outline.Member()
    shared.keyword = variable.bindingSpecifier.text
    shared.attributes = attributes(variable.attributes)
    shared.modifiers = variable.modifiers.map(\.trimmedDescription)
    shared.line = line(of: variable)
    shared.declIndex = ordinal
    shared.inIfConfig = isConditional
    for binding in variable.bindings {
      var member = shared
      member.names = names(in: binding.pattern)
      member.pattern = binding.pattern.trimmedDescription
      member.nameLine = line(of: binding.pattern)
      member.type = binding.typeAnnotation?.type.trimmedDescription
      member.initializer = binding.initializer?.value.trimmedDescription
      if let block = binding.accessorBlock { addAccessors(of: block, to: &member) }
      members.append(member)
    }
  }

  private func addAccessors(of block: AccessorBlockSyntax, to member: inout Outline.Member) {
    switch block.accessors {
    case .getter: member.accessors = .shorthand
    case .accessors(let list):
      member.accessors = .list(list.map(\.accessorSpecifier.text))
      member.accessorEffects = list.map { $0.effectSpecifiers?.trimmedDescription }
      member.accessorModifiers = list.map { $0.modifier?.trimmedDescription }
    }
  }

  private func names(in pattern: PatternSyntax) -> [String] {
    if let name = pattern.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    if let binding = pattern.as(ValueBindingPatternSyntax.self) {
      return names(in: binding.pattern)
    }
    guard let tuple = pattern.as(TuplePatternSyntax.self) else { return [] }
    return tuple.elements.flatMap { names(in: $0.pattern) }
  }

  private func line(of node: some SyntaxProtocol) -> Int {
    text.line(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }
}
