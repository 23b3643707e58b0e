import SwiftReader

/// Collects the outline of a tree in one pass over its nodes.
struct OutlineBuilder {
  /// A type around the node being looked at.
  private struct Enclosure {
    /// The index after its last node.
    let end: Int
    /// Its index among the types.
    let entry: Int
    let path: [String]
  }

  let tree: SyntaxTree
  private var outline: Outline
  private var enclosures: [Enclosure] = []

  init(tree: SyntaxTree) {
    self.tree = tree
    outline = Outline(path: "", bytes: tree.text.count, lines: tree.text.lineCount)
  }

  /// Returns the outline of the tree as that of the file at `path`.
  consuming func build(path: String) -> Outline {
    outline.path = path
    var node = 0
    while node < tree.nodes.count {
      while let last = enclosures.last, node >= last.end { enclosures.removeLast() }
      let kind = tree.nodes[node].kind
      if kind.isTypeDeclaration {
        addType(node)
      } else if kind == .functionDeclaration {
        outline.functionCount += 1
        if enclosures.isEmpty { addFunction(node) }
      }
      node += 1
    }
    return outline
  }

  private mutating func addFunction(_ node: Int) {
    guard !tree.surroundings(of: node).isLocal else { return }
    let name = tree.child(.name, of: node)
    let line = line(of: node)
    outline.functions.append(
      Outline.FunctionEntry(
        name: name.map(text) ?? "", line: line, nameLine: name.map(self.line) ?? line))
  }

  private mutating func addType(_ node: Int) {
    guard let type = TypeDeclaration(tree: tree, node: node) else { return }
    let surroundings = tree.surroundings(of: node)
    let range = tree.range(of: node)
    var entry = Outline.TypeEntry(kind: type.kind)
    entry.path = enclosures.last?.path ?? []
    entry.parent = enclosures.last?.entry
    entry.local = surroundings.isLocal
    entry.inIfConfig = surroundings.isConditional
    entry.line = tree.text.line(at: range.lowerBound)
    entry.nameLine = entry.line
    entry.offset = range.lowerBound
    entry.endOffset = range.upperBound
    for child in tree.children(of: node) {
      switch tree.nodes[child].kind {
      case .attribute, .conditional: addAttributes(child, to: &entry.attributes)
      case .modifier: entry.modifiers.append(text(child))
      case .name:
        entry.name = text(child)
        entry.nameLine = self.line(of: child)
      case .genericParameters: entry.generics = text(child)
      case .inheritedType: entry.inherits.append(text(child))
      case .whereClause: entry.where = text(child)
      case .members:
        var ordinal = 0
        addMembers(of: child, isConditional: false, to: &entry.members, ordinal: &ordinal)
      default: break
      }
    }
    enclosures.append(
      Enclosure(
        end: Int(tree.nodes[node].end), entry: outline.types.count,
        path: entry.path + [entry.name]))
    outline.types.append(entry)
  }

  private func addAttributes(_ node: Int, to attributes: inout [String]) {
    if tree.nodes[node].kind == .attribute {
      attributes.append(text(node))
    } else {
      for index in node..<Int(tree.nodes[node].end) where tree.nodes[index].kind == .attribute {
        attributes.append(text(index))
      }
    }
  }

  private func addMembers(
    of node: Int, isConditional: Bool, to members: inout [Outline.Member], ordinal: inout Int
  ) {
    for child in tree.children(of: node) {
      switch tree.nodes[child].kind {
      case .variableDeclaration:
        addBindings(of: child, isConditional: isConditional, to: &members, ordinal: ordinal)
        ordinal += 1
      case .conditional, .conditionalClause:
        addMembers(of: child, isConditional: true, to: &members, ordinal: &ordinal)
      default: break
      }
    }
  }

  private func addBindings(
    of node: Int, isConditional: Bool, to members: inout [Outline.Member], ordinal: Int
  ) {
    var shared = Outline.Member()
    shared.line = line(of: node)
    shared.nameLine = shared.line
    shared.keyword = "var"
    shared.declIndex = ordinal
    shared.inIfConfig = isConditional
    for child in tree.children(of: node) {
      switch tree.nodes[child].kind {
      case .attribute, .conditional: addAttributes(child, to: &shared.attributes)
      case .modifier: shared.modifiers.append(text(child))
      case .introducer: shared.keyword = text(child)
      case .binding: members.append(member(child, shared))
      default: break
      }
    }
  }

  private func member(_ binding: Int, _ shared: Outline.Member) -> Outline.Member {
    var member = shared
    for child in tree.children(of: binding) {
      switch tree.nodes[child].kind {
      case .pattern:
        member.names = Binding(tree: tree, node: binding).identifiers.map(\.text)
        member.pattern = text(child)
        member.nameLine = line(of: child)
      case .type: member.type = text(child)
      case .expression: member.initializer = text(child)
      case .accessors: addAccessors(of: child, to: &member)
      default: break
      }
    }
    return member
  }

  private func addAccessors(of node: Int, to member: inout Outline.Member) {
    let block = AccessorBlock(tree: tree, node: node)
    if block.isShorthand {
      member.accessors = .shorthand
    } else {
      let accessors = block.accessors
      member.accessors = .list(accessors.map { $0.specifier ?? "" })
      member.accessorEffects = accessors.map(\.effects)
      member.accessorModifiers = accessors.map { accessor in
        let modifiers = accessor.modifiers.map(\.text)
        return modifiers.isEmpty ? nil : modifiers.joined(separator: " ")
      }
    }
  }

  private func text(_ node: Int) -> String { tree.text.string(in: tree.range(of: node)) }

  private func line(of node: Int) -> Int { tree.text.line(at: tree.range(of: node).lowerBound) }
}
