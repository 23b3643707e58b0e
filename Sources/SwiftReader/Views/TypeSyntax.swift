/// A type as written.
package struct TypeSyntax: SyntaxView {
  package let tree: SyntaxTree
  package let tokens: Range<Int>

  package indirect enum Form: Sendable {
    case identifier(Identifier)
    /// `T?`
    case optional(TypeSyntax)
    /// `T!`
    case implicitlyUnwrapped(TypeSyntax)
    /// `[T]`
    case array(TypeSyntax)
    /// `[3 of T]`
    case inlineArray(count: SourceFragment, element: TypeSyntax)
    /// `[K: V]`
    case dictionary(key: TypeSyntax, value: TypeSyntax)
    case tuple([TupleElement])
    case function
    /// `some T`
    case some(TypeSyntax)
    /// `any T`
    case any(TypeSyntax)
    /// `T.Type`, `T.Protocol`
    case metatype(TypeSyntax)
    /// `P & Q`
    case composition([TypeSyntax])
    /// Attributes and words like `inout`, `borrowing` or `each` before a type.
    case attributed(specifiers: [String], TypeSyntax)
    case other
  }

  /// A name, qualified or not, with its generic arguments.
  package struct Identifier: Sendable {
    /// What stands before the last dot, nil for a simple name.
    package let base: TypeSyntax?
    /// The last component as written, without generic arguments.
    package let name: String
    /// The arguments in angle brackets after the last component.
    package let genericArguments: [TypeSyntax]
  }

  /// One element of a tuple type.
  package struct TupleElement: Sendable {
    package let name: String?
    package let type: TypeSyntax
  }

  /// What the type is, read from the outside in; parentheses around one type are looked through.
  package var form: Form { readForm() }

  /// The type inside `T?`, `T!` or `Optional<T>`, nil for other types.
  package var wrapped: TypeSyntax? { form.wrapped }

  /// `true` if the type is written `T?`, `T!` or `Optional<T>`.
  package var isOptional: Bool { wrapped != nil }
}

extension TypeSyntax {
  /// Reads the type that `text` begins with; nil where it begins with none.
  package init?(parsing text: String) {
    let tree = SyntaxTree(parsing: "var a: \(text)", as: .members)
    guard let type = tree.declarations.first?.asVariable?.bindings.first?.type else { return nil }
    self = type
  }
}

extension TypeSyntax.Form {
  /// The type inside `T?`, `T!` or `Optional<T>`, nil for other types.
  package var wrapped: TypeSyntax? {
    switch self {
    case .optional(let type), .implicitlyUnwrapped(let type): return type
    case .identifier(let identifier) where identifier.name == "Optional":
      guard identifier.base == nil || identifier.base?.text == "Swift" else { return nil }
      return identifier.genericArguments.count == 1 ? identifier.genericArguments[0] : nil
    default: return nil
    }
  }
}
