/// One thing that is wrong with the source as Swift text.
package struct SyntaxDiagnostic: Sendable, Hashable {
  /// The permanent name of the rule that was broken, like `syntax.unterminated-string`.
  package let id: String
  /// What is wrong, in one phrase.
  package let message: String
  /// The bytes concerned; empty where something is missing.
  package let range: Range<Int>

  private init(_ id: String, _ message: String, _ range: Range<Int>) {
    self.id = id
    self.message = message
    self.range = range
  }
}

extension SyntaxDiagnostic {
  static func unterminatedString(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-string", "string literal has no closing delimiter", range)
  }

  static func unterminatedComment(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-comment", "block comment has no closing '*/'", range)
  }

  static func unterminatedRegex(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-regex", "regex literal has no closing delimiter", range)
  }

  static func unterminatedIdentifier(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-identifier", "identifier has no closing backtick", range)
  }

  static func unterminatedPlaceholder(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-placeholder", "editor placeholder has no closing '#>'", range)
  }

  static func unknownBytes(_ range: Range<Int>) -> Self {
    Self("syntax.unknown-bytes", "these bytes begin no token of Swift", range)
  }

  static func sourceTooLarge(_ range: Range<Int>) -> Self {
    Self("syntax.source-too-large", "source beyond four gigabytes is not read", range)
  }

  static func unclosed(_ opener: String, _ range: Range<Int>) -> Self {
    Self("syntax.unclosed", "nothing closes this '\(opener)'", range)
  }

  static func unopened(_ closer: String, _ range: Range<Int>) -> Self {
    Self("syntax.unopened", "this '\(closer)' closes nothing", range)
  }

  static func expectedDeclaration(_ range: Range<Int>) -> Self {
    Self("syntax.expected-declaration", "expected a declaration", range)
  }

  static func expectedName(of thing: String, _ range: Range<Int>) -> Self {
    Self("syntax.expected-name", "expected the name of the \(thing)", range)
  }

  static func expectedType(_ range: Range<Int>) -> Self {
    Self("syntax.expected-type", "expected a type", range)
  }

  static func expectedExpression(_ range: Range<Int>) -> Self {
    Self("syntax.expected-expression", "expected an expression", range)
  }

  static func expectedPattern(_ range: Range<Int>) -> Self {
    Self("syntax.expected-pattern", "expected a name or a pattern", range)
  }

  static func expectedVar(_ range: Range<Int>) -> Self {
    Self("syntax.expected-var", "expected 'var' before the name of the property", range)
  }

  static func expectedMembers(of thing: String, _ range: Range<Int>) -> Self {
    Self("syntax.expected-members", "expected '{' and the members of the \(thing)", range)
  }

  static func expectedAccessor(_ range: Range<Int>) -> Self {
    Self("syntax.expected-accessor", "expected an accessor such as 'get' or 'didSet'", range)
  }

  static func unexpectedTokens(_ range: Range<Int>) -> Self {
    Self("syntax.unexpected-tokens", "these tokens do not belong here", range)
  }

  static func nestingTooDeep(_ range: Range<Int>) -> Self {
    Self("syntax.nesting-too-deep", "what nests deeper than this is not read", range)
  }
}
