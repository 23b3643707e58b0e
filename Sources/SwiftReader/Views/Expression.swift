/// A value as written, with as much of its structure as a reader of declarations needs.
package struct Expression: SyntaxView {
  package let tree: SyntaxTree
  package let tokens: Range<Int>

  package indirect enum Form: Sendable {
    /// The value is nil where the literal holds interpolations or broken escapes.
    case string(value: String?)
    /// The value is nil where the literal does not fit into 64 bits.
    case integer(value: Int?)
    case float
    case boolean(Bool)
    case `nil`
    case regex
    case array(elements: [Expression])
    case dictionary(elements: [(key: Expression, value: Expression)])
    /// A parenthesised list of other than one unlabelled element.
    case tuple(elements: [Argument])
    /// `base.name`; the base is nil for `.name`.
    case member(base: Expression?, name: String)
    case call(callee: Expression, arguments: [Argument], trailingClosures: [TrailingClosure])
    /// `\Root.component.component`
    case keyPath(root: TypeSyntax?, components: [String])
    case closure(Closure)
    case identifier(String)
    /// `#name` with what follows it.
    case macro(name: String, arguments: [Argument], trailingClosures: [TrailingClosure])
    case other
  }

  /// A closure after the parentheses of a call.
  package struct TrailingClosure: Sendable {
    /// The label without backticks; the first trailing closure has none.
    package let label: String?
    package let closure: Expression
  }

  /// A closure expression.
  package struct Closure: Sendable {
    /// The bytes before `in`, nil where the closure has no signature.
    package let signatureRange: Range<Int>?
    /// The names of the parameters in order, without backticks.
    package let parameters: [String]
    /// The types of the parameters in order, nil where none is written.
    package let parameterTypes: [TypeSyntax?]
    /// The bytes of the statements, outer trivia left out.
    package let bodyRange: Range<Int>
  }

  /// What the expression is, read from the outside in.
  package var form: Form { readForm() }

  /// The decoded text of a string literal, nil for other expressions and interpolations.
  package var stringValue: String? {
    if case .string(let value) = form { value } else { nil }
  }

  /// The name after the dot of an implicit member like `.unique`, nil for other expressions.
  package var implicitMemberName: String? {
    if case .member(base: nil, let name) = form { name } else { nil }
  }
}
