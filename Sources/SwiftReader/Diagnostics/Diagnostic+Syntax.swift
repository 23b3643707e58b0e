// What is wrong with source as Swift text.

extension Diagnostic where Location == Range<Int> {
  static func unterminatedString(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-string", "string literal has no closing delimiter", at: range)
  }

  static func unterminatedComment(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-comment", "block comment has no closing '*/'", at: range)
  }

  static func unterminatedRegex(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-regex", "regex literal has no closing delimiter", at: range)
  }

  static func unterminatedIdentifier(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-identifier", "identifier has no closing backtick", at: range)
  }

  static func unterminatedPlaceholder(_ range: Range<Int>) -> Self {
    Self("syntax.unterminated-placeholder", "editor placeholder has no closing '#>'", at: range)
  }

  static func unknownBytes(_ range: Range<Int>) -> Self {
    Self("syntax.unknown-bytes", "these bytes begin no token of Swift", at: range)
  }

  static func sourceTooLarge(_ range: Range<Int>) -> Self {
    Self("syntax.source-too-large", "source beyond four gigabytes is not read", at: range)
  }

  static func unclosed(_ opener: String, _ range: Range<Int>) -> Self {
    Self("syntax.unclosed", "nothing closes this '\(opener)'", at: range)
  }

  static func unopened(_ closer: String, _ range: Range<Int>) -> Self {
    Self("syntax.unopened", "this '\(closer)' closes nothing", at: range)
  }

  static func expectedDeclaration(_ range: Range<Int>) -> Self {
    Self("syntax.expected-declaration", "expected a declaration", at: range)
  }

  static func expectedName(of thing: String, _ range: Range<Int>) -> Self {
    Self("syntax.expected-name", "expected the name of the \(thing)", at: range)
  }

  static func expectedType(_ range: Range<Int>) -> Self {
    Self("syntax.expected-type", "expected a type", at: range)
  }

  static func expectedExpression(_ range: Range<Int>) -> Self {
    Self("syntax.expected-expression", "expected an expression", at: range)
  }

  static func expectedPattern(_ range: Range<Int>) -> Self {
    Self("syntax.expected-pattern", "expected a name or a pattern", at: range)
  }

  static func expectedVar(_ range: Range<Int>) -> Self {
    Self("syntax.expected-var", "expected 'var' before the name of the property", at: range)
  }

  static func expectedMembers(of thing: String, _ range: Range<Int>) -> Self {
    Self("syntax.expected-members", "expected '{' and the members of the \(thing)", at: range)
  }

  static func expectedAccessor(_ range: Range<Int>) -> Self {
    Self("syntax.expected-accessor", "expected an accessor such as 'get' or 'didSet'", at: range)
  }

  static func unexpectedTokens(_ range: Range<Int>) -> Self {
    Self("syntax.unexpected-tokens", "these tokens do not belong here", at: range)
  }

  static func nestingTooDeep(_ range: Range<Int>) -> Self {
    Self("syntax.nesting-too-deep", "what nests deeper than this is not read", at: range)
  }
}
