package import SwiftReader

/// What a file declares, in the form that readers of Swift can be compared in.
package struct Outline: Sendable, Equatable {
  package var path: String
  /// The number of bytes of the file.
  package var bytes: Int
  /// The number of lines of the file.
  package var lines: Int
  /// Every nominal type and extension at any depth, in source order.
  package var types: [TypeEntry] = []
  /// The number of functions at any depth.
  package var functionCount: Int = 0
  /// The functions at the top of the file.
  package var functions: [FunctionEntry] = []

  /// A function at the top of the file.
  package struct FunctionEntry: Sendable, Equatable {
    package var name: String
    package var line: Int
    package var nameLine: Int

    package init(name: String, line: Int, nameLine: Int) {
      self.name = name
      self.line = line
      self.nameLine = nameLine
    }
  }

  /// A nominal type or an extension.
  package struct TypeEntry: Sendable, Equatable {
    package var kind: TypeDeclaration.Kind
    package var name: String = ""
    /// The names of the types around it, outermost first.
    package var path: [String] = []
    /// The index of the type around it.
    package var parent: Int?
    /// `true` iff executable code lies between it and its parent or the file.
    package var local: Bool = false
    package var inIfConfig: Bool = false
    package var attributes: [String] = []
    package var modifiers: [String] = []
    package var inherits: [String] = []
    package var generics: String?
    package var `where`: String?
    package var line: Int = 0
    package var nameLine: Int = 0
    package var offset: Int = 0
    package var endOffset: Int = 0
    package var members: [Member] = []

    /// Creates an entry in which all but the kind is still to be filled in.
    package init(kind: TypeDeclaration.Kind) { self.kind = kind }
  }

  /// One binding of a `var` or `let` that is a direct member of a type.
  package struct Member: Sendable, Equatable {
    package var names: [String] = []
    package var pattern: String = ""
    package var keyword: String = ""
    package var attributes: [String] = []
    package var modifiers: [String] = []
    package var type: String?
    package var initializer: String?
    package var accessors: Accessors?
    package var accessorEffects: [String?]?
    package var accessorModifiers: [String?]?
    package var line: Int = 0
    package var nameLine: Int = 0
    /// The ordinal of the declaration among the `var` and `let` members of the type.
    package var declIndex: Int = 0
    package var inIfConfig: Bool = false

    /// Creates an entry that is still to be filled in.
    package init() {}
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

  /// Creates the outline of a file that declares nothing.
  package init(path: String, bytes: Int, lines: Int) {
    self.path = path
    self.bytes = bytes
    self.lines = lines
  }
}
