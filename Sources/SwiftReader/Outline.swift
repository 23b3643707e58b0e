/// What a file declares, in the form that readers of Swift can be compared in.
package struct Outline: Encodable, Sendable, Equatable {
  package var path: String
  /// The number of bytes of the file.
  package var bytes: Int
  /// The number of lines of the file.
  package var lines: Int
  /// Every nominal type and extension at any depth, in source order.
  package var types: [TypeEntry]
  /// The number of functions at any depth.
  package var functionCount: Int
  /// The functions at the top of the file.
  package var functions: [FunctionEntry]

  /// A function at the top of the file.
  package struct FunctionEntry: Encodable, Sendable, Equatable {
    package var name: String
    package var line: Int
    package var nameLine: Int
  }

  /// A nominal type or an extension.
  package struct TypeEntry: Encodable, Sendable, Equatable {
    package var kind: TypeDeclaration.Kind
    package var name: String
    /// The names of the types around it, outermost first.
    package var path: [String]
    /// The index of the type around it.
    package var parent: Int?
    /// `true` iff executable code lies between it and its parent or the file.
    package var local: Bool
    package var inIfConfig: Bool
    package var attributes: [String]
    package var modifiers: [String]
    package var inherits: [String]
    package var generics: String?
    package var `where`: String?
    package var line: Int
    package var nameLine: Int
    package var offset: Int
    package var endOffset: Int
    package var members: [Member]
  }

  /// One binding of a `var` or `let` that is a direct member of a type.
  package struct Member: Encodable, Sendable, Equatable {
    package var names: [String]
    package var pattern: String
    package var keyword: String
    package var attributes: [String]
    package var modifiers: [String]
    package var type: String?
    package var initializer: String?
    package var accessors: Accessors?
    package var accessorEffects: [String?]?
    package var accessorModifiers: [String?]?
    package var line: Int
    package var nameLine: Int
    /// The ordinal of the declaration among the `var` and `let` members of the type.
    package var declIndex: Int
    package var inIfConfig: Bool
  }

  /// The accessors of a binding.
  package enum Accessors: Sendable, Equatable {
    /// The braces hold the body of a getter.
    case shorthand
    /// The words that name the accessors, in order.
    case list([String])
  }

  /// Tells what `tree`, read from the file at `path`, declares.
  package init(of tree: SyntaxTree, path: String) {
    self = OutlineBuilder(tree: tree).build(path: path)
  }

  init(path: String, bytes: Int, lines: Int) {
    self.path = path
    self.bytes = bytes
    self.lines = lines
    types = []
    functionCount = 0
    functions = []
  }
}

// MARK: - Encoding

// What is absent is written as null, so that every object has every key.

extension Outline.TypeEntry {
  private enum Key: String, CodingKey {
    case kind, name, path, parent, local, inIfConfig, attributes, modifiers, inherits, generics
    case `where`, line, nameLine, offset, endOffset, members
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(path, forKey: .path)
    try container.encode(parent, forKey: .parent)
    try container.encode(local, forKey: .local)
    try container.encode(inIfConfig, forKey: .inIfConfig)
    try container.encode(attributes, forKey: .attributes)
    try container.encode(modifiers, forKey: .modifiers)
    try container.encode(inherits, forKey: .inherits)
    try container.encode(generics, forKey: .generics)
    try container.encode(`where`, forKey: .where)
    try container.encode(line, forKey: .line)
    try container.encode(nameLine, forKey: .nameLine)
    try container.encode(offset, forKey: .offset)
    try container.encode(endOffset, forKey: .endOffset)
    try container.encode(members, forKey: .members)
  }
}

extension Outline.Member {
  private enum Key: String, CodingKey {
    case names, pattern, keyword, attributes, modifiers, type, initializer, accessors
    case accessorEffects, accessorModifiers, line, nameLine, declIndex, inIfConfig
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(names, forKey: .names)
    try container.encode(pattern, forKey: .pattern)
    try container.encode(keyword, forKey: .keyword)
    try container.encode(attributes, forKey: .attributes)
    try container.encode(modifiers, forKey: .modifiers)
    try container.encode(type, forKey: .type)
    try container.encode(initializer, forKey: .initializer)
    try container.encode(accessors, forKey: .accessors)
    if accessorEffects != nil { try container.encode(accessorEffects, forKey: .accessorEffects) }
    if accessorModifiers != nil {
      try container.encode(accessorModifiers, forKey: .accessorModifiers)
    }
    try container.encode(line, forKey: .line)
    try container.encode(nameLine, forKey: .nameLine)
    try container.encode(declIndex, forKey: .declIndex)
    try container.encode(inIfConfig, forKey: .inIfConfig)
  }
}

extension Outline.Accessors: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .shorthand: try container.encode("shorthand")
    case .list(let specifiers): try container.encode(specifiers)
    }
  }
}
